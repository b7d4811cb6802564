//! The picture that is shown beside a link to the article, the red end of the first race, in each language, and the lines of
//! the page's head that name it. They need the address at which the page will lie, since those who show a picture resolve no
//! relative one.

use std::fs;
use std::path::Path;

use crate::{Outcome, Page, Scheme};

/// The size that the Open Graph's readers crop least.
const SIZE: (u32, u32) = (1200, 630);

const FILE: &str = "race.png";

/// The race at its end, without what is there to be pressed.
const END: &str = "(async () => {
    const race = find('.hero lock-timeline');
    await race.ready;
    await race.seek(race.length);
    for (const part of document.querySelectorAll('.top, .reins, .go')) part.style.display = 'none';
    find('.hero').style.paddingTop = '1.5rem';
    await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
    scrollTo(0, 0);
    return [race.length, find('h1').textContent, race.shadowRoot.querySelectorAll('[data-harm]').length];
})()";

/// The address of the folder of the page, with a slash at its end.
///
/// # Errors
/// Where it is no whole address, or has what would need to be escaped in an attribute.
fn address(site: &str) -> Outcome<String> {
    let is_whole = site.starts_with("https://") || site.starts_with("http://");
    let is_plain = |letter: char| letter.is_ascii_graphic() && !r#""'<>&?#"#.contains(letter);
    if !is_whole || !site.chars().all(is_plain) {
        let help = "is no address of a folder, such as https://your.host/setnx/";
        return Err(format!("{site} {help}").into());
    }
    Ok(format!("{}/", site.trim_end_matches('/')))
}

/// Takes the picture of the page in each language, into the folder that holds it, and names it in the page's head.
///
/// # Errors
/// Where `site` is no whole address, or has what would need to be escaped in an attribute; where the race does not end in red.
pub async fn take(page: &Page, site: &str, dist: &Path) -> Outcome {
    let site = address(site)?;
    page.set_viewport(SIZE.0, SIZE.1).await?;
    page.prefer(Scheme::Light, true).await?;
    for (query, folder) in [("?lang=en", ""), ("?lang=zh", "zh/")] {
        page.open(query).await?;
        let shown = page.evaluate(END).await?;
        if shown[0].as_u64() == Some(0) || shown[2].as_u64() == Some(0) {
            return Err("the first race has no red end".into());
        }
        let title = shown[1].as_str().ok_or("the page has no title")?;
        let area = [0.0, 0.0, SIZE.0.into(), SIZE.1.into()];
        page.shoot_area(&dist.join(folder).join(FILE), area).await?;
        let file = dist.join(folder).join("index.html");
        let html = fs::read_to_string(&file)?;
        fs::write(
            &file,
            with_picture(&html, &format!("{site}{folder}"), title)?,
        )?;
    }
    Ok(())
}

/// The page with the lines that name its address and its picture.
fn with_picture(html: &str, address: &str, title: &str) -> Outcome<String> {
    let (head, rest) = html.split_once("</head>").ok_or("the page has no head")?;
    // What an earlier call has written.
    let (head, _) = head
        .split_once("<meta property=\"og:url\"")
        .unwrap_or((head, ""));
    let title = title.replace('"', "&quot;");
    let (width, height) = SIZE;
    Ok(format!(
        "{head}<meta property=\"og:url\" content=\"{address}\">\n\
         <meta property=\"og:image\" content=\"{address}{FILE}\">\n\
         <meta property=\"og:image:width\" content=\"{width}\">\n\
         <meta property=\"og:image:height\" content=\"{height}\">\n\
         <meta property=\"og:image:alt\" content=\"{title}\">\n\
         <meta name=\"twitter:card\" content=\"summary_large_image\">\n</head>{rest}"
    ))
}
