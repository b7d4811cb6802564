//! Boxes whose files come from another origin: with the headers and the policy that the guide names they live, and
//! where one is missing the reader and the page's author learn which.

use page_tests::{Host, Outcome, Page, root};
use serde_json::json;

use crate::hosts::*;

/// What is published for the head of a page.
const HEAD: &str = include_str!("../../../static/hosts/head.html");
const BOX: &str = "<redis-prompt id=a><pre>redis&gt; SET written here\nOK</pre></redis-prompt><lock-timeline lesson=D2></lock-timeline>";
const PROMPT: &str = "<redis-prompt id=a><pre>redis&gt; SET written here\nOK</pre></redis-prompt>";

pub async fn with_the_headers_that_are_named_boxes_live_under_a_strict_policy(
    page: &Page,
) -> Outcome {
    let files = open_handed()?.serve().await?;
    let _host = open_host(page, &files, &policy(&files), "", BOX).await?;
    until_ready(page, 2).await?;
    page.type_into("#a >>> textarea", "GET written\u{E007}")
        .await?;
    page.until_text("#a >>> .entry:last-of-type", "\"here\"")
        .await?;
    let hosts = "[...new Set(performance.getEntriesByType('resource').map(({ name }) => new URL(name).origin))].length";
    assert_eq!(
        page.evaluate(hosts).await?,
        2,
        "this page's own and the one that has the files"
    );
    Ok(())
}

/// A site may have a copy of its own, and its theme another.
pub async fn a_second_script_leaves_the_boxes_to_the_first_and_fetches_nothing(
    page: &Page,
) -> Outcome {
    let (files, others) = (open_handed()?.serve().await?, open_handed()?.serve().await?);
    let both = policy(&files).replace(files.origin(), &[files.origin(), others.origin()].join(" "));
    let second = format!(
        "{PROMPT}<script type=module src={}></script>",
        others.url("embed.js")
    );
    let _host = open_host(page, &files, &both, "", &second).await?;
    until_ready(page, 1).await?;
    page.until("document.readyState === 'complete'").await?;
    let fetched = format!(
        "performance.getEntriesByType('resource').map(({{ name }}) => name).filter((name) => name.startsWith({}))",
        json!(others.origin())
    );
    assert_eq!(
        page.evaluate(&fetched).await?,
        json!([others.url("embed.js")])
    );
    Ok(())
}

/// Opens a page with a box that cannot live, and looks at the code and the words of its error: for the program, for the
/// author, and for the reader, who still has the author's transcript.
async fn fails(page: &Page, files: Host, without: &str, code: &str, words: &[&str]) -> Outcome {
    let files = files.serve().await?;
    let policy = policy(&files).replace(without, "");
    let _host = open_host(page, &files, &policy, "", PROMPT).await?;
    page.until("heard.some(([name]) => name === 'playground-error')")
        .await?;
    let errors = heard(page, "playground-error").await?;
    assert_eq!(errors.as_array().map(Vec::len), Some(1), "{errors}");
    assert_eq!(errors[0]["code"], code, "{errors}");
    let told = errors[0]["message"].as_str().unwrap_or_default().to_owned();
    for word in words {
        let word = word.replace("OTHER", files.origin());
        assert!(told.contains(&word), "{word:?} is not in {told:?}");
    }
    // The reader is told in plain words, and what the author needs can be opened.
    let status = "#a >>> .cover [role=status]";
    page.until_text(status, "could not be started").await?;
    assert!(!page.text(status).await?.contains("http"), "no address");
    assert_eq!(
        page.evaluate("find('#a >>> .cover details').open").await?,
        false
    );
    page.until(&format!(
        "find('#a >>> .cover details span').textContent === {}",
        json!(told)
    ))
    .await?;
    let stays = "find('#a pre').checkVisibility() && find('#a pre').textContent";
    assert_eq!(
        page.evaluate(stays).await?,
        "redis> SET written here\nOK",
        "the author's transcript stays"
    );
    let said = page.take_console().await?;
    assert!(
        said.iter().any(|line| line.contains("setnx-playground:")),
        "the console says it, too: {said:?}"
    );
    Ok(())
}

pub async fn files_without_the_header_for_other_origins_are_named(page: &Page) -> Outcome {
    for name in [WASM, ENGINE] {
        let files = open_handed()?.bare(name)?;
        fails(
            page,
            files,
            "-",
            "cors",
            &[&format!("OTHER/{name}"), ANY_ORIGIN],
        )
        .await?;
    }
    Ok(())
}

/// Nothing of ours runs then: the browser itself says why, and the author's text is all there is.
pub async fn without_that_header_on_the_script_itself_the_transcript_stays(page: &Page) -> Outcome {
    let files = Host::of_dist()?.serve().await?;
    let _host = open_host(page, &files, &policy(&files), "", PROMPT).await?;
    page.until("document.readyState === 'complete'").await?;
    assert_eq!(page.text("#a").await?, "redis> SET written here\nOK");
    let said = page.take_console().await?;
    assert!(
        said.iter().any(|line| line.contains(ANY_ORIGIN)),
        "{said:?}"
    );
    Ok(())
}

pub async fn a_policy_without_wasm_is_named(page: &Page) -> Outcome {
    fails(
        page,
        open_handed()?,
        " 'wasm-unsafe-eval'",
        "policy",
        &["script-src needs 'wasm-unsafe-eval'"],
    )
    .await
}

pub async fn a_policy_without_the_other_origin_is_named(page: &Page) -> Outcome {
    let files = open_handed()?.serve().await?;
    let policy = policy(&files);
    let (policy, _) = policy.split_once("; connect-src").ok_or("no such part")?;
    let _host = open_host(page, &files, policy, "", PROMPT).await?;
    page.until("heard.some(([name]) => name === 'playground-error')")
        .await?;
    let errors = heard(page, "playground-error").await?;
    assert_eq!(errors[0]["code"], "policy", "{errors}");
    let told = errors[0]["message"].as_str().unwrap_or_default();
    assert!(
        told.contains(&format!("connect-src needs {}", files.origin())),
        "{told}"
    );
    page.take_console().await.map(drop)
}

pub async fn a_file_that_is_missing_is_named(page: &Page) -> Outcome {
    for name in [WASM, ENGINE] {
        let files = open_handed()?.without(name)?;
        fails(
            page,
            files,
            "-",
            "missing",
            &[&format!("OTHER/{name} is missing"), "404", "one folder"],
        )
        .await?;
    }
    Ok(())
}

pub async fn a_wasm_that_breaks_off_is_named(page: &Page) -> Outcome {
    for len in [0, 3, 10_000] {
        let files = open_handed()?.cut(WASM, len)?;
        let words = [&format!("OTHER/{WASM} is no whole WebAssembly module")[..]];
        fails(page, files, "-", "damaged", &words).await?;
    }
    Ok(())
}

/// As a cache may keep a part of one build beside the main file of another.
pub async fn a_wasm_without_the_module_that_unpacks_it_is_named(page: &Page) -> Outcome {
    let mut whole = std::fs::read(root().join("dist").join(WASM))?;
    let name = b"\x06unpack";
    let at = whole.windows(name.len()).position(|bytes| bytes == name);
    whole[at.ok_or("the main file has no such section")? + 1] = b'U';
    let files = Host::of_dist()?.file(WASM, whole).header(ANY_ORIGIN, "*");
    let words = [&format!("OTHER/{WASM} is of another build")[..]];
    fails(page, files, "-", "mixed", &words).await
}

pub async fn a_script_that_breaks_off_is_named(page: &Page) -> Outcome {
    let files = open_handed()?.cut(ENGINE, 10_000)?;
    let words = [&format!("OTHER/{ENGINE} is no whole script")[..]];
    fails(page, files, "-", "damaged", &words).await
}

/// As by a host that answers any address with its first page.
pub async fn a_page_in_place_of_the_wasm_is_named(page: &Page) -> Outcome {
    let files = Host::of_dist()?
        .file(WASM, "<!doctype html><title>Start</title>")
        .typed(WASM, Some("text/html"))?
        .header(ANY_ORIGIN, "*");
    fails(
        page,
        files,
        "-",
        "damaged",
        &[WASM, "its Content-Type: text/html"],
    )
    .await
}

pub async fn a_script_under_a_wrong_media_type_is_named(page: &Page) -> Outcome {
    let files = open_handed()?.typed(ENGINE, Some("text/plain"))?;
    let words = ["comes as text/plain", "Content-Type: text/javascript"];
    fails(page, files, "-", "type", &words).await
}

pub async fn a_wasm_under_any_media_type_runs(page: &Page) -> Outcome {
    for media_type in [Some("application/octet-stream"), None] {
        let files = open_handed()?.typed(WASM, media_type)?.serve().await?;
        let _host = open_host(page, &files, &policy(&files), "", PROMPT).await?;
        until_ready(page, 1).await?;
        let mut said = page.take_console().await?;
        // The parts that an earlier page fetches ahead have no host any more.
        said.retain(|line| line.contains(WASM));
        assert!(said.is_empty(), "{said:?}");
    }
    Ok(())
}

pub async fn after_a_failure_the_reader_can_try_again(page: &Page) -> Outcome {
    let files = open_handed()?.serve().await?;
    let _host = open_host(
        page,
        &files,
        &policy(&files),
        "",
        "<redis-prompt id=a autorun=off>PING</redis-prompt>",
    )
    .await?;
    page.devtools("Network.enable", serde_json::json!({}))
        .await?;
    let block = |urls: serde_json::Value| {
        page.devtools(
            "Network.setBlockedURLs",
            serde_json::json!({ "urls": urls }),
        )
    };
    block(serde_json::json!(["*.wasm"])).await?;
    page.click("#a >>> button").await?;
    page.until(
        "heard.some(([name, , { code }]) => name === 'playground-error' && code === 'network')",
    )
    .await?;
    page.take_console().await?;
    block(serde_json::json!([])).await?;
    page.click("#a >>> button").await?;
    until_ready(page, 1).await?;
    page.until_text("#a >>> .log", "PONG").await
}

/// The lines for a page's head that are published, with the digests of these files; the import map is inline.
pub async fn with_the_digests_of_an_import_map_only_these_files_run(page: &Page) -> Outcome {
    let files = open_handed()?.serve().await?;
    page.visit(&files.url("embed.html")).await?;
    let digest = async |name: &str| -> Outcome<String> {
        let digest = page
            .evaluate(&format!(
                "(async () => {{
                    const bytes = await (await fetch({})).arrayBuffer();
                    const digest = new Uint8Array(await crypto.subtle.digest('SHA-384', bytes));
                    return `sha384-${{btoa(String.fromCharCode(...digest))}}`;
                }})()",
                serde_json::json!(name)
            ))
            .await?;
        Ok(digest.as_str().ok_or("no digest")?.to_owned())
    };
    let mut head = HEAD.replace(
        "https://your.host/setnx-playground/vVERSION",
        files.origin(),
    );
    let mut digests = Vec::new();
    for name in [
        "embed.js",
        ENGINE,
        "upgrade.js",
        "advice.js",
        "calls.js",
        "save.js",
        "search.js",
    ] {
        let found = digest(name).await?;
        let marked = format!("DIGEST {name}");
        assert!(head.contains(&marked), "{name}");
        head = head.replace(&marked, &found);
        digests.push(found);
    }
    assert!(!head.contains("DIGEST"), "{head}");
    let policy = policy(&files).replace("script-src", "script-src 'unsafe-inline'");
    let right = head.clone();
    let wrong = head.replace(&digests[1], &digests[0]);
    for (head, is_right) in [(right, true), (wrong, false)] {
        let html = format!(
            "<!doctype html><html lang=en><meta charset=utf-8><title>A host</title><script src=listen.js></script>{head}<body>{PROMPT}"
        );
        let host = Host::new()
            .file("index.html", html)
            .file("listen.js", LISTEN)
            .header(POLICY, &policy)
            .serve()
            .await?;
        page.visit(&host.url("index.html")).await?;
        if is_right {
            until_ready(page, 1).await?;
            let called = page.evaluate("find('#a').call('GET', 'written')").await?;
            assert_eq!(called, "here", "the script for calls has its digest too");
            page.until("performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('_bg.wasm')).length === 1")
                .await?;
            continue;
        }
        page.until("heard.some(([name]) => name === 'playground-error')")
            .await?;
        let errors = heard(page, "playground-error").await?;
        assert_eq!(errors[0]["code"], "damaged", "{errors}");
        let told = errors[0]["message"].as_str().unwrap_or_default();
        assert!(told.contains(ENGINE) && told.contains("digest"), "{told}");
        page.take_console().await?;
    }
    Ok(())
}

pub async fn a_link_that_a_timeline_gives_away_is_played_in_the_pages_first_one(
    page: &Page,
) -> Outcome {
    let files = open_handed()?.serve().await?;
    let body = "<p>Above.</p><lock-timeline id=t autorun=off lesson=D2></lock-timeline><lock-timeline id=u lesson=D4></lock-timeline>";
    let host = open_host(page, &files, &policy(&files), "", body).await?;
    let schedule = "v2;getset;n=2;c1";
    page.visit("about:blank").await?;
    page.visit(&format!("{}#{schedule}", host.url("index.html")))
        .await?;
    until_ready(page, 2).await?;
    page.until("find('#t').schedule.startsWith('v2;getset;n=2;')")
        .await?;
    assert_eq!(
        page.evaluate("find('#u').schedule.startsWith('v2;getset;n=2;')")
            .await?,
        false
    );
    Ok(())
}
