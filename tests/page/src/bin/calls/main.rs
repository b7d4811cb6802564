//! Measures commands a second that a page's script has of `<redis-prompt>`, each awaited, all at once, in pipelines of a hundred and in
//! one of all, beside ioredis-mock in the same page: the box has a log, though the calls do not use it, and no view of the keys. Both have run
//! everything once before it is measured. Fails when a pipeline is slower than ioredis-mock's.

use page_tests::{Browser, Host, Outcome, Page, root};

/// Turns, each in a page of its own; the two sides change places in every turn.
const TURNS: usize = 5;

const HOST: &str = "<!doctype html><html lang=en><meta charset=utf-8><title>calls</title>\
    <script type=module src=embed.js></script><redis-prompt autorun=load controls=none></redis-prompt>";

/// For each workload its name, and both rates.
const MEASURE: &str = "(async (isSecond) => {
    const { redis } = await import(new URL('mock.js', location));
    const box = document.querySelector('redis-prompt');
    await box.ready;
    await box.call('PING');
    const COUNT = 100_000;
    const rate = async (work) => {
        const begun = performance.now();
        await work();
        return (COUNT / (performance.now() - begun)) * 1000;
    };
    const each = (send) => async () => {
        for (let n = 0; n < COUNT; n++) await send(n);
    };
    const atOnce = (send) => () => Promise.all(Array.from({ length: COUNT }, (_, n) => send(n)));
    const piped = (ours, add, from, length) => {
        if (ours) return box.pipeline(Array.from({ length }, (_, n) => add(from + n)));
        const pipeline = redis.pipeline();
        for (let n = 0; n < length; n++) {
            const [name, ...words] = add(from + n);
            pipeline[name.toLowerCase()](...words);
        }
        return pipeline.exec();
    };
    const pipes = (length, add) => [false, true].map((ours) => async () => {
        for (let from = 0; from < COUNT; from += length) await piped(ours, add, from, length);
    });
    const set = (n) => ['SET', `key:${n % 1000}`, `value:${n}`];
    const get = (n) => ['GET', `key:${n % 1000}`];
    const incr = () => ['INCR', 'counter'];
    const setnx = (n) => ['SETNX', `lock:${n % 1000}`, 'token'];
    const found = [];
    for (const [name, words] of [['SET', set], ['GET', get], ['INCR', incr], ['SETNX', setnx]]) {
        const sends = [(n) => redis[name.toLowerCase()](...words(n).slice(1)), (n) => box.call(...words(n))];
        const alone = sends.map(each);
        const crowded = sends.map(atOnce);
        const kinds = [
            [`${name}, each awaited`, alone],
            [`${name}, all at once`, crowded],
            [`${name}, pipelines of 100`, pipes(100, words)],
            [`${name}, one pipeline`, pipes(COUNT, words)],
        ];
        for (const [title, works] of kinds) {
            const rates = [0, 0];
            for (const work of works) await work();
            for (const side of isSecond ? [1, 0] : [0, 1]) rates[side] = await rate(works[side]);
            found.push([title, ...rates]);
        }
    }
    return found;
})";

#[tokio::main(flavor = "current_thread")]
async fn main() -> Outcome {
    let browser = Browser::start().await?;
    let outcome = measure(&browser.page()).await;
    browser.quit().await?;
    outcome
}

async fn measure(page: &Page) -> Outcome {
    let mock = std::fs::read(root().join("target/calls/bundle.js"))?;
    let site = Host::of_dist()?
        .file("mock.js", mock)
        .file("calls.html", HOST)
        .serve()
        .await?;
    let mut turns = Vec::new();
    for turn in 0..TURNS {
        page.visit(&site.url("calls.html")).await?;
        page.until("customElements.get('redis-prompt') !== undefined")
            .await?;
        turns.push(
            page.evaluate(&format!("{MEASURE}({})", turn % 2 == 1))
                .await?,
        );
    }
    println!(
        "Commands a second, median of {TURNS} turns, and ours as a multiple of ioredis-mock's"
    );
    let mut slower = Vec::new();
    let workloads = turns[0].as_array().map_or(0, Vec::len);
    for at in 0..workloads {
        let of = |side: usize| {
            let rates = turns.iter().map(|turn| turn[at][side].as_f64());
            median(rates.map(Option::unwrap_or_default))
        };
        let share = median(turns.iter().map(|turn| {
            let rate = |side: usize| turn[at][side].as_f64().unwrap_or(f64::NAN);
            rate(2) / rate(1)
        }));
        let name = turns[0][at][0].as_str().unwrap_or_default();
        println!("{name:<24} {:>10.0} {:>10.0}  {share:.2}", of(1), of(2));
        if share < 1.0 && name.contains("pipeline") {
            slower.push(name);
        }
    }
    match slower[..] {
        [] => Ok(()),
        _ => Err(format!("slower than ioredis-mock: {}", slower.join("; ")).into()),
    }
}

fn median(numbers: impl Iterator<Item = f64>) -> f64 {
    let mut numbers: Vec<f64> = numbers.collect();
    numbers.sort_by(f64::total_cmp);
    numbers[numbers.len() / 2]
}
