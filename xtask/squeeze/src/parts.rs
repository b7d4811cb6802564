//! The weight of each part of the page's wasm: code by our modules and by crates, from the names of the build that was
//! packed, and the data apart. A part weighs what the file would lose after brotli if the part were cut out of it, so the
//! parts' sum is less than the whole: what several parts share is nobody's.

use std::borrow::Cow;
use std::collections::BTreeMap;

use anyhow::{Result, bail};
use wasmparser::{KnownCustom, Name, Parser, Payload};

use crate::compress::brotli_11;
use crate::{columns, order};

/// A part and its bytes, before and after brotli.
pub struct Part {
    pub name: String,
    pub raw: usize,
    pub brotli: usize,
}

/// The parts of `packed`, the heaviest first. `named` is the same module with the names of its functions.
///
/// # Errors
/// When one of them is no module, or they are not the same.
pub fn parts(packed: &[u8], named: &[u8]) -> Result<Vec<Part>> {
    let whole = columns::whole(packed)?;
    let pieces = pieces(&whole, &names(named)?)?;
    if pieces.len() != self::pieces(named, &BTreeMap::new())?.len() {
        bail!("the page and the build with names differ: build again");
    }
    let mut raw: BTreeMap<&str, usize> = BTreeMap::new();
    for piece in &pieces {
        *raw.entry(piece.part).or_default() += piece.bytes.len();
    }
    let all = packed_bytes(&pieces, "")?;
    let mut parts = Vec::new();
    for (name, raw) in raw {
        let brotli = all.saturating_sub(packed_bytes(&pieces, name)?);
        parts.push(Part {
            name: name.to_owned(),
            raw,
            brotli,
        });
    }
    let shared = all.saturating_sub(parts.iter().map(|part| part.brotli).sum());
    parts.sort_by_key(|part| std::cmp::Reverse(part.brotli));
    parts.push(Part {
        name: "shared by several parts".into(),
        raw: 0,
        brotli: shared,
    });
    Ok(parts)
}

/// A function or a section of a module, and the part that it is of.
struct Piece<'a> {
    part: &'static str,
    bytes: &'a [u8],
    is_code: bool,
}

/// All pieces of a module whose functions have these names.
fn pieces<'a>(wasm: &'a [u8], names: &BTreeMap<u32, String>) -> Result<Vec<Piece<'a>>> {
    let mut pieces = Vec::new();
    let mut functions = 0;
    for payload in Parser::new(0).parse_all(wasm) {
        let payload = payload?;
        if let Payload::ImportSection(section) = &payload {
            functions = order::imported_functions(section.clone())? as u32;
        }
        let (part, bytes, is_code) = match &payload {
            Payload::CodeSectionEntry(body) => {
                let name = names.get(&functions);
                functions += 1;
                let part = name.map_or("without a name", |name| part_of(name));
                (part, body.as_bytes(), true)
            }
            Payload::CodeSectionStart { .. } | Payload::CustomSection(_) => continue,
            other => {
                let Some((_, range)) = other.as_section() else {
                    continue;
                };
                let part = match other {
                    Payload::DataSection(_) => "data: texts, styles, tables",
                    _ => "imports, exports, types",
                };
                (part, &wasm[range.start as usize..range.end as usize], false)
            }
        };
        pieces.push(Piece {
            part,
            bytes,
            is_code,
        });
    }
    Ok(pieces)
}

/// The weight of all pieces but those of one part, packed.
fn packed_bytes(pieces: &[Piece<'_>], without: &str) -> Result<usize> {
    let kept = || pieces.iter().filter(|piece| piece.part != without);
    let of = |is_code| kept().filter(move |piece| piece.is_code == is_code);
    let mut packed: Vec<u8> = of(false).flat_map(|piece| piece.bytes).copied().collect();
    packed.extend(columns::columns(of(true).map(|piece| piece.bytes))?.concat());
    Ok(brotli_11(&packed).len())
}

/// Pieces of the names of functions that sort, and of those that divide numbers of 128 bits.
const SORT: &str = "slice::sort::";
const DIVISION: &str = "u128_div_rem";
/// Ways of the standard library that are heavy for what they do, by what the name of a function says, with what does
/// instead. With their tables and messages each is 1 to 20 KB, from one use somewhere.
const HEAVY: [(&str, &str); 5] = [
    (
        "pattern::StrSearcher",
        "a text is looked for in a text: look for a byte, for a `char`, or among `windows`",
    ),
    (
        "slice_error_fail",
        "a text is cut by `[a..b]` or `split_at`: `get` and `split_at_checked` cannot fail",
    ),
    (
        SORT,
        "something is sorted: insert at its `partition_point`, or keep it `Sorted`",
    ),
    (
        DIVISION,
        "numbers of 128 bits are divided: divide before you add",
    ),
    (
        "::num::imp::flt2dec",
        "a float is written: `keyspace::decimal` writes whole numbers with a point",
    ),
];

/// The ones of these that a file of the page may use. In the types members of several values are brought in order; in the scripts a
/// float is divided with a rest, as Lua's `%` asks. No other part loads that code.
pub fn allowed(file: &str) -> &'static str {
    match () {
        () if file.contains("_types.") => SORT,
        () if file.contains("_scripts.") => DIVISION,
        () => "",
    }
}

/// The heavy code of the library in `named` that is not `allowed`, each with its replacement.
///
/// # Errors
/// When it is no module.
pub fn heavy(named: &[u8], allowed: &str) -> Result<Vec<&'static str>> {
    let names = names(named)?;
    let stands = |part: &str| names.values().any(|name| name.contains(part));
    let found = HEAVY
        .iter()
        .filter(|(part, _)| stands(part) && *part != allowed);
    Ok(found.map(|(_, instead)| *instead).collect())
}

/// The functions' names by their numbers.
fn names(wasm: &[u8]) -> Result<BTreeMap<u32, String>> {
    let mut found = BTreeMap::new();
    for payload in Parser::new(0).parse_all(wasm) {
        let Payload::CustomSection(section) = payload? else {
            continue;
        };
        let KnownCustom::Name(subsections) = section.as_known() else {
            continue;
        };
        for subsection in subsections {
            let Name::Function(functions) = subsection? else {
                continue;
            };
            for naming in functions {
                let naming = naming?;
                // wasm-bindgen writes them as Rust does, and the splitter as the linker does.
                let name = rustc_demangle::demangle(naming.name);
                found.insert(naming.index, format!("{name:#}"));
            }
        }
    }
    Ok(found)
}

/// How the names of our crates begin.
const OURS: &str = "setnx_";

/// The modules of ours that are told apart, the longer name first.
const MODULES: [&str; 15] = [
    "keyspace::commands",
    "keyspace",
    "lua",
    "cli",
    "transcript",
    "lock",
    "sim",
    "check",
    "tell",
    "lesson",
    "playground::ui::prompt",
    "playground::ui::timeline",
    "playground::ui",
    "playground::embed",
    "base",
];

const CRATES: [(&str, &str); 12] = [
    ("yew", "yew"),
    ("implicit_clone", "yew"),
    ("indexmap", "yew"),
    ("gloo", "yew"),
    ("alloc", "alloc"),
    ("core", "core"),
    ("std", "std"),
    ("hashbrown", "hashbrown"),
    ("talc", "talc"),
    ("wasm_bindgen", "wasm-bindgen, js-sys, web-sys"),
    ("js_sys", "wasm-bindgen, js-sys, web-sys"),
    ("web_sys", "wasm-bindgen, js-sys, web-sys"),
];

/// Code that was made for a type of ours counts as ours where its name says so; a collection of the standard library
/// does not, whatever it holds.
fn part_of(name: &str) -> &'static str {
    if let Some((_, path)) = name.split_once(OURS) {
        let path = without_digest(path);
        let is_in = |module: &&&str| path.starts_with(**module);
        return MODULES
            .iter()
            .find(is_in)
            .copied()
            .unwrap_or("of ours, elsewhere");
    }
    let path = name.trim_start_matches(|char: char| !char.is_ascii_alphabetic());
    let path = path.strip_prefix("dyn ").unwrap_or(path);
    let found = CRATES.iter().find(|(start, _)| path.starts_with(start));
    found.map_or("other", |(_, part)| part)
}

/// A path without the digest of its crate, in brackets behind the crate's name.
fn without_digest(path: &str) -> Cow<'_, str> {
    match path.split_once('[') {
        Some((krate, rest)) if krate.chars().all(char::is_alphanumeric) => {
            let behind = rest.split_once(']').map_or("", |(_, behind)| behind);
            Cow::Owned([krate, behind].concat())
        }
        _ => Cow::Borrowed(path),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_tells_its_part() {
        for (name, part) in [
            (
                "setnx_keyspace::commands::keys::keys::h93",
                "keyspace::commands",
            ),
            ("setnx_keyspace::server::Server::begin::h93", "keyspace"),
            (
                "setnx_keyspace[88324325ed4e930a]::commands::expiry::set",
                "keyspace::commands",
            ),
            (
                "<setnx_playground::ui::timeline::Timeline as yew::functional::FunctionProvider>::run",
                "playground::ui::timeline",
            ),
            (
                "<alloc::rc::Rc<T> as yew::utils::RcExt<T>>::unwrap_or_clone::ha0",
                "alloc",
            ),
            ("<char>::escape_debug_ext", "other"),
            ("core[c5930c85a12de822]::str::slice_error_fail_rt", "core"),
            ("js_sys::Array::push", "wasm-bindgen, js-sys, web-sys"),
        ] {
            assert_eq!(part_of(name), part, "{name}");
        }
    }

    #[test]
    fn heavy_ways_are_found_by_the_names_of_functions() {
        let with = |name: &str| {
            let mut names = wasm_encoder::NameMap::new();
            names.append(0, name);
            let mut section = wasm_encoder::NameSection::new();
            section.functions(&names);
            let mut module = wasm_encoder::Module::new();
            module.section(&section);
            heavy(&module.finish(), "").unwrap().len()
        };
        assert_eq!(with("<core[c5]::str::pattern::StrSearcher>::new"), 1);
        assert_eq!(with("core::slice::sort::stable::driftsort_main"), 1);
        assert_eq!(with("setnx_keyspace::storage::sorted::Sorted::add"), 0);
        assert_eq!(
            with("_ZN4core5slice4sort6stable14driftsort_main17h0123456789abcdefE"),
            1
        );
    }
}
