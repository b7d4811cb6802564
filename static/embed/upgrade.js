// Makes live boxes of what stands in a page already: finds blocks by the author's selectors, reads commands and replies
// from their markup, and puts a <redis-prompt> behind each, which hides it while it is live. The block itself stays where
// it is: a framework that has made it finds it there when it changes or removes it. A block that holds no command of Redis
// stays as it is, and the console says why. A block whose replies are printed costs no more than this until its reader comes.

import { answersOf } from "./modules/answers.js";
import { beside } from "./modules/address.js";
import { TEXT_MAX, make, report, warn, whenIdle } from "./modules/dom.js";

/** What a prompt looks like, as `crates/cli/src/paste.rs` has it: the server's name or address, the database, a transaction. */
const PROMPT = /^[ \t]*(?:(?:redis|valkey|not connected|[\w.-]+:\d+|\[[\da-f:.]+\]:\d+)(?:\[\d+\])?(?:\(TX\))?>|\$ (?:redis|valkey)-cli +\S)/im;
/** What a bare line of a language that is named as Redis' begins with: a command's name, or the prompt of a plain client. */
const COMMAND = /^[ \t]*(?:> *)?[a-z][\w.|-]*(?: |$)/i;
/** A language, as highlighters write it into a class or an attribute. */
const LANGUAGE = /(?:^|[\s_-])(?:redis|valkey|redis-cli|valkey-cli)(?:$|[\s_-])|(?:^|\s|(?:language|lang|highlight|source)-)cli(?:$|\s)/i;
/** Asciidoctor's callouts at the end of a line, such as `# (1)`; and what is left of one whose number is an element. */
const CALLOUT = /[ \t]+(?:#|\/\/|;;|--)(?:[ \t]*\(\d+\))+[ \t]*$/gm;
const REST_OF_CALLOUT = /[ \t]+(?:#|\/\/|;;|--)[ \t]*$/gm;
/** What highlighters add to a text: line numbers, buttons, names of languages. */
const ADDED = "button, input, nav, style, script, svg, .ln, .lnt, .linenos, .lineno, .linenodiv, .line-number, .line-numbers-rows, .hljs-ln-numbers, .gutter, .lang, .copy, .copybtn, .toolbar-item, .buttons, .filename, figcaption, .conum, .conum + b";
/** What is a line of its own, or a part that others don't go on with. */
const LINES = "div, p, li, tr, pre, .line, .ec-line, .code-line, .token-line, .view-line";
/** What highlighters put around a block, and is replaced with it. */
const FRAMES = /(?:^|[\s_-])(?:highlight|highlighter|language|lang|code|codeblock|codehilite|chroma|shiki|lntable|lntd|linenos|rouge|toolbar|listing|example-wrap)/i;
/** What holds more than one block. */
const PARTS = "html, body, main, article, section, nav, aside, header, footer";
/** What may hold a block. */
const BLOCKS = "pre, code, form, textarea, [class*=example], [class*=highlight], [class*=language]";
/** Live boxes, blocks that have one, and what cannot be one for good. */
const LEFT = "redis-prompt, lock-timeline, [contenteditable], [data-upgraded]";
/** What a server of React leaves in a page that React is going to take over: Next, Gatsby. */
const TO_HYDRATE = "#__NEXT_DATA__, #___gatsby, [data-reactroot]";
/** The same as names of globals: Next, React Router, Remix; and of Vue: VitePress, Nuxt. */
const TO_HYDRATE_BY = ["__next_f", "__reactRouterContext", "__remixContext", "__VP_HASH_MAP__", "__NUXT__"];
/** How long React or Vue is waited for once the page has loaded, and how often it is looked at: milliseconds. */
const HYDRATION_MAX = 5000;
const HYDRATION_LOOK = 100;

/** What waits for another client, or for a time. */
const WAITS = /(?:^|> *)(?:b[lrz]\w*|\w*subscribe|monitor|wait\w*|client +pause|debug +sleep|xread\w* .*\bblock)\b/im;
/** How many blocks above one are tried, and how long one trial may take with the parts of the engine that it fetches:
 *  milliseconds. */
const ABOVE_MAX = 50;
const TRIAL_MS = 10_000;
/** The number of a line that ends a trial. */
const LAST = 0xffff_ffff;
/** How long the page is kept waiting at a time: milliseconds. */
const SLICE = 10;

/** What was looked at: not again. */
const seen = new WeakSet();
/** Found blocks that have a box: the element that it hides, the box, and the text and transcript that it was made of. */
const made = new Map();
/** All selectors that are valid, by the document or shadow root in which they are looked for. */
const roots = new Map();
let isScanning = false;
let hasFound = false;

/** Upgrades what these selectors, separated by commas, find now and later: in the document, or in this shadow root. */
export function upgrade(selectors, root = globalThis.document) {
  // A server that renders has no page to look at.
  if (!watch) return;
  // A page may have asked for this file alone.
  if (!customElements.get("redis-prompt")) import(beside("embed.js")).catch(report);
  const asked = roots.get(root) ?? roots.set(root, new Set()).get(root);
  for (const selector of separated(selectors)) {
    try {
      document.createDocumentFragment().querySelector(selector);
      asked.add(selector);
    } catch {
      warn(`data-upgrade has a selector that is not valid, and is left out: ${selector}`);
    }
  }
  const begin = () => {
    scan();
    watch.observe(root, { childList: true, characterData: true, subtree: true, attributeFilter: ["data-has-hydrated"] });
  };
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", begin, { once: true });
  else begin();
  if (document.readyState === "complete") review();
  else addEventListener("load", review, { once: true });
}

/** Tells the author of a page with blocks of Redis of which no selector finds one. A site names its script in every page,
 *  also in those without such a block. */
function review() {
  whenIdle(
    () => {
      scan();
      if (hasFound || isAwaited() || ![...document.querySelectorAll(BLOCKS)].some(isOfRedis)) return;
      const selectors = [...roots.values()].flatMap((asked) => [...asked]);
      import(beside("advice.js")).then(({ unmatched }) => unmatched(selectors), () => {});
    },
    { timeout: 2000 },
  );
}

/** Whether a block looks as one of Redis does: by its language, or by the prompt that it begins with. */
const isOfRedis = (block) => !block.closest(LEFT) && (PROMPT.test(block.textContent.trimStart().split("\n", 1)[0]) || LANGUAGE.test(language(block)));

/** The language that a highlighter has written at an element. */
const language = ({ className, dataset }) => `${className} ${dataset.lang ?? ""} ${dataset.language ?? ""}`;

/** Whether the page is still as its server wrote it, and a framework will compare it with what it would have written:
 *  Docusaurus says so. What is changed before that, it takes for a fault of its own. */
const isAwaited = () => document.documentElement.dataset.hasHydrated === "false";

/** Whether React or Vue will compare this block with what it would have written: until then React knows no node of it, and Vue
 *  has not marked the element that it takes over. */
function isToHydrate(found) {
  const loaded = performance.getEntriesByType("navigation")[0]?.loadEventEnd;
  if (loaded && performance.now() > loaded + HYDRATION_MAX) return false;
  if (!TO_HYDRATE_BY.some((name) => name in globalThis) && !document.querySelector(TO_HYDRATE)) return false;
  for (let node = found; node?.nodeType === Node.ELEMENT_NODE; node = node.parentNode) {
    if ("__vue_app__" in node) return false;
    const keys = Object.keys(node);
    const props = node[keys.find((key) => key.startsWith("__reactProps$"))];
    // What a component writes as HTML is React's up to the element that holds it.
    if (props) return node !== found && !props.dangerouslySetInnerHTML;
  }
  return true;
}

/** A page that changes by itself is looked at again when it has come to rest for a moment. */
const watch =
  globalThis.MutationObserver &&
  new MutationObserver((records) => {
    const isElement = ({ nodeType }) => nodeType === Node.ELEMENT_NODE;
    const isNews = ({ type, addedNodes, removedNodes }) => type === "attributes" || [...addedNodes].some(isElement) || (made.size > 0 && (type === "characterData" || removedNodes.length > 0));
    if (isScanning || !records.some(isNews)) return;
    isScanning = true;
    whenIdle(scan, { timeout: 200 });
  });

function scan() {
  isScanning = false;
  if (isAwaited()) return;
  const begun = performance.now();
  let isEarly = false;
  made.forEach(look);
  const all = [...roots].flatMap(([root, asked]) => (asked.size ? [...root.querySelectorAll([...asked].join())] : []));
  hasFound ||= all.length > 0;
  for (const found of all) {
    if (performance.now() - begun > SLICE) return void setTimeout(scan);
    // What is empty may be filled later; a column of line numbers never is.
    if (seen.has(found) || found.closest(LEFT) || found.querySelector("[data-upgraded]") || isAdded(found) || !(found.textContent.trim() || sourceOf(found))) continue;
    if (isToHydrate(found)) {
      isEarly = true;
      continue;
    }
    seen.add(found);
    const { transcript, problem } = found.textContent.length > TEXT_MAX ? { problem: "it is longer than a box takes" } : read(found);
    if (problem) warn(`a block that data-upgrade names stays as it is: ${problem}.`, found);
    else if (transcript) place(found, transcript);
  }
  if (isEarly) setTimeout(scan, HYDRATION_LOOK);
}

/** Takes a box away whose block has gone, or has another text: that of another page, where a framework uses its elements
 *  again. It is found anew then. */
function look(one, found) {
  const isThere = one.prompt.previousElementSibling === one.block;
  if (isThere && found.textContent === one.text) return;
  if (isThere && read(found).transcript === one.transcript) {
    one.text = found.textContent;
    return;
  }
  made.delete(found);
  seen.delete(found);
  one.prompt.remove();
  one.restore();
}

/** A block as a transcript, or why it is none. */
function read(block) {
  const texts = preformatted(block);
  if (!texts.length && block.matches(PARTS)) return { problem: "it is a part of the page, and holds no text that is set as it was written" };
  if (texts.length > 1) return { problem: "it holds several texts, of which each may be a box" };
  const transcript = isSpoken(block) ? spoken(block) : lined(texts[0] ?? block) || sourceOf(block);
  const first = transcript.split("\n").find((line) => line.trim() && !/^\s*#/.test(line));
  const named = [block, block.parentElement, block.querySelector("code"), block.closest("pre, figure, [class*=highlight]")];
  if (!first) return transcript ? { problem: "it holds no command" } : {};
  if (!texts.length && !block.closest("pre") && getComputedStyle(block).display === "inline") {
    return { problem: "it stands in a line of text" };
  }
  if (PROMPT.test(transcript)) return { transcript };
  if (!block.closest("[data-commands]") && !named.some((element) => element && LANGUAGE.test(language(element)))) {
    return { problem: "no line in it begins with a prompt such as `redis> `, and no class says that its language is redis" };
  }
  return COMMAND.test(first) ? { transcript } : { problem: `its first line is no command: ${first.trim().slice(0, 60)}` };
}

/** Whether a highlighter has added it. Slides of Marp stand in drawings, whose HTML is text as any other. */
const isAdded = (element) => (element.closest(ADDED)?.localName ?? "svg") !== "svg";

/** The texts in a found block that are set as they were written, but for a column of line numbers. */
function preformatted(block) {
  if (isSpoken(block) || block.closest("pre")) return [];
  return [...block.querySelectorAll("pre")].filter((pre) => !pre.parentElement.closest("pre") && !isAdded(pre) && lined(pre));
}

/** The lines of a form of redis.io whose script has not put them in. */
const sourceOf = (block) => block.dataset.cliSource?.trim() ?? "";

const isSpoken = (block) => block.querySelector(":scope > .command") !== null;

/** The boxes of Redis' documentation of 2013: a prompt, a command and a reply are elements beside each other. */
function spoken(block) {
  let text = "";
  for (const part of block.querySelectorAll(".prompt, .command, pre")) {
    const said = part.textContent.replaceAll("\u00a0", " ");
    if (part.closest("form")) continue;
    if (part.matches(".prompt")) text += `${said.trim()} `;
    else if (part.matches(".command")) text += `${/> $/.test(text) ? "" : "redis> "}${said.trim()}\n`;
    else text += `${said.replace(/\n$/, "")}\n`;
  }
  return text;
}

/** A text as its author wrote it, whatever a highlighter has made of it. */
function lined(block) {
  let text = "";
  const add = (node) => {
    if (node.nodeType === Node.TEXT_NODE) text += node.data;
    if (node.nodeType !== Node.ELEMENT_NODE || node.matches(ADDED)) return;
    if (node.matches("br")) text += "\n";
    else if (node.matches(LINES) && text && !text.endsWith("\n")) text += "\n";
    node.childNodes.forEach(add);
  };
  add(block);
  return text.replace(/\r\n?/g, "\n").replaceAll("\u00a0", " ").replace(block.querySelector?.(".conum") ? REST_OF_CALLOUT : CALLOUT, "").replace(/^\n+/, "").trimEnd();
}

/** Puts a box behind what stands around a found block, and hides that while the box is live. */
function place(found, transcript) {
  let block = isSpoken(found) || found.matches("form") ? found : (found.closest("pre") ?? preformatted(found)[0] ?? found);
  for (let [at, around] = [block, block.parentElement]; around && isAlone(at, around); [at, around] = [around, around.parentElement]) {
    if (FRAMES.test(around.className)) block = around;
  }
  const prompt = make("redis-prompt", { source: transcript });
  // Where another reply comes than the author's, the box says so and shows both.
  prompt.toggleAttribute("check", true);
  const { session } = (found.closest("[data-session]") ?? block).dataset;
  if (session) prompt.setAttribute("session", session);
  // Where the author's replies are there to read, the engine can wait until the reader comes to try them.
  const isPrinted = found.textContent.trim() && replies(transcript).some((lines) => lines.length);
  const load = found.closest("[data-load]")?.dataset.load ?? (isPrinted ? "touch" : "near");
  Object.assign(prompt, { block, load });
  // The distance to what is below is the box's, now, and that to what is above while the block is hidden.
  const { marginBlockStart, marginBlockEnd } = getComputedStyle(block);
  const before = block.getAttribute("style");
  const restore = () => {
    delete block.dataset.upgraded;
    if (before === null) block.removeAttribute("style");
    else block.style.cssText = before;
  };
  // What the box stands over keeps its room.
  prompt.original = (isShown, isOver) => {
    restore();
    block.dataset.upgraded = "";
    const isThere = isShown || isOver;
    if (isThere) block.style.marginBlockEnd = "0";
    if (!isShown) block.style.setProperty(isOver ? "visibility" : "display", isOver ? "hidden" : "none", "important");
    Object.assign(prompt.style, { marginBlockStart: isThere ? "0" : marginBlockStart, marginBlockEnd });
  };
  prompt.original(true);
  block.after(prompt);
  const one = { block, prompt, text: found.textContent, transcript, restore };
  if (!session) prompt.goOn = (module) => (one.story ??= above(one, module).then((lines) => (prompt.above = lines), () => {}));
  made.set(found, one);
}

/** The lines of the blocks above one, where it goes on from them: undefined where it begins by itself, which is tried first.
 *  Then the nearest block above is run before it, then the nearest two, and so on, on servers that nobody sees, until its
 *  author's replies come; so no more blocks are run than are needed. Where they never come whole, the most of them count. */
async function above(own, module) {
  const follows = (one, other) => one.prompt.compareDocumentPosition(other.prompt) & Node.DOCUMENT_POSITION_FOLLOWING;
  const root = own.prompt.getRootNode();
  const before = [...made.values()].filter((one) => one.prompt.goOn && one.prompt.getRootNode() === root && follows(one, own));
  const wanted = replies(own.transcript);
  const best = wanted.map((lines) => lines.length && lines.length + 1);
  const isWaiting = ({ transcript }) => WAITS.test(transcript);
  if (!before.length || !sum(best) || isWaiting(own)) return undefined;
  /** How much of each reply comes as it was written. */
  const judged = (log) => {
    const came = replies(log);
    return wanted.map((lines, at) => lines.length && lines.filter((line, row) => line === came[at]?.[row]).length + (lines.length === came[at]?.length));
  };
  let most = judged(await logOf(own, module));
  let [unseen, chosen] = ["", undefined];
  for (const one of before.sort((one, other) => (follows(one, other) ? 1 : -1)).slice(0, ABOVE_MAX)) {
    if (sum(most) === sum(best) || isWaiting(one)) break;
    unseen = (await logOf(one, module)) + unseen;
    const found = judged(await run(module, own, unseen));
    if (sum(found) > sum(most) && found.every((score, at) => score >= most[at])) [most, chosen] = [found, unseen];
  }
  return chosen;
}

const sum = (numbers) => numbers.reduce((sum, number) => sum + number, 0);

/** The lines of each reply in a transcript, as far as they can be compared as text: of older ones without the kind and quotes. */
function replies(transcript) {
  const all = [];
  const prompt = PROMPT.test(transcript) ? PROMPT : /^[ \t]*>/;
  for (const line of transcript.split("\n").map((line) => line.trim())) {
    if (!line || line.startsWith("#")) continue;
    if (!prompt.test(line)) all.at(-1)?.push(line.replace(/\(integer\) |"/g, ""));
    else if (!line.endsWith(">")) all.push([]);
  }
  return all;
}

/** What a block prints by itself: its lines, each behind a prompt. */
const logOf = (one, module) => (one.log ??= run(module, one));

/** Runs a block where nobody sees it, after other lines: what it prints. */
function run(module, { prompt, transcript }, unseen) {
  let island;
  let late;
  const ended = new Promise((resolve, reject) => {
    late = setTimeout(() => reject(new Error("A line takes too long.")), TRIAL_MS);
    const isLast = ({ asked }) => asked === LAST;
    const tell = (event, fields) => event === "answers" && answersOf(fields).some(isLast) && resolve();
    island = new module.PromptIsland(prompt, transcript, tell, unseen);
    island.run(LAST, "");
  });
  return ended
    .then(() => island.transcript())
    .finally(() => {
      clearTimeout(late);
      island?.free();
    });
}

/** Whether there is nothing else to read in what is around a block. */
function isAlone(block, around) {
  return around.matches("div, figure, table, tbody, tr, td") && [...around.childNodes].every((node) => node === block || !said(node));
}

/** What a reader would read in a node that is not there for the text alone. */
function said(node) {
  if (node.nodeType !== Node.ELEMENT_NODE) return node.nodeType === Node.TEXT_NODE ? node.data.trim() : "";
  return node.matches(ADDED) ? "" : lined(node).trim();
}

/** Selectors at the commas between them, not at those within brackets or quotes. */
function separated(selectors) {
  const parts = selectors.match(/(?:\\.|"(?:\\.|[^"])*"|'(?:\\.|[^'])*'|\((?:[^()]|\([^()]*\))*\)|\[(?:"[^"]*"|'[^']*'|[^\]])*\]|[^,])+/g);
  return (parts ?? []).map((part) => part.trim()).filter(Boolean);
}
