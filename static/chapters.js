// One chapter at a time, where the reader has chosen that. page.js loads this first for who chose it before, reading.js for
// everybody else. It holds no phrase; those stand in the page.

const root = document.documentElement;

// Storage throws in a frame without an origin of its own.
const attempt = (action) => {
  try {
    return action();
  } catch {
    return null;
  }
};

/** What the address names: the timeline of a run, or an element by its id. */
const aim = () => {
  const name = location.hash.slice(1);
  // No element's id has the `;` of a run.
  if (!name.includes(";")) return document.getElementById(name);
  const lesson = CSS.escape(name.split(";")[1]);
  return document.querySelector(`lock-timeline[lessons~="${lesson}"]`) ?? document.querySelector("lock-timeline:not([lesson], [lessons], [search])");
};

/** Shows one chapter alone: the one that `target` is in, or else the first, which has the beginning with it. */
const turn = (target) => {
  const chapters = [...document.querySelectorAll(".chapter")];
  const place = Math.max(0, chapters.indexOf(target?.closest(".chapter")));
  chapters.forEach((chapter, at) => chapter.toggleAttribute("data-now", at === place));
  document.querySelector(".hero").toggleAttribute("data-now", place === 0);
  offerNext();
  if (root.dataset.chapter !== undefined) target?.scrollIntoView();
};

/** Below a chapter that is shown alone: the one that follows. */
const offerNext = () => {
  const place = [...document.querySelectorAll(".chapter")].findIndex((chapter) => "now" in chapter.dataset);
  const following = document.querySelectorAll(".toc li a")[place + 1];
  const next = document.querySelector(".next");
  next.hidden = root.dataset.chapter === undefined || !following;
  if (next.hidden) return;
  const link = next.querySelector("a");
  link.href = following.hash;
  link.replaceChildren(...following.cloneNode(true).childNodes);
};

const contents = document.querySelector(".toc");
const alone = contents.querySelector("input");
const keep = () => attempt(() => localStorage.setItem("setnx.chapter", alone.checked ? "alone" : "all"));
// Who pressed it before this script was there has chosen.
if (alone.checked) keep();
alone.checked ||= attempt(() => localStorage.getItem("setnx.chapter")) === "alone";
const arrange = (target) => {
  root.toggleAttribute("data-chapter", alone.checked);
  turn(target);
};
arrange(aim());
alone.addEventListener("change", () => {
  keep();
  arrange(document.getElementById(contents.querySelector("li [aria-current]")?.hash.slice(1)));
});
addEventListener("hashchange", () => turn(aim()));
document.addEventListener("article-language", offerNext);
