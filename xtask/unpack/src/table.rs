//! The symbols of packed code. A symbol is one byte for an instruction, or for the beginning of one whose end is in a column.

/// A column, by its place among all.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Column {
    /// The number of functions, and the groups of locals of each. Their letter in the table is h.
    Heads,
    /// x: instructions without a symbol, each behind its length.
    Raw,
    /// t: types of blocks.
    Types,
    /// j: how many blocks a jump leaves.
    Jumps,
    /// k: the functions that are called.
    Calls,
    /// o: offsets of loads and stores.
    Offsets,
    /// l: ranks of locals.
    Locals,
    /// n: constants of 32 bits that take up to two bytes.
    Numbers,
    /// p: the others, most of them places in the memory.
    Places,
    /// w: constants of 64 bits.
    Wide,
    /// The symbols.
    Symbols,
}

/// How many there are.
pub const COLUMNS_LEN: usize = Column::Symbols as usize + 1;

/// The columns that the table has letters for.
const LETTERS: [(u8, Column); 9] = [
    (b'x', Column::Raw),
    (b't', Column::Types),
    (b'j', Column::Jumps),
    (b'k', Column::Calls),
    (b'o', Column::Offsets),
    (b'l', Column::Locals),
    (b'n', Column::Numbers),
    (b'p', Column::Places),
    (b'w', Column::Wide),
];

/// The end of an instruction, behind the bytes of its symbol.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum End {
    /// Nothing.
    None,
    /// The next function: this was the last instruction.
    Last,
    /// The local of the rank that the symbol has.
    Rank,
    /// The next number of the column.
    In(Column),
}

/// An instruction or its beginning, and the end of it.
#[derive(Clone, Copy, Debug)]
pub struct Symbol {
    /// The bytes of an instruction or of its beginning, and zeros.
    pub bytes: [u8; BYTES_MAX],
    /// How many bytes these are.
    pub length: u8,
    /// The end of the instruction.
    pub end: End,
    /// The rank of its local, or what is added to the one in the column.
    pub digit: u8,
}

/// The bytes that a symbol may stand for.
pub const BYTES_MAX: usize = 4;

/// The bytes of an instruction and the letter of its end, by the classes of brotli's `Signed` context: the first symbol of each line
/// is the first of its class, and brotli guesses a byte by the classes of the two before it. The class of each symbol was
/// found by exchanging them until the bytes behind each pair of classes were as much alike as they became, over all modules of the
/// page. What occurs less than forty times in the larger of them has no symbol.
const LINES: [(u8, &str); 8] = [
    (0, "20r1"),
    (1, "20l2 22l0 71 74 6c 76 73 110100 6e"),
    (
        16,
        "4100 45 46 6b 47 2300 49 4b 4f 52 01 51 4d 53 25 50 2800o 55 48 4c 26 56 7a 4a 54",
    ),
    (
        64,
        "3602o 0bz 3703o 2903o 3702o 2902o 42w 3a00o 360208 360204 4200 36020c 4201 ad 3b01o 2900o 3700o 89 3600o 3502o 3b00o",
    ),
    (
        128,
        "10k 21l1 0b 02t 0d00 0dj 21r0 2400 360200 03t x fc0a0000 110300 110200 110400 110600 110500 110700 1a 110800 110a00 110d00 \
         110e00 110000 110900 110c00 110f00",
    ),
    (
        192,
        "6a 2802o 280200 0cj 2d00o 280208 280204 1b 28020c 0c00 0f 00 85 a7 7c 72 83 84 88 2f01o 86 7d 7e 87 2c00o 2f00o 7f 110b00",
    ),
    (240, "41n 41p 4101 4108 4104 417f 4102 4103 4105 4106 4107"),
    (255, "20r0"),
];

/// All symbols. Those that `LINES` leaves out are for nothing, and end a function.
pub const SYMBOLS: [Symbol; 256] = symbols();

const fn symbols() -> [Symbol; 256] {
    const NONE: Symbol = Symbol {
        bytes: [0; BYTES_MAX],
        length: 0,
        end: End::Last,
        digit: 0,
    };
    let mut all = [NONE; 256];
    let mut line = 0;
    while line < LINES.len() {
        let text = LINES[line].1.as_bytes();
        let mut symbol = LINES[line].0 as usize;
        let mut at = 0;
        while at < text.len() {
            let end = word(text, at);
            all[symbol] = read(text, at, end);
            symbol += 1;
            at = end + 1;
        }
        line += 1;
    }
    all
}

/// The end of the word that begins here.
const fn word(text: &[u8], mut at: usize) -> usize {
    while at < text.len() && text[at] != b' ' {
        at += 1;
    }
    at
}

const fn read(text: &[u8], mut at: usize, end: usize) -> Symbol {
    let mut symbol = Symbol {
        bytes: [0; BYTES_MAX],
        length: 0,
        end: End::None,
        digit: 0,
    };
    while at + 1 < end
        && let (Some(high), Some(low)) = (hex(text[at]), hex(text[at + 1]))
    {
        symbol.bytes[symbol.length as usize] = high << 4 | low;
        symbol.length += 1;
        at += 2;
    }
    if at < end {
        symbol.end = end_of(text[at]);
        at += 1;
    }
    if at < end {
        symbol.digit = text[at] - b'0';
        at += 1;
    }
    assert!(at == end, "a symbol is bytes, a letter and a digit");
    symbol
}

const fn hex(letter: u8) -> Option<u8> {
    match letter {
        b'0'..=b'9' => Some(letter - b'0'),
        b'a'..=b'f' => Some(letter - b'a' + 10),
        _ => None,
    }
}

const fn end_of(letter: u8) -> End {
    let mut at = 0;
    while at < LETTERS.len() {
        if LETTERS[at].0 == letter {
            return End::In(LETTERS[at].1);
        }
        at += 1;
    }
    match letter {
        b'r' => End::Rank,
        b'z' => End::Last,
        _ => panic!("no column has this letter"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_symbol_is_another_instruction_or_beginning() {
        let mut known = std::collections::HashSet::new();
        for symbol in SYMBOLS
            .iter()
            .filter(|one| one.length > 0 || one.end != End::Last)
        {
            let rank = (symbol.end == End::Rank).then_some(symbol.digit);
            let bytes = &symbol.bytes[..usize::from(symbol.length)];
            assert!(known.insert((bytes, symbol.end, rank)), "{symbol:?}");
        }
        assert!(known.len() > 100, "{}", known.len());
    }

    #[test]
    fn no_line_of_symbols_runs_into_the_next() {
        for pair in LINES.windows(2) {
            let [(first, line), (next, _)] = pair else {
                panic!("two lines are a pair");
            };
            assert!(usize::from(*first) + line.split(' ').count() <= usize::from(*next));
        }
    }
}
