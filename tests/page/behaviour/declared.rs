//! The elements as they are, beside what the manifest and the types say of them: the same attributes, members, events,
//! parts, properties of style and codes of errors.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::LazyLock;

use page_tests::{Outcome, Page};
use serde_json::{Value, json};

use crate::hosts::*;

/// embed.js with its modules.
static CODE: LazyLock<String> = LazyLock::new(|| {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/../../static/embed/embed.js");
    join::joined(Path::new(script)).unwrap_or_default()
});
/// Finds out why a file did not come; loaded then only.
const ADVICE: &str = include_str!("../../../static/embed/advice.js");
const ENGINE_EVENTS: [&str; 2] = [
    include_str!("../../../src/embed/answers.rs"),
    include_str!("../../../src/embed/playing.rs"),
];
const TYPES: &str = include_str!("../../../static/embed/embed.d.ts");
const MANIFEST: &str = include_str!("../../../static/embed/custom-elements.json");
const TOKENS: &str = include_str!("../../../static/tokens.css");

/// The members that the common class of the elements has for itself and for its two subclasses.
const INTERNAL: [&str; 18] = [
    "ahead",
    "arm",
    "begin",
    "constructor",
    "emit",
    "fall",
    "follow",
    "isLive",
    "island",
    "lacking",
    "left",
    "parts",
    "pause",
    "restart",
    "takesLines",
    "tell",
    "withIsland",
    "use",
];

type Names = BTreeSet<String>;

fn names<'a>(names: impl IntoIterator<Item = &'a str>) -> Names {
    names.into_iter().map(str::to_owned).collect()
}

/// An element of the manifest by its tag.
fn declared(tag: &str) -> Outcome<Value> {
    let manifest: Value = serde_json::from_str(MANIFEST)?;
    let all = manifest["modules"][0]["declarations"].as_array().cloned();
    let found = all.into_iter().flatten().find(|one| one["tagName"] == tag);
    found.ok_or_else(|| format!("the manifest has no {tag}").into())
}

/// The names in one of its lists.
fn listed(element: &Value, list: &str) -> Names {
    let all = element[list].as_array().into_iter().flatten();
    names(all.filter_map(|one| one["name"].as_str()))
}

/// The text after the first of two texts and before the second.
fn between<'a>(text: &'a str, from: &str, to: &str) -> Outcome<&'a str> {
    let rest = text.split_once(from).ok_or_else(|| format!("no {from}"))?.1;
    Ok(rest.split_once(to).ok_or_else(|| format!("no {to}"))?.0)
}

/// The quoted names that follow `before` anywhere in a text.
fn quoted(text: &str, before: &str) -> Names {
    names(
        text.split(before)
            .skip(1)
            .filter_map(|rest| rest.split('"').next()),
    )
}

/// The members of an interface of the types.
fn typed(interface: &str) -> Outcome<Names> {
    let body = between(TYPES, &format!("interface {interface} extends"), "\n}")?;
    let lines = body.lines().skip(1).map(str::trim);
    let members = lines.filter(|line| !line.starts_with('/') && !line.starts_with('*'));
    Ok(names(members.filter_map(|line| {
        let name = line.trim_start_matches("readonly ");
        name.split([':', '('])
            .next()
            .filter(|name| !name.is_empty())
    })))
}

async fn asked(page: &Page, expression: &str) -> Outcome<Names> {
    let value = page.evaluate(expression).await?;
    let all = value.as_array().ok_or("no array")?;
    Ok(names(all.iter().filter_map(Value::as_str)))
}

pub async fn the_manifest_and_the_types_tell_of_the_elements_as_they_are(page: &Page) -> Outcome {
    let files = open_handed()?.serve().await?;
    let body =
        "<redis-prompt id=p>PING</redis-prompt><lock-timeline id=t lesson=D2></lock-timeline>";
    let _host = open_host(page, &files, &policy(&files), "", body).await?;
    until_ready(page, 2).await?;
    let both = typed("PlaygroundElement")?;
    let mut observed = Names::new();
    for (tag, interface) in [
        ("redis-prompt", "RedisPromptElement"),
        ("lock-timeline", "LockTimelineElement"),
    ] {
        let element = declared(tag)?;
        let place = json!(tag);
        let members = asked(
            page,
            &format!(
                "(() => {{
                    const own = customElements.get({place}).prototype;
                    return [own, Object.getPrototypeOf(own)].flatMap((of) => Object.getOwnPropertyNames(of)).filter((name) => !name.endsWith('Callback'));
                }})()"
            ),
        )
        .await?;
        let members = &members - &names(INTERNAL);
        assert_eq!(
            listed(&element, "members"),
            members,
            "{tag}: members of the manifest"
        );
        assert_eq!(
            &both | &typed(interface)?,
            members,
            "{tag}: members of the types"
        );
        let parts = asked(
            page,
            &format!("[...find({place}).shadowRoot.querySelectorAll('[part]')].flatMap(({{ part }}) => [...part])"),
        )
        .await?;
        assert_eq!(listed(&element, "cssParts"), parts, "{tag}: parts");
        assert_eq!(
            listed(&element, "cssProperties"),
            names(TOKENS.split("var(").filter_map(|rest| {
                rest.starts_with("--playground-")
                    .then(|| rest.split([',', ')']).next())?
            })),
            "{tag}: properties of style"
        );
        observed.extend(listed(&element, "attributes"));
    }
    let watched = "customElements.get('redis-prompt').observedAttributes";
    assert_eq!(observed, asked(page, watched).await?, "attributes");
    Ok(())
}

pub async fn the_manifest_and_the_types_name_every_event_and_error(_page: &Page) -> Outcome {
    let mut told = quoted(&CODE, "emit(\"");
    for code in ENGINE_EVENTS {
        let in_one_line: String = code.split_whitespace().collect();
        told.extend(quoted(&in_one_line, ".tell(\""));
    }
    let mut listed_events = Names::new();
    for tag in ["redis-prompt", "lock-timeline"] {
        listed_events.extend(listed(&declared(tag)?, "events"));
    }
    // The element takes the first two to the console, and the last to who has asked.
    for name in ["setup-failed", "typographic", "answers"] {
        assert!(told.remove(name), "{name}");
    }
    assert_eq!(listed_events, told, "events of the manifest");
    let map = between(TYPES, "interface PlaygroundEventMap {", "\n}")?;
    assert_eq!(quoted(map, "\n  \""), told, "events of the types");

    let mut codes = quoted(&CODE, "new LoadError(\"");
    codes.extend(quoted(&CODE, "error.code ?? \""));
    for begin in ["return [\"", "? [\"", ": [\""] {
        codes.extend(quoted(ADVICE, begin));
    }
    let union = between(TYPES, "type PlaygroundErrorCode =", ";")?;
    let union = union.split('|').map(|code| code.trim().trim_matches('"'));
    assert_eq!(names(union), codes, "codes of errors");
    Ok(())
}
