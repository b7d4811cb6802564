//! Hashes: all fields, or some of them.

use crate::reply::Error;
use crate::server::call::Call;
use crate::server::parts::{Handlers, Long};
use crate::server::scan::{self, Shown};
use crate::server::work::Work;
use crate::types::hashes::value::Fields;

pub const HANDLERS: Handlers = &[
    ("hgetall", Long(hgetall)),
    ("hkeys", Long(hkeys)),
    ("hvals", Long(hvals)),
    ("hrandfield", Long(hrandfield)),
    ("hscan", Long(hscan)),
];

fn hgetall(call: &mut Call<'_>) -> Result<Work, Error> {
    scan::all::<Fields>(call, Shown::Map)
}

fn hkeys(call: &mut Call<'_>) -> Result<Work, Error> {
    scan::all::<Fields>(call, Shown::Names)
}

fn hvals(call: &mut Call<'_>) -> Result<Work, Error> {
    scan::all::<Fields>(call, Shown::Values)
}

fn hrandfield(call: &mut Call<'_>) -> Result<Work, Error> {
    scan::random::<Fields>(call, "WITHVALUES", scan::every)
}

fn hscan(call: &mut Call<'_>) -> Result<Work, Error> {
    scan::scan::<Fields>(call)
}
