//! The Rust that is made of messages.

use std::fmt::Write;

use crate::message::{Argument, Kind, Message, Piece, Resource, When};
use crate::plural;

/// Constants and functions for the messages of all languages, in the order of the first one's file. The texts of each language
/// stand together in a module of statics where the page's wasm is built, so that they lie side by side in its memory.
pub fn module(resources: &[Resource]) -> Result<String, String> {
    let mut out = String::new();
    let mut statics = vec![Statics::default(); resources.len()];
    for message in resources
        .iter()
        .flat_map(|first| &first.messages)
        .take(resources[0].messages.len())
    {
        let mut texts = String::new();
        for (resource, statics) in resources.iter().zip(&mut statics) {
            let failed = |error| format!("{}: {}: {error}", resource.path, message.id);
            let told = resource
                .get(&message.id)
                .ok_or_else(|| failed("missing".to_owned()))?;
            let text = expression(&told.text, resource, &message.id, statics).map_err(failed)?;
            let field = field(&resource.language);
            let _ = write!(texts, "{field}: {text}, ");
        }
        for line in &message.about {
            let _ = writeln!(out, "/// {line}");
        }
        let text = format!("Text {{ {texts}}}");
        match message.arguments.is_empty() {
            true => {
                let name = constant(&message.id);
                let _ = writeln!(out, "pub const {name}: Text = {text};");
            }
            false => function(&mut out, message, &text),
        }
    }
    for (resource, statics) in resources.iter().zip(&statics) {
        let (module, rows) = (words(resource), &statics.rows);
        let _ = write!(
            out,
            "#[cfg(setnx_split)]\n#[allow(non_snake_case)]\nmod {module} {{\n    \
             use base::text::bytes_of;\n{rows}}}\n"
        );
    }
    Ok(out)
}

/// An object of JavaScript with messages of all languages, a line each.
pub fn script(resources: &[Resource], ids: &[&str]) -> Result<Vec<String>, String> {
    let mut lines = vec!["const PHRASES = {".to_owned()];
    for resource in resources {
        lines.push(format!("  {}: {{", field(&resource.language)));
        if ids.contains(&"lang") {
            lines.push(format!("    lang: \"{}\",", resource.language));
        }
        let is_asked = |message: &&Message| ids.is_empty() || ids.contains(&&*message.id);
        for message in resource.messages.iter().filter(is_asked) {
            let declared = resources.iter().find_map(|first| first.get(&message.id));
            let arguments = declared.map(|declared| declared.arguments.iter());
            let names: Vec<String> = arguments
                .into_iter()
                .flatten()
                .map(|argument| camel(&argument.name))
                .collect();
            let text = plain(resource, message, |name| format!("${{{}}}", camel(name)))?;
            if text.contains(['`', '\\', '"']) {
                return Err(unfit(resource, message));
            }
            let name = camel(&message.id);
            lines.push(match names.is_empty() {
                true => format!("    {name}: \"{text}\","),
                false => format!("    {name}: ({}) => `{text}`,", names.join(", ")),
            });
        }
        lines.push("  },".to_owned());
    }
    lines.push("};".to_owned());
    let known = |id: &&str| *id == "lang" || resources.iter().all(|one| one.get(id).is_some());
    match ids.iter().find(|id| !known(id)) {
        Some(id) => Err(format!("no message {id}")),
        None => Ok(lines),
    }
}

/// A paragraph with a message for each language.
pub fn markup(resources: &[Resource], id: &str) -> Result<Vec<String>, String> {
    let paragraph = |resource: &Resource| {
        let message = resource.get(id);
        let message = message.ok_or_else(|| format!("{}: no message {id}", resource.path))?;
        let text = plain(resource, message, |name| format!("{{{name}}}"))?;
        Ok(format!("<p lang=\"{}\">{text}</p>", resource.language))
    };
    resources.iter().map(paragraph).collect()
}

/// A text without forms, for a script or markup.
fn plain(
    resource: &Resource,
    message: &Message,
    variable: impl Fn(&str) -> String,
) -> Result<String, String> {
    let mut text = String::new();
    for piece in &message.text {
        match piece {
            Piece::Plain(plain) if !plain.contains('$') => text += plain,
            Piece::Variable(name) => text += &variable(name),
            Piece::Plain(_) | Piece::Select { .. } => return Err(unfit(resource, message)),
        }
    }
    Ok(text)
}

fn unfit(resource: &Resource, message: &Message) -> String {
    let (path, id) = (&resource.path, &message.id);
    format!("{path}: {id}: in a script a text has no forms, and none of ` \\ \" $")
}

/// A name of Fluent as one of JavaScript.
fn camel(name: &str) -> String {
    let mut words = name.split('-');
    let mut out = words.next().unwrap_or_default().to_owned();
    for word in words {
        let (first, rest) = word.split_at(word.len().min(1));
        out += &first.to_uppercase();
        out += rest;
    }
    out
}

/// The texts of one language as statics, a line each.
#[derive(Clone, Default)]
struct Statics {
    rows: String,
    count: usize,
}

impl Statics {
    /// Adds a text of a message, and returns the name of its static.
    fn add(&mut self, id: &str, text: &str) -> String {
        let name = format!("{}_{}", constant(id), self.count);
        self.count += 1;
        // Of an odd number of bytes: the splitter moves statics by the alignment that it infers from their length.
        let bytes = text.len() | 1;
        let _ = writeln!(
            self.rows,
            "    pub static {name}: [u8; {bytes}] = bytes_of({text:?});"
        );
        name
    }
}

/// The module of a language's statics. The program `bindgen` knows them by its name.
fn words(resource: &Resource) -> String {
    format!("WORDS_{}", field(&resource.language).to_uppercase())
}

/// The language's field in a `Text`.
fn field(language: &str) -> &str {
    language.split('-').next().unwrap_or(language)
}

fn function(out: &mut String, message: &Message, text: &str) {
    let name = identifier(&message.id);
    let parameters = message.arguments.iter().map(|Argument { name, kind }| {
        let kind = match kind {
            Kind::Number => "u64",
            Kind::String => "impl Into<String>",
            Kind::Phrase => "impl Into<Phrase>",
        };
        format!("{}: {kind}", identifier(name))
    });
    let has_phrases = message.arguments.iter().any(|one| one.kind == Kind::Phrase);
    let values = message.arguments.iter().map(|Argument { name, kind }| {
        let variable = identifier(name);
        let value = match kind {
            Kind::Number => format!("{variable}.to_string()"),
            Kind::String => format!("{variable}.into()"),
            Kind::Phrase => format!("base::text::Value::Said(Box::new({variable}.into()))"),
        };
        match has_phrases && *kind != Kind::Phrase {
            true => format!("({name:?}, base::text::Value::Same({value}))"),
            false => format!("({name:?}, {value})"),
        }
    });
    let (parameters, values): (Vec<_>, Vec<_>) = (parameters.collect(), values.collect());
    let (parameters, values) = (parameters.join(", "), values.join(", "));
    let phrase = match has_phrases {
        true => format!("Phrase {{ text: {text}, values: vec![{values}] }}"),
        false => format!("Phrase::new({text}, vec![{values}])"),
    };
    let _ = writeln!(
        out,
        "pub fn {name}({parameters}) -> Phrase {{\n    {phrase}\n}}"
    );
}

/// A name of Fluent as one of Rust: hyphens become underscores.
fn identifier(name: &str) -> String {
    name.replace('-', "_")
}

/// The name of a message as that of a constant.
fn constant(id: &str) -> String {
    id.to_uppercase().replace('-', "_")
}

/// A literal, or one for each form of words that a number asks for.
fn expression(
    text: &[Piece],
    resource: &Resource,
    id: &str,
    statics: &mut Statics,
) -> Result<String, String> {
    let selector = text.iter().enumerate().find_map(|(at, piece)| match piece {
        Piece::Select { by, variants } => Some((at, by, variants)),
        _ => None,
    });
    let Some((at, by, variants)) = selector else {
        let text = literal(text);
        let name = statics.add(id, &text);
        return Ok(format!(
            "base::text::words!({}::{name}, {text:?})",
            words(resource)
        ));
    };
    let (mut cases, mut otherwise) = (String::new(), String::new());
    for variant in variants {
        let whole = text[..at]
            .iter()
            .chain(&variant.text)
            .chain(&text[at + 1..]);
        let whole: Vec<Piece> = whole.cloned().collect();
        let chosen = expression(&whole, resource, id, statics)?;
        let pattern = match &variant.when {
            When::Is(number) => number.to_string(),
            When::Category(category) => pattern(plural::condition(&resource.language, category)?),
            When::Otherwise => {
                otherwise = chosen;
                continue;
            }
        };
        let _ = write!(cases, "{pattern} => {chosen}, ");
    }
    Ok(format!(
        "match {} {{ {cases}_ => {otherwise} }}",
        identifier(by)
    ))
}

/// The pattern of an arm whose `number` meets a condition.
fn pattern(condition: String) -> String {
    let alone = condition.strip_prefix("matches!(number, ");
    let alone = alone.and_then(|rest| rest.strip_suffix(')'));
    match alone.filter(|rest| !rest.contains('(')) {
        Some(pattern) => pattern.to_owned(),
        None => format!("number if {condition}"),
    }
}

/// The text with `{name}` for each variable.
fn literal(text: &[Piece]) -> String {
    text.iter().fold(String::new(), |mut out, piece| {
        match piece {
            Piece::Plain(plain) => out.push_str(plain),
            Piece::Variable(name) => {
                let _ = write!(out, "{{{name}}}");
            }
            Piece::Select { .. } => {}
        }
        out
    })
}
