//! The guide: docs/ as a book in target/docs, with the published folder beside it, and a look at where its links lead.

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};

use anyhow::{Result, anyhow};
use fs_err as fs;
use pico_args::Arguments;

use crate::args::finish;
use crate::folders::copy_folder;
use crate::package::Addresses;
use crate::process::{self, Words, command};
use crate::project::Project;
use crate::{build, package, tools};

/// `cargo xtask docs`.
pub fn docs(project: &Project, args: Arguments) -> Result<()> {
    finish(args)?;
    build::release_page(project)?;
    let book = make(project)?;
    println!("{}", book.join("index.html").display());
    Ok(())
}

/// Makes the book of a release page that is built. A link that leads nowhere is an error.
pub fn make(project: &Project) -> Result<PathBuf> {
    let mdbook = tools::ensure(project, &tools::MDBOOK)?;
    let published = package::publish(project, &Addresses::default())?;
    let book = project.root.join("target").join("docs");
    // mdBook leaves what an earlier version of the book had.
    let _ = fs::remove_dir_all(&book);
    let mut build = command(project, mdbook);
    build.words("build docs --dest-dir").arg(&book);
    process::run(&mut build)?;
    copy_folder(&published.site, &book.join("playground"))?;
    match &broken(&book)?[..] {
        [] => Ok(book),
        broken => Err(anyhow!(
            "the guide has links that lead nowhere:\n- {}",
            broken.join("\n- ")
        )),
    }
}

/// Each address in a page of the book that leads to no file, or to no place in one.
fn broken(book: &Path) -> Result<Vec<String>> {
    let mut pages = HashMap::new();
    for entry in fs::read_dir(book)? {
        let path = entry?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        // The page for a wrong address is written for the root of a host.
        if name.ends_with(".html") && name != "404.html" {
            let html = fs::read_to_string(&path)?;
            pages.insert(name.into_owned(), html);
        }
    }
    let mut broken = Vec::new();
    let mut names: Vec<&String> = pages.keys().collect();
    names.sort();
    for name in names {
        let html = pages.get(name).map_or("", String::as_str);
        for link in values(html, &["href", "src"]) {
            if link.contains("://") || link.starts_with("data:") {
                continue;
            }
            let (file, place) = link.split_once('#').unwrap_or((link, ""));
            let file = file.split('?').next().unwrap_or_default();
            let target = if file.is_empty() { name } else { file };
            let is_there = book.join(target).exists();
            let is_place = place.is_empty()
                || pages
                    .get(target)
                    .is_some_and(|html| values(html, &["id"]).contains(place));
            if !is_there || !is_place {
                broken.push(format!("{name}: {link}"));
            }
        }
    }
    Ok(broken)
}

/// The values of these attributes in a page's tags, as mdBook writes them.
fn values<'a>(html: &'a str, names: &[&str]) -> HashSet<&'a str> {
    let tags = html.split('<').skip(1);
    let tags = tags.filter_map(|tag| tag.split_once('>').map(|(inside, _)| inside));
    tags.flat_map(|tag| {
        names.iter().filter_map(move |name| {
            let (_, rest) = tag.split_once(&format!(" {name}=\""))?;
            rest.split('"').next()
        })
    })
    .collect()
}

#[cfg(test)]
mod tests {
    use super::values;

    #[test]
    fn links_are_those_of_tags() {
        let html = "<a class=\"x\" href=\"a.html#b\">href=\"no\"</a><img src=\"c.png\">&lt;a href=\"d\"&gt;";
        let mut found: Vec<&str> = values(html, &["href", "src"]).into_iter().collect();
        found.sort_unstable();
        assert_eq!(found, ["a.html#b", "c.png"]);
    }
}
