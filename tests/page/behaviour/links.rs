//! The parameters of a link to the page, and the answers to invalid ones.

use page_tests::{Outcome, Page};
use serde_json::json;
use setnx_playground::text::Lang;

use crate::places::*;

const VISIBLE: &str = "((element) => element !== null && element.checkVisibility())";

async fn is_visible(page: &Page, selector: &str) -> Outcome<bool> {
    let script = format!("{VISIBLE}(document.querySelector({}))", json!(selector));
    Ok(page.evaluate(&script).await? == true)
}

pub async fn only_prompt_shows_the_prompt_alone(page: &Page) -> Outcome {
    page.open("?only=prompt").await?;
    page.find(INPUT).await?;
    assert!(!is_visible(page, "#article").await?);
    assert!(!is_visible(page, "nav").await?);
    assert!(is_visible(page, "#only redis-prompt").await?);
    // The article's own hosts stay empty.
    let shown = "[...document.querySelectorAll('#article :is(redis-prompt, lock-timeline)')].filter((box) => box.shadowRoot.querySelector('.seat')).length";
    assert_eq!(page.evaluate(shown).await?, 0);
    let input = "#only redis-prompt >>> textarea";
    page.type_into(input, format!("PING{ENTER}")).await?;
    page.until_text("#only redis-prompt >>> [role=log]", "PONG")
        .await
}

pub async fn only_timeline_shows_the_lesson_asked_for(page: &Page) -> Outcome {
    for (query, id) in [
        ("?only=timeline&lesson=D2&lang=en", "D2"),
        ("?lang=en&lesson=d3-RIVAL&only=timeline", "D3-rival"),
    ] {
        page.open(query).await?;
        let root = "#only lock-timeline >>> ";
        page.find(&format!("{root}.ladder")).await?;
        assert!(!is_visible(page, "#article").await?);
        let title = format!("find({}).ariaLabel", json!(format!("{root}section")));
        let shown = page.evaluate(&title).await?;
        assert_eq!(shown, lesson(id).title.get(Lang::En), "{query}");
        let choices = format!("find({}) === null", json!(format!("{root}.lessons")));
        let is_alone = query.contains("lesson=");
        assert_eq!(page.evaluate(&choices).await?, is_alone, "{query}");
        let notice = format!("find({}) === null", json!(format!("{root}.notice")));
        assert_eq!(page.evaluate(&notice).await?, true, "{query}");
    }
    Ok(())
}

pub async fn a_timeline_that_stands_alone_plays_the_links_run(page: &Page) -> Outcome {
    for query in ["?only=timeline&lang=en", "?only=timeline&lesson=D2&lang=en"] {
        page.open(&format!("{query}#v2;D2;@5")).await?;
        let root = "#only lock-timeline >>> ";
        page.find(&format!("{root}.ladder")).await?;
        let title = format!("find({}).ariaLabel", json!(format!("{root}section")));
        let shown = page.evaluate(&title).await?;
        assert_eq!(shown, lesson("D2").title.get(Lang::En), "{query}");
        let slider = json!(format!("{root}.slider"));
        page.until(&format!("find({slider}).value === '5'")).await?;
    }
    Ok(())
}

pub async fn a_lesson_in_the_article_is_chosen_and_scrolled_to(page: &Page) -> Outcome {
    page.open("?lesson=D4-guarded&lang=en").await?;
    let title = format!(
        "find({}).ariaLabel",
        json!(timeline("D4-guarded", "section"))
    );
    page.find(&timeline("D4-guarded", ".ladder")).await?;
    assert_eq!(
        page.evaluate(&title).await?,
        lesson("D4-guarded").title.get(Lang::En)
    );
    let top = "find('[lessons~=\"D4-guarded\"]').getBoundingClientRect().top";
    page.until(&format!("Math.abs({top}) < 200")).await
}

pub async fn a_lesson_that_does_not_exist_is_named_with_the_nearest_one(page: &Page) -> Outcome {
    let notice = "lock-timeline[lessons] >>> .notice";
    for (asked, said) in [
        ("nope", "There is no lesson “nope”, so this is D1."),
        (
            "d3-rivl",
            "There is no lesson “d3-rivl”, so this is D1. Did you mean D3-rival?",
        ),
    ] {
        page.open(&format!("?lesson={asked}&lang=en")).await?;
        page.until_text(notice, said).await?;
        assert_eq!(page.text(notice).await?, said);
    }
    page.open("?only=timeline&lesson=%3Cimg%20src%3Dx%3E&lang=zh")
        .await?;
    let notice = "#only lock-timeline >>> .notice";
    page.until_text(notice, "没有名为“<img src=x>”的场景").await
}

pub async fn a_language_or_part_that_does_not_exist_is_refused_in_words(page: &Page) -> Outcome {
    for (query, said) in [
        (
            "?lang=xx",
            "?lang=xx is not a language this page is written in",
        ),
        (
            "?only=%3Cimg%20src%3Dx%20onerror%3Dalert(1)%3E",
            "?only=<img src=x onerror=alert(1)> is not a part of this page",
        ),
        ("?theme=neon", "?theme=neon is not a theme of this page"),
    ] {
        page.open(query).await?;
        page.until_text("#notice", said).await?;
        assert_eq!(page.evaluate("document.documentElement.lang").await?, "en");
        assert!(is_visible(page, "#article").await?);
        assert_eq!(
            page.evaluate("document.querySelectorAll('#notice img').length")
                .await?,
            0
        );
        page.click("#notice button").await?;
        assert!(!is_visible(page, "#notice").await?);
        page.find(INPUT).await?;
    }
    Ok(())
}

pub async fn odd_links_are_as_good_as_none(page: &Page) -> Outcome {
    for query in [
        "?lang=",
        "?only=&lesson=",
        "?%FF%00",
        "?lesson=D2&lesson=D3",
        "?lang=en#nowhere",
        "?q=%E4%BD%A0",
    ] {
        page.open(query).await?;
        assert!(!is_visible(page, "#notice").await?, "{query}");
    }
    page.open(&format!("?lesson={}", "x".repeat(4000))).await?;
    page.until_text("lock-timeline[lessons] >>> .notice", &"x".repeat(40))
        .await?;
    assert!(page.text("lock-timeline[lessons] >>> .notice").await?.len() < 500);
    Ok(())
}

pub async fn a_run_of_no_lesson_opens_where_the_reader_plays(page: &Page) -> Outcome {
    page.open("?lang=en#v2;setnx;c1;c2").await?;
    let own = "find('#play').closest('.chapter').querySelector('lock-timeline')";
    page.until(&format!("{own}.length === 2")).await?;
    page.until(&format!(
        "Math.abs({own}.getBoundingClientRect().top) < 200"
    ))
    .await
}

pub async fn a_link_that_was_encoded_on_its_way_leads_to_its_place(page: &Page) -> Outcome {
    for link in ["v2%3BD2%3B%404", "v2%3bD2%3b%404", "v2;D2;%404"] {
        page.open(&format!("?lang=en#{link}")).await?;
        page.until("find('[lessons=D2]').position === 4").await?;
        let top = "find('[lessons=D2]').getBoundingClientRect().top";
        page.until(&format!("Math.abs({top}) < 200")).await?;
    }
    // A text that has such a sign itself keeps it.
    page.open("?lang=en#v2;setnx;n=2;name=50%25%3B+or+%2540;c1;@1")
        .await?;
    let own = "find('#play').closest('.chapter').querySelector('lock-timeline')";
    page.until(&format!(
        "{own}.schedule.includes('name=50%25%3B+or+%2540;')"
    ))
    .await
}

/// What the address has behind `#`, and where the timeline of D2 stands.
const WHERE: &str = "[location.hash.replace(/sum=\\w+;/, ''), find('[lessons=D2]').position]";

pub async fn the_run_last_used_is_in_the_address_and_comes_back(page: &Page) -> Outcome {
    page.open("?lang=en").await?;
    go_to_timeline(page, "D2").await?;
    page.type_into(&timeline("D2", ".ladder"), RIGHT).await?;
    page.until("/^#v2;D2;sum=\\w+;@4$/.test(location.hash)")
        .await?;
    page.driver().refresh().await?;
    page.until(&format!("{WHERE}.join() === '#v2;D2;@4,4'"))
        .await?;
    let top = "find('[lessons=D2]').getBoundingClientRect().top";
    // Nobody is fast enough to load the page again before the address is written.
    page.evaluate(
        "new Promise((resolve) => {
            let begun;
            const replace = history.replaceState;
            history.replaceState = function (...all) {
                replace.apply(this, all);
                window.wrote = performance.now() - begun;
            };
            addEventListener('click', () => (begun = performance.now()), { once: true, capture: true });
            setTimeout(resolve, 800);
        })",
    )
    .await?;
    page.click(&timeline("D2", ".controls [data-primary]"))
        .await?;
    page.until(&format!("{WHERE}.join() === '#v2;D2;@5,5'"))
        .await?;
    assert_eq!(page.evaluate("wrote < 600").await?, true);
    // Nor after several moves at once, for which it is written once.
    page.evaluate(
        "new Promise((resolve) => {
            const step = find('[lessons=D2]').shadowRoot.querySelector('.controls [data-primary]');
            for (let count = 0; count < 3; count++) step.click();
            setTimeout(resolve, 600);
        })",
    )
    .await?;
    assert_eq!(
        page.evaluate(&format!("{WHERE}.join()")).await?,
        "#v2;D2;@8,8"
    );
    page.driver().refresh().await?;
    page.until(&format!("{WHERE}.join() === '#v2;D2;@8,8'"))
        .await?;
    page.type_into(&timeline("D2", ".ladder"), LEFT).await?;
    page.until(&format!("{WHERE}.join() === '#v2;D2;@7,7'"))
        .await?;
    page.until(&format!("{top} < innerHeight && {top} > -innerHeight"))
        .await?;
    // A heading's anchor takes its place, and the way back leads to the run.
    page.click("#contents button").await?;
    page.click(".toc li a[href='#boundary']").await?;
    page.until(
        "location.hash === '#boundary' && Math.abs(find('#boundary').getBoundingClientRect().top) < 200",
    )
    .await?;
    page.evaluate("history.back()").await?;
    page.until(&format!("{WHERE}.join() === '#v2;D2;@7,7'"))
        .await
}

/// The way back over a link leads to where the reader was, although the address has the run used last.
pub async fn the_way_back_leads_to_where_the_page_was_scrolled_to(page: &Page) -> Outcome {
    page.set_viewport(1280, 900).await?;
    page.open("?lang=en").await?;
    go_to_timeline(page, "D2").await?;
    page.type_into(&timeline("D2", ".ladder"), RIGHT).await?;
    page.until("location.hash.startsWith('#v2;D2')").await?;
    page.evaluate("scrollTo(0, 0)").await?;
    page.click(".race p a").await?;
    page.until("location.hash === '#race' && scrollY > innerHeight")
        .await?;
    page.evaluate("history.back()").await?;
    page.until("location.hash.startsWith('#v2;D2')").await?;
    // What would scroll does so within the two frames after the event.
    page.evaluate("new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve, 100))))")
        .await?;
    assert_eq!(page.evaluate("scrollY").await?, 0);
    // A link of the page itself still leads to the run.
    page.evaluate(
        "document.body.append(Object.assign(document.createElement('a'), { id: 'again', href: location.hash, textContent: 'again' }))",
    )
    .await?;
    page.evaluate("location.hash = '#race'").await?;
    page.evaluate("find('#again').click()").await?;
    page.until("Math.abs(find('[lessons=D2]').getBoundingClientRect().top) < 200")
        .await
}

/// A link of a version that is not known shows the lesson that it names, in the chapter about it.
pub async fn a_link_of_an_unknown_version_shows_its_lesson(page: &Page) -> Outcome {
    page.open("?lang=en#v9;D2").await?;
    page.until_text(
        &timeline("D2", ".notice"),
        "“v9”, cannot be used: this page understands links of versions v1 and v2",
    )
    .await?;
    let title = format!("find({}).ariaLabel", json!(timeline("D2", "section")));
    assert_eq!(
        page.evaluate(&title).await?,
        lesson("D2").title.get(Lang::En)
    );
    Ok(())
}

pub async fn the_address_is_left_alone_while_a_run_plays(page: &Page) -> Outcome {
    page.open("?lang=en").await?;
    page.evaluate(
        "(() => {
            window.written = [];
            const replace = history.replaceState;
            history.replaceState = function (state, title, url) {
                written.push(url);
                return replace.call(this, state, title, url);
            };
        })()",
    )
    .await?;
    go_to_timeline(page, "D2").await?;
    page.type_into(&timeline("D2", ".ladder"), " ").await?;
    page.until("find('[lessons=D2]').position >= 4").await?;
    assert_eq!(
        page.evaluate("written.join().replace(/sum=\\w+;/, '')")
            .await?,
        "#v2;D2;@3"
    );
    page.type_into(&timeline("D2", ".ladder"), " ").await?;
    page.until("written.length === 2 && location.hash === `#${find('[lessons=D2]').schedule}`")
        .await
}

pub async fn the_index_opens_each_lesson_in_its_own_timeline(page: &Page) -> Outcome {
    page.open("?lang=en").await?;
    page.find(".index a").await?;
    assert_eq!(
        page.evaluate("document.querySelectorAll('.index a').length")
            .await?,
        json!(setnx_playground::lesson::ALL.len())
    );
    for id in ["S9-taken", "P6"] {
        page.click(&format!(".index [data-lesson='{id}'] a"))
            .await?;
        let host = format!("find('[lessons~={id}]')");
        page.until(&format!("{host}.schedule.startsWith('v2;{id};')"))
            .await?;
        let top = format!("{host}.getBoundingClientRect().top");
        page.until(&format!("Math.abs({top}) < 200")).await?;
    }
    Ok(())
}
