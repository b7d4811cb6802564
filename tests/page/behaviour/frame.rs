//! `embed.html` in an iframe of another origin: one box by the address' parameters, with or without an origin of its own,
//! as high as its content.

use page_tests::{Host, Outcome, Page, Site};
use serde_json::{Value, json};

use crate::hosts::*;

/// The headers of a careful host for embed.html and the files that it loads.
const STRICT: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; connect-src 'self'";
const SANDBOXED: &str = "sandbox=allow-scripts";

fn framed(files: Host) -> Host {
    files.header("Content-Security-Policy", STRICT)
}

/// A page with iframes, each with its attributes and its query, sized by fit.js.
async fn open(page: &Page, files: &Site, frames: &[(&str, &str)]) -> Outcome<Site> {
    let frames: String = frames
        .iter()
        .map(|(attributes, query)| {
            let address = files.url("embed.html");
            format!("<iframe {attributes} width=700 src=\"{address}{query}\"></iframe>")
        })
        .collect();
    let other = files.origin();
    let html = format!(
        "<!doctype html><meta charset=utf-8><title>A host</title><script defer src=\"{}\"></script><body>{frames}",
        files.url("fit.js")
    );
    let forge = "addEventListener('message', () => {});\
        window.say = (data) => parent.postMessage(data, '*');";
    let host = Host::new()
        .file("index.html", html)
        .file("other.html", "<!doctype html><meta charset=utf-8><title>Another</title><script src=other.js></script>")
        .file("other.js", forge)
        .header(
            "Content-Security-Policy",
            &format!("default-src 'none'; script-src 'self' {other}; style-src 'self'; frame-src 'self' {other}"),
        )
        .serve()
        .await?;
    page.visit(&host.url("index.html")).await?;
    Ok(host)
}

/// Waits until a frame is as high as its content, and answers that height.
async fn until_fits(page: &Page, index: u16) -> Outcome<u64> {
    page.until(&format!(
        "document.querySelectorAll('iframe')[{index}].style.height !== ''"
    ))
    .await?;
    page.driver().enter_frame(index).await?;
    page.until("innerHeight === Math.ceil(document.body.getBoundingClientRect().height)")
        .await?;
    let height = page.evaluate("innerHeight").await?;
    page.driver().enter_default_frame().await?;
    Ok(height.as_u64().unwrap_or_default())
}

pub async fn a_box_in_a_frame_of_another_origin_lives_and_has_its_height(page: &Page) -> Outcome {
    let files = framed(Host::of_dist()?).serve().await?;
    let query =
        "?element=prompt&transcript=redis%3E%20SET%20k%20v%0AOK&lang=en&rows=4&controls=none";
    let _host = open(page, &files, &[("", query)]).await?;
    page.driver().enter_frame(0).await?;
    page.type_into("redis-prompt >>> textarea", "GET k\u{E007}")
        .await?;
    page.until_text(
        "redis-prompt >>> .log",
        "redis> SET k v\nOK\nredis> GET k\n\"v\"",
    )
    .await?;
    page.driver().enter_default_frame().await?;
    let height = until_fits(page, 0).await?;
    assert!(height > 60, "it is {height} high");
    Ok(())
}

pub async fn a_frame_grows_and_shrinks_with_its_content(page: &Page) -> Outcome {
    let files = framed(Host::of_dist()?).serve().await?;
    let _host = open(page, &files, &[("", "?lang=en&rows=4")]).await?;
    page.driver().enter_frame(0).await?;
    page.find("redis-prompt >>> textarea").await?;
    page.driver().enter_default_frame().await?;
    let low = until_fits(page, 0).await?;
    let mut heights = vec![low];
    for rows in ["12", "4"] {
        page.driver().enter_frame(0).await?;
        page.evaluate(&format!(
            "find('redis-prompt').setAttribute('rows', {rows})"
        ))
        .await?;
        page.driver().enter_default_frame().await?;
        let last = heights.last().copied().unwrap_or_default();
        page.until(&format!("parseFloat(find('iframe').style.height) !== {last} && find('iframe').clientHeight !== {last}"))
            .await?;
        heights.push(until_fits(page, 0).await?);
    }
    assert!(heights[1] > low + 100, "{heights:?}");
    assert_eq!(heights[2], low, "{heights:?}");
    Ok(())
}

pub async fn a_sandboxed_frame_lives_where_its_host_allows_any_origin(page: &Page) -> Outcome {
    let files = framed(open_handed()?).serve().await?;
    let prompt = (SANDBOXED, "?lang=en&text=redis%3E%20PING&session=s");
    let timeline = (
        SANDBOXED,
        "?element=timeline&lesson=D2&controls=steps&lang=en",
    );
    let _host = open(page, &files, &[prompt, timeline]).await?;
    page.driver().enter_frame(0).await?;
    assert_eq!(page.evaluate("self.origin").await?, "null");
    page.type_into("redis-prompt >>> textarea", "SET k v\u{E007}")
        .await?;
    page.until_text("redis-prompt >>> .log", "PONG\nredis> SET k v\nOK")
        .await?;
    page.driver().enter_default_frame().await?;
    until_fits(page, 0).await?;
    page.evaluate("document.querySelectorAll('iframe')[1].scrollIntoView()")
        .await?;
    page.driver().enter_frame(1).await?;
    page.find("lock-timeline >>> [part=stage]").await?;
    let before = page.evaluate("find('lock-timeline').position").await?;
    page.evaluate("find('lock-timeline').step()").await?;
    page.until(&format!("find('lock-timeline').position === {before} + 1"))
        .await?;
    page.driver().enter_default_frame().await?;
    until_fits(page, 1).await.map(drop)
}

pub async fn a_sandboxed_frame_names_the_header_that_its_host_leaves_out(page: &Page) -> Outcome {
    let files = framed(Host::of_dist()?).serve().await?;
    for (lang, words) in [("en", "This box cannot start"), ("zh", "交互框无法启动")] {
        let query = format!("?lang={lang}&text=redis%3E%20PING%0APONG");
        let _host = open(page, &files, &[(SANDBOXED, &query)]).await?;
        page.driver().enter_frame(0).await?;
        for words in [words, "Access-Control-Allow-Origin: *"] {
            page.until_text("[data-problem=header]", words).await?;
        }
        assert_eq!(
            page.evaluate("[...document.querySelectorAll('[data-problem] p')].filter((line) => line.checkVisibility()).length").await?,
            1,
            "one problem, in one language"
        );
        assert_eq!(page.text("redis-prompt").await?, "redis> PING\nPONG");
        let said = page.take_console().await?;
        assert!(
            said.iter().all(|line| line.contains("embed.js")),
            "{said:?}"
        );
    }
    Ok(())
}

/// By the page around it: the frame itself is never shown.
pub async fn a_frame_that_the_page_may_not_embed_names_the_headers_that_it_needs(
    page: &Page,
) -> Outcome {
    let resource = "Cross-Origin-Resource-Policy";
    let embedder = "Cross-Origin-Embedder-Policy";
    let hosts = [
        (open_handed()?, false),
        (open_handed()?.header(resource, "cross-origin"), false),
        (
            open_handed()?
                .header(resource, "cross-origin")
                .header(embedder, "require-corp"),
            true,
        ),
    ];
    for (files, is_shown) in hosts {
        let files = files.serve().await?;
        let html = format!(
            "<!doctype html><meta charset=utf-8><title>A host</title><iframe src=\"{}?transcript=PING\"></iframe><script crossorigin src=\"{}\"></script>",
            files.url("embed.html"),
            files.url("fit.js")
        );
        let host = Host::new()
            .file("index.html", html)
            .header(embedder, "require-corp")
            .serve()
            .await?;
        page.visit(&host.url("index.html")).await?;
        if is_shown {
            until_fits(page, 0).await?;
            assert_eq!(page.evaluate("find('p')").await?, Value::Null);
        } else {
            page.until_text("p[role=status]", resource).await?;
            page.until_text("p[role=status]", files.origin()).await?;
            page.take_console().await?;
        }
        page.visit("about:blank").await?;
    }
    Ok(())
}

pub async fn a_frame_without_its_script_says_so(page: &Page) -> Outcome {
    let files = framed(Host::of_dist()?.without("embed.js")?)
        .serve()
        .await?;
    let _host = open(page, &files, &[("", "?lang=en")]).await?;
    page.driver().enter_frame(0).await?;
    page.until_text("[data-problem=missing]", "embed.js")
        .await?;
    page.take_console().await.map(drop)
}

pub async fn parameters_become_attributes(page: &Page) -> Outcome {
    let files = framed(Host::of_dist()?).serve().await?;
    let prompt = "session=s&setup=SET%20a%201&theme=dark&lang=zh&clients=2&controls=none&readonly&rows=5&check=true&autorun=off";
    let timeline = "element=timeline&schedule=v1;getset;n=2;c1&theme=light&lang=en&controls=steps&readonly=false&autorun=load";
    for (query, wanted) in [
        (
            prompt,
            json!({"session": "s", "setup": "SET a 1", "theme": "dark", "lang": "zh", "clients": "2", "controls": "none",
            "readonly": "", "rows": "5", "check": "true", "autorun": "off"}),
        ),
        (
            timeline,
            json!({"schedule": "v1;getset;n=2;c1", "theme": "light", "lang": "en", "controls": "steps", "autorun": "load"}),
        ),
    ] {
        page.visit(&format!("{}?{query}", files.url("embed.html")))
            .await?;
        let attributes = "Object.fromEntries([...find('main').firstElementChild.attributes].map(({ name, value }) => [name, value]))";
        assert_eq!(page.evaluate(attributes).await?, wanted);
        assert_eq!(shown_problems(page).await?, json!([]), "{query}");
    }
    Ok(())
}

async fn shown_problems(page: &Page) -> Outcome<Value> {
    page.evaluate(
        "[...document.querySelectorAll('[data-problem]')].filter((problem) => problem.checkVisibility()).map(({ innerText }) => innerText.trim())",
    )
    .await
}

pub async fn a_hostile_parameter_is_explained_and_never_markup(page: &Page) -> Outcome {
    let files = framed(Host::of_dist()?).serve().await?;
    let hurt = "%3Cimg%20src=x%20onerror=window.hurt=1%3E";
    for (query, shown) in [
        (
            format!("element={hurt}"),
            "element=<img src=x onerror=window.hurt=1> says nothing to this box, so it was left out. It takes prompt | timeline.",
        ),
        (
            "onclick=hurt()".into(),
            "onclick is not an attribute of this box, so it was left out.",
        ),
        (
            format!("{}=1", hurt.replace('=', "%3D")),
            "<img src=x onerror=window.hurt=1> is not an attribute of this box, so it was left out.",
        ),
        (
            "style=color:red".into(),
            "style is not an attribute of this box, so it was left out.",
        ),
        (
            "lesson=D2".into(),
            "lesson is not an attribute of this box, so it was left out.",
        ),
        (
            "clients=10".into(),
            "clients=10 says nothing to this box, so it was left out. It takes 1 – 9.",
        ),
        (
            "rows=1e9".into(),
            "rows=1e9 says nothing to this box, so it was left out. It takes 1 – 100.",
        ),
        (
            "origin=javascript:alert(1)".into(),
            "origin=javascript:alert(1) says nothing to this box, so it was left out. It takes https://….",
        ),
    ] {
        page.visit(&format!("{}?lang=en&{query}", files.url("embed.html")))
            .await?;
        page.find("redis-prompt >>> textarea").await?;
        assert_eq!(shown_problems(page).await?, json!([shown]));
    }
    let many: String = (0..500).map(|n| format!("&x{n}=1")).collect();
    let long = "a".repeat(20_000);
    page.visit(&format!(
        "{}?lang=en&theme={long}&text={hurt}&session={hurt}{many}",
        files.url("embed.html")
    ))
    .await?;
    page.until_text("redis-prompt >>> .log", "<img src=x onerror=window.hurt=1>")
        .await?;
    let problems = shown_problems(page).await?;
    assert_eq!(problems.as_array().map(Vec::len), Some(10), "{problems}");
    assert!(problems.to_string().len() < 2_000, "{problems}");
    assert_eq!(
        page.evaluate("[window.hurt, find('img'), find('redis-prompt >>> img')]")
            .await?,
        json!([null, null, null])
    );
    Ok(())
}

/// A message that says what a frame would say, but from somewhere else or in another shape.
pub async fn a_forged_message_sizes_nothing(page: &Page) -> Outcome {
    let files = framed(Host::of_dist()?).serve().await?;
    let host = open(page, &files, &[("", "?lang=en"), ("", "?lang=en")]).await?;
    let before = [until_fits(page, 0).await?, until_fits(page, 1).await?];
    let forged = json!({ "type": "setnx-playground:size", "height": 77 });

    // Of this window itself.
    page.evaluate(&format!("postMessage({forged}, '*')"))
        .await?;
    // Of a frame that shows something else, which the page has let in.
    page.evaluate(
        "new Promise((resolve) => {
            const frame = Object.assign(document.createElement('iframe'), { src: 'other.html', onload: () => resolve() });
            document.body.append(frame);
        })",
    )
    .await?;
    page.driver().enter_frame(2).await?;
    page.evaluate(&format!("say({forged})")).await?;
    page.driver().enter_default_frame().await?;
    // Of the right frame, in another shape.
    page.driver().enter_frame(0).await?;
    for data in [
        "null",
        "77",
        "'77'",
        "{ height: 77 }",
        "{ type: 'setnx-playground:size' }",
        "{ type: 'setnx-playground:size', height: '77' }",
        "{ type: 'setnx-playground:size', height: -1 }",
        "{ type: 'setnx-playground:size', height: 10001 }",
        "{ type: 'setnx-playground:size', height: Infinity }",
        "{ type: 'setnx-playground:size', height: NaN }",
        "{ type: 'size', height: 77 }",
    ] {
        page.evaluate(&format!("parent.postMessage({data}, '*')"))
            .await?;
    }
    page.driver().enter_default_frame().await?;
    // Of the right frame, gone elsewhere: its address in the page is still ours.
    page.driver().enter_frame(1).await?;
    let elsewhere = json!(host.url("other.html"));
    page.evaluate(&format!("void (location.href = {elsewhere})"))
        .await?;
    page.driver().enter_default_frame().await?;
    page.driver().enter_frame(1).await?;
    page.until("typeof window.say === 'function'").await?;
    page.evaluate(&format!("say({forged})")).await?;
    page.driver().enter_default_frame().await?;

    // The earlier message arrives before this one.
    page.evaluate("new Promise((resolve) => { addEventListener('message', () => resolve(), { once: true }); postMessage('last', '*'); })")
        .await?;
    let after = page
        .evaluate("[...document.querySelectorAll('iframe')].map(({ clientHeight, style }) => [clientHeight, style.height !== ''])")
        .await?;
    assert_eq!(
        after,
        json!([[before[0], true], [before[1], true], [150, false]])
    );
    Ok(())
}

/// With `origin=` a frame reports its height to that origin only.
pub async fn a_frame_tells_its_height_only_to_the_origin_that_it_names(page: &Page) -> Outcome {
    let files = framed(Host::of_dist()?).serve().await?;
    let _host = open(
        page,
        &files,
        &[("", "?lang=en&origin=https://elsewhere.example")],
    )
    .await?;
    page.driver().enter_frame(0).await?;
    page.find("redis-prompt >>> textarea").await?;
    page.driver().enter_default_frame().await?;
    assert_eq!(page.evaluate("find('iframe').style.height").await?, "");
    let said = page.take_console().await?;
    assert!(
        !said.is_empty() && said.iter().all(|line| line.contains("postMessage")),
        "the browser says that it was not delivered: {said:?}"
    );
    Ok(())
}

/// The link that a timeline in a frame gives away leads to the frame's own page, alone.
pub async fn a_link_that_a_framed_timeline_gives_away_is_played(page: &Page) -> Outcome {
    let files = framed(Host::of_dist()?).serve().await?;
    page.visit(&files.url("embed.html?element=timeline&lesson=D2&lang=en"))
        .await?;
    page.find("lock-timeline >>> [part=stage]").await?;
    page.evaluate("find('lock-timeline').step()").await?;
    let given = page
        .evaluate("`${location.href.split('?')[0]}#${find('lock-timeline').schedule}`")
        .await?;
    let given = given.as_str().unwrap_or_default().to_owned();
    page.visit("about:blank").await?;
    page.visit(&given).await?;
    page.find("lock-timeline >>> [part=stage]").await?;
    let shows = "find('lock-timeline').schedule";
    assert_eq!(
        Some(page.evaluate(shows).await?.as_str().unwrap_or_default()),
        given.split('#').nth(1)
    );
    page.evaluate("void (location.hash = 'v2;getset;n=2;c1')")
        .await?;
    page.until(&format!("{shows}.startsWith('v2;getset;n=2;')"))
        .await
}

/// A page of another origin can't be looked through, so its switch has to say which theme it has.
pub async fn a_frame_follows_the_theme_that_its_page_names(page: &Page) -> Outcome {
    let files = framed(open_handed()?).serve().await?;
    let query = "?lang=en&text=PING";
    let frames = [(SANDBOXED, query), ("data-theme=dark", query)];
    let _host = open(page, &files, &frames).await?;
    let wears = |theme: &str| {
        format!(
            "getComputedStyle(find('redis-prompt >>> .seat') ?? document.body).colorScheme === '{theme}' && getComputedStyle(document.documentElement).colorScheme.startsWith('{theme}')"
        )
    };
    let is_dark =
        "getComputedStyle(document.documentElement).backgroundColor === 'rgb(18, 18, 18)'";
    for (index, first) in [(0, "light"), (1, "dark")] {
        page.driver().enter_frame(index).await?;
        page.until(&wears(first)).await?;
        page.until(&format!("({is_dark}) === {}", first == "dark"))
            .await?;
        page.driver().enter_default_frame().await?;
    }
    for theme in ["dark", "light"] {
        page.evaluate(&format!("void (find('iframe').dataset.theme = '{theme}')"))
            .await?;
        page.driver().enter_frame(0).await?;
        page.until(&wears(theme)).await?;
        page.driver().enter_default_frame().await?;
    }
    // An invalid theme changes nothing.
    page.evaluate("void (find('iframe').dataset.theme = '\"><b>')")
        .await?;
    page.evaluate("void (find('iframe').dataset.theme = 'dark')")
        .await?;
    page.driver().enter_frame(0).await?;
    page.until(&wears("dark")).await?;
    let theme = page
        .evaluate("find('redis-prompt').getAttribute('theme')")
        .await?;
    assert_eq!(theme, "dark");
    Ok(())
}
