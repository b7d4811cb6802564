//! A text that was read out of a document, with the way back: which bytes of the source each of its own came from.

use std::ops::Range;

/// A stretch of the text.
#[derive(Clone, Debug)]
struct Piece {
    /// Where it begins in the text.
    at: usize,
    /// Its length there.
    len: usize,
    /// The bytes of the source that it came from. If the lengths are equal, the bytes are equal too; otherwise it
    /// stands for them as a whole.
    source: Range<usize>,
}

impl Piece {
    fn is_verbatim(&self) -> bool {
        self.len == self.source.len()
    }

    fn source_of(&self, part: Range<usize>) -> Range<usize> {
        if !self.is_verbatim() {
            return self.source.clone();
        }
        let start = self.source.start + part.start - self.at;
        start..start + part.len()
    }
}

/// A text and where it came from.
#[derive(Clone, Debug, Default)]
pub struct Mapped {
    text: String,
    pieces: Vec<Piece>,
}

impl Mapped {
    /// The text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Appends what stands in the source as it is.
    pub fn push(&mut self, source: &str, range: Range<usize>) {
        let text = source.get(range.clone()).unwrap_or_default();
        self.push_as(text, range);
    }

    /// Appends `text`, which stands for a part of the source. An empty part, and the text is not there at all.
    pub fn push_as(&mut self, text: &str, source: Range<usize>) {
        if text.is_empty() {
            return;
        }
        let at = self.text.len();
        self.text.push_str(text);
        let piece = Piece {
            at,
            len: text.len(),
            source,
        };
        if let Some(last) = self.pieces.last_mut()
            && last.is_verbatim()
            && piece.is_verbatim()
            && last.source.end == piece.source.start
        {
            last.len += piece.len;
            last.source.end = piece.source.end;
            return;
        }
        self.pieces.push(piece);
    }

    /// Appends what another one has between its white space.
    pub fn push_trimmed(&mut self, other: &Mapped) {
        let text = other.text.trim_ascii();
        let start = other.text.len() - other.text.trim_ascii_start().len();
        for piece in other.pieces(start..start + text.len()) {
            let from = piece.at.max(start);
            let to = (piece.at + piece.len).min(start + text.len());
            let part = other.text.get(from..to).unwrap_or_default();
            self.push_as(part, piece.source_of(from..to));
        }
    }

    /// The source of a part of the text, from the first of its bytes to the last. `None` for a part that is empty or
    /// that the source does not have.
    pub fn source(&self, part: Range<usize>) -> Option<Range<usize>> {
        let pieces = self.pieces(part.clone());
        let (first, last) = (pieces.first()?, pieces.last()?);
        let start = first.source_of(part.start..part.start).start;
        let end = last.source_of(part.end..part.end).end;
        (start < end).then_some(start..end)
    }

    /// The text of the source between the stretches that a part of the text came from.
    pub fn gaps(&self, part: Range<usize>) -> impl Iterator<Item = Range<usize>> {
        let pairs = self.pieces(part).windows(2);
        pairs.filter_map(|pair| match pair {
            [before, after] if before.source.end != after.source.start => {
                Some(before.source.end..after.source.start)
            }
            _ => None,
        })
    }

    /// The stretches that have something of a part.
    fn pieces(&self, part: Range<usize>) -> &[Piece] {
        let from = self
            .pieces
            .partition_point(|piece| piece.at + piece.len <= part.start);
        let to = self.pieces.partition_point(|piece| piece.at < part.end);
        self.pieces.get(from..to).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_byte_knows_its_source() {
        let source = "> a&lt;b\n> cd";
        let mut mapped = Mapped::default();
        mapped.push(source, 2..3);
        mapped.push_as("<", 3..7);
        mapped.push(source, 7..9);
        mapped.push(source, 11..13);
        assert_eq!(mapped.text(), "a<b\ncd");
        assert_eq!(mapped.source(1..3), Some(3..8));
        assert_eq!(mapped.source(2..5), Some(7..12));
        assert_eq!(mapped.gaps(0..3).count(), 0);
        assert_eq!(mapped.gaps(0..6).next(), Some(9..11));
        assert_eq!(mapped.gaps(0..6).count(), 1);
        assert_eq!(mapped.source(2..2), None);
    }

    #[test]
    fn what_is_between_white_space_keeps_its_source() {
        let source = "\n &gt;x ";
        let mut inner = Mapped::default();
        inner.push(source, 0..2);
        inner.push_as(">", 2..6);
        inner.push(source, 6..8);
        let mut mapped = Mapped::default();
        mapped.push_as("redis> ", 0..0);
        mapped.push_trimmed(&inner);
        assert_eq!(mapped.text(), "redis> >x");
        assert_eq!(mapped.source(7..9), Some(2..7));
        assert_eq!(mapped.source(0..7), None);
    }
}
