//! The causes of a large search, as a verdict has them.

/// A cause of many states, with a number for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Growth {
    /// The kind of cause.
    pub cause: Cause,
    /// The name of the key or the register; else empty.
    pub name: String,
    /// How many, as the cause says.
    pub count: usize,
}

/// A kind of cause of many states.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cause {
    /// All servers together have been in so many states.
    Servers,
    /// A client, with its messages, has been in so many.
    Client,
    /// A key has had so many values at least.
    Key,
    /// A register has had so many values at least.
    Register,
    /// So many messages of one client were in transit at once.
    Messages,
    /// A replica lacked so many writes at once.
    Writes,
}

impl Cause {
    /// All kinds.
    pub const ALL: [Cause; 6] = [
        Cause::Servers,
        Cause::Client,
        Cause::Key,
        Cause::Register,
        Cause::Messages,
        Cause::Writes,
    ];
}
