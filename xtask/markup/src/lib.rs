//! The page's markup: what `data-trunk` links stand for. They are the one list of the page's files, which plain Trunk
//! reads as well, so this does with them what Trunk does. A link that it does not know is an error.

use std::path::Path;

use anyhow::{Result, anyhow, bail};
use fs_err as fs;
use serde_json::Value;

/// A page that is written for Trunk, taken apart.
#[derive(Debug, PartialEq)]
pub struct Markup<'a> {
    /// The text between the links, each with the link that follows it. The last one has none.
    pieces: Vec<(&'a str, Option<Link<'a>>)>,
}

/// The purpose of a `data-trunk` link.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Link<'a> {
    /// A stylesheet that the page loads.
    Style(&'a str),
    /// A file that lies beside the page.
    File(&'a str),
    /// Markup of another file, which takes the link's place.
    Inline(&'a str),
    /// The wasm; the start script takes this place.
    Wasm,
}

/// Markup that is added to the head of the page.
pub struct Insertions {
    /// From the page to the folder of its files, with a slash.
    base: &'static str,
    /// At the end of the head.
    pub preload: String,
    /// In place of the link to the wasm.
    pub start: String,
}

/// A language that the article is written in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Language {
    /// The BCP 47 tag, which names the folder of its pieces in `article/`.
    pub tag: String,
    /// The name of the language in itself, from `locales/`.
    pub name: String,
}

/// The language of the page's source, whose address is that of the page.
const FIRST: &str = "en";
/// The piece without which a folder of `article/` is no language.
const HEAD: &str = "head.html";

/// Every language of the article, English first: the folders of `article/` below the page's folder.
pub fn languages(folder: &Path) -> Result<Vec<Language>> {
    let mut languages = Vec::new();
    for entry in fs::read_dir(folder.join("article"))? {
        let path = entry?.path();
        let tag = path.file_name().unwrap_or_default().to_string_lossy();
        if path.join(HEAD).is_file() {
            let file = folder.join("locales").join(&*tag).join("language.ftl");
            let text = fs::read_to_string(&file)?;
            let name = text.lines().find_map(|line| line.strip_prefix("name = "));
            let name = name.ok_or_else(|| anyhow!("{}: no line name = ...", file.display()))?;
            languages.push(Language {
                tag: tag.into_owned(),
                name: name.trim().to_owned(),
            });
        }
    }
    languages.sort_by_key(|language| (language.tag != FIRST, language.tag.clone()));
    Ok(languages)
}

impl Language {
    /// That of a page which is written in one alone.
    pub fn first() -> Language {
        Language {
            tag: FIRST.to_owned(),
            name: String::new(),
        }
    }

    /// The primary subtag, which names the language in addresses and in files of words.
    fn primary(&self) -> &str {
        self.tag.split('-').next().unwrap_or(&self.tag)
    }

    /// The file with the words of the main part of a page in this language: a prompt is shown with them.
    pub fn words(&self, page: &str) -> String {
        format!("{page}_bg.{}.wasm", self.primary())
    }

    /// The folder of its page, from that of the first language, with a slash.
    pub fn address(&self) -> String {
        match self.tag == FIRST {
            true => String::new(),
            false => format!("{}/", self.primary()),
        }
    }

    /// From its page to the folder of the page's files.
    pub fn base(&self) -> &'static str {
        match self.tag == FIRST {
            true => "./",
            false => "../",
        }
    }

    /// The address of the page in another language, from its own.
    fn to(&self, other: &Language) -> String {
        match self == other {
            true => "./".to_owned(),
            false => format!(
                "{}{}",
                self.base().trim_start_matches("./"),
                other.address()
            ),
        }
    }

    /// The source of the page in this language: other pieces, and addresses from its own folder.
    pub fn of(&self, source: &str) -> String {
        let pieces = |tag: &str| format!("=\"article/{tag}/");
        let lang = |tag: &str| format!("<html lang=\"{tag}\"");
        let source = source.replace(&pieces(FIRST), &pieces(&self.tag));
        let source = source.replacen(&lang(FIRST), &lang(&self.tag), 1);
        source.replace("=\"./", &format!("=\"{}", self.base()))
    }

    /// Its page with what leads to those in the other languages: links in the head, before that for all others, and the switch,
    /// behind its name.
    pub fn with_links(&self, page: &str, all: &[Language]) -> Result<String> {
        let head = page
            .find("x-default")
            .and_then(|at| page[..at].rfind("<link"));
        let name = page.rfind("switch-lang");
        let switch = name.and_then(|at| Some(at + page[at..].find(END)? + END.len()));
        let (Some(head), Some(switch)) = (head, switch) else {
            bail!("the page has no link for x-default, or nothing with the id switch-lang");
        };
        let (mut alternates, mut links) = (String::new(), String::new());
        for other in all {
            let (tag, primary, name, to) =
                (&other.tag, other.primary(), &other.name, self.to(other));
            alternates += &format!("<link rel=\"alternate\" hreflang=\"{tag}\" href=\"{to}\">\n");
            // The address of the first one leads on to what its reader prefers.
            let asked = match other.tag == FIRST && self != other {
                true => format!("?lang={primary}"),
                false => String::new(),
            };
            let shown = match self == other {
                true => " aria-current=\"true\" tabindex=\"-1\"",
                false => "",
            };
            links += &format!(
                "\n<a href=\"{to}{asked}\" id=\"{primary}\" lang=\"{tag}\" hreflang=\"{tag}\" data-lang=\"{tag}\"{shown}>{name}</a>"
            );
        }
        Ok([
            &page[..head],
            &alternates,
            &page[head..switch],
            &links,
            &page[switch..],
        ]
        .concat())
    }
}

/// The end of the name of the switch.
const END: &str = "</span>";

/// Whether a page is made of pieces, which each language has.
pub fn has_pieces(source: &str) -> bool {
    source.contains("=\"article/")
}

const MARK: &str = "data-trunk";

impl<'a> Markup<'a> {
    /// # Errors
    /// Where a link has a `rel` or an attribute that has no meaning here.
    pub fn read(html: &'a str) -> Result<Self> {
        let mut pieces = Vec::new();
        let (mut from, mut rest) = (0, 0);
        while let Some(at) = html[rest..].find('<') {
            let start = rest + at;
            let Some(length) = html[start..].find('>') else {
                break;
            };
            let end = start + length + 1;
            let tag = &html[start..end];
            if tag.contains(MARK) {
                let link =
                    link(tag).ok_or_else(|| anyhow!("this link is not understood: {tag}"))?;
                pieces.push((&html[from..start], Some(link)));
                from = end;
            }
            rest = end;
        }
        pieces.push((&html[from..], None));
        Ok(Self { pieces })
    }

    /// The files that the links name, by their paths from the page's source.
    pub fn files(&self) -> impl Iterator<Item = &'a str> {
        self.pieces.iter().filter_map(|(_, link)| match link {
            Some(Link::Style(path) | Link::File(path)) => Some(*path),
            Some(Link::Inline(_) | Link::Wasm) | None => None,
        })
    }

    /// The page as it is published, with every file beside it. `inline` reads what stands in place of a link.
    ///
    /// # Errors
    /// When the page lacks a link for the script, or no head, or when a file that is to take a link's place cannot be read.
    pub fn write(
        &self,
        insertions: &Insertions,
        inline: impl Fn(&str) -> Result<String>,
    ) -> Result<String> {
        let mut html = String::new();
        for (text, link) in &self.pieces {
            html.push_str(text);
            match link {
                Some(Link::Style(path)) => {
                    let (base, name) = (insertions.base, name(path));
                    html += &format!("<link rel=\"stylesheet\" href=\"{base}{name}\">");
                }
                Some(Link::Inline(path)) => html.push_str(inline(path)?.trim_end_matches('\n')),
                Some(Link::Wasm) => html.push_str(&insertions.start),
                Some(Link::File(_)) | None => {}
            }
        }
        let wasms = self
            .pieces
            .iter()
            .filter(|(_, link)| *link == Some(Link::Wasm))
            .count();
        match (wasms, html.find("</head>")) {
            (1, Some(at)) => html.insert_str(at, &insertions.preload),
            (1, None) => bail!("the page has no </head>"),
            _ => {
                bail!("the page has {wasms} links to its wasm, and one is needed");
            }
        }
        Ok(html)
    }
}

impl Insertions {
    /// The markup of Trunk.toml's patterns, or Trunk's own where a pattern is missing; `name` is that of the binary, and
    /// `base` leads from the page to its files.
    pub fn new(settings: &str, name: &str, base: &'static str) -> Self {
        let (script, wasm) = (format!("{name}.js"), format!("{name}_bg.wasm"));
        let pattern = |key: &str, default: &str| {
            let pattern = setting(settings, key);
            let pattern = pattern.as_ref().and_then(Value::as_str).unwrap_or(default);
            let pattern = pattern.replace("{base}", base).replace("{js}", &script);
            pattern.replace("{wasm}", &wasm)
        };
        Self {
            base,
            preload: pattern("pattern_preload", PRELOAD),
            start: pattern("pattern_script", START),
        }
    }

    /// Lets the browser fetch one more file of wasm beside the main one.
    pub fn fetch_early(&mut self, wasm: &str) {
        self.preload += &PRELOAD_WASM
            .replace("{base}", self.base)
            .replace("{wasm}", wasm);
    }
}

const PRELOAD: &str = "<link rel=\"modulepreload\" href=\"{base}{js}\" crossorigin=\"anonymous\">\
     <link rel=\"preload\" href=\"{base}{wasm}\" crossorigin=\"anonymous\" as=\"fetch\" type=\"application/wasm\">";
const PRELOAD_WASM: &str = "<link rel=\"preload\" href=\"{base}{wasm}\" crossorigin=\"anonymous\" as=\"fetch\" type=\"application/wasm\">";
const START: &str = "<script type=\"module\">\nimport init from '{base}{js}';\n\
     await init({ module_or_path: '{base}{wasm}' });\n</script>";

/// A setting of Trunk.toml that stands in one line, as JSON writes its value too.
pub fn setting(settings: &str, key: &str) -> Option<Value> {
    let mut lines = settings.lines();
    lines.find_map(|line| {
        let value = line.strip_prefix(key)?.trim_start().strip_prefix('=')?;
        serde_json::from_str(value).ok()
    })
}

/// The last part of a path that is written with `/`.
pub fn name(path: &str) -> &str {
    path.rsplit_once('/').map_or(path, |(_, name)| name)
}

fn link(tag: &str) -> Option<Link<'_>> {
    let words = tag.strip_prefix("<link ")?.strip_suffix('>')?;
    let words = words.strip_suffix('/').unwrap_or(words);
    let (mut rel, mut href, mut is_marked) = (None, None, false);
    for word in words.split_whitespace() {
        let Some((attribute, value)) = word.split_once('=') else {
            is_marked |= word == MARK;
            if word != MARK {
                return None;
            }
            continue;
        };
        let value = value.strip_prefix('"')?.strip_suffix('"')?;
        match attribute {
            "rel" => rel = Some(value),
            "href" => href = Some(value),
            // The binary is the package's only one for a page, and wasm-opt is not used.
            "data-bin" => {}
            "data-wasm-opt" if value == "0" => {}
            _ => return None,
        }
    }
    match (is_marked, rel?, href) {
        (true, "css", Some(path)) => Some(Link::Style(path)),
        (true, "copy-file", Some(path)) => Some(Link::File(path)),
        (true, "inline", Some(path)) => Some(Link::Inline(path)),
        (true, "rust", None) => Some(Link::Wasm),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAGE: &str = "<html><head>\n<title>a < b</title>\n\
        <link data-trunk rel=\"css\" href=\"static/page.css\">\n\
        <link data-trunk rel=\"copy-file\" href=\"static/embed/embed.js\"/>\n\
        <link rel=\"icon\" href=\"icon.svg\">\n\
        <link data-trunk rel=\"rust\" data-bin=\"page\" data-wasm-opt=\"0\">\n</head><body></body></html>";

    fn language(tag: &str, name: &str) -> Language {
        Language {
            tag: tag.to_owned(),
            name: name.to_owned(),
        }
    }

    #[test]
    fn a_page_leads_to_the_others() {
        let all = [language("en", "English"), language("pt-BR", "Português")];
        let page = "<link rel=\"alternate\" hreflang=\"x-default\" href=\"../\">\n\
            <nav aria-labelledby=\"switch-lang\"><span id=\"switch-lang\">L</span>\n</nav>";
        assert_eq!(
            all[1].with_links(page, &all).unwrap(),
            "<link rel=\"alternate\" hreflang=\"en\" href=\"../\">\n\
             <link rel=\"alternate\" hreflang=\"pt-BR\" href=\"./\">\n\
             <link rel=\"alternate\" hreflang=\"x-default\" href=\"../\">\n\
             <nav aria-labelledby=\"switch-lang\"><span id=\"switch-lang\">L</span>\n\
             <a href=\"../?lang=en\" id=\"en\" lang=\"en\" hreflang=\"en\" data-lang=\"en\">English</a>\n\
             <a href=\"./\" id=\"pt\" lang=\"pt-BR\" hreflang=\"pt-BR\" data-lang=\"pt-BR\" aria-current=\"true\" \
             tabindex=\"-1\">Português</a>\n</nav>"
        );
        assert_eq!(all[0].to(&all[1]), "pt/");
        assert!(all[0].with_links("<p>", &all).is_err());
    }

    fn none(path: &str) -> Result<String> {
        bail!("{path} is not there")
    }

    #[test]
    fn another_language_has_its_pieces_and_its_addresses() {
        let source = "<html lang=\"en\"><head></head><script src=\"./page.js\"></script>\n\
            <link data-trunk rel=\"css\" href=\"static/page.css\">\n\
            <link data-trunk rel=\"inline\" href=\"article/en/try.html\">\n\
            <link data-trunk rel=\"rust\" data-bin=\"page\" data-wasm-opt=\"0\">";
        let chinese = language("zh-Hans", "中文");
        assert!(has_pieces(source));
        let source = chinese.of(source);
        let settings = "pattern_script = \"<script src=\\\"{base}boot.js\\\"></script>\"\npattern_preload = \"\"";
        let insertions = Insertions::new(settings, "page", chinese.base());
        let page = Markup::read(&source).unwrap();
        let page = page.write(&insertions, |path| Ok(format!("<p>{path}</p>\n")));
        assert_eq!(
            page.unwrap(),
            "<html lang=\"zh-Hans\"><head></head><script src=\"../page.js\"></script>\n\
             <link rel=\"stylesheet\" href=\"../page.css\">\n<p>article/zh-Hans/try.html</p>\n\
             <script src=\"../boot.js\"></script>"
        );
    }

    #[test]
    fn links_become_what_trunk_makes_of_them() {
        let markup = Markup::read(PAGE).unwrap();
        let files: Vec<&str> = markup.files().collect();
        assert_eq!(files, ["static/page.css", "static/embed/embed.js"]);
        let settings =
            "pattern_script = \"<script type=\\\"module\\\" src=\\\"{base}boot.js\\\"></script>\"";
        let html = markup
            .write(&Insertions::new(settings, "page", "./"), none)
            .unwrap();
        assert_eq!(
            html,
            "<html><head>\n<title>a < b</title>\n<link rel=\"stylesheet\" href=\"./page.css\">\n\n\
             <link rel=\"icon\" href=\"icon.svg\">\n<script type=\"module\" src=\"./boot.js\"></script>\n\
             <link rel=\"modulepreload\" href=\"./page.js\" crossorigin=\"anonymous\">\
             <link rel=\"preload\" href=\"./page_bg.wasm\" crossorigin=\"anonymous\" as=\"fetch\" \
             type=\"application/wasm\"></head><body></body></html>"
        );
    }

    #[test]
    fn without_a_setting_the_wasm_is_started_as_trunk_starts_it() {
        let start = Insertions::new("", "page", "./").start;
        assert!(start.contains("import init from './page.js'"), "{start}");
        assert!(start.contains("'./page_bg.wasm'"), "{start}");
    }

    #[test]
    fn a_link_that_means_nothing_here_is_refused() {
        for (from, to) in [
            ("\"css\"", "\"sass\""),
            ("rel=\"css\" ", ""),
            ("href=\"static/page.css\"", ""),
            ("data-wasm-opt=\"0\"", "data-wasm-opt=\"z\""),
            ("data-bin", "data-type"),
        ] {
            let page = PAGE.replacen(from, to, 1);
            assert_ne!(page, PAGE);
            assert!(Markup::read(&page).is_err(), "{to}");
        }
        let insertions = Insertions::new("", "page", "./");
        for without in [
            "</head>",
            "<link data-trunk rel=\"rust\" data-bin=\"page\" data-wasm-opt=\"0\">",
        ] {
            let page = PAGE.replace(without, "");
            assert!(
                Markup::read(&page)
                    .unwrap()
                    .write(&insertions, none)
                    .is_err()
            );
        }
    }

    #[test]
    fn a_setting_is_read_from_its_line() {
        let settings = "[build]\n# watch = 1\nwatch = [\"src\", \"static\"]\nport = 8080\n";
        assert_eq!(setting(settings, "watch").unwrap()[1], "static");
        assert_eq!(setting(settings, "port").unwrap(), 8080);
        assert_eq!(setting(settings, "dist"), None);
    }
}
