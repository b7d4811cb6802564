//! The generated blocks of the scripts that are otherwise written by hand.

use anyhow::Result;

use super::table::{Row, Table, Takes};

const START: &str = "// <generated: cargo xtask elements>";
const END: &str = "// </generated>";

/// A script with its generated block replaced by these lines, as far in as the block's first line.
///
/// # Errors
/// When the script has no such block.
pub fn replaced(script: &str, lines: &[String]) -> Result<String, String> {
    let missing = || format!("it has no block from `{START}` to `{END}`");
    let (before, rest) = script.split_once(START).ok_or_else(missing)?;
    let (_, after) = rest.split_once(END).ok_or_else(missing)?;
    let indent: String = before
        .chars()
        .rev()
        .take_while(|letter| *letter == ' ')
        .collect();
    let mut text = format!("{before}{START}\n");
    for line in lines {
        text += &format!("{indent}{line}\n");
    }
    Ok(format!("{text}{indent}{END}{after}"))
}

/// The block of modules/box.js: the attributes that are followed, those that are properties, and all that are observed.
pub fn observed(table: &Table) -> Vec<String> {
    let elements = || table.elements();
    let is_reflected = |name: &str| {
        let mut rows = elements().flat_map(|element| table.reflected(element));
        rows.any(|row| row.text("name") == name)
    };
    let (mut followed, mut others) = (Vec::new(), Vec::new());
    for row in table.rows("attributes") {
        let name = row.text("name");
        let quoted = format!("\"{name}\"");
        if !row.is("begins", false) && !followed.contains(&quoted) {
            followed.push(quoted.clone());
        }
        if !is_reflected(name) {
            others.push(quoted);
        }
    }
    let mut lines = vec![
        "/** Attributes whose changes are followed: that of another one begins anew. */".into(),
        format!("static follows = [{}];", followed.join(", ")),
        "/** Attributes that are properties as well: a text, a number that is this one without the attribute, a flag, or \
         one of these words, the first without it. */"
            .into(),
        "static reflected = {".into(),
    ];
    for element in table.elements() {
        let kinds: Vec<String> = table.reflected(element).map(kind).collect();
        let (tag, kinds) = (element.text("tag"), kinds.join(", "));
        lines.push(format!("  \"{tag}\": {{ {kinds} }},"));
    }
    lines.push("};".into());
    lines.push(format!(
        "static observedAttributes = [{}, ...Object.values(this.reflected).flatMap(Object.keys)];",
        others.join(", ")
    ));
    lines
}

fn kind(row: Row<'_>) -> String {
    let is = match row.takes() {
        Some(Takes::Flag) => "true".into(),
        Some(Takes::UpTo(_)) if row.has("default") => row.text("default").to_owned(),
        Some(Takes::UpTo(_)) => "0".into(),
        Some(Takes::OneOf(words)) => format!("{words:?}"),
        Some(Takes::Language | Takes::Text) | None => "null".into(),
    };
    format!("{}: {is}", row.text("name"))
}

/// The block of frame.js: by the name that a frame has for an element, its parameters and the values that they take.
pub fn parameters(table: &Table) -> Vec<String> {
    let mut lines = vec!["const ELEMENTS = {".to_owned()];
    for element in table.elements() {
        let (name, text) = element.frame();
        let taken: Vec<String> = table
            .all_of("attributes", element)
            .filter(|row| row.is("frame", true))
            .map(|row| format!("{}: {}", row.text("name"), check(row)))
            .chain(text.iter().map(|name| format!("{name}: any")))
            .collect();
        let text: Vec<String> = text.iter().map(|name| format!("\"{name}\"")).collect();
        lines.extend([
            format!("  {name}: {{"),
            format!("    name: \"{}\",", element.text("tag")),
            format!("    text: [{}],", text.join(", ")),
            format!("    takes: {{ {} }},", taken.join(", ")),
            "  },".to_owned(),
        ]);
    }
    lines.push("};".into());
    lines
}

fn check(row: Row<'_>) -> String {
    match row.takes() {
        Some(Takes::Flag) => "flag".into(),
        Some(Takes::UpTo(max)) => format!("upTo({max})"),
        Some(Takes::OneOf(words)) => {
            let words: Vec<String> = words.iter().map(|word| format!("\"{word}\"")).collect();
            format!("oneOf({})", words.join(", "))
        }
        Some(Takes::Language) => "language".into(),
        Some(Takes::Text) | None => "any".into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_block_alone_is_replaced() {
        let script = format!("a\n  {START}\n  old\n  {END}\nb\n");
        let made = replaced(&script, &["new".into()]).unwrap();
        assert_eq!(made, format!("a\n  {START}\n  new\n  {END}\nb\n"));
        assert_eq!(replaced(&made, &["new".into()]).unwrap(), made);
        assert!(replaced("a\n", &[]).is_err());
    }
}
