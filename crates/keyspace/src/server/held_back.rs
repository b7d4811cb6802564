//! Lines that CLIENT PAUSE holds back, and the end of a pause.

use crate::catalogue::command::{Command, Run};
use crate::server::Server;
use crate::server::connection::ConnectionId;
use crate::server::pause::Effects;
use crate::server::wait::Wait;
use base::part::Part;

/// The effects of a line, with what its script states of itself, or of all that EXEC would run.
pub fn effects(server: &Server, id: ConnectionId, command: &Command, argv: &[Vec<u8>]) -> Effects {
    let of_line = |command: &Command, argv: &[Vec<u8>]| {
        let is_script = matches!(command.run, Run::By(Some(Part::Scripts), _));
        match is_script && Part::Scripts.is_here() {
            true => ((server.parts.scripts)().effects)(server, command, argv),
            false => Effects::of(command),
        }
    };
    let connection = server.connection(id).ok();
    let queue = connection.and_then(|own| own.transaction.as_ref());
    match queue.filter(|_| command.name() == "exec") {
        Some(transaction) => {
            let lines = transaction.lines().iter();
            let found = lines.filter_map(|argv| Some(of_line(server.find(argv).ok()?, argv)));
            found.fold(Effects::default(), |all, one| Effects {
                may_replicate: all.may_replicate || one.may_replicate,
                may_grow: all.may_grow || one.may_grow,
            })
        }
        None => of_line(command, argv),
    }
}

/// The wait of a line that a pause holds back.
pub fn held_back(
    server: &Server,
    id: ConnectionId,
    command: &Command,
    argv: &[Vec<u8>],
) -> Option<Wait> {
    let pause = server.pause.as_ref()?;
    let is_held = !pause.is_of_writes || effects(server, id, command, argv).may_replicate;
    is_held.then(|| Wait::held_back(argv, pause.until_ms))
}

/// Ends a pause, and tells of the keys that have expired meanwhile.
pub fn end(server: &mut Server) {
    let ended = server.pause.take();
    for (index, key) in ended.into_iter().flat_map(|pause| pause.expired) {
        server.statistics.expired_keys += 1;
        server.audience.expired(index, key.as_bytes());
    }
}

impl Server {
    /// Whether a pause is on. One whose time is over ends here.
    pub(crate) fn is_paused(&mut self, now_ms: i64) -> bool {
        let until_ms = self.pause.as_ref().map(|pause| pause.until_ms);
        if until_ms.is_some_and(|until_ms| until_ms <= now_ms) {
            ((self.parts.commands)().end_pause)(self);
        }
        self.pause.is_some()
    }

    /// The number of keys of a database that have expired during the pause.
    pub(crate) fn expired_in_pause(&self, index: usize) -> usize {
        let expired = self.pause.iter().flat_map(|pause| &pause.expired);
        expired.filter(|(database, _)| *database == index).count()
    }

    /// Ends the pause: lines that were held back run after this command.
    pub(crate) fn unpause(&mut self) {
        end(self);
        for (_, connection) in &mut self.audience.connections {
            let held_back = connection.wait.as_mut().filter(|wait| wait.is_held_back());
            if let Some(wait) = held_back {
                wait.until_ms = Some(i64::MIN);
            }
        }
    }
}
