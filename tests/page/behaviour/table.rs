//! A box with the table of algorithms: the table first, then what is chosen from it.

use crate::places::until_filled;
use page_tests::{Host, Outcome, Page};
use serde_json::json;

use crate::elements::{embed, until_ready};
use crate::hosts::open_handed;

const CELL: &str = "find('#t >>> .matrix tbody td button')";

pub async fn the_table_stands_alone_until_a_cell_is_chosen_and_then_what_it_tells_is_in_view(
    page: &Page,
) -> Outcome {
    embed(
        page,
        "<lock-timeline id=t search=table autorun=load></lock-timeline>",
    )
    .await?;
    until_ready(page, 1).await?;
    page.until(&format!("{CELL}?.textContent === '8 moves'"))
        .await?;
    let top = |place: &str| format!("find('#t >>> {place}').getBoundingClientRect().top");
    assert!(
        page.evaluate(&top(".matrix")).await?.as_f64() < Some(300.0),
        "nothing stands before the table"
    );
    page.evaluate(&format!("({CELL}.focus(), {CELL}.click())"))
        .await?;
    page.until("find('#t').length === 8").await?;
    page.until("find('#t').shadowRoot.activeElement.className === 'ladder'")
        .await?;
    page.until(&format!("Math.abs({}) < 100", top(".ladder")))
        .await?;
    let back = "[...find('#t').shadowRoot.querySelectorAll('.told button')].at(-1)";
    assert_eq!(
        page.evaluate(&format!("{back}.textContent")).await?,
        "Back to the search"
    );
    page.evaluate(&format!("({back}.focus(), {back}.click())"))
        .await?;
    page.until(&format!("find('#t').shadowRoot.activeElement === {CELL}"))
        .await?;
    assert_eq!(
        page.evaluate(&format!("{CELL}.textContent")).await?,
        json!("8 moves")
    );
    Ok(())
}

pub async fn the_table_is_saved_as_a_picture(page: &Page) -> Outcome {
    embed(
        page,
        "<lock-timeline id=t search=table autorun=load></lock-timeline>",
    )
    .await?;
    until_ready(page, 1).await?;
    page.until(&format!("{CELL}?.textContent === '8 moves'"))
        .await?;
    page.evaluate(
        "(window.saved = [], URL.createObjectURL = ((make) => (blob) => (saved.push(blob), make.call(URL, blob)))(URL.createObjectURL), \
         HTMLAnchorElement.prototype.click = function () { saved.push(this.download); }, null)",
    )
    .await?;
    let press = |file: &str| {
        format!("find('#t >>> .matrix button[aria-label=\"Save the table as {file}\"]').click()")
    };
    page.evaluate(&press("SVG")).await?;
    page.until("saved.at(-1) === 'setnx-table.svg'").await?;
    let picture = page.evaluate("saved[0].text()").await?;
    let picture = picture.as_str().expect("a text");
    for holds in ["8 moves", "Redlock", "Shortest schedules"] {
        assert!(picture.contains(holds), "{holds}: {picture}");
    }
    for unknown in ["color(", "fill-opacity=\"0\""] {
        assert!(!picture.contains(unknown), "{unknown}: {picture}");
    }
    page.evaluate("(saved.length = 0, null)").await?;
    page.evaluate(&press("PNG")).await?;
    page.until("saved.at(-1) === 'setnx-table.png' && saved.at(-2).size > 1000")
        .await
}

pub async fn a_readers_own_lock_is_asked_about_as_it_is_written(page: &Page) -> Outcome {
    embed(
        page,
        "<lock-timeline id=t program search=own clients=2 autorun=load><pre>acquire:
  SET lock.foo &lt;token&gt; NX EX 10
  if reply = nil: wait 1, retry
  enter until sent + 10
work:
  work 3
release:
  DEL lock.foo</pre></lock-timeline>",
    )
    .await?;
    until_ready(page, 1).await?;
    page.find("#t >>> #program").await?;
    page.find("#t >>> .search [data-primary]").await?;
    let is_drawn = "find('#t >>> .ladder').checkVisibility({ checkVisibilityCSS: true })";
    assert_eq!(page.evaluate(is_drawn).await?, false, "there is no run yet");
    let runs = "find('#t >>> .editor button[aria-keyshortcuts=\"Control+Enter\"]')";
    assert_eq!(page.evaluate(runs).await?, json!(null), "one button asks");
    let write = |program: &str| {
        format!(
            "(find('#t >>> #program').value = {}, find('#t >>> #program').dispatchEvent(new Event('input', {{ bubbles: true }})))",
            json!(program)
        )
    };
    // One with a mistake is not asked about, and the place of the mistake is said.
    page.evaluate(&write("acquire:\n  enter for ever\n"))
        .await?;
    page.click("#t >>> .search [data-primary]").await?;
    page.until_text("#t >>> .search .answer", "Line 2").await?;
    page.until_text("#t >>> .search [role=status]", "Line 2")
        .await?;
    // Between its two commands the other client has its own.
    let torn = "acquire:\n  GET lock.foo\n  if reply != nil: wait 1, retry\n  SET lock.foo <token>\n  enter until sent + 10\n\
                work:\n  work 3\nrelease:\n  DEL lock.foo\n";
    page.evaluate(&write(torn)).await?;
    page.click("#t >>> .search [data-primary]").await?;
    page.until("find('#t').length === 4").await?;
    page.until(is_drawn).await?;
    page.until_text("#t >>> .search .answer", "4 moves").await?;
    // Where two never hold it, the same press asks whether a crash shuts it.
    let shut = "acquire:\n  SETNX lock.foo <token>\n  if reply = 0: wait 1, retry\n  enter until sent + 10\n\
                work:\n  work 3\nrelease:\n  DEL lock.foo\n";
    page.evaluate(&write(shut)).await?;
    page.until("find('#t >>> .search .answer').textContent === ''")
        .await?;
    page.click("#t >>> .search [data-primary]").await?;
    page.until("find('#t').length === 2").await?;
    let all = "[...find('#t').shadowRoot.querySelectorAll('.search .answer')].map((one) => one.textContent.slice(0, 20)).join()";
    page.until(&format!(
        "{all} === 'No schedule leads to,Nobody ever gets in '"
    ))
    .await
}

pub async fn the_table_is_printed_and_no_empty_run_in_its_place(page: &Page) -> Outcome {
    embed(
        page,
        "<lock-timeline id=t search=table autorun=load></lock-timeline>",
    )
    .await?;
    until_ready(page, 1).await?;
    page.until(&format!("{CELL}?.textContent === '8 moves'"))
        .await?;
    // Narrower than a sheet of A4 between its margins.
    page.set_viewport(600, 1000).await?;
    page.devtools("Emulation.setEmulatedMedia", json!({ "media": "print" }))
        .await?;
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
        .await?;
    let shown = |part: &str| format!("find('#t >>> {part}')?.checkVisibility() === true");
    page.until(&shown(".matrix tbody tr:last-child td")).await?;
    for part in [".paper", ".switches", ".search .row", ".tools", ".lessons"] {
        assert_eq!(page.evaluate(&shown(part)).await?, false, "{part}");
    }
    let scroll = "find('#t >>> .matrix .scroll')";
    page.until(&format!("{scroll}.scrollWidth <= {scroll}.clientWidth"))
        .await?;
    // What was chosen is printed with it.
    page.evaluate("dispatchEvent(new Event('afterprint'))")
        .await?;
    page.evaluate(&format!("{CELL}.click()")).await?;
    page.until("find('#t').length === 8").await?;
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
        .await?;
    page.until(&shown(".paper .grid > :nth-child(10)")).await?;
    assert_eq!(page.evaluate(&shown(".matrix td")).await?, true);
    assert_eq!(page.evaluate(&shown(".controls")).await?, false);
    page.evaluate("dispatchEvent(new Event('afterprint'))")
        .await?;
    page.devtools("Emulation.setEmulatedMedia", json!({ "media": "" }))
        .await
        .map(drop)
}

pub async fn a_fail_over_is_offered_with_replicas_or_where_a_link_names_it(page: &Page) -> Outcome {
    let links = [
        ("v2;getset;n=2", false),
        ("v2;getset;n=2;replicas=1", true),
        ("v2;getset;n=2;search=two-leases.fail-over", true),
    ];
    let boxes = links.map(|(link, _)| {
        format!("<lock-timeline search=panel schedule='{link}' autorun=load></lock-timeline>")
    });
    embed(page, &boxes.concat()).await?;
    until_ready(page, links.len()).await?;
    for (at, (link, is_offered)) in links.into_iter().enumerate() {
        let switches = format!(
            "[...document.querySelectorAll('lock-timeline')[{at}].shadowRoot.querySelectorAll('.switches button')]"
        );
        page.until(&format!("{switches}.length > 0")).await?;
        let of_replicas =
            format!("{switches}.some((one) => one.textContent.startsWith('Replicas'))");
        assert_eq!(page.evaluate(&of_replicas).await?, is_offered, "{link}");
    }
    Ok(())
}

/// A box whose table is the one of what a lock survives.
async fn open_survival(page: &Page) -> Outcome {
    embed(
        page,
        "<lock-timeline id=t search=table autorun=load></lock-timeline>",
    )
    .await?;
    until_ready(page, 1).await?;
    page.until(&format!("{SURVIVAL} !== undefined")).await?;
    page.evaluate(&format!("({SURVIVAL}.click())"))
        .await
        .map(drop)
}

const SURVIVAL: &str = "[...find('#t').shadowRoot.querySelectorAll('.search button')].find((one) => one.textContent === 'What a lock survives')";

/// Each column belongs to a client, to the network or to a server. A cell names what breaks, or how far it was looked, and plays.
pub async fn what_a_lock_survives_fills_a_table_and_a_cell_plays(page: &Page) -> Outcome {
    page.set_viewport(390, 800).await?;
    open_survival(page).await?;
    page.until(&format!(
        "{SURVIVAL}.getAttribute('aria-expanded') === 'true'"
    ))
    .await?;
    let groups = "[...find('#t').shadowRoot.querySelectorAll('.matrix [scope=colgroup]')].map((one) => [one.textContent, one.colSpan])";
    assert_eq!(
        page.evaluate(groups).await?,
        json!([["A client", 5], ["The network", 3], ["A server", 3]])
    );
    until_filled(page, "#t >>> .matrix").await?;
    page.until_text(
        "#t >>> .matrix [role=status]",
        "144 of 144 cells are searched.",
    )
    .await?;
    let cell = |row: usize, column: usize| {
        format!("find('#t >>> .matrix tbody tr:nth-child({row}) td:nth-of-type({column})')")
    };
    // SETNX alone: a crash, a stall. SETNX with DEL: a crash, where a third client comes. Redlock: messages that are lost, a replica. SETNX with DEL: clocks that differ.
    for (row, column, kind, words) in [
        (1, 2, "broken", "shut for good, 2 moves"),
        (1, 4, "holds", "none found, 3 clients"),
        (2, 2, "broken", "lock deleted, 10 moves"),
        (10, 8, "unfinished", "not known: nothing in "),
        (10, 11, "unasked", "does not apply"),
        (2, 5, "broken", "lock deleted, 5 moves"),
    ] {
        let cell = cell(row, column);
        assert_eq!(page.evaluate(&format!("{cell}.dataset.kind")).await?, kind);
        let text = page.evaluate(&format!("{cell}.textContent")).await?;
        let text = text.as_str().expect("a text");
        assert!(text.starts_with(words), "{text}");
    }
    // What is wide is so within itself, and its heads stay in view.
    let is_narrow = "document.documentElement.scrollWidth <= innerWidth";
    assert_eq!(page.evaluate(is_narrow).await?, true);
    let button = format!("{}.querySelector('button')", cell(12, 6));
    page.evaluate(&format!("{button}.focus()")).await?;
    let top = |place: &str| format!("find('#t >>> .matrix {place}').getBoundingClientRect().top");
    let gap = format!("{} - {}", top("thead"), top(".scroll"));
    let gap = page.evaluate(&gap).await?.as_f64().expect("a number");
    assert!(gap > -2.0, "{gap}");
    page.evaluate(&format!("{}.querySelector('button').click()", cell(1, 2)))
        .await?;
    page.until("find('#t').length === 2").await?;
    // What else breaks is said with it, with all that was looked through.
    page.until_text("#t >>> .matrix", "SETNX alone: A client crashes")
        .await?;
    page.until_text(
        "#t >>> .matrix",
        "Looked through: 2 clients, any number of rounds",
    )
    .await
}

/// A table that is stopped keeps what is known, and goes on from there.
pub async fn a_table_is_stopped_and_goes_on(page: &Page) -> Outcome {
    open_survival(page).await?;
    let known = "find('#t >>> .matrix').querySelectorAll('tbody button').length";
    page.until(&format!("{known} > 3")).await?;
    let press = |label: &str| {
        format!(
            "(() => {{ const all = [...find('#t').shadowRoot.querySelectorAll('.matrix .row button')]; \
             const one = all.find((one) => one.textContent === '{label}'); one?.click(); return one !== undefined; }})()"
        )
    };
    page.evaluate(
        "(window.ended = 0, Worker.prototype.terminate = ((end) => function () { ended += 1; end.call(this); })(Worker.prototype.terminate), null)",
    )
    .await?;
    page.until(&press("Stop")).await?;
    page.until("ended === 1").await?;
    page.until_text("#t >>> .matrix .row", "Search").await?;
    let then = page.evaluate(known).await?.as_f64().expect("a number");
    assert!(then < 100.0, "{then}");
    page.until(&press("Search")).await?;
    page.until(&format!("{known} > {then}")).await
}

/// A timeline that nobody has scrolled to begins by itself where the address asks for slides on paper, and nowhere else.
pub async fn what_is_far_is_drawn_where_paper_is_asked_for(page: &Page) -> Outcome {
    let files = open_handed()?.serve().await?;
    let html = format!(
        "<!doctype html><html lang=en><meta charset=utf-8><title>A host</title><script type=module src=\"{}\"></script>\
         <body><redis-prompt></redis-prompt><div style=\"height: 9000px\"></div><lock-timeline lesson=D2></lock-timeline>",
        files.url("embed.js")
    );
    let host = Host::new().file("index.html", html).serve().await?;
    for (query, is_drawn) in [("", false), ("?print-pdf", true), ("?a=b&view=print", true)] {
        page.visit(&host.url(&format!("index.html{query}"))).await?;
        page.find("redis-prompt >>> textarea").await?;
        let height = "find('lock-timeline').getBoundingClientRect().height";
        if is_drawn {
            page.until(&format!(
                "find('lock-timeline >>> .ladder') !== null && {height} > 300"
            ))
            .await?;
        }
        assert_eq!(
            page.evaluate("find('lock-timeline >>> .ladder') !== null")
                .await?,
            is_drawn,
            "{query}"
        );
    }
    Ok(())
}
