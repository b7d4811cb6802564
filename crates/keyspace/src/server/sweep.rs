//! A command that must wait until many expired keys are removed. In slices, so that a page stays alive when a hundred
//! thousand keys end in the same second; to the command they are all gone, as if at once.

use crate::reply::Error;
use crate::server::Server;
use crate::server::work::Dispatched;
use crate::server::work::{Budget, Context, Progress};

/// Number of keys that are removed between two looks at the budget, and before a command must wait.
pub const KEYS_SWEPT_AT_ONCE: usize = 100;
/// The cost of removing a key, in units of work.
const UNITS_A_KEY: u64 = 100;

/// The sweep, and the command that waits for it.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Sweep {
    argv: Vec<Vec<u8>>,
    swept: u64,
}

impl Sweep {
    pub fn before(argv: &[Vec<u8>]) -> Sweep {
        Sweep {
            argv: argv.to_vec(),
            swept: 0,
        }
    }

    /// Goes on until the budget is spent, or nothing that has expired is left and the command is run or begun.
    pub fn advance(
        &mut self,
        server: &mut Server,
        context: Context,
        budget: &mut Budget,
    ) -> Option<Result<Dispatched, Error>> {
        while !server.remove_expired(context.now_ms, KEYS_SWEPT_AT_ONCE) {
            self.swept += KEYS_SWEPT_AT_ONCE as u64;
            if !budget.spend(UNITS_A_KEY * KEYS_SWEPT_AT_ONCE as u64) {
                return None;
            }
        }
        Some(server.dispatch(context, &self.argv))
    }

    /// In keys; those that are left may all have expired.
    pub fn progress(&self, server: &Server) -> Progress {
        Progress {
            done: self.swept,
            total: self.swept + server.deadlines() as u64,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Advance, Begun, ConnectionId, Reply, words};

    fn argv(line: &str) -> Vec<Vec<u8>> {
        words::split(line.as_bytes()).unwrap()
    }

    /// A server whose `keys` all end at 100, and a connection.
    fn filled(keys: usize) -> (Server, ConnectionId) {
        let mut server = Server::new();
        let id = server.connect();
        for key in 0..keys {
            server.execute(id, 0, &argv(&format!("SET key:{key} v PXAT 100")));
        }
        (server, id)
    }

    #[test]
    fn many_keys_that_expire_at_once_are_taken_away_in_slices_before_the_next_command() {
        let (mut server, id) = filled(3_000);
        let mut whole = server.clone();
        assert_eq!(server.begin(id, 101, &argv("DBSIZE")), Begun::Running);
        let mut slices = 0;
        let reply = loop {
            match server.advance(1) {
                Advance::Done(reply) => break reply,
                Advance::Working(progress) => {
                    assert!(progress.done <= progress.total && progress.total <= 3_000);
                    slices += 1;
                }
                Advance::Idle | Advance::Waiting => panic!("nothing was under way"),
            }
        };
        assert_eq!(reply, Reply::Int(0));
        assert!(slices > 20);
        assert_eq!(
            whole.execute(id, 101, &argv("DBSIZE")),
            Reply::Int(0),
            "the same to the end"
        );
        assert!(whole == server && server.used_bytes() == 0);
    }

    #[test]
    fn a_command_that_takes_long_itself_goes_on_behind_the_sweep() {
        let (mut server, id) = filled(1_000);
        server.execute(id, 0, &argv("SET stays v"));
        for line in ["WATCH key:7", "MULTI", "KEYS *"] {
            server.execute(id, 100, &argv(line));
        }
        let mut stopped = server.clone();
        assert_eq!(stopped.begin(id, 101, &argv("EXEC")), Begun::Running);
        assert!(stopped.stop(), "what did not begin yet can be stopped");
        assert!(stopped.in_transaction(id));
        assert_eq!(
            server.execute(id, 101, &argv("EXEC")),
            Reply::NilArray,
            "a watched key has expired"
        );
        assert_eq!(
            server.execute(id, 101, &argv("KEYS *")),
            Reply::Array(vec![Reply::bulk("stays")])
        );
    }

    #[test]
    fn nothing_expires_in_the_middle_of_a_command_that_is_under_way() {
        let (mut server, id) = filled(500);
        assert_eq!(server.begin(id, 100, &argv("KEYS *")), Begun::Running);
        server.expire(101);
        assert_eq!(server.entries(0, 100).count(), 500);
        while server.advance(1) != Advance::Idle {}
        server.expire(101);
        assert_eq!(server.used_bytes(), 0);
    }

    #[test]
    fn a_flushed_database_is_gone_at_once_though_freed_bit_by_bit() {
        let (mut server, id) = filled(3_000);
        let kept = server.clone();
        assert_eq!(server.execute(id, 0, &argv("FLUSHALL")), Reply::OK);
        assert!(server.used_bytes() == 0 && !server.is_freeing());
        assert_eq!(kept.entries(0, 0).count(), 3_000, "a clone keeps its own");
        drop(kept);
        let (mut server, id) = filled(3_000);
        server.execute(id, 0, &argv("FLUSHDB"));
        let mut commands = 0;
        while server.is_freeing() {
            server.execute(id, 0, &argv("PING"));
            commands += 1;
        }
        assert!((2..10).contains(&commands), "{commands}");
    }

    #[test]
    fn a_large_value_is_gone_at_once_though_freed_bit_by_bit() {
        let numbers: Vec<String> = (0..5000).map(|number| number.to_string()).collect();
        let fill = format!("SADD k {}", numbers.join(" "));
        for line in [
            "DEL k",
            "SET k v",
            "RENAME j k",
            "SUNIONSTORE k j",
            "FLUSHALL",
            "EXPIRE k -1",
            "SPOP k 9999",
        ] {
            let mut server = Server::new();
            let id = server.connect();
            for line in [&fill, "SADD j 1"] {
                server.execute(id, 0, &words::split(line.as_bytes()).unwrap());
            }
            let before = server.used_bytes();
            server.execute(id, 0, &words::split(line.as_bytes()).unwrap());
            assert!(server.used_bytes() < before / 100, "{line}");
            if line != "FLUSHALL" {
                assert!(server.is_freeing(), "{line}");
            }
            while server.free_some() {}
            assert!(!server.is_freeing());
        }
    }
}
