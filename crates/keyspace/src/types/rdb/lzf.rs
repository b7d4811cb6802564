//! LZF, as in Redis: runs of up to 32 bytes that stand for themselves, and references of up to 264 bytes to what came at
//! most 8192 bytes before.

/// The number of places in the table of sequences, as a power of two.
const TABLE_BITS: u32 = 16;
const RUN_MAX: usize = 1 << 5;
const OFFSET_MAX: usize = 1 << 13;
const REFERENCE_MAX: usize = (1 << 8) + (1 << 3);

/// Compresses texts one after the other.
#[derive(Default)]
pub struct Compressor {
    /// Where each sequence of three bytes was seen last, counted over all texts; 0 for nowhere.
    seen: Vec<u32>,
    /// The length of all texts before.
    before: u32,
}

impl Compressor {
    /// The compressed bytes, if they are at least four fewer.
    pub fn compress(&mut self, text: &[u8]) -> Option<Vec<u8>> {
        let room = text.len().checked_sub(4)?;
        if self.seen.is_empty() || self.before.checked_add(text.len() as u32).is_none() {
            self.seen = vec![0; 1 << TABLE_BITS];
            self.before = 0;
        }
        // A place in the table tells texts apart: those of earlier ones lie at or below this one.
        let base = self.before;
        self.before += text.len() as u32;
        let mut out = Out {
            bytes: vec![0],
            run: 0,
        };
        let mut at = 0;
        let mut stop = false;
        while at + 2 < text.len() && !stop {
            let Some(from) = self.meet(text, at, base) else {
                if out.bytes.len() >= room {
                    return None;
                }
                out.push(*text.get(at)?);
                at += 1;
                continue;
            };
            let length = shared(text, from, at);
            // The two bounds of Redis: with an empty run before it, the reference takes a byte less.
            if out.bytes.len() - usize::from(out.run == 0) + 4 >= room {
                return None;
            }
            out.refer(at - from - 1, length - 2);
            at += length;
            stop = at + 2 >= text.len();
            if !stop {
                self.note(text, at - 2, base);
                self.note(text, at - 1, base);
            }
        }
        if out.bytes.len() + 3 > room {
            return None;
        }
        for byte in text.get(at..)? {
            out.push(*byte);
        }
        out.close();
        Some(out.bytes)
    }

    /// Notes the sequence at a place.
    fn note(&mut self, text: &[u8], at: usize, base: u32) -> usize {
        let Some(&[a, b, c]) = text.get(at..).and_then(|rest| rest.first_chunk()) else {
            return 0;
        };
        let value = u32::from_be_bytes([0, a, b, c]);
        let hash = (value >> (24 - TABLE_BITS)).wrapping_sub(value.wrapping_mul(5));
        let slot = self.seen.get_mut(hash as usize & ((1 << TABLE_BITS) - 1));
        let now = base + at as u32 + 1;
        let seen = slot.map_or(0, |slot| std::mem::replace(slot, now));
        seen.saturating_sub(base) as usize
    }

    /// Notes the sequence at a place, and answers where the same one begins before it, near enough for a reference. The
    /// first byte of a text is never referred to.
    fn meet(&mut self, text: &[u8], at: usize, base: u32) -> Option<usize> {
        let from = self.note(text, at, base).checked_sub(1)?;
        let is_near = from > 0 && at - from - 1 < OFFSET_MAX;
        (is_near && text.get(from..from + 3)? == text.get(at..at + 3)?).then_some(from)
    }
}

/// For how many bytes the text goes on as it does from `from`.
fn shared(text: &[u8], from: usize, at: usize) -> usize {
    let max = (text.len() - at - 2).min(REFERENCE_MAX);
    // Redis looks at the first bytes without counting them.
    let max = max.max(if max > 16 { 19 } else { 3 });
    let ahead = text.get(from..).unwrap_or_default();
    let pairs = ahead.iter().zip(text.get(at..).unwrap_or_default());
    let same = pairs.take_while(|(one, other)| one == other).count();
    same.min(max)
}

/// What is written. Before a run stands a byte for its length, which is filled in later.
struct Out {
    bytes: Vec<u8>,
    run: usize,
}

impl Out {
    fn push(&mut self, byte: u8) {
        self.bytes.push(byte);
        self.run += 1;
        if self.run == RUN_MAX {
            self.close();
            self.bytes.push(0);
            self.run = 0;
        }
    }

    /// Ends a run: writes its length, or takes the byte for it away.
    fn close(&mut self) {
        if self.run == 0 {
            self.bytes.pop();
            return;
        }
        let at = self.bytes.len() - self.run - 1;
        if let Some(length) = self.bytes.get_mut(at) {
            *length = (self.run - 1) as u8;
        }
    }

    fn refer(&mut self, offset: usize, length: usize) {
        self.close();
        let high = (offset >> 8) as u8;
        match length {
            0..7 => self.bytes.push(high | (length as u8) << 5),
            _ => self.bytes.extend([high | 7 << 5, (length - 7) as u8]),
        }
        self.bytes.extend([offset as u8, 0]);
        self.run = 0;
    }
}

/// The length of the longest text that is compressed to so many bytes: three of them stand for at most 264.
pub fn length_max(packed_bytes: usize) -> usize {
    packed_bytes.saturating_mul(REFERENCE_MAX)
}

/// The text of `bytes` bytes; `None` if it is not what was compressed.
pub fn decompress(mut packed: &[u8], bytes: usize) -> Option<Vec<u8>> {
    // Redis takes its sign of an error for that length.
    if bytes == 0 {
        return Some(Vec::new());
    }
    if bytes > length_max(packed.len()) {
        return None;
    }
    let mut text = Vec::with_capacity(bytes);
    let mut next = |count: usize| {
        let (head, rest) = packed.split_at_checked(count)?;
        packed = rest;
        Some(head)
    };
    while let Some(&[control]) = next(1) {
        let (kind, low) = (usize::from(control >> 5), usize::from(control & 0x1f));
        if kind == 0 {
            text.extend_from_slice(next(low + 1)?);
        } else {
            let mut length = kind + 2;
            if kind == 7 {
                length += usize::from(*next(1)?.first()?);
            }
            let offset = (low << 8) + usize::from(*next(1)?.first()?) + 1;
            let from = text.len().checked_sub(offset)?;
            for at in from..from + length {
                text.push(*text.get(at)?);
            }
        }
        if text.len() > bytes {
            return None;
        }
    }
    (text.len() == bytes).then_some(text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_long_run_of_one_byte_becomes_a_few() {
        let text = vec![b'x'; 1000];
        let packed = Compressor::default().compress(&text).unwrap();
        assert!(packed.len() < 20, "{packed:?}");
        assert_eq!(decompress(&packed, 1000), Some(text));
    }

    #[test]
    fn a_length_that_no_text_has_is_refused_before_anything_is_allocated() {
        assert_eq!(decompress(&[0, 1], usize::MAX), None);
        assert_eq!(decompress(&[0xe0, 0xff, 0], 200), None);
    }

    proptest! {
        #[test]
        fn what_is_compressed_is_read_back(
            words in prop::collection::vec(prop::sample::select(vec!["a", "bb", "abcabc", "the quick", "0000000000", "z"]), 0..300),
        ) {
            let text = words.concat().into_bytes();
            let mut compressor = Compressor::default();
            for _ in 0..2 {
                if let Some(packed) = compressor.compress(&text) {
                    prop_assert!(packed.len() + 4 <= text.len());
                    prop_assert_eq!(decompress(&packed, text.len()), Some(text.clone()));
                }
            }
        }

        #[test]
        fn bytes_of_any_origin_are_refused_or_read(bytes in prop::collection::vec(any::<u8>(), 0..60), length in 0usize..2000) {
            if let Some(text) = decompress(&bytes, length) {
                prop_assert_eq!(text.len(), length);
            }
        }
    }
}
