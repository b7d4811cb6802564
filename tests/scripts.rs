//! A schedule's commands, fed to a real redis-server by as many redis-cli as it has clients, get the replies that the
//! script names.

#[expect(dead_code, reason = "the comparison of replies needs more of it")]
mod redis;
mod reviewed;

use redis::Redis;
use setnx_playground::keyspace::KeyspaceMode;
use setnx_playground::lesson::export::{as_script, as_text};
use setnx_playground::lesson::{self, Play};
use setnx_playground::lock::{Algorithm, Program};
use setnx_playground::sim::{ClientId, Move, Peer, Run, SERVERS_MAX, Setup};
use setnx_playground::text::Lang;
use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::Arc;

/// A command of a script, its client, and the expected lines of its reply.
#[derive(Debug)]
struct Line<'a> {
    who: &'a str,
    command: &'a str,
    reply: Vec<&'a str>,
}

/// The commands of a script. Comments stand between empty lines.
fn commands(script: &str) -> Vec<Line<'_>> {
    let mut all: Vec<Line> = Vec::new();
    let mut is_below = false;
    for line in script.lines() {
        if let Some(text) = line.strip_prefix("# ") {
            if let (true, Some(last)) = (is_below, all.last_mut()) {
                last.reply.push(text);
            }
        } else if let Some((who, command)) = line.split_once("> ") {
            all.push(Line {
                who,
                command,
                reply: Vec::new(),
            });
            is_below = true;
        } else {
            assert_eq!(line, "", "a line is a command, a reply, a remark or empty");
            is_below = false;
        }
    }
    all
}

/// The text after the reply to a command or to a whole transaction.
const END: &str = "end-of-reply";

/// redis-cli with its input and output at hand.
struct Client {
    cli: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Client {
    fn open(redis: &Redis) -> Client {
        let mut cli = Command::new("redis-cli")
            .arg("-s")
            .arg(redis.socket())
            .arg("--no-raw")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("redis-cli, of Debian's redis-tools, runs");
        let input = cli.stdin.take().expect("its input is piped");
        let output = cli.stdout.take().expect("its output is piped");
        Client {
            cli,
            input,
            output: BufReader::new(output),
        }
    }

    /// Sends lines; answers what redis-cli prints for them.
    fn enter(&mut self, lines: &[&str]) -> Vec<String> {
        for line in lines.iter().chain(&[format!("ECHO {END}").as_str()]) {
            writeln!(self.input, "{line}").expect("redis-cli reads");
        }
        let end = format!("\"{END}\"");
        let lines = self
            .output
            .by_ref()
            .lines()
            .map(|line| line.expect("redis-cli prints text"));
        lines.take_while(|line| *line != end).collect()
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        let _ = self.cli.kill();
        let _ = self.cli.wait();
    }
}

/// The server of a connection's name, by its index: `C1.B` is at B, and `C1` at the only one.
fn place(who: &str) -> usize {
    let letter = who
        .split_once('.')
        .and_then(|(_, name)| name.bytes().next());
    letter.map_or(0, |letter| usize::from(letter - b'A'))
}

/// As many real servers as a run may have.
fn servers() -> Vec<Redis> {
    (0..SERVERS_MAX).map(|_| Redis::start()).collect()
}

/// Feeds a script to servers that are empty.
fn feed(redis: &[Redis], name: &str, script: &str) -> usize {
    for redis in redis {
        redis.connect().ask("FLUSHALL");
    }
    let mut clients: BTreeMap<&str, Client> = BTreeMap::new();
    let lines = commands(script);
    let mut rest = &lines[..];
    while let Some(first) = rest.first() {
        let is_end = |line: &Line| line.command == "EXEC";
        let count = match first.command {
            // Until EXEC nothing but QUEUED can be had.
            "MULTI" => 1 + rest.iter().position(is_end).expect("MULTI has its EXEC"),
            _ => 1,
        };
        let (group, after) = rest.split_at(count);
        rest = after;
        let client = clients
            .entry(first.who)
            .or_insert_with(|| Client::open(&redis[place(first.who)]));
        let sent: Vec<&str> = group.iter().map(|line| line.command).collect();
        let expected: Vec<&str> = group.iter().flat_map(|line| line.reply.clone()).collect();
        assert!(
            group.iter().all(|line| line.who == first.who),
            "{name}: {group:?}"
        );
        assert!(
            group.iter().all(|line| !line.reply.is_empty()),
            "{name}: {group:?}"
        );
        // Behind a reply that took half a second or more, redis-cli says how long: WAIT does where no replica answers.
        let is_time = |line: &String| line.starts_with('(') && line.ends_with("s)");
        let mut answer = client.enter(&sent);
        answer.retain(|line| !is_time(line));
        assert_eq!(answer, expected, "{name}: {group:?}");
    }
    lines.len()
}

fn played(setup: Setup, moves: &[Move]) -> Run {
    let (run, stopped) = Run::play(setup.world(), &moves.into());
    assert_eq!(stopped, None);
    run
}

/// Whether the server that is here knows all commands of a lesson.
fn is_of_7_0(lesson: &&lesson::Lesson) -> bool {
    let programs = lesson.setup().programs();
    let mut modes = programs.iter().map(|program| program.mode());
    modes.all(|mode| mode == KeyspaceMode::Redis7)
}

#[test]
fn a_real_server_gives_every_reply_that_the_script_of_a_lesson_names() {
    let redis = servers();
    for lesson in lesson::ALL.into_iter().filter(is_of_7_0) {
        for lang in Lang::ALL {
            let run = lesson.run();
            let script = as_script(&run, lang);
            let fed = feed(&redis, lesson.id, &script);
            let executed = run.outcomes().flat_map(|outcome| {
                let is_wait = |argv: &Vec<Vec<u8>>| argv[0] == b"WAIT";
                let request = outcome.request.as_ref();
                let is_remark = request.is_some_and(|request| request.commands.iter().any(is_wait));
                outcome.executed.iter().filter(move |_| !is_remark)
            });
            let at_least = executed
                .filter(|message| message.peer != Peer::Store)
                .count();
            assert!(fed >= at_least && fed > 0, "{}", lesson.id);
        }
    }
}

#[test]
fn every_algorithm_gives_a_script_that_a_real_server_answers_as_it_says() {
    let redis = servers();
    for algorithm in Algorithm::ALL {
        if algorithm.program().mode() != KeyspaceMode::Redis7 {
            continue;
        }
        let mut setup = Setup::new(algorithm, 3);
        let is_redlock = [
            Algorithm::Redlock,
            Algorithm::RedlockUnchecked,
            Algorithm::RedlockKept,
        ]
        .contains(&algorithm);
        setup.servers = if is_redlock { 5 } else { 1 };
        setup.value = Some("90".to_owned());
        let mut run = Run::new(setup.world());
        for round in 0..30_u8 {
            let _ = run.push(Move::Step(ClientId(1 + round % 3)));
            if round % 7 == 6 {
                let _ = run.push(Move::Tick(4_000));
            }
        }
        let fed = feed(&redis, algorithm.id(), &as_script(&run, Lang::En));
        assert!(fed > 3, "{}", algorithm.id());
    }
}

#[test]
fn what_a_reader_typed_is_fed_on_a_connection_of_its_own() {
    let typed = |line: &str| Move::Type(line.into());
    let lines = [
        "SET 'a b' \"\\x00\\xff\\n# no\"",
        "GET 'a b'",
        "INCR 'a b'",
        "SELECT 1",
        "SET only here",
        "CLIENT GETNAME",
        "COMMAND COUNT x",
        "APPEND only more",
        "MGET only nothing only",
        "GETDEL only",
    ];
    let mut moves: Vec<Move> = lines.iter().map(|line| typed(line)).collect();
    moves.insert(3, Move::Step(ClientId(1)));
    let run = played(Setup::new(Algorithm::Setnx, 1), &moves);
    let redis = Redis::start();
    assert_eq!(
        feed(&[redis], "typed", &as_script(&run, Lang::En)),
        lines.len() + 1
    );
}

/// A blocked client's pop stands where it is served, so that nobody has to wait on a real server.
#[test]
fn a_script_has_the_pop_of_a_blocked_client_where_it_is_served() {
    let text = include_str!("search/libraries/tok-list.lock");
    let mut setup = Setup::new(Algorithm::Own, 3);
    setup.own = Some(Arc::new(Program::parse(text).expect("a program")));
    let [one, two, three] = [1, 2, 3].map(|id| Move::Step(ClientId(id)));
    let moves = [
        one.clone(),
        two.clone(),
        two.clone(),
        three.clone(),
        three.clone(),
        // The time limit of both is over: they ask once more.
        Move::Tick(1_000),
        three.clone(),
        three.clone(),
        three.clone(),
        two.clone(),
        two.clone(),
        two.clone(),
        Move::Tick(500),
        Move::Type("RPUSH signal 'by hand'".into()),
        three.clone(),
        Move::Tick(1_500),
        one.clone(),
        one,
        two.clone(),
        two,
        three,
    ];
    let mut run = Run::new(setup.world());
    for mv in moves {
        let _ = run.push(mv);
    }
    let script = as_script(&run, Lang::En);
    let pop = "C3> BLPOP signal 1\n# 1) \"signal\"\n# 2) \"by hand\"\n";
    assert!(script.contains(pop), "{script}");
    feed(&[Redis::start()], "blocked", &script);
}

/// The script says so itself: all of it through one redis-cli, by the command that stands in its head.
#[test]
fn the_command_in_a_scripts_head_feeds_all_of_it() {
    let redis = Redis::start();
    let one = lesson::Network {
        servers: 1,
        replicas: 0,
    };
    let one_server = |lesson: &&lesson::Lesson| lesson.network == one;
    let lessons = lesson::ALL.into_iter().filter(is_of_7_0);
    for lesson in lessons.filter(one_server) {
        redis.connect().ask("FLUSHALL");
        let script = as_script(&lesson.run(), Lang::En);
        let line = script
            .lines()
            .find_map(|line| line.split_once("connection: "));
        let (_, line) = line.expect("the head has a command");
        let line = line.replace("FILE", "-");
        let line = line.replace(
            "redis-cli",
            &format!("redis-cli -s {}", redis.socket().display()),
        );
        let mut shell = Command::new("sh")
            .args(["-c", &line])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("sh runs");
        let mut input = shell.stdin.take().expect("its input is piped");
        input.write_all(script.as_bytes()).expect("sed reads");
        drop(input);
        let output = shell.wait_with_output().expect("sh ends").stdout;
        let printed = String::from_utf8_lossy(&output);
        let lines = commands(&script);
        let expected: Vec<&str> = lines.iter().flat_map(|line| line.reply.clone()).collect();
        assert_eq!(
            printed.lines().collect::<Vec<_>>(),
            expected,
            "{}",
            lesson.id
        );
    }
}

#[test]
fn scripts_and_texts_read_as_they_were_reviewed() {
    for id in ["D2", "P4-fenced", "R2"] {
        let lesson = lesson::find(id).expect(id);
        for lang in Lang::ALL {
            let tag = lang.tag();
            let script = as_script(&lesson.run(), lang);
            reviewed::check(&format!("export/{id}.{tag}.script.txt"), &script);
            let text = as_text(&Play::of_lesson(lesson), lang);
            reviewed::check(&format!("export/{id}.{tag}.txt"), &text);
        }
    }
}
