//! The records as the compiler packs them: one text of names and one of facts, a table of commands that know their
//! places in them, and a hash table of the names, since every line begins with one. Nothing here runs but [`key_spec`]
//! and [`slot_of`].

#![expect(
    clippy::indexing_slicing,
    reason = "runs in the compiler, which refuses an index that is out of bounds"
)]

use crate::catalogue::command::{Command, CommandFacts};
use crate::catalogue::record::{Deprecated, Group, KeyBegin, KeyFind, KeySpec, Record, Run};
use crate::commands::{ALL, OF_MODES};
use base::part::Part;

/// More than twice as many as there are commands, and a power of two.
pub const SLOTS: usize = 512;
/// No command stands in a slot.
const FREE: u8 = u8::MAX;
/// More than all commands and subcommands.
const MOST: usize = 512;

/// The names of every command, one behind the other.
pub static NAMES: &str = match std::str::from_utf8(&NAME_BYTES) {
    Ok(names) => names,
    Err(_) => panic!("names are text"),
};

/// The texts about every command: those of `command::Fact`, then its keys, each behind the other with a NUL at its end.
pub static TEXTS: &str = match std::str::from_utf8(&TEXT_BYTES) {
    Ok(texts) => texts,
    Err(_) => panic!("texts are text"),
};

/// The handlers that the main part does not have, by the parts that bring them: see [`Run::Late`].
pub static LATE_COMMANDS: [Run; PACK.late_count(Part::Commands)] = PACK.late(Part::Commands);
pub static LATE_TYPES: [Run; PACK.late_count(Part::Types)] = PACK.late(Part::Types);
pub static LATE_SCRIPTS: [Run; PACK.late_count(Part::Scripts)] = PACK.late(Part::Scripts);
pub static LATE_HELP: [Run; PACK.late_count(Part::Help)] = PACK.late(Part::Help);

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
/// Where the commands of each of [`OF_MODES`] begin and end, behind those.
pub const PLACES_OF_MODES: [(usize, usize); OF_MODES.len()] = PACK.of_modes;
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
    names: Bytes,
    texts: Bytes,
    commands: [Command; MOST],
    facts: [CommandFacts; MOST],
    /// The handlers of commands whose own table says [`Run::Late`], with the part that brings each.
    late: [Option<(Part, Run)>; MOST],
    late_len: usize,
    count: usize,
    top: usize,
    of_modes: [(usize, usize); OF_MODES.len()],
}

/// Text in the making.
struct Bytes {
    all: [u8; 1 << 17],
    len: usize,
}

impl Bytes {
    const NONE: Bytes = Bytes {
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
            names: Bytes::NONE,
            texts: Bytes::NONE,
            commands: [Command::NONE; MOST],
            facts: [NO_FACTS; MOST],
            late: [None; MOST],
            late_len: 0,
            count: 0,
            top: 0,
            of_modes: [(0, 0); OF_MODES.len()],
        };
        let mut group = 0;
        while group < ALL.len() {
            pack.add_all(ALL[group].records, None, ALL[group].part);
            group += 1;
        }
        pack.top = pack.count;
        let mut mode = 0;
        while mode < OF_MODES.len() {
            let start = pack.count;
            pack.add_all(OF_MODES[mode].records, None, OF_MODES[mode].part);
            pack.of_modes[mode] = (start, pack.count);
            mode += 1;
        }
        // The container of a subcommand is known by a byte.
        assert!(pack.count <= u8::MAX as usize);
        let (mut group, mut container) = (0, 0);
        while group < ALL.len() {
            let mut at = 0;
            let family = &ALL[group];
            while at < family.records.len() {
                let subcommands = family.records[at].subcommands;
                pack.commands[container].first_subcommand = pack.count as u16;
                pack.commands[container].subcommand_count = subcommands.len() as u8;
                pack.add_all(subcommands, Some(container as u8), family.part);
                (at, container) = (at + 1, container + 1);
            }
            group += 1;
        }
        pack
    }

    const fn add_all(&mut self, records: &[Record], container: Option<u8>, part: Option<Part>) {
        let mut at = 0;
        while at < records.len() {
            let own = self.count as u8;
            let container = match container {
                Some(container) => container,
                None => own,
            };
            self.add(&records[at], container, part);
            at += 1;
        }
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
            at: self.texts.len as u32,
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
        self.put(record.summary.zh);
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

    /// How the main part runs a command: what its part brings, it knows by its place.
    const fn run(&mut self, run: Run, part: Option<Part>) -> Run {
        match (run, part) {
            (Run::Now(_) | Run::Long(_) | Run::Waits(_), Some(part)) => {
                let place = self.late_count(part) as u16;
                self.late[self.late_len] = Some((part, run));
                self.late_len += 1;
                Run::Late(part, place)
            }
            _ => run,
        }
    }

    const fn late_count(&self, part: Part) -> usize {
        let (mut at, mut count) = (0, 0);
        while at < self.late_len {
            if let Some((own, _)) = self.late[at]
                && own as u8 == part as u8
            {
                count += 1;
            }
            at += 1;
        }
        count
    }

    const fn late<const N: usize>(&self, part: Part) -> [Run; N] {
        let mut runs = [Run::Container; N];
        let (mut at, mut count) = (0, 0);
        while at < self.late_len {
            if let Some((own, run)) = self.late[at]
                && own as u8 == part as u8
            {
                runs[count] = run;
                count += 1;
            }
            at += 1;
        }
        runs
    }

    /// Adds a fact.
    const fn put(&mut self, text: &str) {
        self.texts.put(text.as_bytes());
        self.texts.put(&[0]);
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
