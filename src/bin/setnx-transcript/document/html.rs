//! HTML: our elements, the boxes of Redis' documentation, and `<pre>`.

use super::block::{Block, Found, Writing};
use super::characters::push_decoded;
use super::mapped::Mapped;
use super::options::Options;
use super::scope::Scope;
use super::tags::{AnyTag, Page, UNSEEN};
use std::ops::Range;

/// Finds the transcripts of a page.
pub fn read(source: &str, scope: Scope) -> Vec<Found> {
    let scan = scan(source, scope);
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

/// The blocks found.
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
pub fn scan(source: &str, scope: Scope) -> Scan {
    let mut scan = Scan::default();
    let page = Page::new(source, &mut scan.directives);
    let mut at = 0;
    while let Some(tag) = page.tags.get(at) {
        let inner = Inner {
            tags: at + 1..tag.end,
            page: &page,
            scope,
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
            // A `<pre>` that is no transcript has no other content.
            None if tag.name == "pre" => at = tag.end,
            None => at += 1,
        }
    }
    scan
}

/// The content of an element.
struct Inner<'a> {
    page: &'a Page<'a>,
    tags: Range<usize>,
    scope: Scope,
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
                self.scope
                    .has(&language, text.text())
                    .then(|| (text, tag.options("data-")))
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
            scope: self.scope,
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
                scope: self.scope,
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

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(source: &str) -> Vec<String> {
        let regions = scan(source, Scope::default()).regions.into_iter();
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
    fn attributes_are_options() {
        let source = "<redis-prompt session=a setup='SET a 1&#10;SET b 2' data-transcript=skip>x</redis-prompt>";
        let options = &scan(source, Scope::default()).regions[0].block.options;
        assert_eq!(options.session.as_deref(), Some("a"));
        assert_eq!(options.setup, "SET a 1\nSET b 2");
        assert!(options.is_skipped);
    }
}
