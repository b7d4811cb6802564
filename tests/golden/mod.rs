//! Sessions of redis-cli as text that reads like documentation: prompts with their lines, what was printed, and prose
//! after `#` or empty lines.

macro_rules! sessions {
    ($($name:literal)*) => {
        /// The file and the text of every session, in order of name. They are part of the tests, since those in a browser have
        /// no files.
        const SESSIONS: &[(&str, &str)] = &[$((concat!($name, ".txt"), include_str!(concat!($name, ".txt")))),*];
    };
}

sessions! {
    "bitfield" "bits" "bytes" "command" "connection" "deadlines" "errors" "expiry"
    "far_numbers" "hashes" "hyperloglogs" "keys" "lcs" "lists" "numbers" "object"
    "places" "prompt" "resp3" "scan" "scripts" "server" "setnx" "sets"
    "sorted_sets" "sorting" "streams" "strings" "transactions" "users"
}

/// A session, by name.
pub struct Golden {
    pub name: &'static str,
    pub parts: Vec<Part>,
}

/// A line of prose, or a prompt with what was entered and what was printed.
pub enum Part {
    Prose(String),
    Exchange {
        prompt: String,
        line: String,
        output: Vec<String>,
    },
}

/// Every session, in order of name.
pub fn all() -> Vec<Golden> {
    let read = |(name, text): &(&'static str, &str)| Golden {
        name,
        parts: parse(text).unwrap_or_else(|line| panic!("{name}: what printed this? {line}")),
    };
    SESSIONS.iter().map(read).collect()
}

/// The parts of a session. An error is a line that nothing has printed.
pub fn parse(text: &str) -> Result<Vec<Part>, String> {
    let mut parts = Vec::new();
    for line in text.lines() {
        if line.is_empty() || line.starts_with('#') {
            parts.push(Part::Prose(line.to_owned()));
        } else if let Some((prompt, entered)) = after_prompt(line) {
            parts.push(Part::Exchange {
                prompt,
                line: entered,
                output: Vec::new(),
            });
        } else if let Some(Part::Exchange { output, .. }) = parts.last_mut() {
            output.push(line.to_owned());
        } else {
            return Err(line.to_owned());
        }
    }
    Ok(parts)
}

fn after_prompt(line: &str) -> Option<(String, String)> {
    let (prompt, entered) = line.split_once("> ")?;
    let state = prompt.strip_prefix("redis")?;
    let is_prompt = state.is_empty() || state.starts_with(['[', '(']);
    is_prompt.then(|| (format!("{prompt}> "), entered.to_owned()))
}

/// The output of HELLO, with a fixed number of the connection.
pub fn stable(line: &str, output: &mut [String]) {
    if !line.to_ascii_uppercase().starts_with("HELLO") {
        return;
    }
    let mut is_number = false;
    for printed in output {
        is_number |= printed.contains("\"id\" =>");
        if is_number && let Some(end) = printed.find("(integer) ") {
            printed.truncate(end);
            printed.push_str("(integer) 1");
        }
        is_number = printed.ends_with("\"id\"");
    }
}

impl Golden {
    /// The session without its prose.
    pub fn transcript(&self) -> String {
        let mut text = String::new();
        for part in &self.parts {
            if let Part::Exchange { .. } = part {
                part.push_to(&mut text);
            }
        }
        text
    }
}

impl Part {
    /// Appends the part as it stands in a file.
    pub fn push_to(&self, text: &mut String) {
        match self {
            Part::Prose(line) => push_line(text, line),
            Part::Exchange {
                prompt,
                line,
                output,
            } => {
                push_line(text, &format!("{prompt}{line}"));
                for line in output {
                    push_line(text, line);
                }
            }
        }
    }
}

fn push_line(text: &mut String, line: &str) {
    text.push_str(line);
    text.push('\n');
}
