//! Golden texts: what the engine says, kept in files that a person reviews. `SETNX_BLESS=1` rewrites them.

use std::path::Path;

/// Compares `text` with the golden file `name`; rewrites the file instead when `SETNX_BLESS` is set.
pub fn check(name: &str, text: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/golden")
        .join(name);
    if std::env::var_os("SETNX_BLESS").is_some() {
        std::fs::write(&path, text).unwrap_or_else(|error| panic!("{name}: {error}"));
        return;
    }
    let kept = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{name}: {error}"));
    for (number, (kept, now)) in kept.lines().zip(text.lines()).enumerate() {
        let line = number + 1;
        assert_eq!(
            now, kept,
            "tests/golden/{name}, line {line}; SETNX_BLESS=1 rewrites it"
        );
    }
    assert_eq!(text, kept, "tests/golden/{name}; SETNX_BLESS=1 rewrites it");
}
