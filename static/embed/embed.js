// Live boxes in any page: <redis-prompt> and <lock-timeline>. One module script; the engine beside it is fetched when
// the first box comes near the view or takes the focus, and its parts when a box needs them. What the author wrote in an
// element stays until its box is ready, and for good when it cannot be.

/** Whether there is a page. A server that renders imports this file too, and then nothing here asks for a browser. */
const hasPage = "document" in globalThis;

const beside = (name) => new URL(`./${name}`, import.meta.url).href;
const SCRIPT = beside("setnx-playground.js");
const WASM = beside("setnx-playground_bg.wasm");
/** Commands of a page's script. */
const CALLS = beside("calls.js");
/** Searches in a worker. */
const SEARCH = beside("search.js");
/** Advice for a page's author, which few pages need. */
const ADVICE = beside("advice.js");
/** A box this near to the view, in CSS pixels, is got ready. */
const NEAR_PX = 400;
/** More than this is shown as it is written, and not run: characters. */
const TEXT_MAX = 1 << 20;
/** Between the removal of a page's boxes and its address' change at most: milliseconds. */
const LEAVING_MS = 200;
/** Lines that wait while the engine is under way. */
const WAITING_MAX = 100;

const PHRASES = {
  en: {
    type: "Type a command",
    loading: "Loading…",
    waiting: (lines) => `Loading… ${lines} waiting`,
    start: "Start",
    again: "Try again",
    why: "For the author",
    failed: "This box could not be started, so what was written here stays as it is.",
    crashed: "The engine has stopped on an error of its own. What stood in this box is lost; it can start afresh.",
    long: "This text is too long to be run here, so it stands as it was written.",
    kept: (name, isLive) =>
      `${name ? `${name} is not in this playground` : "An earlier text of this session could not be run here"}, so this text stays as it was written.${isLive ? " The lines before it have been run below." : ""}`,
  },
  zh: {
    type: "输入命令",
    loading: "正在加载…",
    waiting: (lines) => `正在加载…，有 ${lines} 行在等待`,
    start: "开始",
    again: "重试",
    why: "给网页作者",
    failed: "这里的交互框没能启动，原有的文字保持不变。",
    crashed: "引擎因自身的错误停止了运行，这个框里的内容已经丢失，但可以重新开始。",
    long: "这段文字太长，不能在这里运行，因此按原样显示。",
    kept: (name, isLive) => `${name ? `这里不能执行 ${name}` : "同一会话中前面的内容无法在这里执行"}，因此原文保持不变。${isLive ? "它之前的各行已在下面执行。" : ""}`,
  },
};

/** What a box looks like before the engine has come: plain, in the colours of the page around it. The floating `.room`, of no
 *  height, alone gives the element its intrinsic sizes: 30 times the reader's text, or a third of it where less is free.
 *  `column-rule-color` shows nothing, and is read for what Canvas is there. */
const COVER = `
:host { display: block; column-rule-color: Canvas; }
:host([hidden]) { display: none; }
.room { all: initial; float: left; display: flex; flex-wrap: wrap; block-size: 0; max-inline-size: 100%; overflow: hidden; }
.room i { flex: none; inline-size: 10em; }
slot { display: block; contain: inline-size; white-space: pre-wrap; }
::slotted(pre) { white-space: pre-wrap; overflow-wrap: anywhere; }
.kept { all: initial; display: block; contain: inline-size; color: inherit; font: medium/1.6 system-ui, sans-serif; font-size: .9em; padding: .5em 0; }
.cover { all: initial; display: flex; contain: inline-size; flex-wrap: wrap; gap: .25em .75em; align-items: baseline; color: inherit; font: medium/1.6 ui-monospace, monospace; font-size: .9em; padding: .5em 0; }
.cover label { display: flex; flex: 1 1 8em; min-width: 0; white-space: pre; }
.cover input { all: unset; flex: 1; min-width: 0; border-bottom: 1px solid; font: inherit; }
.cover button { all: unset; padding: .25em .75em; border: 1px solid; border-radius: .4em; }
.cover details { flex: 1 1 100%; overflow-wrap: anywhere; }
.cover :focus-visible { outline: 2px solid; outline-offset: 2px; }
.cover p { margin: 0; flex: 1 1 100%; font-family: system-ui, sans-serif; }
.cover p:empty, .cover [hidden] { display: none; }
.cover .quiet:not(:focus-visible) { position: absolute; opacity: 0; pointer-events: none; }
@media print { .cover, .kept { display: none; } }
`;

/** The boxes that are in the document. */
const live = new Set();

/** What commands of a page's script need, once it is there and its part is linked. */
let calls;
let coming;
/** Fetches it, once for all boxes. */
const fetchCalls = () =>
  (coming ??= Promise.all([importing(CALLS), part("calls")])
    .then(([module]) => {
      module.enter(loaded, exports);
      calls = module;
    }, (error) => error)
    .finally(() => (coming = undefined)));

/** Imports a script of ours, or finds out why it does not come. */
const importing = (url) => withPolicy([url], (refused) => import(url).catch((error) => blame(url, "script-src", refused, error)));

/** What keeps a box from its engine: `code` for a program, the message for the page's author. */
class LoadError extends Error {
  constructor(code, message, cause) {
    super(message, { cause });
    this.name = "PlaygroundError";
    this.code = code;
  }
}

let engine;
/** The engine, once for all boxes. After a failure the next box to ask tries again. */
function load() {
  engine ??= start().catch((error) => {
    engine = undefined;
    throw error;
  });
  return engine;
}

async function start() {
  // A document alone, as jsdom makes one in Node, would leave every call without an answer.
  if (!(globalThis.Window && globalThis instanceof Window)) throw new LoadError("unknown", "There is no window here.");
  const compiled = compile(WASM);
  compiled.catch(() => {});
  const module = await importing(SCRIPT);
  main = await compiled;
  try {
    await module.default({ module_or_path: main });
  } catch (error) {
    throw error instanceof WebAssembly.LinkError ? mixed(WASM, error) : error;
  }
  attend(module);
  return module;
}

/** The engine's script, the instance that its parts are linked to, and the files that are. After a panic there is
 *  another instance. */
let loaded;
let main;
let exports;
let Island;
const linked = new Set();
function attend(module) {
  loaded = module;
  calls = undefined;
  Island ??= guarded(module.Island);
  linked.clear();
  module.fetch_parts_by((name) => part(name).catch((error) => module.settle_part(name, error.message)));
  module.search_by(search);
  exports = module.initSync();
}

/** Has a worker search, and returns what ends that; "" is told where there is no worker. */
function search(question, tell) {
  let stop = () => (stop = undefined);
  const all = [...linked].map(async (name) => [name, await moduleOf(name)]);
  Promise.all([import(SEARCH), ["", main], ...all]).then(
    ([{ begin }, ...compiled]) => stop && (stop = begin(question, tell, compiled)),
    () => stop && tell("", 0, 0),
  );
  return () => stop();
}

/** Compiled files of parts, by their names. */
const files = new Map();
/** A compiled module of a part. Small ones stand in the sections of one file: `FILE#SECTION`. */
async function moduleOf(name) {
  const [file, section] = name.split("#");
  if (!files.has(file)) files.set(file, compile(beside(file)));
  const compiled = await files.get(file).catch((error) => {
    files.delete(file);
    throw error;
  });
  return section ? new WebAssembly.Module(WebAssembly.Module.customSections(compiled, section)[0]) : compiled;
}

/** Fetches a part of the engine, if need be, and links it. */
async function part(name) {
  const module = await load();
  const needed = module.PARTS?.[name] ?? [];
  const compiled = await Promise.all(needed.map(async (name) => [name, linked.has(name) || (await moduleOf(name))]));
  for (const [name, one] of compiled) {
    // Another panic may have come meanwhile, and the instance with it.
    if (linked.has(name)) continue;
    link(name, one === true ? await moduleOf(name) : one);
    linked.add(name);
  }
  module.settle_part(name);
  return module;
}

/** Whether a part of the engine can be used within this call. */
const isLinked = (name) => loaded?.PARTS?.[name]?.every((file) => linked.has(file)) ?? !!loaded;

function link(file, compiled) {
  const from = WebAssembly.Module.imports(compiled)[0]?.module ?? "";
  try {
    new WebAssembly.Instance(compiled, { [from]: exports });
  } catch (error) {
    throw error instanceof WebAssembly.RuntimeError ? error : mixed(beside(file.split("#")[0]), error);
  }
}

/** Parts of two builds share no names: the exported memory's has a digest of the build. */
const mixed = (url, cause) => new LoadError("mixed", `${url} is of another build than the files beside it: all files of one build belong in one folder, and a cache may have kept an older one. ${cause.message}`, cause);

/** Calls `work` with the directives of the page's policy that refuse one of these addresses meanwhile. */
async function withPolicy(urls, work) {
  const refused = new Set();
  const hear = ({ blockedURI, effectiveDirective }) => {
    if ([...urls, "wasm-eval"].includes(blockedURI)) refused.add(effectiveDirective);
  };
  document.addEventListener("securitypolicyviolation", hear);
  try {
    return await work(refused);
  } finally {
    document.removeEventListener("securitypolicyviolation", hear);
  }
}

const compile = (url) => withPolicy([url], (refused) => compiled(url, refused));

async function compiled(url, refused) {
  const response = await fetch(url).catch((error) => blame(url, "connect-src", refused, error));
  if (!response.ok) await blame(url, "connect-src", refused, response);
  const type = (response.headers.get("content-type") ?? "").split(";")[0].trim();
  const isNamed = type === "application/wasm";
  if (!isNamed) console.warn(`setnx-playground: ${url} comes as ${type || "no media type"}; it starts faster as application/wasm, which its host has to say in Content-Type.`);
  try {
    return await (isNamed ? WebAssembly.compileStreaming(response) : WebAssembly.compile(await response.arrayBuffer()));
  } catch (error) {
    await settled();
    if (refused.size || /content security policy|unsafe-eval/i.test(error.message)) {
      throw new LoadError("policy", "The page's Content-Security-Policy refuses WebAssembly: script-src needs 'wasm-unsafe-eval'.", error);
    }
    throw new LoadError("damaged", `${url} is no whole WebAssembly module${isNamed ? "" : ` (it came as ${type || "no media type"})`}: ${error.message}`, error);
  }
}

/** Finds out why a file did not come, and throws it. A browser says no more than that it failed. */
async function blame(url, directive, refused, cause) {
  await settled();
  const found = await import(ADVICE).then(({ blamed }) => blamed(url, directive, refused, cause)).catch(() => ["network", `${url} could not be reached.`]);
  throw new LoadError(...found, cause);
}

/** A violation of the policy is told in a task of its own. */
const settled = () => new Promise((resolve) => setTimeout(resolve));

let turns = Promise.resolve();
/** A task of its own for each box, so that many of them never keep the reader's keys waiting. */
const turn = (work) => {
  const done = turns.then(settled).then(work);
  turns = done.catch(() => {});
  return done;
};

/** Whether a box is that near now. An observer tells of it a frame later. What the browser has left out of its layout is far,
 *  and is not laid out for the question. */
const isNear = (box) => {
  if (box.checkVisibility?.({ contentVisibilityAuto: true }) === false) return false;
  const { top, bottom } = box.getBoundingClientRect();
  return box.getClientRects().length > 0 && bottom > -NEAR_PX && top < innerHeight + NEAR_PX;
};
const near =
  globalThis.IntersectionObserver &&
  new IntersectionObserver(
    (entries) => entries.forEach(({ isIntersecting, target }) => isIntersecting && target.begin()),
    { rootMargin: `${NEAR_PX}px` },
  );

// What the page around changes: its theme or its language. One observer for all boxes.
const look = () => followAll(live);
const around = hasPage && new MutationObserver(look);
/** Boxes that wait far away, and do not know yet what the page around them says. */
const unsettled = new Set();
/** Lets boxes follow the page: live and near ones at once, the others in tasks that keep nobody waiting. */
function followAll(boxes) {
  const all = [...boxes].map((box) => [box, box.island || isNear(box)]);
  if (all.some(([, isSeen]) => !isSeen) && !unsettled.size) setTimeout(settle);
  for (const [box, isSeen] of all) isSeen ? box.follow() : unsettled.add(box);
}
function settle() {
  const [box] = unsettled;
  unsettled.delete(box);
  if (box.isConnected) box.follow();
  if (unsettled.size) setTimeout(settle);
}
/** Boxes that have come to the document within one task. */
const fresh = new Set();
/** A background that has come to its colour only now. */
const faded = ({ target }) => live.forEach((box) => target.contains(box) && box.follow());
const isDark = globalThis.matchMedia?.("(prefers-color-scheme: dark)");
function join(box) {
  if (live.size === 0) {
    for (const element of [document.documentElement, document.body]) if (element) around.observe(element, { attributes: true });
    isDark?.addEventListener("change", look);
    document.addEventListener("transitionend", faded);
    addEventListener("error", crashed);
    addEventListener("unhandledrejection", crashed);
  }
  live.add(box);
}
function leave(box) {
  live.delete(box);
  if (live.size > 0) return;
  around.disconnect();
  isDark?.removeEventListener("change", look);
  document.removeEventListener("transitionend", faded);
  removeEventListener("error", crashed);
  removeEventListener("unhandledrejection", crashed);
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
function crashed({ error, reason = error }) {
  if (!(reason instanceof WebAssembly.RuntimeError) || !`${reason.stack}`.includes("setnx-playground")) return;
  if (!loaded || handled.has(reason)) return;
  handled.add(reason);
  // A trap that ran no hook, such as a stack overflow, has asked for no fresh instance.
  loaded.restart();
  loaded.begin();
  attend(loaded);
  live.forEach((box) => box.fall());
}

/** Fetches, once nothing else is to be done, what the boxes of this document will ask for: not where the reader saves
 *  data. */
let isAhead = false;
function ahead() {
  if (isAhead || navigator.connection?.saveData) return;
  isAhead = true;
  (window.requestIdleCallback ?? setTimeout)(
    async () => {
      isAhead = false;
      const asked = new Set([...live].flatMap((box) => box.ahead));
      for (const name of asked) await part(name).catch(() => {});
    },
    { timeout: 2000 },
  );
}

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
  const isText = (one) => one && !(one instanceof Box) && one.textContent.trim() && ground(getComputedStyle(one)) === undefined;
  const beside = [box.previousElementSibling, box.nextElementSibling].filter(isText);
  const all = [box, ...beside].map((one) => lightness(getComputedStyle(one).color) ?? 0.5);
  return all.find((light) => Math.abs(light - all[0]) > 0.5) ?? all[0];
}

/** A style sheet of a document, which no other accepts; an element where none can be constructed. */
function sheetOf(document, css) {
  let sheet;
  try {
    sheet = new document.defaultView.CSSStyleSheet();
    sheet.replaceSync(css);
  } catch {
    sheet = make("style");
    sheet.replaceSync = (css) => (sheet.textContent = css);
    sheet.replaceSync(css);
  }
  return sheet;
}

/** The styles of covers by their document. */
const covers = new WeakMap();
const coverOf = (document) => covers.get(document) ?? (covers.set(document, sheetOf(document, COVER)), covers.get(document));

/** Sessions in which a block of the page could not be run, so that those after it would have other replies. */
const broken = new Set();

/** The page that the sessions belong to. A site that loads its pages by script changes the address alone, behind `#` in some. */
let page;
function turnPage() {
  const { pathname, hash } = location;
  const shown = pathname + (/^#[!/]/.test(hash) ? hash : "");
  if (shown === page) return;
  page = shown;
  broken.clear();
  loaded?.leave_page();
}

/** What both kinds of boxes have in common. */
class Box extends (globalThis.HTMLElement ?? Object) {
  // <generated: cargo xtask elements>
  /** Attributes that count at the beginning: a change begins anew. */
  static begins = ["session", "mode", "setup", "clients", "check", "history", "lesson", "lessons", "schedule", "program", "search"];
  static observedAttributes = [...this.begins, "controls", "rows", "autorun", "theme", "lang", "readonly"];
  /** Attributes that are properties as well: a text, a number that is this one without the attribute, a flag, or one of these words, the first without it. */
  static reflected = {
    "redis-prompt": { session: null, mode: ["redis-7.0", "redis-8.4", "valkey-9"], setup: null, clients: 1, controls: ["full", "none"], rows: 0, check: true, history: true, autorun: ["visible", "load", "off"], theme: ["auto", "light", "dark"], readonly: true },
    "lock-timeline": { lesson: null, lessons: null, program: true, search: ["off", "panel", "table"], clients: 3, controls: ["full", "steps", "none"], autorun: ["visible", "load", "off"], theme: ["auto", "light", "dark"], readonly: true },
  };
  // </generated>

  #island;
  #state = "still";
  #sheet;
  #parts = {};
  #calls = [];
  #ready = withResolvers();

  constructor() {
    super();
    this.#ready.promise.catch(() => {});
    this.attachShadow({ mode: "open" });
    this.shadowRoot.addEventListener("focusin", () => this.begin());
    this.shadowRoot.addEventListener("playground:save", save);
    // The page sees the box as the target, and no field: a shortcut of the page would take what is typed here.
    for (const type of ["keydown", "keypress", "keyup"]) this.shadowRoot.addEventListener(type, own);
  }

  connectedCallback() {
    // A property that was set before the element was defined would hide that of the class.
    for (const name of Object.keys(this)) {
      if (!(name in this.constructor.prototype)) continue;
      const value = this[name];
      delete this[name];
      this[name] = value;
    }
    join(this);
    this.#dress();
    if (this.#island) {
      this.#island.connect(this);
      return this.follow();
    }
    this.#cover();
    // Many boxes come at once, and the layout that they ask for is one.
    if (!fresh.size)
      queueMicrotask(() => {
        const boxes = [...fresh].filter((box) => box.isConnected);
        fresh.clear();
        followAll(boxes);
        boxes.forEach((box) => box.arm());
      });
    fresh.add(this);
  }

  disconnectedCallback() {
    leave(this);
    near?.unobserve(this);
    this.#island?.disconnect();
    // A site may remove the old page before the address changes.
    setTimeout(turnPage, LEAVING_MS);
  }

  attributeChangedCallback(name, before, now) {
    if (before === now || !this.isConnected) return;
    if (Box.begins.includes(name)) this.#renew();
    else this.#followSoon();
  }

  /** Follows all attributes that change within one task. */
  #followSoon() {
    if (this.#parts.isFollowing) return;
    this.#parts.isFollowing = true;
    queueMicrotask(() => {
      this.#parts.isFollowing = false;
      if (!this.isConnected) return;
      this.arm();
      this.follow();
    });
  }

  /** Style sheets of the document that the box is in now, and with them the size of the reader's text. */
  #dress() {
    const { ownerDocument: document, shadowRoot } = this;
    if (this.#parts.document === document || !document.defaultView) return;
    this.#parts.document = document;
    this.#sheet = sheetOf(document, "");
    this.#parts.css = undefined;
    if (this.#sheet.nodeType) this.#room.append(sheetOf(document, COVER), this.#sheet);
    else shadowRoot.adoptedStyleSheets = [coverOf(document), this.#sheet];
  }

  /** What gives the element its intrinsic sizes, and shows how large the reader wants text, whatever the page has made of
   *  it. */
  get #room() {
    this.#parts.room ??= make("div", { className: "room" }, make("i"), make("i"), make("i"));
    return this.#parts.room;
  }

  /** Resolves when the box is live; rejects with what keeps it from that. */
  get ready() {
    return this.#ready.promise;
  }

  /** What the box begins with, where that is not the text in the element. */
  get source() {
    return this.#parts.source ?? written(this);
  }
  set source(text) {
    this.#parts.source = text == null ? undefined : `${text}`;
    if (this.isConnected) this.#renew();
  }

  get isLive() {
    return this.#island && !this.#parts.renewing && !this.#parts.pause;
  }

  /** Lets all calls wait until this has come, and what is typed from now on wait behind them. */
  pause(until) {
    this.#island?.hold(true);
    const pause = Promise.all([this.#parts.pause, until]).then(() => {
      if (this.#parts.pause !== pause) return;
      this.#parts.pause = undefined;
      if (!this.isLive) return;
      this.#settleCalls();
      this.#island.hold(false);
    });
    this.#parts.pause = pause;
  }

  /** Calls `work` with the island: now if it is live, or else once it is, in the order of the calls. */
  withIsland(work) {
    if (this.isLive) return work(this.#island);
    if (this.#state === "kept" && !this.#parts.renewing) throw this.#keptError();
    if (this.#state === "fallen") throw this.#parts.error;
    this.begin();
    return new Promise((resolve, reject) => this.#calls.push({ work, resolve, reject }));
  }

  #keptError() {
    return new LoadError("kept", "This block of the page stays as it was written, so nothing runs in it.");
  }

  /** Makes the calls that have waited for the island, or ends them with an error. */
  #settleCalls(error) {
    for (const { work, resolve, reject } of this.#calls.splice(0)) {
      try {
        if (error) throw error;
        resolve(work(this.#island));
      } catch (reason) {
        reject(reason);
      }
    }
  }

  /** Begins anew, as the author left it. */
  reset() {
    if (this.#island && this.#parts.begun === this.source && this.restart) this.restart(this.#island);
    else this.#renew();
  }

  /** The island, when it is there. Only for the elements below. */
  get island() {
    return this.#island;
  }

  /** Fetches the engine, if need be, and shows the box. */
  begin() {
    if (this.#state !== "still") return;
    this.#state = "loading";
    near?.unobserve(this);
    this.#say();
    this.#load()
      .then((module) => turn(() => this.#show(module)))
      .catch((error) => this.#fail(error, "failed"));
  }

  /** The engine with the parts that the box cannot do without. */
  #load() {
    const parts = this.parts.map(part);
    parts.forEach((each) => each.catch(() => {}));
    return Promise.all([load(), ...parts]).then(async ([module]) => {
      for (let name; (name = module.lacking(this, this.source)); ) await part(name);
      // An upgraded block may need what those above it have written.
      await this.goOn?.(module);
      return module;
    });
  }

  /** The parts of the engine without which no such box can be shown. What it begins with may need more. */
  get parts() {
    return [];
  }

  /** Those that it will ask for. */
  get ahead() {
    return this.getAttribute("autorun") === "off" ? [] : this.parts;
  }

  /** What the page around says of theme, size of text and language. */
  follow() {
    const theme = this.getAttribute("theme");
    const dark = theme === "dark" || (theme !== "light" && this.#isOnDark());
    const rows = Number.parseInt(this.getAttribute("rows"), 10);
    const rem = Number.parseFloat(getComputedStyle(this.#room).fontSize);
    const rules = [`color-scheme: ${dark ? "dark" : "light"}`, `--rem: ${rem || 16}px`];
    // 1.495 is a line of the log: the small text times its height.
    if (rows > 0 && rows <= 100) rules.push(`--screen: calc(var(--rem) * ${rows * 1.495 + 2})`);
    const css = `.seat { ${rules.join("; ")} }`;
    if (css !== this.#parts.css) this.#sheet?.replaceSync((this.#parts.css = css));
    const shown = JSON.stringify([languageOf(this), this.getAttribute("controls"), this.getAttribute("readonly")]);
    if (shown !== this.#parts.shown) {
      this.#parts.shown = shown;
      this.#island?.update(this);
    }
    this.#say();
  }

  /** The engine has fallen: what the author wrote is shown again. */
  fall() {
    if (!this.#island) return;
    this.#island = undefined;
    this.left();
    this.#fail(new LoadError("crash", "The engine has stopped on an error of its own."), "crashed");
    this.#cover();
    this.#say();
  }

  /** By the nearest background; where it is not known, by the text around, which is meant to be read on it; and where that
   *  is neither light nor dark, by what the browser paints below everything. */
  #isOnDark() {
    for (let at = this; at; at = at.assignedSlot ?? at.parentElement ?? at.getRootNode().host) {
      const light = ground(getComputedStyle(at));
      if (light === null) break;
      if (light !== undefined) return light < 0.5;
    }
    const text = textAround(this);
    return Math.abs(text - 0.5) > 0.1 ? text > 0.5 : (lightness(getComputedStyle(this).columnRuleColor) ?? 1) < 0.5;
  }

  /** Begins where it is time for that, or waits until it is. */
  arm() {
    if (this.#state !== "still" || !this.isConnected) return;
    const autorun = this.getAttribute("autorun");
    near?.unobserve(this);
    // Reveal lays its slides out for paper: what is far is printed too.
    if (autorun === "load" || /print-pdf|view=print/.test(location.search)) this.begin();
    else if (autorun !== "off") {
      near?.observe(this);
      if (!engine && isNear(this)) this.#load().catch(() => {});
    }
    this.#say();
  }

  /** Another island in place of this one, in a moment: several attributes may change at once. */
  #renew() {
    // A box that another text has kept from its engine may go on with this one.
    if (this.#state === "fallen" && this.#parts.phrase === "long") {
      this.#again();
      return this.arm();
    }
    if (!(this.#island || this.#state === "kept") || this.#parts.renewing) return;
    this.#parts.renewing = true;
    this.#promise();
    queueMicrotask(() => {
      this.#parts.renewing = false;
      // After a crash the reader decides.
      if (this.#state !== "ready" && this.#state !== "kept") return;
      this.#island?.disconnect();
      this.#island?.free();
      this.#island = undefined;
      this.left();
      this.#state = "loading";
      this.#load()
        .then((module) => this.#show(module))
        .catch((error) => this.#fail(error, "failed"));
    });
  }

  #cover() {
    this.original?.(true);
    if (this.#parts.cover) return void this.shadowRoot.replaceChildren(this.#room, ...this.#parts.slots, this.#parts.cover);
    const slot = make("slot");
    // What an author says to readers without the engine, beside what the box begins with.
    const waiting = make("slot", { name: "waiting" });
    const form = make("form", { className: "cover" });
    const prompt = make("label", { textContent: "redis> " });
    const input = make("input", { type: "text", autocomplete: "off", spellcheck: false });
    input.setAttribute("autocapitalize", "off");
    const button = make("button", { type: "button" });
    const status = make("p");
    status.setAttribute("role", "status");
    const why = make("details", {}, make("summary"), make("span"));
    prompt.append(input);
    form.append(...(this.takesLines ? [prompt] : []), button, status, why);
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.begin();
      if (this.#parts.lines.length >= WAITING_MAX) return;
      if (input.value) this.#parts.lines.push(input.value);
      input.value = "";
      this.#say();
    });
    button.addEventListener("click", () => {
      if (this.#state === "fallen") this.#again();
      this.begin();
    });
    Object.assign(this.#parts, { slots: [slot, waiting], cover: form, prompt, input, button, status, why, lines: [] });
    this.shadowRoot.replaceChildren(this.#room, slot, waiting, form);
  }

  /** What the cover says: what can be done, how far it is, what went wrong. */
  #say() {
    const { cover, prompt, input, button, status, why, lines, trouble, phrase, note, name } = this.#parts;
    const lang = /^zh/i.test(languageOf(this)) ? "zh" : "en";
    const say = PHRASES[lang];
    if (note) note.textContent = say.kept(name, this.#state === "ready");
    if (!cover?.isConnected) return;
    const isLoading = this.#state === "loading";
    prompt.hidden = this.hasAttribute("readonly") || this.#state === "fallen";
    input.setAttribute("aria-label", say.type);
    button.textContent = isLoading ? say.loading : this.#state === "fallen" ? say.again : say.start;
    // A page may have many: each is named by what its author wrote first.
    const [about] = (this.querySelector(`[lang|="${lang}"]`)?.textContent ?? this.#parts.source ?? this.textContent).trim().slice(0, 60).split("\n");
    button.setAttribute("aria-label", button.textContent + (about && `: ${about}`));
    // What has the focus keeps it: the box takes it over.
    button.hidden = isLoading && this.shadowRoot.activeElement !== button;
    // The Tab key finds a box that is not near yet.
    button.className = this.#state === "still" && this.getAttribute("autorun") !== "off" ? "quiet" : "";
    const text = isLoading ? (lines.length ? say.waiting(lines.length) : say.loading) : phrase ? say[phrase] : "";
    if (status.textContent !== text) status.textContent = text;
    // A reader can do nothing about an address or a header.
    why.hidden = isLoading || !phrase;
    why.firstChild.textContent = say.why;
    why.lastChild.textContent = trouble;
  }

  /** Shows the box within this call, if all that it needs is there. An upgraded block stays as it was written. */
  showAtOnce() {
    if (this.original || this.#state !== "still" || !loaded || !this.parts.every(isLinked) || loaded.lacking(this, this.source)) return;
    near?.unobserve(this);
    this.#show(loaded);
  }

  async #show(module) {
    if (this.#state === "ready" || !this.isConnected) return void (this.#state === "loading" && (this.#state = "still"));
    const { input, lines } = this.#parts;
    const source = this.source;
    turnPage();
    for (const [what, { length }] of Object.entries({ "The text": source, "The attribute `setup`": this.getAttribute("setup") ?? "" })) {
      if (length > TEXT_MAX) return this.#fail(new LoadError("long", `${what} has ${length} characters; a box takes ${TEXT_MAX}.`), "long");
    }
    const kept = this.#keep(module, source);
    const had = this.shadowRoot.activeElement !== null;
    const draft = input.value;
    const self = new WeakRef(this);
    this.#parts.begun = source;
    this.original?.(kept !== undefined);
    this.shadowRoot.replaceChildren(this.#room, ...(kept ? [this.#parts.slots[0], this.#parts.note] : []));
    if (kept && !kept.unseen) {
      this.#state = "kept";
      this.#say();
      this.#settleCalls(this.#keptError());
      return this.#ready.resolve(this);
    }
    const tell = (...parts) => queueMicrotask(() => self.deref()?.tell(...parts));
    this.#island = new Island(this, kept ? "" : source, tell, kept?.unseen ?? this.above);
    this.#island.connect(this);
    this.#state = "ready";
    this.#parts.phrase = undefined;
    this.follow();
    for (const line of lines.splice(0)) this.run(line);
    if (this.isLive) this.#settleCalls();
    if (draft || had) await this.#handOver(draft, had);
    this.#ready.resolve(this);
    this.emit("playground-ready", {});
    ahead();
    this.#advise();
  }

  /** Tells the author which attributes have a value that means nothing. */
  #advise() {
    for (const [name, kind] of Object.entries(Box.reflected[this.localName])) {
      const value = this.getAttribute(name);
      const means = Array.isArray(kind) ? kind.includes(value) : typeof kind !== "number" || value > 0;
      if (value && !means) import(ADVICE).then(({ meaningless }) => meaningless(this, name, value, kind), () => {});
    }
  }

  /** Whether a block of the page that was upgraded stays as it was written, since the engine would refuse a line of it; and
   *  the lines before that one, for a prompt below it. */
  #keep(module, source) {
    Object.assign(this.#parts, { note: undefined });
    if (!this.original) return undefined;
    const session = this.getAttribute("session");
    const [line, count, before] = module.first_lacking(source) ?? [];
    const isBroken = session && broken.has(session);
    if (!line && !isBroken) return undefined;
    if (session) broken.add(session);
    const name = line?.trim().split(/\s+/)[0];
    Object.assign(this.#parts, { note: make("p", { className: "kept" }), name });
    return { unseen: count && !isBroken ? before : undefined };
  }

  /** What was being typed goes on in the box. The focus goes with it, and never comes otherwise. */
  async #handOver(draft, had) {
    const find = () => this.shadowRoot.querySelector(this.takesLines ? "textarea" : ".frame");
    if (!find()) {
      await new Promise((resolve) => {
        const seen = new MutationObserver(() => find() && (seen.disconnect(), resolve()));
        seen.observe(this.shadowRoot, { childList: true, subtree: true });
        setTimeout(resolve, 1000);
      });
    }
    const area = find();
    if (!area) return;
    if (draft) {
      area.value = draft;
      area.dispatchEvent(new InputEvent("input", { bubbles: true, composed: true }));
    }
    if (had) area.focus({ preventScroll: true });
    this.#parts.input.value = "";
  }

  #fail(error, phrase) {
    this.#state = "fallen";
    Object.assign(this.#parts, { phrase, error, trouble: error.message });
    this.#say();
    console.error(`setnx-playground: ${error.message}`);
    // A box that was live has kept its promise, and breaks it now.
    if (phrase === "crashed") this.#promise();
    this.#ready.reject(error);
    this.#settleCalls(error);
    this.emit("playground-error", { code: error.code ?? "unknown", message: error.message });
  }

  /** After a failure: the box may begin, and `ready` waits again. */
  #again() {
    this.#state = "still";
    this.#promise();
  }

  #promise() {
    this.#ready = withResolvers();
    this.#ready.promise.catch(() => {});
  }

  /** The island has gone. */
  left() {}

  emit(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { bubbles: true, composed: true, detail }));
  }
}

/** What was asked of an island: the last line of a text, or the replies to commands. */
class Asked {
  #replies;
  #resolve;
  #isWhole;

  constructor(resolve) {
    this.#resolve = resolve;
  }

  take(reply) {
    (this.#replies ??= []).push(reply);
  }

  /** The replies, unless some are missing. */
  get whole() {
    if (!this.#isWhole) throw new Error("The prompt was stopped, or began anew, before this command had a reply.");
    return this.#replies;
  }

  end(isWhole) {
    this.#isWhole = isWhole;
    this.#resolve(this);
  }
}

/** A `redis>` prompt, which has run the transcript in it. */
class RedisPrompt extends Box {
  get takesLines() {
    return true;
  }

  /** Who types is helped. */
  get ahead() {
    return this.hasAttribute("readonly") || this.getAttribute("autorun") === "off" ? [] : ["help"];
  }

  #numbers = 0;
  /** What was asked of the island and has not been answered whole, by its number. */
  #asked = new Map();

  /** Runs a line, as the client in front: its reply as text, as data, and whether it is an error. */
  async run(line) {
    const { last } = await this.#ask((island, number) => (island.run(number, `${line}`), true));
    const { text = "", data, error = false, cut = false } = last ?? {};
    return { text, data, error, cut };
  }

  /** Sends one command, as the client in front, which is not logged: its reply as data. */
  async call(...words) {
    let reply = this.#send((island, number) => calls.one(island, number, words));
    if (reply instanceof Promise) reply = await reply;
    if (reply instanceof Asked) [reply] = reply.whole;
    if (reply instanceof Error) throw reply;
    return reply;
  }

  /** Sends several commands at once, which are not logged: their replies as data. */
  async pipeline(commands) {
    return commands.length ? (await this.#send((island, number) => calls.several(island, number, commands))).whole : [];
  }

  /** Lines and commands that come meanwhile wait behind it. */
  #send(work) {
    if (calls) return this.#ask(work);
    let failure;
    this.pause(fetchCalls().then((error) => (failure = error)));
    return this.#ask((island, number) => {
      if (failure) throw failure;
      return work(island, number);
    });
  }

  /** Asks the island: the answer if it is there at once, or else a promise of all answers. */
  #ask(work) {
    return this.withIsland((island) => {
      const number = this.#numbers++;
      const answer = work(island, number);
      if (answer === false) throw new RangeError("What waits to be run may have up to 4 MiB.");
      if (answer !== true) return answer;
      return new Promise((resolve) => this.#asked.set(number, new Asked(resolve)));
    });
  }

  /** Takes what was answered in one slice, as `Told` in src/embed/prompt.rs has it. */
  #hear(numbers, texts, others) {
    let at = 0;
    let from = 0;
    const text = (length) => texts.slice(from, (from += length));
    const data = (kind, value) => (kind === 1 ? text(value) : kind === 2 ? others[value] : value);
    while (at < numbers.length) {
      const kind = numbers[at];
      const number = numbers[at + 1];
      const asked = this.#asked.get(number);
      if (kind === 1) {
        this.#asked.delete(number);
        asked?.end(numbers[at + 2] === 1);
        at += 3;
        continue;
      }
      const reply = data(numbers[at + 2], numbers[at + 3]);
      if (kind === 0) {
        asked?.take(reply);
        at += 4;
        continue;
      }
      const client = `C${numbers[at + 4]}`;
      const line = text(numbers[at + 5]);
      const detail = { client, line, text: text(numbers[at + 6]), data: reply, error: numbers[at + 7] === 1, cut: numbers[at + 8] === 1 };
      if (asked) asked.last = detail;
      this.emit("redis-reply", detail);
      at += 9;
    }
  }

  /** The island has gone, and with it what was asked of it. */
  left() {
    for (const asked of this.#asked.values()) asked.end(false);
    this.#asked.clear();
  }

  /** What stands in the box, as text. */
  get transcript() {
    return this.island?.transcript() ?? this.source;
  }

  restart(island) {
    island.reset();
  }

  tell(event, one, two, three) {
    if (event === "answers") return this.#hear(one, two, three);
    import(ADVICE).then(({ told }) => told[event](this, one, two), () => {});
  }
}

/** A timeline, which has played the schedule in it. */
class LockTimeline extends Box {
  get parts() {
    return ["timeline"];
  }

  /** A program is written in lines; what is played of it stands in the attribute. */
  get source() {
    const { program } = this;
    return program ? super.source : (this.getAttribute("schedule") ?? joined(super.source));
  }
  set source(text) {
    super.source = text;
  }

  async step() {
    await this.withIsland((island) => island.step());
  }

  async back() {
    await this.withIsland((island) => island.back());
  }

  async seek(position) {
    await this.withIsland((island) => island.seek(Math.max(0, Math.trunc(Number(position)) || 0)));
  }

  /** What is played, in the notation of a link. */
  get schedule() {
    return this.island?.schedule() ?? this.source;
  }
  set schedule(text) {
    if (this.island) this.island.open(joined(`${text}`));
    else this.setAttribute("schedule", joined(`${text}`));
  }

  get position() {
    return this.island?.position() ?? 0;
  }

  get length() {
    return this.island?.length() ?? 0;
  }

  tell(event, position, second, text) {
    if (event === "lock-broken") return this.emit(event, { position, property: second, text });
    const box = this;
    this.emit(event, {
      position,
      length: second,
      text,
      get schedule() {
        return box.schedule;
      },
    });
  }
}

/** The text in an element as its author meant it: a line end for each `br`, without what the markup indents it by. */
function written(element) {
  const copy = element.cloneNode(true);
  for (const part of copy.querySelectorAll(":scope > [slot]")) part.remove();
  for (const br of copy.querySelectorAll("br")) br.replaceWith("\n");
  const lines = copy.textContent.replace(/\r\n?/g, "\n").split("\n");
  const filled = lines.filter((line) => line.trim());
  const indent = filled.reduce((least, line) => Math.min(least, line.length - line.trimStart().length), Infinity);
  return filled.length ? lines.map((line) => line.slice(indent)).join("\n").replace(/^\n+/, "").trimEnd() : "";
}

/** The language around a box. `closest` stops at a shadow root, hence the second look. */
const languageOf = (box) => box.closest("[lang]")?.lang ?? box.ownerDocument.documentElement.lang;

/** A schedule that was written over several lines, in one. */
const joined = (text) => text.trim().replace(/[\s;]*\n[\s;]*/g, ";");

function make(name, properties, ...children) {
  const element = Object.assign(document.createElement(name), properties);
  element.append(...children);
  return element;
}

/** Makes properties of attributes. */
function reflect({ prototype }, attributes) {
  for (const [name, kind] of Object.entries(attributes)) {
    Object.defineProperty(prototype, name, {
      configurable: true,
      enumerable: true,
      get() {
        const text = this.getAttribute(name);
        if (kind === true) return text !== null && text !== "false";
        if (Array.isArray(kind)) return kind.includes(text) ? text : kind[0];
        return typeof kind === "number" ? Number.parseInt(text, 10) || kind : text;
      },
      set(value) {
        if (value == null || value === false) this.removeAttribute(name);
        else this.setAttribute(name, value === true ? "" : value);
      },
    });
  }
}

/** Keys that are typed in a field of a box, or were used by it, end there. */
function own(event) {
  const [target] = event.composedPath();
  if (event.defaultPrevented || target.matches("textarea, select, input:not([type=range])")) event.stopPropagation();
}

/** A timeline offers a file; what makes it is fetched only then. */
async function save(event) {
  const [timeline] = event.composedPath();
  try {
    await (await import("./save.js")).save(timeline, event.detail);
  } catch {
    timeline.dispatchEvent(new CustomEvent("playground:unsaved", { detail: event.detail.kind }));
  }
}

function withResolvers() {
  const all = {};
  all.promise = new Promise((resolve, reject) => Object.assign(all, { resolve, reject }));
  return all;
}

/** The link that a timeline gives away has what it plays behind the page's address. The timeline that offers the lesson in
 *  it plays it, or else the page's first one that offers free play, or else its first one. */
function follow(event) {
  const played = location.hash.slice(1);
  if (!/^v\d+(;|$)/.test(played)) return;
  const lesson = CSS.escape(played.split(";")[1] ?? "");
  const boxes = [`lock-timeline[lessons~="${lesson}"]`, "lock-timeline:not([lesson], [lessons], [search=table])", "lock-timeline"];
  const box = boxes.map((selector) => document.querySelector(selector)).find(Boolean);
  if (!box) return;
  if (box.schedule !== played) {
    box.schedule = played;
    box.begin();
  }
  // A way back over the history ends where the reader was: the browser knows.
  if (event?.type !== "hashchange" || !history.state?.isKept) box.scrollIntoView();
}
if (hasPage) {
  // A second script of another version leaves the elements to the first.
  if (!customElements.get("redis-prompt")) {
    for (const [name, its] of [["redis-prompt", RedisPrompt], ["lock-timeline", LockTimeline]]) {
      reflect(its, Box.reflected[name]);
      customElements.define(name, its);
    }
  }

  follow();
  // A script of the page may add its box only now.
  document.addEventListener("DOMContentLoaded", follow);
  addEventListener("hashchange", follow);

  // What is printed is what stands there: boxes that are not near come in as far as the engine is there already.
  addEventListener("beforeprint", () => live.forEach((box) => box.showAtOnce()));

  const asked = [...document.querySelectorAll("script[data-upgrade]")].filter(({ src }) => src === import.meta.url);
  const UPGRADE = new URL("./upgrade.js", import.meta.url).href;
  if (asked.length) {
    import(UPGRADE).then(
      ({ upgrade }) => asked.forEach((script) => upgrade(script.dataset.upgrade)),
      (error) => blame(UPGRADE, "script-src", new Set(), error).catch(({ message }) => console.error(`setnx-playground: ${message}`)),
    );
  }
}
