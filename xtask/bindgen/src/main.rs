//! `bindgen [--split [--terse]] [--compiled] RAW OUT`: turns a compiled module into the files that a page loads, in the folder OUT: NAME.js and
//! NAME_bg.wasm, where NAME is that of the file RAW; with `--split` also NAME_PART.wasm for each part, and the words of each
//! part in NAME_PART.LANGUAGE.wasm. With `--terse` a panic says nothing. With `--compiled` the script is given a compiled module. It exports `PARTS`, which lists for each part the files to instantiate, in their
//! order; a `*` in a name stands for the language.
//!
//! The splitter needs the module as the linker wrote it, with its relocations (`-C link-arg=--emit-relocs`);
//! wasm-bindgen then works on the main part alone.

mod merge;
mod panics;
mod parts;
mod script;
mod words;

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::{env, fs};

use wasm_bindgen_cli_support::Bindgen;
use wasm_split_cli_support::Options;

use crate::parts::{MAIN, Parts};
use crate::words::Words;

/// What several parts share is small below these bytes.
const SMALL_BYTES: u64 = 3000;

type Outcome<T = ()> = Result<T, Box<dyn Error>>;

fn main() -> ExitCode {
    let mut words: Vec<_> = env::args_os().skip(1).collect();
    let mut has = |flag: &str| {
        let all = words.len();
        words.retain(|word| word != flag);
        words.len() < all
    };
    let split = has("--split").then_some(Split {
        is_terse: has("--terse"),
    });
    let is_compiled = has("--compiled");
    let files: Vec<PathBuf> = words.into_iter().map(PathBuf::from).collect();
    let done = match &files[..] {
        [raw, out] => bind(raw, out, split, is_compiled),
        _ => Err("usage: bindgen [--split [--terse]] [--compiled] RAW OUT".into()),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("bindgen: {error}");
            ExitCode::FAILURE
        }
    }
}

/// How a module is split.
#[derive(Clone, Copy)]
struct Split {
    /// A panic says nothing.
    is_terse: bool,
}

fn bind(raw: &Path, out: &Path, split: Option<Split>, is_compiled: bool) -> Outcome {
    let stem = raw.file_stem().and_then(|stem| stem.to_str());
    let stem = stem.ok_or("the module's file has no name")?;
    fs::create_dir_all(out)?;
    let (main, parts) = match split {
        Some(how) => self::split(raw, stem, out, how)?,
        None => (raw.to_owned(), Parts::default()),
    };
    let mut bindgen = Bindgen::new();
    bindgen.input_path(&main).web(true)?.typescript(false);
    // The script finds the module beside itself.
    bindgen.omit_default_module_path(false);
    // The parts import the table, which wasm-bindgen drops otherwise.
    bindgen.keep_lld_exports(split.is_some());
    bindgen
        .generate(out)
        .map_err(|error| format!("wasm-bindgen: {error:#}"))?;
    let script = out.join(format!("{stem}.js"));
    let text = fs::read_to_string(&script)?;
    fs::write(
        &script,
        script::trimmed(&text, is_compiled)? + &parts.table(),
    )?;
    Ok(())
}

/// The main part's file and the other parts, whose files are in `out`, and the files of words with them.
fn split(raw: &Path, stem: &str, out: &Path, how: Split) -> Outcome<(PathBuf, Parts)> {
    let mut module = fs::read(raw)?;
    if how.is_terse {
        module = panics::without_words(&module)?;
    }
    let (mut words, marked) = Words::find(&module)?;
    let scratch = raw.with_extension("parts");
    let (other, name) = (scratch.join("marked"), format!("{stem}.wasm"));
    let _ = fs::remove_dir_all(&scratch);
    let table = split_into(&scratch, &name, &module)?;
    split_into(&other, &name, &marked)?;
    let mut parts = Parts::new(stem, table)?;
    let main = scratch.join(&name);
    words.take(MAIN, &main, &other.join(&name))?;
    let mut small = BTreeSet::new();
    for from in parts.files().into_keys() {
        let file = Path::new(from).with_extension("wasm");
        words.take(from, &scratch.join(&file), &other.join(&file))?;
        if merge::weight(&fs::read(scratch.join(&file))?)? < SMALL_BYTES {
            small.insert(from.to_owned());
        }
    }
    parts.gather(stem, &small);
    let mut of_files: BTreeMap<&str, Vec<Vec<u8>>> = BTreeMap::new();
    for (from, to) in parts.files() {
        let file = Path::new(from).with_extension("wasm");
        of_files
            .entry(to)
            .or_default()
            .push(fs::read(scratch.join(file))?);
    }
    for (file, modules) in of_files {
        fs::write(out.join(file), merge::merge(&modules)?)?;
    }
    for (file, module) in parts.add_words(stem, &words) {
        fs::write(out.join(file), module)?;
    }
    Ok((main, parts))
}

/// Splits a module into the files of a folder, the main one of that name, and returns those that each part needs.
fn split_into(folder: &Path, name: &str, module: &[u8]) -> Outcome<HashMap<String, Vec<String>>> {
    let main = folder.join(name);
    let mut options = Options::new(module);
    options.output_dir = folder;
    options.main_out_path = &main;
    fs::create_dir_all(folder)?;
    let split = wasm_split_cli_support::transform(options)
        .map_err(|error| format!("the splitter: {error:#}"))?;
    Ok(split.prefetch_map)
}
