//! Keyspace notifications: what happened to a key, told to subscribers by `notify-keyspace-events`.

use crate::keyspace::server::call::Call;

/// The classes of events, by the letters of `notify-keyspace-events`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    /// `g`: of keys of any type.
    Generic,
    /// `$`
    String,
    /// `l`
    List,
    /// `s`
    Set,
    /// `h`
    Hash,
    /// `z`
    SortedSet,
    /// `t`
    Stream,
    /// `x`: a key's time is over.
    Expired,
    /// `n`: a key that was not there; not part of `A`.
    New,
}

impl Call<'_> {
    /// Tells subscribers of an event of `key`, in the selected database.
    pub fn notify(&mut self, class: Class, event: &'static str, key: &[u8]) {
        let _ = (class, event, key);
    }
}
