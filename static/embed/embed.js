// Live boxes in any page: <redis-prompt> and <lock-timeline>. One module script; the engine beside it is fetched when
// the first box comes near the view or takes the focus, and its parts when a box needs them. What the author wrote in an
// element stays until its box is ready, and for good when it cannot be.

/** Whether there is a page. A server that renders imports this file too, and then nothing here asks for a browser. */
const hasPage = "document" in globalThis;

const beside = (name) => new URL(`./${name}`, import.meta.url).href;
const SCRIPT = beside("setnx-playground.js");
const WASM = beside("setnx-playground_bg.wasm");
/** The parts of the engine that a timeline needs: it may run any command, and explains each. */
const TIMELINE_PARTS = ["timeline", "commands", "help"];
/** A box this near to the view, in CSS pixels, is got ready. */
const NEAR_PX = 400;
/** More than this is shown as it is written, and not run: characters. */
const TEXT_MAX = 1 << 20;
/** Lines that wait while the engine is under way. */
const WAITING_MAX = 100;

const PHRASES = {
  en: {
    type: "Type a command",
    loading: "Loading…",
    waiting: (lines) => `Loading… ${lines} waiting`,
    start: "Start",
    again: "Try again",
    failed: "This box could not be started, so what was written here stays as it is.",
    crashed: "The engine has stopped on an error of its own. What stood in this box is lost; it can start afresh.",
    long: "This text is too long to be run here, so it stands as it was written.",
  },
  zh: {
    type: "输入命令",
    loading: "正在加载…",
    waiting: (lines) => `正在加载…，有 ${lines} 行在等待`,
    start: "开始",
    again: "重试",
    failed: "这里的交互框没能启动，原有的文字保持不变。",
    crashed: "引擎因自身的错误停止了运行，这个框里的内容已经丢失，但可以重新开始。",
    long: "这段文字太长，不能在这里运行，因此按原样显示。",
  },
};

/** What a box looks like before the engine has come: plain, in the colours of the page around it. */
const COVER = `
:host { display: block; }
:host([hidden]) { display: none; }
slot { white-space: pre-wrap; }
.cover { all: initial; display: flex; flex-wrap: wrap; gap: .25em .75em; align-items: baseline; color: inherit; font: medium/1.6 ui-monospace, monospace; font-size: .9em; padding: .5em 0; }
.cover input { all: unset; flex: 1 1 8em; min-width: 0; border-bottom: 1px solid; font: inherit; }
.cover button { font: inherit; }
.cover :focus-visible { outline: 2px solid; outline-offset: 2px; }
.cover p { margin: 0; flex: 1 1 100%; font-family: system-ui, sans-serif; }
.cover p:empty, .cover [hidden] { display: none; }
.cover .quiet:not(:focus-visible) { position: absolute; opacity: 0; pointer-events: none; }
@media print { .cover { display: none; } }
`;

/** The boxes that are in the document. */
const live = new Set();

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
  const compiled = compile(WASM);
  compiled.catch(() => {});
  const module = await withPolicy([SCRIPT], (refused) => import(SCRIPT).catch((error) => blame(SCRIPT, "script-src", refused, error)));
  const main = await compiled;
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
let exports;
const linked = new Set();
function attend(module) {
  loaded = module;
  linked.clear();
  module.fetch_parts_by((name) => part(name).catch((error) => module.settle_part(name, error.message)));
  exports = module.initSync();
}

/** Compiled files of parts, by their names. */
const files = new Map();
/** Fetches a part of the engine, if need be, and links it. */
async function part(name) {
  const module = await load();
  const needed = module.PARTS?.[name] ?? [];
  await Promise.all(
    needed.map((file) => {
      if (!files.has(file)) files.set(file, compile(beside(file)));
      return files.get(file).catch((error) => {
        files.delete(file);
        throw error;
      });
    }),
  );
  for (const file of needed) {
    if (linked.has(file)) continue;
    const compiled = await files.get(file);
    // Another panic may have come meanwhile, and the instance with it.
    if (linked.has(file)) continue;
    link(file, compiled);
    linked.add(file);
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
  if (!response.ok) throw new LoadError("missing", `${url} is missing: its host answers ${response.status}. All files of the package belong in one folder.`);
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
  if (refused.size) throw new LoadError("policy", `The page's Content-Security-Policy refuses ${url}: ${directive} needs ${new URL(url).origin}.`, cause);
  if (cause instanceof SyntaxError) throw new LoadError("damaged", `${url} is no whole script: ${cause.message}`, cause);
  const cors = await fetch(url, { method: "HEAD", cache: "no-store" }).catch(() => null);
  if (cors && !cors.ok) throw new LoadError("missing", `${url} is missing: its host answers ${cors.status}. All files of the package belong in one folder.`, cause);
  const any = cors ?? (await fetch(url, { mode: "no-cors", cache: "no-store" }).catch(() => null));
  if (any?.type === "opaque") throw new LoadError("cors", `${url} comes without the header Access-Control-Allow-Origin, which its host has to send to pages of other origins.`, cause);
  if (cors) throw new LoadError("type", `${url} comes as ${cors.headers.get("content-type") ?? "no media type"}, which the browser does not take for a script: its host has to send Content-Type: text/javascript.`, cause);
  throw new LoadError("network", `${url} could not be reached: ${cause.message}`, cause);
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

/** Whether a box is that near now. An observer tells of it a frame later. */
const isNear = (box) => {
  const { top, bottom } = box.getBoundingClientRect();
  return box.getClientRects().length > 0 && bottom > -NEAR_PX && top < innerHeight + NEAR_PX;
};
const near =
  hasPage &&
  new IntersectionObserver(
    (entries) => entries.forEach(({ isIntersecting, target }) => isIntersecting && target.begin()),
    { rootMargin: `${NEAR_PX}px` },
  );

// What the page around changes: its theme or its language. One observer for all boxes.
const look = () => live.forEach((box) => box.follow());
const around = hasPage && new MutationObserver(look);
/** A background that has come to its colour only now. */
const faded = ({ target }) => live.forEach((box) => target.contains(box) && box.follow());
const isDark = hasPage && matchMedia("(prefers-color-scheme: dark)");
function join(box) {
  if (live.size === 0) {
    for (const element of [document.documentElement, document.body]) if (element) around.observe(element, { attributes: true });
    isDark.addEventListener("change", look);
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
  isDark.removeEventListener("change", look);
  document.removeEventListener("transitionend", faded);
  removeEventListener("error", crashed);
  removeEventListener("unhandledrejection", crashed);
}

/** Traps that were seen: a caller may pass one on. */
const handled = new WeakSet();
/** An island that tells of a trap in any of its methods, even where the caller catches the error. */
const guarded = (island) =>
  new Proxy(island, {
    get: (target, name) => (...args) => {
      try {
        return target[name](...args);
      } catch (error) {
        crashed({ error });
        throw error;
      }
    },
  });

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

/** Whether a colour is dark; undefined where it is mostly transparent, or in a notation that is not known here. */
function darkness(colour) {
  const [, notation, rest] = /^([a-z-]+)\((?:srgb )?(.*)\)$/.exec(colour) ?? [];
  const numbers = rest?.match(/-?[\d.]+(?:e-?\d+)?/g)?.map(Number);
  if (!numbers || (numbers[3] ?? 1) < 0.5) return undefined;
  const [a, b, c] = numbers;
  if (/^rgba?$/.test(notation)) return 0.2126 * a + 0.7152 * b + 0.0722 * c < 128;
  if (notation === "color") return 0.2126 * a + 0.7152 * b + 0.0722 * c < 0.5;
  if (/^ok/.test(notation)) return a < 0.6;
  return /^l/.test(notation) ? a < 50 : undefined;
}

const styled = (css) => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  return sheet;
};
const cover = hasPage && styled(COVER);

/** What both kinds of boxes have in common. */
class Box extends (globalThis.HTMLElement ?? Object) {
  // <generated: cargo xtask elements>
  /** Attributes that count at the beginning: a change begins anew. */
  static begins = ["session", "setup", "clients", "check", "history", "lesson", "lessons", "schedule"];
  static observedAttributes = [...this.begins, "controls", "rows", "autorun", "theme", "lang", "readonly"];
  // </generated>

  #island;
  #state = "still";
  #sheet = new CSSStyleSheet();
  #parts = {};
  #ready = Promise.withResolvers?.() ?? withResolvers();

  constructor() {
    super();
    this.#ready.promise.catch(() => {});
    this.attachShadow({ mode: "open" }).adoptedStyleSheets = [cover, this.#sheet];
    this.shadowRoot.addEventListener("focusin", () => this.begin());
    this.shadowRoot.addEventListener("playground:save", save);
  }

  connectedCallback() {
    // A property that was set before the element was defined would hide the one of the class.
    for (const name of ["source", "schedule"]) {
      if (!Object.hasOwn(this, name)) continue;
      const value = this[name];
      delete this[name];
      this[name] = value;
    }
    join(this);
    if (this.#island) this.#island.connect(this);
    else this.#cover();
    this.follow();
    this.#arm();
  }

  disconnectedCallback() {
    leave(this);
    near.unobserve(this);
    this.#island?.disconnect();
  }

  attributeChangedCallback(name, before, now) {
    if (before === now || !this.isConnected) return;
    if (name === "autorun") this.#arm();
    else if (Box.begins.includes(name)) this.#renew();
    else this.follow();
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
    near.unobserve(this);
    this.#say();
    this.#load()
      .then((module) => turn(() => this.#show(module)))
      .catch((error) => this.#fail(error, "failed"));
  }

  /** The engine with the parts that the box cannot do without. */
  #load() {
    const parts = this.parts.map(part);
    parts.forEach((each) => each.catch(() => {}));
    return Promise.all([load(), ...parts]).then(([module]) => module);
  }

  /** The parts of the engine without which the box cannot be shown. */
  get parts() {
    return [];
  }

  /** Those that it will ask for. */
  get ahead() {
    return this.getAttribute("autorun") === "off" ? [] : this.parts;
  }

  /** What the page around says of theme, size of text and language. */
  follow() {
    const { cover } = this.#parts;
    const theme = this.getAttribute("theme");
    const dark = theme === "dark" || (theme !== "light" && this.#isOnDark());
    const rows = Number.parseInt(this.getAttribute("rows"), 10);
    this.#parts.rem ??= cover?.isConnected ? measure(this.shadowRoot) : undefined;
    const rules = [`color-scheme: ${dark ? "dark" : "light"}`, `--rem: ${this.#parts.rem ?? 16}px`];
    // 1.495 is a line of the log: the small text times its height.
    if (rows > 0 && rows <= 100) rules.push(`--screen: calc(var(--rem) * ${rows * 1.495 + 2})`);
    const css = `.seat { ${rules.join("; ")} }`;
    if (css !== this.#parts.css) this.#sheet.replaceSync((this.#parts.css = css));
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
    this.shadowRoot.replaceChildren();
    this.#fail(new LoadError("crash", "The engine has stopped on an error of its own."), "crashed");
    this.#cover();
    this.#say();
  }

  #isOnDark() {
    for (let at = this; at; at = at.assignedSlot ?? at.parentElement ?? at.getRootNode().host) {
      const dark = darkness(getComputedStyle(at).backgroundColor);
      if (dark !== undefined) return dark;
    }
    const scheme = getComputedStyle(this).colorScheme;
    return /dark/.test(scheme) && (!/light/.test(scheme) || isDark.matches);
  }

  #arm() {
    if (this.#state !== "still" || !this.isConnected) return;
    const autorun = this.getAttribute("autorun");
    near.unobserve(this);
    if (autorun === "load") this.begin();
    else if (autorun !== "off") {
      near.observe(this);
      if (!engine && isNear(this)) this.#load().catch(() => {});
    }
    this.#say();
  }

  /** Another island in place of this one, in a moment: several attributes may change at once. */
  #renew() {
    if (!this.#island || this.#parts.renewing) return;
    this.#parts.renewing = true;
    queueMicrotask(() => {
      this.#parts.renewing = false;
      if (!this.#island) return;
      this.#island.disconnect();
      this.#island.free();
      this.#island = undefined;
      this.#state = "loading";
      this.#load()
        .then((module) => this.#show(module))
        .catch((error) => this.#fail(error, "failed"));
    });
  }

  #cover() {
    if (this.#parts.cover) return void this.shadowRoot.replaceChildren(...this.#parts.slots, this.#parts.cover);
    const make = (name, properties) => Object.assign(document.createElement(name), properties);
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
    prompt.append(input);
    form.append(...(this.takesLines ? [prompt] : []), button, status);
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.begin();
      if (input.value && this.#parts.lines.length < WAITING_MAX) this.#parts.lines.push(input.value);
      input.value = "";
      this.#say();
    });
    button.addEventListener("click", () => {
      if (this.#state === "fallen") this.#state = "still";
      this.begin();
    });
    Object.assign(this.#parts, { slots: [slot, waiting], cover: form, prompt, input, button, status, lines: [] });
    this.shadowRoot.replaceChildren(slot, waiting, form);
  }

  /** What the cover says: what can be done, how far it is, what went wrong. */
  #say() {
    const { cover, prompt, input, button, status, lines, trouble, phrase } = this.#parts;
    if (!cover?.isConnected) return;
    const say = PHRASES[/^zh/i.test(languageOf(this)) ? "zh" : "en"];
    const isLoading = this.#state === "loading";
    prompt.hidden = this.hasAttribute("readonly") || this.#state === "fallen";
    input.setAttribute("aria-label", say.type);
    button.textContent = isLoading ? say.loading : this.#state === "fallen" ? say.again : say.start;
    // What has the focus keeps it: the box takes it over.
    button.hidden = isLoading && this.shadowRoot.activeElement !== button;
    // The Tab key finds a box that is not near yet.
    button.className = this.#state === "still" && this.getAttribute("autorun") !== "off" ? "quiet" : "";
    const text = isLoading ? (lines.length ? say.waiting(lines.length) : say.loading) : phrase ? `${say[phrase]} ${trouble}` : "";
    if (status.textContent !== text) status.textContent = text;
  }

  /** Shows the box within this call, if all that it needs is there. */
  showAtOnce() {
    const isLinked = (name) => (loaded.PARTS?.[name] ?? []).every((file) => linked.has(file));
    if (this.#state !== "still" || !loaded || !this.parts.every(isLinked)) return;
    near.unobserve(this);
    this.#show(loaded);
  }

  async #show(module) {
    if (this.#state === "ready" || !this.isConnected) return void (this.#state === "loading" && (this.#state = "still"));
    const { input, lines } = this.#parts;
    const source = this.source;
    if (source.length > TEXT_MAX) {
      return this.#fail(new LoadError("long", `The text has ${source.length} characters; a box takes ${TEXT_MAX}.`), "long");
    }
    const had = this.shadowRoot.activeElement !== null;
    const draft = input.value;
    const self = new WeakRef(this);
    this.#parts.begun = source;
    this.#island = guarded(new module.Island(this, source, (event, ...parts) => queueMicrotask(() => self.deref()?.tell(event, ...parts))));
    this.shadowRoot.replaceChildren();
    this.#island.connect(this);
    this.#state = "ready";
    this.#parts.phrase = undefined;
    this.follow();
    for (const line of lines.splice(0)) this.#island.run(line);
    if (draft || had) await this.#handOver(draft, had);
    this.#ready.resolve(this);
    this.emit("playground-ready", {});
    ahead();
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
    Object.assign(this.#parts, { phrase, trouble: error.message });
    this.#say();
    console.error(`setnx-playground: ${error.message}`);
    this.#ready.reject(error);
    this.#ready = Promise.withResolvers?.() ?? withResolvers();
    this.#ready.promise.catch(() => {});
    this.emit("playground-error", { code: error.code ?? "unknown", message: error.message });
  }

  emit(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { bubbles: true, composed: true, detail }));
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

  /** Runs a line, as the client in front: its reply as text, as data, and whether it is an error. */
  async run(line) {
    this.begin();
    await this.ready;
    const [, , text = "", data, error = false] = (await this.island.run(`${line}`)) ?? [];
    return { text, data, error };
  }

  /** What stands in the box, as text. */
  get transcript() {
    return this.island?.transcript() ?? this.source;
  }

  restart(island) {
    island.reset();
  }

  tell(event, client, line, text, data, error) {
    this.emit(event, { client, line, text, data, error });
  }
}

/** A timeline, which has played the schedule in it. */
class LockTimeline extends Box {
  get parts() {
    return TIMELINE_PARTS;
  }

  get source() {
    return this.getAttribute("schedule") ?? joined(super.source);
  }
  set source(text) {
    super.source = text;
  }

  async step() {
    this.begin();
    await this.ready;
    this.island.step();
  }

  async back() {
    this.begin();
    await this.ready;
    this.island.back();
  }

  async seek(position) {
    this.begin();
    await this.ready;
    this.island.seek(Math.max(0, Math.trunc(Number(position)) || 0));
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
const languageOf = (box) => box.closest("[lang]")?.lang ?? document.documentElement.lang;

/** A schedule that was written over several lines, in one. */
const joined = (text) => text.trim().replace(/[\s;]*\n[\s;]*/g, ";");

/** How large the reader wants text, whatever the page has made of it: in CSS pixels. */
function measure(root) {
  const probe = document.createElement("div");
  probe.className = "cover";
  root.append(probe);
  root.adoptedStyleSheets.push(styled(".cover { font-size: medium !important; }"));
  const size = Number.parseFloat(getComputedStyle(probe).fontSize);
  root.adoptedStyleSheets.pop();
  probe.remove();
  return size || undefined;
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
function follow() {
  const played = location.hash.slice(1);
  if (!/^v\d+(;|$)/.test(played)) return;
  const lesson = CSS.escape(played.split(";")[1] ?? "");
  const boxes = [`lock-timeline[lessons~="${lesson}"]`, "lock-timeline:not([lesson], [lessons])", "lock-timeline"];
  const box = boxes.map((selector) => document.querySelector(selector)).find(Boolean);
  if (!box) return;
  if (box.schedule !== played) {
    box.schedule = played;
    box.begin();
  }
  box.scrollIntoView();
}
if (hasPage) {
  // A second script of another version leaves the elements to the first.
  if (!customElements.get("redis-prompt")) {
    customElements.define("redis-prompt", RedisPrompt);
    customElements.define("lock-timeline", LockTimeline);
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
