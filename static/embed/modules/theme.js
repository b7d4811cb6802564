// Whether a box stands on dark ground.

import { live } from "./engine.js";

/** How light a colour is, from 0 to 1; undefined where it is mostly transparent, or in a notation that is not known here. */
function lightness(colour) {
  const [, notation, rest] = /^([a-z]+)\((?:[a-z][\w-]* )?(.*)\)$/.exec(colour) ?? [];
  const numbers = rest?.match(/-?[\d.]+(?:e-?\d+)?/g)?.map(Number);
  if (!numbers || (numbers[3] ?? 1) < 0.5) return undefined;
  const [a, b, c] = numbers;
  const mixed = 0.2126 * a + 0.7152 * b + 0.0722 * c;
  if (/^rgba?$/.test(notation)) return mixed / 255;
  if (notation === "color") return mixed;
  if (/^ok/.test(notation)) return a - 0.1;
  return /^l/.test(notation) ? a / 100 : undefined;
}

/** How light an element's own background is, on an average of a gradient's colours; null where it has an image, whose
 *  colours nobody tells, and undefined where it has none. */
function ground({ backgroundColor, backgroundImage }) {
  const colours = backgroundImage.match(/\b(?:rgba?|color|oklab|oklch|lab|lch)\([^()]*\)/g) ?? [];
  const known = colours.map(lightness).filter((one) => one !== undefined);
  if (known.length) return known.reduce((sum, one) => sum + one) / known.length;
  return backgroundImage.includes("url(") ? null : lightness(backgroundColor);
}

/** How light the text around a box is: of the elements beside it, where the page colours those alone. */
function textAround(box) {
  const isText = (one) => one && !live.has(one) && one.textContent.trim() && ground(getComputedStyle(one)) === undefined;
  const beside = [box.previousElementSibling, box.nextElementSibling].filter(isText);
  const all = [box, ...beside].map((one) => lightness(getComputedStyle(one).color) ?? 0.5);
  return all.find((light) => Math.abs(light - all[0]) > 0.5) ?? all[0];
}

/** By the nearest background; where it is not known, by the text around, which is meant to be read on it; and where that
 *  is neither light nor dark, by what the browser paints below everything. */
export function isOnDark(box) {
  for (let at = box; at; at = at.assignedSlot ?? at.parentElement ?? at.getRootNode().host) {
    const light = ground(getComputedStyle(at));
    if (light === null) break;
    if (light !== undefined) return light < 0.5;
  }
  const text = textAround(box);
  return Math.abs(text - 0.5) > 0.1 ? text > 0.5 : (lightness(getComputedStyle(box).columnRuleColor) ?? 1) < 0.5;
}
