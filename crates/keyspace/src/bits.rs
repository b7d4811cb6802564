//! Bits within a string of bytes, the highest bit of the first byte first: read, written, counted and found. Ranges are of
//! bits; what is past the end of the string is 0.

use crate::bytes::VALUE_BYTES_MAX;
use crate::number;
use crate::reply::Error;

const OFFSET: Error = Error::fixed("ERR bit offset is not an integer or out of range");

use std::ops::RangeInclusive;

/// The bytes that a number of 64 bits can touch.
const WINDOW_BYTES: usize = 9;

/// The `width` lowest bits, which are up to 64.
pub fn mask(width: u32) -> u64 {
    u64::MAX.checked_shr(64 - width).unwrap_or(0)
}

/// The number that `width` bits from `offset` on are, the first one its highest; up to 64 bits.
pub fn read(bytes: &[u8], offset: u64, width: u32) -> u64 {
    (window(bytes, offset) >> shift(offset, width)) as u64 & mask(width)
}

/// Writes the lowest `width` bits of `number` there. Bits past the end are left out.
pub fn write(bytes: &mut [u8], offset: u64, width: u32, number: u64) {
    let shift = shift(offset, width);
    let old = window(bytes, offset) & !(u128::from(mask(width)) << shift);
    let new = old | u128::from(number & mask(width)) << shift;
    let new = new.to_be_bytes();
    let new = new.iter().skip(new.len() - WINDOW_BYTES);
    for (byte, new) in bytes.iter_mut().skip(first_byte(offset)).zip(new) {
        *byte = *new;
    }
}

/// The number of set bits.
pub fn count(bytes: &[u8], range: RangeInclusive<u64>) -> u64 {
    let (first, last) = range.into_inner();
    let (whole, rest) = bytes
        .get(first_byte(first)..=first_byte(last))
        .unwrap_or_default()
        .as_chunks();
    let whole = whole.iter().map(|chunk| u64::from_ne_bytes(*chunk));
    let whole: u64 = whole.map(|word| u64::from(word.count_ones())).sum();
    let rest: u64 = rest.iter().map(|byte| u64::from(byte.count_ones())).sum();
    let before = read(bytes, first & !7, (first & 7) as u32);
    let after = read(bytes, last + 1, 7 - (last & 7) as u32);
    whole + rest - u64::from(before.count_ones() + after.count_ones())
}

/// The place of the first bit that is as `wanted`.
pub fn find(bytes: &[u8], range: RangeInclusive<u64>, wanted: bool) -> Option<u64> {
    let (mut at, last) = range.into_inner();
    let unwanted = if wanted { 0 } else { u64::MAX };
    while at <= last {
        let width = (last - at + 1).min(64) as u32;
        let found = (read(bytes, at, width) ^ unwanted) & mask(width);
        if found != 0 {
            return Some(at + u64::from(found.leading_zeros() + width - 64));
        }
        at += u64::from(width);
        let rest = bytes.get(first_byte(at)..).unwrap_or_default();
        let words = rest.as_chunks().0.iter();
        let skipped = words.take_while(|word| u64::from_ne_bytes(**word) == unwanted);
        let skipped = skipped.count() as u64 * 64;
        if skipped > 0 {
            at = (at & !7) + skipped;
        }
    }
    None
}

fn first_byte(offset: u64) -> usize {
    (offset / 8) as usize
}

/// The bytes around `offset`, as one number.
fn window(bytes: &[u8], offset: u64) -> u128 {
    let there = bytes.iter().skip(first_byte(offset));
    let zeros = std::iter::repeat(&0);
    let window = there.chain(zeros).take(WINDOW_BYTES);
    window.fold(0, |window, byte| window << 8 | u128::from(*byte))
}

/// The shift of the bits in the window.
fn shift(offset: u64, width: u32) -> u32 {
    8 * WINDOW_BYTES as u32 - (offset & 7) as u32 - width
}

/// The place of a bit, as `text` gives it: below 512 MB. `#n` stands for the `n`th number of `width` bits, where there is
/// such a width.
pub fn offset(text: &[u8], width: Option<u32>) -> Result<u64, Error> {
    let number = match (text, width) {
        ([b'#', index @ ..], Some(width)) => {
            number::parse(index).map(|index| index.wrapping_mul(i64::from(width)))
        }
        _ => number::parse(text),
    };
    let offset = number.and_then(|number| u64::try_from(number).ok());
    offset
        .filter(|offset| offset / 8 < VALUE_BYTES_MAX as u64)
        .ok_or(OFFSET)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn the_first_bit_is_the_highest_of_the_first_byte() {
        assert_eq!(read(b"\x80\x01", 0, 1), 1);
        assert_eq!(read(b"\x80\x01", 0, 16), 0x8001);
        assert_eq!(read(b"\x80\x01", 15, 3), 0b100);
        assert_eq!(read(b"\x80\x01", 1 << 40, 64), 0);
        let mut bytes = [0xff; 10];
        write(&mut bytes, 7, 64, 0);
        assert_eq!(bytes, [0xfe, 0, 0, 0, 0, 0, 0, 0, 1, 0xff]);
    }

    fn bit(bytes: &[u8], place: u64) -> bool {
        bytes[place as usize / 8] >> (7 - place % 8) & 1 == 1
    }

    fn with_runs() -> impl Strategy<Value = Vec<u8>> {
        let byte = prop_oneof![4 => Just(0u8), 4 => Just(0xff), 1 => any::<u8>()];
        proptest::collection::vec((byte, 1usize..30), 1..8).prop_map(|runs| {
            let runs = runs.into_iter();
            runs.flat_map(|(byte, times)| std::iter::repeat_n(byte, times))
                .collect()
        })
    }

    proptest! {
        #[test]
        fn what_is_counted_and_found_is_what_one_bit_after_the_other_shows(
            bytes in with_runs(), one: u64, other: u64, wanted: bool
        ) {
            let bits = bytes.len() as u64 * 8;
            let (first, last) = ((one % bits).min(other % bits), (one % bits).max(other % bits));
            let set = (first..=last).filter(|place| bit(&bytes, *place)).count() as u64;
            prop_assert_eq!(count(&bytes, first..=last), set);
            let found = (first..=last).find(|place| bit(&bytes, *place) == wanted);
            prop_assert_eq!(find(&bytes, first..=last, wanted), found);
        }

        #[test]
        fn what_is_written_is_read_and_the_rest_is_left(
            mut bytes in with_runs(), offset in 0u64..2_000, width in 1u32..=64, number: u64
        ) {
            let old = bytes.clone();
            write(&mut bytes, offset, width, number);
            let bits = bytes.len() as u64 * 8;
            if offset + u64::from(width) <= bits {
                prop_assert_eq!(read(&bytes, offset, width), number & mask(width));
            }
            for place in (0..bits).filter(|place| !(offset..offset + u64::from(width)).contains(place)) {
                prop_assert_eq!(bit(&bytes, place), bit(&old, place));
            }
        }
    }
}
