//! The algorithms themselves, of the files in `programs/`, with their titles in `programs.ftl` of each language.

use super::program::Program;
use base::text::Text;

/// The titles.
mod words {
    use base::text::Text;

    include!(concat!(env!("OUT_DIR"), "/programs.rs"));
}

include!(concat!(env!("OUT_DIR"), "/algorithm.rs"));

/// What is known of an algorithm.
struct Facts {
    id: &'static str,
    title: Text,
    source: &'static str,
}

impl Algorithm {
    /// Its name in a link.
    pub const fn id(self) -> &'static str {
        self.facts().id
    }

    /// The algorithm of that name, case aside.
    pub fn find(id: &str) -> Option<Algorithm> {
        let all = Algorithm::ALL.into_iter().chain(Algorithm::FROZEN);
        let mut all = all.chain([Algorithm::Own]);
        all.find(|algorithm| algorithm.id().eq_ignore_ascii_case(id))
    }

    /// The algorithm that had this name in the first links.
    pub fn find_first(id: &str) -> Option<Algorithm> {
        let is_it = |algorithm: &Algorithm| {
            let name = algorithm.id().strip_suffix("@1");
            name.is_some_and(|name| name.eq_ignore_ascii_case(id))
        };
        let frozen = Algorithm::FROZEN.into_iter().find(is_it);
        frozen.or_else(|| Algorithm::find(id))
    }

    /// What it is called.
    pub const fn title(self) -> Text {
        self.facts().title
    }

    /// The program's text.
    pub const fn source(self) -> &'static str {
        self.facts().source
    }

    /// The program. A test parses every one of them; were one wrong, its clients would have nothing to do.
    pub fn program(self) -> Program {
        let mut program = Program::parse(self.source()).unwrap_or_default();
        // The first links know one token for each client, whatever it attempts.
        program.names_token &= !Algorithm::FROZEN.contains(&self);
        program
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use base::text::Lang;

    #[test]
    fn every_algorithm_parses_and_guards_lock_foo() {
        for algorithm in Algorithm::ALL.into_iter().chain(Algorithm::FROZEN) {
            let parsed = Program::parse(algorithm.source());
            let program = parsed.unwrap_or_else(|error| panic!("{}", error.get(Lang::En)));
            assert_eq!(program.source(), algorithm.source());
            assert_eq!(program.lock_key(), b"lock.foo");
            assert_eq!(Algorithm::find(algorithm.id()), Some(algorithm));
        }
    }
}
