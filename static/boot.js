// Starts the page's wasm and puts the islands into their hosts, as an embedding page would: a file of its own, because
// a strict Content-Security-Policy refuses inline scripts. Phrases stand in the page, not here.
// `<html data-wasm>` says how it went: `running`, or `failed` for a browser that cannot run it.

const root = document.documentElement;
const islands = new Map();
let Island;

/** A task of its own for each island, so that none keeps the reader's keys waiting for the others. A page that draws
 *  nothing may wait long for an idle moment, hence the limit in milliseconds. */
const soon = (work) =>
  "requestIdleCallback" in window ? requestIdleCallback(work, { timeout: 200 }) : setTimeout(work);

function show(host) {
  if (islands.has(host) || !host.isConnected) return;
  const island = new Island(host);
  islands.set(host, island);
  island.connect(host);
}

/** The hosts to fill: all of the article, or the one part that `?only=` names. */
function hosts() {
  const only = root.dataset.only;
  if (!only) return [...document.querySelectorAll("[data-island]")];
  const host = document.createElement("div");
  host.className = "island";
  host.dataset.island = only;
  if (only === "timeline" && !new URLSearchParams(location.search).has("lesson")) Object.assign(host.dataset, { play: "", lesson: "D1" });
  document.getElementById("only").append(host);
  return [host];
}

function start() {
  const [first, ...rest] = hosts();
  const lesson = new URLSearchParams(location.search).get("lesson");
  if (lesson) lead(lesson, [first, ...rest]);
  show(first);
  follow();
  addEventListener("hashchange", follow);
  const near = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) {
        if (!isIntersecting) continue;
        near.unobserve(target);
        soon(() => show(target));
      }
    },
    { rootMargin: "800px" },
  );
  rest.forEach((host) => near.observe(host));
  // Who goes by the Tab key would pass over what is not there yet.
  addEventListener("focusin", () => rest.forEach((host) => soon(() => show(host))), { once: true });
  addEventListener("beforeprint", () => rest.forEach((host) => show(host)));
}

/** `?lesson=` goes to the timeline that offers it; to the first one otherwise, which says that there is none such.
 *  Alone in a frame, it offers no other. */
function lead(lesson, all) {
  const timelines = all.filter((host) => host.dataset.island === "timeline");
  const offers = (host) => (host.dataset.lessons ?? lesson).split(" ").includes(lesson);
  const host = timelines.find(offers) ?? timelines[0];
  if (!host) return;
  host.dataset.lesson = lesson;
  if (root.dataset.only) host.dataset.lessons = lesson;
  else host.scrollIntoView();
}

/** A timeline that offers a file says so by an event; what makes the file is fetched only then. */
document.addEventListener("playground:save", async (event) => {
  const [timeline] = event.composedPath();
  try {
    await (await import("./save.js")).save(timeline, event.detail);
  } catch (error) {
    timeline.dispatchEvent(new CustomEvent("playground:unsaved", { detail: event.detail.kind }));
    throw error;
  }
});

/** A fragment that is a schedule is played in the timeline that offers free play, or in the first one. The focus stays
 *  where it is. */
function follow() {
  const schedule = location.hash.slice(1);
  if (!/^v\d+(;|$)/.test(schedule)) return;
  const [shown] = islands.keys();
  const all = root.dataset.only ? [shown] : [...document.querySelectorAll("[data-island=timeline]")];
  const host = all.find((host) => "play" in host.dataset) ?? all[0];
  if (host?.dataset.island !== "timeline") return;
  const island = islands.get(host);
  host.dataset.schedule = schedule;
  if (island) island.open(schedule);
  else show(host);
  host.scrollIntoView();
}

/** After a panic the instance is gone, and the next call starts a fresh one: in new hosts, when the reader asks. */
function crashed() {
  const notice = document.getElementById("crashed");
  const stale = [...islands.keys()];
  islands.clear();
  const fresh = stale.map((host) => {
    const copy = host.cloneNode(true);
    host.replaceWith(copy);
    return copy;
  });
  notice.hidden = false;
  notice.querySelector("button").onclick = () => {
    notice.hidden = true;
    fresh.forEach((host) => show(host));
  };
}

try {
  const module = await import("./setnx-playground.js");
  await module.default();
  Island = module.Island;
  document.addEventListener("playground:lang", () => islands.forEach((island, host) => island.update(host)));
  window.addEventListener("error", ({ error }) => error instanceof WebAssembly.RuntimeError && crashed());
  start();
  root.dataset.wasm = "running";
} catch (error) {
  root.dataset.wasm = "failed";
  throw error;
}
