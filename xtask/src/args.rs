//! Reads a command's flags. A flag that nobody asked for is an error, so a misspelt one cannot be passed over.

use std::collections::VecDeque;

use crate::failure::Failure;

/// The words after `cargo xtask` that are not yet used.
pub struct Args(VecDeque<String>);

impl Args {
    pub fn from_env() -> Self {
        Self(std::env::args().skip(1).collect())
    }

    /// Takes the first word.
    pub fn command(&mut self) -> Option<String> {
        self.0.pop_front()
    }

    /// The words that are not yet used.
    pub fn rest(self) -> impl Iterator<Item = String> {
        self.0.into_iter()
    }

    /// Takes `--name` if it is there.
    pub fn flag(&mut self, name: &str) -> bool {
        let before = self.0.len();
        self.0.retain(|word| word != name);
        self.0.len() < before
    }

    /// Takes `--name VALUE` or `--name=VALUE`, each time that it is given.
    pub fn values(&mut self, name: &str) -> Result<Vec<String>, Failure> {
        let mut found = Vec::new();
        let mut rest = VecDeque::new();
        while let Some(word) = self.0.pop_front() {
            let joined = word
                .strip_prefix(name)
                .and_then(|tail| tail.strip_prefix('='));
            if let Some(value) = joined {
                found.push(value.to_owned());
            } else if word == name {
                let value = self.0.pop_front();
                found.push(value.ok_or_else(|| Failure::new(format!("{name} needs a value")))?);
            } else {
                rest.push_back(word);
            }
        }
        self.0 = rest;
        Ok(found)
    }

    /// Takes `--name N`; the last one counts.
    pub fn number<N: std::str::FromStr>(&mut self, name: &str) -> Result<Option<N>, Failure> {
        let Some(text) = self.values(name)?.pop() else {
            return Ok(None);
        };
        match text.parse() {
            Ok(number) => Ok(Some(number)),
            Err(_) => Err(Failure::new(format!(
                "{name} needs a number in range, not `{text}`"
            ))),
        }
    }

    /// Ends the reading: whatever is left was not understood.
    pub fn finish(self) -> Result<(), Failure> {
        match self.0.front() {
            None => Ok(()),
            Some(word) => Err(Failure::new(format!(
                "`{word}` is not understood here; `cargo xtask help` lists the flags"
            ))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn args(line: &str) -> Args {
        Args(line.split_whitespace().map(str::to_owned).collect())
    }

    #[test]
    fn a_value_may_follow_or_be_joined() {
        let mut args = args("--skip a,b --release --skip=c");
        assert_eq!(args.values("--skip").ok().unwrap(), ["a,b", "c"]);
        assert!(args.flag("--release"));
        assert!(args.finish().is_ok());
    }

    #[test]
    fn a_missing_value_a_bad_number_and_a_stray_word_are_errors() {
        assert!(args("--port").values("--port").is_err());
        assert!(args("--port 65536").number::<u16>("--port").is_err());
        assert!(args("--prot 80").finish().is_err());
    }
}
