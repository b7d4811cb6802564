//! The guide names everything that the elements have, and nothing that they don't.

use serde_json::Value;

use crate::{chapters, root};

fn manifest() -> Value {
    let path = root().join("static/embed/custom-elements.json");
    let text = std::fs::read_to_string(path).expect("the manifest is there");
    serde_json::from_str(&text).expect("the manifest is JSON")
}

/// The elements, each with the chapter that tells of it.
fn elements(manifest: &Value) -> impl Iterator<Item = (&'static str, &Value)> {
    [
        ("redis-prompt", "prompt.md"),
        ("lock-timeline", "timeline.md"),
    ]
    .into_iter()
    .map(|(tag, chapter)| {
        let modules = manifest["modules"].as_array().expect("modules").iter();
        let mut all = modules
            .flat_map(|module| module["declarations"].as_array())
            .flatten();
        let found = all.find(|declared| declared["tagName"] == tag);
        (chapter, found.expect("the element is in the manifest"))
    })
}

fn names<'a>(element: &'a Value, of: &str) -> Vec<&'a str> {
    let rows = element[of].as_array().expect("a list in the manifest");
    rows.iter().filter_map(|row| row["name"].as_str()).collect()
}

/// The name in a piece of code: `run(line)` is `run`.
fn bare(word: &str) -> &str {
    word.split_once('(').map_or(word, |(name, _)| name)
}

#[test]
fn each_element_has_a_chapter_with_everything_in_it() {
    let manifest = manifest();
    let chapters = chapters();
    for (name, element) in elements(&manifest) {
        let chapter = chapters.iter().find(|chapter| chapter.name == name);
        let chapter = chapter.expect("the chapter is there");
        for of in ["attributes", "members", "events", "cssParts"] {
            for wanted in names(element, of) {
                let is_named = chapter.words.iter().any(|word| bare(word) == wanted);
                assert!(
                    is_named,
                    "docs/src/{name} does not name `{wanted}`, of {of}"
                );
            }
        }
        let examples = chapter
            .snippets
            .iter()
            .filter(|snippet| snippet.language == "html");
        let examples: String = examples.map(|snippet| &*snippet.text).collect();
        for attribute in names(element, "attributes")
            .iter()
            .filter(|name| **name != "session")
        {
            assert!(
                examples.contains(&format!(" {attribute}")),
                "docs/src/{name} shows no `{attribute}` at work"
            );
        }
    }
}

#[test]
fn the_variables_and_parts_are_those_that_there_are() {
    let manifest = manifest();
    let chapters = chapters();
    let theming = chapters.iter().find(|chapter| chapter.name == "theming.md");
    let theming = theming.expect("the chapter is there");
    for (_, element) in elements(&manifest) {
        let parts = names(element, "cssParts");
        for wanted in names(element, "cssProperties").iter().chain(&parts) {
            assert!(
                theming.words.iter().any(|word| word == wanted),
                "{wanted} is not told"
            );
        }
    }
    let known: Vec<&str> = elements(&manifest)
        .flat_map(|(_, element)| names(element, "cssProperties"))
        .collect();
    let styles = chapters.iter().flat_map(|chapter| &chapter.snippets);
    let styles = styles.filter(|snippet| snippet.language == "css");
    let words = theming
        .words
        .iter()
        .map(|word| ("docs/src/theming.md", &**word));
    for (place, text) in styles.map(|css| (&*css.place, &*css.text)).chain(words) {
        for (at, _) in text.match_indices("--playground") {
            let end = |byte: char| !(byte == '-' || byte.is_ascii_lowercase());
            let name = text[at..].split(end).next().unwrap_or_default();
            assert!(
                known.contains(&name),
                "{place}: there is no variable {name}"
            );
        }
    }
}

#[test]
fn every_code_of_an_error_is_explained() {
    let types = root().join("static/embed/embed.d.ts");
    let types = std::fs::read_to_string(types).expect("the types are there");
    let (_, codes) = types
        .split_once("PlaygroundErrorCode = ")
        .expect("the codes");
    let (codes, _) = codes.split_once(';').expect("an end");
    let chapters = chapters();
    let headers = chapters.iter().find(|chapter| chapter.name == "headers.md");
    let headers = headers.expect("the chapter is there");
    for code in codes.split('|').map(|code| code.trim().trim_matches('"')) {
        assert!(
            headers.words.iter().any(|word| word == code),
            "`{code}` is not explained"
        );
    }
}
