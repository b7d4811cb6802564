// Keeps languages that mdBook's highlighter does not know out of its sight: it would warn of each in the console. live.js
// gives the blocks their names back.
"use strict";
const plain = new MutationObserver(() => {
  for (const code of document.querySelectorAll("code.language-redis, code.language-lock")) {
    code.dataset.language = code.className;
    code.className = "no-highlight";
  }
});
plain.observe(document, { childList: true, subtree: true });
