// The engine, once for all boxes of the page: its script, its wasm, the parts of it, and what follows a panic.

import { beside } from "./address.js";
import { whenIdle } from "./dom.js";
import { LoadError, compile, importing, mixed } from "./failure.js";

const SCRIPT = beside("setnx-playground.js");
const WASM = beside("setnx-playground_bg.wasm");
/** What the stack of a trap in the engine names: the module or, in Firefox, the script that compiled it. */
const NAMED = ["setnx-playground", beside("embed.js")];
/** The part that all boxes need: its words. */
export const MAIN = "bg";
/** Commands of a page's script. */
const CALLS = beside("calls.js");
/** Searches in a worker. */
const SEARCH = beside("search.js");

/** The boxes that are in the document. */
export const live = new Set();

/** What commands of a page's script need, once it is there and its part is linked. */
export let calls;
let coming;
/** Fetches it, once for all boxes. */
export const fetchCalls = () =>
  (coming ??= Promise.all([importing(CALLS), part("calls")])
    .then(([module]) => {
      module.enter(loaded, exports);
      calls = module;
    }, (error) => error)
    .finally(() => (coming = undefined)));

export let engine;
/** The engine, once for all boxes. After a failure the next box to ask tries again. */
export function load() {
  engine ??= start().catch((error) => {
    engine = undefined;
    throw error;
  });
  return engine;
}

async function start() {
  // A document alone, as jsdom makes one in Node, would leave every call without an answer.
  if (!(globalThis.Window && globalThis instanceof Window)) throw new LoadError("unknown", "There is no window here.");
  main = compile(WASM);
  main.catch(() => {});
  const module = await importing(SCRIPT);
  // Its words are on their way while it is, and so is what no box of the page can be shown without.
  const [first, ...others] = live;
  const needed = (first?.parts ?? []).filter((name) => others.every(({ parts }) => parts.includes(name)));
  [MAIN, ...needed].forEach((name) => filesOf(name, spoken, module).forEach((file) => moduleOf(file).catch(() => {})));
  const compiled = await main;
  try {
    await module.default({ module_or_path: compiled });
  } catch (error) {
    throw error instanceof WebAssembly.LinkError ? mixed(WASM, error) : error;
  }
  attend(module);
  return module;
}

/** The engine's script, the instance that its parts are linked to, and the files that are. After a panic there is
 *  another instance. */
export let loaded;
/** The main file, compiled or on its way. */
let main;
let exports;
/** The classes of islands, by the names of their elements. */
export let islands;
const linked = new Set();
function attend(module) {
  loaded = module;
  calls = undefined;
  islands ??= { "redis-prompt": guarded(module.PromptIsland), "lock-timeline": guarded(module.TimelineIsland) };
  linked.clear();
  module.fetch_parts_by((name) => part(name).catch((error) => module.settle_part(name, error.message)));
  module.search_by(search);
  exports = module.initSync();
}

/** Has a worker search, and returns what ends that; "" is told where there is no worker. */
function search(question, tell) {
  let stop = () => (stop = undefined);
  const all = [...linked].map(async (name) => [name, await moduleOf(name)]);
  Promise.all([import(SEARCH), main.then((file) => ["", file]), ...all]).then(
    ([{ begin }, ...compiled]) => stop && (stop = begin(question, tell, compiled)),
    () => stop && tell("", 0, 0),
  );
  return () => stop();
}

/** Compiled files of parts, by their names. */
const files = new Map();
/** A compiled module of a part. */
function moduleOf(file) {
  if (!files.has(file)) {
    const compiled = compile(beside(file), main);
    compiled.catch(() => files.delete(file));
    files.set(file, compiled);
  }
  return files.get(file);
}

/** The languages that boxes have asked for. */
const spoken = new Set();
/** The files of a part of the engine, its words in some languages among them: a `*` stands for the language. */
const filesOf = (name, langs, { PARTS } = loaded) => (PARTS?.[name] ?? []).flatMap((file) => (file.includes("*") ? [...langs].map((lang) => file.replace("*", lang)) : file));
const areLinked = (name, langs) => filesOf(name, langs).every((file) => linked.has(file));

/** Has all parts bring their words in this language too. What has come already may lack them: then they are fetched, and this
 *  returns a promise. */
export function speak(lang) {
  spoken.add(lang);
  const lacking = Object.keys(loaded?.PARTS ?? {}).filter((name) => areLinked(name, []) && !areLinked(name, [lang]));
  if (!lacking.length) return undefined;
  return Promise.all(lacking.map(part)).catch((error) => {
    spoken.delete(lang);
    throw error;
  });
}

/** Fetches a part of the engine, if need be, and links it. */
export async function part(name) {
  const module = await load();
  // Another box may ask for its language while the files are on their way, and a panic bring another instance.
  for (let lacking; (lacking = filesOf(name, spoken).filter((file) => !linked.has(file))).length; ) {
    const compiled = await Promise.all(lacking.map(moduleOf));
    lacking.forEach((file, i) => {
      if (linked.has(file)) return;
      link(file, compiled[i]);
      linked.add(file);
    });
  }
  module.settle_part(name);
  return module;
}

function link(file, compiled) {
  const from = WebAssembly.Module.imports(compiled)[0]?.module ?? "";
  try {
    new WebAssembly.Instance(compiled, { [from]: exports });
  } catch (error) {
    throw error instanceof WebAssembly.RuntimeError ? error : mixed(beside(file), error);
  }
}

/** Traps that were seen: a caller may pass one on. */
const handled = new WeakSet();
/** The class of islands that tell of a trap in any of their methods, even where the caller catches the error. */
function guarded(Island) {
  class Guarded extends Island {}
  for (const name of Object.getOwnPropertyNames(Island.prototype)) {
    if (name === "constructor") continue;
    Guarded.prototype[name] = function (a, b, c, d) {
      try {
        return Island.prototype[name].call(this, a, b, c, d);
      } catch (error) {
        crashed({ error });
        throw error;
      }
    };
  }
  return Guarded;
}

/** After a panic the instance is gone with all that stood in it. A fresh one is started at once: an observer of the old
 *  one that is called first would otherwise start it, and go on in it. */
export function crashed({ error, reason = error }) {
  if (!(reason instanceof WebAssembly.RuntimeError) || !NAMED.some((name) => `${reason.stack}`.includes(name))) return;
  if (!loaded || handled.has(reason)) return;
  handled.add(reason);
  // A trap that ran no hook, such as a stack overflow, has asked for no fresh instance.
  loaded.restart();
  loaded.begin();
  attend(loaded);
  live.forEach((box) => box.fall());
}

/** Fetches, once nothing else is to be done, what the boxes of this document will ask for, after the first sign that one of them is
 *  used: not where the reader saves data. */
let isAhead = false;
export function ahead() {
  if (isAhead || navigator.connection?.saveData) return;
  isAhead = true;
  whenIdle(
    async () => {
      isAhead = false;
      const asked = new Set([...live].flatMap((box) => box.ahead));
      for (const name of asked) await part(name).catch(() => {});
    },
    { timeout: 2000 },
  );
}
