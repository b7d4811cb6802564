//! Puts the small modules of a page into one file. The splitter writes one for each set of parts that have code in common:
//! dozens, most of them no larger than the frame of a module is, and a request for each costs more than its bytes.

use std::collections::BTreeMap;

use wasm_encoder::{CustomSection, Module};

/// A module of fewer bytes is small.
const SMALL_BYTES: usize = 4096;

/// Takes the small modules out of `parts` and makes one of them: an empty module with a section for each, under the number
/// in its name. `script` names them `FILE#NUMBER` from then on. Returns what is left, the gathered file among it.
pub fn gather(
    stem: &str,
    script: &str,
    parts: BTreeMap<String, Vec<u8>>,
) -> (String, BTreeMap<String, Vec<u8>>) {
    let shared = format!("{stem}_shared");
    let gathered = format!("{shared}.wasm");
    let mut script = script.to_owned();
    let mut left = BTreeMap::new();
    let mut module = Module::new();
    for (name, bytes) in parts {
        let own = name.strip_prefix(&shared);
        let number = own.and_then(|own| own.strip_prefix('_')?.strip_suffix(".wasm"));
        let Some(number) = number.filter(|_| bytes.len() < SMALL_BYTES) else {
            left.insert(name, bytes);
            continue;
        };
        module.section(&CustomSection {
            name: number.into(),
            data: bytes.into(),
        });
        script = script.replace(&format!("\"{name}\""), &format!("\"{gathered}#{number}\""));
    }
    left.insert(gathered, module.finish());
    (script, left)
}

#[cfg(test)]
mod tests {
    use super::gather;

    #[test]
    fn small_modules_stand_in_one_and_the_script_names_their_sections() {
        let files = [
            ("page_shared_1.wasm", 10),
            ("page_shared_2.wasm", 5_000),
            ("page_shared_3.wasm", 20),
            ("page_help.wasm", 30),
        ];
        let parts = files.map(|(name, length)| (name.to_owned(), vec![7; length]));
        let script =
            r#"PARTS = {"help": ["page_shared_1.wasm", "page_shared_2.wasm", "page_help.wasm"]};"#;
        let (script, left) = gather("page", script, parts.into());
        assert_eq!(
            script,
            r#"PARTS = {"help": ["page_shared.wasm#1", "page_shared_2.wasm", "page_help.wasm"]};"#
        );
        let names: Vec<_> = left.keys().collect();
        assert_eq!(
            names,
            ["page_help.wasm", "page_shared.wasm", "page_shared_2.wasm"]
        );
        let mut one = b"\0asm\x01\0\0\0".to_vec();
        one.extend([&[0, 12, 1, b'1'][..], &[7; 10]].concat());
        one.extend([&[0, 22, 1, b'3'][..], &[7; 20]].concat());
        assert_eq!(left["page_shared.wasm"], one);
    }
}
