//! Every chapter is in the book's list, and every link between chapters leads to one.

use crate::{chapters, root};

#[test]
fn every_link_leads_to_a_chapter_and_every_chapter_is_listed() {
    let chapters = chapters();
    let folder = root().join("docs/src");
    for chapter in &chapters {
        for link in chapter.links.iter().filter(|link| !link.contains("://")) {
            let file = link.split('#').next().unwrap_or_default();
            let is_there = file.is_empty() || folder.join(file).is_file();
            assert!(is_there, "docs/src/{}: {link} leads nowhere", chapter.name);
        }
    }
    let summary = chapters.iter().find(|chapter| chapter.name == "SUMMARY.md");
    let listed = &summary.expect("the list is there").links;
    for chapter in chapters
        .iter()
        .filter(|chapter| chapter.name != "SUMMARY.md")
    {
        assert!(
            listed.contains(&chapter.name),
            "{} is not listed",
            chapter.name
        );
    }
}
