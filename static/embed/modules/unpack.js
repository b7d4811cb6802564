// The engine's modules, which come packed: `xtask/unpack` says how.

/** How long the page's thread is kept, and how many functions are unpacked between looks at the clock: a tenth of that on a slow phone. */
const SLICE_MS = 12;
const FUNCTIONS = 50;

/** The module that unpacks all others: the main file brings it. */
let bring;
const brought = new Promise((resolve) => (bring = resolve));

/** What a module was before it was packed. One that was not stays as it is. A part waits for the `main` file, of which a cache may have one
 *  that was not packed. */
export async function unpacked(module, main) {
  const [own, packed] = ["unpack", "packed"].map((name) => WebAssembly.Module.customSections(module, name)[0]);
  if (own) bring(await WebAssembly.compile(own));
  if (!packed) return module;
  const unpacker = await Promise.race([brought, main?.then(() => {})]);
  if (!unpacker) throw new WebAssembly.LinkError("There is no module that unpacks it.");
  const { memory, begin, go } = new WebAssembly.Instance(unpacker).exports;
  const length = new DataView(packed).getUint32(0, true);
  const { byteLength: at } = memory.buffer;
  memory.grow(Math.ceil((packed.byteLength + length) / 65536));
  new Uint8Array(memory.buffer).set(new Uint8Array(packed), at);
  begin(at, packed.byteLength, length);
  for (let start = performance.now(); go(FUNCTIONS); ) {
    if (performance.now() - start < SLICE_MS) continue;
    await new Promise((resolve) => setTimeout(resolve));
    start = performance.now();
  }
  return WebAssembly.compile(new Uint8Array(memory.buffer, at + packed.byteLength, length));
}
