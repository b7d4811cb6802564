//! A property: its title, and its violation by a move in a sentence.

use super::names::{in_a_row, listed};
use super::say;
use base::text::{Lang, Phrase, Text};
use lock::{ANY_NUMBER, Program};
use sim::{ClientId, HELD_LEASES_MAX, Property, ROUNDS_MAX, Violation, seconds};
use std::sync::Arc;

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

/// The same of clients that run these programs: where a lock is for several, with how many each of them allows.
pub fn title_of(lang: Lang, property: Property, programs: &[Arc<Program>]) -> String {
    let all = || programs.iter().map(|one| one.holders());
    let (least, most) = (all().min().unwrap_or(1), all().max().unwrap_or(1));
    // No number is more than any number.
    let is_counted = least == most && most != ANY_NUMBER;
    let text = match property {
        Property::TwoLeases if is_counted => say::MANY_LEASES,
        Property::TwoLeases => say::UNLIKE_LEASES,
        Property::TwoBelievers if is_counted => say::MANY_BELIEVERS,
        Property::TwoBelievers => say::UNLIKE_BELIEVERS,
        other => return title(other).get(lang).to_owned(),
    };
    if most == 1 {
        return title(property).get(lang).to_owned();
    }
    let mut numbers: Vec<String> = Vec::new();
    for program in programs {
        let most = match program.holders() {
            ANY_NUMBER => say::ANY_NUMBER_OF_HOLDERS.get(lang).to_owned(),
            most => most.to_string(),
        };
        // A reader knows the programs by the names of their roles.
        let number = match program.role() {
            role if !role.is_empty() && !is_counted => {
                let values = vec![("most", most), ("role", role.to_owned())];
                Phrase::new(say::HOLDERS_OF_ROLE, values).get(lang)
            }
            _ => most,
        };
        if !numbers.contains(&number) {
            numbers.push(number);
        }
    }
    Phrase::new(text, vec![("most", in_a_row(lang, &numbers))]).get(lang)
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lock_that_is_for_several_has_their_number_in_the_title() {
        let program = |head: &str| {
            let rest = "acquire:\n  retry\nwork:\nrelease:\n";
            Arc::new(Program::parse(&[head, rest].concat()).unwrap())
        };
        let (one, two) = (program(""), program("at most 2 hold\n"));
        let any = program("any number hold\n");
        for (programs, expected) in [
            (vec![Arc::clone(&one); 3], "Two leases are valid at once"),
            (vec![two; 3], "More than 2 leases are valid at once"),
            (
                vec![Arc::clone(&any); 2],
                "More leases are valid at once than the program of one holder allows: any number",
            ),
            (
                vec![Arc::clone(&any), any, one],
                "More leases are valid at once than the program of one holder allows: any number and 1",
            ),
        ] {
            let told = title_of(Lang::En, Property::TwoLeases, &programs);
            assert_eq!(told, expected);
            let other = title_of(Lang::En, Property::Shut, &programs);
            assert_eq!(other, title(Property::Shut).get(Lang::En));
        }
    }

    #[test]
    fn roles_that_allow_different_numbers_are_named() {
        let rest = "acquire:\n  retry\nwork:\nrelease:\n";
        let text = format!("role reader:\nany number hold\n{rest}role writer:\n{rest}");
        let file = Arc::new(Program::parse(&text).unwrap());
        let programs: Vec<_> = (0..3).map(|place| file.of_role(place)).collect();
        let told = |lang| title_of(lang, Property::TwoLeases, &programs);
        assert_eq!(
            told(Lang::En),
            "More leases are valid at once than the program of one holder allows: any number (reader) and 1 (writer)"
        );
        assert!(
            told(Lang::ZhHans).ends_with("不限（reader）和 1（writer）"),
            "{}",
            told(Lang::ZhHans)
        );
    }
}
