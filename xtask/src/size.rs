//! What a first load of the release page weighs, file by file, against its budget.

use std::fs;
use std::path::Path;

use brotli::enc::BrotliEncoderParams;

use crate::failure::Failure;
use crate::parts::Part;

/// Bytes that all files of a first load may have together, each compressed by itself with brotli 11.
/// What all commands, the whole prompt and the timeline's play take, with little to spare: what comes next has to find
/// its room first, and 200,000 are the aim.
const BUDGET: usize = 270_000;

/// Files of dist/ that no first load asks for: an embedding page does, or a reader who saves a picture.
const NOT_IN_A_FIRST_LOAD: &[&str] = &[
    "custom-elements.json",
    "embed.d.ts",
    "embed.html",
    "embed.js",
    "fit.js",
    "frame.js",
    "save.js",
    "upgrade.js",
];

struct Weight {
    name: String,
    raw: usize,
    brotli: usize,
}

/// Prints the table and fails if the page is over its budget.
pub fn weigh(dist: &Path, empty: &Path) -> Result<(), Failure> {
    let (counted, others) = files(dist)?
        .into_iter()
        .partition::<Vec<_>, _>(|file| !NOT_IN_A_FIRST_LOAD.contains(&file.name.as_str()));
    let total = total("all of a first load", &counted);
    let floor = self::total("an empty Yew page, for comparison", &files(empty)?);

    println!("\n{:>9}  {:>9}  first load", "bytes", "brotli 11");
    counted.iter().for_each(print);
    print(&total);
    print(&floor);
    for file in &others {
        println!(
            "{:>9}  {:>9}  {} (not in a first load)",
            file.raw, file.brotli, file.name
        );
    }
    let share = total.brotli * 100 / BUDGET;
    println!("The budget is {BUDGET} bytes after brotli: {share} % of it is used.");
    if total.brotli <= BUDGET {
        return Ok(());
    }
    Err(Failure::new(format!(
        "the page is {} bytes over its budget. The table above names the files; the largest is where to begin.",
        total.brotli - BUDGET
    )))
}

/// Prints the table of the wasm's parts.
pub fn print_parts(parts: &[Part]) {
    println!("\n{:>9}  {:>9}  part of the wasm", "bytes", "brotli 11");
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
fn files(directory: &Path) -> Result<Vec<Weight>, Failure> {
    let mut found = Vec::new();
    let mut open = vec![directory.to_path_buf()];
    while let Some(next) = open.pop() {
        let unreadable =
            |error| Failure::new(format!("{} cannot be read: {error}", next.display()));
        for entry in fs::read_dir(&next).map_err(unreadable)? {
            let path = entry.map_err(unreadable)?.path();
            if path.is_dir() {
                open.push(path);
            } else {
                let bytes = fs::read(&path).map_err(unreadable)?;
                let name = path.strip_prefix(directory).unwrap_or(&path);
                found.push(Weight {
                    name: name.to_string_lossy().into_owned(),
                    raw: bytes.len(),
                    brotli: brotli_11(&bytes),
                });
            }
        }
    }
    if found.is_empty() {
        return Err(Failure::new(format!(
            "{} has no files to weigh",
            directory.display()
        )));
    }
    found.sort_by(|a, b| b.brotli.cmp(&a.brotli).then_with(|| a.name.cmp(&b.name)));
    Ok(found)
}

/// The length of `bytes` after brotli at its slowest, with the window that browsers accept.
pub fn brotli_11(bytes: &[u8]) -> usize {
    let params = BrotliEncoderParams {
        quality: 11,
        lgwin: 24,
        size_hint: bytes.len(),
        ..BrotliEncoderParams::default()
    };
    let mut compressed = Vec::new();
    // Neither end is a file: what reads a slice and writes a vector cannot fail.
    let _ = brotli::BrotliCompress(&mut &bytes[..], &mut compressed, &params);
    compressed.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_over_its_budget_fails_and_a_small_one_passes() {
        let root = std::env::temp_dir().join(format!("xtask-size-{}", std::process::id()));
        let (page, empty) = (root.join("page"), root.join("empty"));
        fs::create_dir_all(&page).unwrap();
        fs::create_dir_all(&empty).unwrap();
        fs::write(empty.join("index.html"), "<p>").unwrap();
        fs::write(page.join("index.html"), "a".repeat(BUDGET * 2)).unwrap();
        assert!(weigh(&page, &empty).is_ok(), "repetition compresses well");

        // xorshift: noise that no compressor shortens
        let mut state = 88_172_645_463_325_252_u64;
        let noise: Vec<u8> = std::iter::repeat_with(|| {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            state as u8
        })
        .take(BUDGET + 1)
        .collect();
        fs::write(page.join("noise.wasm"), &noise).unwrap();
        assert!(weigh(&page, &empty).is_err());

        fs::rename(page.join("noise.wasm"), page.join("embed.js")).unwrap();
        assert!(weigh(&page, &empty).is_ok(), "embed.js is not counted");
        fs::remove_dir_all(root).unwrap();
    }
}
