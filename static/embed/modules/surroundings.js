// What a box follows: how near the reader is, and what the page around says of theme and language.

import { settled } from "./failure.js";
import { crashed, live } from "./engine.js";

/** Whether there is a page. A server that renders imports this file too, and then nothing here asks for a browser. */
export const hasPage = "document" in globalThis;
/** A box this near to the view, in CSS pixels, is got ready. */
const NEAR_PX = 400;

let turns = Promise.resolve();
/** A task of its own for each box, so that many of them never keep the reader's keys waiting. */
export const turn = (work) => {
  const done = turns.then(settled).then(work);
  turns = done.catch(() => {});
  return done;
};

/** Whether a box is that near now. An observer tells of it a frame later. What the browser has left out of its layout is far,
 *  and is not laid out for the question. */
export const isNear = (box) => {
  if (box.checkVisibility?.({ contentVisibilityAuto: true }) === false) return false;
  const { top, bottom } = box.getBoundingClientRect();
  return box.getClientRects().length > 0 && bottom > -NEAR_PX && top < innerHeight + NEAR_PX;
};
export const near =
  globalThis.IntersectionObserver &&
  new IntersectionObserver(
    // What a box says before it has begun is printed; its timeline would come too late for that.
    (entries) => entries.forEach(({ isIntersecting, target }) => isIntersecting && !matchMedia("print").matches && target.begin()),
    { rootMargin: `${NEAR_PX}px` },
  );

// What the page around changes: its theme or its language. One observer for all boxes.
const look = () => followAll(live);
const around = hasPage && new MutationObserver(look);
/** Boxes that wait far away, and do not know yet what the page around them says. */
const unsettled = new Set();
/** Lets boxes follow the page: live and near ones at once, the others in tasks that keep nobody waiting. */
export function followAll(boxes) {
  const all = [...boxes].map((box) => [box, box.island || isNear(box)]);
  if (all.some(([, isSeen]) => !isSeen) && !unsettled.size) setTimeout(settle);
  for (const [box, isSeen] of all) isSeen ? box.follow() : unsettled.add(box);
}
function settle() {
  const [box] = unsettled;
  unsettled.delete(box);
  if (box.isConnected) box.follow();
  if (unsettled.size) setTimeout(settle);
}
/** Boxes that have come to the document within one task. */
export const fresh = new Set();
/** A background that has come to its colour only now. */
const faded = ({ target }) => live.forEach((box) => target.contains(box) && box.follow());
const isDark = globalThis.matchMedia?.("(prefers-color-scheme: dark)");
export function join(box) {
  if (live.size === 0) {
    for (const element of [document.documentElement, document.body]) if (element) around.observe(element, { attributes: true });
    isDark?.addEventListener("change", look);
    document.addEventListener("transitionend", faded);
    addEventListener("error", crashed);
    addEventListener("unhandledrejection", crashed);
  }
  live.add(box);
}
export function leave(box) {
  live.delete(box);
  if (live.size > 0) return;
  around.disconnect();
  isDark?.removeEventListener("change", look);
  document.removeEventListener("transitionend", faded);
  removeEventListener("error", crashed);
  removeEventListener("unhandledrejection", crashed);
}
