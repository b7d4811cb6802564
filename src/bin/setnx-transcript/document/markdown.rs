//! Markdown, and what of MDX matters here: fenced and indented code, and the elements in its HTML.

use super::block::{Block, Found, Writing};
use super::directive::{self, Directive};
use super::html;
use super::mapped::Mapped;
use super::options::Options as OfAuthor;
use super::scope::{Scope, only};
use pulldown_cmark::{CodeBlockKind, Event, Options, Parser, Tag, TagEnd};
use std::ops::Range;

/// The beginning of a comment in MDX.
const COMMENT: &str = "{/*";

/// Finds the transcripts of a document.
pub fn read(source: &str, scope: Scope) -> Vec<Found> {
    let mut fences = Vec::new();
    let mut templates = Vec::new();
    let mut code = Vec::new();
    let mut markup = Vec::new();
    let mut open: Option<(Mapped, String)> = None;
    for (event, range) in Parser::new_ext(source, options()).into_offset_iter() {
        match (event, &mut open) {
            (Event::Start(Tag::CodeBlock(kind)), _) => {
                let info = match kind {
                    CodeBlockKind::Fenced(info) => info.into_string(),
                    CodeBlockKind::Indented => String::new(),
                };
                open = Some((Mapped::default(), info));
            }
            (Event::Text(text), Some((mapped, _))) => mapped.push_as(&text, range),
            (Event::End(TagEnd::CodeBlock), _) => {
                if let Some((mapped, info)) = open.take() {
                    fences.extend(block(mapped, &info, range.start, scope));
                }
                code.push(range);
            }
            (Event::Code(_), _) => {
                templates.extend(template(source, range.clone()));
                code.push(range);
            }
            (Event::Html(_) | Event::InlineHtml(_) | Event::Text(_), None) => markup.push(range),
            _ => {}
        }
    }
    let scan = html::scan(&only(source, markup.into_iter()), scope);
    templates.retain(|template| is_within(&scan.regions, template));
    fences.extend(templates);
    fences.sort_by_key(|block| block.at);
    let mut found = comments(source, &code);
    found.extend(within_elements(scan.regions, &mut fences));
    found.extend(fences.into_iter().map(Found::Block));
    found.extend(scan.directives);
    found
}

/// Whether a block stands in one of these elements, which do not overlap.
fn is_within(regions: &[html::Region], block: &Block) -> bool {
    let begun = regions.partition_point(|region| region.range.start <= block.at);
    let region = begun.checked_sub(1).and_then(|last| regions.get(last));
    region.is_some_and(|region| region.range.contains(&block.at))
}

/// The text of an element in MDX, as an expression: `{`...`}` or `{String.raw`...`}`. Text with escapes is skipped.
fn template(source: &str, range: Range<usize>) -> Option<Block> {
    let before = source.get(..range.start)?;
    let is_raw = before.ends_with("{String.raw");
    let is_template = is_raw || before.ends_with('{');
    let text = source
        .get(range.clone())?
        .strip_prefix('`')?
        .strip_suffix('`')?;
    let is_template = is_template && source.get(range.end..)?.starts_with('}');
    let mut mapped = Mapped::default();
    mapped.push(source, range.start + 1..range.start + 1 + text.len());
    is_template.then(|| Block {
        mapped,
        at: range.start,
        writing: Writing::Plain,
        options: OfAuthor {
            is_skipped: text.contains("${") || !is_raw && text.contains('\\'),
            ..OfAuthor::default()
        },
    })
}

fn options() -> Options {
    Options::ENABLE_TABLES
        | Options::ENABLE_FOOTNOTES
        | Options::ENABLE_TASKLISTS
        | Options::ENABLE_GFM
        | Options::ENABLE_YAML_STYLE_METADATA_BLOCKS
        | Options::ENABLE_PLUSES_DELIMITED_METADATA_BLOCKS
}

fn block(mapped: Mapped, info: &str, at: usize, scope: Scope) -> Option<Block> {
    let info = info.trim_ascii().trim_start_matches(['{', '.']);
    let end = info.find([' ', '\t', ',', '}', '{']).unwrap_or(info.len());
    let (language, rest) = info.split_at_checked(end)?;
    scope.has(language, mapped.text()).then(|| Block {
        mapped,
        at,
        writing: Writing::Plain,
        options: directive::words(rest),
    })
}

/// MDX' own comments.
fn comments(source: &str, code: &[Range<usize>]) -> Vec<Found> {
    let mut found = Vec::new();
    let mut at = 0;
    for (number, part) in source.split(COMMENT).enumerate() {
        let begun = code.partition_point(|range| range.start < at);
        let last = begun.checked_sub(1).and_then(|last| code.get(last));
        if number > 0
            && last.is_none_or(|range| range.end < at)
            && let Some((comment, _)) = part.split_once("*/}")
            && let Some(directive) = Directive::read(comment)
        {
            found.push(Found::Directive(at, directive));
        }
        at += part.len() + COMMENT.len();
    }
    found
}

/// The blocks in the document's HTML. A fence in one of our elements is that element's transcript, with the element's
/// instructions.
fn within_elements(regions: Vec<html::Region>, fences: &mut [Block]) -> Vec<Found> {
    let mut found = Vec::new();
    for region in regions {
        let from = fences.partition_point(|fence| fence.at < region.range.start);
        let to = fences.partition_point(|fence| fence.at < region.range.end);
        let mut options = region.block.options.clone();
        for fence in fences.get_mut(from..to).unwrap_or_default() {
            fence.options.under(options.clone());
            // It is run once.
            options.setup.clear();
        }
        if from == to && !region.block.mapped.text().trim_ascii().is_empty() {
            found.push(Found::Block(region.block));
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each block with its session and setup.
    fn blocks(source: &str) -> Vec<(String, String)> {
        let blocks = read(source, Scope::default())
            .into_iter()
            .filter_map(|found| match found {
                Found::Block(block) => {
                    let session = block.options.session.unwrap_or_default();
                    Some((
                        block.mapped.text().to_owned(),
                        session + &block.options.setup,
                    ))
                }
                Found::Directive(..) => None,
            });
        blocks.collect()
    }

    #[test]
    fn a_comment_of_mdx_is_read_where_it_is_one() {
        let count = |source: &str| {
            let found = read(source, Scope::default());
            let found = found
                .iter()
                .filter(|found| matches!(found, Found::Directive(..)));
            found.count()
        };
        assert_eq!(
            count("{/*setnx-transcript: skip*/}\n\n{/* setnx-transcript: skip */}"),
            2
        );
        assert_eq!(count("`{/* setnx-transcript: skip */}` {/* x */}\n"), 0);
        assert_eq!(count("```js\n{/* setnx-transcript: skip */}\n```\n"), 0);
        assert_eq!(count("{/* setnx-transcript: skip"), 0);
    }

    #[test]
    fn the_blocks_of_markdown_are_known() {
        for (source, expected) in [
            ("```redis\nGET a\n```", &[("GET a\n", "")][..]),
            ("~~~ {.redis session=a}\nGET a\n~~~", &[("GET a\n", "a")]),
            (
                "```cli,session=a,setup=\"SET a 1\"\nGET a\n```",
                &[("GET a\n", "aSET a 1")],
            ),
            ("```text\nredis> GET a\n```", &[("redis> GET a\n", "")]),
            ("```\nGET a\n```\n```js\nredis> GET a\n```", &[]),
            (
                "    redis> GET a\n\n    redis> GET b\n",
                &[("redis> GET a\n\nredis> GET b\n", "")],
            ),
            ("> ```redis\n> GET a\n> \n> b\n", &[("GET a\n\nb\n", "")]),
            (
                "<redis-prompt session=s setup='X'>\n\n```cli\nA\n```\n\n```cli setup=Y\nB\n```\n\n</redis-prompt>",
                &[("A\n", "sX"), ("B\n", "sY")],
            ),
            (
                "<redis-prompt session=s>{`\nredis> GET a\n`}</redis-prompt>",
                &[("\nredis> GET a\n", "s")],
            ),
            ("x {`redis> GET a`}", &[]),
            ("<!-- <redis-prompt>x</redis-prompt> -->", &[]),
        ] {
            let found = blocks(source);
            let found: Vec<(&str, &str)> = found
                .iter()
                .map(|(text, options)| (&**text, &**options))
                .collect();
            assert_eq!(found, expected, "{source}");
        }
    }
}
