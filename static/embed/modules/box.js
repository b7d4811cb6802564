// What both elements have in common: the shell around an island, and what it shows before the engine has come.

import { TEXT_MAX, languageOf, make, report, withResolvers, written } from "./dom.js";
import { MAIN, ahead, engine, islands, load, part, speak } from "./engine.js";
import { ADVICE, LoadError } from "./failure.js";
import { PHRASES, tongueOf } from "./phrases.js";
import { broken, turnPage } from "./sessions.js";
import { COVER, coverOf, sheetOf } from "./styles.js";
import { followAll, fresh, isNear, join, leave, near, turn } from "./surroundings.js";
import { isOnDark } from "./theme.js";
import { unused } from "./use.js";

/** Between the removal of a page's boxes and its address' change at most: milliseconds. */
const LEAVING_MS = 200;
/** Lines that wait while the engine is under way. */
const WAITING_MAX = 100;

/** What both kinds of boxes have in common. */
export class Box extends (globalThis.HTMLElement ?? Object) {
  // <generated: cargo xtask elements>
  /** Attributes whose changes are followed: that of another one begins anew. */
  static follows = ["controls", "rows", "autorun", "load", "theme", "lang", "readonly"];
  /** Attributes that are properties as well: a text, a number that is this one without the attribute, a flag, or one of these words, the first without it. */
  static reflected = {
    "redis-prompt": { session: null, mode: ["redis-7.0", "redis-8.4", "valkey-9"], setup: null, clients: 1, controls: ["full", "none"], rows: 0, check: true, history: true, load: ["near", "touch"], autorun: ["visible", "load", "off"], theme: ["auto", "light", "dark"], readonly: true },
    "lock-timeline": { lesson: null, lessons: null, program: true, search: ["off", "panel", "table", "own"], clients: 3, controls: ["full", "steps", "none"], autorun: ["visible", "load", "off"], theme: ["auto", "light", "dark"], readonly: true },
  };
  static observedAttributes = ["schedule", "lang", ...Object.values(this.reflected).flatMap(Object.keys)];
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
    unused.delete(this);
    this.#island?.disconnect();
    // A site may remove the old page before the address changes.
    setTimeout(turnPage, LEAVING_MS);
  }

  attributeChangedCallback(name, before, now) {
    if (before === now || !this.isConnected) return;
    if (Box.follows.includes(name)) this.#followSoon();
    else this.#renew();
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
    unused.delete(this);
    this.#say();
    // What those above have written in its session, it may read.
    const session = this.getAttribute("session");
    for (const box of session ? live : []) {
      // DOCUMENT_POSITION_FOLLOWING
      const isAbove = box.compareDocumentPosition(this) & 4;
      if (isAbove && box.#isPatient && box.getAttribute("session") === session) box.begin();
    }
    this.#load()
      .then((module) => turn(() => this.#show(module)))
      .catch((error) => this.#fail(error, "failed"));
  }

  /** The engine with the parts that the box cannot do without. */
  #load() {
    speak(tongueOf(this))?.catch(() => {});
    const parts = [MAIN, ...this.parts].map(part);
    parts.forEach((each) => each.catch(() => {}));
    return Promise.all([load(), ...parts]).then(async ([module]) => {
      for (let name; (name = this.lacking(module)); ) await part(name);
      // An upgraded block may need what those above it have written.
      await this.goOn?.(module);
      return module;
    });
  }

  /** The parts of the engine without which no such box can be shown. What it begins with may need more. */
  get parts() {
    return [];
  }

  /** The name of one more that it cannot begin without. */
  lacking() {}

  /** Those that it will ask for. */
  get ahead() {
    return this.getAttribute("autorun") === "off" ? [] : this.parts;
  }

  /** Whether nothing is fetched for the box until its reader comes: what its author has printed is there to read. */
  get #isPatient() {
    return this.load === "touch" && this.autorun === "visible" && (this.block ?? this).textContent.trim();
  }

  /** What the page around says of theme, size of text and language. */
  follow() {
    const theme = this.getAttribute("theme");
    const dark = theme === "dark" || (theme !== "light" && isOnDark(this));
    const rows = Number.parseInt(this.getAttribute("rows"), 10);
    const rem = Number.parseFloat(getComputedStyle(this.#room).fontSize);
    const rules = [`color-scheme: ${dark ? "dark" : "light"}`, `--rem: ${rem || 16}px`];
    // 1.495 is a line of the log: the small text times its height.
    if (rows > 0 && rows <= 100) rules.push(`--screen: calc(var(--rem) * ${rows * 1.495 + 2})`);
    const css = `.seat { ${rules.join("; ")} } ${this.#parts.held ?? ""}`;
    if (css !== this.#parts.css) this.#sheet?.replaceSync((this.#parts.css = css));
    const shown = JSON.stringify([languageOf(this), this.getAttribute("controls"), this.getAttribute("readonly")]);
    if (shown !== this.#parts.shown) {
      // Words that do not come leave the box in its language.
      const words = this.#island && speak(tongueOf(this));
      // What does not come leaves the box in its language.
      if (words) words.then(() => this.isConnected && this.follow(), report);
      else {
        this.#parts.shown = shown;
        this.#island?.update(this);
      }
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

  /** The reader is near, with the pointer, the focus or a key. */
  use() {
    if (this.#state === "still") this.begin();
    else ahead();
  }

  /** Keeps all that the reader has before the eyes where it is when the box takes its place: the box has the room of what stood there,
   *  and over it, until the reader does something in it. */
  #hold({ top, height }) {
    // In a row the block is beside the box: then the box keeps its own place.
    const block = this.block?.getBoundingClientRect();
    const above = block?.bottom <= top + 1 ? top - block.top : 0;
    const size = `block-size: ${height + above}px`;
    const show = (rules) => {
      this.#parts.held = rules;
      this.follow();
    };
    this.original?.(false, above);
    const host = `:host { block-size: ${height}px }`;
    show(host);
    // A margin that went through the cover is the seat's.
    const seat = `.seat { margin-block-start: ${top - this.getBoundingClientRect().top}px`;
    // The log and the line alone, in narrower lines.
    show(`${host} ${seat}; translate: 0 ${-above}px } .seat .prompt { line-height: 1.4 } .seat .box { display: block } .seat .screen { ${size}; max-block-size: none; padding-block: .4em } .seat :is(.tabs, .keys, .bar) { display: none }`);
    const free = () => {
      this.original?.();
      show(`:host { min-${size} } ${seat} }`);
    };
    for (const type of ["click", "keydown"]) this.shadowRoot.addEventListener(type, free, { once: true });
  }

  /** Begins where it is time for that, or waits until it is. */
  arm() {
    if (this.#state !== "still" || !this.isConnected) return;
    const autorun = this.getAttribute("autorun");
    near?.unobserve(this);
    unused.delete(this);
    if (this.#isPatient) unused.add(this);
    // Reveal lays its slides out for paper: what is far is printed too.
    else if (autorun === "load" || /print-pdf|view=print/.test(location.search)) this.begin();
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
    const lang = tongueOf(this);
    const say = PHRASES[lang];
    if (note) note.textContent = (name ? say.kept(name) : say.keptSession) + (this.#state === "ready" ? say.keptAbove : "");
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
    const before = this.getBoundingClientRect();
    const isHeld = this.#isPatient && !kept && !this.#parts.held;
    const draft = input.value;
    const self = new WeakRef(this);
    this.#parts.begun = source;
    if (!isHeld) this.original?.(kept !== undefined);
    this.shadowRoot.replaceChildren(this.#room, ...(kept ? [this.#parts.slots[0], this.#parts.note] : []));
    if (kept && !kept.unseen) {
      this.#state = "kept";
      this.#say();
      this.#settleCalls(this.#keptError());
      return this.#ready.resolve(this);
    }
    const tell = (...parts) => queueMicrotask(() => self.deref()?.tell(...parts));
    this.#island = new islands[this.localName](this, kept ? "" : source, tell, kept?.unseen ?? this.above);
    this.#island.connect(this);
    this.#state = "ready";
    this.#parts.phrase = undefined;
    if (isHeld) this.#hold(before);
    else this.follow();
    for (const line of lines.splice(0)) this.run(line);
    if (this.isLive) this.#settleCalls();
    if (draft || had) await this.#handOver(draft, had);
    this.#ready.resolve(this);
    this.emit("playground-ready", {});
    unused.add(this);
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
    const { line, count, before } = module.first_lacking(source) ?? {};
    const isBroken = session && broken.has(session);
    if (!line && !isBroken) return undefined;
    if (session) broken.add(session);
    const name = line?.trim().split(/\s+/)[0];
    Object.assign(this.#parts, { note: make("p", { className: "kept" }), name });
    return { unseen: count && !isBroken ? before : undefined };
  }

  /** What was being typed goes on in the box. The focus goes with it, and never comes otherwise. */
  async #handOver(draft, had) {
    const find = () => this.shadowRoot.querySelector(this.takesLines ? "textarea" : ".ladder");
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
    report(error);
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

/** Makes properties of attributes. */
export function reflect({ prototype }, attributes) {
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
