//! Values as bytes, as Redis 7.0 writes them into a dump: version 10 of its format, and what older versions wrote.

mod crc64;
mod lzf;
mod stream;
mod types;

pub use crc64::Crc64;
pub use types::block_lengths;

use crate::number;
use crate::reply::Error;
use crate::server::parts::LibrarySources;
use crate::storage::layout::Layout;
use crate::storage::slot::OUT_OF_MEMORY;
use crate::storage::value::Value;
use lzf::Compressor;
use std::sync::Arc;

const BAD_FORMAT: Error = Error::fixed("ERR Bad data format");
/// The version of the format.
const VERSION: u16 = 10;
/// The longest text that is compressed: Redis has no such limit, but a page must not stand still.
const COMPRESSED_BYTES_MAX: usize = 1 << 20;
/// The shortest one.
const COMPRESSED_BYTES_MIN: usize = 21;

/// What stands before a library.
const LIBRARY: u8 = 245;
/// Before one in the format of the first candidates of Redis 7.0, with its name and engine apart.
const EARLY_LIBRARY: u8 = 246;
/// How much libraries may take when their sources are compressed.
const LIBRARIES_BYTES_MAX: usize = 16 << 20;
const NO_FUNCTION: Error = Error::fixed("ERR given type is not a function");
const NO_PAYLOAD: Error = Error::fixed("ERR Failed loading library payload");
const NO_NAME: Error = Error::fixed("ERR Failed loading library name");
const NO_ENGINE: Error = Error::fixed("ERR Failed loading engine name");
const NO_DESCRIPTION_MARK: Error = Error::fixed("ERR Failed loading library description indicator");
const NO_DESCRIPTION: Error = Error::fixed("ERR Failed loading library description");
const NO_BLOB: Error = Error::fixed("ERR Failed loading library blob");

/// The kinds of values.
mod kind {
    pub const STRING: u8 = 0;
    pub const LIST: u8 = 1;
    pub const SET: u8 = 2;
    pub const ZSET: u8 = 3;
    pub const HASH: u8 = 4;
    /// With scores in binary.
    pub const ZSET_2: u8 = 5;
    pub const HASH_ZIPMAP: u8 = 9;
    pub const LIST_ZIPLIST: u8 = 10;
    pub const SET_INTSET: u8 = 11;
    pub const ZSET_ZIPLIST: u8 = 12;
    pub const HASH_ZIPLIST: u8 = 13;
    /// Of ziplists.
    pub const LIST_QUICKLIST: u8 = 14;
    /// Without the IDs and counts of version 7.
    pub const STREAM: u8 = 15;
    pub const HASH_LISTPACK: u8 = 16;
    pub const ZSET_LISTPACK: u8 = 17;
    /// Of listpacks.
    pub const LIST_QUICKLIST_2: u8 = 18;
    pub const STREAM_2: u8 = 19;
}

/// A value as bytes, with the version but without the checksum.
pub fn dump(value: &Value) -> Option<Vec<u8>> {
    let mut out = Writer::default();
    match value {
        Value::String(text, _) => {
            out.byte(kind::STRING);
            out.text(text);
        }
        Value::Other(other) => match other.as_any().downcast_ref() {
            Some(stream) => {
                out.byte(kind::STREAM_2);
                stream::write(&mut out, stream);
            }
            None => types::write(&mut out, &**other)?,
        },
    }
    out.bytes.extend(VERSION.to_le_bytes());
    Some(out.bytes)
}

/// The sources of libraries as bytes, with their checksum.
pub fn dump_libraries(codes: &[&[u8]]) -> Vec<u8> {
    let mut out = Writer::default();
    for code in codes {
        out.byte(LIBRARY);
        out.text(code);
    }
    out.bytes.extend(VERSION.to_le_bytes());
    let mut crc = Crc64::default();
    crc.add(&out.bytes);
    out.bytes.extend(crc.sum().to_le_bytes());
    out.bytes
}

/// The sources of libraries in a dump, up to the first that cannot be read, which is an error; `None` if its version or
/// checksum is wrong.
pub fn libraries(dump: &[u8]) -> Option<LibrarySources> {
    let (summed, sum) = checksum(dump)?;
    let mut crc = Crc64::default();
    crc.add(summed);
    if crc.sum() != sum {
        return None;
    }
    let mut reader = Reader {
        rest: summed.get(..summed.len().saturating_sub(2))?,
        room_bytes: LIBRARIES_BYTES_MAX,
        is_full: false,
    };
    let mut codes = Vec::new();
    while !reader.rest.is_empty() {
        let code = reader.library();
        let is_last = code.is_err();
        codes.push(code);
        if is_last {
            break;
        }
    }
    Some(codes)
}

/// The bytes of a dump over which its checksum goes, and the checksum. `None` if it is too short or of a later version.
pub fn checksum(dump: &[u8]) -> Option<(&[u8], u64)> {
    let (summed, sum) = dump.split_last_chunk()?;
    let (_, version) = summed.split_last_chunk()?;
    (u16::from_le_bytes(*version) <= VERSION).then_some((summed, u64::from_le_bytes(*sum)))
}

/// The value in a dump, whose checksum was right. It takes no more than about `room_bytes`.
///
/// # Errors
/// It is not what any Redis would have written, or too large.
pub fn restore(dump: &[u8], layout: &Layout, room_bytes: usize) -> Result<Value, Error> {
    let mut reader = Reader {
        rest: dump,
        room_bytes,
        is_full: false,
    };
    reader.value(layout).ok_or(match reader.is_full {
        true => OUT_OF_MEMORY,
        false => BAD_FORMAT,
    })
}

/// Writes the parts of a value.
#[derive(Default)]
struct Writer {
    bytes: Vec<u8>,
    compressor: Compressor,
}

impl Writer {
    fn byte(&mut self, byte: u8) {
        self.bytes.push(byte);
    }

    /// A length, or another number without a sign.
    fn length(&mut self, length: u64) {
        match length {
            0..0x40 => self.byte(length as u8),
            0x40..0x4000 => self.bytes.extend((length as u16 | 0x4000).to_be_bytes()),
            0x4000..0x1_0000_0000 => {
                self.byte(0x80);
                self.bytes.extend((length as u32).to_be_bytes());
            }
            _ => {
                self.byte(0x81);
                self.bytes.extend(length.to_be_bytes());
            }
        }
    }

    /// A time in milliseconds.
    fn ms(&mut self, ms: i64) {
        self.bytes.extend(ms.to_le_bytes());
    }

    /// A text: as a number where it is the text of a small one, and compressed where that is shorter.
    fn text(&mut self, text: &[u8]) {
        let number = if text.len() <= 11 {
            number::parse(text)
        } else {
            None
        };
        match number {
            Some(number @ -0x80..0x80) => return self.bytes.extend([0xc0, number as u8]),
            Some(number @ -0x8000..0x8000) => {
                self.byte(0xc1);
                return self.bytes.extend((number as i16).to_le_bytes());
            }
            Some(number @ -0x8000_0000..0x8000_0000) => {
                self.byte(0xc2);
                return self.bytes.extend((number as i32).to_le_bytes());
            }
            _ => {}
        }
        if (COMPRESSED_BYTES_MIN..=COMPRESSED_BYTES_MAX).contains(&text.len())
            && let Some(packed) = self.compressor.compress(text)
        {
            self.byte(0xc3);
            self.length(packed.len() as u64);
            self.length(text.len() as u64);
            return self.bytes.extend(packed);
        }
        self.length(text.len() as u64);
        self.bytes.extend_from_slice(text);
    }
}

/// Reads the parts of a value.
struct Reader<'a> {
    rest: &'a [u8],
    /// How much may still be taken for what is longer than its bytes here.
    room_bytes: usize,
    /// Whether it was too little.
    is_full: bool,
}

impl<'a> Reader<'a> {
    /// The source of a library.
    fn library(&mut self) -> Result<Vec<u8>, Error> {
        match self.byte() {
            Some(LIBRARY) => self.text().ok_or(NO_PAYLOAD),
            Some(EARLY_LIBRARY) => {
                let name = self.text().ok_or(NO_NAME)?;
                let engine = self.text().ok_or(NO_ENGINE)?;
                if self.number().ok_or(NO_DESCRIPTION_MARK)? != 0 {
                    self.text().ok_or(NO_DESCRIPTION)?;
                }
                let code = self.text().ok_or(NO_BLOB)?;
                Ok([b"#!", &engine[..], b" name=", &name[..], b"\n", &code[..]].concat())
            }
            _ => Err(NO_FUNCTION),
        }
    }

    fn value(&mut self, layout: &Layout) -> Option<Value> {
        Some(match self.byte()? {
            kind::STRING => Value::from(Arc::new(self.text()?)),
            kind @ (kind::STREAM | kind::STREAM_2) => {
                Value::Other(Arc::new(stream::read(self, kind == kind::STREAM_2)?))
            }
            kind => Value::Other(types::read(self, kind, layout)?),
        })
    }

    fn take(&mut self, bytes: usize) -> Option<&'a [u8]> {
        let (taken, rest) = self.rest.split_at_checked(bytes)?;
        self.rest = rest;
        Some(taken)
    }

    fn array<const BYTES: usize>(&mut self) -> Option<[u8; BYTES]> {
        let (taken, rest) = self.rest.split_first_chunk()?;
        self.rest = rest;
        Some(*taken)
    }

    fn byte(&mut self) -> Option<u8> {
        self.array().map(|[byte]| byte)
    }

    /// A length, or the way in which a text is written, then `true`.
    fn length_or_form(&mut self) -> Option<(u64, bool)> {
        let first = self.byte()?;
        let low = u64::from(first & 0x3f);
        Some(match first {
            0..0x40 => (low, false),
            0x40..0x80 => (low << 8 | u64::from(self.byte()?), false),
            0x80 => (u32::from_be_bytes(self.array()?).into(), false),
            0x81 => (u64::from_be_bytes(self.array()?), false),
            0xc0.. => (low, true),
            _ => return None,
        })
    }

    /// A number without a sign.
    fn number(&mut self) -> Option<u64> {
        self.length_or_form().map(|(number, _)| number)
    }

    /// A number without a sign where Redis does not look whether it was one.
    fn number_or_max(&mut self) -> Option<u64> {
        match self.rest.first()? {
            0x82..0xc0 => self.byte().map(|_| u64::MAX),
            _ => self.number(),
        }
    }

    /// A number of parts that follow. One part takes a byte at least.
    fn count(&mut self) -> Option<usize> {
        let count = usize::try_from(self.number()?).ok()?;
        (count <= self.rest.len()).then_some(count)
    }

    fn ms(&mut self) -> Option<i64> {
        self.array().map(i64::from_le_bytes)
    }

    fn text(&mut self) -> Option<Vec<u8>> {
        let (length, is_form) = self.length_or_form()?;
        if !is_form {
            return self.take(usize::try_from(length).ok()?).map(<[u8]>::to_vec);
        }
        let number = match length {
            0 => i64::from(i8::from_le_bytes(self.array()?)),
            1 => i64::from(i16::from_le_bytes(self.array()?)),
            2 => i64::from(i32::from_le_bytes(self.array()?)),
            3 => {
                let packed_bytes = usize::try_from(self.number()?).ok()?;
                let bytes = usize::try_from(self.number()?).ok()?;
                let packed = self.take(packed_bytes)?;
                if bytes > lzf::length_max(packed_bytes) {
                    return None;
                }
                self.is_full = bytes > self.room_bytes;
                self.room_bytes = self.room_bytes.checked_sub(bytes)?;
                return lzf::decompress(packed, bytes);
            }
            _ => return None,
        };
        Some(number::text(number))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// A dump with its checksum.
    fn whole(value: &Value) -> Vec<u8> {
        let mut bytes = dump(value).unwrap();
        let mut crc = Crc64::default();
        crc.add(&bytes);
        bytes.extend(crc.sum().to_le_bytes());
        bytes
    }

    #[test]
    fn a_dump_is_that_of_redis() {
        let dump = |text: &str| whole(&Value::from(Arc::new(text.into())));
        assert_eq!(dump("10"), b"\x00\xc0\n\n\x00n\x9fWE\x0e\xaec\xbb");
    }

    proptest! {
        #[test]
        fn a_string_is_read_back(text in prop::collection::vec(any::<u8>(), 0..300)) {
            let value = Value::from(Arc::new(text));
            let dump = whole(&value);
            prop_assert!(restore(&dump, &Layout::default(), 1 << 20) == Ok(value));
        }

        #[test]
        fn numbers_without_a_sign_are_read_back(number: u64, shift in 0u32..64) {
            let number = number >> shift;
            let mut writer = Writer::default();
            writer.length(number);
            let mut reader = Reader { rest: &writer.bytes, room_bytes: 0, is_full: false };
            prop_assert_eq!(reader.number(), Some(number));
        }

        #[test]
        fn bytes_of_any_origin_are_refused_or_read(kind in 0u8..22, mut bytes in prop::collection::vec(any::<u8>(), 0..200)) {
            bytes.insert(0, kind);
            let _ = restore(&bytes, &Layout::default(), 10_000);
        }
    }
}
