// Below each `html` block that is marked `live` stands what it makes. The text of a page is its author's, not a reader's.
"use strict";
for (const code of document.querySelectorAll("code.language-html.live")) {
  const made = document.createElement("div");
  made.className = "made";
  made.innerHTML = code.textContent;
  code.closest("pre").after(made);
}
