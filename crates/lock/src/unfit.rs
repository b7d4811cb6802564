//! Commands that a server knows and whose effect a run does not have. A program with one of them is refused: it would run
//! otherwise than it reads.

use super::program::CommandWord;
use super::says;
use base::text::Text;
use keyspace::Command;
use keyspace::command::Flags;

/// Commands that wait at a server until an element is pushed, and take it. They do nothing else, so that what a push does is
/// the same whoever waits.
const POPS: [&str; 4] = ["blpop", "brpop", "bzpopmin", "bzpopmax"];

/// Whether a command, by its name in capitals, may wait at the server that executes it.
pub fn blocks(name: &[u8]) -> bool {
    POPS.iter()
        .any(|known| known.as_bytes().eq_ignore_ascii_case(name))
}

/// Commands whose reply a server chooses by chance, or gives in the order of a hash table, which has a seed of its own in each
/// process. A run would have one choice and one order, always the same.
const BY_CHANCE: [&str; 12] = [
    "spop",
    "srandmember",
    "randomkey",
    "zrandmember",
    "hrandfield",
    "smembers",
    "sinter",
    "sunion",
    "sdiff",
    "sscan",
    "scan",
    "keys",
];
/// How many of them are looked for in scripts: the names of the others are parts of other words there.
const SCRIPTED: usize = 6;

/// The place and the name of such a command in a text of a script, or in an argument of one. A name that a script puts
/// together is not seen.
pub(super) fn by_chance(text: &[u8]) -> Option<(usize, &'static str)> {
    BY_CHANCE.into_iter().take(SCRIPTED).find_map(|name| {
        let mut places = text.windows(name.len());
        let at = places.position(|part| part.eq_ignore_ascii_case(name.as_bytes()))?;
        Some((at, name))
    })
}

/// Why a program does not support a command, and what to write instead; `None` for one that a run carries out.
///
/// Nothing waits at a server but a pop. A client receives replies and nothing else, and one connection is like any other.
pub(super) fn unfit(
    command: &Command,
    words: &[CommandWord],
    is_queued: bool,
) -> Option<(&'static Text, &'static Text)> {
    let is = |word: &CommandWord, known: &str| match word {
        CommandWord::Literal(word) => word.eq_ignore_ascii_case(known.as_bytes()),
        CommandWord::Computed(..) => false,
    };
    let mut options = words.iter().take_while(|word| !is(word, "STREAMS"));
    match command.name() {
        "wait" if is_queued => Some((&says::WAIT_QUEUED, &says::WAIT_FORM)),
        "wait" if words.last().is_some_and(|word| is(word, "0")) => {
            Some((&says::WAITS_FOR_EVER, &says::WAIT_FORM))
        }
        // Without BLOCK they reply at once.
        "xread" | "xreadgroup" if !options.any(|word| is(word, "BLOCK")) => None,
        name if POPS.contains(&name) => None,
        _ if command.flags.has(Flags::BLOCKING) => Some((&says::BLOCKS, &says::POLL)),
        "subscribe" | "psubscribe" | "ssubscribe" | "unsubscribe" | "punsubscribe"
        | "sunsubscribe" | "monitor" => Some((&says::UNASKED, &says::POLL)),
        "auth" | "client" | "hello" | "quit" | "reset" => {
            Some((&says::OF_CONNECTION, &says::LEAVE_OUT))
        }
        "replicaof" | "slaveof" => Some((&says::OF_REPLICAS, &says::PROMOTE)),
        "select" | "swapdb" => Some((&says::OF_DATABASE, &says::LEAVE_OUT)),
        name if BY_CHANCE.contains(&name) => Some((&says::BY_CHANCE, &says::NAME_IT)),
        "acl" if words.get(1).is_some_and(|word| is(word, "GENPASS")) => {
            Some((&says::BY_CHANCE, &says::NAME_IT))
        }
        _ => None,
    }
}
