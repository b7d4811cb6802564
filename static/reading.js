// What the article does besides its boxes: the race at its beginning stands at its end, commands in the text run at the prompt,
// the index of lessons is made of what stands in the timelines, lessons that were seen get a tick, and the address has
// the run last used. page.js loads this once the first box has come. It holds no phrase; those stand in the page.

// Whoever takes one chapter at a time has it already.
import("./chapters.js");

const root = document.documentElement;
const find = (selector, within = document) => within.querySelector(selector);
const all = (selector, within = document) => [...within.querySelectorAll(selector)];
const make = (name, properties = {}, ...children) => {
  const element = Object.assign(document.createElement(name), properties);
  element.append(...children);
  return element;
};

// Storage throws in a frame without an origin of its own.
const attempt = (action) => {
  try {
    return action();
  } catch {
    return null;
  }
};

/** How long a text takes to read, in milliseconds: 220 words or 300 Chinese characters a minute, 1.5 s at least. */
const reading = (text) => {
  const wide = text.match(/[\u3400-\u9fff]/g)?.length ?? 0;
  const words = text.match(/[^\s\u3000-\u9fff\uff00-\uffef]+/g)?.length ?? 0;
  return Math.max(1500, wide * 200 + words * 273);
};

/** From a press of Play to the first move, in milliseconds, as in src/ui/timeline/player.rs. */
const FIRST_MS = 500;

/** The race at the beginning stands at its end; the reader plays it from its start. Until then it is silent to screen
 *  readers. */
async function race() {
  const box = find(".hero lock-timeline");
  const reins = find(".reins");
  await box.ready;
  let timer;
  let isPlaying = false;

  const hush = (isSilent) => box.shadowRoot.querySelector("[aria-live]")?.setAttribute("aria-live", isSilent ? "off" : "polite");
  const set = (playing) => {
    isPlaying = playing;
    clearTimeout(timer);
    reins.toggleAttribute("data-busy", playing);
  };
  const go = (ms) => {
    clearTimeout(timer);
    timer = setTimeout(() => (document.hidden ? go(ms) : box.step()), ms);
  };
  const rewind = async () => box.position === box.length && box.seek(0);
  const play = async () => {
    set(true);
    await rewind();
    go(FIRST_MS);
  };

  hush(true);
  await box.seek(box.length);
  box.addEventListener("lock-step", ({ detail }) => {
    if (!isPlaying) return;
    clearTimeout(timer);
    if (detail.position === detail.length) set(false);
    else go(reading(detail.text));
  });
  // Before the box takes the key.
  const touch = () => {
    hush(false);
    set(false);
  };
  for (const type of ["pointerdown", "keydown"]) box.addEventListener(type, touch, true);
  reins.addEventListener("click", ({ target }) => {
    const action = target.closest("button")?.dataset.do;
    const wasPlaying = isPlaying;
    if (!action) return;
    touch();
    if (action === "play" && !wasPlaying) play();
    if (action === "step") rewind().then(() => box.step());
  });
  reins.hidden = false;
  new IntersectionObserver(([{ isIntersecting }]) => isIntersecting || set(false)).observe(box);
}

/** Commands in the text: a whole one is run, and the help of a name alone is shown. Those of a section share one stop of
 *  the Tab key; the arrow keys go from one to the next. */
function runCommands() {
  const prompt = find(".page redis-prompt");
  const answer = find(".answer");
  const offered = (section) => all("[data-run]", section).filter((code) => code.checkVisibility());

  const mark = () => {
    for (const code of all("[data-run]")) {
      for (const name of ["data-run", "role", "tabindex", "aria-describedby"]) code.removeAttribute(name);
    }
    for (const section of all(".chapter")) {
      const known = new Set();
      for (const code of all(":is(p, li, dd) code:not([slot] *, [data-elsewhere])", section)) {
        const line = code.textContent;
        if (!/^[A-Z_]{3,}( [^<]+)?$/.test(line) || known.has(line)) continue;
        code.tabIndex = known.size ? -1 : 0;
        known.add(line);
        code.dataset.run = line.includes(" ") ? line : `help ${line}`;
        code.setAttribute("role", "button");
        code.setAttribute("aria-describedby", "runs");
      }
    }
  };
  mark();
  document.addEventListener("article-language", mark);

  // The answer lies over the page: it goes with the command that it is about.
  const asked = new IntersectionObserver((entries) => entries.at(-1).isIntersecting || close());
  const close = () => {
    answer.hidden = true;
    asked.disconnect();
  };
  const run = async (code) => {
    const line = code.dataset.run;
    const { text } = await prompt.run(line).catch(() => ({}));
    // The prompt itself says why it could not be started.
    if (text === undefined) return prompt.scrollIntoView({ block: "center" });
    const { top, bottom } = prompt.getBoundingClientRect();
    if (bottom > 160 && top < innerHeight - 160) return;
    close();
    answer.hidden = false;
    answer.firstElementChild.textContent = `redis> ${line}\n${text.replace(/^\n+|\s+$/g, "")}`;
    asked.observe(code);
  };
  document.addEventListener("click", ({ target }) => {
    const code = target.closest?.("[data-run]");
    if (code) run(code);
    else if (!target.closest?.(".answer")) close();
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape") close();
    const code = event.target.closest?.("[data-run]");
    if (!code || event.ctrlKey || event.metaKey || event.altKey) return;
    const codes = offered(code.closest(".chapter"));
    const place = codes.indexOf(code);
    const to = { ArrowRight: place + 1, ArrowDown: place + 1, ArrowLeft: place - 1, ArrowUp: place - 1, Home: 0, End: -1 }[event.key];
    if (event.key === "Enter" || event.key === " ") run(code);
    else if (to === undefined) return;
    else {
      const next = codes.at(to % codes.length);
      code.tabIndex = -1;
      next.tabIndex = 0;
      next.focus();
    }
    event.preventDefault();
  }, true);
  answer.addEventListener("click", ({ target }) => {
    const action = target.closest("button")?.dataset.do;
    if (!action) return;
    close();
    if (action !== "go") return;
    location.hash = "#try";
    prompt.shadowRoot.querySelector("textarea")?.focus();
  });
}

const STORE = "setnx.seen";
const seen = new Set(attempt(() => localStorage.getItem(STORE))?.split(" "));

/** The lessons by chapter, as the text names them: folded ones by their summary, open ones before they are live. */
function makeIndex() {
  find(".index").replaceChildren();
  for (const chapter of all(".chapter")) {
    const rows = all("lock-timeline[lessons]", chapter).map((box) => {
      const told = (box.closest(".lesson") ?? box).firstElementChild;
      const name = box.getAttribute("lessons");
      const words = find("b", told).cloneNode(true);
      const row = make("li", {}, make("a", { href: `#v2;${name}` }, words));
      row.dataset.lesson = name;
      if (told.dataset.harm) row.dataset.harm = told.dataset.harm;
      return row;
    });
    if (!rows.length) continue;
    const title = [...chapter.querySelector("h2 a").childNodes].map((node) => node.cloneNode(true));
    find(".index").append(make("section", {}, make("h3", {}, ...title), make("ul", {}, ...rows)));
  }
}

/** Ticks at the lessons that were seen, and at the chapters whose lessons all were. */
function tick() {
  for (const row of all(".index li:not([data-seen])")) {
    if (!seen.has(row.dataset.lesson)) continue;
    row.dataset.seen = "";
    row.firstChild.append(make("span", { className: "unseen" }, ...[...find("#tick").childNodes].map((node) => node.cloneNode(true))));
  }
  for (const link of all(".toc li a")) {
    const names = all("lock-timeline[lessons]", find(link.hash).parentElement).map((box) => box.getAttribute("lessons"));
    link.parentElement.toggleAttribute("data-seen", names.length > 0 && names.every((name) => seen.has(name)));
  }
}

/** A lesson is seen when the reader stands at its end, and no move of it is another. The race above plays for everyone. */
function noteSeen({ target, detail }) {
  if (detail.position !== detail.length || !target.closest(".chapter")) return;
  const [, lesson, ...parts] = detail.schedule.split(";");
  if (parts.some((part) => !/^(sum=|@)/.test(part)) || seen.has(lesson) || !find(`[data-lesson="${CSS.escape(lesson)}"]`)) return;
  seen.add(lesson);
  attempt(() => localStorage.setItem(STORE, [...seen].join(" ").trim()));
  tick();
}

/** A lesson that another one leads to has its own place in the article. */
function leadOn(event) {
  const { dataset } = event.composedPath()[0];
  const box = dataset?.lesson && find(`.chapter lock-timeline[lessons="${dataset.lesson}"]`);
  if (!box || box === event.target) return;
  event.stopImmediatePropagation();
  left = event.target;
  location.hash = `#v2;${dataset.lesson}`;
}

/** The frames within which a box that is ready is drawn. */
const FRAMES = 60;

/** Whoever has followed a link to a lesson goes on there with the focus, unless it is elsewhere by then. A way back over the
 *  history ends where the reader was. */
function goOn() {
  const [, id] = /^#v\d+(?:;|%3B)([^;%]+)/i.exec(location.hash) ?? [];
  const box = id && find(`.chapter lock-timeline[lessons~="${CSS.escape(id)}"]`);
  if (!box || history.state?.isKept) return;
  const { activeElement } = document;
  // It draws once it knows its width.
  const focus = (frames) => {
    const ladder = find(".ladder", box.shadowRoot);
    if (!ladder && frames) requestAnimationFrame(() => focus(frames - 1));
    else if (document.activeElement === activeElement) ladder?.focus({ preventScroll: true });
  };
  box.ready.then(() => focus(FRAMES), () => {});
}

/** The box that was left by a key: the address is not its own any more when that key comes up. */
let left;

/** How long no act may follow one before the address is written: a browser takes milliseconds for it, which the next step would wait
 *  for, and Safari takes 100 in 30 s. */
const QUIET_MS = 350;

/** The address has the run of the timeline that the reader used last: soon after a click or a key, or when it has played
 *  to its end, so never while it plays. Its entry of the history is marked: who comes back to it comes back to where the
 *  page was scrolled to. */
function keepAddress() {
  let last;
  let timer;
  const forget = () => clearTimeout(timer);
  const write = () => {
    const hash = `#${last.schedule}`;
    if (hash === location.hash) return;
    attempt(() => history.replaceState({ ...history.state, isKept: true }, "", hash));
  };
  const note = (box) => {
    last = box;
    forget();
    timer = setTimeout(write, QUIET_MS);
  };
  // A link that is followed meanwhile has the last word.
  addEventListener("hashchange", forget);
  for (const type of ["click", "keyup", "change"]) {
    document.addEventListener(type, ({ target }) => {
      const box = target.closest?.(".chapter lock-timeline");
      const isOver = type === "keyup" && box === left;
      left = undefined;
      if (box && !isOver) note(box);
    }, true);
  }
  // What a reader has made of a lesson is as high as it is: no room is kept for what was there before.
  document.addEventListener("click", (event) => {
    const [pressed] = event.composedPath();
    if (pressed.closest?.(".tools")) event.target.closest("lock-timeline")?.style.setProperty("--room", "0px");
  }, true);
  document.addEventListener("lock-step", ({ target, detail }) => {
    if (target === last && detail.position === detail.length) note(last);
  });
}

/** The text changes in place, so that live boxes stay as they are. A page that cannot be had is not opened: what was typed here
 *  would be lost. In a sandbox nothing can be fetched, yet the other page can be opened. */
function changeLanguage() {
  document.addEventListener("click", (event) => {
    const link = event.target.closest?.("a[data-lang]");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    const { lang } = link.dataset;
    const url = new URL(link.href);
    url.search = location.search;
    url.searchParams.delete("lang");
    url.hash = location.hash;
    const shown = lang === root.lang ? Promise.resolve() : import("./language.js").then(({ show }) => show(url));
    const say = (isRefused) => {
      const line = find("[data-refused=page]");
      line.hidden = !isRefused;
      find("#notice").hidden = !find("#notice p:not([hidden])");
    };
    shown.then(
      () => {
        attempt(() => localStorage.setItem("setnx.lang", lang));
        say(false);
      },
      () => {
        if (self.origin === "null") location.assign(url);
        say(true);
      },
    );
  });
}

/** A program to copy is fetched when it is unfolded. What cannot be had stays a link. */
function showSnippets() {
  const [copy, copied] = all("#copy span");
  document.addEventListener("toggle", async ({ target }) => {
    const link = target.matches(".snippets details[open]:not(:has(pre))") && find("a", target);
    if (!link) return;
    const reply = await fetch(link.href).catch(() => null);
    if (!reply?.ok || find("pre", target)) return;
    const text = await reply.text();
    const button = make("button", { type: "button" }, copy.textContent);
    const program = make("pre", { className: "code", tabIndex: 0 }, text);
    // Where the clipboard is closed, as in a frame or without TLS, the text is selected to be copied by hand.
    button.addEventListener("click", async () => {
      try {
        await navigator.clipboard.writeText(text);
        button.textContent = copied.textContent;
      } catch {
        getSelection().selectAllChildren(program);
      }
    });
    target.append(" ", button, program);
  }, true);
}

/** The contents mark the chapter that crosses the upper part of the view. */
function markChapter() {
  const observer = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries) {
      for (const link of all(`.toc a[href="#${target.querySelector("h2").id}"]`)) {
        if (isIntersecting) link.setAttribute("aria-current", "location");
        else link.removeAttribute("aria-current");
      }
    }
  }, { rootMargin: "-30% 0px -70% 0px" });
  all(".chapter").forEach((chapter) => observer.observe(chapter));
}

/** The contents go with a press of Escape, or when the reader does something else. */
function closeContents() {
  const contents = find(".toc");
  const fold = find("#contents button");
  const close = () => contents.hasAttribute("data-open") && fold.click();
  contents.addEventListener("keydown", ({ key }) => {
    if (key !== "Escape") return;
    close();
    fold.focus();
  });
  for (const type of ["pointerdown", "focusin"]) {
    document.addEventListener(type, ({ target }) => contents.contains(target) || close());
  }
}

document.head.append(make("link", { rel: "stylesheet", href: new URL("reading.css", import.meta.url).href }));
const index = () => {
  makeIndex();
  tick();
};
index();
document.addEventListener("article-language", index);
runCommands();
markChapter();
closeContents();
changeLanguage();
showSnippets();
if (root.dataset.wasm === "running") {
  // Before the listeners that keep the address of the lesson that is left.
  document.addEventListener("click", leadOn, true);
  addEventListener("hashchange", goOn);
  keepAddress();
  document.addEventListener("lock-step", noteSeen);
  race().catch(() => {});
}
