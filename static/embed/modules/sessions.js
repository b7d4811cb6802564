// The sessions of a page, which end with it.

import { loaded } from "./engine.js";

/** Sessions in which a block of the page could not be run, so that those after it would have other replies. */
export const broken = new Set();

/** The page that the sessions belong to. A site that loads its pages by script changes the address alone, behind `#` in some. */
let page;
export function turnPage() {
  const { pathname, hash } = location;
  const shown = pathname + (/^#[!/]/.test(hash) ? hash : "");
  if (shown === page) return;
  page = shown;
  broken.clear();
  loaded?.leave_page();
}
