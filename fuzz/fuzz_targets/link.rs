//! Any text as a link: it is decoded up to its first invalid part, and encoding the result decodes to an equal play.

#![no_main]

use libfuzzer_sys::fuzz_target;
use setnx_playground::lesson::export::{as_script, as_text};
use setnx_playground::lesson::link;
use setnx_playground::text::Lang;

/// Moves of a run that is written out: text takes long where time is not what is looked for.
const WRITTEN_MOVES_MAX: usize = 100;

fuzz_target!(|input: &[u8]| {
    let (play, stopped) = link::decode(&String::from_utf8_lossy(input));
    for lang in Lang::ALL {
        if let Some(stopped) = &stopped {
            assert!(!stopped.phrase().get(lang).contains(char::is_control));
        }
        if play.run().len() <= WRITTEN_MOVES_MAX {
            as_script(play.run(), lang);
            as_text(&play, lang);
        }
    }
    let (again, stopped) = link::decode(&link::encode(&play));
    assert_eq!(stopped, None);
    assert!(again == play);
});
