//! The algorithms that the page teaches, each a `.lock` file in `programs/`.

use super::program::Program;
use crate::text::Text;

/// An algorithm that the page knows by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Algorithm {
    /// SETNX until it replies 1. Nobody reads the value.
    Setnx,
    /// An expired lock is deleted, then set anew.
    SetnxDel,
    /// An expired lock is taken over by GETSET; the release deletes whatever is there.
    GetsetBlindRelease,
    /// The same, with a release that looks at the clock first.
    Getset,
}

impl Algorithm {
    /// Every algorithm, from the simplest on.
    pub const ALL: [Algorithm; 4] = [
        Algorithm::Setnx,
        Algorithm::SetnxDel,
        Algorithm::GetsetBlindRelease,
        Algorithm::Getset,
    ];

    /// What it is called.
    pub const fn title(self) -> Text {
        match self {
            Algorithm::Setnx => Text {
                en: "SETNX alone",
                zh: "只用 SETNX",
            },
            Algorithm::SetnxDel => Text {
                en: "SETNX, and DEL for an expired lock",
                zh: "SETNX，过期的锁用 DEL 删除",
            },
            Algorithm::GetsetBlindRelease => Text {
                en: "GETSET recovery with an unchecked release",
                zh: "用 GETSET 收回锁，释放时不检查",
            },
            Algorithm::Getset => Text {
                en: "GETSET recovery with a checked release",
                zh: "用 GETSET 收回锁，释放前检查时钟",
            },
        }
    }

    /// The program's text.
    pub const fn source(self) -> &'static str {
        match self {
            Algorithm::Setnx => include_str!("programs/setnx.lock"),
            Algorithm::SetnxDel => include_str!("programs/setnx-del.lock"),
            Algorithm::GetsetBlindRelease => include_str!("programs/getset-blind-release.lock"),
            Algorithm::Getset => include_str!("programs/getset.lock"),
        }
    }

    /// The program. A test parses every one of them; were one wrong, its clients would have nothing to do.
    pub fn program(self) -> Program {
        Program::parse(self.source()).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::Lang;

    #[test]
    fn every_algorithm_parses_and_guards_lock_foo() {
        for algorithm in Algorithm::ALL {
            let parsed = Program::parse(algorithm.source());
            let program = parsed.unwrap_or_else(|error| panic!("{}", error.get(Lang::En)));
            assert_eq!(program.source(), algorithm.source());
            assert_eq!(program.lock_key(), b"lock.foo");
        }
    }
}
