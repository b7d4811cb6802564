//! Geographic indexes: circles, as asked for before Redis 6.2.

use crate::reply::Error;
use crate::server::call::Call;
use crate::server::parts::{Handlers, Long};
use crate::server::work::Work;
use crate::types::geo::places::{self, GeoSearch};

pub const HANDLERS: Handlers = &[
    ("georadius", Long(georadius)),
    ("georadius_ro", Long(georadius_ro)),
    ("georadiusbymember", Long(georadiusbymember)),
    ("georadiusbymember_ro", Long(georadiusbymember_ro)),
];

fn georadius(call: &mut Call<'_>) -> Result<Work, Error> {
    places::search(call, GeoSearch::Around, None, true)
}

fn georadius_ro(call: &mut Call<'_>) -> Result<Work, Error> {
    places::search(call, GeoSearch::Around, None, false)
}

fn georadiusbymember(call: &mut Call<'_>) -> Result<Work, Error> {
    places::search(call, GeoSearch::AroundMember, None, true)
}

fn georadiusbymember_ro(call: &mut Call<'_>) -> Result<Work, Error> {
    places::search(call, GeoSearch::AroundMember, None, false)
}
