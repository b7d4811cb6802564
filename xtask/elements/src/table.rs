//! The table static/embed/elements.json: its rows, and what a row has to say.

use anyhow::Result;
use serde_json::Value;

/// Each list of the table, the words that a row of it must have, and those that it may have. Every row has a name and a
/// description; one that belongs to a single element names it in `of`.
const LISTS: [(&str, &[&str], &[&str]); 9] = [
    (
        "attributes",
        &["takes"],
        &["of", "default", "begins", "read", "frame"],
    ),
    ("properties", &["type"], &["of", "readonly"]),
    ("methods", &["returns"], &["of", "takes"]),
    ("events", &["detail"], &["of"]),
    ("slots", &[], &["of"]),
    ("parts", &[], &["of"]),
    ("variables", &[], &["of"]),
    ("types", &[], &["is", "extends", "fields"]),
    ("functions", &["returns"], &["takes"]),
];

/// The table, with every row checked.
pub struct Table(Value);

/// A row of one of its lists.
#[derive(Clone, Copy)]
pub struct Row<'a>(&'a Value);

/// The values of an attribute.
#[derive(Debug, PartialEq, Eq)]
pub enum Takes<'a> {
    /// Any text.
    Text,
    /// It is there or not.
    Flag,
    /// A whole number from 1 to this one.
    UpTo(u32),
    /// One of these words.
    OneOf(Vec<&'a str>),
    /// A language of `locales/`.
    Language,
}

impl Table {
    /// Reads a table.
    ///
    /// # Errors
    /// A sentence that names the first row in which a word is missing, unknown or of no meaning.
    pub fn parse(text: &str) -> Result<Self, String> {
        let table: Value = serde_json::from_str(text).map_err(|error| error.to_string())?;
        let table = Self(table);
        for element in table.elements() {
            element.check(&["tag", "class", "frame"], &[])?;
        }
        for (list, required, optional) in LISTS {
            for row in table.rows(list) {
                row.check(&[&["name"], required].concat(), optional)?;
                let is_known = |tag| table.elements().any(|element| element.text("tag") == tag);
                if row.has("of") && !is_known(row.text("of")) {
                    return Err(format!("{}: there is no such element", row.0));
                }
                if list == "attributes" && row.takes().is_none() {
                    return Err(format!("{}: `takes` means nothing", row.0));
                }
            }
        }
        Ok(table)
    }

    /// Both elements.
    pub fn elements(&self) -> impl Iterator<Item = Row<'_>> {
        self.rows("elements")
    }

    /// The rows of a list.
    pub fn rows(&self, list: &str) -> impl Iterator<Item = Row<'_>> {
        let rows = self.0[list].as_array().map_or(&[][..], Vec::as_slice);
        rows.iter().map(Row)
    }

    /// The rows of a list that belong to both elements.
    pub fn common(&self, list: &str) -> impl Iterator<Item = Row<'_>> {
        self.rows(list).filter(|row| !row.has("of"))
    }

    /// The rows of a list that belong to an element alone.
    pub fn own<'a>(&'a self, list: &str, element: Row<'a>) -> impl Iterator<Item = Row<'a>> {
        self.rows(list)
            .filter(move |row| row.text("of") == element.text("tag"))
    }

    /// The rows of a list that belong to an element, its own first.
    pub fn all_of<'a>(&'a self, list: &str, element: Row<'a>) -> impl Iterator<Item = Row<'a>> {
        self.own(list, element).chain(self.common(list))
    }

    /// The attributes of an element that are properties as well. `lang` is one of every element's, and some attributes
    /// have a row of their own among the properties.
    pub fn reflected<'a>(&'a self, element: Row<'a>) -> impl Iterator<Item = Row<'a>> {
        self.all_of("attributes", element).filter(move |row| {
            let name = row.text("name");
            let mut others = self.all_of("properties", element);
            name != "lang" && others.all(|other| other.text("name") != name)
        })
    }

    /// The names of the fields of a type, those of the type that it extends first.
    pub fn fields_of(&self, name: &str) -> Vec<&str> {
        let Some(found) = self.rows("types").find(|row| row.text("name") == name) else {
            return Vec::new();
        };
        let mut names = match found.has("extends") {
            true => self.fields_of(found.text("extends")),
            false => Vec::new(),
        };
        names.extend(found.fields().map(|field| field.text("name")));
        names
    }
}

impl<'a> Row<'a> {
    /// The text of a word of the row; empty when it is missing.
    pub fn text(self, word: &str) -> &'a str {
        self.0[word].as_str().unwrap_or_default()
    }

    /// Whether the row has a word.
    pub fn has(self, word: &str) -> bool {
        self.0.get(word).is_some()
    }

    /// Whether a word of the row is `true`, or `or` when it is missing.
    pub fn is(self, word: &str, or: bool) -> bool {
        self.0[word].as_bool().unwrap_or(or)
    }

    /// The values that an attribute takes.
    pub fn takes(self) -> Option<Takes<'a>> {
        match self.text("takes") {
            "text" => Some(Takes::Text),
            "flag" => Some(Takes::Flag),
            "language" => Some(Takes::Language),
            range if range.starts_with("1..") => range.get(3..)?.parse().ok().map(Takes::UpTo),
            words if words.contains(" | ") => Some(Takes::OneOf(words.split(" | ").collect())),
            _ => None,
        }
    }

    /// The fields of a type.
    pub fn fields(self) -> impl Iterator<Item = Row<'a>> {
        let fields = self.0["fields"].as_array().map_or(&[][..], Vec::as_slice);
        fields.iter().map(Row)
    }

    /// The name of an element in a frame's address, and which of its parameters become the text in it.
    pub fn frame(self) -> (&'a str, Vec<&'a str>) {
        let frame = &self.0["frame"];
        let text = frame["text"].as_array().into_iter().flatten();
        (
            frame["name"].as_str().unwrap_or_default(),
            text.filter_map(Value::as_str).collect(),
        )
    }

    fn check(self, required: &[&str], optional: &[&str]) -> Result<(), String> {
        let required = [&["about"], required].concat();
        if let Some(missing) = required.iter().find(|word| !self.has(word)) {
            return Err(format!("{}: `{missing}` is missing", self.0));
        }
        let words = self.0.as_object().into_iter().flatten();
        for (word, _) in words {
            if ![&required, optional].concat().contains(&word.as_str()) {
                return Err(format!("{}: `{word}` means nothing here", self.0));
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ELEMENT: &str =
        r#""elements": [{ "tag": "a-b", "class": "C", "about": "", "frame": {} }]"#;

    fn with(attribute: &str) -> Result<Table, String> {
        Table::parse(&format!("{{ {ELEMENT}, \"attributes\": [{attribute}] }}"))
    }

    #[test]
    fn a_row_tells_what_an_attribute_takes() {
        for (takes, meant) in [
            ("text", Takes::Text),
            ("flag", Takes::Flag),
            ("1..9", Takes::UpTo(9)),
            ("full | none", Takes::OneOf(vec!["full", "none"])),
        ] {
            let row = format!(r#"{{ "name": "a", "takes": "{takes}", "about": "" }}"#);
            let table = with(&row).unwrap();
            assert_eq!(
                table.rows("attributes").next().unwrap().takes(),
                Some(meant)
            );
        }
    }

    #[test]
    fn a_missing_an_unknown_and_a_meaningless_word_are_named() {
        for (row, named) in [
            (r#"{ "name": "a", "about": "" }"#, "`takes` is missing"),
            (
                r#"{ "name": "a", "about": "", "takes": "text", "tekes": "" }"#,
                "`tekes`",
            ),
            (
                r#"{ "name": "a", "about": "", "takes": "1..x" }"#,
                "`takes` means nothing",
            ),
            (
                r#"{ "name": "a", "about": "", "takes": "text", "of": "x-y" }"#,
                "no such element",
            ),
        ] {
            let error = with(row).err().unwrap();
            assert!(error.contains(named), "{error}");
        }
    }
}
