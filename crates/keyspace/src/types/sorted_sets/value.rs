//! Sorted sets: members with their scores, in the order of both. The members of a large one are in a hash table as well,
//! beside their scores.

use crate::storage::collection::{Collection, Payload, Row};
use crate::storage::key::Key;
use crate::storage::layout::Layout;
use crate::storage::table::{Table, TablePlace, hash_of};
use crate::types::sorted_sets::ranked::{Member, Members, Ranked};
use crate::{double, number};
use std::any::Any;
use std::hash::{Hash, Hasher};
use std::ops::Range;
use std::sync::Arc;

/// The size of a member with its score beside its own bytes, in bytes: about its share of the tree and the table.
pub const MEMBER_OVERHEAD_BYTES: usize = 112;

/// What a sorted set takes beside its members, in bytes: among others, room for the next few of a small one.
const SET_BYTES: usize = 130;

/// Members with their scores, which are numbers or infinite.
#[derive(Clone, Default)]
pub struct SortedSet {
    members: Ranked,
    /// The scores by member, but for a listpack.
    scores: Option<Table<f64>>,
    bytes: usize,
}

/// Scores from one through another.
#[derive(Clone, Copy)]
pub struct ScoreRange {
    pub min: ScoreBound,
    pub max: ScoreBound,
}

/// An end of a range of scores.
#[derive(Clone, Copy)]
pub struct ScoreBound {
    pub score: f64,
    /// The score itself is not in the range.
    pub is_exclusive: bool,
}

/// Members from one through another, by their bytes.
#[derive(Clone, Copy)]
pub struct LexRange<'a> {
    pub min: LexBound<'a>,
    pub max: LexBound<'a>,
}

/// An end of a range of members.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum LexBound<'a> {
    /// Before all members.
    Least,
    /// At this text, or right behind it.
    At(&'a [u8], Side),
    /// Behind all members.
    Most,
}

/// On which side of a text a bound stands.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Side {
    Before,
    Behind,
}

impl SortedSet {
    /// An empty one that does not begin as a listpack.
    pub fn skiplist() -> SortedSet {
        SortedSet {
            scores: Some(Table::default()),
            ..SortedSet::default()
        }
    }

    /// The score of a member.
    pub fn score(&self, name: &[u8]) -> Option<f64> {
        match &self.scores {
            Some(scores) => scores.get(name).copied(),
            None => Some(
                self.members
                    .iter()
                    .find(|member| member.name.as_bytes() == name)?
                    .score,
            ),
        }
    }

    /// Gives a member its score, whether it was there or not. The score must be a number.
    pub fn set(&mut self, name: &[u8], score: f64, layout: &Layout) {
        match self.score(name) {
            Some(old) => self.replace(name, old, score),
            None => self.insert(name, score, layout),
        }
    }

    /// Gives a member that has one score another.
    pub fn replace(&mut self, name: &[u8], old: f64, score: f64) {
        // A sum of scores can turn minus zero into zero.
        if old.to_bits() != score.to_bits()
            && let Some(mut member) = self.members.remove(old, name)
        {
            member.score = self.kept(score);
            self.members.insert(member);
            if let Some(kept) = self.scores.as_mut().and_then(|scores| scores.get_mut(name)) {
                *kept = score;
            }
        }
    }

    /// Adds a member that is not there.
    pub fn insert(&mut self, name: &[u8], score: f64, layout: &Layout) {
        let is_too_much = self.len() as u64 >= layout.zset_max_listpack_entries
            || name.len() as u64 > layout.zset_max_listpack_value;
        if is_too_much {
            self.become_skiplist();
        }
        let (name, score) = (Key::new(name), self.kept(score));
        self.bytes += MEMBER_OVERHEAD_BYTES + name.bytes();
        if let Some(scores) = &mut self.scores {
            scores.insert(name.clone(), score);
        }
        self.members.insert(Member { score, name });
    }

    /// Is no listpack from now on, whatever its size. Whether it was one and holds a score that is too small for a
    /// normal number, at which C's `strtod` complains on reading it from the listpack.
    pub fn become_skiplist(&mut self) -> bool {
        let was_listpack = self.scores.is_none();
        if was_listpack {
            let mut scores = Table::default();
            for member in self.members.iter() {
                scores.insert(member.name.clone(), member.score);
            }
            self.scores = Some(scores);
        }
        was_listpack
            && self
                .members
                .iter()
                .any(|member| member.score.is_subnormal())
    }

    /// A score as it is kept: a listpack knows one 0 only.
    fn kept(&self, score: f64) -> f64 {
        if score == 0.0 && self.scores.is_none() {
            return 0.0;
        }
        score
    }

    /// Takes a member away; whether it was there.
    pub fn remove(&mut self, name: &[u8]) -> bool {
        let score = self.score(name);
        score.is_some_and(|score| self.take(score, name).is_some())
    }

    /// Takes the member at `rank` away.
    pub fn remove_at(&mut self, rank: usize) -> Option<Member> {
        let Member { score, name } = self.members.get(rank)?.clone();
        self.take(score, name.as_bytes())
    }

    fn take(&mut self, score: f64, name: &[u8]) -> Option<Member> {
        let member = self.members.remove(score, name)?;
        if let Some(scores) = &mut self.scores {
            scores.remove(name);
        }
        self.bytes -= MEMBER_OVERHEAD_BYTES + member.name.bytes();
        Some(member)
    }

    /// The number of members before this one.
    pub fn rank(&self, name: &[u8]) -> Option<usize> {
        Some(self.members.rank(self.score(name)?, name))
    }

    /// The member at `rank`.
    pub fn get(&self, rank: usize) -> Option<&Member> {
        self.members.get(rank)
    }

    /// The members of these ranks, in order or the other way round.
    pub fn range(&self, ranks: Range<usize>, is_reverse: bool) -> Members<'_> {
        self.members.range(ranks, is_reverse)
    }

    /// The ranks of the members whose scores are in a range.
    pub fn by_score(&self, range: &ScoreRange) -> Range<usize> {
        let ScoreRange { min, max } = *range;
        let start = self.members.count_while(&|member| match min.is_exclusive {
            true => member.score <= min.score,
            false => member.score < min.score,
        });
        let end = self.members.count_while(&|member| match max.is_exclusive {
            true => member.score < max.score,
            false => member.score <= max.score,
        });
        start..end.max(start)
    }

    /// The ranks of the members in a range, all of which have the same score. Where they have not, it is as in Redis a
    /// stretch that begins within the range, looked for from the last member on if `is_reverse`.
    pub fn by_lex(&self, range: &LexRange<'_>, is_reverse: bool) -> Range<usize> {
        let LexRange { min, max } = *range;
        fn place(member: &Member) -> LexBound<'_> {
            LexBound::At(member.name.as_bytes(), Side::Before)
        }
        let is_before = |member: &Member| place(member) < min;
        let is_within = |member: &Member| place(member) < max;
        let ends = self.get(0).zip(self.get(self.len().wrapping_sub(1)));
        let is_possible = |(first, last): (&Member, &Member)| is_within(first) && !is_before(last);
        if min >= max || !ends.is_some_and(is_possible) {
            return 0..0;
        }
        if self.scores.is_some() {
            let start = self.members.count_while(&is_before);
            return start..self.members.count_while(&is_within).max(start);
        }
        let len = self.len();
        let count = |from: usize, is_reverse: bool, holds: &dyn Fn(&Member) -> bool| {
            let ranks = if is_reverse { 0..from } else { from..len };
            let members = self.range(ranks, is_reverse);
            members.take_while(|member| holds(member)).count()
        };
        if is_reverse {
            let end = len - count(len, true, &|member| !is_within(member));
            return end - count(end, true, &|member| !is_before(member))..end;
        }
        let start = count(0, false, &is_before);
        start..start + count(start, false, &is_within)
    }

    /// Becomes a listpack if all of it is small enough: as Redis does with a result that it stores.
    pub fn settle(&mut self, layout: &Layout) {
        let value_max = layout.zset_max_listpack_value;
        if self.len() as u64 > layout.zset_max_listpack_entries || self.scores.is_none() {
            return;
        }
        let is_long = |member: &Member| member.name.as_bytes().len() as u64 > value_max;
        if self.members.iter().any(is_long) {
            return;
        }
        self.scores = None;
        let mut members = Ranked::default();
        for member in self.members.iter() {
            members.insert(Member {
                score: self.kept(member.score),
                name: member.name.clone(),
            });
        }
        self.members = members;
    }
}

impl Collection for SortedSet {
    fn type_name(&self) -> &'static str {
        "zset"
    }

    fn encoding(&self) -> &'static str {
        match self.scores {
            None => "listpack",
            Some(_) => "skiplist",
        }
    }

    fn len(&self) -> usize {
        self.members.len()
    }

    fn bytes(&self) -> usize {
        SET_BYTES + self.bytes
    }

    fn copied(&self) -> Arc<dyn Collection> {
        Arc::new(self.clone())
    }

    fn is_same(&self, other: &dyn Collection) -> bool {
        let Some(other) = other.as_any().downcast_ref::<SortedSet>() else {
            return false;
        };
        let mut pairs = self.members.iter().zip(other.members.iter());
        self.scores.is_some() == other.scores.is_some()
            && self.len() == other.len()
            && pairs.all(|(one, other)| {
                one.score.to_bits() == other.score.to_bits() && one.name == other.name
            })
    }

    fn digest(&self) -> u64 {
        self.members
            .iter()
            .fold(self.len() as u64, |digest, member| {
                let both = digest.rotate_left(5) ^ hash_of(member.name.as_bytes());
                hash_of(&(both ^ member.score.to_bits()).to_le_bytes())
            })
    }

    fn free_some(&mut self, elements: usize) -> bool {
        self.members.free_some(elements)
            || self
                .scores
                .as_mut()
                .is_some_and(|scores| scores.free_some(elements))
    }

    fn rows(&self, from: usize, max: usize, visit: &mut dyn FnMut(Row<'_>)) {
        for member in self.range(from..from.saturating_add(max), false) {
            visit(Row {
                label: &double::text(member.score),
                text: member.name.as_bytes(),
            });
        }
    }

    fn walk(
        &self,
        place: TablePlace,
        visit: &mut dyn FnMut(&[u8], Payload<'_>),
    ) -> Option<TablePlace> {
        let mut visit = |name: &Key, score: f64| visit(name.as_bytes(), Payload::Score(score));
        match &self.scores {
            Some(scores) => scores.visit(place, &mut |name, score| visit(name, *score)),
            None => {
                let members = self.members.iter();
                members.for_each(|member| visit(&member.name, member.score));
                None
            }
        }
    }

    fn find(&self, name: &[u8]) -> Option<Payload<'_>> {
        self.score(name).map(Payload::Score)
    }

    fn pick(&self, number: u64, visit: &mut dyn FnMut(&[u8], Payload<'_>)) {
        let rank = number.checked_rem(self.len() as u64).unwrap_or(0);
        if let Some(member) = self.get(rank as usize) {
            visit(member.name.as_bytes(), Payload::Score(member.score));
        }
    }

    fn restated(
        &self,
        text: &mut dyn FnMut(&[u8]) -> Option<Vec<u8>>,
    ) -> Option<Arc<dyn Collection>> {
        let (mut new, layout) = (SortedSet::default(), Layout::default());
        let mut has_changed = false;
        for member in self.members.iter() {
            let name = text(member.name.as_bytes());
            let score = whole(member.score)
                .and_then(|score| number::parse(&text(&number::text(score))?))
                .map(|score| score as f64);
            has_changed |= name.is_some() || score.is_some();
            let name = name.as_deref().unwrap_or(member.name.as_bytes());
            new.set(name, score.unwrap_or(member.score), &layout);
        }
        has_changed.then(|| Arc::new(new) as Arc<dyn Collection>)
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn as_any_mut(&mut self) -> &mut dyn Any {
        self
    }
}

/// The score as a whole number that a double holds exactly.
fn whole(score: f64) -> Option<i64> {
    let is_whole = score.abs() < (1_i64 << 53) as f64 && score.fract() == 0.0;
    is_whole.then_some(score as i64)
}

impl PartialEq for SortedSet {
    fn eq(&self, other: &SortedSet) -> bool {
        self.is_same(other)
    }
}

impl Eq for SortedSet {}

impl Hash for SortedSet {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.digest().hash(state);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(members: &[(&str, f64)], layout: &Layout) -> SortedSet {
        let mut set = SortedSet::default();
        for (name, score) in members {
            set.set(name.as_bytes(), *score, layout);
        }
        set
    }

    fn names(set: &SortedSet, ranks: Range<usize>) -> String {
        let names = set.range(ranks, false).map(|member| member.name.as_bytes());
        String::from_utf8_lossy(&names.collect::<Vec<_>>().join(&b' ')).into_owned()
    }

    #[test]
    fn a_listpack_alone_tells_of_a_score_that_cannot_be_read_exactly() {
        let layout = Layout::default();
        let mut small = set(&[("a", 1.0), ("b", 1e-310)], &layout);
        assert!(small.become_skiplist());
        assert!(!small.become_skiplist(), "it is no listpack any more");
        assert!(!set(&[("a", 0.0), ("b", f64::MIN_POSITIVE)], &layout).become_skiplist());
    }

    #[test]
    fn ranges_of_scores_and_names_take_or_leave_their_ends() {
        let layouts = [0, 128].map(|zset_max_listpack_entries| Layout {
            zset_max_listpack_entries,
            ..Layout::default()
        });
        for layout in &layouts {
            let scored = set(&[("a", 1.0), ("b", 2.0), ("c", 2.0), ("d", 3.0)], layout);
            let score = |min, min_open, max, max_open| {
                let bound = |score, is_exclusive| ScoreBound {
                    score,
                    is_exclusive,
                };
                let (min, max) = (bound(min, min_open), bound(max, max_open));
                names(&scored, scored.by_score(&ScoreRange { min, max }))
            };
            assert_eq!(score(1.0, false, 2.0, false), "a b c");
            assert_eq!(score(1.0, true, 3.0, true), "b c");
            assert_eq!(score(2.0, true, 2.0, false), "");
            assert_eq!(score(4.0, false, 0.0, false), "");
            let named = set(&[("a", 0.0), ("b", 0.0), ("c", 0.0), ("d", 0.0)], layout);
            let lex = |min, max| {
                let range = LexRange { min, max };
                let ranks = named.by_lex(&range, false);
                assert_eq!(ranks.len(), named.by_lex(&range, true).len());
                names(&named, ranks)
            };
            let before = |text: &'static str| LexBound::At(text.as_bytes(), Side::Before);
            let behind = |text: &'static str| LexBound::At(text.as_bytes(), Side::Behind);
            assert_eq!(lex(LexBound::Least, LexBound::Most), "a b c d");
            assert_eq!(lex(before("b"), behind("c")), "b c");
            assert_eq!(lex(behind("b"), before("d")), "c");
            assert_eq!(lex(behind("d"), LexBound::Most), "");
            assert_eq!(lex(LexBound::Most, LexBound::Least), "");
        }
    }

    #[test]
    fn a_small_set_has_one_zero_and_a_large_one_two() {
        let mut small = set(&[("a", -0.0)], &Layout::default());
        assert_eq!(small.score(b"a").map(f64::to_bits), Some(0));
        let layout = Layout {
            zset_max_listpack_entries: 0,
            ..Layout::default()
        };
        let mut large = set(&[("a", -0.0)], &layout);
        assert_eq!(large.score(b"a").map(f64::to_bits), Some(1 << 63));
        assert!(!small.is_same(&large));
        large.settle(&Layout::default());
        assert!(small.is_same(&large));
        assert!(small.remove(b"a") && !small.remove(b"a"));
        assert_eq!(small.bytes(), SortedSet::default().bytes());
    }
}
