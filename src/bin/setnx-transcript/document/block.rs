//! What the reader of a markup finds in a document.

use super::directive::Directive;
use super::mapped::Mapped;
use super::options::Options;

/// The notation of a reply in the source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Writing {
    /// As it is.
    Plain,
    /// With `&`, `<` and `>` as entities.
    Html,
}

/// A transcript in a document.
#[derive(Clone, Debug)]
pub struct Block {
    /// Its text.
    pub mapped: Mapped,
    /// Where it begins in the source, in bytes.
    pub at: usize,
    pub writing: Writing,
    pub options: Options,
}

/// Something that a reader of a markup has found.
pub enum Found {
    Block(Block),
    /// It belongs to the next block.
    Directive(usize, Directive),
}

impl Found {
    pub fn at(&self) -> usize {
        match self {
            Found::Block(block) => block.at,
            Found::Directive(at, _) => *at,
        }
    }
}
