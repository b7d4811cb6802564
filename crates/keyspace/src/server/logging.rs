//! What SLOWLOG keeps of a line that has run.

use crate::catalogue::command::Flags;
use crate::number;
use crate::server::Server;
use crate::server::secrets::{REDACTED, is_secret};
use crate::server::work::Context;

/// Most words of a line that are kept; the last of them says how many more there are.
const WORDS_MAX: usize = 32;
/// Most bytes of a word that are kept.
const WORD_BYTES_MAX: usize = 128;

/// Logs a command, unless it is one that is never logged.
pub fn log(server: &mut Server, context: Context, flags: Flags, line: &[Vec<u8>]) {
    if flags.has(Flags::SKIP_SLOWLOG) {
        return;
    }
    let Ok(connection) = server.connection(context.connection) else {
        return;
    };
    // The client of a script has no name.
    let name = match server.scripts.running() {
        Some(_) => Default::default(),
        None => connection.name.clone(),
    };
    let own_bytes = server.statistics.slow_log().entries.bytes();
    let room_bytes = server.room_for_log(own_bytes);
    let at_s = context.now_ms.div_euclid(1000);
    let log = server.statistics.slow_log();
    log.push(at_s, shortened(line), name, room_bytes);
}

/// A line as it is kept.
fn shortened(line: &[Vec<u8>]) -> Vec<Vec<u8>> {
    let whole = if line.len() > WORDS_MAX {
        WORDS_MAX - 1
    } else {
        line.len()
    };
    let more = |text: &str, count: usize, end: &str| {
        [text.as_bytes(), &number::text(count as i64), end.as_bytes()].concat()
    };
    let mut words: Vec<Vec<u8>> = Vec::with_capacity(line.len().min(WORDS_MAX));
    for (at, word) in line.iter().take(whole).enumerate() {
        words.push(match word.split_at_checked(WORD_BYTES_MAX) {
            _ if is_secret(line, at) => REDACTED.to_vec(),
            Some((kept, rest)) if !rest.is_empty() => {
                [kept, &more("... (", rest.len(), " more bytes)")].concat()
            }
            _ => word.clone(),
        });
    }
    if line.len() > whole {
        words.push(more("... (", line.len() - whole, " more arguments)"));
    }
    words
}
