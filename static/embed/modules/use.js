// Signs that a reader is about to use a box: the pointer or the focus comes near it, a key is pressed there, it is tapped.

import { hasPage, isNear } from "./surroundings.js";

/** So near is near: CSS pixels. */
const REACH_PX = 96;
/** A finger that scrolls has no `pointerup`. */
const SIGNS = ["pointermove", "pointerup", "focusin", "keydown"];

/** The boxes that wait for one: `use()` is called at the first near the box, or near the block that it stands for. */
export const unused = new Set();
if (hasPage) for (const type of SIGNS) addEventListener(type, findUsed, true);

function findUsed({ type, pointerType, clientX: x, clientY: y, target }) {
  const isTouch = pointerType === "touch";
  // Where nothing has the focus, a key is the page's.
  if (isTouch ? type === "pointermove" : target === document.body && type === "keydown") return;
  const at = pointerType ? new DOMRect(x, y) : target.getBoundingClientRect?.();
  const isThere = (element) => {
    const its = element.getBoundingClientRect();
    return Math.max(its.left - at.right, at.left - its.right, its.top - at.bottom, at.top - its.bottom) < (isTouch ? 0 : REACH_PX);
  };
  for (const box of unused) {
    if (!at || !(isThere(box) || isThere(box.block ?? box)) || !isNear(box)) continue;
    unused.delete(box);
    box.use();
  }
}
