//! The tags of a page: where each stands, what it says, and which belong together. Of the text between them nothing.

use super::block::Found;
use super::directive::Directive;
use super::options::Options;
use html5gum::emitters::default::{DefaultEmitter, StartTag, Token};
use html5gum::{Span, Tokenizer};
use setnx_playground::keyspace::KeyspaceMode;
use std::collections::HashMap;
use std::ops::Range;

/// Elements whose text is no text of the page.
pub const UNSEEN: &[&str] = &["script", "style", "template", "textarea", "button"];
/// Elements that matter here, beside those. Of all others it is only known where their tags stand.
const SEEN: &[&str] = &["redis-prompt", "div", "form", "pre", "code", "span"];

/// A tag, or a comment. A page may have millions.
pub struct AnyTag {
    pub range: Range<usize>,
    /// Empty for what begins no element that matters.
    pub name: &'static str,
    attributes: Vec<(String, String)>,
    /// For a start tag that matters, which tag ends its element; where none does, the next one of its name, or the number
    /// of tags. For any other, its own place.
    pub end: usize,
    /// The next tag that is a command in one of the documentation's boxes, from this one on.
    pub next_command: usize,
    /// The next `<pre>`.
    pub next_pre: usize,
}

impl AnyTag {
    fn other(span: Span<usize>) -> AnyTag {
        AnyTag {
            range: span.start..span.end,
            name: "",
            attributes: Vec::new(),
            end: 0,
            next_command: usize::MAX,
            next_pre: usize::MAX,
        }
    }

    fn start(tag: StartTag<usize>) -> AnyTag {
        let own = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        let mut known = SEEN.iter().chain(UNSEEN);
        let Some(name) = known.find(|name| name.as_bytes() == tag.name.as_slice()) else {
            return AnyTag::other(tag.span);
        };
        let attributes = tag.attributes.iter();
        let attributes = attributes.map(|(name, value)| (own(name), own(value)));
        AnyTag {
            name,
            attributes: attributes.collect(),
            ..AnyTag::other(tag.span)
        }
    }

    pub fn attribute(&self, name: &str) -> Option<&str> {
        let mut attributes = self.attributes.iter();
        let found = attributes.find(|(known, _)| known == name);
        found.map(|(_, value)| value.as_str())
    }

    pub fn has_class(&self, class: &str) -> bool {
        self.classes().any(|own| own == class)
    }

    fn classes(&self) -> impl Iterator<Item = &str> {
        self.attribute("class")
            .unwrap_or_default()
            .split_ascii_whitespace()
    }

    pub fn is_command(&self) -> bool {
        self.name == "span" && self.has_class("command")
    }

    /// The language that a highlighter or a generator has noted.
    pub fn language(&self) -> Option<&str> {
        let noted = ["data-lang", "data-language", "lang-name"];
        if let Some(language) = noted.iter().find_map(|name| self.attribute(name)) {
            return Some(language);
        }
        self.classes().find_map(|class| {
            let prefixes = ["language-", "lang-", "highlight-"];
            prefixes
                .iter()
                .find_map(|prefix| class.strip_prefix(prefix))
        })
    }

    pub fn options(&self, prefix: &str) -> Options {
        let of = |name: &str| self.attribute(&[prefix, name].concat());
        Options {
            session: of("session")
                .filter(|name| !name.is_empty())
                .map(str::to_owned),
            setup: of("setup").unwrap_or_default().to_owned(),
            mode: of("mode").and_then(KeyspaceMode::named),
            is_skipped: self.attribute("data-transcript") == Some("skip"),
        }
    }
}

/// All tags of a page, and which belong together.
pub struct Page<'a> {
    pub source: &'a str,
    pub tags: Vec<AnyTag>,
}

impl<'a> Page<'a> {
    /// Reads a page, and puts what its comments say to us to the directives.
    pub fn new(source: &'a str, directives: &mut Vec<Found>) -> Page<'a> {
        let mut tags: Vec<AnyTag> = Vec::new();
        let mut open: HashMap<&str, Vec<usize>> = HashMap::new();
        let mut emitter = DefaultEmitter::<usize>::new_with_span();
        emitter.naively_switch_states(true);
        for token in Tokenizer::new_with_emitter(source, emitter) {
            let Ok(token) = token;
            match token {
                Token::StartTag(tag) => {
                    let tag = AnyTag::start(tag);
                    if !tag.name.is_empty() {
                        open.entry(tag.name).or_default().push(tags.len());
                    }
                    tags.push(tag);
                }
                Token::EndTag(tag) => {
                    let name = String::from_utf8_lossy(&tag.name);
                    let start = open.get_mut(&*name).and_then(Vec::pop);
                    let end = tags.len();
                    if let Some(start) = start.and_then(|start| tags.get_mut(start)) {
                        start.end = end;
                    }
                    tags.push(AnyTag::other(tag.span));
                }
                Token::Comment(comment) => {
                    let text = String::from_utf8_lossy(&comment.value);
                    if let Some(directive) = Directive::read(&text) {
                        directives.push(Found::Directive(comment.span.start, directive));
                    }
                    tags.push(AnyTag::other(comment.span));
                }
                Token::Doctype(doctype) => {
                    tags.push(AnyTag::other(doctype.span));
                }
                Token::String(_) | Token::Error(_) => {}
            }
        }
        let mut page = Page { source, tags };
        page.look_ahead();
        page
    }

    /// Fills in the facts of a tag about later tags.
    fn look_ahead(&mut self) {
        let count = self.tags.len();
        let mut next_command = usize::MAX;
        let mut next: HashMap<&str, usize> = HashMap::new();
        for (at, tag) in self.tags.iter_mut().enumerate().rev() {
            if tag.is_command() {
                next_command = at;
            }
            tag.next_command = next_command;
            tag.next_pre = next.get("pre").copied().unwrap_or(usize::MAX);
            if tag.name.is_empty() {
                tag.end = at;
                continue;
            }
            if tag.end == 0 {
                tag.end = next.get(tag.name).copied().unwrap_or(count);
            }
            next.insert(tag.name, at);
        }
    }
}
