//! How long a sentence stays while a run plays.

/// How fast a run is played.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Speed {
    /// Time to read each sentence twice.
    Half,
    /// Time to read each sentence once.
    #[default]
    Normal,
    /// For those who know the story.
    Double,
}

impl Speed {
    /// From slow to fast.
    pub const ALL: [Speed; 3] = [Speed::Half, Speed::Normal, Speed::Double];

    /// As it stands in the control.
    pub const fn label(self) -> &'static str {
        match self {
            Speed::Half => "½×",
            Speed::Normal => "1×",
            Speed::Double => "2×",
        }
    }

    /// How long words stay that take so long to read, in milliseconds.
    pub const fn pace_ms(self, reading_ms: u32) -> u32 {
        match self {
            Speed::Half => reading_ms * 2,
            Speed::Normal => reading_ms,
            Speed::Double => reading_ms / 2,
        }
    }
}

/// What one word takes to read, in milliseconds: 220 in a minute.
const WORD_MS: u32 = 60_000 / 220;
/// The same for a Chinese character: 300 in a minute.
const CHARACTER_MS: u32 = 60_000 / 300;
/// From *Play* to the first move, in milliseconds: a press that shows nothing for a second counts as one without effect.
pub const FIRST_MS: u32 = 500;
/// The least that anything stays.
const LEAST_MS: u32 = 1_500;

/// How long it takes to read a text, in milliseconds. A command in a Chinese sentence counts as words.
pub fn reading_ms(pieces: impl Iterator<Item = impl AsRef<str>>) -> u32 {
    let (mut ms, mut is_in_word) = (0_u32, false);
    for piece in pieces {
        for letter in piece.as_ref().chars() {
            let is_wide = ('\u{3400}'..'\u{a000}').contains(&letter);
            let is_word = letter.is_ascii_graphic() || (letter.is_alphanumeric() && !is_wide);
            ms = ms.saturating_add(match (is_wide, is_word && !is_in_word) {
                (true, _) => CHARACTER_MS,
                (_, true) => WORD_MS,
                _ => 0,
            });
            is_in_word = is_word;
        }
    }
    ms.max(LEAST_MS)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ms(text: &str) -> u32 {
        reading_ms([text].into_iter())
    }

    #[test]
    fn a_sentence_stays_as_long_as_its_words_take_to_read() {
        assert_eq!(ms("C1 leaves."), LEAST_MS);
        assert_eq!(ms(&"word ".repeat(22)), 22 * WORD_MS);
        assert_eq!(ms(&"持".repeat(30)), 30 * CHARACTER_MS);
        assert_eq!(
            ms(&["读到 GET 的".repeat(10)].concat()),
            30 * CHARACTER_MS + 10 * WORD_MS
        );
        assert_eq!(Speed::Double.pace_ms(3_000), 1_500);
        assert_eq!(Speed::Half.pace_ms(3_000), 6_000);
    }
}
