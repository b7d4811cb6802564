//! Ctrl-C: the file under way is left as it is or is whole, and nothing else is begun.

use std::sync::atomic::{AtomicBool, Ordering};

static ASKED: AtomicBool = AtomicBool::new(false);

/// Listens from now on. Where that is not possible, Ctrl-C ends the program as it ends any.
pub fn listen() {
    let _ = ctrlc::set_handler(|| ASKED.store(true, Ordering::Relaxed));
}

/// Whether Ctrl-C was pressed.
pub fn is_asked() -> bool {
    ASKED.load(Ordering::Relaxed)
}
