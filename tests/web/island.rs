//! Islands as an embedding page has them: put into an element, moved with it, switched to another language, taken out;
//! many times over, and several in one document.

use js_sys::{Function, Promise};
use setnx_playground::embed::{PromptIsland, TimelineIsland};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use wasm_bindgen_test::wasm_bindgen_test;
use web_sys::{HtmlElement, ShadowRoot};

/// An island of either kind.
enum Island {
    Prompt(PromptIsland),
    Timeline(TimelineIsland),
}

impl Island {
    fn connect(&self, host: &HtmlElement) -> Result<(), JsValue> {
        match self {
            Island::Prompt(island) => island.connect(host),
            Island::Timeline(island) => island.connect(host),
        }
    }

    fn disconnect(&self) {
        match self {
            Island::Prompt(island) => island.disconnect(),
            Island::Timeline(island) => island.disconnect(),
        }
    }

    fn update(&self, host: &HtmlElement) {
        match self {
            Island::Prompt(island) => island.update(host),
            Island::Timeline(island) => island.update(host),
        }
    }
}

/// An element in the document, with these attributes. It goes when this does, as its island must have by then.
struct Host(HtmlElement);

impl Host {
    fn new(name: &str, attributes: &[(&str, &str)]) -> Host {
        let document = web_sys::window().unwrap().document().unwrap();
        let element = document.create_element(name).unwrap();
        for (name, value) in attributes {
            element.set_attribute(name, value).unwrap();
        }
        document
            .document_element()
            .unwrap()
            .append_child(&element)
            .unwrap();
        Host(element.unchecked_into())
    }

    fn prompt() -> Host {
        Host::new("redis-prompt", &[("lang", "en")])
    }

    fn timeline(lessons: &str) -> Host {
        Host::new("lock-timeline", &[("lessons", lessons), ("lang", "en")])
    }

    fn island(&self) -> Island {
        if self.0.local_name() == "redis-prompt" {
            let lines = "SETNX mykey \"Hello\"\nSETNX mykey \"World\"\nGET mykey\n";
            return Island::Prompt(PromptIsland::new(&self.0, Some(lines.into()), None, None));
        }
        let island = TimelineIsland::new(&self.0, None, None);
        Island::Timeline(island.expect("an island"))
    }

    fn shadow(&self) -> ShadowRoot {
        self.0.shadow_root().expect("a shadow root")
    }

    /// The result of a script with the shadow root as `root`.
    fn ask(&self, script: &str) -> JsValue {
        evaluate(script, &self.shadow())
    }

    fn count(&self, selector: &str) -> f64 {
        let found = self.ask(&format!("root.querySelectorAll('{selector}').length"));
        found.as_f64().unwrap()
    }

    fn text(&self, selector: &str) -> String {
        let found = self.ask(&format!(
            "root.querySelector('{selector}')?.textContent ?? 'nothing'"
        ));
        found.as_string().unwrap()
    }

    async fn enter(&self, line: &str) {
        self.ask(&format!(
            "(() => {{
                const area = root.querySelector('textarea');
                area.value = {line:?};
                area.dispatchEvent(new KeyboardEvent('keydown',
                    {{ key: 'Enter', bubbles: true, composed: true, cancelable: true }}));
            }})()"
        ));
        settle().await;
    }

    async fn click(&self, selector: &str) {
        self.ask(&format!("root.querySelector('{selector}').click()"));
        settle().await;
    }
}

impl Drop for Host {
    fn drop(&mut self) {
        self.0.remove();
    }
}

fn evaluate(script: &str, root: &JsValue) -> JsValue {
    let function = Function::new_with_args("root", &format!("return {script};"));
    function
        .call1(&JsValue::NULL, root)
        .expect("a script that runs")
}

/// Waits until everything that was drawn or watched is: two frames and a task.
async fn settle() {
    let later = "new Promise((resolve) =>
        requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve))))";
    let later: Promise = evaluate(later, &JsValue::NULL).unchecked_into();
    JsFuture::from(later).await.expect("a later time");
}

async fn connect(island: &Island, host: &Host) {
    island.connect(&host.0).expect("a shadow root");
    settle().await;
}

async fn disconnect(island: &Island) {
    island.disconnect();
    settle().await;
}

#[wasm_bindgen_test]
async fn a_prompt_is_drawn_with_its_example_run_and_its_styles_adopted() {
    let host = Host::prompt();
    let island = host.island();
    assert!(host.0.shadow_root().is_none(), "not before it is connected");
    connect(&island, &host).await;
    assert_eq!(host.count(".entry"), 3.0);
    host.enter("GET mykey").await;
    assert_eq!(host.text(".entry:last-of-type .reply"), "\"Hello\"");
    // Those of the seat, of islands, and of the rows of the keyspace.
    assert_eq!(host.ask("root.adoptedStyleSheets.length"), 3.0);
    disconnect(&island).await;
}

#[wasm_bindgen_test]
async fn connecting_twice_shows_it_once_and_disconnecting_twice_is_no_error() {
    let host = Host::prompt();
    let island = host.island();
    island.disconnect();
    connect(&island, &host).await;
    connect(&island, &host).await;
    assert_eq!(host.count(".prompt"), 1.0);
    disconnect(&island).await;
    disconnect(&island).await;
    assert_eq!(host.count("*"), 0.0);
}

#[wasm_bindgen_test]
async fn a_prompt_that_is_moved_keeps_its_session() {
    let host = Host::prompt();
    let island = host.island();
    connect(&island, &host).await;
    host.enter("SET kept 1").await;
    disconnect(&island).await;
    let parent = host.0.parent_element().unwrap();
    parent.append_child(&host.0).unwrap();
    connect(&island, &host).await;
    assert_eq!(host.count(".entry"), 4.0);
    host.enter("GET kept").await;
    assert_eq!(host.text(".entry:last-of-type .reply"), "\"1\"");
    disconnect(&island).await;
}

#[wasm_bindgen_test]
async fn a_timeline_that_is_moved_keeps_its_cursor() {
    let host = Host::timeline("D2");
    let island = host.island();
    connect(&island, &host).await;
    host.click("[data-primary]").await;
    let count = host.text(".count");
    assert_eq!(count, "4 / 11");
    disconnect(&island).await;
    connect(&island, &host).await;
    assert_eq!(host.text(".count"), count);
    disconnect(&island).await;
}

#[wasm_bindgen_test]
async fn another_language_is_read_from_the_nearest_lang_and_loses_nothing() {
    let host = Host::prompt();
    let island = host.island();
    connect(&island, &host).await;
    host.enter("SET kept 1").await;
    host.ask("(root.querySelector('textarea').value = 'half a line')");
    assert_eq!(host.text(".bar button"), "Copy");
    for (lang, copy) in [
        ("zh-CN", "复制"),
        ("en-GB", "Copy"),
        ("zh-Hans", "复制"),
        ("xx", "Copy"),
    ] {
        host.0.set_attribute("lang", lang).unwrap();
        island.update(&host.0);
        settle().await;
        assert_eq!(host.text(".bar button"), copy, "{lang}");
    }
    assert_eq!(host.count(".entry"), 4.0);
    let draft = host.ask("root.querySelector('textarea').value");
    assert_eq!(draft.as_string().as_deref(), Some("half a line"));
    disconnect(&island).await;
}

#[wasm_bindgen_test]
async fn a_seat_that_another_island_had_shows_nothing_of_it() {
    let (first, second) = (Host::prompt(), Host::prompt());
    let island = first.island();
    connect(&island, &first).await;
    first.enter("SET private 1").await;
    first.click(".bar button:nth-of-type(2)").await;
    assert_ne!(first.text(".status"), "");
    disconnect(&island).await;
    let next = second.island();
    connect(&next, &second).await;
    assert_eq!(second.count(".entry"), 3.0);
    assert_eq!(second.text(".status"), "");
    second.enter("EXISTS private").await;
    assert_eq!(second.text(".entry:last-of-type .reply"), "(integer) 0");
    disconnect(&next).await;
}

#[wasm_bindgen_test]
async fn islands_of_one_document_share_no_id_and_no_keyspace() {
    let hosts = [
        Host::prompt(),
        Host::prompt(),
        Host::timeline("D1"),
        Host::timeline("D2"),
    ];
    let islands: Vec<Island> = hosts.iter().map(Host::island).collect();
    for (island, host) in islands.iter().zip(&hosts) {
        connect(island, host).await;
    }
    hosts[0].enter("SET mine 1").await;
    hosts[1].enter("EXISTS mine").await;
    assert_eq!(hosts[1].text(".entry:last-of-type .reply"), "(integer) 0");
    hosts[3].click("[data-primary]").await;
    assert_ne!(hosts[2].text(".count"), hosts[3].text(".count"));
    for host in &hosts {
        let ids = "(() => {
            const ids = [...root.querySelectorAll('[id]')].map((element) => element.id);
            const doubled = ids.filter((id, place) => ids.indexOf(id) !== place);
            return [...doubled, ...ids.filter((id) => document.getElementById(id))].join();
        })()";
        assert_eq!(host.ask(ids).as_string().as_deref(), Some(""));
    }
    assert!(
        hosts[0].count("[id]") > 0.0,
        "the line refers to its completions by id"
    );
    for island in &islands {
        disconnect(island).await;
    }
}

#[wasm_bindgen_test]
async fn lessons_that_do_not_exist_are_named_and_the_others_shown() {
    let host = Host::timeline("nope D2 <img>");
    let island = host.island();
    connect(&island, &host).await;
    assert!(
        host.text(".notice")
            .contains("There is no lesson “nope”, so this is D2.")
    );
    assert_eq!(host.count(".lessons button"), 0.0);
    assert_eq!(host.count("img"), 0.0);
    disconnect(&island).await;
}

/// Counts what a page must not gather: timers, observers, listeners, elements.
const WATCH: &str = "(() => {
    const [timers, observers] = [new Set(), new Set()];
    let listeners = 0;
    const wrap = (owner, name, after) => {
        const original = owner[name];
        owner[name] = function (...args) {
            const result = original.apply(this, args);
            after(this, result, args[0]);
            return result;
        };
    };
    wrap(EventTarget.prototype, 'addEventListener', () => listeners++);
    wrap(EventTarget.prototype, 'removeEventListener', () => listeners--);
    wrap(window, 'setInterval', (_, id) => timers.add(id));
    wrap(window, 'clearInterval', (_, __, id) => timers.delete(id));
    for (const { prototype } of [ResizeObserver, IntersectionObserver]) {
        wrap(prototype, 'observe', (observer) => observers.add(observer));
        wrap(prototype, 'disconnect', (observer) => observers.delete(observer));
    }
    window.kept = () => ({
        timers: timers.size, observers: observers.size, listeners,
        elements: document.querySelectorAll('*').length,
    });
})()";

#[wasm_bindgen_test]
async fn coming_and_going_two_hundred_times_leaves_nothing_behind() {
    evaluate(WATCH, &JsValue::NULL);
    let kept = || {
        let counts = evaluate("JSON.stringify(kept())", &JsValue::NULL);
        counts.as_string().unwrap()
    };
    let hosts = [Host::prompt(), Host::timeline("D1 D2")];
    let islands: Vec<Island> = hosts.iter().map(Host::island).collect();
    let mut early = String::new();
    for round in 0..200 {
        for (island, host) in islands.iter().zip(&hosts) {
            island.connect(&host.0).expect("a shadow root");
        }
        settle().await;
        if round % 50 == 0 {
            use_them(&hosts).await;
        }
        for island in &islands {
            island.disconnect();
        }
        settle().await;
        // By then everything that is made once has been.
        if round == 50 {
            early = kept();
            let none = r#"{"timers":0,"observers":0,"#;
            assert!(early.starts_with(none), "{early}");
        }
    }
    assert_eq!(kept(), early);
}

/// Leaves the timeline playing, so that going has something to end, and coming something to go on with.
async fn use_them([prompt, timeline]: &[Host; 2]) {
    prompt.enter("PING").await;
    timeline.0.scroll_into_view();
    settle().await;
    let play = ".controls button:nth-of-type(4)";
    if timeline.text(play).starts_with("Play") {
        timeline.click(play).await;
    }
    assert!(timeline.text(play).starts_with("Pause"));
    assert_eq!(evaluate("kept().timers", &JsValue::NULL), 1.0);
}
