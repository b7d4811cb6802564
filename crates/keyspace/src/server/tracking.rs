//! Client-side caching: which keys a connection hears of.

use crate::server::connection::ConnectionId;

/// CLIENT TRACKING ON, as a connection has it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Tracking {
    pub mode: Mode,
    /// The connection that hears instead.
    pub redirect: Option<ConnectionId>,
    /// That connection has gone.
    pub is_redirect_broken: bool,
    /// It does not hear of its own changes.
    pub no_loop: bool,
    /// CLIENT CACHING was sent just before.
    pub is_next_other: bool,
    /// Of [`Mode::Broadcast`]: what the names of keys begin with; an empty one is for every key.
    pub prefixes: Vec<Vec<u8>>,
}

/// Which keys a connection hears of.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Mode {
    /// Those that it was shown.
    #[default]
    Shown,
    /// Those that it was shown by a command after CLIENT CACHING YES.
    OptIn,
    /// Those that it was shown by a command that was not sent after CLIENT CACHING NO.
    OptOut,
    /// All that begin with its prefixes.
    Broadcast,
}

impl Tracking {
    /// Whether the keys of the command under way are remembered.
    pub fn remembers(&self) -> bool {
        match self.mode {
            Mode::Shown => true,
            Mode::OptIn => self.is_next_other,
            Mode::OptOut => !self.is_next_other,
            Mode::Broadcast => false,
        }
    }
}
