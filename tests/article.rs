//! The static half of the page as it is written: both languages complete, nothing that a strict policy refuses, and
//! colours that can be read. `tests/page` tests the page in a browser.

use std::collections::{BTreeMap, BTreeSet};

use setnx_playground::lesson;

const PAGE: &str = include_str!("../index.html");
const TOKENS: &str = include_str!("../static/tokens.css");
const STYLE: &str = include_str!("../static/page.css");
const ISLANDS: [&str; 3] = [
    include_str!("../static/island.css"),
    include_str!("../static/prompt.css"),
    include_str!("../static/timeline.css"),
];
const SCRIPTS: [&str; 6] = [
    include_str!("../static/page.js"),
    include_str!("../static/save.js"),
    include_str!("../static/embed/embed.js"),
    include_str!("../static/embed/upgrade.js"),
    include_str!("../static/embed/frame.js"),
    include_str!("../static/embed/fit.js"),
];
/// Where a component gives an element a property of its own.
const SET_BY_CODE: [&str; 2] = [
    include_str!("../src/ui/timeline/draw.rs"),
    include_str!("../src/ui/timeline/programs.rs"),
];

/// A start tag: its name, its attributes, and the text from its end to the next tag of the same name that closes.
struct Tag<'a> {
    name: &'a str,
    attributes: &'a str,
    content: &'a str,
}

impl<'a> Tag<'a> {
    fn get(&self, attribute: &str) -> Option<&'a str> {
        let at = self.attributes.find(&format!(" {attribute}=\""))? + attribute.len() + 3;
        self.attributes[at..].split('"').next()
    }
}

fn tags(html: &str) -> Vec<Tag<'_>> {
    html.match_indices('<')
        .filter_map(|(at, _)| {
            let (inside, rest) = html[at + 1..].split_once('>')?;
            let name = inside.split_whitespace().next()?;
            let content = rest.split(&format!("</{name}>")).next()?;
            let attributes = &inside[name.len()..];
            name.starts_with(|c: char| c.is_ascii_lowercase())
                .then_some(Tag {
                    name,
                    attributes,
                    content,
                })
        })
        .collect()
}

fn body() -> &'static str {
    PAGE.split_once("<body>").expect("a body").1
}

/// Every block in English with its Chinese.
fn pairs() -> Vec<(Tag<'static>, Tag<'static>)> {
    let told = tags(body())
        .into_iter()
        .filter(|tag| tag.get("lang").is_some() && tag.name != "a");
    let (mut pairs, mut english) = (Vec::new(), None);
    for tag in told {
        match (tag.get("lang"), english.take()) {
            (Some("en"), None) => english = Some(tag),
            (Some("zh-Hans"), Some(en)) => pairs.push((en, tag)),
            (lang, _) => panic!("{lang:?} out of turn: {}", tag.content),
        }
    }
    assert!(english.is_none(), "the last English block has no Chinese");
    pairs
}

#[test]
fn every_block_stands_in_both_languages() {
    for (en, zh) in pairs() {
        assert_eq!(en.name, zh.name, "{}", en.content);
        for attribute in ["class", "data-refused"] {
            assert_eq!(en.get(attribute), zh.get(attribute), "{}", en.content);
        }
        let chinese = |text: &str| text.chars().any(|c| ('\u{4e00}'..='\u{9fff}').contains(&c));
        assert!(
            chinese(zh.content) && !chinese(en.content),
            "{} | {}",
            en.content,
            zh.content
        );
    }
    for tag in tags(PAGE)
        .iter()
        .filter(|tag| tag.name == "title" || tag.get("name") == Some("description"))
    {
        assert!(tag.get("data-zh").is_some(), "{}", tag.attributes);
    }
}

#[test]
fn both_languages_quote_the_same_code() {
    let code = |text: &'static str| {
        let quoted = tags(text).into_iter().filter(|tag| tag.name == "code");
        quoted.map(|tag| tag.content).collect::<BTreeSet<_>>()
    };
    for (en, zh) in pairs() {
        assert_eq!(code(en.content), code(zh.content), "{}", en.content);
    }
}

#[test]
fn nothing_needs_more_than_a_strict_policy_allows() {
    for tag in tags(PAGE) {
        assert!(tag.name != "style", "an inline style sheet");
        assert!(
            tag.name != "script" || (tag.get("src").is_some() && tag.content.is_empty()),
            "an inline script"
        );
        for attribute in tag
            .attributes
            .split('"')
            .step_by(2)
            .flat_map(str::split_whitespace)
        {
            assert!(
                !attribute.starts_with("style=") && !attribute.starts_with("on"),
                "{attribute}"
            );
        }
        for address in ["src", "href"].iter().filter_map(|name| tag.get(name)) {
            assert!(
                !address.contains(':') && !address.starts_with('/'),
                "{address}"
            );
        }
    }
    for text in [TOKENS, STYLE] {
        assert!(!text.contains("url(") && !text.contains("@import"));
    }
    for sink in [
        "innerHTML",
        "outerHTML",
        "insertAdjacentHTML",
        "document.write",
        "eval(",
        "new Function",
        "setTimeout(\"",
    ] {
        assert!(
            SCRIPTS.iter().all(|script| !script.contains(sink)),
            "{sink}"
        );
    }
}

#[test]
fn every_reference_has_its_target() {
    let tags = tags(PAGE);
    let mut ids = BTreeSet::new();
    for id in tags.iter().filter_map(|tag| tag.get("id")) {
        assert!(ids.insert(id), "{id} twice");
    }
    let links = tags
        .iter()
        .filter_map(|tag| tag.get("href"))
        .filter_map(|href| href.strip_prefix('#'));
    for id in links.chain(tags.iter().filter_map(|tag| tag.get("aria-labelledby"))) {
        assert!(ids.contains(id), "nothing is called {id}");
    }
}

/// The names of the custom properties that a text gives a value to.
fn defined(text: &'static str) -> impl Iterator<Item = &'static str> {
    text.match_indices("--").filter_map(|(at, _)| {
        let (name, _) = text[at..].split_once(':')?;
        let is_part = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
        name.chars().all(is_part).then_some(name)
    })
}

#[test]
fn every_token_in_use_is_defined_and_every_defined_one_in_use() {
    let sheets = [STYLE].into_iter().chain(ISLANDS);
    let mut used = BTreeSet::new();
    for inside in sheets
        .clone()
        .chain([TOKENS])
        .flat_map(|sheet| sheet.split("var(").skip(1))
    {
        let name = inside.split([',', ')']).next().unwrap_or_default();
        used.insert((name, inside[name.len()..].starts_with(',')));
    }
    let known: BTreeSet<_> = sheets
        .chain([TOKENS])
        .chain(SET_BY_CODE)
        .flat_map(defined)
        .collect();
    for (name, has_fallback) in &used {
        assert!(
            *has_fallback || known.contains(name),
            "{name} is not defined"
        );
    }
    let used: BTreeSet<_> = used.into_iter().map(|(name, _)| name).collect();
    for name in known {
        assert!(used.contains(name), "{name} is not used");
    }
}

/// The colours as (light, dark), by name.
fn colours() -> BTreeMap<&'static str, (&'static str, &'static str)> {
    TOKENS
        .lines()
        .filter_map(|line| {
            let (name, value) = line.trim().strip_prefix("--")?.split_once(": ")?;
            let (_, value) = value.split_once("light-dark(")?;
            Some((name, value.split_once(')')?.0.split_once(", ")?))
        })
        .collect()
}

/// Contrast as WCAG 2.2 defines it.
fn contrast(a: &str, b: &str) -> f64 {
    let luminance = |hex: &str| {
        let channel = |at: usize| {
            let part = f64::from(
                u8::from_str_radix(&hex[at..at + 2], 16).expect("six hexadecimal digits"),
            ) / 255.0;
            if part <= 0.04045 {
                part / 12.92
            } else {
                ((part + 0.055) / 1.055).powf(2.4)
            }
        };
        0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5) + 0.05
    };
    let (a, b) = (luminance(a), luminance(b));
    a.max(b) / a.min(b)
}

#[test]
fn every_text_can_be_read_on_every_ground() {
    let colours = colours();
    let check = |front: &str, back: &str, least: f64| {
        let ((light, dark), (under_light, under_dark)) = (colours[front], colours[back]);
        for (scheme, ratio) in [
            ("light", contrast(light, under_light)),
            ("dark", contrast(dark, under_dark)),
        ] {
            assert!(
                ratio >= least,
                "--{front} on --{back}, {scheme}: {ratio:.2}"
            );
        }
    };
    let tinted = ["c1", "c2", "c3", "c4", "c5"];
    for ground in ["bg", "soft"] {
        for text in ["ink", "dim", "accent", "bad"].iter().chain(&tinted) {
            check(text, ground, 4.5);
        }
        check("edge", ground, 3.0);
    }
    for name in tinted {
        for text in ["ink", "dim", name] {
            check(text, &format!("{name}-soft"), 4.5);
        }
    }
}

/// The lessons that each timeline of the article offers.
fn offered() -> Vec<Vec<&'static str>> {
    let named = tags(body())
        .into_iter()
        .filter_map(|tag| tag.get("lessons"));
    named.map(|names| names.split(' ').collect()).collect()
}

#[test]
fn every_lesson_stands_once_in_the_article_and_no_other_does() {
    let mut offered: Vec<&str> = offered().concat();
    let mut known: Vec<&str> = lesson::ALL.iter().map(|lesson| lesson.id).collect();
    offered.sort_unstable();
    known.sort_unstable();
    assert_eq!(offered, known);
}

#[test]
fn a_timeline_that_is_not_there_yet_says_how_many_sequences_it_will_have() {
    let words = [
        ["A timeline", "一条时间线"],
        ["Two timelines", "两条时间线"],
        ["Three timelines", "三条时间线"],
        ["Four timelines", "四条时间线"],
        ["Five timelines", "五条时间线"],
    ];
    let islands: Vec<_> = tags(body())
        .into_iter()
        .filter(|tag| tag.get("lessons").is_some())
        .collect();
    for (island, lessons) in islands.iter().zip(offered()) {
        for said in words[lessons.len() - 1] {
            assert!(island.content.contains(said), "{lessons:?}: {said}");
        }
    }
}
