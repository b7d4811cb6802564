//! A play as a short text, for the fragment of an address: `v2;getset;n=3;c3.x4;t12;c1;sum=1f00ba;@6`. What may be wrong with one is
//! in `stopped`.
//!
//! A link is parts with semicolons between them, in the order in which they are read:
//!
//! | part | means |
//! |---|---|
//! | `v2` | the version of this notation |
//! | `D2` or `getset` | the start: a lesson, whose whole schedule is played, or the algorithm that clients run by default |
//! | `cut=4` | of the lesson's schedule only the first 4 moves |
//! | `n=3`, `who=3.4.5` | clients C1 to C3; or just these (without either, there are three) |
//! | `c2=setnx`, `c2.clock=-12` | C2 runs another algorithm; its clock is behind by 12 s at the start |
//! | `servers=5`, `replicas=2` | so many servers; so many replicas of a single one |
//! | `program=acquire%3A...` | the text of the algorithm `own` |
//! | `parted=lose` | a message between two sides of the network is lost, and does not wait |
//! | `lease=5`, `start=89`, `value=100` | the lease and the time at the start, in seconds; what the lock's key holds |
//! | `c3` | C3 makes a step |
//! | `c3.read` `c3.send` `c3.exec` `c3.recv` | one part of a step |
//! | `c3.exec.m1`, `c3.recv.store` | of another message than number 0 to the first server (`r1` is the second) |
//! | `c3.crash` `c3.restart` `c3.pause` `c3.resume` | |
//! | `c3.skew=-12.5` | its clock is set to 12.5 s behind the true time |
//! | `c3.timeout`, `c3.meanwhile` | it waits no longer for replies; its second thread makes a step |
//! | `c3.lose.r1` | its message to the second server, or the reply, is lost |
//! | `s0.fail`, `s0.up=all` | the first server fails; it restarts with all that it held, with what was `synced`, or with `nothing` |
//! | `s0.sync`, `s0.skew=11` | it syncs; its clock is set |
//! | `s1.copy`, `s1.promote` | a write reaches the replica; it is promoted |
//! | `s1.cut`, `s1.join`, `c3.cut`, `c3.join` | a server or a client is cut off, and rejoins |
//! | `t12`, `t0.5` | 12 s pass; half a second |
//! | `c3.x4`, `t1.x4` | the same four times |
//! | `type=GET+lock.foo` | the reader types a command |
//! | `@2.7`, `@7` | go to where 7 moves of branch 2 are done, or 7 of this one: a move made there opens a branch, as in a play |
//! | `name=first+try` | what the branch is called |
//! | `search=two-leases.gap.rounds2` | what a search was asked: the property, what may happen, `rounds2`, `attempts2`, `apart1` for clocks |
//! | `found=8`, `found=none.514` | its answer: the length of the shortest schedule, or none in all of so many states |
//! | `sum=1f00ba` | a digest of the replies and verdicts of all branches, as the page that made the link saw them |
//!
//! Links of the first release begin with `v1`. Their algorithms and lessons are kept as they were where they have
//! changed since, so that they play as they did; what is shown is judged anew, and said so.
//!
//! Settings stand before the first move and are left out where they are as usual. A lesson has settings of its own. The
//! last part is where the reader stands. Times have up to three decimals. Free text is UTF-8 in percent notation, with
//! `+` for a space. All other characters are letters, digits and `.-+=%;@`, which chat programs and mail leave alone; a
//! link that was percent-encoded a second time on its way, or has gained punctuation at its end, is read all the same.

mod asked;
mod digest;
mod first;
mod part;
mod percent;
mod read;
mod stopped;
#[cfg(test)]
mod tests;
mod write;

pub(crate) use part::one_move;
pub use read::{decode, lacks};
pub use stopped::{LinkError, LinkProblem};
pub use write::{encode, of_program};

/// Characters of a link at most that are offered for an address: some programs cut longer ones off. A longer play is
/// given away as a file.
pub const LINK_CHARS_MAX: usize = 2_000;

/// The version that is written.
const VERSION: &str = "v2";
/// The version of the first release, which is read as well.
const FIRST_VERSION: &str = "v1";
