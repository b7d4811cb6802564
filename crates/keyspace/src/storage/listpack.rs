//! A listpack: texts and whole numbers in one piece of memory, byte for byte as Redis lays them out, since the nodes of a
//! stream end by their bytes, and since DUMP shows them.
//!
//! Six bytes of header (the length in bytes, 32 bits, and the number of elements, 16 bits, or 65535 for "count them"),
//! the elements, and a last byte 255. Behind an element stands its own length, to be read backwards.

use crate::number;

const HEADER_BYTES: usize = 6;
const END: u8 = 0xff;
/// In the header: more elements than it can tell.
const COUNTLESS: usize = 0xffff;

/// An element.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Piece<'a> {
    Int(i64),
    Text(&'a [u8]),
}

impl<'a> Piece<'a> {
    /// The number, of an element that must be one; 0 if it is a text.
    pub fn int(self) -> i64 {
        match self {
            Piece::Int(number) => number,
            Piece::Text(text) => number::parse(text).unwrap_or_default(),
        }
    }

    /// The text; that of a number in decimal.
    pub fn to_vec(self) -> Vec<u8> {
        match self {
            Piece::Int(number) => number::text(number),
            Piece::Text(text) => text.to_vec(),
        }
    }

    /// Whether the text is this.
    pub fn is(self, text: &[u8]) -> bool {
        match self {
            Piece::Int(number) => number::parse(text) == Some(number),
            Piece::Text(own) => own == text,
        }
    }
}

/// Texts and numbers in a row.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Listpack {
    bytes: Vec<u8>,
}

impl Default for Listpack {
    fn default() -> Listpack {
        Listpack::with_room(0)
    }
}

impl Listpack {
    /// The position of the first element.
    pub const START: usize = HEADER_BYTES;

    /// One that somebody else has written. `None` unless each element is whole and can be read backwards, and the header
    /// tells the truth.
    pub fn checked(bytes: Vec<u8>) -> Option<Listpack> {
        let (pack, count) = Listpack::whole(bytes)?;
        let told = pack.told_count();
        (told == COUNTLESS || told == count).then_some(pack)
    }

    /// Like [`Listpack::checked`], with the number of its elements, whatever the header says of it.
    pub fn whole(bytes: Vec<u8>) -> Option<(Listpack, usize)> {
        let told = u32::from_le_bytes(*bytes.first_chunk()?);
        if bytes.len() <= HEADER_BYTES || told as usize != bytes.len() || *bytes.last()? != END {
            return None;
        }
        let pack = Listpack { bytes };
        let (mut at, mut count) = (Listpack::START, 0);
        let end = pack.bytes.len() - 1;
        while at < end {
            let (_, next) = pack.get(at)?;
            // The length behind the element is as long as it must be, and tells where the element begins.
            if next > end || pack.before(next) != Some(at) {
                return None;
            }
            at = next;
            count += 1;
        }
        Some((pack, count))
    }

    /// An empty one with room for so many bytes.
    pub fn with_room(room_bytes: usize) -> Listpack {
        let mut bytes = Vec::with_capacity(room_bytes.max(HEADER_BYTES + 1));
        bytes.extend([HEADER_BYTES as u8 + 1, 0, 0, 0, 0, 0, END]);
        Listpack { bytes }
    }

    /// Makes room for so many bytes more, by doubling where that is less than `spare_max`.
    pub fn reserve(&mut self, more: usize, spare_max: usize) {
        let need = self.bytes.len() + more;
        if need > self.bytes.capacity() {
            let room = need.max((2 * need).min(spare_max));
            self.bytes.reserve_exact(room - self.bytes.len());
        }
    }

    /// The bytes, header and all.
    pub fn as_bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The memory that it holds, in bytes.
    pub fn capacity(&self) -> usize {
        self.bytes.capacity()
    }

    /// Gives back the memory that it does not need.
    pub fn shrink(&mut self) {
        self.bytes.shrink_to_fit();
    }

    /// The number of elements.
    #[cfg(test)]
    fn count(&self) -> usize {
        match self.told_count() {
            COUNTLESS => self.iter().count(),
            told => told,
        }
    }

    /// The element at a position, and the position behind it. `None` at the end.
    #[inline]
    pub fn get(&self, at: usize) -> Option<(Piece<'_>, usize)> {
        let rest = self.bytes.get(at..)?;
        let first = *rest.first()?;
        let (from, text_bytes): (usize, usize) = match first {
            0..0x80 => return Some((Piece::Int(first.into()), at + 2)),
            0x80..0xc0 => (1, usize::from(first & 0x3f)),
            0xc0..0xe0 => {
                let bits = u16::from_be_bytes([first & 0x1f, *rest.get(1)?]);
                let number = i64::from(((bits << 3) as i16) >> 3);
                return Some((Piece::Int(number), at + 3));
            }
            0xe0..0xf0 => {
                let bits = u16::from_be_bytes([first & 0x0f, *rest.get(1)?]);
                (2, usize::from(bits))
            }
            0xf0 => {
                let bytes = u32::from_le_bytes(*rest.get(1..)?.first_chunk()?);
                (5, bytes as usize)
            }
            0xf1..=0xf4 => {
                let bytes = match first {
                    0xf4 => 8,
                    _ => usize::from(first - 0xef),
                };
                let mut wide = [0; 8];
                let own = wide.get_mut(8 - bytes..)?;
                own.copy_from_slice(rest.get(1..=bytes)?);
                let number = i64::from_le_bytes(wide) >> (64 - 8 * bytes);
                return Some((Piece::Int(number), at + bytes + 2));
            }
            _ => return None,
        };
        let text = rest.get(from..from.checked_add(text_bytes)?)?;
        let bytes = from + text_bytes;
        Some((Piece::Text(text), at + bytes + length_bytes(bytes)))
    }

    /// The position of the element that ends before `at`. `None` if there is none.
    pub fn before(&self, at: usize) -> Option<usize> {
        if at <= HEADER_BYTES {
            return None;
        }
        let (mut bytes, mut shift, mut from) = (0usize, 0, at);
        loop {
            from = from.checked_sub(1)?;
            let byte = *self.bytes.get(from)?;
            bytes |= usize::from(byte & 0x7f) << shift;
            shift += 7;
            if byte & 0x80 == 0 {
                break;
            }
            if shift > 28 {
                return None;
            }
        }
        let start = from.checked_sub(bytes)?;
        (start >= HEADER_BYTES && at - from == length_bytes(bytes)).then_some(start)
    }

    /// The position `count` elements further.
    pub fn skip(&self, mut at: usize, count: u64) -> usize {
        for _ in 0..count {
            match self.get(at) {
                Some((_, next)) => at = next,
                None => break,
            }
        }
        at
    }

    /// The position behind the last element.
    pub fn end(&self) -> usize {
        self.bytes.len() - 1
    }

    /// The elements.
    pub fn iter(&self) -> impl Iterator<Item = Piece<'_>> {
        let mut at = HEADER_BYTES;
        std::iter::from_fn(move || {
            let (piece, next) = self.get(at)?;
            at = next;
            Some(piece)
        })
    }

    /// Appends a text: as a number where it is the text of one.
    pub fn push(&mut self, text: &[u8]) {
        match number_of(text) {
            Some(number) => self.push_int(number),
            None => {
                self.bytes.pop();
                push_text(&mut self.bytes, text);
                self.close(1);
            }
        }
    }

    /// Appends a number.
    pub fn push_int(&mut self, number: i64) {
        self.bytes.pop();
        push_number(&mut self.bytes, number);
        self.close(1);
    }

    /// Puts a number in the place of the element at a position.
    pub fn replace_int(&mut self, at: usize, number: i64) {
        if let (Some(byte), 0..0x80) = (self.bytes.get_mut(at), number)
            && *byte < 0x80
        {
            *byte = number as u8;
            return;
        }
        let Some((_, next)) = self.get(at) else {
            return;
        };
        let mut own = Vec::with_capacity(10);
        push_number(&mut own, number);
        self.bytes.splice(at..next, own);
        self.bytes.pop();
        self.close(0);
    }

    fn told_count(&self) -> usize {
        match self.bytes.get(4..) {
            Some([low, high, ..]) => usize::from(u16::from_le_bytes([*low, *high])),
            _ => 0,
        }
    }

    /// Writes the end and the header, after so many more elements.
    fn close(&mut self, more: usize) {
        self.bytes.push(END);
        let count = (self.told_count() + more).min(COUNTLESS) as u16;
        let bytes = self.bytes.len() as u32;
        if let Some(header) = self.bytes.first_chunk_mut::<HEADER_BYTES>() {
            let ([a, b, c, d], [e, f]) = (bytes.to_le_bytes(), count.to_le_bytes());
            *header = [a, b, c, d, e, f];
        }
    }
}

/// The number that is kept for a text, if it is the text of one.
#[inline]
fn number_of(text: &[u8]) -> Option<i64> {
    let is_short = (1..=20).contains(&text.len());
    is_short.then(|| number::parse(text))?
}

fn push_text(out: &mut Vec<u8>, text: &[u8]) {
    let start = out.len();
    match text.len() {
        bytes @ 0..64 => out.push(0x80 | bytes as u8),
        bytes @ 64..4096 => out.extend([0xe0 | (bytes >> 8) as u8, bytes as u8]),
        bytes => {
            out.push(0xf0);
            out.extend((bytes as u32).to_le_bytes());
        }
    }
    out.extend_from_slice(text);
    push_length(out, start);
}

fn push_number(out: &mut Vec<u8>, number: i64) {
    let start = out.len();
    let wide = number.to_le_bytes();
    let (kind, bytes) = match number {
        0..0x80 => return out.extend([number as u8, 1]),
        -0x1000..0x1000 => {
            return out.extend([0xc0 | (number >> 8 & 0x1f) as u8, number as u8, 2]);
        }
        -0x8000..0x8000 => (0xf1, 2),
        -0x80_0000..0x80_0000 => (0xf2, 3),
        -0x8000_0000..0x8000_0000 => (0xf3, 4),
        _ => (0xf4, 8),
    };
    out.push(kind);
    out.extend_from_slice(wide.get(..bytes).unwrap_or_default());
    push_length(out, start);
}

/// The length of the length that stands behind an element of so many bytes. The bounds are Redis' own, one below what
/// would fit.
fn length_bytes(bytes: usize) -> usize {
    match bytes {
        0..=127 => 1,
        128..16_383 => 2,
        16_383..2_097_151 => 3,
        2_097_151..268_435_455 => 4,
        _ => 5,
    }
}

/// Appends the length of the element that begins at `start`.
fn push_length(out: &mut Vec<u8>, start: usize) {
    let bytes = out.len() - start;
    for place in (0..length_bytes(bytes)).rev() {
        let more = if place + 1 == length_bytes(bytes) {
            0
        } else {
            0x80
        };
        out.push((bytes >> (7 * place) & 0x7f) as u8 | more);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn numbers_take_as_few_bytes_as_redis_gives_them() {
        for (number, bytes) in [
            (0, 2),
            (127, 2),
            (128, 3),
            (-1, 3),
            (4095, 3),
            (-4096, 3),
            (4096, 4),
            (32_767, 4),
            (32_768, 5),
            (8_388_607, 5),
            (8_388_608, 6),
            (2_147_483_647, 6),
            (2_147_483_648, 10),
            (i64::MIN, 10),
        ] {
            let mut pack = Listpack::default();
            pack.push(number.to_string().as_bytes());
            assert_eq!(pack.as_bytes().len(), 7 + bytes, "{number}");
            assert_eq!(pack.iter().next(), Some(Piece::Int(number)));
        }
    }

    #[test]
    fn the_length_behind_an_element_is_read_backwards() {
        for bytes in [
            0, 63, 64, 125, 126, 4095, 4096, 16_377, 16_378, 2_097_146, 2_097_147,
        ] {
            let mut pack = Listpack::default();
            pack.push(b"first");
            pack.push(&vec![b'x'; bytes]);
            let last = pack.before(pack.end()).unwrap();
            assert_eq!(pack.before(last), Some(Listpack::START));
            assert!(Listpack::checked(pack.as_bytes().to_vec()).is_some());
        }
    }

    proptest! {
        #[test]
        fn the_texts_that_are_pushed_are_read_back_both_ways(
            texts in prop::collection::vec(
                prop_oneof![
                    any::<i64>().prop_map(|number| number.to_string().into_bytes()),
                    (-5000i64..5000).prop_map(|number| number.to_string().into_bytes()),
                    prop::collection::vec(any::<u8>(), 0..200),
                ],
                0..40,
            ),
            number: i64,
        ) {
            let mut pack = Listpack::default();
            texts.iter().for_each(|text| pack.push(text));
            let read: Vec<Vec<u8>> = pack.iter().map(Piece::to_vec).collect();
            prop_assert_eq!(&read, &texts);
            let (mut at, mut backwards) = (pack.end(), Vec::new());
            while let Some(before) = pack.before(at) {
                backwards.push(pack.get(before).unwrap().0.to_vec());
                at = before;
            }
            backwards.reverse();
            prop_assert_eq!(&backwards, &texts);
            prop_assert_eq!(Listpack::checked(pack.as_bytes().to_vec()), Some(pack.clone()));
            if !texts.is_empty() {
                pack.replace_int(Listpack::START, number);
                prop_assert_eq!(pack.iter().next(), Some(Piece::Int(number)));
                prop_assert_eq!(Listpack::checked(pack.as_bytes().to_vec()), Some(pack.clone()));
            }
        }

        #[test]
        fn bytes_of_any_origin_are_refused_or_can_be_read(mut bytes in prop::collection::vec(any::<u8>(), 0..80)) {
            let told = bytes.len() as u32;
            if let Some(header) = bytes.first_chunk_mut() {
                *header = told.to_le_bytes();
            }
            if let Some(last) = bytes.last_mut() {
                *last = END;
            }
            if let Some(pack) = Listpack::checked(bytes) {
                prop_assert!(pack.iter().count() == pack.count());
            }
        }
    }
}
