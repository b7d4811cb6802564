//! HTML: our elements, the boxes of Redis' documentation, and `<pre>`.

use super::directive::Directive;
use super::mapped::Mapped;
use super::{Block, Found, Options, Writing, is_ours};
use html5gum::emitters::default::{DefaultEmitter, StartTag, Token};
use html5gum::{Span, Tokenizer};
use std::collections::HashMap;
use std::ops::Range;

/// Elements whose text is no text of the page.
const UNSEEN: &[&str] = &["script", "style", "template", "textarea", "button"];
/// Elements that matter here, beside those. Of all others it is only known where their tags stand.
const SEEN: &[&str] = &["redis-prompt", "div", "form", "pre", "code", "span"];
/// How long a character's name can be.
const ENTITY_BYTES_MAX: usize = 40;

/// Finds the transcripts of a page.
pub fn read(source: &str) -> Vec<Found> {
    let scan = scan(source);
    let blocks = scan
        .regions
        .into_iter()
        .map(|region| Found::Block(region.block));
    let blocks = blocks.filter(|found| match found {
        Found::Block(block) => !block.mapped.text().trim_ascii().is_empty(),
        Found::Directive(..) => true,
    });
    blocks.chain(scan.directives).collect()
}

/// What was found.
#[derive(Default)]
pub struct Scan {
    pub regions: Vec<Region>,
    pub directives: Vec<Found>,
}

/// An element with a transcript, and from where to where it reaches.
pub struct Region {
    pub range: Range<usize>,
    pub block: Block,
}

/// Reads a page, or the parts of another document that are HTML. Takes time in proportion to it.
pub fn scan(source: &str) -> Scan {
    let mut scan = Scan::default();
    let page = Page::new(source, &mut scan.directives);
    let mut at = 0;
    while let Some(tag) = page.tags.get(at) {
        let inner = Inner {
            tags: at + 1..tag.end,
            page: &page,
        };
        match inner.transcript(tag) {
            Some((mapped, options)) => {
                let end = page
                    .tags
                    .get(tag.end)
                    .map_or(source.len(), |end| end.range.end);
                scan.regions.push(Region {
                    range: tag.range.start..end,
                    block: Block {
                        mapped,
                        at: tag.range.start,
                        writing: Writing::Html,
                        options,
                    },
                });
                at = tag.end;
            }
            // Of a `<pre>` that is none, nothing else comes.
            None if tag.name == "pre" => at = tag.end,
            None => at += 1,
        }
    }
    scan
}

/// A tag, or a comment. A page may have millions.
struct AnyTag {
    range: Range<usize>,
    /// Empty for what begins no element that matters.
    name: &'static str,
    attributes: Vec<(String, String)>,
    /// For a start tag that matters, which tag ends its element; where none does, the next one of its name, or the number
    /// of tags. For any other, its own place.
    end: usize,
    /// The next tag that is a command in one of the documentation's boxes, from this one on.
    next_command: usize,
    /// The next `<pre>`.
    next_pre: usize,
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

    fn attribute(&self, name: &str) -> Option<&str> {
        let mut attributes = self.attributes.iter();
        let found = attributes.find(|(known, _)| known == name);
        found.map(|(_, value)| value.as_str())
    }

    fn has_class(&self, class: &str) -> bool {
        self.classes().any(|own| own == class)
    }

    fn classes(&self) -> impl Iterator<Item = &str> {
        self.attribute("class")
            .unwrap_or_default()
            .split_ascii_whitespace()
    }

    fn is_command(&self) -> bool {
        self.name == "span" && self.has_class("command")
    }

    /// The language that a highlighter or a generator has noted.
    fn language(&self) -> Option<&str> {
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

    fn options(&self, prefix: &str) -> Options {
        let of = |name: &str| self.attribute(&[prefix, name].concat());
        Options {
            session: of("session")
                .filter(|name| !name.is_empty())
                .map(str::to_owned),
            setup: of("setup").unwrap_or_default().to_owned(),
            is_skipped: self.attribute("data-transcript") == Some("skip"),
        }
    }
}

/// All tags of a page, and which belong together.
struct Page<'a> {
    source: &'a str,
    tags: Vec<AnyTag>,
}

impl<'a> Page<'a> {
    fn new(source: &'a str, directives: &mut Vec<Found>) -> Page<'a> {
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

    /// Fills in what a tag knows of those behind it.
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

/// What stands within an element.
struct Inner<'a> {
    page: &'a Page<'a>,
    tags: Range<usize>,
}

impl Inner<'_> {
    /// The transcript of the element that `tag` begins, if it is one of those that have one.
    fn transcript(&self, tag: &AnyTag) -> Option<(Mapped, Options)> {
        match tag.name {
            "redis-prompt" => Some((self.text(), tag.options(""))),
            "div" if tag.has_class("example") && tag.next_command < self.tags.end => {
                Some((self.example(), tag.options("data-")))
            }
            "form" if tag.has_class("redis-cli") && tag.next_pre < self.tags.end => {
                let (pre, _) = self.first("pre")?;
                Some((pre.text(), tag.options("data-")))
            }
            "pre" => {
                let text = self.text();
                let code = self.first("code").and_then(|(_, code)| code.language());
                let language = tag.language().or(code).unwrap_or_default();
                let language = language.to_owned();
                is_ours(&language, text.text()).then(|| (text, tag.options("data-")))
            }
            _ => None,
        }
    }

    fn first(&self, name: &str) -> Option<(Inner<'_>, &AnyTag)> {
        let at = self
            .tags
            .clone()
            .find(|at| self.tag(*at).is_some_and(|tag| tag.name == name))?;
        let tag = self.tag(at)?;
        let inner = Inner {
            page: self.page,
            tags: at + 1..tag.end.min(self.tags.end),
        };
        Some((inner, tag))
    }

    fn tag(&self, at: usize) -> Option<&AnyTag> {
        self.page.tags.get(at)
    }

    /// One of the documentation's boxes: commands and replies are elements, one after the other.
    fn example(&self) -> Mapped {
        let mut mapped = Mapped::default();
        let mut at = self.tags.start;
        while at < self.tags.end
            && let Some(tag) = self.tag(at)
        {
            at += 1;
            let prompt = match tag.name {
                _ if tag.is_command() => "redis> ",
                "pre" => "",
                _ => continue,
            };
            let end = tag.end.min(self.tags.end);
            let inner = Inner {
                page: self.page,
                tags: at..end,
            };
            mapped.push_as(prompt, 0..0);
            mapped.push_trimmed(&inner.text());
            mapped.push_as("\n", 0..0);
            at = end;
        }
        mapped
    }

    /// The text between the tags, as a page's script would read it.
    fn text(&self) -> Mapped {
        let mut mapped = Mapped::default();
        let source = self.page.source;
        let before = self.tag(self.tags.start.saturating_sub(1));
        let mut from = before.map_or(0, |tag| tag.range.end);
        let mut at = self.tags.start;
        loop {
            let tag = self.tag(at);
            let to = tag.map_or(source.len(), |tag| tag.range.start);
            push_decoded(&mut mapped, source, from..to);
            let Some(tag) = tag.filter(|_| at < self.tags.end) else {
                return mapped;
            };
            if UNSEEN.contains(&tag.name) {
                at = tag.end.min(self.tags.end);
                // The end tag is looked at next, with no text before it.
                from = self.tag(at).map_or(source.len(), |end| end.range.start);
            } else {
                at += 1;
                from = tag.range.end;
            }
        }
    }
}

/// Appends a stretch of text between tags.
fn push_decoded(mapped: &mut Mapped, source: &str, range: Range<usize>) {
    let mut at = range.start;
    while let Some(rest) = source.get(at..range.end)
        && let Some(plain) = rest.find('&')
    {
        mapped.push(source, at..at + plain);
        at += plain;
        let name = entity(rest.get(plain..).unwrap_or_default());
        let decoded = decode(name);
        let same = name.bytes().rev().zip(decoded.bytes().rev());
        let same = same.take_while(|(one, other)| one == other).count();
        // What is decoded begins with a character that is not `&`, or nothing is.
        let is_entity = decoded != name;
        let end = at
            + if is_entity {
                name.len() - same
            } else {
                name.len()
            };
        let decoded = decoded.get(..decoded.len() - same);
        match decoded.filter(|_| is_entity) {
            Some(decoded) => mapped.push_as(decoded, at..end),
            None => mapped.push(source, at..end),
        }
        at = end.max(at + 1);
    }
    mapped.push(source, at..range.end);
}

/// The `&`, and what may be the name of a character behind it.
fn entity(text: &str) -> &str {
    let is_name = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'#';
    let name = text
        .bytes()
        .skip(1)
        .take(ENTITY_BYTES_MAX)
        .take_while(is_name);
    let end = 1 + name.count();
    let end = end + usize::from(text.as_bytes().get(end) == Some(&b';'));
    text.get(..end).unwrap_or_default()
}

fn decode(name: &str) -> String {
    let known = match name {
        "&lt;" => "<",
        "&gt;" => ">",
        "&amp;" => "&",
        "&quot;" => "\"",
        "&nbsp;" => "\u{a0}",
        "&" => "&",
        _ => "",
    };
    if !known.is_empty() {
        return known.to_owned();
    }
    let mut out = String::new();
    for token in Tokenizer::new(name) {
        let Ok(token) = token;
        if let Token::String(text) = token {
            out.push_str(&String::from_utf8_lossy(&text));
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(source: &str) -> Vec<String> {
        let regions = scan(source).regions.into_iter();
        regions
            .map(|region| region.block.mapped.text().to_owned())
            .collect()
    }

    #[test]
    fn the_shapes_of_transcripts_are_known() {
        for (source, expected) in [
            (
                "<redis-prompt>redis&gt; GET a</redis-prompt>",
                &["redis> GET a"][..],
            ),
            (
                "<redis-prompt>PING<script>x</script></redis-prompt>",
                &["PING"],
            ),
            ("<redis-prompt>PING", &["PING"]),
            ("<redis-prompt>A<pre>B</pre></redis-prompt>", &["AB"]),
            (
                "<div class=\"x example\"><span class=\"monospace prompt\">redis&gt;&nbsp;</span> <span class='command'>GET \
                 a</span> <pre> (nil) </pre><form><input></form></div>",
                &["redis> GET a\n(nil)\n"],
            ),
            (
                "<div class=example><p>no</p><pre>redis> GET a</pre></div>",
                &["redis> GET a"],
            ),
            (
                "<form class=redis-cli><pre>GET a</pre><input></form>",
                &["GET a"],
            ),
            ("<form class=redis-cli><input></form>", &[]),
            (
                "<pre><code class='language-redis hl'>GET a</code></pre>",
                &["GET a"],
            ),
            (
                "<pre><code class=language-js>redis> GET a</code></pre>",
                &[],
            ),
            ("<pre data-lang=cli>GET a</pre>", &["GET a"]),
            (
                "<pre>127.0.0.1:6379&gt; GET a</pre>",
                &["127.0.0.1:6379> GET a"],
            ),
            ("<pre>GET a</pre><!-- <pre>redis> x</pre> -->", &[]),
            ("<script>'<redis-prompt>'</script>", &[]),
        ] {
            assert_eq!(texts(source), expected, "{source}");
        }
    }

    #[test]
    fn characters_by_name_are_decoded_where_they_stand() {
        for (source, expected) in [
            ("&lt;&#x41;&#66;&amp;lt;", "<AB&lt;"),
            ("&ltx &unknown; & && &;", "<x &unknown; & && &;"),
            ("&eacute;é&NotSubset;", "éé⊂⃒"),
            ("&amp;&amp", "&&"),
        ] {
            let mut mapped = Mapped::default();
            push_decoded(&mut mapped, source, 0..source.len());
            assert_eq!(mapped.text(), expected, "{source}");
            assert_eq!(
                mapped.source(0..expected.len()),
                Some(0..source.len()),
                "{source}"
            );
        }
    }

    #[test]
    fn attributes_are_options() {
        let source = "<redis-prompt session=a setup='SET a 1&#10;SET b 2' data-transcript=skip>x</redis-prompt>";
        let options = &scan(source).regions[0].block.options;
        assert_eq!(options.session.as_deref(), Some("a"));
        assert_eq!(options.setup, "SET a 1\nSET b 2");
        assert!(options.is_skipped);
    }
}
