//! Searches of places around a point: what the commands on coordinates share.

use crate::double;
use crate::number;
use crate::reply::{Error, Reply};
use crate::server::Server;
use crate::server::args;
use crate::server::call::Call;
use crate::server::scan;
use crate::server::work::{Budget, Context, Progress, Steps, Work};
use crate::storage::key::Key;
use crate::storage::value::Value;
use crate::types::geo::geohash::{Extent, Point, Shape};
use crate::types::sorted_sets::members;
use crate::types::sorted_sets::ranked::{Member, Ranked};
use crate::types::sorted_sets::value::{ScoreBound, ScoreRange, SortedSet};
use std::hash::{Hash, Hasher};
use std::ops::Range;
use std::sync::Arc;

const UNKNOWN_UNIT: Error = Error::fixed("ERR unsupported unit provided. please use M, KM, FT, MI");
const NOT_A_RADIUS: Error = Error::fixed("ERR need numeric radius");
const NEGATIVE_RADIUS: Error = Error::fixed("ERR radius cannot be negative");
const NOT_A_WIDTH: Error = Error::fixed("ERR need numeric width");
const NOT_A_HEIGHT: Error = Error::fixed("ERR need numeric height");
const NEGATIVE_BOX: Error = Error::fixed("ERR height or width cannot be negative");
const NO_SUCH_MEMBER: Error = Error::fixed("ERR could not decode requested zset member");
const COUNT_TOO_SMALL: Error = Error::fixed("ERR COUNT must be > 0");
const ANY_WITHOUT_COUNT: Error = Error::fixed("ERR the ANY argument requires COUNT argument");
/// The cost of a place that is looked at, that is put into order, and that is shown or stored, in units of work.
const UNITS_A_LOOK: u64 = 20;
const UNITS_A_PLACE: u64 = 60;

/// The length of a unit in meters.
pub fn unit_m(text: &[u8]) -> Result<f64, Error> {
    const UNITS: [(&str, f64); 4] = [("M", 1.0), ("KM", 1000.0), ("FT", 0.3048), ("MI", 1609.34)];
    let unit = UNITS.iter().find(|(name, _)| args::is_option(text, name));
    unit.map(|(_, meters)| *meters).ok_or(UNKNOWN_UNIT)
}

/// The point whose longitude and latitude come next.
pub fn point(call: &mut Call<'_>) -> Result<Point, Error> {
    let longitude = members::float(call.args.word()?)?;
    let latitude = members::float(call.args.word()?)?;
    Point::new(longitude, latitude).ok_or_else(|| {
        let mut text = b"ERR invalid longitude,latitude pair ".to_vec();
        text.extend(double::fixed(longitude, 6));
        text.push(b',');
        text.extend(double::fixed(latitude, 6));
        Error::quoting(text)
    })
}

/// A distance as it is shown, with four digits after its point.
pub fn distance(distance: f64) -> Reply {
    let scaled = (distance * 10_000.0).round_ties_even() as i64;
    let mut digits = number::text(scaled);
    while digits.len() < 5 {
        digits.insert(0, b'0');
    }
    digits.insert(digits.len() - 4, b'.');
    Reply::bulk(digits)
}

/// A point as it is shown.
pub fn coordinates(point: Point) -> Reply {
    let number = |number| Reply::Double(Arc::new(double::human(number)));
    Reply::Array(vec![number(point.longitude), number(point.latitude)])
}

/// The kinds of searches.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum GeoSearch {
    /// GEORADIUS: around coordinates.
    Around,
    /// GEORADIUSBYMEMBER.
    AroundMember,
    /// GEOSEARCH, and GEOSEARCHSTORE.
    ByOptions,
}

/// What is done with the places.
#[derive(Clone, Default, PartialEq, Eq, Hash)]
struct SearchOptions {
    has_distance: bool,
    has_score: bool,
    has_coordinates: bool,
    order: Option<ByDistance>,
    /// 0 for all.
    count: usize,
    /// The first that are found, whether or not there are nearer ones.
    is_any: bool,
    store: Option<Vec<u8>>,
    stores_distance: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum ByDistance {
    Ascending,
    Descending,
}

impl SearchOptions {
    /// Reads the rest of the line; what it searches for goes into `asked`.
    fn read(
        &mut self,
        call: &mut Call<'_>,
        search: GeoSearch,
        set: Option<&SortedSet>,
        may_store: bool,
        asked: &mut Asked,
    ) -> Result<(), Error> {
        let is_destination = self.store.is_some();
        while let Some(option) = call.args.next() {
            let is = |name: &str| args::is_option(option, name);
            let left = call.args.len();
            let is_search = search == GeoSearch::ByOptions;
            match () {
                () if is("WITHDIST") => self.has_distance = true,
                () if is("WITHHASH") => self.has_score = true,
                () if is("WITHCOORD") => self.has_coordinates = true,
                () if is("ANY") => self.is_any = true,
                () if is("ASC") => self.order = Some(ByDistance::Ascending),
                () if is("DESC") => self.order = Some(ByDistance::Descending),
                () if is("COUNT") && left > 0 => {
                    let count = call.args.integer()?;
                    self.count = args::count(u64::try_from(count).unwrap_or(0));
                    if self.count == 0 {
                        return Err(COUNT_TOO_SMALL);
                    }
                }
                () if (is("STORE") || is("STOREDIST")) && left > 0 && may_store && !is_search => {
                    self.store = Some(call.args.word()?.to_vec());
                    self.stores_distance = is("STOREDIST");
                }
                () if is("STOREDIST") && is_destination => self.stores_distance = true,
                () if is("FROMMEMBER") && left > 0 && is_search && !asked.is_from_point => {
                    let name = call.args.word()?;
                    asked.is_from_member = true;
                    asked.center = member(set, name)?;
                }
                () if is("FROMLONLAT") && left > 1 && is_search && !asked.is_from_member => {
                    asked.center = Some(point(call)?);
                    asked.is_from_point = true;
                }
                () if is("BYRADIUS") && left > 1 && is_search && !asked.is_box => {
                    asked.radius(call)?;
                }
                () if is("BYBOX") && left > 2 && is_search && !asked.is_radius => {
                    asked.box_(call)?;
                }
                () => return Err(args::SYNTAX),
            }
        }
        Ok(())
    }
}

/// Begins a search; `store` is where GEOSEARCHSTORE stores, and `may_store` allows the options that do.
///
/// # Errors
/// An argument is wrong, or the key holds a value of another type.
pub fn search(
    call: &mut Call<'_>,
    search: GeoSearch,
    store: Option<&[u8]>,
    may_store: bool,
) -> Result<Work, Error> {
    let is_destination = store.is_some();
    let mut options = SearchOptions {
        store: store.map(<[u8]>::to_vec),
        ..SearchOptions::default()
    };
    let key = call.args.word()?;
    let value = scan::value_of::<SortedSet>(call, key)?;
    let set = value.as_ref().and_then(members::sorted_set);
    let mut asked = Asked::default();
    match search {
        GeoSearch::Around => {
            asked.center = Some(point(call)?);
            asked.radius(call)?;
        }
        GeoSearch::AroundMember if set.is_none() => {
            // The options say what to answer.
            call.args.nth(2);
        }
        GeoSearch::AroundMember => {
            asked.center = member(set, call.args.word()?)?;
            asked.radius(call)?;
        }
        GeoSearch::ByOptions => {}
    }
    options.read(call, search, set, may_store, &mut asked)?;
    let has_details = options.has_distance || options.has_score || options.has_coordinates;
    if options.store.is_some() && has_details {
        return Err(Error::fixed(match is_destination {
            true => {
                "ERR GEOSEARCHSTORE is not compatible with WITHDIST, WITHHASH and WITHCOORD options"
            }
            false => {
                "ERR STORE option in GEORADIUS is not compatible with WITHDIST, WITHHASH and WITHCOORD options"
            }
        }));
    }
    if search == GeoSearch::ByOptions {
        let missing = asked.missing();
        if !missing.is_empty() {
            let before = ["ERR exactly one of ", missing, " can be specified for "].concat();
            return Err(args::quoted(&before, call.typed, ""));
        }
    }
    if options.is_any && options.count == 0 {
        return Err(ANY_WITHOUT_COUNT);
    }
    if options.count > 0 && !options.is_any {
        options.order.get_or_insert(ByDistance::Ascending);
    }
    let center = asked.center;
    let (value, ranges, shape) = match value.zip(center.zip(asked.extent)) {
        Some((value, (center, extent))) => {
            let shape = Shape {
                center,
                extent,
                unit_m: asked.unit_m,
            };
            let ranges = ranges(members::sorted_set(&value), &shape);
            (Some(value), ranges, Some(shape))
        }
        None => (None, Vec::new(), None),
    };
    Ok(Work::new(Finding {
        value,
        ranges,
        shape,
        options,
        event: match search {
            GeoSearch::ByOptions => "geosearchstore",
            _ => "georadiusstore",
        },
        found: Vec::new(),
        ordered: Ranked::default(),
        given: 0,
        shown: Vec::new(),
        made: SortedSet::skiplist(),
    }))
}

/// The center and the extent, as the arguments write them.
#[derive(Clone, Copy, Default)]
struct Asked {
    center: Option<Point>,
    extent: Option<Extent>,
    unit_m: f64,
    is_from_member: bool,
    is_from_point: bool,
    is_radius: bool,
    is_box: bool,
}

impl Asked {
    /// What of GEOSEARCH's options is missing; empty if nothing is.
    fn missing(&self) -> &'static str {
        match self {
            Asked {
                is_from_member: false,
                is_from_point: false,
                ..
            } => "FROMMEMBER or FROMLONLAT",
            Asked {
                is_radius: false,
                is_box: false,
                ..
            } => "BYRADIUS and BYBOX",
            _ => "",
        }
    }

    /// Reads a radius and its unit.
    fn radius(&mut self, call: &mut Call<'_>) -> Result<(), Error> {
        let radius = double::parse(call.args.word()?).ok_or(NOT_A_RADIUS)?;
        if radius < 0.0 {
            return Err(NEGATIVE_RADIUS);
        }
        self.unit_m = unit_m(call.args.word()?)?;
        self.extent = Some(Extent::Radius(radius));
        self.is_radius = true;
        Ok(())
    }

    /// Reads a width, a height and their unit.
    fn box_(&mut self, call: &mut Call<'_>) -> Result<(), Error> {
        let width = double::parse(call.args.word()?).ok_or(NOT_A_WIDTH)?;
        let height = double::parse(call.args.word()?).ok_or(NOT_A_HEIGHT)?;
        if width < 0.0 || height < 0.0 {
            return Err(NEGATIVE_BOX);
        }
        self.unit_m = unit_m(call.args.word()?)?;
        self.extent = Some(Extent::Box { width, height });
        self.is_box = true;
        Ok(())
    }
}

/// Where a member is; `None` when there is no set to look in.
fn member(set: Option<&SortedSet>, name: &[u8]) -> Result<Option<Point>, Error> {
    let Some(set) = set else {
        return Ok(None);
    };
    let score = set.score(name).ok_or(NO_SUCH_MEMBER)?;
    Ok(Some(Point::of_score(score)))
}

/// The ranks of members that may be within a shape, the last ones first.
fn ranges(set: Option<&SortedSet>, shape: &Shape) -> Vec<Range<usize>> {
    let Some(set) = set else {
        return Vec::new();
    };
    let range = |(from, to)| {
        let bound = |score, is_exclusive| ScoreBound {
            score,
            is_exclusive,
        };
        set.by_score(&ScoreRange {
            min: bound(from, false),
            max: bound(to, true),
        })
    };
    shape.scores().into_iter().rev().map(range).collect()
}

/// A place that was found.
#[derive(Clone)]
struct Place {
    name: Key,
    score: f64,
    /// From the center, in meters.
    distance_m: f64,
}

impl Place {
    fn bits(&self) -> (&Key, u64, u64) {
        (&self.name, self.score.to_bits(), self.distance_m.to_bits())
    }
}

/// A search under way.
#[derive(Clone)]
struct Finding {
    /// A sorted set, if there is one.
    value: Option<Value>,
    /// The ranks that are still to be looked at, the next ones last.
    ranges: Vec<Range<usize>>,
    shape: Option<Shape>,
    options: SearchOptions,
    /// The event of a result that is stored.
    event: &'static str,
    found: Vec<Place>,
    /// The numbers of those found, by their distance.
    ordered: Ranked,
    /// How many of them were shown, or stored.
    given: usize,
    shown: Vec<Reply>,
    made: SortedSet,
}

impl PartialEq for Finding {
    fn eq(&self, other: &Finding) -> bool {
        let places = |one: &[Place], other: &[Place]| {
            let mut both = one.iter().zip(other);
            one.len() == other.len() && both.all(|(one, other)| one.bits() == other.bits())
        };
        self.value == other.value
            && self.ranges == other.ranges
            && self.shape == other.shape
            && self.options == other.options
            && places(&self.found, &other.found)
            && self.given == other.given
    }
}

impl Eq for Finding {}

impl Hash for Finding {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.value.hash(state);
        self.ranges.hash(state);
        self.options.hash(state);
        self.found.len().hash(state);
        self.given.hash(state);
    }
}

impl Finding {
    /// Whether no more places are looked for.
    fn is_enough(&self) -> bool {
        self.ranges.is_empty() || self.options.is_any && self.found.len() >= self.options.count
    }

    /// Looks at some more members; how many.
    fn look(&mut self) -> usize {
        let Some(mut range) = self.ranges.pop() else {
            return 0;
        };
        let ranks = members::next_ranks(&mut range, members::AT_ONCE, false);
        if range.start < range.end {
            self.ranges.push(range);
        }
        let looked = ranks.len();
        let set = self.value.as_ref().and_then(members::sorted_set);
        for member in set.map(|set| set.range(ranks, false)).into_iter().flatten() {
            let point = Point::of_score(member.score);
            let distance_m = self.shape.and_then(|shape| shape.distance_m(point));
            let Some(distance_m) = distance_m else {
                continue;
            };
            if self.options.is_any && self.found.len() >= self.options.count {
                break;
            }
            if self.options.order.is_some() {
                self.ordered.insert(self.number(distance_m));
            }
            self.found.push(Place {
                name: member.name.clone(),
                score: member.score,
                distance_m,
            });
        }
        looked
    }

    /// The next place in the order of distances. Of those that are as far, the first that was found comes first; where COUNT
    /// takes a part of them, Redis may take others.
    fn number(&self, distance_m: f64) -> Member {
        let number = self.found.len() as u64;
        let name = match self.options.order {
            Some(ByDistance::Descending) => !number,
            _ => number,
        };
        Member {
            score: distance_m,
            name: Key::new(&name.to_be_bytes()),
        }
    }

    /// How many places the reply has.
    fn total(&self) -> usize {
        match self.options.count {
            0 => self.found.len(),
            count => self.found.len().min(count),
        }
    }

    /// The place that is shown as number `at`.
    fn place(&self, at: usize) -> Option<&Place> {
        let number = |member: &Member| {
            let bytes = member.name.as_bytes().try_into().unwrap_or([0; 8]);
            u64::from_be_bytes(bytes) as usize
        };
        let at = match self.options.order {
            None => at,
            Some(ByDistance::Ascending) => number(self.ordered.get(at)?),
            Some(ByDistance::Descending) => {
                let last = self.ordered.len().checked_sub(at + 1)?;
                !number(self.ordered.get(last)?)
            }
        };
        self.found.get(at)
    }

    fn show(&self, place: &Place) -> Reply {
        let name = Reply::bulk(place.name.as_bytes());
        let options = &self.options;
        let mut shown = vec![name.clone()];
        if options.has_distance {
            shown.push(distance(place.distance_m / self.unit_m()));
        }
        if options.has_score {
            shown.push(Reply::Int(place.score as i64));
        }
        if options.has_coordinates {
            shown.push(coordinates(Point::of_score(place.score)));
        }
        match shown.len() {
            1 => name,
            _ => Reply::Array(shown),
        }
    }

    fn unit_m(&self) -> f64 {
        self.shape.map_or(1.0, |shape| shape.unit_m)
    }
}

impl Steps for Finding {
    fn advance(
        &mut self,
        server: &mut Server,
        context: Context,
        budget: &mut Budget,
    ) -> Option<Result<Reply, Error>> {
        while !self.is_enough() {
            let looked = self.look() as u64 + 1;
            if !budget.spend(looked * UNITS_A_LOOK) && !self.is_enough() {
                return None;
            }
        }
        let layout = server.layout;
        let total = self.total();
        while let Some(place) = self
            .place(self.given)
            .filter(|_| self.given < total)
            .cloned()
        {
            self.given += 1;
            if self.options.store.is_none() {
                self.shown.push(self.show(&place));
            } else {
                let score = match self.options.stores_distance {
                    true => place.distance_m / self.unit_m(),
                    false => place.score,
                };
                self.made.set(place.name.as_bytes(), score, &layout);
            }
            if !budget.spend(UNITS_A_PLACE) && self.given < total {
                return None;
            }
        }
        let Some(to) = self.options.store.take() else {
            return Some(Ok(Reply::Array(std::mem::take(&mut self.shown))));
        };
        let mut made = std::mem::take(&mut self.made);
        made.settle(&layout);
        let call = Call::resumed(server, context);
        Some(call.and_then(|mut call| {
            let reply = members::store(&mut call, &to, made, self.event)?;
            if let Reply::Int(stored @ 1..) = reply {
                call.count_changes(stored as usize);
            }
            Ok(reply)
        }))
    }

    fn progress(&self, _: &Server) -> Progress {
        Progress {
            done: self.given as u64,
            total: self.found.len() as u64,
        }
    }
}
