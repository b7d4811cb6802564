//! Several keys at once: MGET, MSET, MSETNX.

use crate::reply::Error;
use crate::server::args;
use crate::server::call::Call;
use crate::server::many_keys::Deed;
use crate::server::parts::{Handlers, Long};
use crate::server::work::Work;

pub const HANDLERS: Handlers = &[
    ("mget", Long(|call| call.each_key(Deed::Get))),
    ("mset", Long(mset)),
    ("msetnx", Long(msetnx)),
];

fn mset(call: &mut Call<'_>) -> Result<Work, Error> {
    set_all(call, Deed::Set)
}

fn msetnx(call: &mut Call<'_>) -> Result<Work, Error> {
    set_all(call, Deed::SetNew)
}

fn set_all(call: &mut Call<'_>, deed: Deed) -> Result<Work, Error> {
    match call.args.rest().len() % 2 {
        0 => call.each_key(deed),
        _ => Err(args::wrong_number_of_arguments(call.command)),
    }
}
