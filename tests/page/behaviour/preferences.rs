//! Language and theme: what the browser prefers, what the reader chose, and that islands follow at once.

use page_tests::{Outcome, Page, Scheme};
use serde_json::json;

use crate::places::*;

const LANGUAGE: &str = "document.documentElement.lang";

async fn prefer_languages(page: &Page, accept: &str) -> Outcome {
    let agent = text(page.evaluate("navigator.userAgent").await?)?;
    let preferred = json!({ "userAgent": agent, "acceptLanguage": accept });
    page.devtools("Emulation.setUserAgentOverride", preferred)
        .await
        .map(drop)
}

pub async fn the_language_is_the_first_that_the_browser_prefers_and_the_page_has(
    page: &Page,
) -> Outcome {
    for (accept, lang) in [
        ("zh-CN,zh,en", "zh-Hans"),
        ("fr-FR,zh-TW,en", "zh-Hans"),
        ("de,en-GB,zh", "en"),
        ("fr,de", "en"),
    ] {
        prefer_languages(page, accept).await?;
        page.open("").await?;
        assert_eq!(page.evaluate(LANGUAGE).await?, lang, "{accept}");
    }
    // The link's parameters come first.
    prefer_languages(page, "zh-CN").await?;
    page.open("?lang=en").await?;
    assert_eq!(page.evaluate(LANGUAGE).await?, "en");
    Ok(())
}

pub async fn a_chosen_language_shows_at_once_and_is_remembered(page: &Page) -> Outcome {
    page.open("").await?;
    page.find(INPUT).await?;
    enter(page, "SET kept 1").await?;
    page.click("#zh").await?;
    page.until("find('#try').textContent === '动手试试'")
        .await?;
    page.until_text(COPY, "复制").await?;
    assert!(text(page.evaluate("document.title").await?)?.contains("锁"));
    assert_eq!(page.evaluate(FOLDER).await?, "zh/");
    assert_eq!(entries(page).await?, 4, "the session stays");
    page.open_again("").await?;
    assert_eq!(page.evaluate(LANGUAGE).await?, "zh-Hans");
    page.until_text(COPY, "复制").await?;
    page.click("#en").await?;
    page.until_text(COPY, "Copy").await?;
    assert_eq!(page.evaluate(FOLDER).await?, "");
    Ok(())
}

/// Where the page lies below the folder of its files.
const FOLDER: &str = "location.pathname.replace('/some/path/', '')";

pub async fn a_language_in_the_address_leads_to_its_page_with_the_fragment(page: &Page) -> Outcome {
    for (asked, folder, rest) in [
        ("?lang=zh#v2;D2;@5", "zh/", "#v2;D2;@5"),
        ("?theme=dark&lang=zh-CN#race", "zh/", "?theme=dark#race"),
        ("#zh", "zh/", ""),
        ("zh/?lang=en#race", "", "#race"),
        ("zh/?lang=zh", "zh/", "?lang=zh"),
        ("?lang=en", "", "?lang=en"),
    ] {
        page.open(asked).await?;
        assert_eq!(page.evaluate(FOLDER).await?, folder, "{asked}");
        let lang = if folder.is_empty() { "en" } else { "zh-Hans" };
        assert_eq!(page.evaluate(LANGUAGE).await?, lang, "{asked}");
        let asked_for = page.evaluate("location.search + location.hash").await?;
        // A run gets its digest where it is the reader's.
        assert_eq!(asked_for, rest, "{asked}");
    }
    // The page of a language is in that language for a reader of any.
    prefer_languages(page, "en").await?;
    page.open("zh/").await?;
    assert_eq!(page.evaluate(LANGUAGE).await?, "zh-Hans");
    Ok(())
}

pub async fn another_language_keeps_the_run_the_chapter_and_what_is_open(page: &Page) -> Outcome {
    page.set_viewport(1600, 900).await?;
    page.open("?lang=en").await?;
    page.click(".toc label").await?;
    page.open_again("?lang=en#v2;D3-rival;@4").await?;
    let shown = "find('.chapter[data-now] h2').textContent + find('.next a').textContent";
    page.until(&format!(
        "{shown} === 'Taking over with GETSETExpired, exactly when?'"
    ))
    .await?;
    page.until("find('[lessons~=D3-rival]').position === 4")
        .await?;
    page.find(".index a").await?;
    page.evaluate("window.same = find('[lessons~=D3-rival]')")
        .await?;
    page.click("#zh").await?;
    page.until(&format!(
        "{shown} === '用 GETSET 接管过期的锁究竟何时算过期？'"
    ))
    .await?;
    for kept in [
        "window.same === find('[lessons~=D3-rival]') && window.same.position === 4",
        "find('.toc input').checked",
        "find('.index a b').textContent === '死锁'",
        "[...document.querySelectorAll('.chapter')].every((chapter) => chapter.lang === '' && 'laid' in chapter.dataset)",
        "find('#zh').ariaCurrent === 'true' && find('#en').ariaCurrent === 'false'",
        "document.querySelectorAll('[data-run]').length > 30",
    ] {
        assert_eq!(page.evaluate(kept).await?, true, "{kept}");
    }
    Ok(())
}

pub async fn a_language_that_cannot_be_had_leaves_the_page_as_it_was(page: &Page) -> Outcome {
    page.open("?lang=en").await?;
    page.find(".index a").await?;
    // The host is gone.
    page.evaluate("window.real = fetch, window.fetch = () => Promise.reject(new TypeError)")
        .await?;
    page.click("#zh").await?;
    page.until("!find('[data-refused=page]').hidden && !find('#notice').hidden")
        .await?;
    page.until_text("[data-refused=page]", "could not be reached")
        .await?;
    let is_kept = "document.documentElement.lang === 'en' && localStorage.getItem('setnx.lang') !== 'zh-Hans'";
    assert_eq!(page.evaluate(is_kept).await?, true);
    // And it is back.
    page.evaluate("window.fetch = window.real").await?;
    page.click("#zh").await?;
    page.until("document.documentElement.lang === 'zh-Hans' && find('#notice').hidden")
        .await
}

/// The lightness of the backgrounds of the article and of an island, from 0 to 255.
const GROUNDS: &str = "[document.body, find('redis-prompt >>> .screen')].map((element) => {
    const canvas = document.createElement('canvas').getContext('2d');
    canvas.fillStyle = getComputedStyle(element).backgroundColor;
    canvas.fillRect(0, 0, 1, 1);
    return canvas.getImageData(0, 0, 1, 1).data[1];
})";

/// Both are: the box follows the page a frame later.
async fn until_dark(page: &Page, is_dark: bool) -> Outcome {
    page.find(SCREEN).await?;
    let wanted = if is_dark { "< 80" } else { "> 176" };
    page.until(&format!("{GROUNDS}.every((ground) => ground {wanted})"))
        .await
}

pub async fn the_theme_is_the_systems_until_the_reader_chooses(page: &Page) -> Outcome {
    page.open("").await?;
    until_dark(page, false).await?;
    page.prefer(Scheme::Dark, false).await?;
    until_dark(page, true).await?;
    choose_theme(page, "light").await?;
    until_dark(page, false).await?;
    // It is remembered.
    page.open_again("").await?;
    until_dark(page, false).await?;
    choose_theme(page, "auto").await?;
    until_dark(page, true).await?;
    page.prefer(Scheme::Light, false).await?;
    choose_theme(page, "dark").await?;
    until_dark(page, true).await
}

async fn choose_theme(page: &Page, theme: &str) -> Outcome {
    page.click(&format!("label:has([name=theme][value={theme}])"))
        .await?;
    page.until(&format!("find('[name=theme][value={theme}]').checked"))
        .await
}

pub async fn a_lesson_that_was_seen_to_its_end_gets_a_tick_that_stays(page: &Page) -> Outcome {
    page.open("?lang=en").await?;
    go_to_timeline(page, "D2").await?;
    let ticks = "[...document.querySelectorAll('.index [data-seen]')].map((row) => row.dataset.lesson).join()";
    page.find(".index a").await?;
    assert_eq!(page.evaluate(ticks).await?, "");
    page.type_into(&timeline("D2", ".ladder"), END).await?;
    page.until(&format!("{ticks} === 'D2'")).await?;
    assert_eq!(
        page.evaluate(
            "[...document.querySelectorAll('.toc [data-seen] a')].map((link) => link.hash).join()"
        )
        .await?,
        "#race"
    );
    page.open_again("").await?;
    page.until(&format!("{ticks} === 'D2'")).await
}

pub async fn one_chapter_at_a_time_is_shown_and_remembered(page: &Page) -> Outcome {
    let shown =
        "[...document.querySelectorAll('.chapter')].filter((chapter) => chapter.checkVisibility())
        .map((chapter) => chapter.querySelector('h2').id).join()";
    page.set_viewport(1600, 900).await?;
    page.open("?lang=en").await?;
    page.click(".toc label").await?;
    page.until(&format!("{shown} === 'try'")).await?;
    page.click(".next a").await?;
    page.until(&format!("{shown} === 'lock'")).await?;
    page.open_again("?lang=zh#v2;S9;@4").await?;
    page.until(&format!("{shown} === 'beyond'")).await?;
    page.until("/^v2;S9;sum=\\w+;@4$/.test(find('[lessons~=S9]').schedule)")
        .await?;
    page.click(".toc label").await?;
    page.until(&format!("{shown}.split(',').length === 17"))
        .await
}
