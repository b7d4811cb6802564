// Runs behind the highlighter. Below each `html` block that is marked `live` stands what it makes: the text of the guide is
// its authors', not a reader's.
"use strict";
plain.disconnect();
for (const code of document.querySelectorAll("code[data-language]")) code.className = code.dataset.language;
for (const code of document.querySelectorAll("code.language-html.live")) {
  const made = document.createElement("div");
  made.className = "made";
  made.innerHTML = code.textContent;
  code.closest("pre").after(made);
}
