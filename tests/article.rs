//! The static half of the page as it is written: both languages complete, nothing that a strict policy refuses, and
//! colours that can be read. `tests/page` tests the page in a browser.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use setnx_playground::cli::{Activity, Session};
use setnx_playground::keyspace::{KeyspaceMode, Server};
use setnx_playground::lesson;
use setnx_playground::lock::Algorithm;
use setnx_playground::text::Lang;

/// The page in each language, as it is served: index.html with its pieces of article/.
static PAGES: LazyLock<[String; Lang::ALL.len()]> = LazyLock::new(|| Lang::ALL.map(page));
const TOKENS: &str = include_str!("../static/tokens.css");
const STYLE: &str = include_str!("../static/page.css");
const LATE_STYLE: &str = include_str!("../static/reading.css");
const ISLANDS: [&str; 5] = [
    include_str!("../static/island.css"),
    include_str!("../static/prompt.css"),
    include_str!("../static/keys.css"),
    include_str!("../static/timeline.css"),
    include_str!("../static/ladder.css"),
];
/// Where a component gives an element a property of its own.
const SET_BY_CODE: [&str; 3] = [
    include_str!("../src/ui/timeline/ladder/draw.rs"),
    include_str!("../src/ui/timeline/ladder/mod.rs"),
    include_str!("../src/ui/timeline/programs.rs"),
];

/// The scripts in a folder, by their paths.
fn scripts(folder: &str) -> Vec<(PathBuf, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let files = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path());
    let is_script = |path: &PathBuf| path.extension().is_some_and(|ending| ending == "js");
    let read = |path: PathBuf| {
        let text = fs::read_to_string(&path).unwrap();
        (path, text)
    };
    files.filter(is_script).map(read).collect()
}

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

fn page(lang: Lang) -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let read = |path: &str| fs::read_to_string(root.join(path)).expect(path);
    let (mut page, source) = (String::new(), read("index.html"));
    for line in source.lines() {
        let inline = "<link data-trunk rel=\"inline\" href=\"article/en/";
        match line.strip_prefix(inline) {
            Some(piece) => {
                let piece = piece.trim_end_matches("\">");
                page += &read(&format!("article/{}/{piece}", lang.tag()));
            }
            None => page += &format!("{line}\n"),
        }
    }
    page
}

fn whole(lang: Lang) -> &'static str {
    let at = Lang::ALL.iter().position(|other| *other == lang);
    &PAGES[at.expect("a language of the page")]
}

fn body(lang: Lang) -> &'static str {
    whole(lang).split_once("<body>").expect("a body").1
}

/// Elements within a sentence, which may stand in another order in another language.
const INLINE: [&str; 5] = ["a", "b", "code", "em", "i"];

/// The elements of the body that are not within a sentence.
fn blocks(lang: Lang) -> Vec<Tag<'static>> {
    let all = tags(body(lang)).into_iter();
    all.filter(|tag| !INLINE.contains(&tag.name)).collect()
}

/// The languages but English.
fn others() -> impl Iterator<Item = Lang> {
    Lang::ALL.into_iter().filter(|lang| *lang != Lang::En)
}

/// Every block in English with those of the other languages.
fn pairs() -> Vec<(Tag<'static>, Tag<'static>)> {
    let pairs = others().flat_map(|lang| {
        let (english, other) = (blocks(Lang::En), blocks(lang));
        assert_eq!(english.len(), other.len(), "{lang:?}");
        english.into_iter().zip(other)
    });
    pairs.collect()
}

#[test]
fn all_languages_have_the_same_blocks_in_the_same_places() {
    // A title is words.
    let set = |tag: &Tag| match tag.get("title") {
        Some(title) => tag.attributes.replace(title, ""),
        None => tag.attributes.to_owned(),
    };
    for (en, zh) in pairs() {
        assert_eq!(
            (en.name, set(&en)),
            (zh.name, set(&zh)),
            "{} | {}",
            en.content,
            zh.content
        );
    }
}

#[test]
fn each_page_is_in_its_own_language() {
    assert!(
        whole(Lang::En)
            .chars()
            .all(|c| !c.is_alphabetic() || c < '\u{250}')
    );
    let sentences = ["p", "li", "dd", "h1", "h2", "h3", "th", "button", "legend"];
    for (en, other) in pairs() {
        let words = |text: &str| {
            text.split_whitespace()
                .filter(|word| !word.contains('<'))
                .count()
        };
        let has_code_alone = words(en.content) < 2;
        if sentences.contains(&other.name) && !has_code_alone && !other.content.is_empty() {
            assert_ne!(en.content, other.content);
        }
    }
    for lang in others() {
        let other = Lang::En;
        let head = |lang| whole(lang).split_once("<body>").expect("a body").0;
        for name in [
            "title",
            "name=\"description\"",
            "og:title",
            "og:description",
        ] {
            let line = |lang| head(lang).lines().find(|line| line.contains(name));
            assert!(line(lang).is_some() && line(lang) != line(other), "{name}");
        }
    }
}

/// Code without what a command of it says in words: `SETNX lock.foo <the time now>`.
fn without_words(code: &str) -> String {
    let mut parts = code.split("&lt;");
    let command = parts.next().unwrap_or_default();
    let rest = parts.map(|part| match part.split_once("&gt;") {
        Some((_, after)) if command.starts_with(|c: char| c.is_ascii_uppercase()) => {
            format!("&lt;&gt;{after}")
        }
        _ => format!("&lt;{part}"),
    });
    [command.to_owned()].into_iter().chain(rest).collect()
}

#[test]
fn all_languages_quote_the_same_code() {
    let code = |text: &'static str| {
        let quoted = tags(text).into_iter().filter(|tag| tag.name == "code");
        let quoted = quoted.map(|tag| without_words(tag.content));
        quoted.collect::<BTreeSet<_>>()
    };
    for (en, zh) in pairs() {
        assert_eq!(code(en.content), code(zh.content), "{}", en.content);
    }
}

#[test]
fn nothing_needs_more_than_a_strict_policy_allows() {
    for tag in PAGES.iter().flat_map(|page| tags(page)) {
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
            // A reader may follow a link to another site; nothing is loaded from there.
            let is_away = tag.name == "a" && address.starts_with("https://");
            assert!(
                is_away || !address.contains(':') && !address.starts_with('/'),
                "{address}"
            );
            assert_eq!(is_away, tag.get("rel") == Some("noreferrer"), "{address}");
        }
    }
    for text in [TOKENS, STYLE, LATE_STYLE] {
        assert!(!text.contains("url(") && !text.contains("@import"));
    }
    let folders = ["static", "static/embed", "static/embed/modules"];
    let scripts: Vec<(PathBuf, String)> = folders.into_iter().flat_map(scripts).collect();
    for sink in [
        "innerHTML",
        "outerHTML",
        "insertAdjacentHTML",
        "document.write",
        "eval(",
        "new Function",
        "setTimeout(\"",
    ] {
        for (name, script) in &scripts {
            assert!(!script.contains(sink), "{sink} in {}", name.display());
        }
    }
}

#[test]
fn every_reference_has_its_target() {
    for lang in Lang::ALL {
        references(lang);
    }
}

fn references(lang: Lang) {
    let tags = tags(whole(lang));
    let mut ids = BTreeSet::new();
    for id in tags.iter().filter_map(|tag| tag.get("id")) {
        assert!(ids.insert(id), "{id} twice");
    }
    let links = tags
        .iter()
        .filter_map(|tag| tag.get("href"))
        .filter_map(|href| href.strip_prefix('#'));
    for id in links.chain(tags.iter().filter_map(|tag| tag.get("aria-labelledby"))) {
        match id.strip_prefix("v2;") {
            Some(lesson) => assert!(lesson::find(lesson).is_some(), "no lesson {lesson}"),
            None => assert!(ids.contains(id), "nothing is called {id}"),
        }
    }
}

#[test]
fn the_program_in_the_text_is_the_simplest_one_that_clients_run() {
    let shown = body(Lang::En)
        .split_once("id=\"language\"")
        .expect("the key to the language")
        .1;
    let shown = shown
        .split_once("<pre class=\"code\"><code>")
        .expect("a program")
        .1;
    let shown = shown.split_once("</code>").expect("its end").0;
    let shown = shown.replace("&lt;", "<").replace("&gt;", ">");
    assert_eq!(shown.trim_end(), Algorithm::Setnx.source().trim_end());
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
    let sheets = [STYLE, LATE_STYLE].into_iter().chain(ISLANDS);
    let mut used = BTreeSet::new();
    for inside in sheets
        .clone()
        .chain([TOKENS])
        .chain(SET_BY_CODE)
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
    let named = tags(body(Lang::En))
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
fn a_timeline_that_is_not_there_yet_names_its_lessons() {
    for lang in Lang::ALL {
        let boxes = blocks(lang).into_iter();
        let boxes = boxes.filter(|tag| tag.get("lessons").is_some());
        for (island, lessons) in boxes.zip(offered()) {
            let items = tags(island.content).into_iter();
            let items: Vec<_> = items.filter(|tag| tag.name == "li").collect();
            assert_eq!(items.len(), lessons.len(), "{lessons:?}");
            for (item, id) in items.into_iter().zip(lessons) {
                let said = item.content;
                let title = lesson::find(id).expect("a lesson").title.get(lang);
                let title = format!("<b>{}</b>", title.replace('<', "&lt;"));
                assert!(said.starts_with(&title), "{id}: {said}");
                assert!(said.len() > title.len(), "{id} says nothing: {said}");
            }
        }
    }
}

#[test]
fn one_lesson_of_each_group_stands_open() {
    let boxes = blocks(Lang::En).into_iter();
    let open = boxes.filter(|tag| tag.attributes.contains("data-open"));
    let names = open.filter_map(|tag| tag.get("lessons")?.split(' ').next());
    let groups_of = names.filter_map(lesson::find);
    let open: BTreeSet<&str> = groups_of.map(|lesson| lesson.group.title().en).collect();
    let groups = lesson::LessonGroup::ALL.map(|group| group.title().en);
    assert_eq!(open, BTreeSet::from(groups));
}

#[test]
fn the_contents_name_every_chapter_in_its_order() {
    Lang::ALL.into_iter().for_each(contents);
}

fn contents(lang: Lang) {
    let titles = |inside: &str, level: &str| -> Vec<(String, String)> {
        let links = tags(inside).into_iter().filter(|tag| tag.name == level);
        let link = |tag: Tag<'_>| {
            let content = tag.content.trim();
            let (address, words) = content.strip_prefix("<a href=\"")?.split_once("\">")?;
            Some((address.to_owned(), words.to_owned()))
        };
        links.filter_map(link).collect()
    };
    let contents = body(lang).split_once("class=\"toc\"").expect("contents").1;
    let (contents, rest) = contents.split_once("</nav>").expect("their end");
    let chapters = titles(rest, "h2");
    assert_eq!(titles(contents, "li"), chapters);
    assert_eq!(
        rest.matches("<section class=\"chapter\">").count(),
        chapters.len()
    );
}

#[test]
fn every_heading_is_a_link_to_itself() {
    for heading in blocks(Lang::En)
        .iter()
        .filter(|tag| ["h2", "h3"].contains(&tag.name))
    {
        let id = heading.get("id").expect("an id");
        let link = format!("<a href=\"#{id}\">");
        assert!(
            id == "contents" || heading.content.starts_with(&link),
            "{id}"
        );
    }
}

/// The rule of reading.js for what the prompt can run: a name in capitals, and arguments that are all there.
fn is_command(code: &str) -> bool {
    let (name, rest) = code.split_once(' ').unwrap_or((code, ""));
    let is_name = name.len() >= 3 && name.chars().all(|c| c.is_ascii_uppercase() || c == '_');
    is_name && !rest.contains(['<', '&'])
}

/// What the prompt says to a line, in the first mode that knows its command.
fn replied(line: &str) -> String {
    let name = line.split(' ').next().unwrap_or_default();
    let mut modes = KeyspaceMode::ALL.into_iter();
    let mode = modes.find(|mode| mode.find(name.as_bytes()).is_some());
    let server = Server::new().with_script_engine(setnx_playground::lua::engine());
    let mut server = server.in_mode(mode.unwrap_or_default());
    let mut session = Session::new(&mut server);
    session.enter(line);
    while let Activity::Working(_) = session.advance(&mut server, 1_700_000_000_000, 1_000) {}
    session.log().transcript(Lang::En)
}

#[test]
fn every_command_in_the_text_runs_without_an_error() {
    let mut known = BTreeSet::new();
    for code in tags(body(Lang::En))
        .into_iter()
        .filter(|tag| tag.name == "code")
    {
        let line = code.content.replace("&quot;", "\"");
        if !is_command(&line) || !known.insert(line.clone()) {
            continue;
        }
        if line.contains(' ') {
            assert!(!replied(&line).contains("(error)"), "{}", replied(&line));
        } else {
            let help = replied(&format!("help {line}"));
            assert!(help.contains("summary:"), "{help}");
        }
    }
    assert!(known.len() > 30, "{known:?}");
}

/// The rows of the commands at the end: ACL categories, and the commands that are in exactly these.
fn by_categories() -> Vec<(&'static str, Vec<&'static str>)> {
    let related = body(Lang::En)
        .split_once("id=\"related\"")
        .expect("related")
        .1;
    let rows = related.split("<dt>").skip(1);
    rows.map(|row| {
        let (categories, commands) = row.split_once("</dt>").expect("categories");
        let commands = commands.split_once("</dd>").expect("commands").0;
        let names = tags(commands).into_iter().filter(|tag| tag.name == "code");
        (categories, names.map(|tag| tag.content).collect())
    })
    .collect()
}

#[test]
fn the_related_commands_are_the_strings_and_bits_of_7_0_and_those_that_locks_use() {
    let count = |group: &str| {
        let rows = by_categories().into_iter();
        let rows = rows.filter(|(categories, _)| categories.contains(group));
        rows.map(|(_, names)| names.len()).sum::<usize>()
    };
    assert_eq!((count("@string"), count("@bitmap")), (22, 7));
    let known: BTreeSet<&str> = by_categories()
        .into_iter()
        .flat_map(|(_, all)| all)
        .collect();
    // DELEX is of a later version.
    let is_of_7_0 = |algorithm: &Algorithm| algorithm.program().mode() == KeyspaceMode::Redis7;
    let programs = Algorithm::ALL.into_iter().filter(is_of_7_0);
    let programs = programs.flat_map(|algorithm| {
        let lines = algorithm.source().lines().map(str::trim);
        lines.filter_map(|line| line.split(' ').find(|word| is_command(word)))
    });
    for name in programs {
        assert!(known.contains(name), "{name} is not among the commands");
    }
}

#[test]
fn every_command_is_in_the_acl_categories_of_the_server() {
    let told = |categories: &str| -> BTreeSet<String> {
        let words = categories.split(|c: char| !(c.is_ascii_lowercase() || c == '@'));
        let named = words.filter(|word| word.starts_with('@'));
        named.map(str::to_owned).collect()
    };
    let mut rows = by_categories();
    let hero = body(Lang::En)
        .split_once("class=\"meta\"")
        .expect("the beginning")
        .1;
    let hero = hero.split_once("</p>").expect("its end").0;
    rows.push((hero, vec!["SETNX"]));
    for (categories, names) in rows {
        for name in names {
            let facts = replied(&format!("COMMAND INFO {name}"));
            assert_eq!(told(categories), told(&facts), "{name}: {facts}");
        }
    }
}

#[test]
fn the_server_calls_deprecated_what_the_text_says() {
    assert!(!replied("COMMAND DOCS SETNX").contains("deprecated_since"));
    let getset = replied("COMMAND DOCS GETSET");
    let (_, since) = getset.split_once("deprecated_since").expect("deprecated");
    assert!(since.contains("6.2.0"), "{getset}");
}

/// What the first screen says of the lock that it recommends, asked of the search: each claim is a question and its answer.
#[test]
fn the_first_screen_says_of_the_recommended_lock_what_the_search_finds() {
    use setnx_playground::check::{
        Assumption, MatrixColumn, MatrixRow, Progress, Question, Release, Search, Verdict,
    };
    use setnx_playground::sim::Property;
    let answer = |question: &Question| {
        let mut search = Search::new(question.clone());
        loop {
            if let Progress::Done(verdict) = search.advance(100_000) {
                return verdict;
            }
        }
    };
    let row = MatrixRow::Px(Release::CompareAndDelete);
    let told = row.question(MatrixColumn::AsTold).expect("a cell");
    let apart = row.question(MatrixColumn::ClocksApart).expect("a cell");
    // A holder may stall in every cell; crashes, and messages that are late, are asked for.
    let mut crashing = told.clone();
    crashing.allowed.crash = true;
    let mut late = told.clone();
    late.setup.clients.truncate(2);
    late.allowed.transit = true;
    for question in [&told, &apart, &crashing, &late] {
        assert_eq!(question.property, Property::TwoLeases);
        let verdict = answer(question);
        assert!(matches!(verdict, Verdict::Holds { .. }), "{verdict:?}");
    }
    // What it does not protect from: two who act at once, a server that forgets, as after a failover, and a clock that is set.
    let [mut forgetting, mut set, mut server_set] = [(); 3].map(|()| told.clone());
    forgetting.allowed.forget = true;
    set.allowed.set(Assumption::ClockSet, true);
    server_set.allowed.set(Assumption::ServerClockSet, true);
    // The head of the table's last column says that no lock prevents it.
    let inside = MatrixRow::ALL.map(|row| row.question(MatrixColumn::TwoInside));
    for question in inside
        .into_iter()
        .flatten()
        .chain([forgetting, set, server_set])
    {
        assert!(
            matches!(answer(&question), Verdict::Broken(..)),
            "{question:?}"
        );
    }
}
