//! Arriving at the page: what it fetches, and that a strict host has nothing to object to.

use std::fs;
use std::path::Path;

use page_tests::{Outcome, Page, dist, picture};

use crate::places::*;

pub async fn the_page_starts_under_a_strict_policy_with_a_clean_console(page: &Page) -> Outcome {
    page.open("").await
}

pub async fn everything_comes_from_beside_the_page(page: &Page) -> Outcome {
    page.open("").await?;
    let fetched = page
        .evaluate("performance.getEntriesByType('resource').map((entry) => entry.name)")
        .await?;
    let fetched: Vec<&str> = fetched
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(|name| name.as_str())
        .collect();
    assert!(
        fetched.iter().any(|name| name.ends_with(".wasm")),
        "{fetched:?}"
    );
    for name in fetched {
        assert!(name.starts_with(page.address()), "{name}");
    }
    Ok(())
}

/// The policy would let the page fetch from its own host. Once the parts of the engine have come, after the first sign of use, it has
/// no need to, whatever the reader does.
pub async fn nothing_but_the_engine_is_fetched_however_the_page_is_used(page: &Page) -> Outcome {
    page.open("").await?;
    let count = "performance.getEntriesByType('resource').length";
    let has = |part: &str| {
        format!(
            "performance.getEntriesByType('resource').some(({{ name, responseEnd }}) => name.endsWith('_{part}.wasm') && responseEnd)"
        )
    };
    page.find(".index a").await?;
    page.click(INPUT).await?;
    for part in ["help", "timeline"] {
        page.until(&has(part)).await?;
    }
    // What the article does besides its boxes has come as a whole.
    for file in ["reading.css", "chapters.js"] {
        page.until(&format!(
            "performance.getEntriesByType('resource').some(({{ name, responseEnd }}) => name.endsWith('{file}') && responseEnd)"
        ))
        .await?;
    }
    let before = page.evaluate(count).await?;
    enter(page, "SET k v").await?;
    for lessons in ["D1", "D2", "D3", "D4"] {
        go_to_timeline(page, lessons).await?;
        page.type_into(&timeline(lessons, ".ladder"), END).await?;
    }
    assert_eq!(page.evaluate(count).await?, before);
    page.click("#zh").await?;
    page.until_text(COPY, "复制").await?;
    let later = "performance.getEntriesByType('resource').slice(NUMBER).map(({ name }) => name.split('#')[0].split('/').slice(-2).join('/'))";
    let later = page
        .evaluate(&later.replace("NUMBER", &before.to_string()))
        .await?;
    // The article's other page, the script that shows it here, and the words of the parts that have come.
    let later: Vec<_> = later
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(|name| name.as_str())
        .collect();
    assert!(
        later.iter().all(|name| [".zh.wasm", "zh/", "/language.js"]
            .iter()
            .any(|end| name.ends_with(end))),
        "{later:?}"
    );
    Ok(())
}

pub async fn the_wasm_comes_as_wasm(page: &Page) -> Outcome {
    page.open("").await?;
    let media = page
        .evaluate(
            "fetch('setnx-playground_bg.wasm').then((file) => file.headers.get('content-type'))",
        )
        .await?;
    assert_eq!(media, "application/wasm");
    Ok(())
}

/// The other tests rest on a clean console, so the console must be able to complain.
pub async fn the_console_tells_of_a_refused_style(page: &Page) -> Outcome {
    page.open("").await?;
    page.evaluate("document.body.setAttribute('style', 'color: red')")
        .await?;
    let said = page.take_console().await?.join("\n");
    assert!(said.contains("Content Security Policy"), "{said:?}");
    Ok(())
}

/// The live region, the button and the place of the race at the beginning.
const RACE: &str = "[
    find('.hero lock-timeline >>> [aria-live]').getAttribute('aria-live'),
    find('.reins').hasAttribute('data-busy') ? 'Pause' : 'Play',
    find('.hero lock-timeline').position,
].join()";

pub async fn the_race_stands_at_its_end_until_the_reader_plays_it_from_its_start(
    page: &Page,
) -> Outcome {
    page.set_viewport(1280, 900).await?;
    page.open("?lang=en").await?;
    page.until("!find('.reins').hidden").await?;
    assert_eq!(page.evaluate(RACE).await?, "off,Play,11");
    page.click(".reins [data-do=play]").await?;
    page.until(&format!("{RACE} === 'polite,Pause,1'")).await?;
    page.click(".reins [data-do=step]").await?;
    // On a machine that is busy it plays on until the button is pressed.
    page.until(&format!("/^polite,Play,[2-9]$/.test({RACE})"))
        .await?;
    let left_at = page.evaluate(RACE).await?;
    // Out of view and back: it does not begin again.
    page.evaluate("find('#related').scrollIntoView()").await?;
    page.evaluate("scrollTo(0, 0)").await?;
    page.until("find('.reins').getBoundingClientRect().top > 0")
        .await?;
    assert_eq!(page.evaluate(RACE).await?, left_at);
    // At its end a step is the first one again.
    page.evaluate("find('.hero lock-timeline').seek(11)")
        .await?;
    page.until(&format!("{RACE} === 'polite,Play,11'")).await?;
    page.click(".reins [data-do=step]").await?;
    page.until(&format!("{RACE} === 'polite,Play,1'")).await
}

/// What the page of links shows: the race at its end, named by its whole address in each language.
pub async fn a_link_to_the_page_has_a_picture_of_the_races_red_end(page: &Page) -> Outcome {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("picture");
    for part in ["", "zh"] {
        fs::create_dir_all(folder.join(part))?;
        fs::copy(
            dist().join(part).join("index.html"),
            folder.join(part).join("index.html"),
        )?;
    }
    for site in [
        "your.host/setnx",
        "https://your.host/\"><script>",
        "https://your.host/?a",
        "",
    ] {
        assert!(picture::take(page, site, &folder).await.is_err(), "{site}");
    }
    // A second call replaces what the first has written.
    for _ in 0..2 {
        picture::take(page, "https://your.host/setnx", &folder).await?;
    }
    for (part, title) in [
        ("", "One lock. Two holders."),
        ("zh/", "一把锁，两个持有者"),
    ] {
        let html = fs::read_to_string(folder.join(part).join("index.html"))?;
        for (name, content) in [
            ("url", format!("https://your.host/setnx/{part}")),
            ("image", format!("https://your.host/setnx/{part}race.png")),
            ("image:alt", title.to_owned()),
        ] {
            let line = format!("<meta property=\"og:{name}\" content=\"{content}\">");
            assert_eq!(html.matches(&line).count(), 1, "{line}");
        }
        let picture = fs::read(folder.join(part).join("race.png"))?;
        let size = [16, 20].map(|at| u32::from_be_bytes(picture[at..at + 4].try_into().unwrap()));
        assert_eq!(size, [1200, 630]);
    }
    Ok(())
}
