// The element of a timeline, and the link that it plays.

import { Box } from "./box.js";

/** A timeline, which has played the schedule in it. */
export class LockTimeline extends Box {
  get parts() {
    return ["timeline"];
  }

  /** A program is written in lines; what is played of it stands in the attribute. */
  get source() {
    const { program } = this;
    return program ? super.source : (this.getAttribute("schedule") ?? joined(super.source));
  }
  set source(text) {
    super.source = text;
  }

  async step() {
    await this.withIsland((island) => island.step());
  }

  async back() {
    await this.withIsland((island) => island.back());
  }

  async seek(position) {
    await this.withIsland((island) => island.seek(Math.max(0, Math.trunc(Number(position)) || 0)));
  }

  /** What is played, in the notation of a link. */
  get schedule() {
    return this.island?.schedule() ?? this.source;
  }
  set schedule(text) {
    if (this.island) this.island.open(joined(`${text}`));
    else this.setAttribute("schedule", joined(`${text}`));
  }

  get position() {
    return this.island?.position() ?? 0;
  }

  get length() {
    return this.island?.length() ?? 0;
  }

  lacking(module) {
    return module.TimelineIsland.lacking(this, this.source);
  }

  tell(event, fields) {
    const box = this;
    if (event === "lock-broken") return this.emit(event, fields);
    this.emit(event, {
      ...fields,
      get schedule() {
        return box.schedule;
      },
    });
  }
}

/** A schedule that was written over several lines, in one. */
const joined = (text) => text.trim().replace(/[\s;]*\n[\s;]*/g, ";");

/** The link that a timeline gives away has what it plays behind the page's address. The timeline that offers the lesson in
 *  it plays it, or else the page's first one that offers free play, or else its first one. */
export function follow(event) {
  const played = location.hash.slice(1);
  // A program that passed the link on may have encoded all of it, which the timeline undoes.
  if (!/^v\d+(;|%3B|$)/i.test(played)) return;
  const lesson = CSS.escape(played.split(/;|%3B/i)[1] ?? "");
  const boxes = [`lock-timeline[lessons~="${lesson}"]`, "lock-timeline:not([lesson], [lessons], [search])", "lock-timeline"];
  const box = boxes.map((selector) => document.querySelector(selector)).find(Boolean);
  if (!box) return;
  // What is folded has no place to scroll to.
  const fold = box.closest("details");
  fold?.setAttribute("open", "");
  if (box.schedule !== played) {
    box.schedule = played;
    box.begin();
  }
  // A way back over the history ends where the reader was: the browser knows.
  if (event?.type !== "hashchange" || !history.state?.isKept) (fold ?? box).scrollIntoView();
}
