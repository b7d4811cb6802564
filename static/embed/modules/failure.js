// Why a file did not come.

import { beside } from "./address.js";
import { unpacked } from "./unpack.js";

/** Advice for a page's author, which few pages need. */
export const ADVICE = beside("advice.js");

/** What keeps a box from its engine: `code` for a program, the message for the page's author. */
export class LoadError extends Error {
  constructor(code, message, cause) {
    super(message, { cause });
    this.name = "PlaygroundError";
    this.code = code;
  }
}

/** Imports a script of ours, or finds out why it does not come. */
export const importing = (url) => withPolicy([url], (refused) => import(url).catch((error) => blame(url, "script-src", refused, error)));

/** Parts of two builds share no names: the exported memory's has a digest of the build. */
export const mixed = (url, cause) => new LoadError("mixed", `${url} is of another build than the files beside it: all files of one build belong in one folder, and a cache may have kept an older one. ${cause.message}`, cause);

/** Calls `work` with the directives of the page's policy that refuse one of these addresses meanwhile. */
async function withPolicy(urls, work) {
  const refused = new Set();
  const hear = ({ blockedURI, effectiveDirective }) => {
    if ([...urls, "wasm-eval"].includes(blockedURI)) refused.add(effectiveDirective);
  };
  document.addEventListener("securitypolicyviolation", hear);
  try {
    return await work(refused);
  } finally {
    document.removeEventListener("securitypolicyviolation", hear);
  }
}

/** Compiles a file of the engine, a part once the `main` file is there. */
export const compile = (url, main) => withPolicy([url], (refused) => compiled(url, refused, main));

async function compiled(url, refused, main) {
  const response = await fetch(url).catch((error) => blame(url, "connect-src", refused, error));
  if (!response.ok) await blame(url, "connect-src", refused, response);
  try {
    // Not while it comes: the module itself is packed within it, and a browser takes longer for the file in pieces.
    return await unpacked(await WebAssembly.compile(await response.arrayBuffer()), main);
  } catch (error) {
    if (error instanceof LoadError) throw error;
    if (error instanceof WebAssembly.LinkError) throw mixed(url, error);
    await settled();
    if (refused.size || /content security policy|unsafe-eval/i.test(error.message)) {
      throw new LoadError("policy", "The page's Content-Security-Policy refuses WebAssembly: script-src needs 'wasm-unsafe-eval'.", error);
    }
    throw new LoadError("damaged", `${url} is no whole WebAssembly module (its Content-Type: ${response.headers.get("content-type")}): ${error.message}`, error);
  }
}

/** Finds out why a file did not come, and throws it. A browser says no more than that it failed. */
export async function blame(url, directive, refused, cause) {
  await settled();
  const found = await import(ADVICE).then(({ blamed }) => blamed(url, directive, refused, cause)).catch(() => ["network", `${url} could not be reached.`]);
  throw new LoadError(...found, cause);
}

/** A violation of the policy is told in a task of its own. */
export const settled = () => new Promise((resolve) => setTimeout(resolve));
