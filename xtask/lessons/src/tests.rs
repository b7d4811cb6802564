//! What is made of files, and what is said of those with mistakes.

use super::file::{File, Mistakes};
use super::lesson;
use super::program::Programs;
use super::words::Words;

fn file(path: &str, text: &str) -> File {
    let name = path.rsplit('/').next().unwrap();
    let name = name.split('.').next().unwrap();
    File {
        path: path.to_owned(),
        name: name.to_owned(),
        text: text.to_owned(),
    }
}

fn words(text: &str) -> Words {
    Words::read("locales/en/words.ftl".to_owned(), text)
}

/// The words of the programs' groups.
const GROUPS: &str = "group-takeover = a\ngroup-takeover-about = b\ngroup-expire = a\ngroup-expire-about = b\n\
    group-px = a\ngroup-px-about = b\ngroup-renewal = a\ngroup-renewal-about = b\n\
    group-stores = a\ngroup-stores-about = b\ngroup-servers = a\ngroup-servers-about = b\ngroup-several = a\ngroup-several-about = b\n";

/// The code made of programs, and the mistakes in them.
fn programs(files: &[File], frozen: &[File], titles: &str) -> (String, String) {
    let mut mistakes = Mistakes::default();
    let programs = Programs::read(files, frozen, &mut mistakes);
    let titles = format!("{titles}{GROUPS}");
    programs.hold_against(&words(&titles), &mut mistakes);
    (programs.code(), mistakes.all().join("\n"))
}

#[test]
fn a_program_is_a_variant_with_its_title_and_its_text() {
    let files = [
        file(
            "programs/px-blind.lock",
            "# Deletes.\n# group: px\n# place: 20\n\nacquire:\n  SET\n",
        ),
        file(
            "programs/getset.lock",
            "# Takes over.\n# group: takeover\n# place: 10\n\nacquire:\n",
        ),
    ];
    let frozen = [file("programs/v1/getset.lock", "acquire:\n  GET\n")];
    let (code, mistakes) = programs(&files, &frozen, "own = a\ngetset = b\npx-blind = c\n");
    assert_eq!(mistakes, "");
    for line in [
        "    /// Deletes.\n    PxBlind,\n",
        "pub const ALL: [Algorithm; 2] = [Algorithm::Getset, Algorithm::PxBlind];",
        "Facts { id: \"px-blind\", title: words::PX_BLIND, source: \"acquire:\\n  SET\\n\" }",
        "AlgorithmGroup::Px => words::GROUP_PX_ABOUT,\n",
        "AlgorithmGroup::Px => &[Algorithm::PxBlind],\n",
        "const FROZEN: [Algorithm; 1] = [Algorithm::Getset1];",
        "Facts { id: \"getset@1\", title: Algorithm::Getset.title(), source: \"acquire:\\n  GET\\n\" }",
    ] {
        assert!(code.contains(line), "{line}\n{code}");
    }
}

#[test]
fn a_program_without_a_title_and_a_title_without_a_program_are_named() {
    let files = [file(
        "programs/px.lock",
        "# Deletes.\n# group: px\n# place: 1\n\nacquire:\n",
    )];
    let (_, mistakes) = programs(&files, &[], "own = Yours\n# A comment = one\npxx = a\n");
    assert_eq!(
        mistakes,
        "programs/px.lock:1: no words px: add the message px = ... to locales/en/words.ftl and to the same file of each language\n\
         locales/en/words.ftl:3: nothing says pxx: name it where it belongs, or remove it from each language"
    );
}

#[test]
fn what_is_wrong_with_the_head_of_a_program_is_named_with_its_line() {
    let files = [
        file(
            "programs/a.lock",
            "# group: px\n# place: 1\nplaces: 2\n# place: 3\n",
        ),
        file("programs/b.lock", "# B.\n# group: px\n\nacquire:\n"),
        file(
            "programs/c.lock",
            "# C.\n# group: old\n# place: x\n\nacquire:\n",
        ),
    ];
    let frozen = [file("programs/v1/d.lock", "acquire:\n")];
    let (_, mistakes) = programs(&files, &frozen, "own = a\na = a\nb = b\nc = c\n");
    assert_eq!(
        mistakes,
        "programs/a.lock:3: no line of a head: they are name: value, one of group, place\n\
         programs/a.lock:4: place is there twice\n\
         programs/a.lock:1: say what the program does: # What it does.\n\
         programs/a.lock:1: no program: it begins below an empty line\n\
         programs/b.lock:1: place is missing: add a line place: ... to the head\n\
         programs/c.lock:2: no group old: it is one of takeover, expire, px, renewal, stores, servers, several\n\
         programs/c.lock:3: place is no number: x\n\
         programs/c.lock:1: programs/b.lock has the same place\n\
         programs/v1/d.lock:1: it stands for no program: there is none of that name in programs/"
    );
}

const HEAD: &str =
    "# Why.\ngroup: told\nplace: 10\nprogram: px\nclients: c1 c2=once\nends: holds\n";
const WORDS: &str = "d1-title = a\nd1-summary = b\n";

/// The code made of lessons, and the mistakes in them.
fn lessons(files: &[File], messages: &str) -> (String, String) {
    let mut mistakes = Mistakes::default();
    let lessons = lesson::read(files, &["once", "px"], &mut mistakes);
    lesson::hold_against(&lessons, &words(messages), &mut mistakes);
    (lesson::code(&lessons), mistakes.all().join("\n"))
}

/// What is said of a lesson with this head and these moves.
fn said_of(head: &str, moves: &str, messages: &str) -> String {
    lessons(
        &[file("lessons/D1.lesson", &format!("{head}\n{moves}"))],
        messages,
    )
    .1
}

#[test]
fn a_lesson_is_a_static_with_its_words_and_expectations() {
    let head = format!(
        "{HEAD}start: 89\nservers: 3\nparts: shown\nopening: 1\nmended: D2\nchallenge: clock\nreported: a/b/pull/7\n"
    );
    let moves = "c1.exec.r2.m1  SET -> OK; in -\n# A comment.\n               says d1-c1-set\nt0.5  nothing sent\n";
    let files = [
        file(
            "lessons/D2.lesson",
            &format!("{}\nt1  ?\n", HEAD.replace("10", "2")),
        ),
        file("lessons/D1.lesson", &format!("{head}\n{moves}")),
    ];
    let (code, mistakes) = lessons(
        &files,
        "d2-title = a\nd2-summary = a\nd1-title = a\nd1-summary = b\nd1-c1-set = c\n",
    );
    assert_eq!(mistakes, "");
    let expected = "static D1: Lesson = Lesson {
    group: LessonGroup::Told, id: \"D1\", title: words::D1_TITLE, summary: words::D1_SUMMARY,
    start_s: 89, lease_s: 10, network: Network { servers: 3, replicas: 0 },
    clients: &[(ClientId(1), Algorithm::Px), (ClientId(2), Algorithm::Once)], parts: true, opening: 1,
    mended_by: Some(&D2), outside: None, challenge: Some(\"clock\"), reported: Some(\"a/b/pull/7\"), #[cfg(test)] ends: crate::Ending::Holds,
    written: \"c1.exec.r2.m1 t0.5\",
    says: &[(0, words::D1_C1_SET), ],
    #[cfg(test)] shows: &[
        (\"SET -> OK; in -\", 15),
        (\"nothing sent\", 18),
    ],
};\n\n";
    assert!(code.contains(expected), "{code}");
    assert!(
        code.ends_with("pub static ALL: [&Lesson; 2] = [&D2, &D1];\n"),
        "{code}"
    );
}

#[test]
fn a_lesson_without_words_and_words_without_a_lesson_are_named() {
    let said = said_of(HEAD, "c1  ?\n    says d1-c1\n", "d1-title = a\nd1-c2 = c\n");
    assert_eq!(
        said,
        "lessons/D1.lesson:1: no words d1-summary: add the message d1-summary = ... to locales/en/words.ftl and to the same file of each language\n\
         lessons/D1.lesson:9: no words d1-c1: add the message d1-c1 = ... to locales/en/words.ftl and to the same file of each language\n\
         locales/en/words.ftl:2: nothing says d1-c2: name it where it belongs, or remove it from each language"
    );
}

#[test]
fn a_lesson_that_no_other_mends_has_words_that_say_what_would() {
    let head = format!("{HEAD}mended: outside\n");
    assert_eq!(
        said_of(&head, "c1  ?\n", WORDS),
        "lessons/D1.lesson:7: no words d1-outside: add the message d1-outside = ... to locales/en/words.ftl and to the same file of each language"
    );
}

#[test]
fn what_is_wrong_with_the_head_of_a_lesson_is_named_with_its_line() {
    let head = "group: old\nplace: 1\nprogram: pxx\nclients: c1 x\nlease: ten\nparts: yes\nopening: 2\nends: well\nmended: D9\n";
    assert_eq!(
        said_of(head, "c1  ?\n", WORDS),
        "lessons/D1.lesson:1: no group old: it is one of told, left-out, successors, programs, servers\n\
         lessons/D1.lesson:3: there is no programs/pxx.lock\n\
         lessons/D1.lesson:4: x is no client: they are like c1 or c2=setnx\n\
         lessons/D1.lesson:5: lease is no number of that size: ten\n\
         lessons/D1.lesson:8: no ends well: it is one of broken, both-act, holds\n\
         lessons/D1.lesson:6: parts are shown or hidden\n\
         lessons/D1.lesson:1: opening is more than all moves\n\
         lessons/D1.lesson:9: there is no lessons/D9.lesson; where no lesson mends it, write outside"
    );
    assert_eq!(
        said_of("place: 1\n", "c1  ?\n", WORDS),
        "lessons/D1.lesson:1: group is missing: add a line group: ... to the head\n\
         lessons/D1.lesson:1: program is missing: add a line program: ... to the head\n\
         lessons/D1.lesson:1: clients is missing: add a line clients: ... to the head\n\
         lessons/D1.lesson:1: ends is missing: add a line ends: ... to the head"
    );
}

#[test]
fn what_is_wrong_with_a_move_is_named_with_its_line() {
    let moves = "    says d1-title\nc1\n    say d1-title\n    says d1-title\n    says d1-title\n";
    assert_eq!(
        said_of(HEAD, moves, WORDS),
        "lessons/D1.lesson:8: no move stands above\n\
         lessons/D1.lesson:9: say what the move shows; write ? and the test of the crate tells it\n\
         lessons/D1.lesson:10: expected says and the id of a message\n\
         lessons/D1.lesson:12: the move has a sentence already"
    );
    assert_eq!(
        said_of(HEAD, "", WORDS),
        "lessons/D1.lesson:1: no moves: they begin below an empty line"
    );
}

#[test]
fn two_lessons_of_a_group_do_not_stand_in_the_same_place() {
    let text = format!("{HEAD}\nt1  ?\n");
    let files = ["lessons/A.lesson", "lessons/B.lesson"].map(|path| file(path, &text));
    let messages = "a-title = a\na-summary = a\nb-title = a\nb-summary = a\n";
    let (_, said) = lessons(&files, messages);
    assert_eq!(
        said,
        "lessons/B.lesson:1: lessons/A.lesson has the same place in its group"
    );
}
