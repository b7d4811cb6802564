//! What an author says about a block: in an element's attributes, in a comment before it, or behind its language.

use setnx_playground::keyspace::KeyspaceMode;

/// The author's instructions for a block.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// Blocks of a file with the same name share a keyspace and a connection.
    pub session: Option<String>,
    /// Lines that are run before.
    pub setup: String,
    /// The mode of the keyspace.
    pub mode: Option<KeyspaceMode>,
    /// The block is left alone.
    pub is_skipped: bool,
}

impl Options {
    /// Takes what `outer` says where this says nothing; its setup comes first.
    pub fn under(&mut self, outer: Options) {
        self.is_skipped |= outer.is_skipped;
        self.session = self.session.take().or(outer.session);
        self.mode = self.mode.or(outer.mode);
        let own = std::mem::replace(&mut self.setup, outer.setup);
        self.add_setup(&own);
    }

    pub fn add_setup(&mut self, lines: &str) {
        if !self.setup.is_empty() && !lines.is_empty() {
            self.setup.push('\n');
        }
        self.setup.push_str(lines);
    }
}
