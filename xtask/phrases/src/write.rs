//! The Rust that is made of messages.

use std::fmt::Write;

use crate::message::{Argument, Kind, Message, Piece, Resource, When};
use crate::plural;

/// Constants and functions for the messages of all languages, in the order of the first one's file.
pub fn module(resources: &[Resource]) -> Result<String, String> {
    let mut out = String::new();
    for message in resources
        .iter()
        .flat_map(|first| &first.messages)
        .take(resources[0].messages.len())
    {
        let mut texts = String::new();
        for resource in resources {
            let failed = |error| format!("{}: {}: {error}", resource.path, message.id);
            let told = resource
                .get(&message.id)
                .ok_or_else(|| failed("missing".to_owned()))?;
            let text = expression(&told.text, &resource.language).map_err(failed)?;
            let field = field(&resource.language);
            let _ = write!(texts, "{field}: {text}, ");
        }
        for line in &message.about {
            let _ = writeln!(out, "/// {line}");
        }
        let text = format!("Text {{ {texts}}}");
        match message.arguments.is_empty() {
            true => {
                let name = message.id.to_uppercase().replace('-', "_");
                let _ = writeln!(out, "pub const {name}: Text = {text};");
            }
            false => function(&mut out, message, &text),
        }
    }
    Ok(out)
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
        };
        format!("{}: {kind}", identifier(name))
    });
    let values = message.arguments.iter().map(|Argument { name, kind }| {
        let call = match kind {
            Kind::Number => "to_string",
            Kind::String => "into",
        };
        format!("({name:?}, {}.{call}())", identifier(name))
    });
    let (parameters, values): (Vec<_>, Vec<_>) = (parameters.collect(), values.collect());
    let (parameters, values) = (parameters.join(", "), values.join(", "));
    let _ = writeln!(
        out,
        "pub fn {name}({parameters}) -> Phrase {{\n    Phrase::new({text}, vec![{values}])\n}}"
    );
}

/// A name of Fluent as one of Rust: hyphens become underscores.
fn identifier(name: &str) -> String {
    name.replace('-', "_")
}

/// A literal, or one for each form of words that a number asks for.
fn expression(text: &[Piece], language: &str) -> Result<String, String> {
    let selector = text.iter().enumerate().find_map(|(at, piece)| match piece {
        Piece::Select { by, variants } => Some((at, by, variants)),
        _ => None,
    });
    let Some((at, by, variants)) = selector else {
        return Ok(format!("{:?}", literal(text)));
    };
    let (mut cases, mut otherwise) = (String::new(), String::new());
    for variant in variants {
        let whole = text[..at]
            .iter()
            .chain(&variant.text)
            .chain(&text[at + 1..]);
        let whole: Vec<Piece> = whole.cloned().collect();
        let chosen = expression(&whole, language)?;
        let condition = match &variant.when {
            When::Is(number) => format!("number == {number}"),
            When::Category(category) => plural::condition(language, category)?,
            When::Otherwise => {
                otherwise = chosen;
                continue;
            }
        };
        let _ = write!(cases, "number if {condition} => {chosen}, ");
    }
    Ok(format!(
        "match {} {{ {cases}_ => {otherwise} }}",
        identifier(by)
    ))
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
