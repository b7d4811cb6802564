//! Where stretches of time stand: values, beliefs, leases, pauses, and what is broken.

use super::{
    ALARM_LINE, ARROWS_HALF, BASE_LINE, Bar, CAPTION, Direction, GAP, Happening, PADDING, PILL,
    Plan, Point, Rect, Span, Times, VALUE, Words, alarm_width, chars_in, text_width,
};
use crate::ui::timeline::score::{Alarm, ServerScore, Track};

impl<'a> Plan<'a> {
    /// The bars of these tracks, each in the lane (its middle and thickness) that `lane` gives for its client. Where
    /// time runs to the right, their text stands `drop` below the middle.
    pub(super) fn bars(
        &self,
        tracks: impl IntoIterator<Item = &'a Track>,
        lane: &dyn Fn(usize) -> (i32, i32),
        drop: i32,
    ) -> Vec<Bar<'a>> {
        let mut bars = Vec::new();
        for track in tracks {
            for span in track.within(self.moves.clone()) {
                let place = lane(span.state.client.unwrap_or_default());
                bars.extend(self.bar(span, place, drop));
            }
        }
        bars
    }

    /// The bars of a track of every server, each so far from the middle of its lane, and so thick.
    pub(super) fn of_servers(
        &self,
        of: &dyn Fn(&'a ServerScore) -> (&'a Track, i32, i32),
    ) -> Vec<Bar<'a>> {
        let mut all = Vec::new();
        for (place, server) in self.score.servers.iter().enumerate() {
            if self.measures.is_folded(place) {
                continue;
            }
            let (track, offset, thickness) = of(server);
            let lane = (self.measures.server_middle(place) + offset, thickness);
            let bars = self.bars([track], &|_| lane, BASE_LINE);
            all.extend(bars.into_iter().map(|bar| Bar {
                server: Some(place),
                ..bar
            }));
        }
        all
    }

    fn bar(&self, span: &'a Span, (middle, thickness): (i32, i32), drop: i32) -> Option<Bar<'a>> {
        let (t0, t1) = self.stretch(span, self.cursor)?;
        let before = self
            .stretch(span, self.cursor.saturating_sub(1))
            .map_or(t0, |(_, end)| end);
        let half = thickness / 2;
        let area = self
            .measures
            .rect((t0, t1), (middle - half, middle - half + thickness));
        // A bar that began out of sight has its text where it comes into sight.
        let t = t0.max(self.sight.min(t1));
        let (text_at, room) = match self.measures.direction {
            Direction::Right => {
                let width = text_width(&span.state.text);
                let (x, end) = self.clear_of_arrows(t + 8, width, middle + drop);
                let at = Point {
                    x,
                    y: middle + drop,
                };
                (at, chars_in(end.min(t1 - 4) - x))
            }
            Direction::Down => {
                let at = Point {
                    x: middle,
                    y: (t + 18).min(t1 - 7).max(t0 + 14),
                };
                let room = match thickness < VALUE {
                    true => 0,
                    false => chars_in(thickness - 4),
                };
                (at, room)
            }
        };
        Some(Bar {
            span,
            server: None,
            area,
            text_at,
            is_across: self.measures.direction == Direction::Right,
            room,
            grown_from: thousandths((before - t0).max(0), t1 - t0),
        })
    }

    /// Where words so wide, in this row of a drawing in which time runs to the right, begin at `from` or behind it
    /// without an arrow through them, and where the next arrow is. All moves count, those to come too: words stay where
    /// they are.
    fn clear_of_arrows(&self, from: i32, width: i32, row: i32) -> (i32, i32) {
        const AWAY: i32 = ARROWS_HALF + 4;
        let (mut from, first) = (from, self.times.between(from - AWAY, from).start);
        let slots = self.score.slots.get(first..).unwrap_or_default();
        for (slot, at) in slots.iter().zip(first..) {
            let middle = self.times.middle(at);
            let half = match &slot.happening {
                Happening::Server { note, .. } => (text_width(note) + PADDING) / 2,
                _ => 0,
            };
            if width == 0 || middle - half - AWAY > from + width {
                return (from, (middle - half).max(from));
            }
            let call = match &slot.happening {
                Happening::Call(call) => call,
                Happening::Server {
                    server,
                    from: copied,
                    ..
                } => {
                    let lanes = [*server, copied.unwrap_or(*server)];
                    let lanes = lanes.map(|server| self.measures.server_middle(server));
                    let is_crossed = (lanes[0].min(lanes[1]) - PILL / 2
                        ..=lanes[0].max(lanes[1]) + PILL / 2)
                        .contains(&row);
                    if is_crossed && middle + half + AWAY >= from {
                        from = middle + half + AWAY;
                    }
                    continue;
                }
                _ => continue,
            };
            let lane = self.measures.client_middle(call.actor);
            let far = call.legs.iter().map(|leg| self.measures.far(leg.to));
            let is_crossed = row < lane && far.min().is_some_and(|far| row > far);
            if is_crossed && middle + AWAY >= from {
                from = middle + AWAY;
            }
        }
        (from, i32::MAX)
    }

    /// From the middle of a span's first slot to the middle of its last, or as far as the cursor.
    fn stretch(&self, span: &Span, cursor: usize) -> Option<(i32, i32)> {
        let from = match span.from_start {
            true => self.times.begin(0),
            false => self.times.middle(span.from),
        };
        let end = self.end_of(span, cursor, Times::middle, Times::reach)?;
        Some((from + GAP, end - GAP))
    }

    /// Where a span ends by `cursor`, given where in its last slot it does, and how far it reaches where it goes on;
    /// `None` while it has not begun.
    fn end_of(
        &self,
        span: &Span,
        cursor: usize,
        at: fn(&Times<'a>, usize) -> i32,
        reach: fn(&Times<'a>, usize) -> i32,
    ) -> Option<i32> {
        let Some(last) = cursor.checked_sub(1) else {
            let is_drawn = span.from_start && !self.score.slots.is_empty();
            return is_drawn.then(|| self.times.middle(0));
        };
        match span.to {
            _ if span.from > last => None,
            Some(to) if to <= last => Some(at(&self.times, to)),
            _ => Some(reach(&self.times, last)),
        }
    }

    /// When properties are broken: from where to where across time.
    pub(super) fn broken(&self, lanes: (i32, i32)) -> Vec<Rect> {
        let of_span = |span: &Span| {
            let end = self.end_of(span, self.cursor, Times::begin, Times::far_end)?;
            let begin = self.times.begin(span.from);
            Some(self.measures.rect((begin, end), lanes))
        };
        let lasting = self.score.broken.within(self.moves.clone()).iter();
        let momentary = self
            .visible_alarms()
            .iter()
            .filter(|alarm| alarm.is_momentary);
        let of_alarm = |alarm: &Alarm| {
            let span = (self.times.begin(alarm.slot), self.times.far_end(alarm.slot));
            self.measures.rect(span, lanes)
        };
        lasting
            .filter_map(of_span)
            .chain(momentary.map(of_alarm))
            .collect()
    }

    /// The alarms so far whose words reach into what is laid out.
    fn visible_alarms(&self) -> &'a [Alarm] {
        let alarms = &self.score.alarms;
        let from = alarms.partition_point(|alarm| alarm.slot < self.moves.start);
        let until = self.cursor.min(self.moves.end);
        let to = alarms.partition_point(|alarm| alarm.slot < until);
        alarms.get(from..to).unwrap_or_default()
    }

    /// The words about what is broken.
    pub(super) fn alarms(&self) -> Vec<Words<'a>> {
        let words = |alarm: &'a Alarm| {
            let width = alarm_width(&alarm.text);
            let at = match self.measures.direction {
                Direction::Right => Point {
                    x: self.times.end(alarm.slot).max(width + 8) - 4,
                    y: self.strip() + CAPTION + 12 + alarm.row? as i32 * ALARM_LINE,
                },
                Direction::Down => {
                    let before = self.score.alarms_of(alarm.slot).iter();
                    let above = before.take_while(|other| *other != alarm).count() as i32;
                    let middle = (self.measures.head + self.across) / 2;
                    Point {
                        // Words that are wider than the drawing stand in its middle.
                        x: middle
                            .min(self.across - width / 2)
                            .max((width / 2).min(self.across / 2)),
                        y: self.times.begin(alarm.slot) + 12 + above * ALARM_LINE,
                    }
                }
            };
            let plate = Rect {
                x: at.x - width / 2 - 4,
                y: at.y - 12,
                width: width + 8,
                height: ALARM_LINE + 1,
            };
            let is_crossed = self.measures.direction == Direction::Down;
            Some(Words {
                alarm,
                at,
                plate: is_crossed.then_some(plate),
            })
        };
        self.visible_alarms().iter().filter_map(words).collect()
    }

    /// The flag at the first break: on its slot's beginning, before the lanes.
    pub(super) fn flag(&self) -> Option<Point> {
        let first = self.score.first_break()?;
        let is_seen = first < self.cursor && self.moves.contains(&first);
        let t = self.times.begin(first);
        let at = match self.measures.direction {
            Direction::Right => Point { x: t + 5, y: 30 },
            Direction::Down => Point { x: 4, y: t + 4 },
        };
        is_seen.then_some(at)
    }
}

/// How many thousandths of `whole` a part is: all of them where there is no whole. Of a bar that is longer than two
/// million pixels, too.
fn thousandths(part: i32, whole: i32) -> i32 {
    let share = i64::from(part) * 1000 / i64::from(whole.max(1));
    if whole > 0 { share as i32 } else { 1000 }
}
