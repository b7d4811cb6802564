//! Measures how long a page with one box takes from its opening, and from the arrival of embed.js, to the first reply;
//! beside it, how long an empty Yew page takes to draw its one word; then how long the first command on each type of values
//! takes, whose part is fetched then. Plain, and as a phone on a slow line has it. What
//! is sent is compressed by brotli, and nothing is cached.

use brotli::enc::BrotliEncoderParams;
use page_tests::{Browser, Host, Outcome, Page, Site, root};
use serde_json::{Value, json};

/// Turns of each page under each condition, one after the other in turn.
const TURNS: usize = 9;

const BOX: &str = "<!doctype html><html lang=en><meta charset=utf-8><title>box</title>\
    <script src=watch.js></script><script type=module src=embed.js></script>\
    <redis-prompt><pre>redis> INCR n\n</pre></redis-prompt>";
/// A command on each type.
const FIRST_COMMANDS: [&str; 8] = [
    "LPUSH l a",
    "SADD s a",
    "HSET h f v",
    "ZADD z 1 a",
    "XADD x * f v",
    "XGROUP CREATE x g $ MKSTREAM",
    "GEOADD p 13 38 Palermo",
    "PFADD u a",
];
/// The lines of the guide that let a browser fetch the engine beside embed.js.
const PRELOAD: &str = "<link rel=modulepreload href=setnx-playground.js>\
    <link rel=preload as=fetch type=application/wasm crossorigin href=setnx-playground_bg.wasm>\
    <link rel=preload as=fetch type=application/wasm crossorigin href=setnx-playground_bg.en.wasm>";
/// Notes in milliseconds when the word stands there: the first reply, or what the empty page draws.
const WATCH_BOX: &str =
    "document.addEventListener('redis-reply', () => (window.done ??= performance.now()))";
const WATCH_EMPTY: &str = "new MutationObserver(() => document.querySelector('p') && (window.done ??= performance.now()))\
    .observe(document, { childList: true, subtree: true })";

#[tokio::main(flavor = "current_thread")]
async fn main() -> Outcome {
    let browser = Browser::start().await?;
    let outcome = measure(&browser.page()).await;
    browser.quit().await?;
    outcome
}

async fn measure(page: &Page) -> Outcome {
    let mut files = ["embed.js", "calls.js", "setnx-playground.js"]
        .map(str::to_owned)
        .to_vec();
    files.extend(wasm_files("dist")?);
    let one_box = compressed(&files, "dist", BOX.to_owned(), WATCH_BOX).await?;
    let preloading = BOX.replace(
        "<script src=watch.js>",
        &[PRELOAD, "<script src=watch.js>"].concat(),
    );
    let preloading = compressed(&files, "dist", preloading, WATCH_BOX).await?;
    let index = std::fs::read_to_string(root().join("target/empty-page/index.html"))?;
    let index = index.replace("<head>", "<head><script src=watch.js></script>");
    let empty = compressed(
        &["empty-page.js".to_owned(), "empty-page_bg.wasm".to_owned()],
        "target/empty-page",
        index,
        WATCH_EMPTY,
    )
    .await?;
    println!("Milliseconds, median and range of {TURNS} turns");
    for (what, is_slow) in [("plain", false), ("1.6 Mbit/s, 150 ms, CPU 1/4", true)] {
        let mut times: [Vec<f64>; 4] = Default::default();
        for _ in 0..TURNS {
            let [opened, loaded] = open(page, &one_box, is_slow).await?;
            let [preloaded, _] = open(page, &preloading, is_slow).await?;
            let [floor, _] = open(page, &empty, is_slow).await?;
            for (all, time) in times.iter_mut().zip([opened, loaded, preloaded, floor]) {
                all.push(time);
            }
        }
        let [opened, loaded, preloaded, floor] = times.map(|mut all| {
            all.sort_by(f64::total_cmp);
            all
        });
        println!("{what}");
        print("one box, opening to first reply", &opened);
        print("one box, embed.js there to first reply", &loaded);
        print(
            "the same with the lines for preload, opening to first reply",
            &preloaded,
        );
        print("empty Yew page, opening to its word", &floor);
        println!(
            "{:>9.2}  the first by the last",
            middle(&opened) / middle(&floor)
        );
        println!("the first command on a type of values, sent by a script to its reply");
        for command in FIRST_COMMANDS {
            let mut times = Vec::new();
            for _ in 0..TURNS {
                times.push(first(page, &one_box, is_slow, command).await?);
            }
            times.sort_by(f64::total_cmp);
            print(command, &times);
        }
    }
    Ok(())
}

/// Opens the page of a site anew; answers how long the first of these commands takes, when another has been answered.
async fn first(page: &Page, site: &Site, is_slow: bool, command: &str) -> Outcome<f64> {
    open(page, site, is_slow).await?;
    condition(page, is_slow).await?;
    let words = json!(command.split(' ').collect::<Vec<_>>());
    page.evaluate(&format!(
        "(async () => {{
            const box = document.querySelector('redis-prompt');
            await box.call('PING');
            const begun = performance.now();
            await box.call(...{words});
            window.took = performance.now() - begun;
        }})(), 0"
    ))
    .await?;
    page.until("window.took !== undefined").await?;
    condition(page, false).await?;
    let took = page.evaluate("took").await?;
    Ok(took.as_f64().ok_or("no time was noted")?)
}

/// The parts of the wasm in a folder: a box fetches those that it needs.
fn wasm_files(folder: &str) -> Outcome<Vec<String>> {
    let mut names = Vec::new();
    for entry in std::fs::read_dir(root().join(folder))? {
        let name = entry?.file_name().to_string_lossy().into_owned();
        if name.ends_with(".wasm") {
            names.push(name);
        }
    }
    Ok(names)
}

/// A site of these files of a folder and a page of ours, compressed.
async fn compressed(names: &[String], folder: &str, index: String, watch: &str) -> Outcome<Site> {
    let mut host = Host::new()
        .file("index.html", compress(index.as_bytes())?)
        .file("watch.js", compress(watch.as_bytes())?);
    for name in names {
        let bytes = std::fs::read(root().join(folder).join(name))?;
        host = host.file(name, compress(&bytes)?);
    }
    host.header("Content-Encoding", "br").serve().await
}

/// Chromium takes brotli from the loopback as from a secure connection.
fn compress(bytes: &[u8]) -> Outcome<Vec<u8>> {
    let mut compressed = Vec::new();
    brotli::BrotliCompress(
        &mut &*bytes,
        &mut compressed,
        &BrotliEncoderParams::default(),
    )?;
    Ok(compressed)
}

/// Opens the page of a site anew; answers when it was done, from its opening, and from the arrival of embed.js.
async fn open(page: &Page, site: &Site, is_slow: bool) -> Outcome<[f64; 2]> {
    page.driver().goto("about:blank").await?;
    condition(page, is_slow).await?;
    page.visit(&site.url("index.html")).await?;
    if let Err(error) = page.until("window.done !== undefined").await {
        return Err(format!("{error}\n{}", page.take_console().await?.join("\n")).into());
    }
    let arrived = "performance.getEntriesByType('resource').find(({ name }) => name.endsWith('/embed.js'))?.responseEnd ?? 0";
    let times = page
        .evaluate(&format!("[done, done - ({arrived})]"))
        .await?;
    condition(page, false).await?;
    let time = |at: usize| times[at].as_f64().ok_or("no time was noted");
    Ok([time(0)?, time(1)?])
}

async fn condition(page: &Page, is_slow: bool) -> Outcome {
    let rate = if is_slow { 4 } else { 1 };
    let (latency, bytes_a_second) = if is_slow { (150, 200_000) } else { (0, -1) };
    page.devtools("Network.enable", json!({})).await?;
    let line = json!({
        "offline": false, "latency": latency,
        "downloadThroughput": bytes_a_second, "uploadThroughput": bytes_a_second,
    });
    let _: Value = page
        .devtools("Network.emulateNetworkConditions", line)
        .await?;
    page.devtools("Emulation.setCPUThrottlingRate", json!({ "rate": rate }))
        .await
        .map(drop)
}

fn middle(sorted: &[f64]) -> f64 {
    sorted.get(sorted.len() / 2).copied().unwrap_or(f64::NAN)
}

fn print(what: &str, sorted: &[f64]) {
    let (first, last) = (sorted.first(), sorted.last());
    let of = |end: Option<&f64>| end.copied().unwrap_or(f64::NAN);
    println!(
        "{:>9.0}  {:.0} to {:.0}: {what}",
        middle(sorted),
        of(first),
        of(last)
    );
}
