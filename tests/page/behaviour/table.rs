//! A box with the table of algorithms: the table first, then what is chosen from it.

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
    // Between its two commands the other client has its own.
    let torn = "acquire:\n  GET lock.foo\n  if reply != nil: wait 1, retry\n  SET lock.foo <token>\n  enter until sent + 10\n\
                work:\n  work 3\nrelease:\n  DEL lock.foo\n";
    page.evaluate(&write(torn)).await?;
    page.click("#t >>> .search [data-primary]").await?;
    page.until("find('#t').length === 4").await?;
    page.until(is_drawn).await?;
    page.until_text("#t >>> .search .answer", "4 moves").await
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
