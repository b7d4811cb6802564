//! A schedule as commands for a real server, in the order in which the server of the run executed them.
//!
//! A line `C1> SETNX lock.foo 111` is a command on the connection of C1; `you` is what the reader typed, `before` what
//! stood there at the start. The lines that begin with `#` directly below a command are the reply that is expected, as
//! redis-cli prints it on a terminal; all others that begin so are remarks, between empty lines. Virtual time is left
//! out: where a key expires in the run, a command of `time` deletes it instead, and a remark says so.

use super::{one_line, printed, told};
use crate::keyspace::Reply;
use crate::sim::{CommandPart, Move, Outcome, Peer, Request, Run, World, full_command};
use crate::tell;
use crate::text::{Lang, Phrase, Text};

/// The run as a script, with its remarks in `lang`.
pub fn as_script(run: &Run, lang: Lang) -> String {
    let mut script = Script {
        text: String::new(),
        lang,
    };
    script.head(run);
    script.before(run.world(0));
    for (index, outcome) in run.outcomes().enumerate() {
        let (before, after) = (run.world(index), run.world(index + 1));
        match executed(outcome) {
            Some((request, reply)) => script.request(outcome, request, reply, after),
            None => script.remark(&told(lang, index, run)),
        }
        for broken in outcome
            .broken
            .iter()
            .filter(|_| executed(outcome).is_some())
        {
            script.remark(&tell::broken(lang, broken, outcome.now_ms.after));
        }
        if let Move::Tick(_) = outcome.mv {
            script.expired(before, after);
        }
    }
    script.text
}

/// The request that a Redis server executed in a move, and its reply.
fn executed(outcome: &Outcome) -> Option<(&Request, &Reply)> {
    let request = outcome
        .request
        .as_ref()
        .filter(|_| outcome.has(CommandPart::Execute))?;
    let reply = outcome.reply.as_ref()?;
    (request.to != Peer::Store).then_some((request, reply))
}

struct Script {
    text: String,
    lang: Lang,
}

impl Script {
    fn head(&mut self, run: &Run) {
        let said: &[Text] = &[
            Text {
                en: "Commands for a real Redis server, in the order in which the server of this run executed them.",
                zh: "给真实 Redis 服务器的命令，顺序与这一局里服务器执行的顺序相同。",
            },
            Text {
                en: "Open one redis-cli for each name before \">\", and type each line into the one that it names.",
                zh: "为“>”前的每个名字各开一个 redis-cli，把每一行输入它所指名的那一个。",
            },
            Text {
                en: "The expected reply stands directly below each command.",
                zh: "每条命令的正下方是预期的回复。",
            },
            Text {
                en: "The keys must not exist at the start. Use a server with no data that anybody needs.",
                zh: "开始时这些键不能存在。请用一台没有重要数据的服务器。",
            },
            Text {
                en: "Virtual time is left out: the commands contain the times that the clients computed.",
                zh: "虚拟时间不在其中：客户端算出的时间已经写在命令里。",
            },
        ];
        for text in said {
            self.comment(text.get(self.lang));
        }
        let typed = Text {
            en: "Some commands are your own. They may depend on the time, or on features that this page does not have, and then their replies may differ.",
            zh: "有些命令是你自己输入的。它们若依赖时间，或依赖本页没有实现的功能，回复就可能不同。",
        };
        let at_once = Text {
            en: "To send all of them on one connection: sed -n 's/^[A-Za-z0-9]*> //p' FILE | redis-cli --no-raw",
            zh: "用一个连接全部发送：sed -n 's/^[A-Za-z0-9]*> //p' FILE | redis-cli --no-raw",
        };
        match run.outcomes().any(Outcome::is_typed) {
            true => self.comment(typed.get(self.lang)),
            false => self.comment(at_once.get(self.lang)),
        }
        self.text.push('\n');
    }

    /// Writes the command that sets the lock's key to its value at the start.
    fn before(&mut self, start: &World) {
        if let Some(value) = start.lock_value(0) {
            let argv = [b"SET".to_vec(), start.lock_key().to_vec(), value.to_vec()];
            self.command("before", &argv);
            self.comment("OK");
        }
    }

    fn request(&mut self, outcome: &Outcome, request: &Request, reply: &Reply, after: &World) {
        let who = outcome.client.map(|id| id.to_string());
        let who = who.as_deref().unwrap_or("you");
        let [before_last @ .., last] = request.commands.as_slice() else {
            return;
        };
        if !before_last.is_empty() && reply.is_error() {
            // One of the commands of a transaction was refused, so that none was executed.
            return self.remark(&printed(outcome, reply, after).join(" "));
        }
        for (at, command) in before_last.iter().enumerate() {
            self.command(who, command);
            self.comment(if at == 0 { "OK" } else { "QUEUED" });
        }
        self.command(who, last);
        for line in printed(outcome, reply, after) {
            self.comment(&line);
        }
    }

    /// Writes a DEL for each key that expired in a move.
    fn expired(&mut self, before: &World, after: &World) {
        for (server, later) in before.servers().zip(after.servers()) {
            for (key, _) in server.entries(0, before.now_ms()) {
                if later.peek(0, after.now_ms(), key).is_some() {
                    continue;
                }
                let stands_in = Text {
                    en: "{key} has expired by now. Wait until it expires, or send this command instead:",
                    zh: "此时 {key} 已经过期。请等它过期，或改为发送这条命令：",
                };
                let shown = full_command(&[key.to_vec()]);
                let phrase = Phrase::new(stands_in, vec![("key", shown)]);
                self.remark(&phrase.get(self.lang));
                self.command("time", &[b"DEL".to_vec(), key.to_vec()]);
                self.comment("(integer) 1");
            }
        }
    }

    fn command(&mut self, who: &str, argv: &[Vec<u8>]) {
        for piece in [who, "> ", &full_command(argv), "\n"] {
            self.text.push_str(piece);
        }
    }

    /// A remark stands between empty lines.
    fn remark(&mut self, text: &str) {
        if !self.text.ends_with("\n\n") {
            self.text.push('\n');
        }
        self.comment(text);
        self.text.push('\n');
    }

    fn comment(&mut self, text: &str) {
        for piece in ["# ", &one_line(text), "\n"] {
            self.text.push_str(piece);
        }
    }
}
