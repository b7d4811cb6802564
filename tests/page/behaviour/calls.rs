//! Commands of a page's script: sent without the log, alone and together, in order with everything else that is run.

use page_tests::{Outcome, Page};
use serde_json::{Value, json};

use crate::elements::{ENTER, embed, until_ready, value};

/// Puts a prompt into the page and waits until it is live.
async fn prompt(page: &Page, markup: &str) -> Outcome {
    embed(page, markup).await?;
    until_ready(page, 1).await
}

/// The value of an expression in which `a` is the element `#a`.
async fn of_a(page: &Page, expression: &str) -> Outcome<Value> {
    value(
        page,
        &format!("{{ const a = find('#a'); return {expression}; }}"),
    )
    .await
}

pub async fn a_command_of_a_script_has_a_reply_and_leaves_no_line(page: &Page) -> Outcome {
    prompt(page, "<redis-prompt id=a></redis-prompt>").await?;
    for (call, reply) in [
        ("'SET', 'k', 'two words'", json!("OK")),
        ("'get', 'k'", json!("two words")),
        ("'GET', 'nothing'", json!(null)),
        ("'INCRBY', 'n', 5", json!(5)),
        ("'APPEND', 'empty', ''", json!(0)),
        (
            "'MGET', 'k', 'n', 'nothing'",
            json!(["two words", "5", null]),
        ),
        (
            "'ECHO', '\\\"quoted\\\" 你好 🔒'",
            json!("\"quoted\" 你好 🔒"),
        ),
        ("'ECHO', '\\0\\x01\\x02'", json!("\0\u{1}\u{2}")),
        ("'ECHO', 'x'.repeat(100_000)", json!("x".repeat(100_000))),
    ] {
        let found = of_a(page, &format!("await a.call({call})")).await?;
        assert_eq!(found, reply, "{call}");
    }
    let bytes = "(await a.call('SETRANGE', 'b', 0, new Uint8Array([255, 0, 2])), [...await a.call('GET', 'b')])";
    assert_eq!(of_a(page, bytes).await?, json!([255, 0, 2]));
    let large = "String(await a.call('INCRBY', 'big', 9007199254740993n))";
    assert_eq!(of_a(page, large).await?, "9007199254740993");
    for (call, words) in [
        (
            "'INCR', 'k'",
            "Error: ERR value is not an integer or out of range",
        ),
        (
            "'GET'",
            "Error: ERR wrong number of arguments for 'get' command",
        ),
        ("", "TypeError: A command has at least a name."),
        (
            "'GET', undefined",
            "TypeError: A word of a command is a string, a number, a bigint or a Uint8Array, and not undefined.",
        ),
        (
            "'SET', 'k', 'x'.repeat(5_000_000)",
            "RangeError: What waits to be run may have up to 4 MiB.",
        ),
    ] {
        let found = of_a(page, &format!("await a.call({call}).catch(String)")).await?;
        assert_eq!(found, words, "{call}");
    }
    assert_eq!(of_a(page, "a.transcript").await?, "");
    assert_eq!(
        page.evaluate("heard.filter(([name]) => name === 'redis-reply').length")
            .await?,
        0,
        "no line was run"
    );
    page.until_text("#a >>> .keys", "two words").await
}

pub async fn commands_of_a_pipeline_have_their_replies_in_order(page: &Page) -> Outcome {
    prompt(page, "<redis-prompt id=a></redis-prompt>").await?;
    let sent = "await a.pipeline([['SET', 'k', '1'], ['INCR', 'k'], ['INCR', 'k', 'x'], ['MGET', 'k', 'none'], ['GET', 'none'], \
                ['ECHO', '锁🔒'], ['ECHO', new Uint8Array([254])], ['GET', 'k']])";
    let shown = format!(
        "({sent}).map((reply) => reply instanceof Error ? reply.message : reply instanceof Uint8Array ? [...reply] : reply)"
    );
    assert_eq!(
        of_a(page, &shown).await?,
        json!([
            "OK",
            2,
            "ERR wrong number of arguments for 'incr' command",
            ["2", null],
            null,
            "锁🔒",
            [254],
            "2"
        ])
    );
    assert_eq!(of_a(page, "await a.pipeline([])").await?, json!([]));
    let many = "(await a.pipeline(Array.from({ length: 100_000 }, () => ['INCR', 'n']))).every((reply, at) => reply === at + 1)";
    assert_eq!(of_a(page, many).await?, true);
    let refused = "await a.pipeline([['PING'], []]).catch(String)";
    assert_eq!(
        of_a(page, refused).await?,
        "TypeError: A command has at least a name."
    );
    Ok(())
}

/// More than the engine has time for within the turn that sends them.
pub async fn calls_of_one_turn_keep_their_order_and_their_replies(page: &Page) -> Outcome {
    prompt(page, "<redis-prompt id=a></redis-prompt>").await?;
    let found = of_a(
        page,
        "await (async () => {
            const sent = Array.from({ length: 50_000 }, () => a.call('INCR', 'n'));
            const wrong = a.call('INCR', undefined).catch(({ name }) => name);
            const refused = a.call('INCR').catch(({ message }) => message);
            const line = a.run('GET n');
            const after = a.call('INCR', 'n');
            const both = a.pipeline([['INCR', 'n'], ['GET', 'n']]);
            const replies = await Promise.all(sent);
            return [replies.every((reply, at) => reply === at + 1), await wrong, await refused, (await line).data, await after, await both];
        })()",
    )
    .await?;
    let refused = "ERR wrong number of arguments for 'incr' command";
    let both = json!([50_002, "50002"]);
    assert_eq!(
        found,
        json!([true, "TypeError", refused, "50000", 50_001, both])
    );
    let left = "await (async () => {
        a.pipeline(Array.from({ length: 50_000 }, () => ['INCR', 'n'])).catch(() => {});
        const sent = Array.from({ length: 1_000 }, () => a.call('INCR', 'n').catch(({ message }) => message));
        a.reset();
        return [(await Promise.all(sent)).at(-1), await a.call('GET', 'n')];
    })()";
    let stopped = "The prompt was stopped, or began anew, before this command had a reply.";
    assert_eq!(of_a(page, left).await?, json!([stopped, null]));
    let large = "await (async () => {
        const word = 'x'.repeat(100_000);
        const sent = Array.from({ length: 200 }, () => a.call('APPEND', 'long', word).then(() => true, ({ name }) => name));
        const kinds = await Promise.all(sent);
        return [new Set(kinds).size <= 2, kinds[0], await a.call('PING')];
    })()";
    assert_eq!(of_a(page, large).await?, json!([true, true, "PONG"]));
    Ok(())
}

pub async fn a_transaction_of_calls_is_that_of_the_client_in_front(page: &Page) -> Outcome {
    prompt(page, "<redis-prompt id=a></redis-prompt>").await?;
    let sent = "[await a.call('MULTI'), await a.call('INCR', 'n'), (await a.run('INCR n')).text, await a.call('EXEC')]";
    assert_eq!(
        of_a(page, sent).await?,
        json!(["OK", "QUEUED", "QUEUED", [1, 2]])
    );
    of_a(page, "await a.call('SELECT', 3)").await?;
    page.until_text("#a >>> .screen", "redis[3]>").await
}

/// A command of each way in, all of which need a part of the engine that the test holds back, as it does what sends calls.
pub async fn wherever_a_command_enters_it_waits_in_order_for_its_part(page: &Page) -> Outcome {
    embed(page, "<p>Nothing yet.</p>").await?;
    page.evaluate(
        "(() => {
            const real = window.fetch, held = [];
            window.fetch = (url, ...rest) => /_(commands|calls)/.test(`${url}`)
                ? new Promise((resolve) => held.push(() => resolve(real(url, ...rest))))
                : real(url, ...rest);
            window.letGo = () => held.splice(0).forEach((go) => go());
            location.hash = '#v2;D2;cut=3;type=SETBIT+s+1+1;@4';
            document.body.innerHTML = `
                <redis-prompt id=a setup='SETBIT s 0 1'>BITCOUNT s</redis-prompt>
                <pre class=block data-load=near>redis> SETBIT u 1 1\\n(integer) 0\\nredis> BITCOUNT u\\n(integer) 1</pre>
                <lock-timeline id=t lesson=D2 autorun=load></lock-timeline>`;
            import(new URL('upgrade.js', location)).then(({ upgrade }) => upgrade('pre.block'));
        })()",
    )
    .await?;
    until_ready(page, 2).await?;
    page.evaluate(
        "(() => {
            const a = find('#a'), order = window.order = [];
            const note = (name) => (reply) => order.push([name, reply?.text ?? reply]);
            a.run('SETBIT s 1 1').then(note('run'));
            a.run('STRLEN s').then(note('run'));
            a.call('BITCOUNT', 's').then(note('call'));
            a.call('STRLEN', 's').then(note('call'));
            a.pipeline([['SETBIT', 's', 2, 1], ['STRLEN', 's'], ['BITCOUNT', 's']]).then(note('pipeline'));
        })()",
    )
    .await?;
    page.type_into("#a >>> textarea", format!("BITCOUNT s{ENTER}"))
        .await?;
    assert_eq!(
        page.evaluate("order").await?,
        json!([]),
        "nothing overtakes"
    );
    assert_eq!(page.evaluate("find('#a').transcript").await?, "");
    page.evaluate("letGo()").await?;
    page.until("order.length === 5").await?;
    assert_eq!(
        page.evaluate("order").await?,
        json!([
            ["run", "(integer) 0"],
            ["run", "(integer) 1"],
            ["call", 2],
            ["call", 1],
            ["pipeline", [0, 1, 3]],
        ])
    );
    page.until("find('#a').transcript.split('\\n').filter(Boolean).length === 8")
        .await?;
    let log = "find('#a').transcript";
    assert_eq!(
        page.evaluate(log).await?,
        "redis> BITCOUNT s\n(integer) 1\nredis> SETBIT s 1 1\n(integer) 0\nredis> STRLEN s\n(integer) 1\n\
         redis> BITCOUNT s\n(integer) 3\n"
    );
    page.until_text(
        "redis-prompt:not(#a) >>> .log",
        "redis> BITCOUNT u\n(integer) 1",
    )
    .await?;
    until_ready(page, 3).await?;
    page.until("/^v2;D2;cut=3;.*@4$/.test(find('#t').schedule)")
        .await
}

pub async fn two_boxes_of_a_session_can_wait_for_one_part(page: &Page) -> Outcome {
    embed(
        page,
        "<redis-prompt id=a session=s></redis-prompt><redis-prompt id=b session=s></redis-prompt>",
    )
    .await?;
    until_ready(page, 2).await?;
    let both = "await Promise.all(['#a', '#b'].map((id) => find(id).run('SETBIT s 1 1').then(({ text }) => text)))";
    assert_eq!(
        value(page, both).await?,
        json!(["(integer) 0", "(integer) 1"])
    );
    Ok(())
}

/// How long a slice of the engine may be, in milliseconds.
const SLICE_MS: f64 = 16.0;
/// How often it is tried. A slice has 8 ms by the clock of the wall, and is longer where another program had the processor, or
/// where the browser collected the garbage of 100,000 promises: in the best round that happened in none.
const ROUNDS: usize = 8;

/// The engine is entered by the lines themselves and by messages to itself. What the view takes is not counted.
pub async fn a_hundred_thousand_lines_at_once_are_run_in_short_slices(page: &Page) -> Outcome {
    embed(page, "<p>Nothing yet.</p>").await?;
    page.evaluate(
        "(() => {
            window.slices = [];
            const { set } = Object.getOwnPropertyDescriptor(MessagePort.prototype, 'onmessage');
            const timed = (work) => function (...args) {
                const begun = performance.now();
                work.apply(this, args);
                slices.push(performance.now() - begun);
            };
            Object.defineProperty(MessagePort.prototype, 'onmessage', { set(work) { set.call(this, timed(work)); } });
            document.body.innerHTML = '<redis-prompt id=a></redis-prompt>';
        })()",
    )
    .await?;
    until_ready(page, 1).await?;
    let mut longest = Vec::new();
    for round in 1..=ROUNDS {
        let found = of_a(
            page,
            "await (async () => {
                slices.length = 0;
                const answers = Array.from({ length: 100_000 }, () => a.run('INCR n'));
                const last = (await Promise.all(answers)).at(-1).text;
                return [last, slices.length, Math.max(...slices)];
            })()",
        )
        .await?;
        assert_eq!(found[0], format!("(integer) {round}00000"));
        let [slices, most] = [1, 2].map(|at| found[at].as_f64().unwrap_or_default());
        assert!(slices > 10.0, "it was run in slices: {found}");
        longest.push(most);
        if most <= SLICE_MS {
            return Ok(());
        }
    }
    Err(format!("the longest slice of each round, in ms: {longest:?}").into())
}

/// While more lines wait than the log keeps, all that stands in it will go: a few entries are drawn.
pub async fn lines_that_will_soon_be_dropped_are_not_drawn(page: &Page) -> Outcome {
    prompt(page, "<redis-prompt id=a></redis-prompt>").await?;
    let found = of_a(
        page,
        "await (async () => {
            await Promise.all(Array.from({ length: 600 }, () => a.run('INCR n')));
            const entries = () => a.shadowRoot.querySelectorAll('.entry').length;
            while (entries() < 500) await new Promise(requestAnimationFrame);
            let least = 500;
            const seen = new MutationObserver(() => (least = Math.min(least, entries())));
            seen.observe(a.shadowRoot, { subtree: true, childList: true });
            await Promise.all(Array.from({ length: 99_400 }, () => a.run('INCR n')));
            const passing = least;
            while (entries() < 500) await new Promise(requestAnimationFrame);
            return passing;
        })()",
    )
    .await?;
    // Six pages of eight, and the line under way.
    assert!(found.as_f64() <= Some(49.0), "{found} drawn");
    page.until_text("#a >>> .entry:last-child", "(integer) 100000")
        .await
}

pub async fn the_view_follows_a_script_once_a_frame(page: &Page) -> Outcome {
    prompt(page, "<redis-prompt id=a></redis-prompt>").await?;
    let found = of_a(
        page,
        "await (async () => {
            let frames = 0, going = true;
            const count = () => (frames++, going && requestAnimationFrame(count));
            requestAnimationFrame(count);
            let changes = 0;
            const seen = new MutationObserver(() => changes++);
            seen.observe(a.shadowRoot, { subtree: true, childList: true, characterData: true });
            for (let n = 0; n < 20_000; n++) await a.call('SET', `key:${n % 20}`, n);
            await new Promise((resolve) => setTimeout(resolve));
            going = false;
            return [changes, frames];
        })()",
    )
    .await?;
    assert!(found[0].as_f64() <= found[1].as_f64(), "{found}");
    page.until_text("#a >>> .keys", "19999").await
}

pub async fn a_call_that_is_stopped_or_whose_part_does_not_come_is_told(page: &Page) -> Outcome {
    prompt(page, "<redis-prompt id=a></redis-prompt>").await?;
    page.devtools("Network.enable", json!({})).await?;
    let block = |urls: Value| page.devtools("Network.setBlockedURLs", json!({ "urls": urls }));
    for (file, call) in [("calls", "'PING'"), ("commands", "'BITCOUNT', 'k'")] {
        let name = format!("setnx-playground_{file}.wasm");
        block(json!([format!("*{name}")])).await?;
        let found = of_a(page, &format!("await a.call({call}).catch(String)")).await?;
        let told = found.as_str().unwrap_or_default();
        assert!(told.contains(&name), "{told}");
        assert_eq!(of_a(page, "(await a.run('PING')).text").await?, "PONG");
        block(json!([])).await?;
        let again = of_a(page, &format!("await a.call({call})")).await?;
        assert!(again == "PONG" || again == 0, "{again}");
        page.take_console().await?;
    }
    let left = "await (async () => {
        const left = a.pipeline(Array.from({ length: 100_000 }, () => ['INCR', 'n'])).catch(({ message }) => message);
        a.reset();
        return left;
    })()";
    assert_eq!(
        of_a(page, left).await?,
        "The prompt was stopped, or began anew, before this command had a reply."
    );
    assert_eq!(of_a(page, "await a.call('GET', 'n')").await?, Value::Null);
    Ok(())
}
