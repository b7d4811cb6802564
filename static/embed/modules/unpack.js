// The engine's modules, which come packed: `xtask/unpack` says how.

/** The module that unpacks all others: the main file brings it. */
let bring;
const unpacker = new Promise((resolve) => (bring = resolve));

/** What a module was before it was packed. One that was not stays as it is. */
export async function unpacked(module) {
  const [own, packed] = ["unpack", "packed"].map((name) => WebAssembly.Module.customSections(module, name)[0]);
  if (own) bring(new WebAssembly.Module(own));
  if (!packed) return module;
  const { memory, unpack } = new WebAssembly.Instance(await unpacker).exports;
  const length = new DataView(packed).getUint32(0, true);
  const { byteLength: at } = memory.buffer;
  memory.grow(Math.ceil((packed.byteLength + length) / 65536));
  new Uint8Array(memory.buffer).set(new Uint8Array(packed), at);
  unpack(at, packed.byteLength, length);
  return WebAssembly.compile(new Uint8Array(memory.buffer, at + packed.byteLength, length));
}
