//! The questions of the matrix: lock algorithms with their releases, under one assumption each.

use std::sync::Arc;

use super::cell::TableCell;
use super::question::Question;
use lock::{Algorithm, Program};
use sim::{Property, Setup};

/// How a holder gives the lock back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Release {
    /// DEL, whatever is there.
    Del,
    /// DEL if its clock says that the lease is valid, both in one step.
    ClockAndDel,
    /// A look at its clock, then DEL.
    ClockThenDel,
    /// GET, then DEL if the value is its own.
    GetThenDel,
    /// Both in one step of the server.
    CompareAndDelete,
}

/// A row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MatrixRow {
    /// SETNX, and DEL of an expired lock.
    SetnxDel,
    /// GETSET of an expired lock.
    Getset(Release),
    /// SET NX PX.
    Px(Release),
    /// A majority of five servers.
    Redlock,
    /// SET NX PX, and fencing tokens that are shown on read and write.
    Fencing,
}

/// A column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MatrixColumn {
    /// The algorithm as it is described.
    AsTold,
    /// A contender takes the lock over one second later: when the value is below the time.
    TakesLater,
    /// A holder counts the last second as its own.
    StopsLater,
    /// The clocks of the clients differ by a second.
    ClocksApart,
    /// The same, and a margin of a second.
    Margin,
    /// Time passes between reading the clock and the execution.
    Gap,
    /// All that takes something away at once: later takers, later stops, clocks apart and a gap.
    Together,
    /// Two clients inside, leases aside: what every lock allows, since a lease may end before the work does.
    TwoInside,
}

impl MatrixRow {
    /// Every row.
    pub const ALL: [MatrixRow; 13] = [
        MatrixRow::SetnxDel,
        MatrixRow::Getset(Release::Del),
        MatrixRow::Getset(Release::ClockAndDel),
        MatrixRow::Getset(Release::ClockThenDel),
        MatrixRow::Getset(Release::GetThenDel),
        MatrixRow::Getset(Release::CompareAndDelete),
        MatrixRow::Px(Release::Del),
        MatrixRow::Px(Release::ClockAndDel),
        MatrixRow::Px(Release::ClockThenDel),
        MatrixRow::Px(Release::GetThenDel),
        MatrixRow::Px(Release::CompareAndDelete),
        MatrixRow::Redlock,
        MatrixRow::Fencing,
    ];

    /// The property whose break ends the search, two inside aside.
    pub const fn property(self) -> Property {
        match self {
            MatrixRow::Fencing => Property::LostUpdate,
            _ => Property::TwoLeases,
        }
    }

    /// The program under a column's assumption; `None` where the assumption is about nothing that the algorithm does.
    pub fn source(self, column: MatrixColumn) -> Option<String> {
        let told = match self {
            MatrixRow::SetnxDel => Algorithm::SetnxDel.source().to_owned(),
            MatrixRow::Getset(release) => with_release(Algorithm::Getset.source(), release),
            MatrixRow::Px(release) => with_release(&px(), release),
            MatrixRow::Redlock => Algorithm::Redlock.source().to_owned(),
            MatrixRow::Fencing => Algorithm::FenceRead.source().to_owned(),
        };
        self.changed(&told, column)
    }

    /// The program with what a column changes in it.
    fn changed(self, told: &str, column: MatrixColumn) -> Option<String> {
        let changed = match (self, column) {
            (_, MatrixColumn::Together) => {
                let later = self.changed(told, MatrixColumn::TakesLater);
                let later = later.as_deref().unwrap_or(told);
                return self.changed(later, MatrixColumn::StopsLater);
            }
            (MatrixRow::SetnxDel | MatrixRow::Getset(_), MatrixColumn::TakesLater) => {
                replaced(told, "reply > now", "reply >= now")
            }
            (MatrixRow::SetnxDel | MatrixRow::Getset(_), MatrixColumn::StopsLater) => {
                let later = replaced(told, "until mine", "until mine + 1");
                replaced(&later, "if now < mine", "if now <= mine")
            }
            (MatrixRow::SetnxDel | MatrixRow::Getset(_), MatrixColumn::Margin) => {
                replaced(told, "reply > now", "reply + 1 > now")
            }
            (_, MatrixColumn::TakesLater) => return None,
            (_, MatrixColumn::StopsLater) => {
                let later = replaced(told, "if now < mine", "if now <= mine");
                let later = replaced(&later, "if now >= sent + lease", "if now > sent + lease");
                let later = replaced(&later, "until sent + lease", "until sent + lease + 1");
                replaced(&later, "until mine", "until mine + 1")
            }
            (_, MatrixColumn::Margin) => {
                let earlier = replaced(told, "mine := sent + lease", "mine := sent + lease - 1");
                let earlier = replaced(
                    &earlier,
                    "if now >= sent + lease",
                    "if now >= sent + lease - 1",
                );
                replaced(&earlier, "until sent + lease", "until sent + lease - 1")
            }
            _ => told.to_owned(),
        };
        Some(changed)
    }

    /// A cell of the row.
    pub fn cell(self, column: MatrixColumn) -> TableCell {
        TableCell::new(self.question(column).into_iter().collect())
    }

    /// The question of a cell; `None` where there is none to ask.
    pub fn question(self, column: MatrixColumn) -> Option<Question> {
        let program = Arc::new(Program::parse(&self.source(column)?).ok()?);
        let clients = match self {
            MatrixRow::Redlock | MatrixRow::Fencing => 2,
            _ => 3,
        };
        let is_known = program.source() == self.algorithm().source();
        let algorithm = match is_known {
            true => self.algorithm(),
            false => Algorithm::Own,
        };
        let mut setup = Setup::new(algorithm, clients);
        setup.own = (!is_known).then(|| Arc::clone(&program));
        if self == MatrixRow::Redlock {
            setup.servers = 5;
        }
        let property = match column {
            MatrixColumn::TwoInside => Property::TwoBelievers,
            _ => self.property(),
        };
        let mut question = Question::new(setup, property);
        question.programs = vec![program; usize::from(clients)];
        let is_apart = matches!(
            column,
            MatrixColumn::ClocksApart | MatrixColumn::Margin | MatrixColumn::Together
        );
        question.allowed.clocks_apart_s = u8::from(is_apart);
        question.allowed.gap = matches!(column, MatrixColumn::Gap | MatrixColumn::Together);
        Some(question)
    }

    /// The known algorithm that comes closest.
    pub const fn algorithm(self) -> Algorithm {
        match self {
            MatrixRow::SetnxDel => Algorithm::SetnxDel,
            MatrixRow::Getset(Release::Del) => Algorithm::GetsetBlind,
            MatrixRow::Getset(Release::GetThenDel) => Algorithm::GetsetGet,
            MatrixRow::Getset(_) => Algorithm::Getset,
            MatrixRow::Px(Release::Del) => Algorithm::PxBlind,
            MatrixRow::Px(Release::GetThenDel) => Algorithm::PxGet,
            MatrixRow::Px(_) => Algorithm::Px,
            MatrixRow::Redlock => Algorithm::Redlock,
            MatrixRow::Fencing => Algorithm::FenceRead,
        }
    }
}

impl MatrixColumn {
    /// Every column.
    pub const ALL: [MatrixColumn; 8] = [
        MatrixColumn::AsTold,
        MatrixColumn::TakesLater,
        MatrixColumn::StopsLater,
        MatrixColumn::ClocksApart,
        MatrixColumn::Margin,
        MatrixColumn::Gap,
        MatrixColumn::Together,
        MatrixColumn::TwoInside,
    ];
}

/// SET NX PX with the end of its lease in a register, as releases that look at the clock need it.
fn px() -> String {
    let told = replaced(
        Algorithm::Px.source(),
        "  if now >= sent + lease: retry",
        "  mine := sent + lease\n  if now >= mine: retry",
    );
    replaced(&told, "until sent + lease", "until mine")
}

fn with_release(told: &str, release: Release) -> String {
    let mut source = String::new();
    for line in told.lines() {
        source.push_str(line);
        source.push('\n');
        if line == "release:" {
            break;
        }
    }
    let is_px = !replaced(told, "NX PX", "").eq(told);
    let own = if is_px { "token" } else { "mine" };
    match release {
        Release::Del => source.push_str("  DEL lock.foo\n"),
        Release::ClockAndDel => source.push_str("  if now < mine: DEL lock.foo\n"),
        Release::ClockThenDel => {
            source.push_str("  PING\n  if now >= mine: done\n  DEL lock.foo\n");
        }
        Release::GetThenDel => {
            source.push_str("  GET lock.foo\n  if reply = ");
            source.push_str(own);
            source.push_str(": DEL lock.foo\n");
        }
        Release::CompareAndDelete => {
            let known = Algorithm::Px.source().lines();
            let mut lines = known.skip_while(|line| *line != "release:");
            lines.next();
            for line in lines {
                source.push_str(&replaced(
                    line,
                    "<token>",
                    if is_px { "<token>" } else { "<mine>" },
                ));
                source.push('\n');
            }
        }
    }
    source
}

/// The text with every `from` as `to`.
fn replaced(text: &str, from: &str, to: &str) -> String {
    let (mut new, mut rest) = (String::new(), text);
    while let Some(letter) = rest.chars().next() {
        match rest.strip_prefix(from) {
            Some(behind) => {
                new.push_str(to);
                rest = behind;
            }
            None => {
                new.push(letter);
                rest = rest.get(letter.len_utf8()..).unwrap_or_default();
            }
        }
    }
    new
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_cell_has_a_program_that_its_assumption_changes_where_it_says_so() {
        for row in MatrixRow::ALL {
            let told = row.source(MatrixColumn::AsTold).unwrap();
            for column in MatrixColumn::ALL {
                let Some(source) = row.source(column) else {
                    continue;
                };
                assert!(Program::parse(&source).is_ok(), "{source}");
                let changes = matches!(
                    column,
                    MatrixColumn::TakesLater
                        | MatrixColumn::StopsLater
                        | MatrixColumn::Margin
                        | MatrixColumn::Together
                );
                assert_eq!(changes, source != told, "{row:?} {column:?}");
            }
        }
        for row in [
            MatrixRow::SetnxDel,
            MatrixRow::Getset(Release::Del),
            MatrixRow::Getset(Release::GetThenDel),
        ] {
            let known = row.algorithm().source();
            assert_eq!(
                row.source(MatrixColumn::AsTold).as_deref(),
                Some(known),
                "{row:?}"
            );
        }
    }
}
