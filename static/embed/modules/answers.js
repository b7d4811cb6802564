// What an island tells of the clients' answers.

/** The answers of a slice, as `Answers` in src/embed/answers.rs writes them. */
export function answersOf({ json, others }) {
  const value = (data) => (data?.other === undefined ? data : others[data.other]);
  const all = JSON.parse(json);
  for (const answer of all) {
    if (answer.replies) answer.replies = answer.replies.map(value);
    else if ("data" in answer) answer.data = value(answer.data);
  }
  return all;
}
