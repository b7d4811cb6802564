//! The lines of a source, for the markups that are read line by line.

/// A line, without its end.
#[derive(Clone, Copy, Debug)]
pub struct Line<'a> {
    /// Where it begins, in bytes.
    pub at: usize,
    pub text: &'a str,
    /// Where the next one begins.
    pub next: usize,
}

impl Line<'_> {
    /// The number of bytes of white space that it begins with.
    pub fn indent(&self) -> usize {
        self.text.len() - self.text.trim_ascii_start().len()
    }

    pub fn is_blank(&self) -> bool {
        self.text.trim_ascii().is_empty()
    }
}

/// The lines of a source. They end at `\n` or `\r\n`.
pub fn lines(source: &str) -> Vec<Line<'_>> {
    let mut at = 0;
    let lines = source.split_inclusive('\n').map(|whole| {
        let text = whole.strip_suffix('\n').unwrap_or(whole);
        let line = Line {
            at,
            text: text.strip_suffix('\r').unwrap_or(text),
            next: at + whole.len(),
        };
        at += whole.len();
        line
    });
    lines.collect()
}
