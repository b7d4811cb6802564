// For pages that show embed.html in an iframe: gives each such iframe the height that its content says it has. Messages
// of other windows, of other origins and of another shape mean nothing.

const FOLDER = new URL("./", import.meta.url);
const HEIGHT_MAX = 10_000;
const frames = () => [...document.querySelectorAll("iframe")].filter(({ src }) => src.startsWith(FOLDER.href));
/** A frame that is sandboxed has no origin, which a message tells as "null". */
const originOf = ({ sandbox }) => (sandbox.length === 0 || sandbox.contains("allow-same-origin") ? FOLDER.origin : "null");

addEventListener("message", ({ source, origin, data }) => {
  const height = data?.height;
  if (data?.type !== "setnx-playground:size" || !Number.isFinite(height) || height < 0 || height > HEIGHT_MAX) return;
  const frame = frames().find((frame) => frame.contentWindow === source && originOf(frame) === origin);
  if (frame) frame.style.height = `${height + (frame.offsetHeight - frame.clientHeight)}px`;
});

// Whoever was there first has said it to nobody.
for (const { contentWindow } of frames()) contentWindow.postMessage({ type: "setnx-playground:fit" }, "*");
