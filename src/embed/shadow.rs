//! The shadow root of an island and the one style sheet that all islands share.

use js_sys::Array;
use wasm_bindgen::JsValue;
use web_sys::{CssStyleSheet, HtmlElement, ShadowRoot, ShadowRootInit, ShadowRootMode};

/// Constructed sheets are the one kind of style that `style-src 'self'` lets a script make.
const CSS: &str = concat!(
    include_str!("../../static/island.css"),
    include_str!("../../static/prompt.css"),
    include_str!("../../static/timeline.css"),
    include_str!("../../static/play.css"),
);
/// The same without comments and the spaces that only people need. The compiler does it.
static SHORT: &str = match std::str::from_utf8(SHORTENED.0.split_at(SHORTENED.1).0) {
    Ok(css) => css,
    Err(_) => CSS,
};
const SHORTENED: ([u8; CSS.len()], usize) = shortened(CSS.as_bytes());

thread_local! {
    static SHEET: Result<CssStyleSheet, JsValue> = sheet();
}

fn sheet() -> Result<CssStyleSheet, JsValue> {
    let sheet = CssStyleSheet::new()?;
    sheet.replace_sync(SHORT)?;
    Ok(sheet)
}

/// The open shadow root of `host`, made at the first call, with the islands' styles.
pub fn attach(host: &HtmlElement) -> Result<ShadowRoot, JsValue> {
    if let Some(shadow) = host.shadow_root() {
        return Ok(shadow);
    }
    let shadow = host.attach_shadow(&ShadowRootInit::new(ShadowRootMode::Open))?;
    let sheet = SHEET.with(Clone::clone)?;
    shadow.set_adopted_style_sheets(&Array::of1(&sheet));
    Ok(shadow)
}

/// What is left of a style sheet whose texts in quotes have no comments and no double spaces, and how long that is.
#[expect(
    clippy::indexing_slicing,
    reason = "runs in the compiler, which refuses an index that is out of bounds"
)]
const fn shortened<const N: usize>(css: &[u8]) -> ([u8; N], usize) {
    let (mut out, mut len) = ([0; N], 0);
    let (mut rest, mut is_spaced) = (css, false);
    loop {
        rest = match rest {
            [] => return (out, len),
            [b'/', b'*', comment @ ..] => {
                let mut comment = comment;
                while let [_, tail @ ..] = comment {
                    if let [b'*', b'/', ..] = comment {
                        break;
                    }
                    comment = tail;
                }
                comment.split_at(2).1
            }
            [b' ' | b'\n', tail @ ..] => {
                is_spaced = true;
                tail
            }
            [byte, tail @ ..] => {
                let is_after_mark =
                    len == 0 || matches!(out[len - 1], b'{' | b'}' | b';' | b',' | b':');
                if is_spaced && !is_after_mark && !matches!(*byte, b'{' | b'}') {
                    out[len] = b' ';
                    len += 1;
                }
                out[len] = *byte;
                len += 1;
                is_spaced = false;
                tail
            }
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_style_sheet_is_shortened_where_it_means_the_same() {
        const CSS: &str = "/* a; b */\n.a :is(p, td) > b {\n  margin: 0 auto;\n\n  /* c */ --x: calc(1px + 2px);\n}\n";
        let (short, len) = shortened::<{ CSS.len() }>(CSS.as_bytes());
        let short = str::from_utf8(&short[..len]).unwrap();
        assert_eq!(
            short,
            ".a :is(p,td) > b{margin:0 auto;--x:calc(1px + 2px);}"
        );
    }
}
