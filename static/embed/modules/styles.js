// Style sheets of what a box shows before its engine has come.

import { make } from "./dom.js";

/** What a box looks like before the engine has come: plain, in the colours of the page around it. The floating `.room`, of no
 *  height, alone gives the element its intrinsic sizes: 30 times the reader's text, or a third of it where less is free.
 *  `column-rule-color` shows nothing, and is read for what Canvas is there. */
export const COVER = `
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
.cover .quiet:not(:focus-visible), :host([load=touch]) p:has(+ [hidden]) { position: absolute; opacity: 0; pointer-events: none; }
@media print { .cover, .kept { display: none; } }
`;

/** A style sheet of a document, which no other accepts; an element where none can be constructed. */
export function sheetOf(document, css) {
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
export const coverOf = (document) => covers.get(document) ?? (covers.set(document, sheetOf(document, COVER)), covers.get(document));
