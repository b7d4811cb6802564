//! A schedule as commands for a real server, in the order in which the server of the run executed them.
//!
//! A line `C1> SETNX lock.foo 111` is a command on the connection of C1; `you` is what the reader typed, `before` what
//! stood there at the start. The lines that begin with `#` directly below a command are the reply that is expected, as
//! redis-cli prints it on a terminal; all others that begin so are remarks, between empty lines. Virtual time is left
//! out: where a key expires in the run, a command of `time` deletes it instead, and a remark says so. With several servers
//! a name has the letter of its server: `C1.B`.

use super::{one_line, printed, printed_to_client, told};
use crate::say;
use base::text::{Lang, Text};
use keyspace::{KeyspaceMode, Reply, Server};
use sim::{MessageId, Outcome, Peer, Request, Run, World, full_command, server_name};
use std::sync::Arc;

/// The run as a script, with its remarks in `lang`.
pub fn as_script(run: &Run, lang: Lang) -> String {
    let mut script = Script {
        text: String::new(),
        lang,
    };
    script.head(run);
    script.before(run.world(0));
    let mut blocked: Vec<(MessageId, Arc<Request>)> = Vec::new();
    for (index, outcome) in run.outcomes().enumerate() {
        let (before, after) = (run.world(index), run.world(index + 1));
        let executed = executed(outcome, after);
        if executed.is_empty() {
            script.remark(&told(lang, index, run));
        }
        for (server, reply) in &executed {
            script.request(outcome, *server, reply, after);
        }
        if let (Some(message), Some(request), None) =
            (outcome.message, &outcome.request, &outcome.reply)
            && outcome.executed.contains(&message)
        {
            blocked.push((message, Arc::clone(request)));
        }
        script.served(&mut blocked, before, after);
        for broken in outcome.broken.iter().filter(|_| !executed.is_empty()) {
            script.remark(&tell::broken(lang, broken, outcome.now_ms.after));
        }
        let at_servers: Vec<usize> = executed.iter().map(|(server, _)| *server).collect();
        script.changed(&at_servers, before, after);
    }
    script.text
}

/// The servers that executed the request of a move, and their replies.
fn executed(outcome: &Outcome, after: &World) -> Vec<(usize, Reply)> {
    if outcome.is_typed() {
        let reply = outcome.reply.clone();
        return reply
            .into_iter()
            .map(|reply| (after.primary(), reply))
            .collect();
    }
    let is_executed = |message: &MessageId| outcome.executed.contains(message);
    let exchanges = outcome.exchanges.iter();
    exchanges
        .filter(|(message, _)| is_executed(message))
        .filter_map(|(message, reply)| match message.peer {
            Peer::Server(place) => Some((usize::from(place), reply.clone()?)),
            Peer::Store => None,
        })
        .collect()
}

struct Script {
    text: String,
    lang: Lang,
}

impl Script {
    fn head(&mut self, run: &Run) {
        let said: &[Text] = &[
            say::SCRIPT_ABOUT,
            say::SCRIPT_CONNECTIONS,
            say::SCRIPT_REPLIES,
            say::SCRIPT_KEYS,
            say::SCRIPT_TIME,
        ];
        for text in said {
            self.comment(text.get(self.lang));
        }
        let typed = say::SCRIPT_TYPED;
        let at_once = say::SCRIPT_SEND;
        let servers = run.world(0).servers().count();
        let modes = run.world(0).servers().map(Server::mode);
        let later = { modes }.find(|mode| *mode != KeyspaceMode::default());
        if let Some(mode) = later {
            self.comment(&say::script_version(mode.server()).get(self.lang));
        }
        if servers > 1 {
            self.servers(servers);
        }
        match run.outcomes().any(Outcome::is_typed) {
            true => self.comment(typed.get(self.lang)),
            false if servers > 1 => {}
            false => self.comment(at_once.get(self.lang)),
        }
        self.text.push('\n');
    }

    /// Says how to start as many servers as the run has, and what no script can do with them.
    fn servers(&mut self, servers: usize) {
        self.comment(say::SCRIPT_SERVERS.get(self.lang));
        for place in 0..u8::try_from(servers).unwrap_or(u8::MAX) {
            let port = (7001 + u32::from(place)).to_string();
            let name = server_name(place).to_string();
            let words = [&name, ": redis-server --port ", &port, " --save ''"];
            self.comment(&words.concat());
        }
        self.comment(say::SCRIPT_REMARKS.get(self.lang));
    }

    /// Writes the command that sets the lock's key to its value at the start.
    fn before(&mut self, start: &World) {
        for place in 0..start.servers().count() {
            if let Some(value) = start.lock_value(place) {
                let argv = [b"SET".to_vec(), start.lock_key().to_vec(), value.to_vec()];
                let who = self.at("before", place, start);
                self.command(&who, &argv);
                self.comment("OK");
            }
        }
    }

    fn request(&mut self, outcome: &Outcome, server: usize, reply: &Reply, after: &World) {
        let who = outcome.client.map(|id| id.to_string());
        let who = self.at(who.as_deref().unwrap_or("you"), server, after);
        let Some(request) = &outcome.request else {
            return;
        };
        let sent: Vec<_> = request.sent().collect();
        let [before_last @ .., last] = sent.as_slice() else {
            return;
        };
        let is_wait = last.first().is_some_and(|name| name == b"WAIT");
        if is_wait && (0..after.servers().count()).any(|place| after.is_replica(place)) {
            let told = say::script_wait(who, full_command(last), tell::reply_text(reply));
            return self.remark(&told.get(self.lang));
        }
        if !before_last.is_empty() && reply.is_error() {
            // One of the commands of a transaction was refused, so that none was executed.
            return self.remark(&printed(outcome, reply, after).join(" "));
        }
        for (at, command) in before_last.iter().enumerate() {
            self.command(&who, command);
            self.comment(if at == 0 { "OK" } else { "QUEUED" });
        }
        self.command(&who, last);
        for line in printed(outcome, reply, after) {
            self.comment(&line);
        }
    }

    /// Writes the pops of blocked clients that this move has served, as if they were sent now. On a real server nobody waits
    /// meanwhile: one that waits in vain takes nothing, and the replies are the same.
    fn served(
        &mut self,
        blocked: &mut Vec<(MessageId, Arc<Request>)>,
        before: &World,
        after: &World,
    ) {
        let is_new = |name| before.served().all(|(known, _)| known != name);
        for (name, reply) in after.served().filter(|(name, _)| is_new(*name)) {
            let is_it = |(message, _): &(MessageId, _)| {
                message.client == name.client && message.peer == name.peer
            };
            let (Some(at), Peer::Server(place)) = (blocked.iter().rposition(is_it), name.peer)
            else {
                continue;
            };
            let (_, request) = blocked.remove(at);
            if *reply == Reply::NilArray {
                continue;
            }
            let who = self.at(&name.client.to_string(), usize::from(place), after);
            if let Some(pop) = request.sent().last() {
                self.command(&who, &pop);
            }
            for line in printed_to_client(reply) {
                self.comment(&line);
            }
        }
    }

    /// The name of a connection: with the letter of its server, where there are several.
    fn at(&self, who: &str, server: usize, world: &World) -> String {
        match u8::try_from(server) {
            Ok(place) if world.servers().count() > 1 => {
                [who, ".", &server_name(place).to_string()].concat()
            }
            _ => who.to_owned(),
        }
    }

    /// Writes a command for each key that something else than a command has changed in a move: its time has come, or
    /// the server forgot it, or got it from another.
    fn changed(&mut self, executed: &[usize], before: &World, after: &World) {
        let pairs = before.servers().zip(after.servers()).enumerate();
        for (place, (earlier, later)) in pairs.filter(|(place, _)| !executed.contains(place)) {
            let who = self.at("time", place, after);
            let clock_ms = after.server_clock_ms(place);
            for (key, _) in earlier.entries(0, before.server_clock_ms(place)) {
                if later.peek(0, clock_ms, key).is_some() {
                    continue;
                }
                let gone = say::script_gone(full_command(&[key.to_vec()]));
                self.remark(&gone.get(self.lang));
                self.command(&who, &[b"DEL".to_vec(), key.to_vec()]);
                self.comment("(integer) 1");
            }
            for (key, entry) in later.entries(0, clock_ms) {
                let known = earlier.peek(0, before.server_clock_ms(place), key);
                if known.is_some_and(|known| known.value == entry.value) {
                    continue;
                }
                let changed = say::script_changed(full_command(&[key.to_vec()]));
                self.remark(&changed.get(self.lang));
                let value = entry.value.string().map(|value| value.to_vec());
                let mut argv = vec![b"SET".to_vec(), key.to_vec(), value.unwrap_or_default()];
                if let Some(last_ms) = entry.expires_at_ms {
                    let left_ms = last_ms.saturating_sub(clock_ms).max(1);
                    argv.extend([b"PX".to_vec(), left_ms.to_string().into_bytes()]);
                }
                self.command(&who, &argv);
                self.comment("OK");
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
