//! For every reader: nothing wider than the screen, a name for whatever can be acted on, and room for a finger.

use page_tests::{Outcome, Page, languages};
use serde_json::{Value, json};

use crate::places::*;

const TIMELINES: [&str; 4] = ["D1", "D2", "D3", "D4"];

/// Opens the page with every timeline at its end and its further tools open.
async fn open_all(page: &Page, query: &str) -> Outcome {
    page.open(query).await?;
    page.find(INPUT).await?;
    for lessons in TIMELINES {
        go_to_timeline(page, lessons).await?;
        page.type_into(&timeline(lessons, ".ladder"), END).await?;
        page.evaluate(&format!(
            "(find({}).open = true)",
            json!(timeline(lessons, ".tools details"))
        ))
        .await?;
        page.find(&timeline(lessons, "details[open] button"))
            .await?;
    }
    Ok(())
}

/// The elements that extend beyond the page on the right.
const BEYOND: &str = "(() => {
    const root = document.documentElement;
    if (root.scrollWidth <= innerWidth && document.body.scrollWidth <= innerWidth) return '';
    const wide = [...document.querySelectorAll('body *')]
        .filter((element) => element.getBoundingClientRect().right > innerWidth + 0.5);
    return root.scrollWidth + ' px: ' + wide.map((element) => element.outerHTML.slice(0, 80)).join(' | ');
})()";

pub async fn nothing_is_wider_than_the_screen(page: &Page) -> Outcome {
    for query in &languages() {
        for width in [320, 390, 768, 1280, 1600] {
            page.set_viewport(width, 844).await?;
            open_all(page, query).await?;
            assert_eq!(page.evaluate(BEYOND).await?, "", "{query} at {width} px");
            // However many languages the bar has.
            let bar = "[...document.querySelectorAll('.top :is(button, .theme label)')].every((one) => one.getBoundingClientRect().right <= innerWidth)";
            assert_eq!(page.evaluate(bar).await?, true, "{query} at {width} px");
        }
    }
    Ok(())
}

pub async fn whatever_can_be_acted_on_has_a_name(page: &Page) -> Outcome {
    for query in &languages() {
        open_all(page, query).await?;
        let tree = page
            .devtools("Accessibility.getFullAXTree", json!({}))
            .await?;
        let nodes = tree["nodes"].as_array().ok_or("no accessibility tree")?;
        let focusable = |node: &&Value| {
            let properties = node["properties"].as_array();
            let is_focusable = |property: &Value| {
                property["name"] == "focusable" && property["value"]["value"] == true
            };
            node["ignored"] == false
                && node["role"]["value"] != "RootWebArea"
                && properties.is_some_and(|properties| properties.iter().any(is_focusable))
        };
        let mut roles = Vec::new();
        for node in nodes.iter().filter(focusable) {
            let (role, name) = (&node["role"]["value"], &node["name"]["value"]);
            // The article only takes the focus of the link that skips to it.
            if role == "main" {
                continue;
            }
            assert!(
                name.as_str().is_some_and(|name| !name.trim().is_empty()),
                "{query}: {node}"
            );
            roles.push(role.as_str().unwrap_or_default());
        }
        for wanted in [
            "button", "slider", "combobox", "textbox", "tab", "grid", "link", "radio", "group",
        ] {
            assert!(roles.contains(&wanted), "{wanted} is not among {roles:?}");
        }
    }
    Ok(())
}

/// Controls that are too small: less than 24 px wide or high. Links within a sentence are exempt.
const TOO_SMALL: &str = "(() => {
    const roots = [document, ...[...document.querySelectorAll('*')].map((host) => host.shadowRoot).filter(Boolean)];
    const all = roots.flatMap((root) => [...root.querySelectorAll('a, button, input, select, textarea, summary')]);
    return all
        .filter((element) => element.checkVisibility() && !element.matches('p a, li a, .skip, .skip *'))
        .map((element) => [element, (element.closest('label') ?? element).getBoundingClientRect()])
        .filter(([, { width, height }]) => width < 24 || height < 24)
        .map(([element, { width, height }]) => width + ' x ' + height + ' ' + element.outerHTML.slice(0, 120));
})()";

pub async fn whatever_can_be_pressed_has_room_for_a_finger(page: &Page) -> Outcome {
    for width in [390, 1280] {
        page.set_viewport(width, 844).await?;
        open_all(page, "?lang=en").await?;
        assert_eq!(page.evaluate(TOO_SMALL).await?, json!([]), "at {width} px");
    }
    Ok(())
}

/// Ids that stand twice in one tree: labels and patterns would find the wrong one.
pub async fn ids_are_unique_within_their_root(page: &Page) -> Outcome {
    open_all(page, "").await?;
    let twice = "(() => {
        const roots = [document, ...[...document.querySelectorAll('*')].map((host) => host.shadowRoot).filter(Boolean)];
        return roots.flatMap((root) => {
            const ids = [...root.querySelectorAll('[id]')].map((element) => element.id);
            return ids.filter((id, place) => ids.indexOf(id) !== place);
        });
    })()";
    assert_eq!(page.evaluate(twice).await?, json!([]));
    Ok(())
}

/// A box that is not near yet takes the focus as well, and comes with it.
pub async fn the_tab_key_leads_through_everything_and_each_stop_can_be_seen(
    page: &Page,
) -> Outcome {
    let stop = format!(
        "((element) => {{
            const around = [element, element.closest('label, .screen, .code')].filter(Boolean);
            const outlined = around.some((element) => {{
                const {{ outlineStyle, outlineWidth }} = getComputedStyle(element);
                return outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2;
            }});
            const host = element.getRootNode().host;
            const place = (host?.getAttribute('lessons') ?? host?.localName ?? 'page') + ': ';
            return element === document.body ? '' : (outlined ? place : 'unseen in ' + place) + element.outerHTML.slice(0, 120);
        }})({FOCUSED})"
    );
    for width in [390, 1280] {
        page.set_viewport(width, 844).await?;
        page.open("?lang=en").await?;
        page.find(INPUT).await?;
        page.evaluate("document.querySelectorAll('lock-timeline').forEach((box) => box.begin())")
            .await?;
        for lessons in TIMELINES {
            page.evaluate(&format!(
                "find('[lessons={lessons}]').closest('.lesson')?.setAttribute('open', '')"
            ))
            .await?;
            page.find(&timeline(lessons, ".ladder")).await?;
        }
        let mut stops = Vec::new();
        loop {
            page.press(TAB).await?;
            let stop = text(page.evaluate(&stop).await?)?;
            if stop.is_empty() || stops.len() > 400 {
                break;
            }
            stops.push(stop);
        }
        let unseen: Vec<_> = stops
            .iter()
            .filter(|stop| stop.starts_with("unseen"))
            .collect();
        assert!(unseen.is_empty(), "{unseen:?}");
        for place in TIMELINES.iter().chain(&["page", "redis-prompt"]) {
            let there = stops
                .iter()
                .filter(|stop| stop.starts_with(&format!("{place}: ")))
                .count();
            assert!(
                there > 3,
                "{there} stops in {place} at {width} px of {stops:#?}"
            );
        }
    }
    Ok(())
}

/// The skip link, the language, the theme, the link to begin with, the one that explains: then its first button.
pub async fn the_skip_link_and_eight_times_tab_lead_to_the_race_at_the_beginning(
    page: &Page,
) -> Outcome {
    page.open("?lang=en").await?;
    page.until("!find('.reins').hidden").await?;
    page.press(TAB).await?;
    page.press(ENTER).await?;
    for _ in 0..8 {
        page.press(TAB).await?;
    }
    assert!(has_focus(page, ".reins [data-do=play]").await?);
    Ok(())
}

pub async fn the_commands_of_a_chapter_share_one_stop_of_the_tab_key(page: &Page) -> Outcome {
    page.open("?lang=en").await?;
    page.find(INPUT).await?;
    page.find("[data-run]").await?;
    let stops = "[...document.querySelectorAll('.chapter')].map((chapter) =>
        [...chapter.querySelectorAll('[data-run]')].filter((code) => code.checkVisibility() && code.tabIndex === 0).length)";
    let stops = page.evaluate(stops).await?;
    let counts: Vec<u64> = stops
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(Value::as_u64)
        .collect();
    assert!(counts.iter().all(|stops| *stops <= 1), "{counts:?}");
    let chapters = counts.iter().filter(|stops| **stops == 1).count();
    assert!(chapters >= 6, "{counts:?}");

    let first = "document.querySelector('[data-run]').focus()";
    page.evaluate(first).await?;
    page.press(RIGHT).await?;
    assert_eq!(
        page.evaluate(&format!("{FOCUSED}.textContent")).await?,
        "DEL mykey"
    );
    page.press(ENTER).await?;
    page.until_text(LOG, "DEL mykey\n(integer) 1").await?;
    assert_eq!(page.evaluate("find('.answer').hidden").await?, true);
    Ok(())
}

/// Names as a screen reader has them: in one language, and of buttons that stand for many boxes, one each.
pub async fn names_are_of_one_language_and_tell_boxes_apart(page: &Page) -> Outcome {
    const ROLES: [&str; 6] = [
        "navigation",
        "region",
        "heading",
        "button",
        "group",
        "radio",
    ];
    for (width, lang) in [(1280, "en"), (1280, "zh"), (390, "en")] {
        page.set_viewport(width, 900).await?;
        page.open(&format!("?lang={lang}")).await?;
        page.find(INPUT).await?;
        // Chapters are laid out one after another, and boxes are covered by their buttons in turn.
        page.until("[...document.querySelectorAll('.chapter')].every((chapter) => 'laid' in chapter.dataset) && [...document.querySelectorAll('lock-timeline')].every((box) => box.shadowRoot.childElementCount)")
            .await?;
        let tree = page
            .devtools("Accessibility.getFullAXTree", json!({}))
            .await?;
        let nodes = tree["nodes"].as_array().ok_or("no nodes")?;
        let mut names: Vec<&str> = Vec::new();
        for node in nodes.iter().filter(|node| node["ignored"] != true) {
            let (role, name) = (&node["role"]["value"], &node["name"]["value"]);
            if let (Some(role), Some(name)) = (role.as_str(), name.as_str())
                && ROLES.contains(&role)
            {
                names.push(name);
            }
        }
        assert!(names.len() > 50, "{names:?}");
        let is_wide = |c: char| ('\u{3400}'..'\u{a000}').contains(&c);
        for name in names.iter().filter(|_| lang == "en") {
            assert!(!name.contains(is_wide), "{name:?} at {width}");
        }
        let contents = if lang == "en" { "Contents" } else { "目录" };
        assert!(names.contains(&contents), "{contents}");
        let start = if lang == "en" { "Start" } else { "开始" };
        let starts: Vec<_> = names
            .iter()
            .filter(|name| name.starts_with(start))
            .collect();
        assert!(starts.len() > 5, "{starts:?}");
        for (at, name) in starts.iter().enumerate() {
            assert!(name.len() > start.len() + 4, "{name:?}");
            assert!(!starts[..at].contains(name), "{name:?} is there twice");
        }
    }
    Ok(())
}

pub async fn a_command_whose_prompt_is_out_of_view_is_answered_where_the_reader_is(
    page: &Page,
) -> Outcome {
    page.open("?lang=en").await?;
    page.find(INPUT).await?;
    page.find("#related ~ details [data-run]").await?;
    page.evaluate("find('#related ~ details').open = true")
        .await?;
    page.evaluate("find('#related').scrollIntoView()").await?;
    page.evaluate("find('#related ~ details [data-run=\"help GETSET\"]').click()")
        .await?;
    page.until_text(".answer", "summary:").await?;
    page.press(ESCAPE).await?;
    page.until("find('.answer').hidden").await?;
    // It covers nothing of the page once its command is out of view.
    page.evaluate("find('#related ~ details [data-run=\"help GETSET\"]').click()")
        .await?;
    page.until("!find('.answer').hidden").await?;
    page.evaluate("find('#race').scrollIntoView()").await?;
    page.until("find('.answer').hidden").await
}

/// A list longer than its place scrolls: by the arrows of the line, and by keys of its own for who has come to it.
pub async fn the_list_of_completions_is_focused_and_scrolled_by_keys(page: &Page) -> Outcome {
    page.open("?only=prompt&lang=en").await?;
    page.find(INPUT).await?;
    page.type_into(INPUT, "Z").await?;
    page.press(TAB).await?;
    let list = "find('redis-prompt >>> #completions')";
    page.until(&format!("{list}.scrollHeight > {list}.clientHeight"))
        .await?;
    // The last one, from the first.
    page.press(UP).await?;
    page.until(&format!("{list}.scrollTop > 0")).await?;
    page.press(DOWN).await?;
    page.until(&format!("{list}.scrollTop === 0")).await?;
    // In the line the Tab key chooses; the list is between it and the button that follows.
    page.type_into(COPY, format!("{SHIFT}{TAB}{RELEASE_ALL}"))
        .await?;
    assert_eq!(page.evaluate(&format!("{FOCUSED} === {list}")).await?, true);
    page.press(END).await?;
    page.until(&format!("{list}.scrollTop > 0")).await
}
