//! The script that wasm-bindgen writes, without what the page has no use for.

use crate::Outcome;

/// The beginning of wasm-bindgen's function that reads a text of the module.
const READS_TEXT: &str = "\
function getStringFromWasm0(ptr, len) {
    ptr = ptr >>> 0;
";
/// Its beginning for short texts of ASCII: nearly all are, and a TextDecoder takes ten times as long for them.
const READS_SHORT_TEXT: &str = "    \
    if (len < 33) {
        const bytes = getUint8ArrayMemory0();
        let text = '', at = 0;
        while (at < len && bytes[ptr + at] < 128) text += String.fromCharCode(bytes[ptr + at++]);
        if (at === len) return text;
    }
";

/// A browser that has the references of the module has these as well.
const BUT_FOR_OLD: &str = "(typeof FinalizationRegistry === 'undefined')\n    ? { register: () => {}, unregister: () => {} }\n    : ";
const ENCODES_INTO: (&str, &str) = ("if (!('encodeInto' in cachedTextEncoder)) {", "\n}\n");

/// The beginning of each method of a class, in one of two depths: its object may be of an instance that has gone.
const IS_ALIVE: [&str; 2] = [
    "\
        if (this.__wbg_inst !== undefined && this.__wbg_inst !== __wbg_instance_id) {
            throw new Error('Invalid stale object from previous Wasm instance');
        }
",
    "\
            if (this.__wbg_inst !== undefined && this.__wbg_inst !== __wbg_instance_id) {
                throw new Error('Invalid stale object from previous Wasm instance');
            }
",
];
const ASKS_IF_ALIVE: &str = "requireAlive(this);\n";
const REQUIRE_ALIVE: &str = "\
function requireAlive({ __wbg_inst: instance }) {
    if (instance !== undefined && instance !== __wbg_instance_id) throw new Error('Invalid stale object from previous Wasm instance');
}
";

/// From here on the script loads a module, which may be an address, a response, bytes or compiled.
const LOADS: &str = "async function __wbg_load(";
const LOADED: &str = "export { initSync, __wbg_init as default };";
/// The same for one that is compiled.
const LOADS_COMPILED: &str = "\
function initSync() {
    return wasm;
}
async function __wbg_init({ module_or_path: module }) {
    return wasm ?? __wbg_finalize_init(await WebAssembly.instantiate(module, __wbg_get_imports()), module);
}
";

/// The script with a faster way for short texts, and without what an old browser would need. `is_compiled` says that it is always given a
/// compiled module.
///
/// # Errors
/// When wasm-bindgen has written something else than this module knows.
pub fn trimmed(script: &str, is_compiled: bool) -> Outcome<String> {
    let (before, after) = around(script, READS_TEXT, "getStringFromWasm0")?;
    let mut script = [before, READS_TEXT, READS_SHORT_TEXT, after].concat();
    let (before, after) = around(&script, ENCODES_INTO.0, "encodeInto")?;
    let (_, after) = around(after, ENCODES_INTO.1, "encodeInto")?;
    script = [before, after].concat();
    around(&script, BUT_FOR_OLD, "FinalizationRegistry")?;
    script = script.replace(BUT_FOR_OLD, "");
    if IS_ALIVE.iter().any(|check| script.contains(check)) {
        for check in IS_ALIVE {
            script = script.replace(check, ASKS_IF_ALIVE);
        }
        script.push_str(REQUIRE_ALIVE);
    }
    if is_compiled {
        let (before, after) = around(&script, LOADS, "__wbg_load")?;
        let (_, after) = around(after, LOADED, "its exports")?;
        script = [before, LOADS_COMPILED, LOADED, after].concat();
    }
    Ok(script)
}

/// The texts before and behind the first of these words.
fn around<'a>(script: &'a str, words: &str, name: &str) -> Outcome<(&'a str, &'a str)> {
    script.split_once(words).ok_or_else(|| {
        format!("wasm-bindgen writes {name} in another way than this program expects").into()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// In the order in which wasm-bindgen writes them.
    fn written() -> String {
        [
            "class One {\n    call() {\n",
            IS_ALIVE[0],
            "        return 1;\n    }\n}\n",
            "const ONE = ",
            BUT_FOR_OLD,
            "new FinalizationRegistry(one);\n",
            READS_TEXT,
            "    return decodeText(ptr, len);\n}\n",
            ENCODES_INTO.0,
            "\n    cachedTextEncoder.encodeInto = function () {\n    };",
            ENCODES_INTO.1,
            LOADS,
            "module, imports) {}\n",
            LOADED,
            "\n",
        ]
        .concat()
    }

    #[test]
    fn what_only_an_old_browser_needs_is_gone() {
        let expected = [
            "class One {\n    call() {\nrequireAlive(this);\n        return 1;\n    }\n}\n",
            "const ONE = new FinalizationRegistry(one);\n",
            READS_TEXT,
            READS_SHORT_TEXT,
            "    return decodeText(ptr, len);\n}\n",
            LOADS,
            "module, imports) {}\n",
            LOADED,
            "\n",
            REQUIRE_ALIVE,
        ];
        assert_eq!(trimmed(&written(), false).unwrap(), expected.concat());
    }

    #[test]
    fn a_compiled_module_is_not_loaded() {
        let script = trimmed(&written(), true).unwrap();
        assert!(!script.contains(LOADS));
        assert!(script.contains(&[LOADS_COMPILED, LOADED].concat()));
    }

    #[test]
    fn a_script_of_another_kind_is_an_error() {
        let other = written().replace("getStringFromWasm0", "readText");
        let error = trimmed(&other, true).unwrap_err().to_string();
        assert!(error.contains("getStringFromWasm0"), "{error}");
    }
}
