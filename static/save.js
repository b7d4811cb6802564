// Gives the reader a file: a text as it is, or a timeline's picture as SVG or PNG. Fetched when it is first asked for.
// The picture is what is seen: the styles that apply are written out on each shape, since a file has no style sheet.

const SVG = "http://www.w3.org/2000/svg";
const WRITTEN_OUT = [
  "fill", "fill-opacity", "stroke", "stroke-width", "stroke-dasharray", "stroke-linecap", "stroke-linejoin",
  "stroke-opacity", "opacity", "font-family", "font-size", "font-style", "font-weight", "text-anchor", "marker-end",
  "paint-order", "vector-effect", "overflow",
];
/** How many pixels of a PNG one of the page's is. */
const SCALE = 2;
const MARGIN = 16;

/** Offers `content`, a text or a Blob, as a download. */
function offer(content, name, type) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([content], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

function withStyles(original) {
  const copy = original.cloneNode(true);
  const copies = [copy, ...copy.querySelectorAll("*")];
  [original, ...original.querySelectorAll("*")].forEach((element, place) => {
    const style = getComputedStyle(element);
    if (style.display === "none") return copies[place].remove();
    for (const name of WRITTEN_OUT) copies[place].setAttribute(name, style.getPropertyValue(name));
    // How far a bar has grown is kept in a transform.
    if (style.transform !== "none") copies[place].setAttribute("transform", style.transform);
    for (const name of ["class", "style", "tabindex"]) copies[place].removeAttribute(name);
  });
  return copy;
}

/** The words of HTML elements, each where it stands. */
function* words(parent, origin) {
  const walker = document.createTreeWalker(parent, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const style = getComputedStyle(node.parentElement);
    const range = document.createRange();
    range.selectNodeContents(node);
    const area = range.getBoundingClientRect();
    if (!node.data.trim() || style.display === "none" || !area.width) continue;
    const text = document.createElementNS(SVG, "text");
    text.textContent = node.data;
    const size = parseFloat(style.fontSize);
    const places = {
      x: area.left - origin.x,
      y: (area.top + area.bottom) / 2 - origin.y + size * 0.35,
      fill: style.color,
      "font-family": style.fontFamily,
      "font-size": style.fontSize,
      "font-weight": style.fontWeight,
    };
    for (const [name, value] of Object.entries(places)) text.setAttribute(name, value);
    yield text;
  }
}

/** The dots before the clients' names. */
function* dots(names, origin) {
  for (const name of names.querySelectorAll("[data-client] > b")) {
    const style = getComputedStyle(name, "::before");
    const area = name.getBoundingClientRect();
    const r = parseFloat(style.width) / 2;
    const dot = document.createElementNS(SVG, "circle");
    const places = { cx: area.left - origin.x + r, cy: (area.top + area.bottom) / 2 - origin.y, r, fill: style.backgroundColor };
    for (const [place, value] of Object.entries(places)) dot.setAttribute(place, value);
    yield dot;
  }
}

/** The picture of a timeline, with the names of its lanes, as an SVG document of its own. */
export function pictureOf(timeline) {
  const frame = timeline.querySelector(".frame");
  const picture = frame.querySelector("svg.picture");
  const outer = frame.getBoundingClientRect();
  const origin = { x: outer.left, y: outer.top };
  const drawn = picture.getBoundingClientRect();
  const width = Math.ceil(Math.min(outer.width, drawn.right - outer.left)) + 2 * MARGIN;
  const height = Math.ceil(Math.min(outer.height, drawn.bottom - outer.top)) + 2 * MARGIN;
  const root = document.createElementNS(SVG, "svg");
  const ground = document.createElementNS(SVG, "rect");
  const all = document.createElementNS(SVG, "g");
  const size = { width, height, viewBox: `0 0 ${width} ${height}` };
  for (const [name, value] of Object.entries(size)) root.setAttribute(name, value);
  ground.setAttribute("width", width);
  ground.setAttribute("height", height);
  ground.setAttribute("fill", getComputedStyle(timeline).getPropertyValue("--bg").trim() || "white");
  all.setAttribute("transform", `translate(${MARGIN} ${MARGIN})`);
  const inner = withStyles(picture);
  inner.setAttribute("x", drawn.left - origin.x);
  inner.setAttribute("y", drawn.top - origin.y);
  const names = frame.querySelector(".names");
  all.append(inner, ...dots(names, origin), ...words(names, origin));
  root.append(ground, all);
  return { text: new XMLSerializer().serializeToString(root), width, height };
}

async function png({ text, width, height }) {
  const image = new Image(width, height);
  image.src = URL.createObjectURL(new Blob([text], { type: "image/svg+xml" }));
  try {
    await image.decode();
    const canvas = document.createElement("canvas");
    canvas.width = width * SCALE;
    canvas.height = height * SCALE;
    canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise((done) => canvas.toBlob(done, "image/png"));
  } finally {
    URL.revokeObjectURL(image.src);
  }
}

/** Does what a `playground:save` asks for: `kind` is `svg`, `png`, or else a text that is given. */
export async function save(timeline, { kind, name, text }) {
  if (kind === "svg") return offer(pictureOf(timeline).text, name, "image/svg+xml");
  if (kind === "png") return offer(await png(pictureOf(timeline)), name, "image/png");
  offer(text, name, "text/plain;charset=utf-8");
}
