//! Questions and answers as texts, for a worker and back.

use check::{Bounds, Cause, Discovery, Growth, Instants, Open, Question, Times, Verdict};
use lesson::{Play, link};

const HOLDS: &str = "holds";
const BROKEN: &str = "broken";
const UNFINISHED: &str = "unfinished";
const UNPLAYED: &str = "unplayed";
const YES: &str = "yes";
const NO: &str = "no";
/// Time passes to deadlines, where [`YES`] is every instant.
const DEADLINES: &str = "deadlines";

/// The sign before the causes, and between them. The words of a server have no lines.
const LINE: &str = "\n";

fn yes_no(is_so: bool) -> &'static str {
    if is_so { YES } else { NO }
}

/// The question: the bytes that its search may use, and what is asked as a link.
pub fn of_question(question: &Question) -> String {
    let mut play = Play::new(question.setup.clone());
    play.ask(Some(question.asked()));
    [&question.bytes_max.to_string(), " ", &link::encode(&play)].concat()
}

/// The question of a text.
pub fn question(text: &str) -> Option<Question> {
    let (bytes_max, text) = text.split_once(' ')?;
    let (play, stopped) = link::decode(text);
    let asked = play.asked().filter(|_| stopped.is_none())?;
    Some(Question {
        bytes_max: bytes_max.parse().ok()?,
        ..asked.of(play.setup().clone())
    })
}

/// The answer: what it is, with a schedule as a link, and its bounds.
pub fn of_verdict(verdict: &Verdict) -> String {
    let mut causes = String::new();
    let (kind, first, second, bounds) = match verdict {
        Verdict::Holds { bounds, states } => (HOLDS, states.to_string(), String::new(), bounds),
        Verdict::Unfinished {
            bounds,
            states,
            depth,
            growth,
            why,
        } => {
            causes = of_growth(growth);
            let kind = match why {
                Open::Memory => UNFINISHED,
                Open::Replay => UNPLAYED,
            };
            (kind, states.to_string(), depth.to_string(), bounds)
        }
        Verdict::Broken(found, bounds) => {
            let mut play = Play::new(found.setup.clone());
            for mv in &found.schedule.moves {
                let _ = play.make(mv.clone());
            }
            (BROKEN, link::encode(&play), String::new(), bounds)
        }
    };
    let end_s = match bounds.times {
        Times::Relative => String::new(),
        Times::Absolute(end_s) => end_s.to_string(),
    };
    let (line, said) = match &bounds.fault {
        Some(fault) => (fault.0.to_string(), fault.1.as_str()),
        None => (String::new(), ""),
    };
    let words = [
        kind,
        &first,
        &second,
        &end_s,
        match bounds.instants {
            Instants::Every => YES,
            Instants::Deadlines => DEADLINES,
            Instants::Seconds => NO,
        },
        yes_no(bounds.is_last_resort),
        yes_no(bounds.is_entered),
        yes_no(bounds.is_tried),
        &line,
        said,
    ];
    [words.join(" "), causes].join(LINE)
}

/// How far a search is: states, moves, and what makes it large.
pub fn of_reached(states: usize, depth: usize, growth: &[Growth]) -> String {
    let words = [states.to_string(), depth.to_string()].join(" ");
    [words, of_growth(growth)].join(LINE)
}

/// How far a search is, by a text.
pub fn reached(text: &str) -> Option<(usize, usize, Vec<Growth>)> {
    let (words, causes) = text.split_once('\n')?;
    let (states, depth) = words.split_once(' ')?;
    Some((states.parse().ok()?, depth.parse().ok()?, growth(causes)))
}

/// The causes of a large search: a line for each cause, its number and its name. A name has none.
fn of_growth(growth: &[Growth]) -> String {
    let one = |one: &Growth| {
        [
            &(one.cause as usize).to_string(),
            " ",
            &one.count.to_string(),
            " ",
            &one.name,
        ]
        .concat()
    };
    let all: Vec<String> = growth.iter().map(one).collect();
    all.join(LINE)
}

/// The causes of a text.
fn growth(text: &str) -> Vec<Growth> {
    let one = |line: &str| {
        let mut words = line.splitn(3, ' ');
        Some(Growth {
            cause: *Cause::ALL.get(words.next()?.parse::<usize>().ok()?)?,
            count: words.next()?.parse().ok()?,
            name: words.next()?.to_owned(),
        })
    };
    text.split('\n').filter_map(one).collect()
}

/// The answer of a text to this question.
pub fn verdict(text: &str, question: &Question) -> Option<Verdict> {
    let (text, causes) = text.split_once('\n')?;
    // The words of a server come last, with their spaces.
    let mut words = text.splitn(10, ' ');
    let (kind, first, second) = (words.next()?, words.next()?, words.next()?);
    let times = match words.next()? {
        "" => Times::Relative,
        end_s => Times::Absolute(end_s.parse().ok()?),
    };
    let instants = match words.next()? {
        YES => Instants::Every,
        DEADLINES => Instants::Deadlines,
        _ => Instants::Seconds,
    };
    let mut is_so = || words.next().map(|word| word == YES);
    let bounds = Box::new(Bounds {
        question: question.clone(),
        times,
        instants,
        is_last_resort: is_so()?,
        is_entered: is_so()?,
        is_tried: is_so()?,
        fault: match words.next()?.parse() {
            Ok(line) => Some((line, words.next()?.to_owned())),
            Err(_) => None,
        },
    });
    Some(match kind {
        BROKEN => {
            let (play, stopped) = link::decode(first);
            if stopped.is_some() {
                return None;
            }
            let found = Discovery {
                setup: play.setup().clone(),
                schedule: play.run().schedule(),
            };
            Verdict::Broken(found, bounds)
        }
        HOLDS => Verdict::Holds {
            bounds,
            states: first.parse().ok()?,
        },
        UNFINISHED | UNPLAYED => Verdict::Unfinished {
            bounds,
            states: first.parse().ok()?,
            depth: second.parse().ok()?,
            growth: growth(causes),
            why: match kind {
                UNFINISHED => Open::Memory,
                _ => Open::Replay,
            },
        },
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use check::{MatrixColumn, MatrixRow, Progress, Release, Search};

    #[test]
    fn how_far_a_search_is_comes_back_with_its_causes() {
        let one = |cause, name: &str, count| Growth {
            cause,
            name: name.to_owned(),
            count,
        };
        let causes = vec![
            one(Cause::Servers, "", 7),
            one(Cause::Key, "a key", 90),
            one(Cause::Writes, "", 3),
        ];
        for growth in [causes, Vec::new()] {
            let told = of_reached(12, 34, &growth);
            assert_eq!(reached(&told), Some((12, 34, growth)));
        }
    }

    #[test]
    fn a_question_and_its_answer_come_back_from_their_texts() {
        for row in [
            MatrixRow::SetnxDel,
            MatrixRow::Getset(Release::CompareAndDelete),
            MatrixRow::Redlock,
            MatrixRow::Fencing,
        ] {
            for column in MatrixColumn::ALL {
                let Some(mut asked) = row.question(column) else {
                    continue;
                };
                let again = question(&of_question(&asked)).unwrap();
                assert_eq!(again, asked, "{row:?} {column:?}");
                // Any answer will do.
                asked.bytes_max = 1 << 20;
                let mut search = Search::new(asked.clone());
                let found = loop {
                    if let Progress::Done(found) = search.advance(10_000) {
                        break found;
                    }
                };
                assert_eq!(verdict(&of_verdict(&found), &asked), Some(found));
            }
        }
    }

    #[test]
    fn the_words_of_a_server_come_back_with_their_spaces() {
        let asked = MatrixRow::Redlock.question(MatrixColumn::AsTold).unwrap();
        let mut search = Search::new(asked.clone());
        let found = loop {
            if let Progress::Done(found) = search.advance(10_000) {
                break found;
            }
        };
        let Verdict::Holds { bounds, states } = found else {
            panic!("{found:?}");
        };
        for fault in [
            None,
            Some((8, "ERR no such key".into())),
            Some((2, String::new())),
        ] {
            let bounds = Box::new(Bounds {
                fault,
                ..(*bounds).clone()
            });
            let found = Verdict::Holds { bounds, states };
            assert_eq!(verdict(&of_verdict(&found), &asked), Some(found));
        }
    }
}
