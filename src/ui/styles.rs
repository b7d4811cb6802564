//! The style sheets of a shadow root, which all of a document share. A constructed one is the only kind of style that `style-src 'self'` lets a
//! script make.

use js_sys::{Array, Function, Map, Reflect, WeakMap};
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{CssStyleSheet, Document, ShadowRoot};

/// A style sheet that was [shortened], as text.
pub const fn text<const N: usize>(
    short: &'static ([u8; N], usize),
    css: &'static str,
) -> &'static str {
    match std::str::from_utf8(short.0.split_at(short.1).0) {
        Ok(short) => short,
        Err(_) => css,
    }
}

thread_local! {
    /// The sheets by their document, which alone accepts them, and by their texts.
    static SHEETS: WeakMap = WeakMap::new();
}

/// The sheet of these styles for `document`; `None` where the document has no window to make one.
fn sheet(document: &Document, css: &'static str) -> Result<Option<CssStyleSheet>, JsValue> {
    let Some(window) = document.default_view() else {
        return Ok(None);
    };
    let sheets = SHEETS.with(|sheets| match sheets.get(document).dyn_into::<Map>() {
        Ok(map) => map,
        Err(_) => {
            let map = Map::new();
            sheets.set(document, &map);
            map
        }
    });
    let key = JsValue::from(css.as_ptr() as usize as f64);
    if let Ok(sheet) = sheets.get(&key).dyn_into() {
        return Ok(Some(sheet));
    }
    let class: Function = Reflect::get(&window, &"CSSStyleSheet".into())?.dyn_into()?;
    let sheet: CssStyleSheet = Reflect::construct(&class, &Array::new())?.unchecked_into();
    // Where none can be constructed, this is no function, or throws.
    let replace: Function = Reflect::get(&sheet, &"replaceSync".into())?.dyn_into()?;
    replace.call1(&sheet, &css.into())?;
    sheets.set(&key, &sheet);
    Ok(Some(sheet))
}

/// The attribute of a style element: which style sheet it stands for.
const STANDS_FOR: &str = "data-sheet";

/// Puts style elements into a shadow root in the place of sheets: an older browser constructs none.
fn style(document: &Document, shadow: &ShadowRoot, css: &[&'static str]) -> Result<(), JsValue> {
    for css in css {
        let number = (css.as_ptr() as usize).to_string();
        let path = ["[", STANDS_FOR, "=\"", &number, "\"]"].concat();
        if shadow.query_selector(&path)?.is_none() {
            let element = document.create_element("style")?;
            element.set_attribute(STANDS_FOR, &number)?;
            element.set_text_content(Some(css));
            shadow.append_child(&element)?;
        }
    }
    Ok(())
}

/// Puts style sheets before those that a shadow root has, if it has them not. A script's own stay behind these.
pub fn adopt(
    document: &Document,
    shadow: &ShadowRoot,
    all: &[&'static str],
) -> Result<(), JsValue> {
    let ours = Array::new();
    for css in all {
        match sheet(document, css) {
            Ok(Some(sheet)) => _ = ours.push(&sheet),
            Ok(None) => {}
            Err(_) => return style(document, shadow, all),
        }
    }
    let there = shadow.adopted_style_sheets();
    let is_there = ours.iter().all(|sheet| there.includes(&sheet, 0));
    if !is_there {
        // The setter of web-sys would let an exception pass through this function.
        Reflect::set(shadow, &"adoptedStyleSheets".into(), &ours.concat(&there))?;
    }
    Ok(())
}

/// What is left of a style sheet whose texts in quotes have no comments and no double spaces, and how long that is.
#[expect(
    clippy::indexing_slicing,
    reason = "runs in the compiler, which refuses an index that is out of bounds"
)]
pub const fn shortened<const N: usize>(css: &[u8]) -> ([u8; N], usize) {
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
