// Live boxes in any page: <redis-prompt> and <lock-timeline>. One module script; the engine beside it is fetched when
// the first box comes near the view or takes the focus, and its parts when a box needs them. What the author wrote in an
// element stays until its box is ready, and for good when it cannot be.

import { beside } from "./modules/address.js";
import { Box, reflect } from "./modules/box.js";
import { report } from "./modules/dom.js";
import { load, speak } from "./modules/engine.js";
import { blame } from "./modules/failure.js";
import { tongueOf } from "./modules/phrases.js";
import { RedisPrompt } from "./modules/prompt.js";
import { hasPage, isNear } from "./modules/surroundings.js";
import { LockTimeline, follow } from "./modules/timeline.js";

if (hasPage) {
  // A second script of another version leaves the elements to the first.
  if (!customElements.get("redis-prompt")) {
    // Asked while the page is laid out still: boxes that have become elements would have it laid out anew first.
    const isSoon = (box) => !box.matches("[autorun=off], [load=touch]") && isNear(box);
    const soon = [...document.querySelectorAll("redis-prompt, lock-timeline")].find(isSoon);
    if (soon) {
      speak(tongueOf(soon));
      load().catch(() => {});
    }
    for (const [name, its] of [["redis-prompt", RedisPrompt], ["lock-timeline", LockTimeline]]) {
      reflect(its, Box.reflected[name]);
      customElements.define(name, its);
    }
  }

  follow();
  // A script of the page may add its box only now.
  document.addEventListener("DOMContentLoaded", follow);
  addEventListener("hashchange", follow);

  const asked = [...document.querySelectorAll("script[data-upgrade]")].filter(({ src }) => src === import.meta.url);
  const UPGRADE = beside("upgrade.js");
  if (asked.length) {
    import(UPGRADE).then(
      ({ upgrade }) => asked.forEach((script) => upgrade(script.dataset.upgrade)),
      (error) => blame(UPGRADE, "script-src", new Set(), error).catch(report),
    );
  }
}
