//! Parts of the page's wasm that are fetched when they are first needed.
//!
//! A function that is declared by [`late!`](crate::part) stands, with all code and data that nothing else uses, in a
//! file of its own. `cargo xtask build` and `cargo xtask serve` split the module there; every other build (native, tests,
//! plain Trunk) leaves it whole, and every part is present from the start. Code asks [`Part::is_here`] before it calls
//! such a function: a call without its part ends the instance. `ui::parts` and embed.js fetch the parts.

#[cfg(setnx_split)]
use std::sync::atomic::{AtomicU32, Ordering};

/// A part of the wasm.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Part {
    /// Commands that a program sends without a line.
    Calls,
    /// Handlers of commands that few pages use: bits, floats, LCS, CONFIG, CLIENT, INFO and others.
    Commands,
    /// The editor of lock programs, and their export as TLA+ modules.
    Editor,
    /// The texts about commands, with hints, completion, colours, `help` and COMMAND.
    Help,
    /// The view of the keys beside a prompt.
    Keys,
    /// Scripts: the handlers of EVAL and FUNCTION, and the engine.
    Scripts,
    /// The search over all schedules, and the panel that asks it.
    Search,
    /// The timeline, with the lock language, the simulator and the lessons.
    Timeline,
    /// Commands on values of any type: DUMP, RESTORE, SORT, MEMORY.
    Types,
    /// Commands on lists.
    Lists,
    /// Commands on sets.
    Sets,
    /// Commands on hashes.
    Hashes,
    /// Commands on sorted sets.
    SortedSets,
    /// Commands on streams, but for their groups of consumers.
    Streams,
    /// Commands on the groups of consumers of a stream.
    Groups,
    /// Commands on places in sorted sets.
    Places,
    /// Commands on HyperLogLogs.
    HyperLogLogs,
    /// All parts that bring commands, but [`Part::Scripts`]: for a script of which nobody knows the commands that it calls.
    Any,
}

/// The names, in the order of the parts: one text is smaller than many.
const NAMES: &str = "calls commands editor help keys scripts search timeline types lists sets hashes zsets streams groups places \
    hlls any";

/// A bit for each part that has come.
#[cfg(setnx_split)]
static HERE: AtomicU32 = AtomicU32::new(0);

impl Part {
    /// Every part.
    pub const ALL: [Part; 18] = [
        Part::Calls,
        Part::Commands,
        Part::Editor,
        Part::Help,
        Part::Keys,
        Part::Scripts,
        Part::Search,
        Part::Timeline,
        Part::Types,
        Part::Lists,
        Part::Sets,
        Part::Hashes,
        Part::SortedSets,
        Part::Streams,
        Part::Groups,
        Part::Places,
        Part::HyperLogLogs,
        Part::Any,
    ];

    /// The name, as it stands in the name of the part's file and in [`late!`](crate::part).
    pub fn name(self) -> &'static str {
        NAMES.split(' ').nth(self as usize).unwrap_or_default()
    }

    /// The part of that name.
    pub fn named(name: &str) -> Option<Part> {
        Part::ALL.into_iter().find(|part| part.name() == name)
    }

    /// Whether the functions of this part can be called. Always, in a module that is whole.
    pub fn is_here(self) -> bool {
        #[cfg(setnx_split)]
        return HERE.load(Ordering::Relaxed) & (1 << self as u8) != 0;
        #[cfg(not(setnx_split))]
        true
    }

    /// Notes that the part has been linked to this instance.
    pub fn has_come(self) {
        #[cfg(setnx_split)]
        HERE.fetch_or(
            match self {
                // From the types on, with those that stand elsewhere in the list.
                Part::Any => {
                    !0 << Part::Types as u8 | 1 << Part::Commands as u8 | 1 << Part::Help as u8
                }
                _ => 1 << self as u8,
            },
            Ordering::Relaxed,
        );
    }
}

/// Declares a function whose code comes with a part: its name, an id of 32 hexadecimal digits that no other has, and
/// the function that makes its value.
///
/// The value is passed between two functions of one compilation, so their types need not be those of C.
#[macro_export]
macro_rules! late {
    ($(#[$doc:meta])* $part:literal $id:literal $vis:vis fn $name:ident() -> $value:ty = $make:path) => {
        $(#[$doc])*
        #[cfg(setnx_split)]
        #[allow(unsafe_code, improper_ctypes, improper_ctypes_definitions)]
        $vis fn $name() -> $value {
            #[link(wasm_import_module = "__wasm_split_placeholder__")]
            unsafe extern "C" {
                #[link_name = concat!("__wasm_split_00", $part, "00_import_", $id, "_", stringify!($name))]
                safe fn import() -> $value;
            }
            #[unsafe(export_name = concat!("__wasm_split_00", $part, "00_export_", $id, "_", stringify!($name)))]
            extern "C" fn export() -> $value {
                $make()
            }
            import()
        }
        $(#[$doc])*
        #[cfg(not(setnx_split))]
        $vis fn $name() -> $value {
            $make()
        }
    };
}
pub use late;

#[cfg(test)]
mod tests {
    use super::Part;

    #[test]
    fn each_part_is_found_by_its_own_name() {
        for part in Part::ALL {
            assert_eq!(Part::named(part.name()), Some(part));
        }
        assert_eq!(Part::SortedSets.name(), "zsets");
        assert_eq!(Part::named("none"), None);
        assert_eq!(Part::named(""), None);
    }
}
