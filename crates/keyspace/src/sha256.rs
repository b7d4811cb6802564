//! The SHA-256 digest (RFC 6234), as which passwords are kept.

use crate::sha1::{BLOCK_BYTES, digest};

const START: [u32; 8] = [
    0x6a09_e667,
    0xbb67_ae85,
    0x3c6e_f372,
    0xa54f_f53a,
    0x510e_527f,
    0x9b05_688c,
    0x1f83_d9ab,
    0x5be0_cd19,
];
/// The first 32 bits behind the point of the cube roots of the first 64 primes.
const CONSTANTS: [u32; 64] = [
    0x428a_2f98,
    0x7137_4491,
    0xb5c0_fbcf,
    0xe9b5_dba5,
    0x3956_c25b,
    0x59f1_11f1,
    0x923f_82a4,
    0xab1c_5ed5,
    0xd807_aa98,
    0x1283_5b01,
    0x2431_85be,
    0x550c_7dc3,
    0x72be_5d74,
    0x80de_b1fe,
    0x9bdc_06a7,
    0xc19b_f174,
    0xe49b_69c1,
    0xefbe_4786,
    0x0fc1_9dc6,
    0x240c_a1cc,
    0x2de9_2c6f,
    0x4a74_84aa,
    0x5cb0_a9dc,
    0x76f9_88da,
    0x983e_5152,
    0xa831_c66d,
    0xb003_27c8,
    0xbf59_7fc7,
    0xc6e0_0bf3,
    0xd5a7_9147,
    0x06ca_6351,
    0x1429_2967,
    0x27b7_0a85,
    0x2e1b_2138,
    0x4d2c_6dfc,
    0x5338_0d13,
    0x650a_7354,
    0x766a_0abb,
    0x81c2_c92e,
    0x9272_2c85,
    0xa2bf_e8a1,
    0xa81a_664b,
    0xc24b_8b70,
    0xc76c_51a3,
    0xd192_e819,
    0xd699_0624,
    0xf40e_3585,
    0x106a_a070,
    0x19a4_c116,
    0x1e37_6c08,
    0x2748_774c,
    0x34b0_bcb5,
    0x391c_0cb3,
    0x4ed8_aa4a,
    0x5b9c_ca4f,
    0x682e_6ff3,
    0x748f_82ee,
    0x78a5_636f,
    0x84c8_7814,
    0x8cc7_0208,
    0x90be_fffa,
    0xa450_6ceb,
    0xbef9_a3f7,
    0xc671_78f2,
];

/// The digest of `bytes` in hexadecimal, lower case.
pub fn hex(bytes: &[u8]) -> String {
    digest(START, add, bytes)
}

/// Adds a block to the digest.
fn add(state: &mut [u32; 8], block: &[u8; BLOCK_BYTES]) {
    let (words, _) = block.as_chunks::<4>();
    // The last sixteen words of the schedule.
    let mut schedule: [u32; 16] = [0; 16];
    for (own, word) in schedule.iter_mut().zip(words) {
        *own = u32::from_be_bytes(*word);
    }
    let mixed = |word: u32, [one, other, third]: [u32; 3]| {
        word.rotate_right(one) ^ word.rotate_right(other) ^ word.rotate_right(third)
    };
    let [mut a, mut b, mut c, mut d, mut e, mut f, mut g, mut h] = *state;
    for constant in CONSTANTS {
        let [
            word,
            second,
            _,
            _,
            _,
            _,
            _,
            _,
            _,
            tenth,
            _,
            _,
            _,
            _,
            fifteenth,
            _,
        ] = schedule;
        let chosen = e & f ^ !e & g;
        let one = h
            .wrapping_add(mixed(e, [6, 11, 25]))
            .wrapping_add(chosen)
            .wrapping_add(constant)
            .wrapping_add(word);
        let most = a & b ^ a & c ^ b & c;
        let other = mixed(a, [2, 13, 22]).wrapping_add(most);
        (h, g, f, e) = (g, f, e, d.wrapping_add(one));
        (d, c, b, a) = (c, b, a, one.wrapping_add(other));
        schedule.rotate_left(1);
        let [.., last] = &mut schedule;
        let early = second.rotate_right(7) ^ second.rotate_right(18) ^ second >> 3;
        let late = fifteenth.rotate_right(17) ^ fifteenth.rotate_right(19) ^ fifteenth >> 10;
        *last = word
            .wrapping_add(early)
            .wrapping_add(tenth)
            .wrapping_add(late);
    }
    for (own, new) in state.iter_mut().zip([a, b, c, d, e, f, g, h]) {
        *own = own.wrapping_add(new);
    }
}

#[cfg(test)]
mod tests {
    use super::hex;

    #[test]
    fn the_digest_is_that_of_sha_256() {
        for (text, expected) in [
            (
                "",
                "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
            ),
            (
                "abc",
                "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
            ),
            (
                "secret",
                "2bb80d537b1da3e38bd30361aa855686bde0eacd7162fef6a25fe97bf527a25b",
            ),
            (
                "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
                "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1",
            ),
        ] {
            assert_eq!(hex(text.as_bytes()), expected);
        }
        assert_eq!(
            hex(&b"a".repeat(1_000_000)),
            "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"
        );
    }
}
