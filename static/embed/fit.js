// For pages that show embed.html in an iframe: gives each such iframe the height that its content says it has. Messages
// of other windows, of other origins and of another shape mean nothing. An iframe's `data-theme`, which may change, is
// passed on to it. A plain script or a module: the first needs no header of the host that it comes from.
"use strict";
import { languageOf, make, report } from "./modules/dom.js";

// words: frame blank


const own = document.currentScript ?? [...document.scripts].find(({ src }) => /\/fit\.js(?:[?#]|$)/.test(src));
const FOLDER = new URL("./", own.src);
const HEIGHT_MAX = 10_000;
const frames = () => [...document.querySelectorAll("iframe")].filter(({ src }) => src.startsWith(FOLDER.href));
/** A frame that is sandboxed has no origin, which a message tells as "null". */
const originOf = (frame) =>
  !frame.hasAttribute("sandbox") || frame.sandbox.contains("allow-same-origin") ? FOLDER.origin : "null";

addEventListener("message", ({ source, origin, data }) => {
  const height = data?.height;
  if (data?.type !== "setnx-playground:size" || !Number.isFinite(height) || height < 0 || height > HEIGHT_MAX) return;
  const frame = frames().find((frame) => frame.contentWindow === source && originOf(frame) === origin);
  if (!frame) return;
  // With `box-sizing: border-box` the frame's own edges are part of its height.
  const edges = getComputedStyle(frame).boxSizing === "border-box" ? frame.offsetHeight - frame.clientHeight : 0;
  frame.style.height = `${height + edges}px`;
  pass(frame);
});

const say = ({ contentWindow }, message) => contentWindow?.postMessage(message, "*");
const pass = (frame) => frame.dataset.theme && say(frame, { type: "setnx-playground:theme", theme: frame.dataset.theme });
const changes = new MutationObserver((records) => frames().forEach((frame) => records.some(({ target }) => target === frame) && pass(frame)));
changes.observe(document, { subtree: true, attributeFilter: ["data-theme"] });

// A page that sends Cross-Origin-Embedder-Policy leaves such a frame blank unless the host of the frame allows it.
const told = new WeakSet();
function explain(frame) {
  if (told.has(frame)) return;
  told.add(frame);
  const headers = "Cross-Origin-Resource-Policy: cross-origin, Cross-Origin-Embedder-Policy: require-corp";
  const [primary] = languageOf(frame).toLowerCase().split(/[-_]/);
  const textContent = (PHRASES[primary] ?? PHRASES.en).blank(FOLDER.origin, headers);
  const text = make("p", { textContent });
  text.setAttribute("role", "status");
  frame.before(text);
  report({ message: textContent });
}
if ("ReportingObserver" in window) {
  const see = (reports) => reports.forEach((report) => frames().filter(({ src }) => src === report.toJSON().body.blockedURL).forEach(explain));
  new ReportingObserver(see, { types: ["coep"], buffered: true }).observe();
}

// Whoever was there first has said it to nobody.
for (const frame of frames()) say(frame, { type: "setnx-playground:fit" });
