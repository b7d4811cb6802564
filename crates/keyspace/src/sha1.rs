//! The SHA-1 digest (RFC 3174), by which scripts are called.

use std::cell::Cell;

const START: [u32; 5] = [
    0x6745_2301,
    0xefcd_ab89,
    0x98ba_dcfe,
    0x1032_5476,
    0xc3d2_e1f0,
];
pub(crate) const BLOCK_BYTES: usize = 64;

/// The digest of `bytes` in hexadecimal, lower case.
pub fn hex(bytes: &[u8]) -> String {
    digest(START, add, bytes)
}

/// The digest in hexadecimal that `add` makes of `start` and of each block, as all digests of this family are made.
pub(crate) fn digest<const WORDS: usize>(
    start: [u32; WORDS],
    add: fn(&mut [u32; WORDS], &[u8; BLOCK_BYTES]),
    bytes: &[u8],
) -> String {
    let mut state = start;
    let (blocks, rest) = bytes.as_chunks::<BLOCK_BYTES>();
    blocks.iter().for_each(|block| add(&mut state, block));
    // The rest, a one bit, zeros, and the length in bits at the end of a block.
    let mut end = Vec::with_capacity(2 * BLOCK_BYTES);
    end.extend_from_slice(rest);
    end.push(0x80);
    while end.len() % BLOCK_BYTES != BLOCK_BYTES - 8 {
        end.push(0);
    }
    end.extend((bytes.len() as u64).wrapping_mul(8).to_be_bytes());
    let (blocks, _) = end.as_chunks::<BLOCK_BYTES>();
    blocks.iter().for_each(|block| add(&mut state, block));
    let mut hex = String::with_capacity(8 * WORDS);
    for word in state {
        for at in 0..8 {
            hex.extend(char::from_digit(word >> (28 - 4 * at) & 0xf, 16));
        }
    }
    hex
}

/// Adds a block to the digest.
fn add(state: &mut [u32; 5], block: &[u8; BLOCK_BYTES]) {
    let (words, _) = block.as_chunks::<4>();
    // A word for each round: the block's, and then each from four of the sixteen before it.
    let mut schedule: [u32; 80] = [0; 80];
    for (own, word) in schedule.iter_mut().zip(words) {
        *own = u32::from_be_bytes(*word);
    }
    for window in Cell::from_mut(&mut schedule)
        .as_array_of_cells()
        .windows(17)
    {
        if let [
            first,
            _,
            third,
            _,
            _,
            _,
            _,
            _,
            ninth,
            _,
            _,
            _,
            _,
            fourteenth,
            _,
            _,
            next,
        ] = window
        {
            let mixed = first.get() ^ third.get() ^ ninth.get() ^ fourteenth.get();
            next.set(mixed.rotate_left(1));
        }
    }
    let [mut a, mut b, mut c, mut d, mut e] = *state;
    for (round, word) in schedule.into_iter().enumerate() {
        let (mixed, constant) = match round {
            0..20 => (b & c | !b & d, 0x5a82_7999),
            20..40 => (b ^ c ^ d, 0x6ed9_eba1),
            40..60 => (b & c | b & d | c & d, 0x8f1b_bcdc),
            _ => (b ^ c ^ d, 0xca62_c1d6_u32),
        };
        let next = a.rotate_left(5).wrapping_add(mixed).wrapping_add(e);
        let next = next.wrapping_add(constant).wrapping_add(word);
        (a, b, c, d, e) = (next, a, b.rotate_left(30), c, d);
    }
    for (own, new) in state.iter_mut().zip([a, b, c, d, e]) {
        *own = own.wrapping_add(new);
    }
}

#[cfg(test)]
mod tests {
    use super::hex;

    #[test]
    fn the_digest_is_that_of_sha1() {
        assert_eq!(hex(b""), "da39a3ee5e6b4b0d3255bfef95601890afd80709");
        assert_eq!(hex(b"abc"), "a9993e364706816aba3e25717850c26c9cd0d89d");
        assert_eq!(hex(b"return 1"), "e0e1f9fabfc9d4800c877a703b823ac0578ff8db");
        let long = hex(&b"a".repeat(1_000_000));
        assert_eq!(long, "34aa973cd4c4daa4f61eeb2bdbad27316534016f");
        // Lengths around the end of a block.
        let two = "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq";
        assert_eq!(
            hex(two.as_bytes()),
            "84983e441c3bd26ebaae4aa1f95129e5e54670f1"
        );
        assert_eq!(
            hex(&b"x".repeat(55)),
            "cef734ba81a024479e09eb5a75b6ddae62e6abf1"
        );
        assert_eq!(
            hex(&b"x".repeat(64)),
            "bb2fa3ee7afb9f54c6dfb5d021f14b1ffe40c163"
        );
    }
}
