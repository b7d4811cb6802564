//! The elements as another page has them: put into the document by script, under the strict policy, driven by their
//! attributes, properties and events.

use page_tests::{Host, Outcome, Page, Scheme};
use serde_json::{Value, json};

use crate::hosts::{WASM, open_handed, open_host, policy};
use crate::places::{ESCAPE, RIGHT, TAB, texts};

pub const ENTER: &str = "\u{E007}";

/// Puts markup into an emptied page, with the module that defines the elements. Events are collected in `window.heard`.
pub async fn embed(page: &Page, markup: &str) -> Outcome {
    page.open_unready("blank.html").await?;
    let make = format!(
        "(() => {{
            document.body.innerHTML = {};
            window.heard = [];
            for (const name of ['redis-reply', 'lock-step', 'lock-broken', 'playground-ready', 'playground-error'])
                document.addEventListener(name, ({{ target, detail }}) => heard.push([name, target.id, {{ ...detail }}]));
            const script = document.createElement('script');
            script.type = 'module';
            script.src = 'embed.js';
            document.head.append(script);
        }})()",
        json!(markup)
    );
    page.evaluate(&make).await?;
    page.until("customElements.get('redis-prompt') !== undefined")
        .await
}

pub async fn until_ready(page: &Page, boxes: usize) -> Outcome {
    page.until(&format!(
        "heard.filter(([name]) => name === 'playground-ready').length === {boxes}"
    ))
    .await
}

/// The value of a promise of the page.
pub async fn value(page: &Page, promise: &str) -> Outcome<Value> {
    page.evaluate(&format!("(async () => {promise})()")).await
}

/// The question whether a box is near has the page laid out anew once boxes are elements.
pub async fn the_engine_and_its_words_are_asked_for_before_a_box_is_an_element(
    page: &Page,
) -> Outcome {
    page.open_unready("blank.html").await?;
    page.evaluate(
        "(() => {
            document.body.innerHTML = '<p lang=zh-Hans><redis-prompt>PING</redis-prompt></p>';
            window.order = [];
            const { fetch, customElements } = window, { define } = customElements;
            window.fetch = (url, ...more) => (order.push(`${url}`.split('/').at(-1)), fetch(url, ...more));
            customElements.define = (name, ...more) => (order.push(name), define.call(customElements, name, ...more));
            const script = document.createElement('script');
            script.type = 'module';
            script.src = 'embed.js';
            document.head.append(script);
        })()",
    )
    .await?;
    page.until("order.length >= 4").await?;
    assert_eq!(
        page.evaluate("order.slice(0, 4)").await?,
        json!([
            "setnx-playground_bg.wasm",
            "redis-prompt",
            "lock-timeline",
            "setnx-playground_bg.zh.wasm"
        ])
    );
    Ok(())
}

pub async fn an_authors_transcript_is_run_and_answered_live(page: &Page) -> Outcome {
    embed(
        page,
        "<redis-prompt id=a><pre>\n  redis&gt; SETNX mykey \"Hello\"\n  (integer) 7\n  redis&gt; GET mykey\n</pre></redis-prompt>",
    )
    .await?;
    until_ready(page, 1).await?;
    page.until_text(
        "#a >>> .log",
        "redis> SETNX mykey \"Hello\"\n(integer) 1\nredis> GET mykey\n\"Hello\"",
    )
    .await?;
    page.type_into("#a >>> textarea", format!("STRLEN mykey{ENTER}"))
        .await?;
    page.until_text("#a >>> .entry:last-of-type", "(integer) 5")
        .await?;
    page.until("heard.some(([name, id, { line, data }]) => name === 'redis-reply' && id === 'a' && line === 'STRLEN mykey' && data === 5)").await
}

/// The files of words that the page has fetched.
const WORDS: &str = "performance.getEntriesByType('resource').map(({ name }) => name.match(/[^_]+\\.(en|zh)\\.wasm$/)?.[0]).filter(Boolean).sort().join()";

pub async fn boxes_of_two_languages_show_their_own_words_and_only_those_are_fetched(
    page: &Page,
) -> Outcome {
    embed(
        page,
        "<redis-prompt id=a clients=2 autorun=load></redis-prompt>",
    )
    .await?;
    until_ready(page, 1).await?;
    page.until_text("#a >>> .tabs", "+ Client").await?;
    page.until(&format!("{WORDS} === 'bg.en.wasm,keys.en.wasm'"))
        .await?;
    // Another language beside it.
    let chinese =
        "<div lang=zh-Hans><redis-prompt id=b clients=2 autorun=load></redis-prompt></div>";
    page.evaluate(&format!(
        "document.body.insertAdjacentHTML('beforeend', {})",
        json!(chinese)
    ))
    .await?;
    until_ready(page, 2).await?;
    page.until_text("#b >>> .tabs", "+ 客户端").await?;
    page.until_text("#a >>> .tabs", "+ Client").await?;
    page.type_into("#b >>> textarea", format!("help SETNX{ENTER}"))
        .await?;
    page.until_text("#b >>> .log", "键不存在").await?;
    // A box changes its language, and back: nothing is fetched any more.
    page.until(&format!("{WORDS}.split(',').length === 6"))
        .await?;
    page.evaluate("a.lang = 'zh'").await?;
    page.until_text("#a >>> .tabs", "+ 客户端").await?;
    page.evaluate("a.lang = 'en', b.lang = 'en'").await?;
    page.until_text("#a >>> .tabs", "+ Client").await?;
    page.until_text("#b >>> .tabs", "+ Client").await?;
    page.until_text("#b >>> .log", "does not exist yet").await?;
    assert_eq!(
        page.evaluate(&format!("{WORDS}.split(',').length")).await?,
        6
    );
    Ok(())
}

pub async fn a_part_on_its_way_brings_the_language_that_is_asked_for_meanwhile(
    page: &Page,
) -> Outcome {
    embed(page, "").await?;
    page.evaluate(
        "(() => {
            const fetched = fetch, held = [];
            window.fetch = (url, ...rest) => String(url).includes('_help.')
                ? new Promise((go) => held.push(go)).then(() => fetched(url, ...rest))
                : fetched(url, ...rest);
            window.release = () => { window.fetch = fetched; held.forEach((go) => go()); };
            window.held = held;
        })()",
    )
    .await?;
    page.evaluate("document.body.innerHTML = '<redis-prompt id=a></redis-prompt>'")
        .await?;
    page.click("#a >>> textarea").await?;
    page.until("held.length > 0").await?;
    page.evaluate("document.body.insertAdjacentHTML('beforeend', '<redis-prompt id=b clients=2 lang=zh></redis-prompt>')")
        .await?;
    page.until_text("#b >>> .tabs", "+ 客户端").await?;
    page.evaluate("release()").await?;
    page.type_into("#b >>> textarea", format!("help SETNX{ENTER}"))
        .await?;
    page.until_text("#b >>> .log", "键不存在").await
}

pub async fn words_that_do_not_come_are_named_and_a_box_keeps_its_language(page: &Page) -> Outcome {
    page.devtools("Network.enable", json!({})).await?;
    let block = |urls: Value| page.devtools("Network.setBlockedURLs", json!({ "urls": urls }));
    block(json!(["*_bg.en.wasm"])).await?;
    embed(
        page,
        "<redis-prompt id=a clients=2 autorun=load></redis-prompt>",
    )
    .await?;
    page.until(
        "find('#a >>> .cover details span')?.textContent.includes('setnx-playground_bg.en.wasm')",
    )
    .await?;
    block(json!(["*.zh.wasm"])).await?;
    page.click("#a >>> .cover button").await?;
    page.until_text("#a >>> .tabs", "+ Client").await?;
    page.evaluate("window.said = [], console.error = (text) => said.push(text)")
        .await?;
    page.evaluate("a.lang = 'zh'").await?;
    page.until("said.join().includes('_bg.zh.wasm')").await?;
    page.until_text("#a >>> .tabs", "+ Client").await?;
    block(json!([])).await?;
    page.evaluate("a.lang = 'zh-Hans'").await?;
    page.until_text("#a >>> .tabs", "+ 客户端").await?;
    page.take_console().await?;
    Ok(())
}

pub async fn a_line_that_a_script_runs_is_answered_as_text_and_as_data(page: &Page) -> Outcome {
    embed(
        page,
        "<redis-prompt id=a setup='SET unseen 1'></redis-prompt>",
    )
    .await?;
    for (line, text, data) in [
        ("INCR unseen", "(integer) 2", json!(2)),
        ("GET nothing", "(nil)", json!(null)),
        (
            "MGET unseen nothing",
            "1) \"2\"\n2) (nil)",
            json!(["2", null]),
        ),
        ("SET a b", "OK", json!("OK")),
        ("# no command", "", json!(null)),
    ] {
        let answer = value(page, &format!("await find('#a').run({})", json!(line))).await?;
        assert_eq!(answer["text"], text, "{line}");
        assert_eq!(answer["data"], data, "{line}");
        assert_eq!(answer["error"], false, "{line}");
    }
    let error = "(({ text, data, error }) => [text, data instanceof Error && data.message, error])";
    let answer = value(page, &format!("{error}(await find('#a').run('INCR a'))")).await?;
    let words = "ERR value is not an integer or out of range";
    assert_eq!(answer, json!([format!("(error) {words}"), words, true]));
    let large = value(
        page,
        "String((await find('#a').run('INCRBY big 9007199254740993')).data)",
    )
    .await?;
    assert_eq!(large, "9007199254740993");
    let bytes = value(page, "[(await find('#a').run('SET b \"\\\\xff\\\\x00\"')).text, [...(await find('#a').run('GET b')).data]]").await?;
    assert_eq!(bytes, json!(["OK", [255, 0]]));
    for (line, text, why) in [
        ("'GET \"a'", "Invalid argument(s)", "Invalid argument(s)"),
        (
            "'SET a ' + 'x'.repeat(70_000)",
            "",
            "Not run: a line may have up to 64 KiB here.",
        ),
    ] {
        let answer = value(page, &format!("{error}(await find('#a').run({line}))")).await?;
        assert_eq!(answer, json!([text, why, true]));
    }
    assert_eq!(
        page.evaluate("find('#a').transcript.includes('SET unseen')")
            .await?,
        false
    );
    Ok(())
}

pub async fn boxes_of_one_session_share_a_keyspace_and_show_what_the_other_does(
    page: &Page,
) -> Outcome {
    embed(
        page,
        "<redis-prompt id=a session=s>SET seen 1</redis-prompt><redis-prompt id=b session=s></redis-prompt><redis-prompt id=c></redis-prompt>",
    )
    .await?;
    until_ready(page, 3).await?;
    let sum =
        "[(await find('#b').run('INCR seen')).data, (await find('#c').run('EXISTS seen')).data]";
    assert_eq!(value(page, sum).await?, json!([2, 0]));
    page.until_text("#a >>> .rows", "seen").await?;
    page.until_text("#a >>> .rows", "2").await?;
    // WATCH sees the write of the other box, which is another connection.
    let race = "[await find('#a').run('WATCH seen'), await find('#b').run('SET seen 9'), await find('#a').run('MULTI'), await find('#a').run('EXEC')].at(-1).text";
    assert_eq!(value(page, race).await?, "(nil)");
    value(page, "find('#a').reset()").await?;
    assert_eq!(
        value(page, "(await find('#b').run('GET seen')).text").await?,
        "\"1\""
    );
    Ok(())
}

pub async fn a_reset_waits_for_the_work_of_another_box_and_takes_nothing_from_it(
    page: &Page,
) -> Outcome {
    embed(
        page,
        "<redis-prompt id=a session=s></redis-prompt><redis-prompt id=b session=s setup='SET own 1'></redis-prompt>",
    )
    .await?;
    until_ready(page, 2).await?;
    let lines = "['SETRANGE x 3000 a', 'SET y 1', 'MULTI', ...Array(5).fill('LCS x x LEN'), 'INCR y', 'EXEC']";
    let race = format!(
        "(async () => {{
            await find('#a').run('LCS x x'); // Its part comes now: EXEC would wait for it.
            const all = {lines}.map((line) => find('#a').run(line));
            await all.at(-2);
            find('#b').reset();
            return (await all.at(-1)).data.at(-1);
        }})()"
    );
    assert_eq!(page.evaluate(&race).await?, 2);
    page.until("find('#b').transcript === ''").await?;
    let left = "(await find('#b').run('KEYS *')).data";
    assert_eq!(value(page, left).await?, json!(["own"]));
    Ok(())
}

pub async fn an_element_that_comes_back_keeps_its_session(page: &Page) -> Outcome {
    embed(
        page,
        "<main><redis-prompt id=a></redis-prompt></main><aside></aside>",
    )
    .await?;
    value(page, "(window.kept = find('#a')).run('SET kept 1')").await?;
    for there in [
        "find('aside').append(kept)",
        "(kept.remove(), find('main').append(kept))",
    ] {
        page.evaluate(there).await?;
        assert_eq!(
            value(page, "(await kept.run('INCR kept')).error").await?,
            false
        );
    }
    page.until_text("#a >>> .entry:last-of-type", "(integer) 3")
        .await
}

/// A site that loads its pages by script removes the boxes of one and changes the address, in either order.
pub async fn a_session_ends_with_the_page_that_a_site_shows(page: &Page) -> Outcome {
    let of_home = "<redis-prompt session=s autorun=load>INCR visits</redis-prompt>";
    embed(page, &format!("<main>{of_home}</main>")).await?;
    let begin = page.evaluate("location.pathname").await?;
    let log = "main redis-prompt >>> .log";
    page.until_text(log, "(integer) 1").await?;
    let go = |path: &Value, html: &str, is_early: bool| {
        let change = format!("history.pushState(null, '', {path})");
        let fill = format!("find('main').innerHTML = {}", json!(html));
        match is_early {
            true => format!("({change}, {fill})"),
            false => format!("({fill}, {change})"),
        }
    };
    for is_early in [true, false] {
        for (there, html) in [
            ("other", "<p>No box here.</p>"),
            (
                "third",
                "<redis-prompt session=s autorun=load>GET visits</redis-prompt>",
            ),
        ] {
            page.evaluate(&go(&json!(there), html, is_early)).await?;
            if html.contains("GET") {
                page.until_text(log, "(nil)").await?;
            }
            // Nobody reads a page in less.
            page.evaluate("new Promise((resolve) => setTimeout(resolve, 300))")
                .await?;
            page.evaluate(&go(&begin, of_home, is_early)).await?;
            page.until_text(log, "INCR visits\n(integer) 1").await?;
            page.evaluate("new Promise((resolve) => setTimeout(resolve, 300))")
                .await?;
        }
    }
    // Within a page a session goes on, whatever an anchor does to the address.
    page.evaluate("location.hash = 'anchor'").await?;
    page.evaluate(&format!(
        "find('main').insertAdjacentHTML('beforeend', {})",
        json!("<redis-prompt id=more session=s autorun=load>INCR visits</redis-prompt>")
    ))
    .await?;
    page.until_text("#more >>> .log", "(integer) 2").await
}

/// What jsdom has not, and browsers of a few years ago: no observer of what is in view, no query of media, no style sheet that
/// is constructed.
pub async fn a_box_lives_where_a_browser_lacks_what_it_can_do_without(page: &Page) -> Outcome {
    let files = open_handed()?.serve().await?;
    let html = format!(
        "<!doctype html><html lang=en><meta charset=utf-8><title>A host</title><script>
         delete window.IntersectionObserver; delete window.matchMedia;
         delete Document.prototype.adoptedStyleSheets; delete ShadowRoot.prototype.adoptedStyleSheets;
         window.CSSStyleSheet = class {{ constructor() {{ throw new TypeError('Illegal constructor'); }} }};
         </script><script type=module src=\"{}\"></script><body><p>Before.</p>
         <redis-prompt id=a autorun=load>SET k v</redis-prompt><lock-timeline id=t lesson=D2 autorun=load></lock-timeline>",
        files.url("embed.js")
    );
    let host = Host::new().file("index.html", html).serve().await?;
    page.visit(&host.url("index.html")).await?;
    page.until_text("#a >>> .log", "OK").await?;
    assert_eq!(page.evaluate("find('#a').call('GET', 'k')").await?, "v");
    page.find("#t >>> .ladder").await?;
    let drawn = "(([a, t]) => a.width > 300 && a.height > 60 && t.width > 300 && t.height > 300)(
        [find('#a'), find('#t')].map((box) => box.getBoundingClientRect()))";
    page.until(drawn).await?;
    let colours = "((style) => [style.fontFamily.includes('mono'), style.color !== style.backgroundColor])(getComputedStyle(find('#a >>> .log')))";
    assert_eq!(page.evaluate(colours).await?, json!([true, true]));
    // Another document, and back: the styles stand there once.
    page.evaluate("(find('#a').remove(), 0)").await?;
    Ok(())
}

/// A host that gathers errors of its page gets none for a timeline that is drawn and drawn again.
pub async fn a_timeline_reports_no_error_of_its_observer(page: &Page) -> Outcome {
    page.set_viewport(1000, 700).await?;
    embed(page, "").await?;
    page.evaluate(
        "(window.errors = [], addEventListener('error', ({ message }) => errors.push(message)), document.body.innerHTML = '<lock-timeline id=t lesson=D2 autorun=load></lock-timeline>')",
    )
    .await?;
    page.find("#t >>> .ladder").await?;
    for width in [700, 640, 1200] {
        page.set_viewport(width, 700).await?;
        page.until(&format!(
            "Math.abs(find('#t >>> .ruler').getBoundingClientRect().width - find('#t >>> .ladder').getBoundingClientRect().width) < 2 && innerWidth === {width}"
        ))
        .await?;
        page.evaluate("new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve))))")
            .await?;
    }
    assert_eq!(page.evaluate("errors").await?, json!([]));
    Ok(())
}

/// What was asked before it failed, after that, and once it lives.
pub async fn a_box_that_has_failed_settles_whatever_is_asked_of_it(page: &Page) -> Outcome {
    const ASK: &str = "(async (box) => {
        const late = new Promise((resolve) => setTimeout(resolve, 5000, 'never'));
        const settled = (promise) => Promise.race([promise.then(() => 'done', ({ code }) => code), late]);
        return Promise.all([box.ready, box.run('PING'), box.call('PING'), box.pipeline([['PING']])].map(settled));
    })(find('#a'))";
    embed(page, "<redis-prompt id=a></redis-prompt>").await?;
    until_ready(page, 1).await?;
    page.evaluate("find('#a').setAttribute('setup', 'SET a b\\n'.repeat(900000))")
        .await?;
    let all = |code: &str| json!([code, code, code, code]);
    assert_eq!(page.evaluate(ASK).await?, all("long"), "as it fails");
    assert_eq!(page.evaluate(ASK).await?, all("long"), "afterwards");
    page.take_console().await?;
    page.evaluate("find('#a').removeAttribute('setup')").await?;
    page.evaluate("find('#a').ready").await?;
    assert_eq!(page.evaluate(ASK).await?, all("done"));

    let files = open_handed()?.without(WASM)?.serve().await?;
    let body = "<redis-prompt id=a autorun=off></redis-prompt>";
    let _host = open_host(page, &files, &policy(&files), "", body).await?;
    page.until("customElements.get('redis-prompt') !== undefined")
        .await?;
    assert_eq!(page.evaluate(ASK).await?, all("missing"), "as it fails");
    assert_eq!(page.evaluate(ASK).await?, all("missing"), "afterwards");
    page.take_console().await?;

    // As in jsdom and happy-dom, whose global object is Node's.
    let files = open_handed()?.serve().await?;
    let html = format!(
        "<!doctype html><meta charset=utf-8><title>A host</title><script>window.Window = class {{}}</script>\
         <script type=module src=\"{}\"></script><body>{body}",
        files.url("embed.js")
    );
    let host = Host::new().file("index.html", html).serve().await?;
    page.visit(&host.url("index.html")).await?;
    page.until("customElements.get('redis-prompt') !== undefined")
        .await?;
    assert_eq!(
        page.evaluate(ASK).await?,
        all("unknown"),
        "without a window"
    );
    page.take_console().await.map(drop)
}

/// The page sees the box as the target of a key, and no field. Keys that a box leaves alone are the page's.
pub async fn keys_that_a_box_takes_are_no_shortcuts_of_the_page(page: &Page) -> Outcome {
    embed(
        page,
        "<redis-prompt id=a></redis-prompt><lock-timeline id=t lesson=D2></lock-timeline><input id=own>",
    )
    .await?;
    until_ready(page, 2).await?;
    page.evaluate(
        "(window.keys = [], ['keydown', 'keypress', 'keyup'].forEach((type) => document.addEventListener(type, ({ type, key }) => keys.push(`${type} ${key}`))))",
    )
    .await?;
    page.type_into("#a >>> textarea", "/k ").await?;
    page.type_into("#t >>> .ladder", format!(" 5{RIGHT}"))
        .await?;
    page.type_into("#t >>> select.speed", "1").await?;
    let heard = texts(page.evaluate("keys.splice(0)").await?)?;
    assert!(
        heard
            .iter()
            .all(|key| key.starts_with("keyup") || key.ends_with(" 5")),
        "{heard:?}"
    );
    page.type_into("#t >>> .ladder", "/").await?;
    page.until("keys.includes('keydown /')").await
}

pub async fn escape_closes_the_dialog_around_a_prompt_once_nothing_is_open_in_it(
    page: &Page,
) -> Outcome {
    embed(
        page,
        "<dialog id=d><redis-prompt id=a></redis-prompt></dialog>",
    )
    .await?;
    page.evaluate("find('#d').showModal()").await?;
    until_ready(page, 1).await?;
    page.type_into("#a >>> textarea", "SET k v ").await?;
    page.until("find('#a >>> .layer').textContent.includes('[NX|XX]')")
        .await?;
    page.press(TAB).await?;
    page.find("#a >>> [role=option]").await?;
    page.press(ESCAPE).await?;
    page.until("find('#a >>> [role=option]') === null").await?;
    assert_eq!(page.evaluate("find('#d').open").await?, true);
    page.press(ESCAPE).await?;
    page.until("!find('#d').open").await
}

pub async fn a_timeline_is_stepped_sought_and_heard(page: &Page) -> Outcome {
    embed(
        page,
        "<lock-timeline id=t lesson=D2></lock-timeline><lock-timeline id=u controls=steps>\n  v1;setnx;n=2\n  c1;c1.crash;t12\n  c2\n</lock-timeline>",
    )
    .await?;
    until_ready(page, 2).await?;
    assert_eq!(
        page.evaluate("[find('#u').position, find('#u').length]")
            .await?,
        json!([4, 4])
    );
    assert_eq!(
        page.evaluate("find('#u').schedule.replace(/;sum=[0-9a-f]{6}/, '')")
            .await?,
        "v2;setnx;n=2;c1;c1.crash;t12;c2;@4"
    );
    let before = page.evaluate("find('#t').position").await?;
    value(page, "find('#t').step()").await?;
    page.until(&format!("find('#t').position === {before} + 1"))
        .await?;
    value(page, "find('#t').seek(10)").await?;
    value(page, "find('#t').step()").await?;
    page.until("heard.some(([name, id, { property, position }]) => name === 'lock-broken' && id === 't' && property === 'two-believers' && position === 11)").await?;
    page.until_text("#t >>> .count", "11 / 11").await?;
    value(page, "find('#t').schedule = 'v1;D1;@2'").await?;
    page.until_text("#t >>> .count", "2 / 8").await?;
    assert_eq!(
        page.evaluate("find('#u').shadowRoot.querySelector('.play')")
            .await?,
        json!(null)
    );
    Ok(())
}

/// Every way of CSS to have a container as wide as its content.
const SHRINKING: [&str; 13] = [
    "display: flex; align-items: start",
    "display: flex; flex-direction: column; align-items: start",
    "display: inline-flex",
    "display: inline-flex; flex-direction: column",
    "display: grid; grid-template-columns: auto auto",
    "display: grid; justify-items: start",
    "display: inline-grid",
    "display: inline-block",
    "float: left",
    "width: fit-content",
    "position: absolute",
    "display: table-cell",
    "display: table",
];

pub async fn the_text_of_an_element_is_the_program_of_its_clients(page: &Page) -> Outcome {
    embed(
        page,
        "<lock-timeline id=t program clients=2 schedule='c1;c2;t3;c1' autorun=load>
            acquire:
              SETNX lock.foo 1
              if reply = 1: enter until now + lease
              retry
            work:
              work 3
            release:
              DEL lock.foo
        </lock-timeline>",
    )
    .await?;
    until_ready(page, 1).await?;
    assert_eq!(page.evaluate("find('#t >>> .notice')").await?, json!(null));
    assert_eq!(page.evaluate("find('#t').length").await?, 4);
    page.until_text("#t >>> .listing", "enter until now + lease")
        .await?;
    // A link is another run, and leads back to the program.
    page.evaluate("location.hash = '#v2;D2'").await?;
    page.until("find('#t').schedule.startsWith('v2;D2')")
        .await?;
    page.evaluate("find('#t').reset()").await?;
    page.until("find('#t').schedule.startsWith('v2;own;n=2;program=')")
        .await
}

pub async fn a_mistake_in_the_program_of_an_element_is_told(page: &Page) -> Outcome {
    embed(
        page,
        "<lock-timeline id=t program autorun=load>
            acquire:
              SETNX lock.foo
              retry
            work:
            release:
        </lock-timeline>",
    )
    .await?;
    until_ready(page, 1).await?;
    // The names of the arguments come with help, which nobody has asked for here.
    page.until_text(
        "#t >>> .notice",
        "The program cannot be used: Line 2, column 3: SETNX has a wrong number of arguments. Its form is SETNX arg arg.",
    )
    .await
}

/// Of 30 times the reader's text, or of all that is free: never of none, and never wider than its container.
pub async fn a_box_has_a_width_of_its_own_in_every_container_that_shrinks_to_fit(
    page: &Page,
) -> Outcome {
    let boxes = "<redis-prompt autorun=off><pre>redis> GET a\n(nil)</pre></redis-prompt>\
        <lock-timeline autorun=off lesson=D2></lock-timeline><pre class=up data-load=near><code>redis> GET a\n(nil)</code></pre>\
        <pre class=up data-load=near><code>redis> HGET a b\n(nil)</code></pre>";
    embed(page, "").await?;
    page.evaluate("import('./upgrade.js').then(({ upgrade }) => upgrade('.up'))")
        .await?;
    let make = format!(
        "(() => {{
            for (const width of [180, 320, 600]) for (const style of {}) {{
                document.body.insertAdjacentHTML('beforeend', '<section><div></div></section>');
                const section = document.body.lastChild;
                section.style.cssText = `display: flow-root; position: relative; width: ${{width}}px`;
                section.firstChild.style.cssText = style;
                section.firstChild.innerHTML = {};
            }}
        }})()",
        json!(SHRINKING),
        json!(boxes)
    );
    page.evaluate(&make).await?;
    let count = SHRINKING.len() * 3;
    page.until(&format!(
        "document.querySelectorAll('redis-prompt').length === 3 * {count}"
    ))
    .await?;
    let wrong = "[...document.querySelectorAll('redis-prompt, lock-timeline')].map((box) => {
            const { width } = box.getBoundingClientRect();
            const room = box.closest('section').clientWidth;
            const beside = getComputedStyle(box.parentElement);
            return [box.localName, beside.display, beside.float, room, width];
        }).filter(([, , , room, width]) => width < Math.min(room, 480) / 4 - 1 || width > room)";
    assert_eq!(page.evaluate(wrong).await?, json!([]), "before they live");
    // Several boxes share a row; each alone has all that it may have. One that stands for a block goes with it.
    page.evaluate("document.querySelectorAll('section > div').forEach((at, index) => [...at.querySelectorAll('redis-prompt, lock-timeline')].forEach((box, place) => {
            const before = box.previousElementSibling;
            place === index % 4 || (before?.matches('pre') ? before : box).remove();
        }))")
        .await?;
    // The author's block is shown until its box lives: in a row the two share it.
    let alone = "[...document.querySelectorAll('redis-prompt, lock-timeline')].map((box) => {
            const { width } = box.getBoundingClientRect();
            const before = box.previousElementSibling;
            const isBeside = before && before.getBoundingClientRect().right <= box.getBoundingClientRect().left + 1;
            const room = box.closest('section').clientWidth - (isBeside ? Math.ceil(before.getBoundingClientRect().width) : 0);
            const { display, float } = getComputedStyle(box.parentElement);
            return [box.localName, display, float, room, width];
        }).filter(([, , , room, width]) => width < Math.min(room, 480) || width > room + 1)";
    // Observers of sizes run after the next frame.
    page.until(&format!("({alone}).length === 0")).await?;
    page.evaluate("document.querySelectorAll('redis-prompt, lock-timeline').forEach((box) => box.setAttribute('autorun', 'load'))")
        .await?;
    value(
        page,
        "Promise.all([...document.querySelectorAll('redis-prompt, lock-timeline')].map((box) => box.ready)).then(() => 0)",
    )
    .await?;
    assert_eq!(page.evaluate(alone).await?, json!([]), "live");
    Ok(())
}

/// The document of a frame: its style sheets are others, and what is live stays.
/// Values of keys and a drawing may be cut or scrolled; words, buttons and programs may not.
pub async fn in_180_pixels_nothing_is_clipped(page: &Page) -> Outcome {
    embed(
        page,
        "<div><redis-prompt clients=2><pre>redis> SET greeting \"Hello, a value that is longer than the box\"\nOK\nredis> INCR greeting</pre></redis-prompt></div>\
         <div><lock-timeline lesson=D2 autorun=load></lock-timeline></div>\
         <div><pre id=block data-load=near>redis> INCR counter:of:visitors:today\n(integer) 1</pre></div>",
    )
    .await?;
    page.evaluate(
        "(() => {
            document.body.style.setProperty('display', 'flex');
            for (const div of document.querySelectorAll('div')) div.style.setProperty('flex', '0 0 180px');
            import(new URL('upgrade.js', location)).then(({ upgrade }) => upgrade('#block'));
        })()",
    )
    .await?;
    until_ready(page, 3).await?;
    page.until("find('lock-timeline >>> .listing') !== null")
        .await?;
    let clipped = "[...document.querySelectorAll('redis-prompt, lock-timeline')].flatMap((host) => {
        const edges = host.getBoundingClientRect();
        const found = edges.width === 180 ? [] : [`${host.localName} is ${edges.width} pixels wide`];
        const isScrolled = (element) => element && (/auto|scroll/.test(getComputedStyle(element).overflowX) || isScrolled(element.parentElement));
        for (const element of host.shadowRoot.querySelectorAll(':not(svg, svg *, .unseen, .unseen *, .value, .key, .pill, .pill *, .chip, .reply)')) {
            const { left, right, width } = element.getBoundingClientRect();
            if (!element.checkVisibility() || width < 2) continue;
            const name = `${host.localName} ${element.localName}.${element.className}`;
            if ((left < edges.left - 1 || right > edges.right + 1) && !isScrolled(element.parentElement)) found.push(`${name} sticks out`);
            // A name that ends in an ellipsis is there as a whole for a screen reader.
            const isCut = getComputedStyle(element).textOverflow === 'ellipsis';
            if (!isCut && /hidden|clip/.test(getComputedStyle(element).overflowX) && element.scrollWidth > element.clientWidth + 1) found.push(`${name} is clipped`);
            if (element.matches('.listing code') && width < 90) found.push(`${name} has ${width} pixels`);
        }
        return found;
    })";
    assert_eq!(page.evaluate(clipped).await?, json!([]));
    Ok(())
}

/// The parts that authors of other pages style, and no more than those.
pub async fn parts_can_be_styled_from_outside(page: &Page) -> Outcome {
    embed(page, "<redis-prompt id=a>GET nothing</redis-prompt><lock-timeline id=t lesson=D2 autorun=load></lock-timeline>").await?;
    until_ready(page, 2).await?;
    page.evaluate(
        "(() => {
            const sheet = new CSSStyleSheet();
            sheet.replaceSync(`
                redis-prompt::part(frame) { border-top: 7px solid; }
                redis-prompt::part(prompt) { color: rgb(1, 2, 3); }
                redis-prompt::part(reply) { font-style: italic; }
                lock-timeline::part(stage) { outline-width: 5px; }
                redis-prompt .reply, .ladder { font-weight: 900; }`);
            document.adoptedStyleSheets = [sheet];
        })()",
    )
    .await?;
    page.find("#t >>> [part~=stage]").await?;
    let styles = "[['#a >>> [part~=frame]', 'borderTopWidth'], ['#a >>> .entry [part~=prompt]', 'color'], ['#a >>> .entry [part~=reply]', 'fontStyle'],
        ['#t >>> [part~=stage]', 'outlineWidth'], ['#a >>> .reply', 'fontWeight']].map(([path, name]) => getComputedStyle(find(path))[name])";
    assert_eq!(
        page.evaluate(styles).await?,
        json!(["7px", "rgb(1, 2, 3)", "italic", "5px", "400"])
    );
    Ok(())
}

pub async fn a_box_goes_to_another_document_and_back_a_hundred_times(page: &Page) -> Outcome {
    embed(
        page,
        "<redis-prompt id=a autorun=load></redis-prompt><lock-timeline id=t lesson=D2 autorun=load></lock-timeline><iframe></iframe>",
    )
    .await?;
    until_ready(page, 2).await?;
    page.evaluate(
        "(window.there = find('iframe').contentDocument, window.boxes = [find('#a'), find('#t')], window.move = (to) => to.body.append(...boxes.map((box) => to.adoptNode(box))))",
    )
    .await?;
    value(page, "boxes[0].run('SET kept 1')").await?;
    let moves = "for (let round = 0; round < 100; round++) {
            move(there);
            if (round % 10 === 0) await new Promise((done) => setTimeout(done));
            move(document);
        }
        return (await boxes[0].run('INCR kept')).data";
    assert_eq!(
        page.evaluate(&format!("(async () => {{ {moves} }})()"))
            .await?,
        2
    );
    page.evaluate("move(there)").await?;
    let step = "(async () => { const { position } = boxes[1]; await boxes[1].step(); return boxes[1].position - position; })()";
    assert_eq!(page.evaluate(step).await?, 1);
    assert_eq!(
        value(page, "(await boxes[0].run('INCR kept')).data").await?,
        3
    );
    page.until(
        "boxes[0].shadowRoot.querySelector('.log')?.textContent.endsWith('(integer) 3') === true",
    )
    .await?;
    let styles = "['.screen', '.ladder'].map((name, index) => getComputedStyle(boxes[index].shadowRoot.querySelector(name)).overflowY)";
    assert_eq!(page.evaluate(styles).await?, json!(["auto", "auto"]));
    Ok(())
}

pub async fn ready_waits_for_the_box_that_a_new_text_makes(page: &Page) -> Outcome {
    embed(
        page,
        "<redis-prompt id=a autorun=load>SET a 1</redis-prompt>",
    )
    .await?;
    until_ready(page, 1).await?;
    for (change, read) in [
        ("box.source = 'SET b 2'", "GET b"),
        ("box.setAttribute('setup', 'SET c 2')", "GET c"),
        ("(box.source = 'SET d 1', box.source = 'SET d 2')", "GET d"),
    ] {
        let asked = format!(
            "(async () => {{ const box = find('#a'); {change}; await box.ready; return (await box.run('{read}')).data; }})()"
        );
        assert_eq!(page.evaluate(&asked).await?, "2", "{change}");
    }
    Ok(())
}

pub async fn nothing_is_dropped_without_a_word(page: &Page) -> Outcome {
    embed(
        page,
        "<redis-prompt id=a autorun=load></redis-prompt><redis-prompt id=b autorun=off>PING</redis-prompt>",
    )
    .await?;
    until_ready(page, 1).await?;
    value(page, "find('#a').run('SETRANGE big 70000 x')").await?;
    let cut =
        value(page, "find('#a').run('GET big').then(({ text, data, cut }) => [text.length < 65537, data.length, cut])").await?;
    assert_eq!(cut, json!([true, 70001, true]));
    assert_eq!(
        value(page, "(await find('#a').run('PING')).cut").await?,
        false
    );
    page.evaluate(
        "(find('#b').setAttribute('setup', 'SET a b\\n'.repeat(900000)), find('#b').begin())",
    )
    .await?;
    page.until_text("#b >>> [role=status]", "This text is too long")
        .await?;
    page.until("find('#b >>> .cover details').textContent.includes('The attribute `setup` has 7200000 characters')")
        .await?;
    page.take_console().await?;
    page.evaluate(
        "(find('#b').setAttribute('setup', 'STE a b'), find('#b').setAttribute('mode', 'redis-8'), find('#b').source = 'ECHO “two words”')",
    )
    .await?;
    page.click("#b >>> button").await?;
    page.until_text("#b >>> .log", "“ is a typographic character")
        .await?;
    let mut said = String::new();
    while !(said.contains("`setup` failed: STE a b")
        && said.contains("Sphinx: smartquotes = False")
        && said.contains("so it counts as redis-7.0. It is one of redis-7.0, redis-8.4, valkey-9"))
    {
        said += &page.take_console().await?.concat();
    }
    Ok(())
}

/// By `meta`, a gradient, an image, a backdrop beside the box, or a colour in another notation.
pub async fn a_page_that_is_dark_in_any_way_has_dark_boxes(page: &Page) -> Outcome {
    page.prefer(Scheme::Light, false).await?;
    embed(page, "<redis-prompt id=a>PING</redis-prompt>").await?;
    until_ready(page, 1).await?;
    let scheme = "getComputedStyle(find('#a >>> .seat')).colorScheme";
    let none = "(document.documentElement.style.cssText = 'background: none; color: CanvasText; color-scheme: normal', document.body.style.cssText = 'background: none; color: inherit')";
    for (make, seen) in [
        (
            "document.body.style.background = 'linear-gradient(#101418, color(display-p3 0.1 0.1 0.2))'",
            "dark",
        ),
        (
            "document.body.style.background = 'linear-gradient(#fff, #eee)'",
            "light",
        ),
        (
            "document.body.style.background = 'color(display-p3 0.1 0.1 0.12)'",
            "dark",
        ),
        (
            "document.body.style.background = 'color(display-p3 0.9 0.9 0.95)'",
            "light",
        ),
        (
            "document.body.style.background = 'oklch(0.25 0.02 260)'",
            "dark",
        ),
        (
            "document.body.style.cssText = 'background: url(icon.svg); color: #eee'",
            "dark",
        ),
        (
            "document.body.style.cssText = 'background: url(icon.svg); color: #222'",
            "light",
        ),
        (
            "(document.body.style.color = '#ddd', document.body.insertAdjacentHTML('beforeend', '<hr>'), document.body.lastChild.style.cssText = 'position: fixed; inset: 0; z-index: -1; background: #111')",
            "dark",
        ),
        (
            "(document.body.insertAdjacentHTML('afterbegin', '<p>Dark alone.'), document.body.firstChild.style.cssText = 'background: #111; color: #eee')",
            "light",
        ),
        (
            "document.head.insertAdjacentHTML('beforeend', '<meta name=color-scheme content=dark>')",
            "dark",
        ),
    ] {
        page.evaluate(&format!("({none}, {make}, find('#a').follow())"))
            .await?;
        assert_eq!(page.evaluate(scheme).await?, seen, "{make}");
    }
    Ok(())
}

pub async fn attributes_live(page: &Page) -> Outcome {
    embed(page, "<redis-prompt id=a>PING</redis-prompt>").await?;
    until_ready(page, 1).await?;
    page.until_text("#a >>> .bar", "Copy").await?;
    page.evaluate("find('#a').setAttribute('lang', 'zh')")
        .await?;
    page.until_text("#a >>> .bar", "复制").await?;
    page.evaluate("find('#a').setAttribute('controls', 'none')")
        .await?;
    page.until("find('#a >>> .bar') === null && find('#a >>> .keys') === null")
        .await?;
    page.evaluate("find('#a').toggleAttribute('readonly')")
        .await?;
    page.until("find('#a >>> textarea') === null").await?;
    assert_eq!(
        value(page, "(await find('#a').run('PING')).text").await?,
        "PONG"
    );
    page.evaluate("find('#a').setAttribute('rows', 4)").await?;
    page.until("Math.abs(find('#a >>> .screen').offsetHeight - (4 * 14.5 * 1.65 + 32)) < 3")
        .await?;
    page.evaluate(
        "(find('#a').removeAttribute('controls'), find('#a').setAttribute('clients', 3))",
    )
    .await?;
    page.until("find('#a >>> [role=tablist]')?.children.length === 3")
        .await?;
    page.evaluate("find('#a').setAttribute('setup', 'SELECT 3')")
        .await?;
    page.until_text("#a >>> .log", "PONG").await
}

pub async fn attributes_are_properties_too(page: &Page) -> Outcome {
    embed(
        page,
        "<redis-prompt id=a clients=2 setup='SET k v' controls=odd></redis-prompt><lock-timeline id=t lesson=D2></lock-timeline>",
    )
    .await?;
    until_ready(page, 2).await?;
    let read = "(({ session, setup, clients, controls, rows, check, autorun, theme, readonly }) => [session, setup, clients, controls, rows, check, autorun, theme, readonly])(find('#a'))";
    assert_eq!(
        page.evaluate(read).await?,
        json!([
            null, "SET k v", 2, "full", 0, false, "visible", "auto", false
        ])
    );
    let written = "((a) => {
        Object.assign(a, { theme: 'dark', rows: 4, readonly: true, controls: 'none', session: 's' });
        const all = ['theme', 'rows', 'readonly', 'controls', 'session'].map((name) => a.getAttribute(name));
        a.readonly = false;
        a.session = null;
        return [...all, a.hasAttribute('readonly'), a.hasAttribute('session')];
    })(find('#a'))";
    assert_eq!(
        page.evaluate(written).await?,
        json!(["dark", "4", "", "none", "s", false, false])
    );
    page.until("find('#a >>> .bar') === null && getComputedStyle(find('#a >>> .seat')).colorScheme === 'dark'")
        .await?;
    let timeline =
        "(({ lesson, clients, schedule }) => [lesson, clients, schedule.slice(0, 5)])(find('#t'))";
    assert_eq!(page.evaluate(timeline).await?, json!(["D2", 3, "v2;D2"]));
    page.evaluate("find('#t').lesson = 'D1'").await?;
    page.until(
        "find('#t').schedule.startsWith('v2;D1') && find('#t').getAttribute('lesson') === 'D1'",
    )
    .await?;
    let mut said = String::new();
    while !said.contains("means nothing, so it counts as full. It is one of full, none") {
        said += &page.take_console().await?.concat();
    }
    Ok(())
}

/// As a framework sets them that renders before the script has come.
pub async fn properties_set_before_the_element_is_defined_count(page: &Page) -> Outcome {
    page.open_unready("blank.html").await?;
    page.evaluate(
        "(() => {
            const [a, t] = ['redis-prompt', 'lock-timeline'].map((name) => document.body.appendChild(document.createElement(name)));
            Object.assign(a, { setup: 'SET k early', clients: 3, theme: 'dark', source: 'GET k', readonly: true });
            Object.assign(t, { lesson: 'D1', controls: 'steps' });
            const script = document.createElement('script');
            Object.assign(script, { type: 'module', src: 'embed.js' });
            document.head.append(script);
        })()",
    )
    .await?;
    page.until_text("redis-prompt >>> .log", "\"early\"")
        .await?;
    page.until("find('redis-prompt >>> [role=tablist]').children.length === 3 && find('redis-prompt >>> textarea') === null")
        .await?;
    page.until("find('lock-timeline').getAttribute('controls') === 'steps' && find('lock-timeline').schedule.startsWith('v2;D1')")
        .await?;
    let own = "['setup', 'clients', 'source', 'readonly'].some((name) => Object.hasOwn(find('redis-prompt'), name))";
    assert_eq!(page.evaluate(own).await?, false);
    Ok(())
}

pub async fn ten_thousand_changes_of_attributes_are_followed_once(page: &Page) -> Outcome {
    embed(page, "<redis-prompt id=a>PING</redis-prompt>").await?;
    until_ready(page, 1).await?;
    let change = "(async () => {
        const { PromptIsland } = await import(new URL('setnx-playground.js', location));
        const { update } = PromptIsland.prototype;
        let updates = 0, styles = 0;
        PromptIsland.prototype.update = function (...args) { updates++; return update.apply(this, args); };
        const real = window.getComputedStyle;
        window.getComputedStyle = (...args) => (styles++, real(...args));
        const a = find('#a');
        for (let n = 0; n < 10_000; n++) {
            a.setAttribute('controls', n % 2 ? 'none' : 'full');
            a.setAttribute('rows', 1 + n % 90);
            a.setAttribute('theme', n % 3 ? 'dark' : 'light');
        }
        await new Promise((resolve) => setTimeout(resolve));
        window.getComputedStyle = real;
        return [updates, styles];
    })()";
    let found = page.evaluate(change).await?;
    assert_eq!(found[0], 1, "the island was told once");
    assert!(
        found[1].as_f64() < Some(10.0),
        "the page was read once: {found}"
    );
    page.until("find('#a >>> .bar') === null").await
}

pub async fn nothing_is_fetched_until_a_box_comes_near_or_takes_the_focus(page: &Page) -> Outcome {
    let far = "<p>far</p>".repeat(200);
    let boxes = "<redis-prompt id=a>SET x 1</redis-prompt><redis-prompt id=b autorun=off>SET y 1</redis-prompt>";
    embed(page, &[&far, boxes].concat()).await?;
    let frames = "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))))";
    page.evaluate(frames).await?;
    // The page under test has fetched one engine for itself.
    let engines = "performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('_bg.wasm')).length";
    let own = page.evaluate(engines).await?;
    assert_eq!(page.evaluate("heard.length").await?, 0);
    assert_eq!(page.evaluate("find('#a').innerText").await?, "SET x 1");
    page.evaluate("find('#b').scrollIntoView()").await?;
    until_ready(page, 1).await?;
    let now = page.evaluate(engines).await?;
    assert!(
        now.as_u64() <= own.as_u64().map(|own| own + 1),
        "{own} {now}"
    );
    assert_eq!(page.evaluate("find('#b >>> .log')").await?, json!(null));
    page.click("#b >>> button").await?;
    until_ready(page, 2).await?;
    assert_eq!(page.evaluate(engines).await?, now);
    page.until_text("#b >>> .log", "OK").await
}

pub async fn what_is_typed_while_it_loads_is_run_and_the_draft_goes_on(page: &Page) -> Outcome {
    page.devtools("Network.enable", json!({})).await?;
    let slow = json!({ "offline": false, "latency": 400, "downloadThroughput": 60_000, "uploadThroughput": 60_000 });
    embed(
        page,
        "<redis-prompt id=a autorun=off>SET x 1</redis-prompt>",
    )
    .await?;
    page.devtools("Network.emulateNetworkConditions", slow)
        .await?;
    page.type_into("#a >>> input", format!("INCR x{ENTER}GET"))
        .await?;
    page.until_text("#a >>> [role=status]", "1 waiting").await?;
    page.press(" x").await?;
    let fast =
        json!({ "offline": false, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1 });
    page.devtools("Network.emulateNetworkConditions", fast)
        .await?;
    until_ready(page, 1).await?;
    page.until_text("#a >>> .entry:last-of-type", "(integer) 2")
        .await?;
    page.until("find('#a >>> textarea').value === 'GET x' && find('#a').shadowRoot.activeElement === find('#a >>> textarea')").await?;
    page.press(ENTER).await?;
    page.until_text("#a >>> .entry:last-of-type", "\"2\"").await
}

pub async fn a_box_that_the_tab_key_finds_before_it_lives_keeps_the_focus(page: &Page) -> Outcome {
    let lines = "line\n".repeat(300);
    let far = format!(
        "<a href='#x'>first</a><pre>{lines}</pre><lock-timeline id=t lesson=D1></lock-timeline>"
    );
    embed(page, &far).await?;
    page.press(format!("{}{}", crate::places::TAB, crate::places::TAB))
        .await?;
    page.until("find('#t').shadowRoot.activeElement?.matches('.ladder')")
        .await
}

pub async fn the_hosts_styles_stay_outside_and_its_theme_is_followed(page: &Page) -> Outcome {
    page.prefer(Scheme::Light, false).await?;
    embed(
        page,
        "<redis-prompt id=a>PING</redis-prompt><lock-timeline id=t lesson=D1></lock-timeline>",
    )
    .await?;
    until_ready(page, 2).await?;
    let look = "(() => {
        const seen = (path, ...names) => names.map((name) => getComputedStyle(find(path))[name]);
        return [
            ...seen('#a >>> .screen', 'fontSize', 'letterSpacing', 'color', 'textAlign', 'visibility', 'width', 'height'),
            ...seen('#a >>> .bar button', 'fontSize', 'padding', 'textTransform'),
            ...seen('#t >>> .said', 'fontSize', 'fontFamily', 'lineHeight', 'direction'),
        ].join();
    })()";
    let before = page.evaluate(look).await?;
    page.evaluate(
        "(() => {
            const sheet = new CSSStyleSheet();
            sheet.replaceSync(`html { font-size: 7px; }
                body { letter-spacing: 3px; text-transform: uppercase; text-align: right; font: 30px serif; word-spacing: 9px; }
                * { --bg: red; --ink: yellow; --rem: 90px; --text-s: 4rem; line-height: 3; text-indent: 2em; }
                div, button, section, p { color: red; padding: 40px; }`);
            document.adoptedStyleSheets.push(sheet);
        })()",
    )
    .await?;
    assert_eq!(page.evaluate(look).await?, before);
    let ink = "getComputedStyle(find('#a >>> .screen')).color";
    let light = page.evaluate(ink).await?;
    page.evaluate("(document.body.style.background = '#101418')")
        .await?;
    page.until(&format!("{ink} !== {light}")).await?;
    page.evaluate("find('#a').setAttribute('theme', 'light')")
        .await?;
    page.until(&format!("{ink} === {light}")).await?;
    page.evaluate("find('#a').style.setProperty('--playground-ink', 'rgb(1, 2, 3)')")
        .await?;
    page.until(&format!("{ink} === 'rgb(1, 2, 3)'")).await
}

pub async fn markup_and_odd_values_are_text(page: &Page) -> Outcome {
    embed(
        page,
        "<redis-prompt id=a session='<img src=x>' setup='\"' rows=-1 clients=1e9 theme='x\"y' controls='<b>' autorun=maybe>SET a \"&lt;script>alert(1)&lt;/script>\"\nGET a</redis-prompt>\
         <lock-timeline id=t lesson='<img src=x>' clients=-3></lock-timeline><lock-timeline id=u schedule='v1;&lt;b>;c9.x999999999'></lock-timeline>",
    )
    .await?;
    until_ready(page, 3).await?;
    page.until_text("#a >>> .log", "<script>alert(1)</script>")
        .await?;
    page.until_text("#t >>> .notice", "There is no lesson")
        .await?;
    page.find("#u >>> .notice").await?;
    let made = "['#a', '#t', '#u'].map((id) => find(id).shadowRoot.querySelectorAll('img, script, b.x').length).join()";
    assert_eq!(page.evaluate(made).await?, "0,0,0");
    // A line of the setup, and five attributes whose values mean nothing.
    let mut said = Vec::new();
    while said.len() < 6 {
        said.extend(page.take_console().await?);
    }
    let setup = "a line of `setup` failed: \\\": Invalid argument(s)";
    let count = |words: &str| said.iter().filter(|line| line.contains(words)).count();
    assert_eq!([count(setup), count("means nothing")], [1, 5], "{said:?}");
    Ok(())
}

pub async fn a_text_that_is_too_long_stays_as_it_was_written(page: &Page) -> Outcome {
    embed(page, "<redis-prompt id=a autorun=off></redis-prompt>").await?;
    page.evaluate("(find('#a').textContent = 'redis> PING\\nPONG\\n'.repeat(70000), find('#a').setAttribute('autorun', 'load'))")
        .await?;
    page.until(
        "heard.some(([name, , { code }]) => name === 'playground-error' && code === 'long')",
    )
    .await?;
    page.until_text("#a >>> [role=status]", "too long").await?;
    assert_eq!(
        page.evaluate("find('#a').textContent.length").await?,
        1_190_000
    );
    page.take_console().await.map(drop)
}

pub async fn two_hundred_boxes_come_to_life_with_one_engine(page: &Page) -> Outcome {
    embed(
        page,
        &"<redis-prompt autorun=load controls=none>INCR x</redis-prompt>".repeat(200),
    )
    .await?;
    page.evaluate("(window.longest = 0, new PerformanceObserver((list) => { for (const { duration } of list.getEntries()) longest = Math.max(longest, duration); }).observe({ type: 'longtask' }))").await?;
    until_ready(page, 200).await?;
    let wasms = "performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('_bg.wasm')).length";
    // One for the page's own boxes, which were emptied away, and one for all of these.
    let wasms = page.evaluate(wasms).await?;
    assert!(wasms.as_u64().is_some_and(|wasms| wasms <= 2), "{wasms}");
    let answers = "[...document.querySelectorAll('redis-prompt')].every((box) => box.transcript.endsWith('(integer) 1\\n'))";
    assert_eq!(page.evaluate(answers).await?, true);
    Ok(())
}

/// Counts by the browser's own tools, after its collector has run.
async fn kept(page: &Page) -> Outcome<[f64; 4]> {
    page.devtools("HeapProfiler.enable", json!({})).await?;
    for _ in 0..3 {
        page.devtools("HeapProfiler.collectGarbage", json!({}))
            .await?;
        page.evaluate("new Promise((done) => setTimeout(done))")
            .await?;
    }
    page.devtools("Performance.enable", json!({})).await?;
    let all = page.devtools("Performance.getMetrics", json!({})).await?;
    let of = |name: &str| {
        let mut metrics = all["metrics"].as_array().into_iter().flatten();
        metrics
            .find(|metric| metric["name"] == name)
            .and_then(|metric| metric["value"].as_f64())
            .unwrap_or(f64::NAN)
    };
    let wasm = "Object.values(await (await import('./setnx-playground.js')).initSync()).find((it) => it instanceof WebAssembly.Memory).buffer.byteLength";
    let wasm = value(page, wasm).await?.as_f64().unwrap_or(f64::NAN);
    Ok([
        of("Nodes"),
        of("JSEventListeners"),
        of("JSHeapUsedSize"),
        wasm,
    ])
}

pub async fn a_thousand_comings_and_goings_leave_nothing_behind(page: &Page) -> Outcome {
    embed(page, "<main></main>").await?;
    page.evaluate(
        "(window.rounds = async (made, moved) => {
            const task = () => new Promise((done) => setTimeout(done));
            const names = ['redis-prompt', 'lock-timeline'];
            const main = find('main');
            for (let round = 0; round < made; round++) {
                const boxes = names.map((name) => document.createElement(name));
                boxes[0].textContent = 'SET x 1';
                boxes.forEach((box) => (box.setAttribute('autorun', 'load'), main.append(box)));
                await Promise.all(boxes.map((box) => box.ready));
                await task();
                boxes.forEach((box) => box.remove());
            }
            const boxes = names.map((name) => document.createElement(name));
            boxes.forEach((box) => (box.setAttribute('autorun', 'load'), main.append(box)));
            await boxes[0].run('SET kept 1');
            for (let round = 0; round < moved; round++) {
                main.prepend(boxes[round % 2]);
                boxes.forEach((box) => box.remove());
                await task();
                main.append(...boxes);
            }
            const { data } = await boxes[0].run('GET kept');
            boxes.forEach((box) => box.remove());
            return data;
        }, 0)",
    )
    .await?;
    assert_eq!(value(page, "rounds(30, 30)").await?, "1");
    let early = kept(page).await?;
    assert_eq!(value(page, "rounds(150, 1000)").await?, "1");
    let late = kept(page).await?;
    println!(
        "nodes, listeners, heap, wasm: {early:?} after 30 new and 30 moved, {late:?} after 150 and 1,000 more"
    );
    for (what, factor, slack) in [
        (0, 1.05, 50.0),
        (1, 1.05, 10.0),
        (2, 1.2, 1_000_000.0),
        // Some pages of fragments; 150 boxes that stayed would be megabytes.
        (3, 1.0, 262_144.0),
    ] {
        let most = early[what] * factor + slack;
        assert!(late[what] <= most, "{early:?}, {late:?}");
    }
    Ok(())
}

pub async fn a_reply_that_the_author_wrote_wrong_is_marked_when_asked(page: &Page) -> Outcome {
    embed(
        page,
        "<redis-prompt id=a check><pre>redis&gt; SET a 1\n\"OK\"\nredis&gt; INCR a\n(integer) 3\nredis&gt; TTL a\n(integer) -1\nredis&gt; PING</pre></redis-prompt>",
    )
    .await?;
    until_ready(page, 1).await?;
    page.until_text("#a >>> .written", "(integer) 3").await?;
    let marked = "[...find('#a').shadowRoot.querySelectorAll('.entry:has(.written)')].map((entry) => entry.innerText.split('\\n')[1])";
    assert_eq!(page.evaluate(marked).await?, json!(["(integer) 2"]));
    page.evaluate("find('#a').removeAttribute('check')").await?;
    page.until("find('#a >>> .log') !== null && find('#a >>> .written') === null")
        .await
}

pub async fn printing_shows_the_transcript(page: &Page) -> Outcome {
    let lines = "PING\n".repeat(60);
    embed(
        page,
        &format!("<redis-prompt id=a>{lines}</redis-prompt><redis-prompt id=b autorun=off>redis> PING</redis-prompt>"),
    )
    .await?;
    until_ready(page, 1).await?;
    page.devtools("Emulation.setEmulatedMedia", json!({ "media": "print" }))
        .await?;
    page.until("find('#a >>> .screen').scrollHeight <= find('#a >>> .screen').clientHeight + 1")
        .await?;
    page.until(
        "['.bar', '.tabs', '.keys', '.input'].every((part) => !find(`#a >>> ${part}`).checkVisibility()) && !find('#b >>> .cover').checkVisibility()",
    )
    .await?;
    assert_eq!(page.evaluate("find('#b').innerText").await?, "redis> PING");
    page.devtools("Emulation.setEmulatedMedia", json!({ "media": "" }))
        .await
        .map(drop)
}
