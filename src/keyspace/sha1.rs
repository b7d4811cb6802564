//! The SHA-1 digest, by which scripts are called.

/// The digest of `bytes` in hexadecimal, lower case.
pub fn hex(bytes: &[u8]) -> String {
    sha1_smol::Sha1::from(bytes).digest().to_string()
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_digest_is_that_of_sha1() {
        let expected = "e0e1f9fabfc9d4800c877a703b823ac0578ff8db";
        assert_eq!(super::hex(b"return 1"), expected);
    }
}
