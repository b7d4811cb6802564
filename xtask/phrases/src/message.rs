//! The messages of one file, read from Fluent's syntax into the little that a phrase can be.

use std::collections::BTreeMap;

use fluent_syntax::ast::{
    Entry, Expression, InlineExpression, Message as Written, Pattern, PatternElement, VariantKey,
};
use fluent_syntax::parser;

/// A file of one language.
pub struct Resource {
    /// The file, for messages about it.
    pub path: String,
    /// The BCP 47 tag of its language.
    pub language: String,
    /// Variables that code fills in by name, from the comment of the file: each message without arguments may have them.
    facts: Vec<String>,
    /// In the order of the file.
    pub messages: Vec<Message>,
}

/// One message.
#[derive(Debug)]
pub struct Message {
    /// Lower case, with hyphens.
    pub id: String,
    /// The comment above it, without the lines about arguments.
    pub about: Vec<String>,
    /// In the order of the comment; empty for a message that is a constant.
    pub arguments: Vec<Argument>,
    pub text: Vec<Piece>,
}

/// An argument, from a line `$name (Kind) what it is` of a message's comment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Argument {
    pub name: String,
    pub kind: Kind,
}

/// What an argument may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A whole number from 0: forms of words may depend on it.
    Number,
    /// Text that is the same in every language.
    String,
    /// A phrase: what it says is in the same language.
    Phrase,
}

/// A stretch of a message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Piece {
    Plain(String),
    Variable(String),
    /// One of several texts, by a number.
    Select {
        by: String,
        variants: Vec<Variant>,
    },
}

/// One of the texts of a selector.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variant {
    pub when: When,
    pub text: Vec<Piece>,
}

/// When a variant is chosen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum When {
    /// For this number.
    Is(u64),
    /// For the numbers of a category of the language's plural rules.
    Category(String),
    /// For all others.
    Otherwise,
}

impl Resource {
    /// Reads a file. All that is wrong in it is in the error, a line each.
    pub fn read(path: String, language: &str, text: &str) -> Result<Resource, String> {
        let resource = match parser::parse(text) {
            Ok(resource) => resource,
            Err((_, errors)) => {
                let told = errors.iter().map(|error| {
                    let line = text
                        .get(..error.pos.start)
                        .unwrap_or(text)
                        .matches('\n')
                        .count();
                    format!("{path}: line {}: {error}", line + 1)
                });
                return Err(told.collect::<Vec<_>>().join("\n"));
            }
        };
        let mut facts = Vec::new();
        let mut messages: Vec<Message> = Vec::new();
        let mut mistakes = Vec::new();
        for entry in resource.body {
            match entry {
                Entry::ResourceComment(comment) => {
                    let names = comment.content.iter().filter_map(|line| fact(line));
                    facts.extend(names.map(str::to_owned));
                }
                Entry::Message(written) => match Message::read(&written) {
                    Ok(message) if messages.iter().any(|known| known.id == message.id) => {
                        mistakes.push(format!("{path}: {} is there twice", message.id));
                    }
                    Ok(message) => messages.push(message),
                    Err(error) => mistakes.push(format!("{path}: {}: {error}", written.id.name)),
                },
                Entry::Term(term) => mistakes.push(format!(
                    "{path}: -{}: terms are not supported: write the words in each message",
                    term.id.name
                )),
                _ => {}
            }
        }
        match mistakes.is_empty() {
            true => Ok(Resource {
                path,
                language: language.to_owned(),
                facts,
                messages,
            }),
            false => Err(mistakes.join("\n")),
        }
    }

    /// The message of that name.
    pub fn get(&self, id: &str) -> Option<&Message> {
        self.messages.iter().find(|message| message.id == id)
    }

    /// Variables whose kind is not said, a line each: in the first language they are declared for all.
    pub fn undeclared(&self) -> Vec<String> {
        let mut mistakes = Vec::new();
        for message in &self.messages {
            for name in variables(&message.text).into_keys() {
                let is_fact = message.arguments.is_empty() && self.facts.contains(&name);
                if !is_fact && message.kind(&name).is_none() {
                    mistakes.push(format!(
                        "{}: {}: ${name} has no kind: add the line # ${name} (String) or (Number)",
                        self.path, message.id
                    ));
                }
            }
            mistakes.extend(message.unnumbered(message, &self.path));
        }
        mistakes
    }

    /// How the same file in another language does not fit this one, a line each.
    pub fn differs(&self, other: &Resource) -> Vec<String> {
        let mut mistakes = Vec::new();
        for message in &self.messages {
            let Some(told) = other.get(&message.id) else {
                mistakes.push(format!(
                    "{}: {} is missing: {} has it",
                    other.path, message.id, self.path
                ));
                continue;
            };
            // An argument's line may be left out in the other languages, but it must not say anything else.
            let is_known = |argument: &Argument| message.arguments.contains(argument);
            for argument in told.arguments.iter().filter(|argument| !is_known(argument)) {
                mistakes.push(format!(
                    "{}: {}: ${} is no argument of that kind in {}",
                    other.path, message.id, argument.name, self.path
                ));
            }
            mistakes.extend(told.unnumbered(message, &other.path));
            let (had, has) = (variables(&message.text), variables(&told.text));
            // What one language only chooses a form by, another may need no form of.
            let is_shown = |name: &String| is_shown(&message.text, name);
            for name in had
                .keys()
                .filter(|name| !has.contains_key(*name) && is_shown(name))
            {
                mistakes.push(format!(
                    "{}: {}: ${name} is missing",
                    other.path, message.id
                ));
            }
            for name in has.keys().filter(|name| !had.contains_key(*name)) {
                mistakes.push(format!(
                    "{}: {}: ${name} is not in {}",
                    other.path, message.id, self.path
                ));
            }
        }
        for message in &other.messages {
            if self.get(&message.id).is_none() {
                mistakes.push(format!(
                    "{}: {} is left over: {} does not have it",
                    other.path, message.id, self.path
                ));
            }
        }
        mistakes
    }
}

impl Message {
    /// The kind of the argument of that name.
    fn kind(&self, name: &str) -> Option<Kind> {
        let argument = self.arguments.iter().find(|argument| argument.name == name);
        argument.map(|argument| argument.kind)
    }

    /// Selectors that ask for an argument which `declared` does not have as a number, a line each.
    fn unnumbered(&self, declared: &Message, path: &str) -> Vec<String> {
        let variables = variables(&self.text).into_iter();
        let wrong = variables
            .filter(|(name, selects)| *selects && declared.kind(name) != Some(Kind::Number));
        let told = |(name, _)| {
            format!(
                "{path}: {}: a selector needs a number: add the line # ${name} (Number)",
                self.id
            )
        };
        wrong.map(told).collect()
    }

    fn read(written: &Written<&str>) -> Result<Message, String> {
        let comment = written.comment.iter().flat_map(|comment| &comment.content);
        let (mut about, mut arguments) = (Vec::new(), Vec::new());
        for line in comment {
            match line.strip_prefix('$') {
                Some(line) => arguments.push(Argument::read(line)?),
                None => about.push((*line).to_owned()),
            }
        }
        if let Some(attribute) = written.attributes.first() {
            let name = attribute.id.name;
            return Err(format!(
                "the attribute .{name} is not supported: make it a message"
            ));
        }
        let pattern = written.value.as_ref().ok_or("it has no text")?;
        let text = pieces(pattern)?;
        Ok(Message {
            id: written.id.name.to_owned(),
            about,
            arguments,
            text,
        })
    }
}

impl Argument {
    /// Reads `name (Kind) what it is`.
    fn read(line: &str) -> Result<Argument, String> {
        let failed =
            || format!("${line}: expected a line like $name (Number), (String) or (Phrase)");
        let (name, rest) = line.split_once(" (").ok_or_else(failed)?;
        let (kind, _) = rest.split_once(')').ok_or_else(failed)?;
        let kind = match kind {
            "Number" => Kind::Number,
            "String" => Kind::String,
            "Phrase" => Kind::Phrase,
            _ => return Err(failed()),
        };
        Ok(Argument {
            name: name.to_owned(),
            kind,
        })
    }
}

/// The name in a line `$name what it is` of a file's comment.
fn fact(line: &str) -> Option<&str> {
    line.strip_prefix('$')?.split(' ').next()
}

/// Whether a variable stands in a text, and does not only choose a form.
fn is_shown(text: &[Piece], name: &str) -> bool {
    text.iter().any(|piece| match piece {
        Piece::Plain(_) => false,
        Piece::Variable(own) => own == name,
        Piece::Select { variants, .. } => {
            let mut variants = variants.iter();
            variants.any(|variant| is_shown(&variant.text, name))
        }
    })
}

/// The variables of a text, and whether a selector asks for them.
pub fn variables(text: &[Piece]) -> BTreeMap<String, bool> {
    let mut names = BTreeMap::new();
    for piece in text {
        match piece {
            Piece::Plain(_) => {}
            Piece::Variable(name) => {
                names.entry(name.clone()).or_default();
            }
            Piece::Select { by, variants } => {
                names.insert(by.clone(), true);
                for variant in variants {
                    for (name, selects) in variables(&variant.text) {
                        *names.entry(name).or_default() |= selects;
                    }
                }
            }
        }
    }
    names
}

fn pieces(pattern: &Pattern<&str>) -> Result<Vec<Piece>, String> {
    let mut out: Vec<Piece> = Vec::new();
    for element in &pattern.elements {
        let piece = match element {
            PatternElement::TextElement { value } => Piece::Plain((*value).to_owned()),
            PatternElement::Placeable { expression } => placed(expression)?,
        };
        match (out.last_mut(), piece) {
            (Some(Piece::Plain(before)), Piece::Plain(text)) => before.push_str(&text),
            (_, piece) => out.push(piece),
        }
    }
    Ok(out)
}

fn placed(expression: &Expression<&str>) -> Result<Piece, String> {
    match expression {
        Expression::Inline(InlineExpression::StringLiteral { value }) => Ok(Piece::Plain(
            fluent_syntax::unicode::unescape_unicode_to_string(value).into_owned(),
        )),
        Expression::Inline(InlineExpression::VariableReference { id }) => {
            Ok(Piece::Variable(id.name.to_owned()))
        }
        Expression::Inline(_) => {
            Err("only variables and string literals may be between braces".into())
        }
        Expression::Select { selector, variants } => {
            let InlineExpression::VariableReference { id } = selector else {
                return Err("a selector asks for a variable".into());
            };
            let variants = variants.iter().map(|variant| {
                let when = match (&variant.key, variant.default) {
                    (VariantKey::NumberLiteral { value }, false) => {
                        let number = value.parse();
                        When::Is(number.map_err(|_| format!("[{value}] is no whole number"))?)
                    }
                    (VariantKey::Identifier { name }, false) => When::Category((*name).to_owned()),
                    (_, true) => When::Otherwise,
                };
                Ok(Variant {
                    when,
                    text: pieces(&variant.value)?,
                })
            });
            Ok(Piece::Select {
                by: id.name.to_owned(),
                variants: variants.collect::<Result<_, String>>()?,
            })
        }
    }
}
