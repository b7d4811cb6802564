// Language, theme and ?only=, settled before the first paint: load it in <head> as a blocking script. It holds no phrase;
// those stand in the page. The boxes are embed.js' work.
(() => {
  "use strict";
  const root = document.documentElement;
  // In a frame without an origin of its own this script has no address that a relative one could be resolved against.
  const { src } = document.currentScript;
  const beside = (name) => import(new URL(name, src));
  const params = new URLSearchParams(location.search);
  const refused = {};

  // Storage and history throw in a frame without an origin of its own.
  const attempt = (action) => {
    try {
      return action();
    } catch {
      return null;
    }
  };
  const stored = (name) => attempt(() => localStorage.getItem("setnx." + name));
  const store = (name, value) => attempt(() => localStorage.setItem("setnx." + name, value));

  // The head links to the page in each language, which the primary subtag of its tag names.
  const primary = (tag) => `${tag}`.toLowerCase().split(/[^a-z]/)[0];
  const links = [...document.querySelectorAll("[hreflang]:not([hreflang|=x])")];
  const linkOf = (tag) => links.find(({ hreflang }) => primary(hreflang) === primary(tag));
  const language = (tag) => linkOf(tag)?.hreflang;
  const oneOf = (...names) => (said) => (names.includes(said) ? said : undefined);
  const themes = oneOf("light", "dark", "auto");

  const asked = (name, read) => {
    const said = params.get(name);
    const value = said ? read(said) : undefined;
    if (said && !value) refused[name] = said;
    return value;
  };

  /** The language that the fragment names, where it names neither a place nor a run. */
  const named = language(location.hash.slice(1));
  /** The address of this page in a language. */
  const inLanguage = (lang) => {
    const url = new URL(linkOf(lang).href);
    url.search = location.search;
    url.searchParams.delete("lang");
    url.hash = named ? "" : location.hash;
    return url;
  };
  const setTheme = (theme) => {
    if (theme === "auto") delete root.dataset.theme;
    else root.dataset.theme = theme;
  };
  const rewrite = (change) =>
    attempt(() => {
      const url = new URL(location.href);
      change(url);
      history.replaceState(history.state, "", url);
    });

  // An address with a language in it is in that language; the root is for everybody.
  const chosen =
    asked("lang", language) ??
    named ??
    (root.lang !== "en" ? root.lang : undefined) ??
    language(stored("lang")) ??
    (navigator.languages ?? [navigator.language]).map(language).find(Boolean) ??
    "en";
  if (chosen !== root.lang) {
    root.hidden = true;
    location.replace(inLanguage(chosen));
    return;
  }
  const theme = asked("theme", themes) ?? themes(stored("theme")) ?? "auto";
  const only = asked("only", oneOf("prompt", "timeline"));

  root.dataset.js = "";
  if (only) root.dataset.only = only;
  // A reader who comes to a place in the middle of the page needs what is above it at once. So does one whose browser does not keep
  // the place when something above it comes to its height: WebKit never does, and Firefox not every time. The one that does,
  // Chromium, is known by its telling of what shifts.
  else if (!location.hash && !params.has("lesson") && window.PerformanceObserver?.supportedEntryTypes?.includes("layout-shift")) {
    root.dataset.piecewise = "";
  }
  setTheme(theme);

  const boxes = 'lock-timeline[lessons';

  /** `?only=` shows one box alone; `?lesson=` goes to the timeline that offers it, or else to the first one, which says
   *  that there is none such. Alone in a frame, a timeline offers no other. */
  const lead = () => {
    const lesson = params.get("lesson");
    if (only) {
      const box = document.createElement(only === "prompt" ? "redis-prompt" : "lock-timeline");
      if (only === "prompt") box.setAttribute("history", "");
      else if (lesson) box.setAttribute("lesson", lesson);
      const title = document.querySelector("h1").cloneNode(true);
      title.className = "unseen";
      // A link's run is for the box that is seen.
      document.querySelectorAll("lock-timeline").forEach((hidden) => hidden.remove());
      document.getElementById("only").append(title, box);
    } else if (lesson) {
      const box = document.querySelector(`${boxes}~="${CSS.escape(lesson)}"]`) ?? document.querySelector(boxes + "]");
      box.setAttribute("lesson", lesson);
      const fold = box.closest("details");
      fold?.setAttribute("open", "");
      (fold ?? box).scrollIntoView();
    }
  };

  // How it goes with the first box tells whether the engine runs here.
  document.addEventListener("playground-ready", () => (root.dataset.wasm = "running"));
  document.addEventListener("playground-error", ({ detail }) => {
    if (detail.code !== "crash") root.dataset.wasm ??= "failed";
  });

  // What the article can do besides comes when its first box has come, or cannot.
  const read = () => only || beside("reading.js");
  document.addEventListener("playground-ready", read, { once: true });
  document.addEventListener("playground-error", read, { once: true });

  // A script that does not come, as in a sandboxed frame without the header that it asks for, can't say so itself.
  const missed = ({ target }) => target.localName === "script" && (root.dataset.wasm = "failed");
  document.addEventListener("error", missed, true);

  document.addEventListener("DOMContentLoaded", () => {
    lead();
    // Commands of the text run at the prompt, however far down that is.
    if (!only) document.querySelector(".page redis-prompt").setAttribute("autorun", "load");

    const contents = document.querySelector(".toc");
    const fold = contents.querySelector("button");
    const open = (isOpen) => {
      contents.toggleAttribute("data-open", isOpen);
      fold.setAttribute("aria-expanded", isOpen);
    };
    fold.addEventListener("click", () => open(!contents.hasAttribute("data-open")));
    contents.addEventListener("click", ({ target }) => target.closest("li") && open(false));
    // Nothing is shown of the others meanwhile.
    if (stored("chapter") === "alone") {
      root.dataset.chapter = "";
      beside("chapters.js");
    }

    for (const choice of document.querySelectorAll("input[name=theme]")) {
      choice.checked = choice.value === theme;
      choice.addEventListener("change", () => {
        setTheme(choice.value);
        store("theme", choice.value);
        rewrite((url) => url.searchParams.delete("theme"));
      });
    }

    const notice = document.getElementById("notice");
    const say = () => {
      notice.hidden = !Object.keys(refused).length;
      for (const line of notice.querySelectorAll("[data-refused]")) {
        const said = refused[line.dataset.refused];
        line.hidden = said === undefined;
        const text = [...(said ?? "")];
        for (const place of line.querySelectorAll("[data-said]")) {
          place.textContent = text.slice(0, 40).join("") + (text.length > 40 ? "…" : "");
        }
      }
    };
    say();
    notice.querySelector("button").addEventListener("click", () => {
      for (const name of Object.keys(refused)) delete refused[name];
      say();
    });

    const chapters = [...document.querySelectorAll(".chapter")];
    const lay = () => {
      chapters.shift()?.setAttribute("data-laid", "");
      if (chapters.length) requestAnimationFrame(() => setTimeout(lay));
    };
    lay();
  });
})();
