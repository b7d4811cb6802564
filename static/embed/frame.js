// What embed.html shows in somebody's iframe: one box, with the attributes that the address names. A plain script, since a
// module does not come to a sandboxed frame whose host leaves out a header, which has to be said by somebody. Its height
// goes to the page around, whose theme may come back; nothing else is said.
"use strict";
import { make } from "./modules/dom.js";

// words: frame lang title

const root = document.documentElement;
const params = new URLSearchParams(location.search);
const SHOWN_MAX = 60;

const oneOf = (...words) => ({ takes: words.join(" | "), has: (value) => words.includes(value) });
const language = oneOf(...Object.keys(PHRASES));
const upTo = (max) => ({ takes: `1 – ${max}`, has: (value) => /^\d{1,3}$/.test(value) && value >= 1 && value <= max });
const any = { takes: "", has: () => true };
const flag = oneOf("", "true", "false");
// <generated: cargo xtask elements>
const ELEMENTS = {
  prompt: {
    name: "redis-prompt",
    text: ["transcript", "text"],
    takes: { session: any, mode: oneOf("redis-7.0", "redis-8.4", "valkey-9"), setup: any, clients: upTo(9), controls: oneOf("full", "none"), rows: upTo(100), check: flag, load: oneOf("near", "touch"), autorun: oneOf("visible", "load", "off"), theme: oneOf("auto", "light", "dark"), lang: language, readonly: flag, transcript: any, text: any },
  },
  timeline: {
    name: "lock-timeline",
    text: ["text"],
    takes: { lesson: any, lessons: any, schedule: any, program: flag, search: oneOf("off", "panel", "table", "own"), clients: upTo(5), controls: oneOf("full", "steps", "none"), autorun: oneOf("visible", "load", "off"), theme: oneOf("auto", "light", "dark"), lang: language, readonly: flag, text: any },
  },
};
// </generated>
const FRAME = { element: oneOf(...Object.keys(ELEMENTS)), origin: { takes: "https://…", has: (value) => originOf(value) === value } };

function originOf(value) {
  try {
    return new URL(value).origin;
  } catch {
    return undefined;
  }
}

/** What the address says that is understood, and what is not. */
function read() {
  const asked = params.get("element");
  const element = ELEMENTS[FRAME.element.has(asked) ? asked : location.hash.length > 1 ? "timeline" : "prompt"];
  const all = new Map(Object.entries({ ...FRAME, ...element.takes }));
  const understood = {};
  const problems = [];
  for (const [name, value] of params) {
    const takes = all.get(name);
    if (!takes) problems.push({ problem: "name", said: name });
    else if (!takes.has(value)) problems.push({ problem: "value", said: `${name}=${value}`, takes: takes.takes });
    else understood[name] = value;
  }
  return { element, understood, problems };
}

const { element, understood, problems } = read();
const preferred = (navigator.languages ?? []).map((tag) => tag.toLowerCase().split("-")[0]);
const say = PHRASES[understood.lang ?? preferred.find(language.has) ?? "en"];
root.lang = say.lang;
document.title = say.title;
const wear = (theme) => (root.style.colorScheme = { light: "light", dark: "dark" }[theme] ?? "light dark");
wear(understood.theme);
const sheet = new CSSStyleSheet();
// A low frame is no phone on its side: its timeline keeps all controls.
sheet.replaceSync(`
  html { background: Canvas; color: CanvasText; }
  body { margin: 0; padding: 4px; font: 1rem/1.5 system-ui, sans-serif; }
  [data-problem] { margin: 0 0 8px; padding: 4px 12px; border-inline-start: 4px solid; overflow-wrap: anywhere; }
  p { margin: 4px 0; }
  main { --low: inline-block; }
  #still, [lang]:not(html, main *):not(:lang(${root.lang})) { display: none; }
`);
document.adoptedStyleSheets = [sheet];

/** Shows one of the page's own phrases, with what was said as text. */
function explain({ problem, said = "", takes = "" }) {
  const phrase = document.querySelector(`[data-problem=${problem}]`);
  const shown = phrase.hidden ? phrase : phrase.cloneNode(true);
  const letters = [...said];
  const short = letters.slice(0, SHOWN_MAX).join("") + (letters.length > SHOWN_MAX ? "…" : "");
  for (const place of shown.querySelectorAll("[data-said]")) place.textContent = short;
  for (const place of shown.querySelectorAll("[data-takes]")) place.textContent = takes;
  shown.hidden = false;
  if (shown !== phrase) document.querySelector("main").before(shown);
}

function show() {
  const box = make(element.name);
  const text = element.text.find((name) => name in understood);
  for (const [name, value] of Object.entries(understood)) {
    if (!element.text.includes(name) && !(name in FRAME) && value !== "false") box.setAttribute(name, value);
  }
  if (text) {
    box.append(make("pre", { textContent: understood[text] }));
  }
  document.querySelector("main").append(box);
  problems.slice(0, 10).forEach(explain);
}

/** Why embed.js does not come: the frame has no origin and its host does not allow for that, or it is not there. */
async function missed({ target }) {
  if (target.localName !== "script") return;
  const allowed = await fetch(target.src).catch(() => null);
  explain({ problem: allowed || origin !== "null" ? "missing" : "header" });
}

function tell() {
  // Whoever asks may be earlier than what there is to tell of.
  if (!document.body) return;
  const height = Math.ceil(document.body.getBoundingClientRect().height);
  if (parent !== window) parent.postMessage({ type: "setnx-playground:size", height }, understood.origin ?? "*");
}

document.addEventListener("error", missed, true);
document.addEventListener("DOMContentLoaded", () => {
  show();
  new ResizeObserver(tell).observe(document.body);
});
addEventListener("message", ({ source, data }) => {
  if (source !== parent) return;
  if (data?.type === "setnx-playground:fit") tell();
  if (data?.type !== "setnx-playground:theme" || !element.takes.theme.has(data.theme)) return;
  understood.theme = data.theme;
  wear(data.theme);
  document.querySelector("main")?.firstElementChild?.setAttribute("theme", data.theme);
});
