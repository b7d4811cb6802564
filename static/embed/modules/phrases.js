// What a box says before its engine does.

import { languageOf } from "./dom.js";

// words: embed

/** The language of a box: the one around it, or English. */
export const tongueOf = (box) => {
  const [primary] = languageOf(box).toLowerCase().split(/[-_]/);
  return primary in PHRASES ? primary : "en";
};
