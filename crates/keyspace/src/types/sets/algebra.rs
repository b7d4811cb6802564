//! Sets: differences, intersections and unions.

use crate::reply::Error;
use crate::server::args;
use crate::server::call::Call;
use crate::server::parts::{Handlers, Long};
use crate::server::work::Work;
use crate::types::sets::combination::{Goal, Operation};

const NEGATIVE_LIMIT: Error = Error::fixed("ERR LIMIT can't be negative");

pub const HANDLERS: Handlers = &[
    ("sdiff", Long(sdiff)),
    ("sdiffstore", Long(sdiffstore)),
    ("sinter", Long(sinter)),
    ("sintercard", Long(sintercard)),
    ("sinterstore", Long(sinterstore)),
    ("sunion", Long(sunion)),
    ("sunionstore", Long(sunionstore)),
];

fn sinter(call: &mut Call<'_>) -> Result<Work, Error> {
    call.combine(Operation::Intersection, call.args.rest(), Goal::Members)
}

fn sunion(call: &mut Call<'_>) -> Result<Work, Error> {
    call.combine(Operation::Union, call.args.rest(), Goal::Members)
}

fn sdiff(call: &mut Call<'_>) -> Result<Work, Error> {
    call.combine(Operation::Difference, call.args.rest(), Goal::Members)
}

fn sinterstore(call: &mut Call<'_>) -> Result<Work, Error> {
    store(call, Operation::Intersection)
}

fn sunionstore(call: &mut Call<'_>) -> Result<Work, Error> {
    store(call, Operation::Union)
}

fn sdiffstore(call: &mut Call<'_>) -> Result<Work, Error> {
    store(call, Operation::Difference)
}

fn store(call: &mut Call<'_>, operation: Operation) -> Result<Work, Error> {
    let destination = call.args.word()?.to_vec();
    call.combine(operation, call.args.rest(), Goal::Key(destination))
}

fn sintercard(call: &mut Call<'_>) -> Result<Work, Error> {
    let number = args::at_least(1, call.args.word()?, args::NO_KEYS)?;
    let keys = usize::try_from(number).ok();
    let rest = keys.and_then(|number| call.args.rest().split_at_checked(number));
    let (keys, mut options) = rest.ok_or(args::TOO_MANY_KEYS)?;
    let mut max = u64::MAX;
    while let [option, limit, rest @ ..] = options
        && args::is_option(option, "LIMIT")
    {
        max = match args::at_least(0, limit, NEGATIVE_LIMIT)? {
            0 => u64::MAX,
            limit => limit,
        };
        options = rest;
    }
    if !options.is_empty() {
        return Err(args::SYNTAX);
    }
    call.combine(Operation::Intersection, keys, Goal::Count { max })
}
