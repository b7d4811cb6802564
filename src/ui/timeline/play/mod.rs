//! What a reader plays with: the palette of moves, branches, settings. One panel lies open at a time, below the controls;
//! a timeline that tells a lesson keeps all but "go on from here" back until that is asked for.

mod bench;
mod branches;
mod challenge;
mod comparing;
mod completing;
mod keys;
mod moves;
mod pair;
mod panels;
mod program;
mod searching;
mod settings;
mod setup;
mod share;
pub(super) mod words;

pub use self::bench::{Bench, SearchShown};
pub use self::challenge::challenge;
pub use self::comparing::comparison;
pub use self::keys::action_of_key;
pub use self::moves::Palette;
pub use self::pair::Comparing;
pub use self::panels::{lane, legend_button, notices, panels};
pub use self::setup::changed;
