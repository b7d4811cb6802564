//! The registers that a program names, while it is read. What they hold is the client's.

/// A register that an expression names, and where.
pub(super) struct Mention {
    pub name: String,
    pub line: u32,
    pub column: u32,
}

/// Turns names into register indexes. An index may be named before it is assigned: programs go in circles.
#[derive(Default)]
pub(super) struct Registers {
    pub names: Vec<String>,
    is_assigned: Vec<bool>,
    pub mentions: Vec<Mention>,
    /// Whether some expression names `sent`.
    pub names_sent: bool,
    /// Whether some expression names `token`.
    pub names_token: bool,
}

/// Words that cannot name a register.
pub(super) const RESERVED: [&str; 30] = [
    "now", "sent", "lease", "me", "token", "draft", "reply", "nil", "answers", "yes", "majority",
    "if", "enter", "retry", "wait", "work", "give", "read", "write", "claim", "with", "on", "all",
    "within", "extend", "leave", "done", "compare", "until", "up",
];

impl Registers {
    pub fn index(&mut self, name: &str) -> usize {
        if let Some(index) = self.names.iter().position(|known| known == name) {
            return index;
        }
        self.names.push(name.to_owned());
        self.is_assigned.push(false);
        self.names.len() - 1
    }

    pub fn assign(&mut self, name: &str) -> usize {
        let index = self.index(name);
        if let Some(is_assigned) = self.is_assigned.get_mut(index) {
            *is_assigned = true;
        }
        index
    }

    /// The names that something assigns.
    pub fn assigned(&self) -> impl Iterator<Item = &str> {
        let all = self.names.iter().zip(&self.is_assigned);
        all.filter(|(_, is_assigned)| **is_assigned)
            .map(|(name, _)| name.as_str())
    }

    /// The first mention of a name that nothing assigns.
    pub fn unassigned(&self) -> Option<&Mention> {
        let is_known = |name: &str| self.assigned().any(|known| known == name);
        self.mentions
            .iter()
            .find(|mention| !is_known(&mention.name))
    }
}
