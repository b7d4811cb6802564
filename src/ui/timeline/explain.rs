//! What a stretch of the score means, for whoever points at it.

use super::score::{Mark, Score, State};
use base::text::Lang;
use tell::{Stretch, label, stretch};

/// What a stretch of time shows; `kind` is its class in the drawing.
pub fn of_stretch(
    lang: Lang,
    kind: &str,
    score: &Score,
    server: Option<usize>,
    state: &State,
) -> String {
    let client = state.client.and_then(|client| score.clients.get(client));
    let name = client.map(ToString::to_string).unwrap_or_default();
    let what = match (kind, state.mark) {
        ("belief", mark) => Stretch::Belief {
            is_valid: mark == Mark::Live,
        },
        ("lease", _) => Stretch::Lease,
        ("pause", _) => Stretch::Pause,
        ("end", _) => Stretch::End,
        ("cut", _) => Stretch::CutOff,
        ("lack", _) => Stretch::Lacks,
        ("value", Mark::Gone) => Stretch::NoKey,
        ("value", Mark::Down) => Stretch::Down,
        ("value", _) => Stretch::Value,
        _ => Stretch::Store,
    };
    let server = server.filter(|_| score.has_several());
    let server = server.and_then(|server| u8::try_from(server).ok());
    match server.map(label::server) {
        Some(server) if matches!(what, Stretch::CutOff | Stretch::Lacks | Stretch::Down) => {
            stretch(lang, what, &server, &state.text)
        }
        Some(server) => [&server, ": ", &stretch(lang, what, &name, &state.text)].concat(),
        None => stretch(lang, what, &name, &state.text),
    }
}
