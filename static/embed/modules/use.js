// Signs that a reader is about to use a box: the pointer or the focus comes near it, a key is pressed there, it is tapped.

import { isNear } from "./surroundings.js";

/** So near is near: CSS pixels. */
const REACH_PX = 96;
/** Between two looks at where the pointer is: milliseconds. */
const LOOK_MS = 50;
/** A finger that scrolls has no `pointerup`. */
const SIGNS = ["pointermove", "pointerup", "focusin", "keydown"];

/** The boxes that wait for a sign. */
const unused = new Set();
let lastLook = 0;

/** Calls `box.use()` at the first sign near the box, or near the block that it stands for. */
export function awaitUse(box) {
  if (!unused.size) for (const type of SIGNS) addEventListener(type, findUsed, true);
  unused.add(box);
}

export function forgetUse(box) {
  unused.delete(box);
  if (!unused.size) for (const type of SIGNS) removeEventListener(type, findUsed, true);
}

function findUsed({ type, pointerType, timeStamp, clientX: x, clientY: y, target }) {
  const isTouch = pointerType === "touch";
  if (type === "pointermove") {
    if (isTouch || timeStamp < lastLook + LOOK_MS) return;
    lastLook = timeStamp;
  }
  // Where nothing has the focus, a key is the page's.
  if (x === undefined && (!target.getBoundingClientRect || target === document.body)) return;
  const sign = x === undefined ? target.getBoundingClientRect() : { left: x, right: x, top: y, bottom: y };
  const reach = isTouch ? 0 : REACH_PX;
  const isThere = (element) => {
    const { left, right, top, bottom } = element.getBoundingClientRect();
    return sign.left < right + reach && sign.right > left - reach && sign.top < bottom + reach && sign.bottom > top - reach;
  };
  for (const box of [...unused]) {
    if (![box, box.block ?? box].some(isThere) || !isNear(box)) continue;
    forgetUse(box);
    box.use();
  }
}
