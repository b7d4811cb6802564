//! The weight of the release page's files, in one table for each budget.

use std::path::Path;

use anyhow::{Result, anyhow, bail};
use fs_err as fs;

use crate::compress::brotli_11;
use crate::parts::Part;

/// Bytes that some files may have together, each compressed by itself with brotli 11.
struct Budget {
    title: &'static str,
    max: usize,
    files: Counted,
}

/// Which files a budget counts.
enum Counted {
    Named(&'static [&'static str]),
    /// Those of the heaviest of these parts, by the script's table.
    Heaviest(&'static [&'static str]),
    /// The main part and all others, also those that come later, with the words of one language: nobody loads all others.
    AllWasm,
}

const BUDGETS: [Budget; 5] = [
    Budget {
        // The aim is 110,000; docs/design/weight.md names what stands between, and what the main part has grown by. 20,000 less since
        // code is packed in columns, and 6,600 since panics say nothing, traps are joined and the script is trimmed.
        title: "a page of another site, with prompts only",
        max: 119_400,
        files: Counted::Named(&[
            "embed.js",
            "setnx-playground.js",
            "setnx-playground_bg.wasm",
            "setnx-playground_bg.en.wasm",
        ]),
    },
    Budget {
        // The prompt, and 24,700 for markup, styles and the page's own script.
        title: "the article, until its prompt answers",
        max: 144_100,
        files: Counted::Named(&[
            "index.html",
            "tokens.css",
            "page.css",
            "icon.svg",
            "page.js",
            "embed.js",
            "setnx-playground.js",
            "setnx-playground_bg.wasm",
            "setnx-playground_bg.en.wasm",
        ]),
    },
    Budget {
        title: "the article in Chinese, until its prompt answers",
        max: 145_600,
        files: Counted::Named(&[
            "zh/index.html",
            "tokens.css",
            "page.css",
            "icon.svg",
            "page.js",
            "embed.js",
            "setnx-playground.js",
            "setnx-playground_bg.wasm",
            "setnx-playground_bg.zh.wasm",
        ]),
    },
    Budget {
        // 116,700 when all types came together. 700 more since the search for the nearest name, which every prompt loaded, is in a
        // small module that these share.
        title: "the first command on a list, a set, a hash, a stream or another type",
        max: 35_500,
        files: Counted::Heaviest(&[
            "groups", "hashes", "hlls", "lists", "places", "sets", "streams", "zsets",
        ]),
    },
    Budget {
        // The largest, in parts that come late: 78,000 for the engine of scripts, 62,000 for the search, 86,000 for timelines,
        // 47,000 for seldom used commands. 25,000 since each type comes by itself: files that are compressed one by one, in place of
        // 90,000 that a reader of one type loaded in vain. 112,000 less since code is packed in columns. 3,500 for verdicts that were
        // wrong: docs/design/weight.md.
        title: "all parts of the wasm",
        max: 654_000,
        files: Counted::AllWasm,
    },
];

/// What a budget may have more for each language beyond English and Chinese: 8 bytes for the address of each of its texts, before
/// brotli, and what `embed.js` says by itself. An allowance: no third language has been weighed.
const A_LANGUAGE: usize = 4_000;
/// The languages that the budgets were made for.
const LANGUAGES: usize = 2;

#[derive(Clone)]
struct Weight {
    name: String,
    raw: usize,
    brotli: usize,
}

/// Prints the tables and fails if the page is over one of its budgets, or is not split into parts.
pub fn weigh(name: &str, dist: &Path, empty: &Path) -> Result<()> {
    let files = files(dist)?;
    let mut over = Vec::new();
    let more = A_LANGUAGE * languages(name, &files).saturating_sub(LANGUAGES);
    let script = fs::read_to_string(dist.join(format!("{name}.js")))?;
    for budget in &BUDGETS {
        let counted = budget.counted(name, &files, &script)?;
        let max = budget.max + more;
        let total = total("together", &counted);
        println!("\n{:>9}  {:>9}  {}", "bytes", "brotli 11", budget.title);
        counted.iter().for_each(print);
        print(&total);
        let share = total.brotli * 100 / max;
        println!("{:>20}  of {max} bytes, {share} % are used", "");
        if total.brotli > max {
            let bytes = total.brotli - max;
            over.push(format!("{}: {bytes} bytes over the budget", budget.title));
        }
    }
    println!("\n{:>9}  {:>9}  in no budget", "bytes", "brotli 11");
    let mut others = files.clone();
    for budget in &BUDGETS {
        let counted = budget.counted(name, &files, &script)?;
        others.retain(|file| counted.iter().all(|counted| counted.name != file.name));
    }
    others.iter().for_each(print);
    print(&total(
        "an empty Yew page, for comparison",
        &self::files(empty)?,
    ));

    let timeline = format!("{name}_timeline.wasm");
    if !files.iter().any(|file| file.name == timeline) {
        bail!(
            "the page has no {timeline}: the timeline is to be a part of its own. crates/base/src/part.rs says where the wasm is \
             split, and the program bindgen does it."
        );
    }
    if over.is_empty() {
        return Ok(());
    }
    Err(anyhow!(
        "the page is too heavy.\n- {}\nThe tables above name the files; `cargo xtask build --parts` tells what each \
         module and crate has of them.",
        over.join("\n- ")
    ))
}

/// The number of languages whose words the page has.
fn languages(name: &str, files: &[Weight]) -> usize {
    let words = format!("{name}_bg.");
    let files = files
        .iter()
        .filter_map(|file| file.name.strip_prefix(&words));
    files.filter(|rest| rest.matches('.').count() == 1).count()
}

impl Budget {
    /// The files that it counts, largest first. One that is named and not there is an error.
    fn counted(&self, name: &str, files: &[Weight], script: &str) -> Result<Vec<Weight>> {
        let all = |names: &[String]| {
            let missing = |name: &&String| files.iter().all(|file| file.name != **name);
            if let Some(name) = names.iter().find(missing) {
                return Err(anyhow!(
                    "the budget for {} counts {name}, which the page does not have: change size::BUDGETS",
                    self.title
                ));
            }
            let is_counted = |file: &&Weight| names.contains(&file.name);
            Ok(files.iter().filter(is_counted).cloned().collect::<Vec<_>>())
        };
        match self.files {
            Counted::Named(names) => {
                let names: Vec<String> = names.iter().map(|name| (*name).to_owned()).collect();
                all(&names)
            }
            Counted::Heaviest(parts) => {
                let each = parts.iter().map(|part| {
                    // A part that the table does not have is missed by its own name.
                    let mut names = files_of(part, name, script);
                    names.extend(names.is_empty().then(|| format!("{name}_{part}.wasm")));
                    all(&names)
                });
                let each = each.collect::<Result<Vec<_>>>()?;
                let heaviest = each.into_iter().max_by_key(|files| total("", files).brotli);
                Ok(heaviest.unwrap_or_default())
            }
            // NAME.wasm and NAME.en.wasm: nobody loads two languages.
            Counted::AllWasm => {
                let is_counted = |file: &&Weight| {
                    file.name.ends_with(".wasm")
                        && (file.name.matches('.').count() == 1 || file.name.ends_with(".en.wasm"))
                };
                Ok(files.iter().filter(is_counted).cloned().collect())
            }
        }
    }
}

/// The files of a part, by the table in a script that may have been shortened: `part: "shared part part.*"`.
fn files_of(part: &str, name: &str, script: &str) -> Vec<String> {
    let pieces: Vec<&str> = script.split(['"', '`', '\'']).collect();
    let is_name = |before: &str, own: &str| {
        before.trim() == ":" && own == part
            || before.strip_suffix(':').is_some_and(|before| {
                let letters = |c: char| !c.is_ascii_alphabetic();
                before.rsplit(letters).next() == Some(part)
            })
    };
    let mut rows = pieces
        .windows(3)
        .filter(|row| is_name(row[1], row[0]))
        .map(|row| row[2]);
    let files = rows.next().unwrap_or_default().split(' ');
    let files = files.filter(|file| !file.is_empty() && !file.ends_with('*'));
    files.map(|file| format!("{name}_{file}.wasm")).collect()
}

/// Prints what the parts of a module weigh.
pub fn print_parts(module: &str, parts: &[Part]) {
    println!("\n{:>9}  {:>9}  part of {module}", "bytes", "brotli 11");
    for part in parts {
        println!("{:>9}  {:>9}  {}", part.raw, part.brotli, part.name);
    }
}

fn print(file: &Weight) {
    println!("{:>9}  {:>9}  {}", file.raw, file.brotli, file.name);
}

fn total(name: &str, files: &[Weight]) -> Weight {
    Weight {
        name: name.to_owned(),
        raw: files.iter().map(|file| file.raw).sum(),
        brotli: files.iter().map(|file| file.brotli).sum(),
    }
}

/// Every file under `directory`, largest first.
fn files(directory: &Path) -> Result<Vec<Weight>> {
    let mut found = Vec::new();
    let mut open = vec![directory.to_path_buf()];
    while let Some(next) = open.pop() {
        for entry in fs::read_dir(&next)? {
            let path = entry?.path();
            if path.is_dir() {
                open.push(path);
            } else {
                let bytes = fs::read(&path)?;
                let name = path.strip_prefix(directory).unwrap_or(&path);
                found.push(Weight {
                    name: name.to_string_lossy().into_owned(),
                    raw: bytes.len(),
                    brotli: brotli_11(&bytes).len(),
                });
            }
        }
    }
    if found.is_empty() {
        bail!("{} has no files to weigh", directory.display());
    }
    found.sort_by(|a, b| b.brotli.cmp(&a.brotli).then_with(|| a.name.cmp(&b.name)));
    Ok(found)
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::*;

    #[test]
    fn the_document_has_the_budgets() {
        let text = include_str!("../../../docs/design/weight.md");
        for budget in &BUDGETS {
            let bytes = budget.max.to_string();
            let (thousands, rest) = bytes.split_at(bytes.len() - 3);
            let row = format!("| {} | {thousands},{rest} |", budget.title);
            assert!(
                text.contains(&row),
                "docs/design/weight.md does not say: {row}"
            );
        }
    }

    /// xorshift: noise that no compressor shortens.
    fn noise(length: usize) -> Vec<u8> {
        let mut state = 88_172_645_463_325_252_u64;
        let bytes = std::iter::repeat_with(|| {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            state as u8
        });
        bytes.take(length).collect()
    }

    /// A page with every file that a budget names, each of few bytes, and the page to compare with.
    fn page(name: &str) -> (PathBuf, PathBuf, PathBuf) {
        let root = std::env::temp_dir().join(format!("xtask-size-{name}-{}", std::process::id()));
        let (page, empty) = (root.join("page"), root.join("empty"));
        fs::create_dir_all(page.join("zh")).unwrap();
        fs::create_dir_all(&empty).unwrap();
        fs::write(empty.join("index.html"), "<p>").unwrap();
        for budget in &BUDGETS {
            if let Counted::Named(names) = budget.files {
                for name in names {
                    fs::write(page.join(name), "a".repeat(budget.max * 2)).unwrap();
                }
            }
        }
        fs::write(page.join("setnx-playground_timeline.wasm"), "").unwrap();
        fs::write(page.join("setnx-playground_lists.wasm"), "").unwrap();
        let parts = BUDGETS.iter().flat_map(|budget| match budget.files {
            Counted::Heaviest(parts) => parts,
            _ => &[],
        });
        let rows: Vec<String> = parts.map(|part| format!("{part}:`lists`")).collect();
        let script = format!("let a=`b`,T={{{}}};", rows.join(","));
        fs::write(page.join("setnx-playground.js"), script).unwrap();
        (root, page, empty)
    }

    #[test]
    fn each_budget_fails_by_its_own_files_and_bytes_are_counted_after_brotli() {
        let (root, page, empty) = page("budgets");
        assert!(
            weigh("setnx-playground", &page, &empty).is_ok(),
            "repetition compresses well"
        );
        fs::write(page.join("save.js"), noise(500_000)).unwrap();
        assert!(
            weigh("setnx-playground", &page, &empty).is_ok(),
            "save.js is in no budget"
        );
        let own = [
            "embed.js",
            "index.html",
            "zh/index.html",
            "setnx-playground_lists.wasm",
            "setnx-playground_help.wasm",
        ];
        for (file, budget) in own.into_iter().zip(&BUDGETS) {
            let title = budget.title;
            fs::write(page.join(file), noise(budget.max + 1000)).unwrap();
            let text = weigh("setnx-playground", &page, &empty)
                .unwrap_err()
                .to_string();
            assert!(
                text.contains(title) && text.matches("over").count() == 1,
                "{text}"
            );
            fs::write(page.join(file), "").unwrap();
        }
        fs::remove_dir_all(root).unwrap();
    }

    #[test]
    fn a_third_language_may_weigh_what_its_addresses_do() {
        let (root, page, empty) = page("languages");
        let part = page.join("setnx-playground_types.wasm");
        let all = BUDGETS[4].max;
        fs::write(part, noise(all + A_LANGUAGE - 100)).unwrap();
        assert!(weigh("setnx-playground", &page, &empty).is_err());
        fs::write(page.join("setnx-playground_bg.pt.wasm"), noise(all)).unwrap();
        weigh("setnx-playground", &page, &empty).unwrap();
        fs::remove_dir_all(root).unwrap();
    }

    #[test]
    fn a_page_that_is_not_split_is_an_error() {
        let (root, page, empty) = page("whole");
        fs::remove_file(page.join("setnx-playground_timeline.wasm")).unwrap();
        assert!(weigh("setnx-playground", &page, &empty).is_err());
        fs::remove_dir_all(root).unwrap();
    }

    #[test]
    fn a_budget_for_a_file_that_is_gone_is_an_error() {
        let (root, page, empty) = page("gone");
        fs::remove_file(page.join("page.js")).unwrap();
        assert!(weigh("setnx-playground", &page, &empty).is_err());
        fs::remove_dir_all(root).unwrap();
    }
}
