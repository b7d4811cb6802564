//! The checksum behind a serialized value: CRC-64 of Jones, reflected, from 0.

const POLYNOMIAL: u64 = 0x95ac_9329_ac4b_c9b5;

/// A checksum that goes on, a stretch at a time.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Crc64 {
    table: Vec<u64>,
    sum: u64,
}

impl Default for Crc64 {
    fn default() -> Crc64 {
        let table = (0..256).map(|byte| {
            (0..8).fold(byte, |sum: u64, _| match sum & 1 {
                1 => sum >> 1 ^ POLYNOMIAL,
                _ => sum >> 1,
            })
        });
        Crc64 {
            table: table.collect(),
            sum: 0,
        }
    }
}

impl Crc64 {
    /// Goes on with these bytes.
    pub fn add(&mut self, bytes: &[u8]) {
        let mut sum = self.sum;
        for byte in bytes {
            let at = usize::from(sum as u8 ^ byte);
            sum = sum >> 8 ^ self.table.get(at).copied().unwrap_or_default();
        }
        self.sum = sum;
    }

    /// The checksum of all bytes so far.
    pub fn sum(&self) -> u64 {
        self.sum
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_checksum_is_that_of_redis() {
        let mut crc = Crc64::default();
        crc.add(b"1234");
        crc.add(b"56789");
        assert_eq!(crc.sum(), 0xe9c6_d914_c4b8_d9ca);
    }
}
