//! The guide's commands are run: in a scratch folder with the files that the chapter has shown so far. Commands that
//! would build or install for minutes is held against what there is instead: a command of xtask, a feature, a test.

use std::net::TcpListener;
use std::path::Path;
use std::process::Command;

use saphyr::{LoadableYamlNode, Yaml};

use crate::book::Snippet;
use crate::redis::Redis;
use crate::{chapters, root, scratch};

#[test]
fn every_command_runs_and_says_what_is_printed() {
    let mut run = 0;
    for chapter in chapters() {
        let folder = scratch(&format!("guide-{}", chapter.name));
        for snippet in &chapter.snippets {
            if let Some(name) = snippet.mark("file") {
                let file = folder.join(name);
                let parent = file.parent().expect("a folder");
                std::fs::create_dir_all(parent).expect("a folder can be made");
                std::fs::write(file, &snippet.text).expect("a file can be written");
            }
            match &*snippet.language {
                "sh" => snippet
                    .text
                    .lines()
                    .for_each(|line| expect_success(snippet, line, &folder)),
                "console" => console(snippet, &folder),
                "yaml" => workflow(snippet, &folder),
                _ => continue,
            }
            run += 1;
        }
    }
    assert!(run > 5, "{run} blocks");
}

fn expect_success(snippet: &Snippet, line: &str, folder: &Path) {
    if let Err(why) = known(line) {
        panic!("{}: {line}\n{why}", snippet.place);
    }
    if words(line).contains(&"cargo") {
        return;
    }
    let (code, said) = shell(line, folder);
    assert_eq!(code, 0, "{}: {line}\n{said}", snippet.place);
}

/// `$ command`, and what it prints.
fn console(snippet: &Snippet, folder: &Path) {
    let (command, printed) = snippet.text.split_once('\n').expect("two lines");
    let command = command.strip_prefix("$ ").expect("a command behind `$ `");
    let code = snippet
        .mark("exit")
        .map_or(0, |code| code.parse().expect("a number"));
    let server = command.contains(SERVER).then(start);
    let address = server.as_ref().map_or(SERVER, |(_, address)| address);
    let (ended, said) = shell(&command.replace(SERVER, address), folder);
    assert_eq!(
        (ended, said.replace(address, SERVER)),
        (code, printed.to_owned()),
        "{}",
        snippet.place
    );
}

/// The address that the guide has for a server that its reader has started.
const SERVER: &str = "127.0.0.1:6390";

/// A server, and its address.
fn start() -> (Redis, String) {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port is free");
    let address = listener.local_addr().expect("it is bound");
    drop(listener);
    let port = address.port().to_string();
    (Redis::start_with(&["--port", &port]), address.to_string())
}

/// The steps of a workflow of GitHub's, as the commands of a shell.
fn workflow(snippet: &Snippet, folder: &Path) {
    let documents = Yaml::load_from_str(&snippet.text);
    let documents = documents.unwrap_or_else(|error| panic!("{}: {error}", snippet.place));
    let [workflow] = &documents[..] else {
        panic!("{}: one document", snippet.place);
    };
    let mut run = 0;
    for (_, job) in workflow["jobs"].as_mapping().expect("jobs") {
        for step in job["steps"].as_sequence().expect("steps") {
            let Some(lines) = step.as_mapping_get("run").and_then(Yaml::as_str) else {
                assert!(
                    step.as_mapping_get("uses").is_some(),
                    "{}: a step",
                    snippet.place
                );
                continue;
            };
            run += 1;
            lines
                .lines()
                .for_each(|line| expect_success(snippet, line, folder));
        }
    }
    assert!(run > 0, "{}: nothing is run", snippet.place);
}

fn shell(line: &str, folder: &Path) -> (i32, String) {
    let program = Path::new(env!("CARGO_BIN_EXE_setnx-transcript"));
    let mut path = program.parent().expect("a folder").as_os_str().to_owned();
    path.push(":");
    path.push(std::env::var_os("PATH").unwrap_or_default());
    let mut shell = Command::new("sh");
    shell
        .args(["-c", line])
        .current_dir(folder)
        .env("PATH", path);
    let output = shell.output().expect("a shell");
    let said = [output.stdout, output.stderr].concat();
    let said = String::from_utf8_lossy(&said).into_owned();
    (output.status.code().unwrap_or(-1), said)
}

fn words(line: &str) -> Vec<&str> {
    line.split_ascii_whitespace().collect()
}

/// Whether a command is one that can be given; those of cargo are held against what there is.
fn known(line: &str) -> Result<(), String> {
    let words = words(line);
    let settings = words.iter().take_while(|word| word.contains('='));
    for (name, _) in settings.clone().filter_map(|word| word.split_once('=')) {
        is_in("tests", name)?;
    }
    match words.get(settings.count()..).unwrap_or_default() {
        ["cargo", "xtask", command, rest @ ..] => xtask(command, rest),
        ["cargo", "install", rest @ ..] => installed(rest),
        ["cargo", "test", rest @ ..] => tested(rest),
        ["setnx-transcript" | "printf", ..] => Ok(()),
        _ => Err("no rule says how this is tested".to_owned()),
    }
}

fn read(path: &str) -> String {
    std::fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

fn xtask(command: &str, rest: &[&str]) -> Result<(), String> {
    let source = read("xtask/src/main.rs");
    let help = source.split("const HELP").nth(1).unwrap_or_default();
    let help = help.split("\";").next().unwrap_or_default();
    let is_told = |line: &str| line.trim_start().split(' ').next() == Some(command);
    if !help.lines().any(is_told) {
        return Err(format!("xtask's help has no {command}"));
    }
    let suites = read("xtask/src/suite.rs");
    for word in rest {
        let is_known = match word.starts_with("--") {
            true => help.contains(word),
            false => suites.contains(&format!("(\n        \"{word}\",")),
        };
        if !is_known {
            return Err(format!("xtask knows no {word}"));
        }
    }
    Ok(())
}

fn installed(rest: &[&str]) -> Result<(), String> {
    let manifest = read("Cargo.toml");
    let mut words = rest.iter();
    while let Some(word) = words.next() {
        match *word {
            "--path" => drop(words.next()),
            "--features" => {
                let feature = words.next().copied().unwrap_or_default();
                if !manifest.contains(&format!("\n{feature} = [")) {
                    return Err(format!("there is no feature {feature}"));
                }
            }
            "--locked" | "--no-default-features" => {}
            other => return Err(format!("nothing is known of {other}")),
        }
    }
    Ok(())
}

fn tested(rest: &[&str]) -> Result<(), String> {
    let mut words = rest.iter();
    while let Some(word) = words.next() {
        match *word {
            "--no-default-features" => {}
            "--test" => {
                let name = words.next().copied().unwrap_or_default();
                let paths = [format!("tests/{name}.rs"), format!("tests/{name}/main.rs")];
                if !paths.iter().any(|path| root().join(path).is_file()) {
                    return Err(format!("there is no test {name}"));
                }
            }
            other => return Err(format!("nothing is known of {other}")),
        }
    }
    Ok(())
}

/// Whether a setting is read anywhere under a folder.
fn is_in(folder: &str, name: &str) -> Result<(), String> {
    let mut folders = vec![root().join(folder)];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            let text = || std::fs::read_to_string(&path).unwrap_or_default();
            let is_code = path.extension().is_some_and(|kind| kind == "rs");
            if is_code && text().contains(&format!("var_os(\"{name}\")")) {
                return Ok(());
            }
            if path.is_dir() {
                folders.push(path);
            }
        }
    }
    Err(format!("no test reads {name}"))
}
