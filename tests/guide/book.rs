//! The guide as the tests see it: its chapters, and of each chapter the blocks of code, the words in code style and
//! the links. It judges none of them.

use std::path::Path;

use pulldown_cmark::{CodeBlockKind, Event, Options, Parser, Tag, TagEnd};

/// A file of docs/src.
#[derive(Default)]
pub struct Chapter {
    pub name: String,
    pub snippets: Vec<Snippet>,
    /// The words between backticks.
    pub words: Vec<String>,
    /// Where links lead.
    pub links: Vec<String>,
}

/// A block of code.
pub struct Snippet {
    /// Where it stands, to be said in errors: file and line.
    pub place: String,
    pub language: String,
    /// The marks after the language: `live`, `file=docs/counter.md`.
    pub marks: Vec<String>,
    pub text: String,
}

impl Snippet {
    /// Whether it is marked so.
    pub fn is(&self, mark: &str) -> bool {
        self.marks.iter().any(|word| word == mark)
    }

    /// The value after `name=`.
    pub fn mark(&self, name: &str) -> Option<&str> {
        let mut marks = self.marks.iter().filter_map(|word| word.split_once('='));
        marks.find(|(key, _)| *key == name).map(|(_, value)| value)
    }
}

/// Every chapter, in order of name. `root` is the checkout's.
pub fn chapters(root: &Path) -> Vec<Chapter> {
    let folder = root.join("docs/src");
    let entries = std::fs::read_dir(&folder).expect("docs/src is there");
    let mut names: Vec<String> = entries
        .map(|entry| entry.expect("an entry").file_name())
        .map(|name| name.into_string().expect("a name in UTF-8"))
        .filter(|name| name.ends_with(".md"))
        .collect();
    names.sort();
    let read = |name: String| {
        let source = std::fs::read_to_string(folder.join(&name)).expect("a chapter is text");
        chapter(name, &source)
    };
    names.into_iter().map(read).collect()
}

fn chapter(name: String, source: &str) -> Chapter {
    let mut chapter = Chapter::default();
    let mut open: Option<Snippet> = None;
    let options = Options::ENABLE_TABLES | Options::ENABLE_GFM;
    for (event, range) in Parser::new_ext(source, options).into_offset_iter() {
        match (event, &mut open) {
            (Event::Start(Tag::CodeBlock(kind)), _) => {
                let line = source[..range.start].matches('\n').count() + 1;
                open = Some(snippet(format!("docs/src/{name}:{line}"), &kind));
            }
            (Event::Text(text), Some(snippet)) => snippet.text.push_str(&text),
            (Event::End(TagEnd::CodeBlock), _) => chapter.snippets.extend(open.take()),
            (Event::Code(word), _) => chapter.words.push(word.into_string()),
            (Event::Start(Tag::Link { dest_url, .. }), _) => {
                chapter.links.push(dest_url.into_string());
            }
            _ => {}
        }
    }
    chapter.name = name;
    chapter
}

fn snippet(place: String, kind: &CodeBlockKind) -> Snippet {
    let info = match kind {
        CodeBlockKind::Fenced(info) => info.to_string(),
        CodeBlockKind::Indented => String::new(),
    };
    let mut words = info.split([',', ' ']).map(str::to_owned);
    Snippet {
        place,
        language: words.next().unwrap_or_default(),
        marks: words.collect(),
        text: String::new(),
    }
}
