// Gives the reader a file: a text as it is, or the picture of a ladder or of the table as SVG or PNG. Fetched when it is first asked for.
// The picture is what is seen, written out as shapes and lines of text: a file has no style sheet.

const SVG = "http://www.w3.org/2000/svg";
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

/** A colour as the browser computes it: `rgb(1, 2, 3)`, with its alpha, or `color(srgb 0.1 0.2 0.3 / 0.4)`. */
const COLOUR = /^(color\(srgb |rgba?\()([\d.e-]+),? ([\d.e-]+),? ([\d.e-]+)(?:,| \/)? ?([\d.e-]+)?\)$/;

/** An element, with colours that a program knows which reads nothing newer than SVG 1.1. */
function make(name, attributes) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value === undefined) continue;
    const [, form, ...parts] = COLOUR.exec(value) ?? [];
    const scale = form?.startsWith("color") ? 255 : 1;
    element.setAttribute(key, form ? `rgb(${parts.slice(0, 3).map((part) => Math.round(part * scale))})` : value);
    if (parts[3] !== undefined) element.setAttribute(`${key}-opacity`, parts[3]);
  }
  return element;
}

const isClear = (colour) => colour === "transparent" || /[,/] 0\)$/.test(colour);
/** The colour behind an element: of the nearest one around it that has any. A picture is read on another ground than the page's. */
function groundOf(element) {
  for (let at = element; at; at = at.parentElement ?? at.getRootNode().host) {
    const { backgroundColor } = getComputedStyle(at);
    if (!isClear(backgroundColor)) return backgroundColor;
  }
  return "white";
}
const dashes = (style) => (style === "solid" ? undefined : style === "dotted" ? "2 2" : "4 3");

/** The ground and the border of an element. */
function* boxes(style, { x, y, width, height }) {
  const side = (name) => [parseFloat(style[`border${name}Width`]), style[`border${name}Color`], style[`border${name}Style`]];
  const [top, right, left] = ["Top", "Right", "Left"].map(side);
  const isFramed = top[0] > 0 && left[0] > 0 && right[0] > 0;
  const inset = isFramed ? top[0] / 2 : 0;
  const fill = isClear(style.backgroundColor) ? "none" : style.backgroundColor;
  const stroke = isFramed && !isClear(top[1]) ? top[1] : undefined;
  if (fill !== "none" || stroke) {
    const size = { x: x + inset, y: y + inset, width: Math.max(0, width - 2 * inset), height: Math.max(0, height - 2 * inset) };
    const rx = Math.min(parseFloat(style.borderTopLeftRadius) || 0, height / 2);
    yield make("rect", { ...size, rx, fill, stroke, "stroke-width": stroke && top[0], "stroke-dasharray": stroke && dashes(top[2]) });
  }
  if (isFramed) return;
  const line = ([thick, stroke, how], x1, y1, x2, y2) =>
    thick > 0 && !isClear(stroke) ? [make("line", { x1, y1, x2, y2, stroke, "stroke-width": thick, "stroke-dasharray": dashes(how) })] : [];
  yield* line(top, x, y, x + width, y);
  yield* line(left, x + left[0] / 2, y, x + left[0] / 2, y + height);
  yield* line(right, x + width - right[0] / 2, y, x + width - right[0] / 2, y + height);
}

/** A part of an arrow, with its head at one end or none. */
function* arrow(stroke, x1, x2, y, isDashed, head) {
  if (x2 - x1 < 1) return;
  yield make("line", { x1, x2, y1: y, y2: y, stroke, "stroke-width": 1.5, "stroke-dasharray": isDashed ? "4 3" : undefined });
  if (head) yield make("path", { d: `M${head < 0 ? x1 : x2} ${y}l${-8 * head} -4.5v9z`, fill: stroke });
}

function* wires(element, { x, y, width, height }) {
  const colour = getComputedStyle(element).color;
  const [middle, end] = [y + height / 2, x + width];
  const { request, reply } = element.dataset;
  const cross = `M${x + width * 0.3} ${middle - 14}l8 8m0 -8l-8 8`;
  if (request === "lost") yield make("path", { d: cross, stroke: colour, "stroke-width": 2 });
  else if (request) yield* arrow(colour, request === "open" ? x + 6 : x, end, middle - 10, false, request === "head" ? -1 : 0);
  if (!reply) return;
  const row = element.parentElement;
  const to = reply === "head" ? row.querySelector(".reply")?.getBoundingClientRect().left : undefined;
  const shift = element.getBoundingClientRect().left - x;
  yield* arrow(colour, x, to === undefined ? end : to - shift - 2, middle + 12, true, to === undefined ? 0 : 1);
}

/** The lines of a text, each where it stands; what has no room ends in an ellipsis, as it does in the page. */
function* lines(node, origin) {
  const style = getComputedStyle(node.parentElement);
  const range = document.createRange();
  const written = [];
  for (const { index, 0: word } of node.data.matchAll(/\S+|\s+/g)) {
    range.setStart(node, index);
    range.setEnd(node, index + word.length);
    const area = range.getClientRects()[0];
    if (!area?.width) continue;
    const last = written.at(-1);
    if (last && Math.abs(last.area.top - area.top) < 2) last.text += word;
    else written.push({ area, text: word });
  }
  const box = node.parentElement.closest(".pill, .chip, .reply");
  const room = box && box.scrollWidth > box.clientWidth + 1 ? box.clientWidth / box.scrollWidth : 1;
  for (const { area, text } of written) {
    const size = parseFloat(style.fontSize);
    const all = make("text", {
      x: area.left - origin.x,
      y: (area.top + area.bottom) / 2 - origin.y + size * 0.35,
      fill: style.color,
      "font-family": style.fontFamily,
      "font-size": size,
      "font-style": style.fontStyle,
      "font-weight": style.fontWeight,
      "xml:space": "preserve",
    });
    all.textContent = room < 1 ? `${text.slice(0, Math.max(1, Math.floor(text.length * room) - 1))}…` : text;
    yield all;
  }
}

/** The picture of the table that is in `place`, or else of the ladder, as an SVG document of its own. */
export function pictureOf(place) {
  const table = place.matches(".matrix") ? place.querySelector("table") : undefined;
  // Its heads stay in view, and would be drawn over its rows.
  table?.parentElement.scrollTo(0, 0);
  const drawn = table ?? place.querySelector(".ladder");
  const outer = drawn.getBoundingClientRect();
  const origin = { x: outer.left - MARGIN, y: outer.top - MARGIN };
  const [below, middle, above] = [[], [], []];
  const layer = (element) => (element.matches(".row, .ending, .heads") ? below : element.matches(".bar") ? middle : above);
  let bottom = 0;
  const left = `[data-ahead], .next, .unseen, .choices, ${table ? "" : "button, "}[hidden]`;
  const isSeen = (element) => !element.closest(left) && element.checkVisibility();
  for (const element of drawn.querySelectorAll("*")) {
    const area = element.getBoundingClientRect();
    if (!isSeen(element) || !area.height) continue;
    const place = { x: area.left - origin.x, y: area.top - origin.y, width: area.width, height: area.height };
    // The picture ends with what is seen: moves to come have room in the table.
    if (!element.matches(".grid")) bottom = Math.max(bottom, place.y + place.height);
    layer(element).push(...boxes(getComputedStyle(element), place));
    if (element.matches(".track:not([data-over]):not(.heads *)")) {
      const [x, from] = [place.x + place.width / 2, element.parentElement.dataset.row === "0" ? place.y + place.height / 2 : place.y];
      const stroke = getComputedStyle(element, "::before").borderLeftColor;
      below.push(make("line", { x1: x, x2: x, y1: from, y2: place.y + place.height, stroke, "stroke-width": 1.5 }));
    }
    if (element.matches(".wire")) middle.push(...wires(element, place));
    for (const node of element.childNodes) if (node.nodeType === Node.TEXT_NODE) above.push(...lines(node, origin));
  }
  const [width, height] = [Math.ceil(outer.width) + 2 * MARGIN, Math.ceil(bottom) + MARGIN];
  const root = make("svg", { width, height, viewBox: `0 0 ${width} ${height}` });
  root.append(make("rect", { width, height, fill: groundOf(drawn) }), ...below, ...middle, ...above);
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
export async function save(place, { kind, name, text }) {
  if (kind === "svg") return offer(pictureOf(place).text, name, "image/svg+xml");
  if (kind === "png") return offer(await png(pictureOf(place)), name, "image/png");
  offer(text, name, "text/plain;charset=utf-8");
}
