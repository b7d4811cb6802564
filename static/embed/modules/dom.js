// Small things that several scripts do with elements and texts.

/** More than this is shown as it is written, and not run: characters. */
export const TEXT_MAX = 1 << 20;

/** Once nothing else is to be done. */
export const whenIdle = (work, options) => (window.requestIdleCallback ?? setTimeout)(work, options);

/** Says something to the page's author. */
export const warn = (text, ...more) => console.warn(`setnx-playground: ${text}`, ...more);
/** Says what went wrong. */
export const report = ({ message }) => console.error(`setnx-playground: ${message}`);

export function make(name, properties, ...children) {
  const element = Object.assign(document.createElement(name), properties);
  element.append(...children);
  return element;
}

/** The text in an element as its author meant it: a line end for each `br`, without what the markup indents it by. */
export function written(element) {
  const copy = element.cloneNode(true);
  for (const part of copy.querySelectorAll(":scope > [slot]")) part.remove();
  for (const br of copy.querySelectorAll("br")) br.replaceWith("\n");
  const lines = copy.textContent.replace(/\r\n?/g, "\n").split("\n");
  const filled = lines.filter((line) => line.trim());
  const indent = filled.reduce((least, line) => Math.min(least, line.length - line.trimStart().length), Infinity);
  return filled.length ? lines.map((line) => line.slice(indent)).join("\n").replace(/^\n+/, "").trimEnd() : "";
}

/** The language around a box. `closest` stops at a shadow root, hence the second look. */
export const languageOf = (box) => box.closest("[lang]")?.lang ?? box.ownerDocument.documentElement.lang;

export function withResolvers() {
  const all = {};
  all.promise = new Promise((resolve, reject) => Object.assign(all, { resolve, reject }));
  return all;
}
