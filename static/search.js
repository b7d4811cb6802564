// Runs a search of the engine in a worker, which this file is as well. Fetched when a reader first asks for a search. Where a
// page may have no worker, the engine searches in slices between the page's other tasks.

/** How long a worker waits for the next question: its memory is freed with it. */
const IDLE_MS = 5_000;
/** A worker that has answered, with the names of the files that it was given. */
let idle;

const inModule = { type: "module" };

/** A script of another origin, and one of a frame without an origin, is imported by a script of the page's own. */
function start() {
  if (new URL(import.meta.url).origin === origin) return new Worker(import.meta.url, inModule);
  const url = URL.createObjectURL(new Blob([`import ${JSON.stringify(import.meta.url)};`], { type: "text/javascript" }));
  return new Worker(url, inModule);
}

/** Has a worker answer `question`. `files` are the engine's compiled files by name, the main one first. `tell` is called with
 *  (undefined, how far it is) now and then, and at the end once with the answer, or with "" when there is no worker. Returns a
 *  function that ends the search, after which nothing is told. */
export function begin(question, tell, files) {
  clearTimeout(idle?.timer);
  let { worker, names } = idle ?? { names: new Set() };
  idle = undefined;
  try {
    worker ??= start();
  } catch {
    tell("");
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
    tell("");
  };
  // A page's policy refuses a worker by this event, or by the exception above.
  worker.onerror = (event) => {
    event.preventDefault();
    fail();
  };
  worker.onmessage = ({ data: [answer, reached] }) => {
    if (answer === "") return fail();
    if (answer) {
      hasEnded = true;
      worker.onmessage = worker.onerror = null;
      idle = { worker, names, timer: setTimeout(() => (worker.terminate(), (idle = undefined)), IDLE_MS) };
    }
    tell(answer, reached);
  };
  // Parts may have come to the page since the worker was last asked.
  worker.postMessage([question, files.filter(([name]) => !names.has(name))]);
  files.forEach(([name]) => names.add(name));
  return () => {
    if (!hasEnded) stop();
  };
}

/** Links files that the page has compiled to an instance of the worker's own. The first ones begin with the main file. */
async function link(files, linked) {
  const module = await import("./setnx-playground.js");
  if (!linked.size) await module.default({ module_or_path: files[0][1] });
  const exports = module.initSync();
  for (const [name, compiled] of files) {
    const from = WebAssembly.Module.imports(compiled)[0]?.module ?? "";
    if (name) new WebAssembly.Instance(compiled, { [from]: exports });
    linked.add(name);
  }
  for (const [part, needed] of Object.entries(module.PARTS ?? {})) {
    // Words come in the languages of the page.
    if (needed.every((name) => name.includes("*") || linked.has(name))) module.settle_part(part);
  }
  return module;
}

if (!("document" in globalThis)) {
  const linked = new Set();
  onmessage = async ({ data: [question, files] }) => {
    try {
      const engine = await link(files, linked);
      const tell = (reached) => postMessage([undefined, reached]);
      postMessage([engine.search(question, tell) ?? ""]);
    } catch (error) {
      console.warn(`setnx-playground: the search goes on without a worker: ${error}`);
      postMessage([""]);
    }
  };
}
