//! XTRIM, and the trimming of XADD.

use crate::types::streams::value::Stream;
use crate::types::streams::value::id::Id;
use crate::types::streams::value::node::{self, Head};

/// How far a stream is trimmed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TrimTo {
    /// Down to that many entries.
    Length(u64),
    /// Of all entries below that ID.
    Id(Id),
}

/// What a stream is trimmed to, and how.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Trim {
    pub to: TrimTo,
    /// Only by whole nodes.
    pub is_rough: bool,
    /// The most entries that are removed; 0 for no limit.
    pub limit: u64,
}

impl Stream {
    /// Removes the oldest entries, and returns their number.
    pub fn trim(&mut self, trim: Trim) -> u64 {
        let mut removed = 0;
        while let Some((id, pack)) = self.nodes.first_key_value() {
            let Some(head) = Head::of(*id, pack) else {
                break;
            };
            let (id, live) = (*id, head.live.max(0) as u64);
            let is_short = matches!(trim.to, TrimTo::Length(length) if self.length <= length);
            if is_short || (trim.limit > 0 && removed + live > trim.limit) {
                break;
            }
            let is_whole = match trim.to {
                TrimTo::Length(length) => self.length.wrapping_sub(live) >= length,
                TrimTo::Id(from) => head.last().is_none_or(|last| last.id < from),
            };
            if is_whole {
                self.drop_node(id);
                self.length = self.length.saturating_sub(live);
                removed += live;
                continue;
            }
            if !trim.is_rough {
                let doomed = doomed(&head, trim.to, self.length);
                self.edit_node(id, |pack| node::delete(pack, &doomed));
                self.length = self.length.saturating_sub(doomed.len() as u64);
                removed += doomed.len() as u64;
            }
            break;
        }
        if self.length == 0 {
            self.first = Id::MIN;
        } else if removed > 0 {
            self.find_first();
        }
        removed
    }
}

/// The positions of the flags of the entries of the first node that go, in a stream of that length.
fn doomed(head: &Head<'_>, to: TrimTo, length: u64) -> Vec<usize> {
    let mut doomed = Vec::new();
    let mut next = head.first();
    while let Some(entry) = next {
        let is_enough = match to {
            TrimTo::Length(max) => length.saturating_sub(doomed.len() as u64) <= max,
            TrimTo::Id(from) => entry.id >= from,
        };
        if is_enough {
            break;
        }
        if !entry.is_deleted {
            doomed.push(entry.at);
        }
        next = head.after(&entry);
    }
    doomed
}
