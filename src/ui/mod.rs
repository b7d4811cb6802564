//! What the reader sees and touches: Yew components over the lower floors, which do the work.

pub mod caret;
pub mod clipboard;
pub mod clock;
pub mod element;
pub mod extent;
pub mod parts;
pub mod prompt;
pub mod saving;
pub mod search;
pub mod shared;
pub mod styles;
pub mod task;
pub mod timeline;
pub mod worker;
pub mod writing;
