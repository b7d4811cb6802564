//! Makes Rust of the lock programs in `programs/` and of the lessons in `lessons/`, for build scripts: a variant of `Algorithm` for
//! each program, a static for each lesson. docs/design/languages.md says how both are written.
//!
//! Each file has its words in `locales/`, by the ids that it names. What a file lacks, or a word that no file names, is an error of
//! the build with the file, the line, the reason and what to do. The page has no parser of either.

mod file;
mod lesson;
mod program;
mod words;

use std::path::PathBuf;
use std::{env, fs};

use file::Mistakes;
use program::Programs;
use words::Words;

/// Writes `algorithm.rs` into the build script's folder.
///
/// The crate includes it where `base::text::Text` and the words of `programs.ftl`, as `words`, are in scope.
pub fn build_programs() {
    let mut mistakes = Mistakes::default();
    let (files, frozen) = (
        file::all(PROGRAMS, "lock", &mut mistakes),
        file::all(FROZEN, "lock", &mut mistakes),
    );
    let words = words("programs", &mut mistakes);
    let programs = Programs::read(&files, &frozen, &mut mistakes);
    programs.hold_against(&words, &mut mistakes);
    finish("algorithm", programs.code(), mistakes);
}

/// Writes `lesson.rs` into the build script's folder.
///
/// The crate includes it where `Lesson`, `LessonGroup`, `Network`, `Beat`, `lock::Algorithm`, what `sim` calls the parts of a move, and
/// the words of `lessons.ftl`, as `words`, are in scope.
pub fn build_lessons() {
    let mut mistakes = Mistakes::default();
    let files = file::all(LESSONS, "lesson", &mut mistakes);
    let programs = file::all(PROGRAMS, "lock", &mut mistakes);
    let programs: Vec<&str> = programs.iter().map(|file| file.name.as_str()).collect();
    let words = words("lessons", &mut mistakes);
    let lessons = lesson::read(&files, &programs, &mut mistakes);
    lesson::hold_against(&lessons, &words, &mut mistakes);
    finish("lesson", lesson::code(&lessons), mistakes);
}

const PROGRAMS: &str = "programs";
/// What stands for a program in the first links, where it has changed since.
const FROZEN: &str = "programs/v1";
const LESSONS: &str = "lessons";

/// The messages of a file in the first language: `phrases` holds the other languages against it.
fn words(name: &str, mistakes: &mut Mistakes) -> Words {
    let path = format!("locales/en/{name}.ftl");
    println!(
        "cargo::rerun-if-changed={}",
        file::root().join(&path).display()
    );
    let text = fs::read_to_string(file::root().join(&path));
    let text = text.unwrap_or_else(|error| {
        mistakes.add(format!("{path}: {error}"));
        String::new()
    });
    Words::read(path, &text)
}

fn finish(name: &str, code: String, mut mistakes: Mistakes) {
    let out = PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default());
    let path = out.join(name).with_extension("rs");
    if let Err(error) = fs::write(&path, code) {
        mistakes.add(format!("{}: {error}", path.display()));
    }
    for mistake in mistakes.all() {
        println!("cargo::error={mistake}");
    }
}

#[cfg(test)]
mod tests;
