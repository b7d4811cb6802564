//! Every text that a reader meets is from `locales/` or `article/`. The page is opened in the pseudo-language, whose texts have an
//! accent on each letter: one without is in a program.

use std::collections::{BTreeMap, BTreeSet};

use page_tests::{Host, Outcome, Page, languages};
use serde_json::{Value, json};

use crate::places::*;

/// Words without accents that are no text, each with its reason.
const ALLOWED: [(&str, &str); 40] = [
    ("redis", "the prompt of redis-cli"),
    ("not", "the prompt of redis-cli: not connected"),
    ("connected", "the prompt of redis-cli: not connected"),
    ("nil", "a reply"),
    ("integer", "a reply, as redis-cli prints it"),
    ("error", "a reply, as redis-cli prints it"),
    ("unknown", "an error of Redis"),
    ("command", "an error of Redis"),
    ("args", "an error of Redis"),
    ("beginning", "an error of Redis"),
    ("subscribe", "a reply"),
    ("refused", "a reply of the store"),
    ("Hello", "a value"),
    ("World", "a value"),
    ("mykey", "a key"),
    ("lock.foo", "a key"),
    ("fence", "a key"),
    ("open", "what was typed"),
    ("help", "what was typed"),
    ("key", "help's syntax"),
    ("value", "help's syntax"),
    ("seconds", "help's syntax"),
    ("milliseconds", "help's syntax"),
    ("unix-time-seconds", "help's syntax"),
    ("unix-time-milliseconds", "help's syntax"),
    ("string", "a group of commands"),
    ("mine", "a register of a program"),
    ("deadline", "a register of a program"),
    ("drawn", "a register of a program"),
    ("first", "a register of a program"),
    ("acquire", "a section of a program"),
    ("read", "a statement of a program"),
    ("write", "a statement of a program"),
    ("claim", "a statement of a program"),
    ("with", "a statement of a program"),
    ("compare-and-delete", "a script of a program"),
    ("compare-and-extend", "a script of a program"),
    ("Redlock", "the name of an algorithm"),
    ("MiB", "a unit"),
    ("Ctrl+Space", "keys"),
];

/// Elements whose text is code.
const CODE: [&str; 4] = ["CODE", "PRE", "KBD", "TEXTAREA"];
/// Attributes that are read to a reader, or shown.
const SAID: [&str; 8] = [
    "aria-label",
    "aria-description",
    "aria-placeholder",
    "aria-roledescription",
    "aria-valuetext",
    "title",
    "placeholder",
    "alt",
];

/// What is looked at, and words found so far with a text that has them.
struct Found {
    words: BTreeMap<String, String>,
    used: BTreeSet<String>,
    texts: usize,
}

impl Found {
    /// Looks at all that the page's accessibility tree says now, in all of its shadow roots, and at attributes that say something.
    async fn look(&mut self, page: &Page, place: &str) -> Outcome {
        let whole = json!({ "depth": -1, "pierce": true });
        let document = page.devtools("DOM.getDocument", whole).await?;
        let mut code = BTreeSet::new();
        self.walk(&document["root"], false, &mut code, place);
        let tree = page
            .devtools("Accessibility.getFullAXTree", json!({}))
            .await?;
        for node in tree["nodes"].as_array().ok_or("no nodes")? {
            let is_text = node["role"]["value"] == "StaticText" && node["ignored"] != true;
            let is_code = node["backendDOMNodeId"]
                .as_u64()
                .is_some_and(|id| code.contains(&id));
            if let Some(text) = node["name"]["value"].as_str()
                && is_text
                && !is_code
            {
                self.read(text, place);
            }
        }
        Ok(())
    }

    /// Notes the nodes that are code, and reads the attributes of the others.
    fn walk(&mut self, node: &Value, is_code: bool, code: &mut BTreeSet<u64>, place: &str) {
        let attributes: Vec<&str> = node["attributes"]
            .as_array()
            .into_iter()
            .flatten()
            .filter_map(Value::as_str)
            .collect();
        let pairs: Vec<_> = attributes
            .chunks_exact(2)
            .map(|one| (one[0], one[1]))
            .collect();
        let name = node["nodeName"].as_str().unwrap_or_default();
        let other = pairs
            .iter()
            .any(|(name, tag)| *name == "lang" && !tag.starts_with("qps"));
        let is_code = is_code || other || CODE.contains(&name);
        if is_code {
            code.extend(node["backendNodeId"].as_u64());
        } else {
            for (_, said) in pairs.iter().filter(|(name, _)| SAID.contains(name)) {
                self.read(said, place);
            }
        }
        for below in ["children", "shadowRoots"] {
            for child in node[below].as_array().into_iter().flatten() {
                self.walk(child, is_code, code, place);
            }
        }
    }

    fn read(&mut self, text: &str, place: &str) {
        self.texts += 1;
        // Values, links and threads have digits; groups of commands have an @.
        let is_plain = |word: &&str| !word.contains(|c: char| c.is_ascii_digit() || c == '@');
        let words = text.split_whitespace().filter(is_plain);
        for word in words.flat_map(|word| word.split(|c: char| "/()[]{}“”\"'’=,:;|…·>".contains(c)))
        {
            let word = word.trim_matches(|c: char| !c.is_alphanumeric());
            // Names of commands and clients are in capitals.
            let is_bare = word.is_ascii()
                && word.len() > 1
                && word.contains(|c: char| c.is_ascii_lowercase());
            if !is_bare {
                continue;
            }
            match ALLOWED.iter().find(|(known, _)| *known == word) {
                Some((known, _)) => drop(self.used.insert((*known).to_owned())),
                None => drop(
                    self.words
                        .entry(word.to_owned())
                        .or_insert_with(|| format!("{place}: {text}")),
                ),
            }
        }
    }
}

pub async fn no_text_is_without_the_marks_of_the_pseudo_language(page: &Page) -> Outcome {
    assert_eq!(languages(), ["?lang=qps"]);
    let mut found = Found {
        words: BTreeMap::new(),
        used: BTreeSet::new(),
        texts: 0,
    };
    the_article(page, &mut found).await?;
    the_prompt(page, &mut found).await?;
    the_timeline(page, &mut found).await?;
    the_frame(page, &mut found).await?;
    let words: Vec<String> = found
        .words
        .iter()
        .map(|(word, text)| format!("{word}  in  {text}"))
        .collect();
    assert!(
        words.is_empty(),
        "{} words:\n{}",
        words.len(),
        words.join("\n")
    );
    assert!(found.texts > 5000, "{}", found.texts);
    for (word, reason) in ALLOWED {
        assert!(found.used.contains(word), "{word} is nowhere ({reason})");
    }
    assert!(ALLOWED.len() <= 60);
    Ok(())
}

/// The article with all that is folded, before its boxes have begun and afterwards, with what it says of an odd address.
async fn the_article(page: &Page, found: &mut Found) -> Outcome {
    page.open("?lang=qps&theme=odd&only=odd").await?;
    page.find(INPUT).await?;
    page.evaluate("document.querySelectorAll('details').forEach((fold) => (fold.open = true))")
        .await?;
    page.until(
        "[...document.querySelectorAll('.chapter')].every((chapter) => 'laid' in chapter.dataset)",
    )
    .await?;
    found.look(page, "the article").await?;
    page.evaluate(
        "Promise.all([...document.querySelectorAll('.page lock-timeline')].map((box) => (box.begin(), box.ready.then(() => box.seek(box.length)))))",
    )
    .await?;
    page.evaluate("document.querySelectorAll('.page lock-timeline').forEach((box) => box.shadowRoot.querySelectorAll('details').forEach((more) => (more.open = true)))")
        .await?;
    found.look(page, "the article's timelines").await
}

/// The prompt with an error, a completion, help, a search through earlier lines, several clients and the view of the keys.
async fn the_prompt(page: &Page, found: &mut Found) -> Outcome {
    page.set_viewport(1280, 900).await?;
    page.open("?only=prompt&lang=qps").await?;
    page.find(INPUT).await?;
    for line in [
        "SETN k",
        "help SETNX",
        "SUBSCRIBE a",
        "GET \"open",
        "help",
        "BLPOP a 0",
    ] {
        page.type_into(INPUT, format!("{line}{ENTER}")).await?;
        found.look(page, line).await?;
        page.type_into(INPUT, format!("{CONTROL}c{RELEASE_ALL}"))
            .await?;
    }
    page.type_into(INPUT, "SET k v ").await?;
    page.press(TAB).await?;
    page.find("redis-prompt >>> [role=option]").await?;
    found.look(page, "completions").await?;
    page.press(ESCAPE).await?;
    page.press(ENTER).await?;
    page.type_into(INPUT, format!("{CONTROL}r{RELEASE_ALL}k"))
        .await?;
    page.find("redis-prompt >>> .found").await?;
    found.look(page, "earlier lines").await?;
    page.press(ESCAPE).await?;
    let buttons = "[...find('redis-prompt >>> section').querySelectorAll('button')]";
    let count = page.evaluate(&format!("{buttons}.length")).await?;
    for number in 0..count.as_u64().unwrap_or_default() {
        page.evaluate(&format!("{buttons}[{number}]?.click()"))
            .await?;
        found
            .look(page, &format!("button {number} of the prompt"))
            .await?;
    }
    Ok(())
}

/// The timeline with each of its panels, a search, a program with a mistake, and a link that is broken.
async fn the_timeline(page: &Page, found: &mut Found) -> Outcome {
    let part = |part: &str| format!("#only lock-timeline >>> {part}");
    page.driver().goto("about:blank").await?;
    page.open("?only=timeline&lang=qps#v1;setnx;n=3;c1;c2.x4;@3")
        .await?;
    page.find(&part(".tools")).await?;
    page.type_into(&part(".ladder"), ENTER).await?;
    page.find(&part(".inspector")).await?;
    found.look(page, "a move looked at").await?;
    let buttons = format!(
        "[...find({}).querySelectorAll('.tools button[aria-expanded]')]",
        json!(part(".play"))
    );
    let count = page.evaluate(&format!("{buttons}.length")).await?;
    for number in 0..count.as_u64().ok_or("no number")? {
        page.evaluate(&format!("{buttons}[{number}].click()"))
            .await?;
        page.until(&format!("{buttons}[{number}].ariaExpanded === 'true'"))
            .await?;
        page.evaluate(&format!(
            "find({}).querySelectorAll('details').forEach((more) => (more.open = true))",
            json!(part("section"))
        ))
        .await?;
        found.look(page, &format!("panel {number}")).await?;
    }
    Ok(())
}

/// The page that a host shows in a frame, of an address that has mistakes.
async fn the_frame(page: &Page, found: &mut Found) -> Outcome {
    page.driver().goto("about:blank").await?;
    let site = Host::of_dist()?.serve().await?;
    let query = "embed.html?element=prompt&lang=qps&odd=1&rows=x&autorun=off";
    page.visit(&site.url(query)).await?;
    page.find("redis-prompt").await?;
    found.look(page, "a frame").await
}
