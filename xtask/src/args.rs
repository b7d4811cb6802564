//! Reads a command's flags. A word that nothing has asked for is an error, so a misspelt flag cannot be passed over.

use anyhow::{Result, bail};
use pico_args::Arguments;

/// Ends the reading.
///
/// # Errors
/// Where a word is left.
pub fn finish(args: Arguments) -> Result<()> {
    match args.finish().first() {
        None => Ok(()),
        Some(word) => bail!(
            "`{}` is not understood here; `cargo xtask help` lists the flags",
            word.display()
        ),
    }
}
