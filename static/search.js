// Runs a search of the engine in a worker, which this file is as well. Fetched when a reader first asks for a search. Where a
// page may have no worker, the engine searches in slices between the page's other tasks.

/** How long a worker waits for the next question: its memory is freed with it. */
const IDLE_MS = 5_000;
/** A worker that has answered, with the number of files that it was given. */
let idle;

const inModule = { type: "module" };

/** A script of another origin, and one of a frame without an origin, is imported by a script of the page's own. */
function start() {
  if (new URL(import.meta.url).origin === origin) return new Worker(import.meta.url, inModule);
  const url = URL.createObjectURL(new Blob([`import ${JSON.stringify(import.meta.url)};`], { type: "text/javascript" }));
  return new Worker(url, inModule);
}

/** Has a worker answer `question`. `files` are the engine's compiled files by name, the main one first. `tell` is called with
 *  (undefined, states, depth) now and then, and at the end once with the answer, or with "" when there is no worker. Returns a
 *  function that ends the search, after which nothing is told. */
export function begin(question, tell, files) {
  let worker = idle?.count === files.length ? idle.worker : undefined;
  if (idle) {
    clearTimeout(idle.timer);
    if (!worker) idle.worker.terminate();
    idle = undefined;
  }
  const isNew = !worker;
  try {
    worker ??= start();
  } catch {
    tell("", 0, 0);
    return () => {};
  }
  let hasEnded = false;
  const stop = () => {
    hasEnded = true;
    worker.onmessage = worker.onerror = null;
    worker.terminate();
  };
  const fail = () => {
    stop();
    tell("", 0, 0);
  };
  // A page's policy refuses a worker by this event, or by the exception above.
  worker.onerror = (event) => {
    event.preventDefault();
    fail();
  };
  worker.onmessage = ({ data: [text, states, depth] }) => {
    if (text === "") return fail();
    if (text) {
      hasEnded = true;
      worker.onmessage = worker.onerror = null;
      idle = { worker, count: files.length, timer: setTimeout(() => (worker.terminate(), (idle = undefined)), IDLE_MS) };
    }
    tell(text, states, depth);
  };
  worker.postMessage([question, isNew ? files : undefined]);
  return () => {
    if (!hasEnded) stop();
  };
}

/** Links an instance of the worker's own from the files that the page has compiled. */
async function prepare([[, main], ...files]) {
  const module = await import("./setnx-playground.js");
  await module.default({ module_or_path: main });
  const exports = module.initSync();
  for (const [, compiled] of files) {
    const from = WebAssembly.Module.imports(compiled)[0]?.module ?? "";
    new WebAssembly.Instance(compiled, { [from]: exports });
  }
  const names = new Set(files.map(([name]) => name));
  for (const [part, needed] of Object.entries(module.PARTS ?? {})) {
    if (needed.every((name) => names.has(name))) module.settle_part(part);
  }
  return module;
}

if (!("document" in globalThis)) {
  let engine;
  onmessage = async ({ data: [question, files] }) => {
    try {
      engine ??= prepare(files);
      const tell = (states, depth) => postMessage([undefined, states, depth]);
      postMessage([(await engine).search(question, tell) ?? ""]);
    } catch (error) {
      console.warn(`setnx-playground: the search goes on without a worker: ${error}`);
      postMessage([""]);
    }
  };
}
