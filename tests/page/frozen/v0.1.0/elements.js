window.heard = [];
for (const name of ["redis-reply", "lock-step", "lock-broken", "playground-ready", "playground-error"])
  document.addEventListener(name, ({ target, detail }) => heard.push([name, target.id, { ...detail }]));

const find = (id) => document.getElementById(id);

/** What a page's script of 0.1.0 does, and what came of it. */
window.perform = async () => {
  const did = {};
  const prompt = await find("plain").ready;
  const { text, data, error, cut } = await prompt.run("STRLEN mykey");
  did.run = [text, data, error, cut];
  did.transcript = prompt.transcript.includes("redis> STRLEN mykey");
  prompt.source = "SET other 1";
  await prompt.ready;
  did.source = [(await prompt.run("GET other")).text, prompt.source];
  prompt.reset();
  did.reset = (await prompt.run("EXISTS mykey")).data;
  did.shared = (await find("bare").run("GET visits")).data;

  const lesson = await find("lesson").ready;
  await lesson.seek(0);
  await lesson.step();
  await lesson.step();
  await lesson.back();
  did.timeline = [lesson.position, lesson.length > 3, /^v\d+;D2/.test(lesson.schedule)];
  while (lesson.position < lesson.length) await lesson.step();
  did.end = lesson.position === lesson.length;
  lesson.schedule = "v1;getset;n=2;c1";
  did.opened = /^v\d+;getset;n=2;c1/.test(lesson.schedule);

  const made = document.createElement("redis-prompt");
  made.setAttribute("setup", "SET made 1");
  made.source = "GET made";
  document.body.append(made);
  made.scrollIntoView();
  did.made = (await (await made.ready).run("GET made")).data;
  return did;
};
