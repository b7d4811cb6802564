// What an editor and a catalogue make of the package's descriptions: the Custom Elements Manifest is held against its
// schema, and VS Code's own language service completes the elements by the custom data.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import Ajv from "ajv";
import html from "vscode-html-languageservice";

const require = createRequire(import.meta.url);
const read = (path) => JSON.parse(readFileSync(require.resolve(path), "utf8"));

const isManifest = new Ajv({ allowUnionTypes: true }).compile(read("custom-elements-manifest/schema.json"));
assert.ok(isManifest(read("setnx-playground/custom-elements.json")), JSON.stringify(isManifest.errors));

const data = read("setnx-playground/setnx-playground.html-data.json");
const provider = html.newHTMLDataProvider("setnx-playground", data);
const service = html.getLanguageService({ customDataProviders: [provider] });
/** The words that are offered at the bar in a text. */
function offered(marked) {
  const at = marked.indexOf("|");
  const text = html.TextDocument.create("file:///a.html", "html", 0, marked.replace("|", ""));
  const { items } = service.doComplete(text, text.positionAt(at), service.parseHTMLDocument(text));
  return items.map(({ label }) => label);
}
assert.ok(offered("<re|").includes("redis-prompt"));
assert.ok(offered("<lock-timeline |>").includes("lesson"));
assert.ok(!offered("<redis-prompt |>").includes("lesson"));
assert.deepEqual(offered('<lock-timeline controls="|">').sort(), ["full", "none", "steps"]);

const webTypes = read("setnx-playground/web-types.json");
const { name, version } = read("setnx-playground/package.json");
assert.deepEqual([webTypes.name, webTypes.version], [name, version]);
