// The article in another language without leaving it: what the other page says takes the place of what this one says, and
// elements stay, so that prompts, timelines and controls are as the reader has left them. page.js loads this with the first
// change. Both pages have the same boxes in the same places: a test holds them to that.

const root = document.documentElement;

/** Attributes that are words, or addresses from the page's folder. All others may have been changed by a script. */
const SAID = ["lang", "href", "aria-label", "title", "content"];

const isElement = (node) => node.nodeType === Node.ELEMENT_NODE;
const isBox = (node) => isElement(node) && node.localName.includes("-");

/** Whether two nodes can stand for each other, with what may be in them left aside. */
const isAlike = (old, now) =>
  old.nodeType === now.nodeType && old.localName === now.localName && (!isElement(now) || old.className === now.className);

/** Makes `old` say what `now` says. */
function translate(old, now) {
  if (!isElement(now)) {
    if (old.data !== now.data) old.data = now.data;
    return;
  }
  for (const name of SAID) {
    const said = now.getAttribute(name);
    if (said !== null && said !== old.getAttribute(name)) old.setAttribute(name, said);
  }
  const [before, after] = [[...old.childNodes], [...now.childNodes]];
  if (before.length === after.length && after.every((node, at) => isAlike(before[at], node))) {
    after.forEach((node, at) => translate(before[at], node));
  } else if (old.querySelector(":not(:defined), redis-prompt, lock-timeline")) {
    throw new Error(`<${old.localName} class="${old.className}"> is made otherwise in the other language`);
  } else if (!isBox(old)) {
    old.replaceChildren(...after.map((node) => document.importNode(node, true)));
  }
}

/**
 * Shows the page of that address in place of this one's text; one that is made otherwise is opened. Rejects where it cannot
 * be had, and this page is as it was.
 */
export async function show(url) {
  const reply = await fetch(url);
  if (!reply.ok) throw new Error(`${url}: ${reply.status}`);
  const page = new DOMParser().parseFromString(await reply.text(), "text/html");
  const lang = page.documentElement.lang;
  try {
    translate(document.body, page.body);
  } catch {
    return location.assign(url);
  }
  root.lang = lang;
  document.title = page.title;
  for (const now of page.head.querySelectorAll("meta[name], meta[property]")) {
    const name = now.hasAttribute("name") ? "name" : "property";
    document.head.querySelector(`meta[${name}="${now.getAttribute(name)}"]`)?.setAttribute("content", now.content);
  }
  for (const link of document.querySelectorAll("a[data-lang]")) {
    const isShown = link.dataset.lang === lang;
    link.setAttribute("aria-current", isShown);
    link.tabIndex = isShown ? -1 : 0;
  }
  // Read against the old address for the last time: browsers ask for the icon again when the address changes.
  const icon = document.head.querySelector("link[rel=icon]");
  icon.href = icon.href;
  history.replaceState(history.state, "", url);
  document.dispatchEvent(new Event("article-language"));
}
