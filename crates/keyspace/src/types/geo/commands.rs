//! Geographic indexes: members with their places.

use crate::reply::{Error, Reply};
use crate::server::args;
use crate::server::call::Call;
use crate::server::parts::{Handlers, Long, Now};
use crate::server::work::Work;
use crate::types::geo::geohash::Point;
use crate::types::geo::places::{self, GeoSearch};
use crate::types::sorted_sets::members::{self, AddOptions};
use crate::types::sorted_sets::value::SortedSet;

pub const HANDLERS: Handlers = &[
    ("geoadd", Now(geoadd)),
    ("geodist", Now(geodist)),
    ("geohash", Now(geohash)),
    ("geopos", Now(geopos)),
    ("geosearch", Long(geosearch)),
    ("geosearchstore", Long(geosearchstore)),
];

fn geoadd(call: &mut Call<'_>) -> Result<Reply, Error> {
    let key = call.args.word()?;
    let mut options = AddOptions::default();
    while let Some(word) = call.args.rest().first() {
        let option = match () {
            () if args::is_option(word, "NX") => &mut options.is_new,
            () if args::is_option(word, "XX") => &mut options.is_old,
            () if args::is_option(word, "CH") => &mut options.counts_changes,
            () => break,
        };
        *option = true;
        call.args.next();
    }
    if !call.args.len().is_multiple_of(3) || options.is_new && options.is_old {
        return Err(args::SYNTAX);
    }
    let mut members = Vec::with_capacity(call.args.len() / 3);
    while !call.args.is_empty() {
        let score = places::point(call)?.score();
        members.push((score, call.args.word()?));
    }
    if members.is_empty() {
        return Err(args::SYNTAX);
    }
    members::add(call, key, &members, options)
}

fn geodist(call: &mut Call<'_>) -> Result<Reply, Error> {
    let key = call.args.word()?;
    let [one, other] = [call.args.word()?, call.args.word()?];
    let unit_m = match call.args.rest() {
        [] => 1.0,
        [unit] => places::unit_m(unit)?,
        _ => return Err(args::SYNTAX),
    };
    let set = call.read::<SortedSet>(key)?;
    let point = |name| set.and_then(|set| set.score(name)).map(Point::of_score);
    Ok(match (point(one), point(other)) {
        (Some(one), Some(other)) => places::distance(one.distance_m(other) / unit_m),
        _ => Reply::Nil,
    })
}

fn geohash(call: &mut Call<'_>) -> Result<Reply, Error> {
    each(call, |point| {
        point.map_or(Reply::Nil, |point| Reply::bulk(point.geohash()))
    })
}

fn geopos(call: &mut Call<'_>) -> Result<Reply, Error> {
    each(call, |point| {
        point.map_or(Reply::NilArray, places::coordinates)
    })
}

/// A reply for each of some members, by where it is.
fn each(call: &mut Call<'_>, reply: fn(Option<Point>) -> Reply) -> Result<Reply, Error> {
    let key = call.args.word()?;
    let names = call.args.rest();
    let set = call.read::<SortedSet>(key)?;
    let point = |name| set.and_then(|set| set.score(name)).map(Point::of_score);
    let replies = names.iter().map(|name| reply(point(name)));
    Ok(Reply::Array(replies.collect()))
}

fn geosearch(call: &mut Call<'_>) -> Result<Work, Error> {
    places::search(call, GeoSearch::ByOptions, None, false)
}

fn geosearchstore(call: &mut Call<'_>) -> Result<Work, Error> {
    let to = call.args.word()?;
    places::search(call, GeoSearch::ByOptions, Some(to), false)
}
