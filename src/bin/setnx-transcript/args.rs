//! The command line.

use crate::document::no_mode;
use setnx_playground::keyspace::KeyspaceMode;
use std::path::PathBuf;

const HELP: &str = "\
Checks that the redis-cli transcripts in documentation are true: runs each on a
keyspace of its own and compares every reply that is written with what Redis
7.0.15 gives.

Usage: setnx-transcript [OPTIONS] PATH...

  PATH              a Markdown, HTML, AsciiDoc or reStructuredText file, or a
                    folder of them; hidden and ignored files are left out

Options:
  --fix             write the right replies into the files, where that is sure
  --diff            show what --fix would do, and write nothing
  --format FORMAT   text (default), github (annotations of a workflow) or json
  --json            the same as --format json
  --loose           also read blocks in a shell's language (bash, sh), and blocks
                    whose prompt is a bare `> `
  --redis HOST:PORT run on this server instead, which has to be empty: its keys
                    are dropped before each transcript
  --allow COMMAND   send this command to it although it reaches beyond keys, as
                    FLUSHALL and CONFIG SET do; may be given several times
  --setup FILE      run the lines of FILE before each transcript, unseen
  --mode NAME       let the keyspace have the commands of redis-8.4 or valkey-9, where
                    a block does not name its mode; redis-7.0 is the default
  --share           let a transcript go on with the keys of those before it in
                    its file, if its replies are right then
  --strict          count a reply that cannot be checked as different
  --verbose         report each reply that cannot be checked, with the reason
  -h, --help        this text
  -V, --version     the version

Checked are blocks marked redis, redis-cli, valkey-cli or cli, blocks without a
language whose first line carries a prompt, the boxes of Redis' documentation,
and <redis-prompt> elements. `...` in a reply stands for any text. What is
different in every run, such as TIME or the order of KEYS, may differ.

In a comment before a block:
  setnx-transcript: skip            leave the next block alone
  setnx-transcript: skip-file       leave the whole file alone
  setnx-transcript: session NAME    share a keyspace with blocks of that name
  setnx-transcript: setup LINES     run these lines before the next block
  setnx-transcript: mode NAME       run the next block in this mode
Or behind the language of a Markdown fence:
  skip session=NAME mode=NAME setup=\"LINE\"

Exit code: 0 all replies are right, 1 some differ, 2 something could not be run.
";

/// The format of the report.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    Text,
    Github,
    Json,
}

/// The parsed command line.
#[derive(Debug)]
pub struct Args {
    pub paths: Vec<PathBuf>,
    pub setup: Option<PathBuf>,
    pub format: Format,
    pub is_fixing: bool,
    /// Only show what would be corrected.
    pub is_diff: bool,
    pub is_strict: bool,
    pub is_verbose: bool,
    /// Read shells' languages and bare prompts.
    pub is_loose: bool,
    /// Let transcripts go on with the keys of those before.
    pub is_shared: bool,
    /// The mode of the keyspace, where a block does not name its own.
    pub mode: KeyspaceMode,
    /// The server to run on.
    pub redis: Option<String>,
    /// Commands that may be sent to it although they reach beyond keys.
    pub allowed: Vec<String>,
}

/// The task.
#[derive(Debug)]
pub enum Asked {
    Run(Args),
    /// Print this.
    Text(String),
}

/// Reads the command line of this process.
pub fn read() -> Result<Asked, String> {
    parse(lexopt::Parser::from_env())
}

fn parse(mut parser: lexopt::Parser) -> Result<Asked, String> {
    use lexopt::prelude::{Long, Short, Value};
    let mut args = Args {
        paths: Vec::new(),
        setup: None,
        format: Format::Text,
        is_fixing: false,
        is_diff: false,
        is_strict: false,
        is_verbose: false,
        is_loose: false,
        is_shared: false,
        mode: KeyspaceMode::default(),
        redis: None,
        allowed: Vec::new(),
    };
    while let Some(arg) = parser.next().map_err(said)? {
        match arg {
            Long("fix") => args.is_fixing = true,
            Long("diff") => (args.is_fixing, args.is_diff) = (true, true),
            Long("strict") => args.is_strict = true,
            Long("verbose") => args.is_verbose = true,
            Long("loose") => args.is_loose = true,
            Long("share") => args.is_shared = true,
            Long("mode") => {
                let name = text(&mut parser)?;
                args.mode = KeyspaceMode::named(&name).ok_or_else(|| no_mode(&name))?;
            }
            Long("redis") => args.redis = Some(text(&mut parser)?),
            Long("allow") => args.allowed.push(text(&mut parser)?),
            Long("json") => args.format = Format::Json,
            Long("format") => {
                let name = parser.value().map_err(said)?;
                args.format = match name.to_str() {
                    Some("text") => Format::Text,
                    Some("github") => Format::Github,
                    Some("json") => Format::Json,
                    _ => {
                        let name = name.to_string_lossy();
                        return Err(format!(
                            "there is no format `{name}`; there are: text, github, json"
                        ));
                    }
                };
            }
            Long("setup") => args.setup = Some(parser.value().map_err(said)?.into()),
            Long("help") | Short('h') => return Ok(Asked::Text(HELP.to_owned())),
            Long("version") | Short('V') => {
                let version = concat!("setnx-transcript ", env!("CARGO_PKG_VERSION"), "\n");
                return Ok(Asked::Text(version.to_owned()));
            }
            Value(path) => args.paths.push(path.into()),
            other => return Err(said(other.unexpected())),
        }
    }
    if !args.allowed.is_empty() && args.redis.is_none() {
        return Err("`--allow` is for `--redis`: nothing here reaches beyond keys".to_owned());
    }
    if args.paths.is_empty() {
        return Err("nothing to check: name files or folders".to_owned());
    }
    Ok(Asked::Run(args))
}

/// The value of an option.
fn text(parser: &mut lexopt::Parser) -> Result<String, String> {
    let value = parser.value().map_err(said)?;
    Ok(value.to_string_lossy().into_owned())
}

fn said(error: lexopt::Error) -> String {
    error.to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(args: &[&str]) -> Result<Asked, String> {
        parse(lexopt::Parser::from_args(args))
    }

    #[test]
    fn what_is_asked_is_understood_or_explained() {
        let Ok(Asked::Run(args)) = parsed(&["--fix", "a", "--format=github", "b", "--setup", "s"])
        else {
            panic!("understood");
        };
        assert_eq!(args.paths.len(), 2);
        assert!(args.is_fixing && !args.is_strict && args.format == Format::Github);
        assert!(matches!(parsed(&["--help"]), Ok(Asked::Text(_))));
        for args in [
            &[][..],
            &["--fix"],
            &["--wrong", "a"],
            &["--format", "xml", "a"],
            &["--setup"],
            &["--mode", "redis", "a"],
            &["--allow", "FLUSHALL", "a"],
        ] {
            assert!(parsed(args).is_err(), "{args:?}");
        }
    }
}
