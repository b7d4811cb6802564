//! What a stretch of the score means, for whoever points at it.

use super::score::{Mark, Score, State};
use crate::tell::{Stretch, stretch};
use crate::text::Lang;

/// What a stretch of time shows; `kind` is its class in the drawing.
pub fn of_stretch(lang: Lang, kind: &str, score: &Score, state: &State) -> String {
    let client = state.client.and_then(|client| score.clients.get(client));
    let name = client.map(ToString::to_string).unwrap_or_default();
    let what = match (kind, state.mark) {
        ("belief", mark) => Stretch::Belief {
            is_valid: mark == Mark::Live,
        },
        ("lease", _) => Stretch::Lease,
        ("pause", _) => Stretch::Pause,
        ("end", _) => Stretch::End,
        ("value", Mark::Gone) => Stretch::NoKey,
        ("value", _) => Stretch::Value,
        _ => Stretch::Store,
    };
    stretch(lang, what, &name, &state.text)
}
