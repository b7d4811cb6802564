//! The words of playing: `locales/en/play.ftl` and its like.

use base::text::{Lang, Text};

include!(concat!(env!("OUT_DIR"), "/play.rs"));

/// Where a branch left its parent, and how many moves it has of its own.
pub fn branch_left(lang: Lang, after: usize, own: usize) -> String {
    let (after, own) = (after.to_string(), own.to_string());
    match lang {
        Lang::En => ["leaves after move ", &after, ", ", &own, " of its own"].concat(),
        Lang::ZhHans => ["第 ", &after, " 步后分出，另有 ", &own, " 步"].concat(),
    }
}

/// That a move has opened a branch.
pub fn has_left(lang: Lang, number: usize) -> String {
    let number = number.to_string();
    match lang {
        Lang::En => [
            "This move opens branch ",
            &number,
            ". The run that you left is kept under Branches.",
        ]
        .concat(),
        Lang::ZhHans => ["这一步开出了分支 ", &number, "。原来的那一局仍在“分支”里。"].concat(),
    }
}

/// How many moves there are.
pub fn moves_in_all(lang: Lang, moves: usize) -> String {
    let number = moves.to_string();
    match lang {
        Lang::En if moves == 1 => "1 move".to_owned(),
        Lang::En => [&number, " moves"].concat(),
        Lang::ZhHans => [&number, " 步"].concat(),
    }
}

/// A move, by its number from 1.
pub fn move_number(lang: Lang, number: usize) -> String {
    let number = number.to_string();
    match lang {
        Lang::En => ["Move ", &number].concat(),
        Lang::ZhHans => ["第 ", &number, " 步"].concat(),
    }
}

/// What stands before the first move of a run that has some.
pub fn before_first(lang: Lang, moves: usize) -> String {
    let number = moves.to_string();
    match lang {
        Lang::En => [
            "A run of ",
            &moves_in_all(lang, moves),
            ". Step through it, or play it.",
        ]
        .concat(),
        Lang::ZhHans => ["这一局共 ", &number, " 步。可以一步步走，也可以播放。"].concat(),
    }
}

/// How far a link was played.
pub fn played(lang: Lang, moves: usize) -> String {
    let number = moves.to_string();
    match lang {
        Lang::En => ["Played before it: ", &moves_in_all(lang, moves), "."].concat(),
        Lang::ZhHans => ["在此之前的 ", &number, " 步已经走完。"].concat(),
    }
}

/// That a challenge is won, in how many moves, and how many the shortest known way takes.
pub fn won(lang: Lang, moves: usize, shortest: usize) -> String {
    let (number, known) = (moves.to_string(), shortest.to_string());
    let in_all = moves_in_all(lang, moves);
    match lang {
        Lang::En if moves < shortest => [
            "Won in ",
            &in_all,
            ": shorter than any way known here, which takes ",
            &known,
            "!",
        ]
        .concat(),
        Lang::En if moves == shortest => ["Won in ", &in_all, ": the shortest way known."].concat(),
        Lang::En => ["Won in ", &in_all, "; the shortest known is ", &known, "."].concat(),
        Lang::ZhHans if moves < shortest => [
            "你用 ",
            &number,
            " 步达成了目标，比已知最短的 ",
            &known,
            " 步还短！",
        ]
        .concat(),
        Lang::ZhHans if moves == shortest => {
            ["你用 ", &number, " 步达成了目标，这是已知最短的走法。"].concat()
        }
        Lang::ZhHans => [
            "你用 ",
            &number,
            " 步达成了目标；已知最短的是 ",
            &known,
            " 步。",
        ]
        .concat(),
    }
}
