// A server that renders pages imports the package, and nothing of a browser is there.

import assert from "node:assert/strict";

const before = Object.getOwnPropertyNames(globalThis);
for (const name of ["document", "window", "HTMLElement", "customElements", "matchMedia", "CSSStyleSheet"]) {
  assert.ok(!(name in globalThis), name);
}
await import("setnx-playground");
await import("setnx-playground/react");
await import("setnx-playground/vue");
const { upgrade } = await import("setnx-playground/upgrade.js");
upgrade("pre");
assert.deepEqual(Object.getOwnPropertyNames(globalThis), before);
