//! Makes a packed module of the page whole again. The program `squeeze` packs it (`columns.rs`), and the page's main file brings this
//! crate along as a module of its own, with which `static/embed/modules/failure.js` unpacks that file and all others.
//!
//! A packed module has its code in columns, as a database may store its rows: the instructions in one, and their operands
//! (numbers of locals, offsets, constants, the functions that are called) each in one with its kind. Brotli, which guesses a byte by the
//! two before it, needs a sixth fewer bytes for them. A local is told by its rank among those of its function, of which the last used is
//! the first.
//!
//! It is, one behind the other:
//!
//! - the length of the whole module, in four bytes, the lowest first,
//! - as numbers of variable length: the length of the sections before the code's, that of the code's content, and those of all columns
//!   in the order of [`table::Column`],
//! - the sections before the code's, with the head of the module,
//! - the number of functions,
//! - the columns,
//! - the sections behind the code's.
//!
//! Behind these is the module's name, which browsers write into the stack of an error, so that the page's script knows its own.
#![cfg_attr(target_arch = "wasm32", no_std)]

pub mod table;

#[cfg(target_arch = "wasm32")]
mod page;

use table::{BYTES_MAX, COLUMNS_LEN, Column, End, Symbol};

/// The bytes for the length of the whole module.
pub const WHOLE_BYTES: usize = 4;
/// The bytes that the length of a function has in the whole module.
pub const LENGTH_BYTES: usize = 3;
/// The bytes before the content of the code: the number of its section, and its length.
pub const CODE_HEAD_BYTES: usize = 6;
/// The number of the section that has the code.
const CODE: u8 = 10;
/// The section that names the module.
pub const NAMED: &[u8] = b"\0\x18\x04name\0\x11\x10setnx-playground";
/// The locals that a function may have.
pub const LOCALS_MAX: usize = 4096;

/// Writes the whole module, for which there has to be room.
///
/// # Panics
/// Where the module is damaged.
pub fn unpack(packed: &[u8], whole: &mut [u8]) {
    let mut unpacking = Unpacking::begin(packed, whole);
    while unpacking.go(usize::MAX) {}
}

/// A module while it is unpacked, which a page does in slices.
pub struct Unpacking<'a> {
    to: Writer<'a>,
    columns: Columns<'a>,
    locals: Locals,
    /// The functions that are still to come.
    left: usize,
    /// The sections behind the columns.
    after: Reader<'a>,
}

impl<'a> Unpacking<'a> {
    /// Writes the sections before the code.
    ///
    /// # Panics
    /// Where the module is damaged.
    pub fn begin(packed: &'a [u8], whole: &'a mut [u8]) -> Unpacking<'a> {
        let mut to = Writer {
            bytes: whole,
            at: 0,
        };
        let mut from = Reader {
            bytes: packed,
            at: WHOLE_BYTES,
        };
        let before = from.number();
        let code = from.number();
        let mut lengths = [0; COLUMNS_LEN];
        for length in &mut lengths {
            *length = from.number();
        }
        to.copy(&mut from, before);
        to.byte(CODE);
        to.padded(code, CODE_HEAD_BYTES - 1);
        let left = to.number(&mut from);
        let mut columns = Columns([from; COLUMNS_LEN]);
        for (column, length) in columns.0.iter_mut().zip(lengths) {
            column.at = from.at;
            from.at += length;
        }
        Unpacking {
            to,
            columns,
            locals: Locals {
                all: [0; LOCALS_MAX],
                used: LOCALS_MAX,
            },
            left,
            after: from,
        }
    }

    /// Writes as many functions, and behind the last one the sections after the code. Whether there are more.
    ///
    /// # Panics
    /// Where the module is damaged.
    pub fn go(&mut self, functions: usize) -> bool {
        let now = functions.min(self.left);
        for _ in 0..now {
            self.locals.reset();
            self.columns.function(&mut self.locals, &mut self.to);
        }
        self.left -= now;
        if self.left == 0 {
            let after = self.after.bytes.len() - self.after.at;
            self.to.copy(&mut self.after, after);
            let mut named = Reader {
                bytes: NAMED,
                at: 0,
            };
            self.to.copy(&mut named, NAMED.len());
        }
        self.left > 0
    }
}

/// Ends it: there is no such module.
fn damaged() -> ! {
    #[cfg(target_arch = "wasm32")]
    core::arch::wasm32::unreachable();
    #[cfg(not(target_arch = "wasm32"))]
    panic!("the module is damaged");
}

#[derive(Clone, Copy)]
struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl Reader<'_> {
    fn byte(&mut self) -> u8 {
        let Some(byte) = self.bytes.get(self.at) else {
            damaged();
        };
        self.at += 1;
        *byte
    }

    fn number(&mut self) -> usize {
        let (mut value, mut shift) = (0, 0);
        loop {
            let byte = self.byte();
            value |= usize::from(byte & 0x7f).wrapping_shl(shift);
            shift += 7;
            if byte < 0x80 {
                return value;
            }
        }
    }
}

struct Writer<'a> {
    bytes: &'a mut [u8],
    at: usize,
}

impl Writer<'_> {
    fn byte(&mut self, byte: u8) {
        let Some(place) = self.bytes.get_mut(self.at) else {
            damaged();
        };
        self.at += 1;
        *place = byte;
    }

    /// The first ones of these bytes. There is room for all of them: more follows.
    fn begin(&mut self, bytes: [u8; BYTES_MAX], length: u8) {
        let place = self.bytes.get_mut(self.at..);
        let Some(place) = place.and_then(<[u8]>::first_chunk_mut) else {
            damaged();
        };
        *place = bytes;
        self.at += usize::from(length);
    }

    /// The next bytes of what is read.
    #[inline(never)]
    fn copy(&mut self, from: &mut Reader<'_>, bytes: usize) {
        for _ in 0..bytes {
            self.byte(from.byte());
        }
    }

    /// The number that is read next, as it is written there.
    #[inline(never)]
    fn number(&mut self, from: &mut Reader<'_>) -> usize {
        let mut ahead = *from;
        let value = ahead.number();
        self.copy(from, ahead.at - from.at);
        value
    }

    /// The number of a local.
    fn local(&mut self, local: usize) {
        self.padded(local, 1 + usize::from(local > 0x7f));
    }

    /// A number in so many bytes.
    #[inline(never)]
    fn padded(&mut self, mut value: usize, bytes: usize) {
        for _ in 1..bytes {
            self.byte(value as u8 | 0x80);
            value >>= 7;
        }
        self.byte(value as u8);
    }
}

/// The columns, each from what is not read yet.
struct Columns<'a>([Reader<'a>; COLUMNS_LEN]);

impl Columns<'_> {
    /// Copies a number as it is, and returns it.
    fn copy(&mut self, column: Column, to: &mut Writer<'_>) -> usize {
        to.number(&mut self.0[column as usize])
    }

    fn function(&mut self, locals: &mut Locals, to: &mut Writer<'_>) {
        let start = to.at;
        to.at += LENGTH_BYTES;
        for _ in 0..self.copy(Column::Heads, to) {
            self.copy(Column::Heads, to);
            self.copy(Column::Heads, to);
        }
        loop {
            let symbol = self.0[Column::Symbols as usize].byte();
            let Symbol {
                bytes,
                length,
                end,
                digit,
            } = &table::SYMBOLS[usize::from(symbol)];
            to.begin(*bytes, *length);
            match end {
                End::None => {}
                End::Last => break,
                End::In(Column::Raw) => {
                    let raw = &mut self.0[Column::Raw as usize];
                    let length = raw.number();
                    to.copy(raw, length);
                }
                End::Rank => to.local(locals.take(usize::from(*digit))),
                End::In(Column::Locals) => {
                    let rank = usize::from(*digit) + self.0[Column::Locals as usize].number();
                    to.local(locals.take(rank));
                }
                End::In(column) => {
                    self.copy(*column, to);
                }
            }
        }
        let end = to.at;
        to.at = start;
        to.padded(end - start - LENGTH_BYTES, LENGTH_BYTES);
        to.at = end;
    }
}

/// The locals of a function, of which the last used is the first.
struct Locals {
    all: [u16; LOCALS_MAX],
    /// How many may be at another place than their own.
    used: usize,
}

impl Locals {
    fn reset(&mut self) {
        for (number, local) in (0..).zip(&mut self.all).take(self.used) {
            *local = number;
        }
        self.used = 0;
    }

    /// The one of this rank, which is the first afterwards.
    #[inline(never)]
    fn take(&mut self, rank: usize) -> usize {
        if rank >= LOCALS_MAX {
            damaged();
        }
        let local = self.all[rank];
        for place in (0..rank).rev() {
            self.all[place + 1] = self.all[place];
        }
        self.all[0] = local;
        self.used = self.used.max(rank + 1);
        usize::from(local)
    }
}
