//! Sorted sets: taking members at either end, and waiting for them.

use crate::reply::{Error, Reply};
use crate::server::Server;
use crate::server::args;
use crate::server::call::Call;
use crate::server::notify::Class;
use crate::server::parts::{Handlers, Long, Waiting, Waits};
use crate::server::work::{Budget, Context, Progress, Steps, Work};
use crate::storage::collection::Collection;
use crate::types::sorted_sets::members;
use crate::types::sorted_sets::value::SortedSet;

pub const HANDLERS: Handlers = &[
    ("zpopmin", Long(zpopmin)),
    ("zpopmax", Long(zpopmax)),
    ("zmpop", Long(zmpop)),
    ("bzpopmin", Waits(bzpopmin)),
    ("bzpopmax", Waits(bzpopmax)),
    ("bzmpop", Waits(bzmpop)),
];

const NO_COUNT: Error = Error::fixed("ERR count should be greater than 0");
/// The cost of a member that is taken away, in units of work.
const UNITS_A_CHANGE: u64 = 60;

/// An end of a sorted set.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Extreme {
    Min,
    Max,
}

fn zpopmin(call: &mut Call<'_>) -> Result<Work, Error> {
    pop(call, Extreme::Min)
}

fn zpopmax(call: &mut Call<'_>) -> Result<Work, Error> {
    pop(call, Extreme::Max)
}

fn pop(call: &mut Call<'_>, end: Extreme) -> Result<Work, Error> {
    let key = call.args.word()?;
    let most = match call.args.next() {
        None => None,
        Some(_) if !call.args.is_empty() => return Err(args::SYNTAX),
        Some(text) => Some(args::count(args::at_least(0, text, args::NOT_POSITIVE)?)),
    };
    let form = match most {
        None => PopForm::Flat,
        Some(_) => PopForm::Pairs,
    };
    popping(call, key, end, most.unwrap_or(1), form)
}

fn zmpop(call: &mut Call<'_>) -> Result<Work, Error> {
    let spec = Several::read(call)?;
    for key in spec.keys {
        if call.read::<SortedSet>(key)?.is_some() {
            return popping(call, key, spec.end, spec.count, PopForm::WithKey);
        }
    }
    Ok(Work::done(Reply::NilArray))
}

/// The keys of ZMPOP, and what it takes from the first that is there.
struct Several<'a> {
    keys: &'a [Vec<u8>],
    end: Extreme,
    count: usize,
}

impl<'a> Several<'a> {
    fn read(call: &mut Call<'a>) -> Result<Several<'a>, Error> {
        let keys = args::count(args::at_least(1, call.args.word()?, args::NO_KEYS)?);
        let rest = call.args.rest();
        if keys >= rest.len() {
            return Err(args::SYNTAX);
        }
        let (keys, rest) = rest.split_at(keys);
        let Some((end, mut rest)) = rest.split_first() else {
            return Err(args::SYNTAX);
        };
        let end = match () {
            () if args::is_option(end, "MIN") => Extreme::Min,
            () if args::is_option(end, "MAX") => Extreme::Max,
            () => return Err(args::SYNTAX),
        };
        let mut most = None;
        while let [option, text, behind @ ..] = rest {
            if most.is_some() || !args::is_option(option, "COUNT") {
                return Err(args::SYNTAX);
            }
            most = Some(args::count(args::at_least(1, text, NO_COUNT)?));
            rest = behind;
        }
        if !rest.is_empty() {
            return Err(args::SYNTAX);
        }
        Ok(Several {
            keys,
            end,
            count: most.unwrap_or(1),
        })
    }
}

/// How popped members are shown.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum PopForm {
    /// A member, and its score behind it.
    Flat,
    /// Pairs of members and scores.
    Pairs,
    /// The key, a member and its score.
    FlatWithKey,
    /// The key, and an array of pairs.
    WithKey,
}

/// Begins to take members from an end of the sorted set under a key.
fn popping(
    call: &mut Call<'_>,
    key: &[u8],
    end: Extreme,
    count: usize,
    form: PopForm,
) -> Result<Work, Error> {
    let members = call.read::<SortedSet>(key)?.map_or(0, Collection::len);
    let left = count.min(members);
    Ok(match left {
        0 => Work::done(Reply::Array(Vec::new())),
        _ => Work::new(Popping {
            key: key.to_vec(),
            end,
            left,
            form,
            popped: Vec::new(),
        }),
    })
}

/// Members on their way out.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Popping {
    key: Vec<u8>,
    end: Extreme,
    left: usize,
    form: PopForm,
    popped: Vec<(Reply, Reply)>,
}

impl Popping {
    /// Takes up to `count` members.
    fn pop(&mut self, call: &mut Call<'_>, count: usize) -> Result<(), Error> {
        let (end, popped) = (self.end, &mut self.popped);
        call.change(&self.key, 0, |set: &mut SortedSet| {
            for _ in 0..count {
                let rank = match end {
                    Extreme::Min => 0,
                    Extreme::Max => set.len().saturating_sub(1),
                };
                popped.extend(set.remove_at(rank).as_ref().map(members::pair));
            }
        })?;
        self.left -= count;
        Ok(())
    }

    /// Says what happened, and shows what was taken.
    fn reply(&mut self, call: &mut Call<'_>) -> Reply {
        let event = match self.end {
            Extreme::Min => "zpopmin",
            Extreme::Max => "zpopmax",
        };
        call.modified(Class::SortedSet, event, &self.key);
        call.count_changes(self.popped.len());
        if call.peek(&self.key).is_none() {
            call.notify(Class::Generic, "del", &self.key);
        }
        let key = Reply::bulk(&self.key[..]);
        let popped = std::mem::take(&mut self.popped);
        let flat = |first: Option<Reply>, popped: Vec<(Reply, Reply)>| {
            let members = popped.into_iter().flat_map(|(name, score)| [name, score]);
            Reply::Array(first.into_iter().chain(members).collect())
        };
        match self.form {
            PopForm::Flat => flat(None, popped),
            PopForm::FlatWithKey => flat(Some(key), popped),
            PopForm::Pairs => Reply::Pairs(popped),
            PopForm::WithKey => {
                let pairs = popped.into_iter();
                let pairs = pairs.map(|(name, score)| Reply::Array(vec![name, score]));
                Reply::Array(vec![key, Reply::Array(pairs.collect())])
            }
        }
    }
}

impl Steps for Popping {
    fn advance(
        &mut self,
        server: &mut Server,
        context: Context,
        budget: &mut Budget,
    ) -> Option<Result<Reply, Error>> {
        let mut call = match Call::resumed(server, context) {
            Ok(call) => call,
            Err(error) => return Some(Err(error)),
        };
        while self.left > 0 {
            let count = self.left.min(members::AT_ONCE);
            if let Err(error) = self.pop(&mut call, count) {
                return Some(Err(error));
            }
            if !budget.spend(count as u64 * UNITS_A_CHANGE) && self.left > 0 {
                return None;
            }
        }
        Some(Ok(self.reply(&mut call)))
    }

    fn progress(&self, _: &Server) -> Progress {
        let done = self.popped.len() as u64;
        Progress {
            done,
            total: done + self.left as u64,
        }
    }

    fn can_be_stopped(&self) -> bool {
        self.popped.is_empty()
    }
}

fn bzpopmin(call: &mut Call<'_>, ready: Option<&[u8]>) -> Result<Waiting, Error> {
    wait_for_one(call, ready, Extreme::Min)
}

fn bzpopmax(call: &mut Call<'_>, ready: Option<&[u8]>) -> Result<Waiting, Error> {
    wait_for_one(call, ready, Extreme::Max)
}

fn wait_for_one(call: &mut Call<'_>, ready: Option<&[u8]>, end: Extreme) -> Result<Waiting, Error> {
    let Some((timeout, keys)) = call.args.rest().split_last() else {
        return Err(args::SYNTAX);
    };
    let spec = Several {
        keys,
        end,
        count: 1,
    };
    wait_for(call, ready, timeout, &spec, PopForm::FlatWithKey)
}

fn bzmpop(call: &mut Call<'_>, ready: Option<&[u8]>) -> Result<Waiting, Error> {
    let timeout = call.args.word()?;
    let spec = Several::read(call)?;
    wait_for(call, ready, timeout, &spec, PopForm::WithKey)
}

/// Takes members from the first key that is there, or waits for one.
fn wait_for(
    call: &mut Call<'_>,
    ready: Option<&[u8]>,
    timeout: &[u8],
    spec: &Several<'_>,
    form: PopForm,
) -> Result<Waiting, Error> {
    let until_ms = args::until_ms(timeout, call.now_ms())?;
    for key in spec.keys {
        // One that waits is told of a key alone that may have something for it.
        if ready.is_some_and(|ready| ready != &key[..]) {
            continue;
        }
        let members = match call.read::<SortedSet>(key) {
            Ok(Some(set)) => set.len(),
            // Whoever waits already does not mind a value of another type.
            Err(error) if ready.is_none() => return Err(error),
            _ => continue,
        };
        let popping = Popping {
            key: key.clone(),
            end: spec.end,
            left: spec.count.min(members),
            form,
            popped: Vec::new(),
        };
        return call.begin(popping).map(Waiting::Began);
    }
    Ok(Waiting::For {
        keys: spec.keys.to_vec(),
        until_ms,
        otherwise: Reply::NilArray,
        words: None,
    })
}

#[cfg(test)]
mod tests {
    use crate::double;
    use crate::reply::Reply;
    use crate::server::Server;
    use crate::server::dispatch::Begun;
    use crate::server::outbox::Delivery;

    #[test]
    fn who_waits_longest_is_served_first_and_by_a_sorted_set_alone() {
        let mut server = Server::new();
        let [one, other, writer] = [(); 3].map(|()| server.connect());
        let argv = |line: &str| -> Vec<Vec<u8>> {
            line.split(' ')
                .map(|word| word.as_bytes().to_vec())
                .collect()
        };
        assert_eq!(
            server.begin(one, 0, &argv("BZPOPMIN y z 0")),
            Begun::Waiting
        );
        assert_eq!(
            server.begin(other, 0, &argv("BZMPOP 0 1 z MAX COUNT 5")),
            Begun::Waiting
        );
        server.execute(writer, 0, &argv("SET z text"));
        assert!(!server.has_deliveries(one) && !server.has_deliveries(other));
        server.execute(writer, 0, &argv("DEL z"));
        let reply = server.execute(writer, 0, &argv("ZADD z 1 a 2 b 3 c"));
        assert_eq!(reply, Reply::Int(3));
        let word = |word: &str| Reply::bulk(word);
        let score = |score| Reply::Double(double::text(score).into());
        let first = Reply::Array(vec![word("z"), word("a"), score(1.0)]);
        assert_eq!(server.take_deliveries(one), [Delivery::Reply(first)]);
        let pairs = [("c", 3.0), ("b", 2.0)];
        let pairs = pairs.map(|(name, number)| Reply::Array(vec![word(name), score(number)]));
        let second = Reply::Array(vec![word("z"), Reply::Array(pairs.to_vec())]);
        assert_eq!(server.take_deliveries(other), [Delivery::Reply(second)]);
        assert_eq!(server.execute(writer, 0, &argv("EXISTS z")), Reply::Int(0));
    }
}
