//! Puts the built page into a headless Chromium and asks what a reader would see: a server that sends the strict
//! Content-Security-Policy, hosts of other pages that embed what is built, a browser, and a [`Page`] to open, type into and look at. It knows no part of the page by
//! name; the tests do.
//!
//! A test reads as what a reader does and sees:
//!
//! ```no_run
//! # use page_tests::{Outcome, Page};
//! async fn a_missing_key_is_nil(page: &Page) -> Outcome {
//!     page.open("?only=prompt").await?;
//!     page.type_into("redis-prompt >>> textarea", "GET nothing\u{E007}").await?;
//!     page.until_text("redis-prompt >>> [role=log]", "(nil)").await
//! }
//! ```

mod browser;
mod host;
mod page;
pub mod picture;
mod run;
mod server;

use std::error::Error;
use std::path::PathBuf;

pub use browser::{Browser, Engine};
pub use host::{Host, Site};
pub use page::{Page, Scheme};
pub use run::{Trial, conclude, trial};
pub use server::POLICY;

/// The result of a test. `?` and `.into()` turn anything that displays into an error.
pub type Outcome<T = ()> = Result<T, Box<dyn Error + Send + Sync>>;

/// The checkout's root directory.
pub fn root() -> PathBuf {
    [env!("CARGO_MANIFEST_DIR"), "..", ".."].iter().collect()
}

/// Names another folder than dist/ with a built page.
const DIST: &str = "SETNX_DIST";

/// Names the one language that is tested, by its folder in the page.
const LANGUAGE: &str = "SETNX_LANG";

/// The one language that is tested, where it is one alone.
pub fn one_language() -> Option<String> {
    std::env::var(LANGUAGE).ok()
}

/// Queries that open the page in each of its languages, or in the one that is tested.
pub fn languages() -> Vec<String> {
    let query = |name: &str| format!("?lang={name}");
    if let Some(one) = one_language() {
        return vec![query(&one)];
    }
    let entries = std::fs::read_dir(dist()).into_iter().flatten().flatten();
    let folders = entries.filter(|entry| entry.path().join("index.html").is_file());
    let mut names: Vec<_> = folders
        .map(|entry| query(&entry.file_name().to_string_lossy()))
        .collect();
    names.sort();
    names.insert(0, query("en"));
    names
}

/// The folder of the page that is tested.
pub fn dist() -> PathBuf {
    match std::env::var_os(DIST) {
        Some(folder) => root().join(folder),
        None => root().join("dist"),
    }
}
