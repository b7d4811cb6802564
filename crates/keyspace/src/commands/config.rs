//! CONFIG: reads and sets parameters.

use crate::glob;
use crate::number;
use crate::reply::{Error, Reply};
use crate::server::Server;
use crate::server::args;
use crate::server::call::Call;
use crate::server::parameters::{self, Parameter};
use crate::server::parts::{Handlers, Long, Now};
use crate::server::work::{Budget, Context, LineWords, Progress, Steps, Work};

/// Maximum number of bytes of its pattern that one CONFIG GET compares over all names.
const PATTERN_STEPS_MAX: usize = 1_000_000;
const PATTERN_TOO_COSTLY: Error =
    Error::fixed("ERR this pattern takes too long to match here: shorten it");

const DUPLICATE: &str = "duplicate parameter";

pub const HANDLERS: Handlers = &[
    ("config|get", Long(get)),
    ("config|set", Now(set)),
    ("config|resetstat", Now(resetstat)),
    ("config|help", Now(|_| Ok(Reply::lines(HELP)))),
];

const HELP: &str = "\
CONFIG <subcommand> [<arg> [value] [opt] ...]. Subcommands are:
GET <pattern>
    Return parameters matching the glob-like <pattern> and their values.
SET <directive> <value>
    Set the configuration <directive> to <value>.
RESETSTAT
    Reset statistics reported by the INFO command.
REWRITE
    Rewrite the configuration file.
HELP
    Prints this help.";

fn get(call: &mut Call<'_>) -> Result<Work, Error> {
    let getting = Getting {
        patterns: LineWords::of(call.args.rest()),
        at: 0,
        steps_left: PATTERN_STEPS_MAX,
        found: Vec::new(),
    };
    call.begin(getting)
}

/// The cost of a name that is looked up, and of a comparison with a pattern, in units of work.
const UNITS_A_NAME: u64 = 20;
const UNITS_A_COMPARISON: u64 = 5;

/// CONFIG GET under way.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Getting {
    patterns: LineWords,
    at: usize,
    steps_left: usize,
    /// The places of parameters among all, with the names by which they are shown.
    found: Vec<(usize, Vec<u8>)>,
}

impl Getting {
    fn add(&mut self, place: usize, is_found: &mut [bool], name: &[u8]) {
        if let Some(is_found) = is_found.get_mut(place).filter(|is_found| !**is_found) {
            *is_found = true;
            self.found.push((place, name.to_vec()));
        }
    }
}

impl Steps for Getting {
    fn advance(
        &mut self,
        server: &mut Server,
        _: Context,
        budget: &mut Budget,
    ) -> Option<Result<Reply, Error>> {
        let all: Vec<(&str, Parameter)> = parameters::all().collect();
        let mut is_found = vec![false; all.len()];
        for (place, _) in &self.found {
            is_found
                .get_mut(*place)
                .into_iter()
                .for_each(|is_found| *is_found = true);
        }
        while let Some(pattern) = self.patterns.get(self.at).map(<[u8]>::to_vec) {
            self.at += 1;
            let lower = pattern.to_ascii_lowercase();
            let mut units = UNITS_A_NAME;
            if pattern.iter().any(|byte| b"[*?".contains(byte)) {
                let steps = self.steps_left as u64;
                for (place, (name, _)) in all.iter().enumerate() {
                    match glob::matches(&lower, name.as_bytes(), &mut self.steps_left) {
                        Some(true) => self.add(place, &mut is_found, name.as_bytes()),
                        Some(false) => {}
                        None => return Some(Err(PATTERN_TOO_COSTLY)),
                    }
                }
                units += all.len() as u64 * UNITS_A_COMPARISON + steps - self.steps_left as u64;
            } else if let Ok(place) = all.binary_search_by(|(name, _)| name.as_bytes().cmp(&lower))
            {
                // A name that was asked for is answered as it was written.
                self.add(place, &mut is_found, &pattern);
            }
            if !budget.spend(units) && self.at < self.patterns.len() {
                return None;
            }
        }
        let pairs = self.found.iter().filter_map(|(place, name)| {
            let (_, parameter) = all.get(*place)?;
            let value = server.parameter(parameter);
            let value = parameter.shown(&value);
            Some((Reply::bulk(&name[..]), Reply::bulk(&value[..])))
        });
        Some(Ok(Reply::Map(pairs.collect())))
    }

    fn progress(&self, _: &Server) -> Progress {
        Progress {
            done: self.at as u64,
            total: self.patterns.len() as u64,
        }
    }
}

fn set(call: &mut Call<'_>) -> Result<Reply, Error> {
    let (pairs, rest) = call.args.rest().as_chunks();
    if !rest.is_empty() {
        return Err(args::SYNTAX);
    }
    let found = check(pairs)?;
    let mut values = Vec::with_capacity(pairs.len());
    for ([name, value], parameter) in pairs.iter().zip(&found) {
        let ceiling = call.server.bytes_ceiling() as u64;
        let is_too_large = |value: &Vec<u8>| {
            parameter.name == "maxmemory"
                && parameters::memory(value).is_some_and(|bytes| bytes > ceiling)
        };
        match parameter.check(value) {
            Err(why) => return Err(refusal(name, &why)),
            Ok(value) if is_too_large(&value) => {
                let most = String::from_utf8_lossy(&number::text(ceiling as i64)).into_owned();
                let why = ["this playground holds up to ", &most, " bytes"].concat();
                return Err(refusal(name, &why));
            }
            Ok(value) => values.push(value),
        }
    }
    for (parameter, value) in found.iter().zip(values) {
        call.server.set_parameter(parameter, value);
    }
    Ok(Reply::OK)
}

/// The parameters, each known and to be set. No name stands twice.
fn check(pairs: &[[Vec<u8>; 2]]) -> Result<Vec<Parameter>, Error> {
    let mut found: Vec<Parameter> = Vec::with_capacity(pairs.len());
    for (at, [name, _]) in pairs.iter().enumerate() {
        let Some(parameter) = parameters::named(name) else {
            return Err(args::quoted(
                "ERR Unknown option or number of arguments for CONFIG SET - '",
                name,
                "'",
            ));
        };
        if let Some(why) = parameter.bar() {
            return Err(refusal(name, why));
        }
        // The two names of a parameter may stand side by side: then the last value is kept.
        let mut before = pairs.iter().take(at);
        if before.any(|[other, _]| other.eq_ignore_ascii_case(name)) {
            return Err(refusal(name, DUPLICATE));
        }
        found.push(parameter);
    }
    Ok(found)
}

fn refusal(name: &[u8], why: &str) -> Error {
    let after = ["') - ", why].concat();
    args::quoted(
        "ERR CONFIG SET failed (possibly related to argument '",
        name,
        &after,
    )
}

fn resetstat(call: &mut Call<'_>) -> Result<Reply, Error> {
    call.server.statistics.reset();
    Ok(Reply::OK)
}

#[cfg(test)]
mod tests {
    use crate::{Advance, Begun, Reply, Server};

    #[test]
    fn names_without_end_are_looked_up_in_slices_and_told_once() {
        for (name, more, told) in [
            ("CONFIG GET", "MaxMemory", 1),
            ("COMMAND DOCS", "get", 3000),
        ] {
            let mut server = Server::new();
            let id = server.connect();
            let words = name.split(' ').chain(std::iter::repeat_n(more, 3000));
            let argv: Vec<Vec<u8>> = words.map(|word| word.into()).collect();
            assert_eq!(server.begin(id, 0, &argv), Begun::Running, "{name}");
            let mut slices = 0;
            let reply = loop {
                match server.advance(5000) {
                    Advance::Done(reply) => break reply,
                    _ => slices += 1,
                }
            };
            assert!(slices > 5, "{name}: {slices}");
            assert!(
                matches!(reply, Reply::Map(pairs) if pairs.len() == told),
                "{name}"
            );
        }
    }
}
