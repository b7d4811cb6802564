//! SORT: elements in order.

use crate::double;
use crate::number;
use crate::reply::{Error, Reply};
use crate::server::Server;
use crate::server::args;
use crate::server::call::Call;
use crate::server::collections::of_type;
use crate::server::notify::Class;
use crate::server::parts::{Handlers, Long};
use crate::server::sorting::Sort;
use crate::server::work::{Budget, Context, Progress, Steps, Work};
use crate::storage::table::TablePlace;
use crate::storage::value::{Value, WRONG_TYPE};
use crate::types::hashes::value::Fields;
use crate::types::lists::value::{End, List};
use crate::types::sorted_sets::value::SortedSet;
use crate::words::up_to_nul;
use std::cmp::Ordering;
use std::ops::Range;

const NOT_A_NUMBER: Error = Error::fixed("ERR One or more scores can't be converted into double");
/// The cost of an element that is copied, weighed or shown, in units of work.
const ELEMENT_UNITS: u64 = 20;

const BY_DENIED: Error =
    Error::fixed("ERR BY option of SORT denied due to insufficient ACL permissions.");
const GET_DENIED: Error =
    Error::fixed("ERR GET option of SORT denied due to insufficient ACL permissions.");

pub const HANDLERS: Handlers = &[("sort", Long(sort)), ("sort_ro", Long(sort_ro))];

fn sort(call: &mut Call<'_>) -> Result<Work, Error> {
    begin(call, true)
}

fn sort_ro(call: &mut Call<'_>) -> Result<Work, Error> {
    begin(call, false)
}

/// What a line asks for.
#[derive(Clone, Default, PartialEq, Eq, Hash)]
struct SortOptions {
    by: Option<Vec<u8>>,
    gets: Vec<Vec<u8>>,
    /// Elements keep the order that they have: the pattern of BY is a constant.
    is_kept: bool,
    is_descending: bool,
    is_alpha: bool,
    limit: (i64, i64),
    store: Option<Vec<u8>>,
}

impl SortOptions {
    fn read(call: &mut Call<'_>, may_store: bool) -> Result<SortOptions, Error> {
        let mut order = SortOptions {
            limit: (0, -1),
            ..SortOptions::default()
        };
        while let Some(option) = call.args.next() {
            let is = |name| args::is_option(option, name);
            let left = call.args.len();
            if is("ASC") {
                order.is_descending = false;
            } else if is("DESC") {
                order.is_descending = true;
            } else if is("ALPHA") {
                order.is_alpha = true;
            } else if is("LIMIT") && left >= 2 {
                order.limit = (call.args.integer()?, call.args.integer()?);
            } else if may_store && is("STORE") && left >= 1 {
                order.store = call.args.next().map(<[u8]>::to_vec);
            } else if is("BY") && left >= 1 {
                let pattern = call.args.word()?;
                let is_constant = !up_to_nul(pattern).contains(&b'*');
                if !is_constant && !call.may_read_all_keys() {
                    return Err(BY_DENIED);
                }
                order.is_kept |= is_constant;
                order.by = Some(pattern.to_vec());
            } else if is("GET") && left >= 1 {
                if !call.may_read_all_keys() {
                    return Err(GET_DENIED);
                }
                order.gets.push(call.args.word()?.to_vec());
            } else {
                return Err(args::SYNTAX);
            }
        }
        Ok(order)
    }

    /// The places of the reply among so many elements.
    fn places(&self, count: usize) -> Range<usize> {
        let within = |number: i64| usize::try_from(number.max(0)).map_or(count, |at| at.min(count));
        let start = within(self.limit.0);
        match self.limit.1 {
            ..0 => start..count,
            limit => start..count.min(start + within(limit)),
        }
    }
}

fn begin(call: &mut Call<'_>, may_store: bool) -> Result<Work, Error> {
    let key = call.args.word()?;
    let mut order = SortOptions::read(call, may_store)?;
    let value = call.get(key).map(|entry| entry.value.clone());
    let (mut count, mut is_set, mut is_out_of_range) = (0, false, false);
    if let Some(value) = &value {
        let Value::Other(other) = value else {
            return Err(WRONG_TYPE);
        };
        match other.type_name() {
            "list" => {}
            "set" => is_set = true,
            // As a server does it, which then has each member at hand.
            "zset" => {
                let was = call.change(key, 0, SortedSet::become_skiplist)?;
                is_out_of_range = was == Some(true);
            }
            _ => return Err(WRONG_TYPE),
        }
        count = other.len();
    }
    // What is stored, or what a script makes of it, must not depend on how a set lies.
    let is_seen_by_script = call.server.scripts.running().is_some();
    if order.is_kept && is_set && (order.store.is_some() || is_seen_by_script) {
        order.is_kept = false;
        order.is_alpha = true;
        order.by = None;
    }
    let places = order.places(count);
    // Of a row whose order is kept, the others need not be looked at.
    let loads = match order.is_kept && !is_set {
        true => places.clone(),
        false => 0..count,
    };
    let sort = if order.is_kept {
        None
    } else if order.by.is_some() && order.is_alpha && places != (0..count) {
        Some(Sort::of_places(count, places.clone()))
    } else {
        Some(Sort::stable(count))
    };
    let shown = match order.is_kept && !is_set {
        true => 0..places.len(),
        false => places,
    };
    call.begin(Sorting {
        database: call.database,
        value,
        elements: Vec::new(),
        walk: Some(TablePlace::default()),
        weights: Vec::new(),
        texts: Vec::new(),
        is_out_of_range,
        is_not_a_number: false,
        sort,
        sorted: Vec::new(),
        next: shown.start,
        shown,
        loads,
        order,
        found: Vec::new(),
        stored: List::default(),
    })
}

/// SORT under way.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Sorting {
    database: usize,
    order: SortOptions,
    /// What it sorts.
    value: Option<Value>,
    /// The places of the elements to look at, in the order of the value or from its end.
    loads: Range<usize>,
    elements: Vec<Vec<u8>>,
    /// Where the walk through a set continues.
    walk: Option<TablePlace>,
    /// What numbers are compared by: in their order.
    weights: Vec<u64>,
    /// What texts are compared by, if not by themselves.
    texts: Vec<Option<Vec<u8>>>,
    /// A score could not be read exactly, and C's `errno` says so until the end: Redis takes that for the fault of
    /// each text that it reads a number from.
    is_out_of_range: bool,
    is_not_a_number: bool,
    sort: Option<Sort>,
    /// The numbers of the elements in order; as they are if there is none.
    sorted: Vec<u32>,
    /// The next place of them to show.
    next: usize,
    /// The places of the reply.
    shown: Range<usize>,
    found: Vec<Reply>,
    stored: List,
}

impl Steps for Sorting {
    fn advance(
        &mut self,
        server: &mut Server,
        context: Context,
        budget: &mut Budget,
    ) -> Option<Result<Reply, Error>> {
        if !self.load(budget) {
            return None;
        }
        let mut call = match Call::resumed(server, context) {
            Ok(call) => call,
            Err(error) => return Some(Err(error)),
        };
        call.database = self.database;
        if self.sort.is_some() {
            if !self.weigh(&mut call, budget) {
                return None;
            }
            if self.is_not_a_number {
                return Some(Err(NOT_A_NUMBER));
            }
        }
        if let Some(mut sort) = self.sort.take() {
            let sorted = match self.shown.is_empty() {
                true => Some(Vec::new()),
                false => sort.advance(&|one, other| self.compare(one, other), budget),
            };
            match sorted {
                Some(sorted) => self.sorted = sorted,
                None => {
                    self.sort = Some(sort);
                    return None;
                }
            }
        }
        while self.next < self.shown.end {
            self.show(&mut call);
            self.next += 1;
            if !budget.spend(ELEMENT_UNITS * (1 + self.order.gets.len() as u64)) {
                return None;
            }
        }
        Some(match self.order.store.take() {
            None => Ok(Reply::Array(std::mem::take(&mut self.found))),
            Some(key) => self.store(&mut call, &key),
        })
    }

    fn progress(&self, _: &Server) -> Progress {
        Progress {
            done: self.next as u64,
            total: self.elements.len() as u64,
        }
    }
}

impl Sorting {
    /// Copies the elements; whether all are there.
    fn load(&mut self, budget: &mut Budget) -> bool {
        let is_back = self.order.is_kept && self.order.is_descending;
        let Some(Value::Other(value)) = &self.value else {
            return true;
        };
        let count = value.len();
        let elements = &mut self.elements;
        let place = self.loads.start + elements.len();
        let is_over = |elements: &Vec<Vec<u8>>| elements.len() >= self.loads.len();
        if is_over(elements) {
            return true;
        }
        if let Some(list) = value.as_any().downcast_ref::<List>() {
            let (from, towards) = match is_back {
                true => (count - 1 - place, End::Head),
                false => (place, End::Tail),
            };
            list.visit(from, towards, &mut |_, element| {
                elements.push(element.to_vec());
                !is_over(elements) && budget.spend(ELEMENT_UNITS)
            });
        } else if let Some(set) = value.as_any().downcast_ref::<SortedSet>() {
            let ranks = match is_back {
                true => 0..count - place,
                false => place..count,
            };
            for member in set.range(ranks, is_back) {
                elements.push(member.name.as_bytes().to_vec());
                if is_over(elements) || !budget.spend(ELEMENT_UNITS) {
                    break;
                }
            }
        } else {
            while let Some(place) = self.walk {
                let before = elements.len();
                self.walk = value.walk(place, &mut |name, _| elements.push(name.to_vec()));
                let found = elements.len() - before;
                if !budget.spend(ELEMENT_UNITS * (1 + found as u64)) {
                    break;
                }
            }
        }
        is_over(elements)
    }

    /// Finds what the elements are compared by; whether all was found.
    fn weigh(&mut self, call: &mut Call<'_>, budget: &mut Budget) -> bool {
        if self.order.by.is_none() && self.order.is_alpha {
            return true;
        }
        let weighed = self.weights.len() + self.texts.len();
        for element in self.elements.iter().skip(weighed) {
            let pattern = self.order.by.as_deref();
            let text = match pattern {
                Some(pattern) => look_up(call, pattern, element),
                None => Some(element.clone()),
            };
            if self.order.is_alpha {
                self.texts.push(text);
            } else {
                let is_read = |text: &Vec<u8>| pattern.is_none() || number::parse(text).is_none();
                self.is_not_a_number |= self.is_out_of_range && text.as_ref().is_some_and(is_read);
                let number = text.map_or(Some(0.0), |text| number(&text));
                self.is_not_a_number |= number.is_none();
                self.weights.push(in_order(number.unwrap_or(0.0)));
            }
            if !budget.spend(ELEMENT_UNITS) {
                break;
            }
        }
        self.weights.len() + self.texts.len() >= self.elements.len()
    }

    fn compare(&self, one: u32, other: u32) -> Ordering {
        let (one, other) = (one as usize, other as usize);
        // A server compares as C does: up to the first NUL, unless the result is to be stored.
        let as_text = |text: &Vec<u8>| match self.order.store {
            Some(_) => text.len(),
            None => up_to_nul(text).len(),
        };
        let texts = |one: Option<&Vec<u8>>, other: Option<&Vec<u8>>| {
            let cut = |text: Option<&Vec<u8>>| text.map(as_text);
            let (one_end, other_end) = (cut(one), cut(other));
            let one = one.zip(one_end).and_then(|(text, end)| text.get(..end));
            let other = other.zip(other_end).and_then(|(text, end)| text.get(..end));
            one.cmp(&other)
        };
        let elements = (self.elements.get(one), self.elements.get(other));
        let ordering = match (self.order.is_alpha, &self.order.by) {
            (false, _) => {
                let weights = self.weights.get(one).cmp(&self.weights.get(other));
                weights.then_with(|| elements.0.cmp(&elements.1))
            }
            (true, None) => texts(elements.0, elements.1),
            (true, Some(_)) => {
                let text = |at: usize| self.texts.get(at).and_then(Option::as_ref);
                texts(text(one), text(other))
            }
        };
        match self.order.is_descending {
            true => ordering.reverse(),
            false => ordering,
        }
    }

    /// Adds what the reply shows of the next element.
    fn show(&mut self, call: &mut Call<'_>) {
        let at = match self.order.is_kept {
            true => self.next,
            false => self.sorted.get(self.next).map_or(0, |at| *at as usize),
        };
        let Some(element) = self.elements.get(at) else {
            return;
        };
        let (found, stored) = (&mut self.found, &mut self.stored);
        let is_stored = self.order.store.is_some();
        let mut push = |text: Option<&[u8]>| match (is_stored, text) {
            (true, text) => stored.push(End::Tail, text.unwrap_or_default()),
            (false, Some(text)) => found.push(Reply::bulk(text)),
            (false, None) => found.push(Reply::Nil),
        };
        if self.order.gets.is_empty() {
            push(Some(element));
        }
        for pattern in &self.order.gets {
            push(look_up(call, pattern, element).as_deref());
        }
    }

    fn store(&mut self, call: &mut Call<'_>, key: &[u8]) -> Result<Reply, Error> {
        let len = self.stored.len();
        if len > 0 {
            call.store(key, std::mem::take(&mut self.stored))?;
            call.count_changes(len);
            call.notify(Class::List, "sortstore", key);
        } else if call.remove(key).is_some() {
            call.notify(Class::Generic, "del", key);
        }
        Ok(Reply::Int(len as i64))
    }
}

/// The text of an element's key, or of a field of it: `*` in the pattern stands for the element, and `->` leads to a field.
fn look_up(call: &mut Call<'_>, pattern: &[u8], element: &[u8]) -> Option<Vec<u8>> {
    // As in C, a NUL ends what is searched.
    let text = up_to_nul(pattern);
    if text == b"#" {
        return Some(element.to_vec());
    }
    let star = text.iter().position(|byte| *byte == b'*')?;
    let (before, behind) = (pattern.get(..star)?, pattern.get(star + 1..)?);
    let arrow = text
        .get(star + 1..)?
        .windows(2)
        .position(|two| two == b"->");
    let field = arrow.and_then(|arrow| {
        text.get(star + 1 + arrow + 2)?;
        Some((behind.get(..arrow)?, behind.get(arrow + 2..)?))
    });
    let (behind, field) = match field {
        Some((behind, field)) => (behind, Some(field)),
        None => (behind, None),
    };
    let key = [before, element, behind].concat();
    let entry = call.get_to_read(&key)?;
    match field {
        None => entry.value.string().ok().map(|text| text.to_vec()),
        Some(field) => of_type::<Fields>(entry)
            .ok()?
            .get(field)
            .map(<[u8]>::to_vec),
    }
}

/// The number that a text is, as C's `strtod` has it.
fn number(text: &[u8]) -> Option<f64> {
    let text = up_to_nul(text);
    let is_space = |byte: &u8| matches!(byte, b' ' | b'\t'..=b'\r');
    let spaces = text.iter().take_while(|byte| is_space(byte)).count();
    if text.is_empty() {
        return Some(0.0);
    }
    double::parse(text.get(spaces..)?).filter(|number| !number.is_subnormal())
}

/// A number that compares with others as this one, which is not NaN.
fn in_order(number: f64) -> u64 {
    // There are two zeros.
    let bits = (number + 0.0).to_bits();
    match bits >> 63 {
        0 => bits | 1 << 63,
        _ => !bits,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_in_order_by_their_bits() {
        let numbers = [
            f64::NEG_INFINITY,
            -2.5,
            -1e-300,
            0.0,
            1e-300,
            1.0,
            2.5,
            1e300,
            f64::INFINITY,
        ];
        assert!(numbers.map(in_order).is_sorted());
        assert_eq!(in_order(-0.0), in_order(0.0));
    }

    #[test]
    fn a_weight_is_read_as_strtod_reads_it() {
        for (text, expected) in [
            (&b"1.5"[..], Some(1.5)),
            (b" 1", Some(1.0)),
            (b"1\0x", Some(1.0)),
            (b"", Some(0.0)),
            (b"\0", Some(0.0)),
            (b"0x10", Some(16.0)),
            (b"-inf", Some(f64::NEG_INFINITY)),
            (b" ", None),
            (b"1 ", None),
            (b"nan", None),
            (b"1e400", None),
            (b"1e-310", None),
        ] {
            assert_eq!(number(text), expected, "{}", text.escape_ascii());
        }
    }
}
