//! A property: its title, and its violation by a move in a sentence.

use super::names::listed;
use super::say;
use base::text::{Lang, Phrase, Text};
use sim::{ClientId, HELD_LEASES_MAX, Property, ROUNDS_MAX, Violation, seconds};

/// The words about a property. `{all}` are its clients, `{one}` the first of them and `{other}` the second, `{time}` the true
/// time in seconds.
struct Words {
    title: Text,
    sentence: Text,
}

const fn words(property: Property) -> Words {
    match property {
        Property::TwoBelievers => Words {
            title: say::TWO_BELIEVERS,
            sentence: say::TWO_BELIEVERS_BROKEN,
        },
        Property::TwoLeases => Words {
            title: say::TWO_LEASES,
            sentence: say::TWO_LEASES_BROKEN,
        },
        Property::RemovedLock => Words {
            title: say::REMOVED_LOCK,
            sentence: say::REMOVED_LOCK_BROKEN,
        },
        Property::LostUpdate => Words {
            title: say::LOST_UPDATE,
            sentence: say::LOST_UPDATE_BROKEN,
        },
        Property::Shut => Words {
            title: say::SHUT,
            sentence: say::SHUT_BROKEN,
        },
        Property::HeldIdle => Words {
            title: say::HELD_IDLE,
            sentence: say::HELD_IDLE_BROKEN,
        },
        Property::NobodyEver => {
            let title = say::NOBODY_EVER;
            Words {
                title,
                sentence: title,
            }
        }
        Property::NobodyGetsIn => Words {
            title: say::NOBODY_GETS_IN,
            sentence: say::NOBODY_GETS_IN_BROKEN,
        },
    }
}

/// What breaks a property that a search can be asked about, in few words.
pub const fn title(property: Property) -> Text {
    words(property).title
}

/// The violation in a sentence. `at_ms` is the true time of the move that broke the property, in Unix milliseconds.
pub fn broken(lang: Lang, violation: &Violation, at_ms: i64) -> String {
    let clients = &violation.clients;
    let client = |at: usize| clients.get(at).map_or(String::new(), ClientId::to_string);
    let values = vec![
        ("all", listed(lang, clients)),
        ("one", client(0)),
        ("other", client(1)),
        ("time", seconds(at_ms)),
        ("leases", HELD_LEASES_MAX.to_string()),
        ("rounds", ROUNDS_MAX.to_string()),
    ];
    let sentence = match violation.property {
        Property::TwoBelievers if clients.len() > 2 => say::SEVERAL_BELIEVERS_BROKEN,
        property => words(property).sentence,
    };
    Phrase::new(sentence, values).get(lang)
}
