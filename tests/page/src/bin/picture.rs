//! `picture SITE`: the picture for links to the page in dist/, which will lie at that address.

use page_tests::{Browser, Outcome, dist, picture};

#[tokio::main(flavor = "current_thread")]
async fn main() -> Outcome {
    let site = std::env::args().nth(1).ok_or("usage: picture SITE")?;
    let browser = Browser::start().await?;
    let outcome = picture::take(&browser.page(), &site, &dist()).await;
    browser.quit().await?;
    outcome
}
