//! Sources as text: without what is no code, and the paths that they write.

use std::fs;
use std::path::Path;

/// Every path of a `use`, or of an expression, that begins here: a group gives one for each of its names.
pub fn paths(text: &str) -> Vec<Vec<String>> {
    let text = text.trim_start();
    if let Some(inside) = text.strip_prefix('{') {
        let (mut depth, mut begin, mut found) = (1, 0, Vec::new());
        for (at, c) in inside.char_indices() {
            depth += match c {
                '{' => 1,
                '}' => -1,
                _ => 0,
            };
            if depth == 0 || depth == 1 && c == ',' {
                found.extend(paths(&inside[begin..at]));
                begin = at + 1;
            }
            if depth == 0 {
                break;
            }
        }
        return found;
    }
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    let (name, rest) = text.split_at(text.find(|c| !is_part(c)).unwrap_or(text.len()));
    if name.is_empty() {
        return vec![Vec::new()];
    }
    let Some(rest) = rest.strip_prefix("::") else {
        return vec![vec![name.to_owned()]];
    };
    let head = |tail: Vec<String>| [vec![name.to_owned()], tail].concat();
    paths(rest).into_iter().map(head).collect()
}

/// The text without comments, literals and the unit tests at its end; lines stay where they are.
pub fn code_only(text: &str) -> String {
    let text = text
        .split("#[cfg(test)]\nmod tests {")
        .next()
        .unwrap_or_default();
    let chars: Vec<char> = text.chars().collect();
    let mut code = String::new();
    let mut at = 0;
    while at < chars.len() {
        let end = match (chars[at], chars.get(at + 1)) {
            ('/', Some('/')) => end_of(&chars, at, |c| c == '\n') - 1,
            ('"', _) => match raw_hashes(&chars[..at]) {
                Some(hashes) => closing_raw(&chars, at, hashes),
                None => closing(&chars, at, '"'),
            },
            ('\'', Some('\\')) => closing(&chars, at, '\''),
            ('\'', _) if chars.get(at + 2) == Some(&'\'') => at + 2,
            _ => {
                code.push(chars[at]);
                at += 1;
                continue;
            }
        };
        code.extend(
            chars[at..=end.min(chars.len() - 1)]
                .iter()
                .filter(|c| **c == '\n'),
        );
        at = end + 1;
    }
    code
}

fn end_of(chars: &[char], from: usize, is_end: impl Fn(char) -> bool) -> usize {
    (from..chars.len())
        .find(|&at| is_end(chars[at]))
        .unwrap_or(chars.len())
}

/// Where a literal that opens at `from` closes; a backslash hides the character after it.
fn closing(chars: &[char], from: usize, quote: char) -> usize {
    let mut at = from + 1;
    while at < chars.len() && chars[at] != quote {
        at += if chars[at] == '\\' { 2 } else { 1 };
    }
    at
}

/// The number of `#` in the `r##` that stands right before a literal, if it does.
fn raw_hashes(before: &[char]) -> Option<usize> {
    let hashes = before.iter().rev().take_while(|c| **c == '#').count();
    let prefix = &before[..before.len() - hashes];
    prefix.ends_with(&['r']).then_some(hashes)
}

fn closing_raw(chars: &[char], from: usize, hashes: usize) -> usize {
    let mut end = vec!['"'];
    end.resize(hashes + 1, '#');
    let found = chars[from + 1..]
        .windows(end.len())
        .position(|window| window == end);
    found.map_or(chars.len(), |at| from + at + end.len())
}

/// Every source below `directory` with its path relative to it.
pub fn sources(directory: &Path) -> Vec<(String, String)> {
    let mut found = Vec::new();
    let mut open = vec![directory.to_path_buf()];
    while let Some(next) = open.pop() {
        for entry in fs::read_dir(&next).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                open.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let name = path.strip_prefix(directory).unwrap();
                let name = name.to_string_lossy().replace('\\', "/");
                found.push((name, fs::read_to_string(&path).unwrap()));
            }
        }
    }
    found.sort();
    found
}
