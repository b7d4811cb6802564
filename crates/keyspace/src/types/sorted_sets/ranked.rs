//! Members in the order of their scores, and of their names where the scores are the same, each found by its rank as fast as
//! by its score: a tree of short rows, in which each branch knows how many members are below it.

use crate::storage::key::Key;
use std::cmp::Ordering;
use std::ops::Range;

/// Maximum length of a row of members, or of branches, before it is split.
const ROW_MAX: usize = 64;

/// A member of a sorted set with its score, which is a number.
#[derive(Clone, PartialEq)]
pub struct Member {
    pub score: f64,
    pub name: Key,
}

impl Member {
    /// How it stands to a score and a name.
    fn order(&self, score: f64, name: &[u8]) -> Ordering {
        let scores = self.score.partial_cmp(&score).unwrap_or(Ordering::Equal);
        scores.then_with(|| self.name.as_bytes().cmp(name))
    }
}

/// Members in order, each pair of score and name at most once.
#[derive(Clone)]
pub struct Ranked {
    root: Node,
    len: usize,
}

#[derive(Clone)]
enum Node {
    Leaf(Vec<Member>),
    Branch(Vec<Child>),
}

#[derive(Clone)]
struct Child {
    /// No member below comes before it, and all members of the children before do. Of the first child it says nothing.
    least: Member,
    len: usize,
    node: Node,
}

impl Default for Ranked {
    fn default() -> Ranked {
        Ranked {
            root: Node::Leaf(Vec::new()),
            len: 0,
        }
    }
}

impl Ranked {
    /// The number of members.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Adds a member, which is not there.
    pub fn insert(&mut self, member: Member) {
        let least = member.clone();
        self.len += 1;
        if let Some(upper) = self.root.insert(member) {
            let lower = std::mem::replace(&mut self.root, Node::Branch(Vec::new()));
            self.root = Node::Branch(vec![
                Child {
                    least,
                    len: lower.len(),
                    node: lower,
                },
                upper,
            ]);
        }
    }

    /// Takes a member away, if it is there with this score.
    pub fn remove(&mut self, score: f64, name: &[u8]) -> Option<Member> {
        let removed = self.root.remove(score, name)?;
        self.len -= 1;
        if let Node::Branch(children) = &mut self.root
            && children.len() < 2
        {
            self.root = children
                .pop()
                .map_or(Node::Leaf(Vec::new()), |child| child.node);
        }
        Some(removed)
    }

    /// The number of members from the first on for which `is_before` holds; it holds for no member behind one for which it
    /// does not.
    pub fn count_while(&self, is_before: &dyn Fn(&Member) -> bool) -> usize {
        let (mut node, mut count) = (&self.root, 0);
        loop {
            match node {
                Node::Leaf(members) => return count + members.partition_point(is_before),
                Node::Branch(children) => {
                    let later = children.get(1..).unwrap_or_default();
                    let at = later.partition_point(|child| is_before(&child.least));
                    let before = children.get(..at).unwrap_or_default();
                    count += before.iter().map(|child| child.len).sum::<usize>();
                    match children.get(at) {
                        Some(child) => node = &child.node,
                        None => return count,
                    }
                }
            }
        }
    }

    /// The number of members before that score and name.
    pub fn rank(&self, score: f64, name: &[u8]) -> usize {
        self.count_while(&|member| member.order(score, name) == Ordering::Less)
    }

    /// The members of the row in which the one at `rank` stands, and its place among them.
    pub fn row(&self, rank: usize) -> Option<(&[Member], usize)> {
        let (mut node, mut left) = (&self.root, rank);
        loop {
            match node {
                Node::Leaf(members) => return (left < members.len()).then_some((members, left)),
                Node::Branch(children) => {
                    let child = children.iter().find(|child| {
                        let is_it = left < child.len;
                        left -= if is_it { 0 } else { child.len };
                        is_it
                    });
                    node = &child?.node;
                }
            }
        }
    }

    /// The member at `rank`.
    pub fn get(&self, rank: usize) -> Option<&Member> {
        let (row, at) = self.row(rank)?;
        row.get(at)
    }

    /// The members of these ranks, in order or the other way round.
    pub fn range(&self, ranks: Range<usize>, is_reverse: bool) -> Members<'_> {
        Members {
            ranked: self,
            ranks: ranks.start..ranks.end.min(self.len),
            is_reverse,
            row: &[],
        }
    }

    /// All members.
    pub fn iter(&self) -> Members<'_> {
        self.range(0..self.len, false)
    }

    /// Removes some members that are no longer used, a row at least; returns whether others remain.
    pub fn free_some(&mut self, members: usize) -> bool {
        let mut left = members;
        while let Some(freed) = self.root.free_row() {
            left = left.saturating_sub(freed);
            if left == 0 {
                return true;
            }
        }
        false
    }
}

impl Node {
    fn len(&self) -> usize {
        match self {
            Node::Leaf(members) => members.len(),
            Node::Branch(children) => children.iter().map(|child| child.len).sum(),
        }
    }

    /// Adds a member; the upper half of the node if it had to be split.
    fn insert(&mut self, member: Member) -> Option<Child> {
        match self {
            Node::Leaf(members) => {
                let is_before =
                    |own: &Member| own.order(member.score, member.name.as_bytes()).is_lt();
                // Scores that only grow are common.
                let at = match members.last() {
                    Some(last) if !is_before(last) => members.partition_point(is_before),
                    _ => members.len(),
                };
                members.insert(at, member);
                if members.len() <= ROW_MAX {
                    return None;
                }
                let upper = members.split_off(kept_of_full(at));
                Some(Child {
                    least: upper.first()?.clone(),
                    len: upper.len(),
                    node: Node::Leaf(upper),
                })
            }
            Node::Branch(children) => {
                let at = child_for(children, member.score, member.name.as_bytes());
                let child = children.get_mut(at)?;
                child.len += 1;
                let upper = child.node.insert(member)?;
                child.len -= upper.len;
                children.insert(at + 1, upper);
                if children.len() <= ROW_MAX {
                    return None;
                }
                let upper = children.split_off(kept_of_full(at + 1));
                Some(Child {
                    least: upper.first()?.least.clone(),
                    len: upper.iter().map(|child| child.len).sum(),
                    node: Node::Branch(upper),
                })
            }
        }
    }

    fn remove(&mut self, score: f64, name: &[u8]) -> Option<Member> {
        match self {
            Node::Leaf(members) => {
                let at = members.partition_point(|own| own.order(score, name).is_lt());
                let found = members.get(at)?;
                if !found.order(score, name).is_eq() {
                    return None;
                }
                Some(members.remove(at))
            }
            Node::Branch(children) => {
                let at = child_for(children, score, name);
                let child = children.get_mut(at)?;
                let removed = child.node.remove(score, name)?;
                child.len -= 1;
                if child.len == 0 {
                    children.remove(at);
                } else {
                    join(children, at);
                }
                Some(removed)
            }
        }
    }

    /// Removes the last row; the number of its members.
    fn free_row(&mut self) -> Option<usize> {
        match self {
            Node::Leaf(members) => {
                let members = std::mem::take(members);
                (!members.is_empty()).then_some(members.len())
            }
            Node::Branch(children) => loop {
                let freed = children.last_mut()?.node.free_row();
                if freed.is_some() {
                    return freed;
                }
                children.pop();
            },
        }
    }
}

/// How many of a full row stay when it is split after an insertion at `at`: most of them if that was at its end, since then
/// the next ones may come there as well.
fn kept_of_full(at: usize) -> usize {
    if at >= ROW_MAX {
        ROW_MAX - ROW_MAX / 8
    } else {
        ROW_MAX / 2
    }
}

/// The place of the child below which that score and name belong.
fn child_for(children: &[Child], score: f64, name: &[u8]) -> usize {
    let later = children.get(1..).unwrap_or_default();
    later.partition_point(|child| child.least.order(score, name).is_le())
}

/// Joins the child at `at` with a neighbour if both together are short.
fn join(children: &mut Vec<Child>, at: usize) {
    let lower = match children.get(at + 1) {
        Some(_) => at,
        None => at.saturating_sub(1),
    };
    let rows = |at: usize| match children.get(at).map(|child| &child.node) {
        Some(Node::Leaf(members)) => members.len(),
        Some(Node::Branch(children)) => children.len(),
        None => ROW_MAX,
    };
    if rows(lower) + rows(lower + 1) > ROW_MAX / 2 {
        return;
    }
    let upper = children.remove(lower + 1);
    let Some(lower) = children.get_mut(lower) else {
        return;
    };
    lower.len += upper.len;
    match (&mut lower.node, upper.node) {
        (Node::Leaf(members), Node::Leaf(others)) => members.extend(others),
        (Node::Branch(children), Node::Branch(others)) => children.extend(others),
        // All rows of a level are of one kind.
        (Node::Leaf(_), Node::Branch(_)) | (Node::Branch(_), Node::Leaf(_)) => {}
    }
}

/// Members one after another.
pub struct Members<'a> {
    ranked: &'a Ranked,
    /// Those that are not in `row`.
    ranks: Range<usize>,
    is_reverse: bool,
    row: &'a [Member],
}

impl<'a> Iterator for Members<'a> {
    type Item = &'a Member;

    fn next(&mut self) -> Option<&'a Member> {
        if self.row.is_empty() {
            if self.ranks.is_empty() {
                return None;
            }
            let count = self.ranks.len();
            if self.is_reverse {
                let (row, at) = self.ranked.row(self.ranks.end - 1)?;
                let row = row.get(..=at)?;
                self.row = row.get(row.len().saturating_sub(count)..)?;
                self.ranks.end -= self.row.len();
            } else {
                let (row, at) = self.ranked.row(self.ranks.start)?;
                let row = row.get(at..)?;
                self.row = row.get(..count.min(row.len()))?;
                self.ranks.start += self.row.len();
            }
        }
        let (member, rest) = match self.is_reverse {
            true => self.row.split_last()?,
            false => self.row.split_first()?,
        };
        self.row = rest;
        Some(member)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn member(number: i32) -> Member {
        Member {
            score: f64::from(number / 3),
            name: Key::new(&number.to_be_bytes()),
        }
    }

    fn names(members: Members<'_>) -> Vec<Vec<u8>> {
        members
            .map(|member| member.name.as_bytes().to_vec())
            .collect()
    }

    fn check(ranked: &Ranked, expected: &[i32]) {
        assert_eq!(ranked.len(), expected.len());
        let all: Vec<Vec<u8>> = expected
            .iter()
            .map(|number| number.to_be_bytes().to_vec())
            .collect();
        assert_eq!(names(ranked.iter()), all);
        assert_eq!(ranked.root.len(), expected.len());
    }

    #[test]
    fn many_members_come_and_go_at_either_end() {
        let mut ranked = Ranked::default();
        let all: Vec<i32> = (0..20_000).collect();
        for number in &all {
            ranked.insert(member(*number));
        }
        check(&ranked, &all);
        for number in &all[..19_990] {
            let Member { score, name } = member(*number);
            assert!(ranked.remove(score, name.as_bytes()).is_some());
        }
        check(&ranked, &all[19_990..]);
        for number in all[..19_990].iter().rev() {
            ranked.insert(member(*number));
        }
        check(&ranked, &all);
        let mut rows = 0;
        while ranked.free_some(1) {
            rows += 1;
        }
        assert!(rows < 20_000 / (ROW_MAX / 2));
    }

    proptest! {
        #[test]
        fn it_ranks_members_as_a_sorted_row_does(
            changes in prop::collection::vec((any::<bool>(), 0i32..3000), 0..3000),
            from in 0usize..2000,
            count in 0usize..200,
        ) {
            let (mut ours, mut theirs) = (Ranked::default(), Vec::new());
            for (is_added, number) in changes {
                let Member { score, name } = member(number);
                match (is_added, theirs.binary_search(&number)) {
                    (true, Err(at)) => {
                        theirs.insert(at, number);
                        ours.insert(member(number));
                    }
                    (false, Ok(at)) => {
                        theirs.remove(at);
                        prop_assert!(ours.remove(score, name.as_bytes()).is_some());
                    }
                    (false, Err(at)) => {
                        prop_assert!(ours.remove(score, name.as_bytes()).is_none());
                        prop_assert_eq!(ours.rank(score, name.as_bytes()), at);
                    }
                    (true, Ok(at)) => prop_assert_eq!(ours.rank(score, name.as_bytes()), at),
                }
            }
            check(&ours, &theirs);
            let from = from.min(theirs.len());
            let range = from..(from + count).min(theirs.len());
            let mut expected = names(ours.iter())[range.clone()].to_vec();
            prop_assert_eq!(names(ours.range(range.clone(), false)), expected.clone());
            expected.reverse();
            prop_assert_eq!(names(ours.range(range, true)), expected);
            prop_assert!(ours.get(theirs.len()).is_none());
        }
    }
}
