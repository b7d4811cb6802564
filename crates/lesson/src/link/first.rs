//! The meaning of links of the first release, where the page has changed since.

use super::part::repeated;
use crate::Play;
use lock::Algorithm;
use sim::{ClientId, ClientSetup, Move, Property, Setup, Violation};

/// A lesson whose moves have changed, as it was.
struct Changed {
    id: &'static str,
    algorithm: Algorithm,
    clients: &'static [u8],
    opening: usize,
    moves: &'static str,
}

const CHANGED: [Changed; 2] = [
    Changed {
        id: "S8",
        algorithm: Algorithm::GetsetPoll,
        clients: &[3, 4],
        opening: 2,
        moves: "c3;c3.crash;t5;c4.x2;t7;c4.x2;t1;c4.x2;t1;c4.x2;t1;c4.x2;t1;c4.x2",
    },
    Changed {
        id: "P4-fenced",
        algorithm: Algorithm::FenceWrite1,
        clients: &[1, 2],
        opening: 0,
        moves: "c1;t11;c2.x3;c1.x2",
    },
];

/// A schedule that stands for a lesson in links of the first release.
#[derive(Clone)]
pub(super) struct Former {
    pub setup: Setup,
    pub moves: Vec<Move>,
    pub opening: usize,
}

impl Former {
    /// The lesson of that name as it was; `None` when it is as it was.
    pub(super) fn find(id: &str) -> Option<Former> {
        let mut all = CHANGED.iter();
        let changed = all.find(|changed| changed.id.eq_ignore_ascii_case(id))?;
        let clients = changed.clients.iter().map(|number| ClientSetup {
            id: ClientId(*number),
            algorithm: changed.algorithm,
            skew_ms: 0,
            role: None,
        });
        let setup = Setup {
            clients: clients.collect(),
            ..Setup::new(changed.algorithm, 0)
        };
        let mut moves = Vec::new();
        for (mv, times) in changed.moves.split(';').filter_map(repeated) {
            moves.extend((0..times).map(|_| mv.clone()));
        }
        Some(Former {
            setup,
            moves,
            opening: changed.opening,
        })
    }

    /// The play of its first moves.
    pub(super) fn play(&self, moves: usize) -> Play {
        let mut play = Play::new(self.setup.clone());
        for mv in self.moves.iter().take(moves) {
            let _ = play.make(mv.clone());
        }
        play
    }
}

/// Whether the first release may have judged a play otherwise: by the true clock alone, by the last writer, and with
/// leases that outlived a crash.
pub(super) fn may_be_judged_otherwise(play: &Play) -> bool {
    let runs = play.branches().iter().map(|branch| branch.run());
    let mut outcomes = runs.flat_map(|run| run.outcomes());
    let has_clocks = play
        .setup()
        .clients
        .iter()
        .any(|client| client.skew_ms != 0);
    has_clocks
        || outcomes.any(|outcome| {
            let is_odd = matches!(
                outcome.mv,
                Move::Skew(..) | Move::Crash(_) | Move::Restart(_)
            );
            let is_new = |violation: &Violation| violation.property == Property::Shut;
            is_odd || outcome.broken.iter().any(is_new)
        })
}
