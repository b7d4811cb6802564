//! Shared by the tests of embedding: a page on one port under the policy that the guide names, the published files on
//! another.

use page_tests::{Host, Outcome, Page, Site};
use serde_json::{Value, json};

pub const ENGINE: &str = "setnx-playground.js";
pub const WASM: &str = "setnx-playground_bg.wasm";
pub const ANY_ORIGIN: &str = "Access-Control-Allow-Origin";
pub const POLICY: &str = "Content-Security-Policy";

/// Collects the events of the elements from the start.
pub const LISTEN: &str = "
    window.heard = [];
    for (const name of ['redis-reply', 'playground-ready', 'playground-error'])
        document.addEventListener(name, ({ target, detail }) => heard.push([name, target.id, { ...detail }]));";

/// dist/ on a host that sends what pages of other origins need.
pub fn open_handed() -> Outcome<Host> {
    Ok(Host::of_dist()?.header(ANY_ORIGIN, "*"))
}

/// The policy that a page of another origin has to have at least.
pub fn policy(files: &Site) -> String {
    let other = files.origin();
    format!(
        "default-src 'none'; script-src 'self' {other} 'wasm-unsafe-eval'; style-src 'self'; connect-src 'self' {other}"
    )
}

/// A page that loads embed.js from `files` and holds `body`, served under `policy` and opened. Its blocks wait for no sign of use.
pub async fn open_host(
    page: &Page,
    files: &Site,
    policy: &str,
    upgrade: &str,
    body: &str,
) -> Outcome<Site> {
    let script = files.url("embed.js");
    let html = format!(
        "<!doctype html><html lang=en><meta charset=utf-8><title>A host</title><script src=listen.js></script>\
         <script type=module src=\"{script}\"{upgrade}></script><body data-load=near>{body}"
    );
    let host = Host::new()
        .file("index.html", html)
        .file("listen.js", LISTEN)
        .header(POLICY, policy)
        .serve()
        .await?;
    page.visit(&host.url("index.html")).await?;
    Ok(host)
}

/// The details of all events of this name so far.
pub async fn heard(page: &Page, name: &str) -> Outcome<Value> {
    let name = json!(name);
    page.evaluate(&format!(
        "heard.filter(([name]) => name === {name}).map(([, , detail]) => detail)"
    ))
    .await
}

/// Waits until as many boxes are live.
pub async fn until_ready(page: &Page, boxes: usize) -> Outcome {
    let ready = "heard.filter(([name]) => name === 'playground-ready').length";
    page.until(&format!("{ready} === {boxes}")).await
}
