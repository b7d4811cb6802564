//! What is made of files, and what is said of those with mistakes.

use super::file::{File, Mistakes};
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

/// The code made of programs, and the mistakes in them.
fn programs(files: &[File], frozen: &[File], titles: &str) -> (String, String) {
    let mut mistakes = Mistakes::default();
    let programs = Programs::read(files, frozen, &mut mistakes);
    programs.hold_against(&words(titles), &mut mistakes);
    (programs.code(), mistakes.all().join("\n"))
}

#[test]
fn a_program_is_a_variant_with_its_title_and_its_text() {
    let files = [
        file(
            "programs/px-blind.lock",
            "# Deletes.\n# place: 20\n\nacquire:\n  SET\n",
        ),
        file(
            "programs/getset.lock",
            "# Takes over.\n# place: 10\n\nacquire:\n",
        ),
    ];
    let frozen = [file("programs/v1/getset.lock", "acquire:\n  GET\n")];
    let (code, mistakes) = programs(&files, &frozen, "own = a\ngetset = b\npx-blind = c\n");
    assert_eq!(mistakes, "");
    for line in [
        "    /// Deletes.\n    PxBlind,\n",
        "pub const ALL: [Algorithm; 2] = [Algorithm::Getset, Algorithm::PxBlind];",
        "Facts { id: \"px-blind\", title: words::PX_BLIND, source: \"acquire:\\n  SET\\n\" }",
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
        "# Deletes.\n# place: 1\n\nacquire:\n",
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
        file("programs/a.lock", "# place: 1\nplaces: 2\n# place: 3\n"),
        file("programs/b.lock", "# B.\n\nacquire:\n"),
        file("programs/c.lock", "# C.\n# place: x\n\nacquire:\n"),
    ];
    let frozen = [file("programs/v1/d.lock", "acquire:\n")];
    let (_, mistakes) = programs(&files, &frozen, "own = a\na = a\nb = b\nc = c\n");
    assert_eq!(
        mistakes,
        "programs/a.lock:2: no line of a head: they are name: value, one of place\n\
         programs/a.lock:3: place is there twice\n\
         programs/a.lock:1: say what the program does: # What it does.\n\
         programs/a.lock:1: no program: it begins below an empty line\n\
         programs/b.lock:1: place is missing: add a line place: ... to the head\n\
         programs/c.lock:2: place is no number: x\n\
         programs/c.lock:1: programs/b.lock has the same place\n\
         programs/v1/d.lock:1: it stands for no program: there is none of that name in programs/"
    );
}
