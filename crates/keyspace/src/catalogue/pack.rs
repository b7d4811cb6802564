//! The records as the compiler packs them: one text of names and one of facts, a table of commands that know their
//! places in them, and a hash table of the names, since every line begins with one. Nothing here runs but [`key_spec`]
//! and [`slot_of`].

#![expect(
    clippy::indexing_slicing,
    reason = "runs in the compiler, which refuses an index that is out of bounds"
)]

use crate::catalogue::command::{Command, CommandFacts};
use crate::catalogue::facts::{ALL, Family};
use crate::catalogue::record::{
    Deprecated, Group, KeyBegin, KeyFind, KeySpec, KeyspaceMode, Record, Run,
};
use base::part::Part;
use base::text::{Lang, Text};

/// More than twice as many as there are commands, and a power of two.
pub const SLOTS: usize = 512;
/// No command stands in a slot.
const FREE: u8 = u8::MAX;
/// More than all commands and subcommands.
const MOST: usize = 512;
/// The languages but English.
const OTHERS: usize = Lang::ALL.len() - 1;

/// The names of every command, one behind the other.
pub static NAMES: &str = match std::str::from_utf8(&NAME_BYTES) {
    Ok(names) => names,
    Err(_) => panic!("names are text"),
};

// For each language but English the descriptions of every command, each with a line end: those in English are facts like all
// others, since COMMAND DOCS replies with them.
include!(concat!(env!("OUT_DIR"), "/others.rs"));

/// The description of the command at that place of the table.
pub fn summary(en: &'static str, place: usize) -> Text {
    with_others(en, |language| {
        let texts = SUMMARIES.get(language).copied().unwrap_or_default();
        // Of a language that is not loaded there are no lines: `Text::get` knows it by the 0.
        texts.split('\n').nth(place).unwrap_or("\0")
    })
}

/// The texts about every command: those of `command::Fact`, then its keys, each behind the other with a NUL at its end.
pub static TEXTS: &str = match std::str::from_utf8(&TEXT_BYTES) {
    Ok(texts) => texts,
    Err(_) => panic!("texts are text"),
};

pub static COMMANDS: [Command; COUNT] = {
    let mut commands = [Command::NONE; COUNT];
    commands.copy_from_slice(PACK.commands.split_at(COUNT).0);
    commands
};
/// What is known about each of [`COMMANDS`] besides.
pub static FACTS: [CommandFacts; COUNT] = {
    let mut facts = [NO_FACTS; COUNT];
    facts.copy_from_slice(PACK.facts.split_at(COUNT).0);
    facts
};
/// The number of commands of Redis 7.0.15 that are no subcommands.
pub const TOP: usize = PACK.top;
/// Where the commands of each mode begin and end, behind those.
pub const PLACES_OF_MODES: [(usize, usize); KeyspaceMode::ALL.len()] = PACK.of_modes;
/// For each slot the place of a command in [`COMMANDS`].
pub static INDEX: [u8; SLOTS] = {
    assert!(TOP < FREE as usize && TOP * 2 < SLOTS);
    let mut index = [FREE; SLOTS];
    let mut at = 0;
    while at < TOP {
        let command = &PACK.commands[at];
        let (from, len) = (command.name_at as usize, command.name_len as usize);
        let mut slot = slot_of(NAME_BYTES.split_at(from).1.split_at(len).0);
        while index[slot] != FREE {
            slot = (slot + 1) % SLOTS;
        }
        index[slot] = at as u8;
        at += 1;
    }
    index
};

const PACK: Pack = Pack::of_all();
const COUNT: usize = PACK.count;
static NAME_BYTES: [u8; PACK.names.len] = PACK.names.bytes();
static TEXT_BYTES: [u8; PACK.texts.len] = PACK.texts.bytes();

/// Where to look for a name first, whatever its case.
pub const fn slot_of(name: &[u8]) -> usize {
    let mut hash = name.len();
    let mut rest = name;
    while let [byte, tail @ ..] = rest {
        hash = hash.wrapping_mul(31) ^ (*byte | 0x20) as usize;
        rest = tail;
    }
    (hash ^ (hash >> 8)) % SLOTS
}

/// The numbers of a key are letters: `A` is 0, and what is less stands before it.
const ZERO: u8 = b'A';
/// How a key's text begins, by its [`KeyFind`].
const RANGE: u8 = b'r';
const COUNTED: u8 = b'c';
const UNKNOWN: u8 = b'u';

/// The description of one of a command's keys.
pub fn key_spec(spec: &'static str, keyword: &'static str, notes: &'static str) -> Option<KeySpec> {
    let (numbers, access) = spec.split_at_checked(5)?;
    let [kind, begin, last, step, limit] = *numbers.as_bytes() else {
        return None;
    };
    let number = |letter: u8| letter.wrapping_sub(ZERO);
    Some(KeySpec {
        begin: match keyword {
            _ if kind == UNKNOWN => KeyBegin::Unknown,
            "" => KeyBegin::Index(number(begin)),
            _ => KeyBegin::Keyword(keyword, number(begin) as i8),
        },
        find: match kind {
            RANGE => KeyFind::Range {
                last: number(last) as i8,
                step: number(step),
                limit: number(limit),
            },
            COUNTED => KeyFind::Counted,
            _ => KeyFind::Unknown,
        },
        access,
        notes,
    })
}

/// The parts packed so far.
struct Pack {
    names: TextBuilder,
    texts: TextBuilder,
    /// For each language but English.
    summaries: [TextBuilder; OTHERS],
    commands: [Command; MOST],
    facts: [CommandFacts; MOST],
    /// The number of handlers that each part brings; the main one is last.
    handlers: [usize; Part::ALL.len() + 1],
    count: usize,
    top: usize,
    of_modes: [(usize, usize); KeyspaceMode::ALL.len()],
}

/// Text in the making.
struct TextBuilder {
    all: [u8; 1 << 17],
    len: usize,
}

impl TextBuilder {
    const NONE: TextBuilder = TextBuilder {
        all: [0; 1 << 17],
        len: 0,
    };

    const fn put(&mut self, text: &[u8]) {
        let place = self.all.split_at_mut(self.len).1;
        place.split_at_mut(text.len()).0.copy_from_slice(text);
        self.len += text.len();
    }

    const fn bytes<const N: usize>(&self) -> [u8; N] {
        let mut bytes = [0; N];
        bytes.copy_from_slice(self.all.split_at(N).0);
        bytes
    }
}

impl Pack {
    const fn of_all() -> Pack {
        let mut pack = Pack {
            names: TextBuilder::NONE,
            texts: TextBuilder::NONE,
            summaries: [const { TextBuilder::NONE }; OTHERS],
            commands: [Command::NONE; MOST],
            facts: [NO_FACTS; MOST],
            handlers: [0; Part::ALL.len() + 1],
            count: 0,
            top: 0,
            of_modes: [(0, 0); KeyspaceMode::ALL.len()],
        };
        let mut mode = 0;
        while mode < KeyspaceMode::ALL.len() {
            let (start, mut group) = (pack.count, 0);
            while group < ALL.len() {
                pack.add_all(&ALL[group], KeyspaceMode::ALL[mode]);
                group += 1;
            }
            pack.of_modes[mode] = (start, pack.count);
            mode += 1;
        }
        pack.top = pack.of_modes[0].1;
        // The container of a subcommand is known by a byte.
        assert!(pack.count <= u8::MAX as usize);
        let (mut mode, mut container) = (0, 0);
        while mode < KeyspaceMode::ALL.len() {
            let mut group = 0;
            while group < ALL.len() {
                container = pack.add_subcommands(&ALL[group], KeyspaceMode::ALL[mode], container);
                group += 1;
            }
            mode += 1;
        }
        pack
    }

    /// Adds the commands of a family that a mode has.
    const fn add_all(&mut self, family: &Family, mode: KeyspaceMode) {
        let mut at = 0;
        while at < family.records.len() {
            let record = &family.records[at];
            if record.mode as u8 == mode as u8 {
                self.add(record, self.count as u8, family.part);
            }
            at += 1;
        }
    }

    /// Adds the subcommands of those, the first of which is the command at `container`; returns the place behind the last.
    const fn add_subcommands(
        &mut self,
        family: &Family,
        mode: KeyspaceMode,
        mut container: usize,
    ) -> usize {
        let mut at = 0;
        while at < family.records.len() {
            let record = &family.records[at];
            at += 1;
            if record.mode as u8 != mode as u8 {
                continue;
            }
            self.commands[container].first_subcommand = self.count as u16;
            self.commands[container].subcommand_count = record.subcommands.len() as u8;
            let mut own = 0;
            while own < record.subcommands.len() {
                self.add(&record.subcommands[own], container as u8, family.part);
                own += 1;
            }
            container += 1;
        }
        container
    }

    const fn add(&mut self, record: &Record, container: u8, part: Option<Part>) {
        let run = self.run(record.run, part);
        self.commands[self.count] = Command {
            name_at: self.names.len as u16,
            name_len: record.name.len() as u8,
            arity: record.arity,
            flags: record.flags,
            first_subcommand: 0,
            subcommand_count: 0,
            container,
            run,
            #[cfg(not(target_arch = "wasm32"))]
            examples: record.examples,
        };
        self.facts[self.count] = CommandFacts {
            at: self.texts.len as u16,
            group: record.group,
            is_for_developers: record.is_for_developers,
        };
        self.count += 1;
        let deprecated = match record.deprecated {
            Some(deprecated) => deprecated,
            None => NOT_DEPRECATED,
        };
        self.names.put(record.name.as_bytes());
        self.put(record.arguments);
        self.put(record.since);
        self.put(record.complexity);
        self.put(deprecated.since);
        self.put(deprecated.replaced_by);
        self.put(record.summary.en);
        let others = of_others(&record.summary);
        let mut language = 0;
        while language < OTHERS {
            self.summaries[language].put(others[language].as_bytes());
            self.summaries[language].put(b"\n");
            language += 1;
        }
        assert!(self.texts.len <= u16::MAX as usize);
        self.put(record.categories);
        self.put(record.tips);
        let mut at = 0;
        while at < record.keys.len() {
            self.put_key(&record.keys[at]);
            at += 1;
        }
        self.put("");
    }

    const fn put_key(&mut self, key: &KeySpec) {
        let (begin, keyword) = match key.begin {
            KeyBegin::Index(index) => (index, ""),
            KeyBegin::Keyword(keyword, from) => (from as u8, keyword),
            KeyBegin::Unknown => (0, ""),
        };
        let (kind, last, step, limit) = match key.find {
            KeyFind::Range { last, step, limit } => (RANGE, last, step, limit),
            KeyFind::Counted => (COUNTED, 0, 0, 0),
            KeyFind::Unknown => (UNKNOWN, 0, 0, 0),
        };
        self.texts.put(&[
            kind,
            ZERO.wrapping_add(begin),
            ZERO.wrapping_add_signed(last),
            ZERO + step,
            ZERO + limit,
        ]);
        self.put(key.access);
        self.put(keyword);
        self.put(key.notes);
    }

    /// How a command is run: a handler has its place among those of its part.
    const fn run(&mut self, run: Run, part: Option<Part>) -> Run {
        let Run::By(..) = run else {
            return run;
        };
        let count = &mut self.handlers[place_of(part)];
        *count += 1;
        Run::By(part, *count as u16 - 1)
    }

    /// Adds a fact.
    const fn put(&mut self, text: &str) {
        self.texts.put(text.as_bytes());
        self.texts.put(&[0]);
    }
}

/// The number of commands whose handlers a part brings.
pub const fn handlers_of(part: Option<Part>) -> usize {
    PACK.handlers[place_of(part)]
}

const fn place_of(part: Option<Part>) -> usize {
    match part {
        Some(part) => part as usize,
        None => Part::ALL.len(),
    }
}

/// Those of no command.
pub const NO_FACTS: CommandFacts = CommandFacts {
    at: 0,
    group: Group::Generic,
    is_for_developers: false,
};

const NOT_DEPRECATED: Deprecated = Deprecated {
    since: "",
    replaced_by: "",
};
