// Advice for a page's author, in the console. Fetched when there is some.

import { warn } from "./modules/dom.js";

const SWITCHES = [
  ["Hugo", "markup.goldmark.extensions.typographer.disable = true"],
  ["Sphinx", "smartquotes = False"],
  ["mdBook", "output.html.smart-punctuation = false"],
  ["MkDocs", "no `smarty` in markdown_extensions"],
  ["Astro and Starlight", "markdown.smartypants: false"],
  ["VitePress and Eleventy", "typographer: false for markdown-it"],
  ["Jekyll", "kramdown's smart_quotes: ['apos', 'apos', 'quot', 'quot']"],
  ["WordPress", "a block of code or HTML, or add_filter('run_wptexturize', '__return_false')"],
];

const isTold = new WeakSet();

/** What an island tells of the lines that its author wrote, by the names of the events. */
export const told = { "setup-failed": setupFailed, typographic };

/** Names a line of `setup` that failed: whoever reads the page can do nothing about it. Behind the blocks of a page there
 *  are lines of other blocks, in which an author may show errors. */
function setupFailed(box, { line, text }) {
  if (!box.original) warn(`a line of \`setup\` failed: ${line}: ${text}`, box);
}

/** Names a typographic quote or dash in a line of the author's, once for each box, and what makes it one. */
function typographic(box, { line, mark }) {
  if (isTold.has(box)) return;
  isTold.add(box);
  const switches = SWITCHES.map(([name, setting]) => `${name}: ${setting}`).join("; ");
  warn(`${mark} is a typographic character, which Redis takes for a part of the word, in: ${line}. Write the line in a block of code, or switch off smart punctuation (${switches}).`, box);
}

/** Says that an attribute's value means nothing, and what counts instead. */
export function meaningless(box, name, value, words) {
  const one = Array.isArray(words) ? `one of ${words.join(", ")}` : "a number from 1";
  const usual = Array.isArray(words) ? words[0] : words || "a height of its own";
  warn(`${name}="${value}" means nothing, so it counts as ${usual}. It is ${one}.`, box);
}

/** Names the classes and attributes of the page's blocks of code, for selectors that match none. */
export function unmatched(selectors) {
  const seen = new Set();
  for (const block of document.querySelectorAll("pre, pre > code, form, .highlight, [data-language], [data-lang]")) {
    const { classList, localName, dataset } = block;
    const classes = [...classList].slice(0, 3).map((name) => `.${CSS.escape(name)}`);
    const data = ["language", "lang"].filter((name) => name in dataset).map((name) => `[data-${name}=${JSON.stringify(dataset[name])}]`);
    seen.add(`${localName}${classes.join("")}${data.join("")}`);
    if (seen.size >= 12) break;
  }
  const found = seen.size ? `The page's blocks are: ${[...seen].join(", ")}` : "The page has no block of code";
  warn(`data-upgrade matches nothing in this page: ${selectors.join(", ")}. ${found}.`);
}

/** Why a file did not come: the code for a program, and the message. `cause` is the error, or the answer of the host. */
export async function blamed(url, directive, refused, cause) {
  // Of a host that fails now and then: what it said to this request.
  const status = cause.status ?? performance.getEntriesByName(url).at(-1)?.responseStatus;
  if (status >= 400) return absent(url, status);
  if (refused.size) return ["policy", `The page's Content-Security-Policy refuses ${url}: ${directive} needs ${new URL(url).origin}.`];
  if (cause instanceof SyntaxError) return ["damaged", `${url} is no whole script: ${cause.message}`];
  const cors = await fetch(url, { method: "HEAD", cache: "no-store" }).catch(() => null);
  if (cors && !cors.ok) return absent(url, cors.status);
  const any = cors ?? (await fetch(url, { mode: "no-cors", cache: "no-store" }).catch(() => null));
  if (any?.type === "opaque") return ["cors", `${url} comes without the header Access-Control-Allow-Origin, which its host has to send to pages of other origins.`];
  const type = cors?.headers.get("content-type");
  if (/javascript/.test(type)) return ["damaged", `${url} comes, and yet is refused: the page names another digest for it, in an import map or as integrity.`];
  if (cors) return ["type", `${url} comes as ${type ?? "no media type"}, which the browser does not take for a script: its host has to send Content-Type: text/javascript.`];
  return ["network", `${url} could not be reached: ${cause.message}`];
}

/** A file that its host does not give: for good, or for now. */
const absent = (url, status) =>
  status < 500
    ? ["missing", `${url} is missing: its host answers ${status}. All files of the package belong in one folder.`]
    : ["network", `${url} could not be loaded: its host answers ${status}, which may pass.`];
