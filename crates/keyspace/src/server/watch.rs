//! The functions of [`Part::Commands`](base::part::Part::Commands) for listeners to keys, once one of its commands has requested them.

use crate::server::audience::Audience;
use crate::server::notify;
use base::part::late;

/// The functions.
pub struct Watch {
    /// Tells those that were shown a key that it has changed.
    pub invalidate: fn(&mut Audience, &[u8]),
    /// Tells all that track keys that all of them have changed.
    pub invalidate_all: fn(&mut Audience),
    pub tell_own_news: fn(&mut Audience),
    pub broadcast: fn(&mut Audience),
    /// Sends the messages of an event of a key, which `notify-keyspace-events` asks for.
    pub notify: fn(&mut Audience, usize, &str, &[u8]),
}

late! {
    /// Only where [`Part::Commands`](base::part::Part::Commands) is.
    "commands" "c2e85b07d4f3419a8a60b9f7312c5d48" pub fn watch() -> &'static Watch = the_watch
}

fn the_watch() -> &'static Watch {
    static WATCH: Watch = Watch {
        invalidate: Audience::invalidate,
        invalidate_all: Audience::invalidate_all,
        tell_own_news: Audience::tell_own_news,
        broadcast: Audience::broadcast,
        notify: notify::notify,
    };
    &WATCH
}
