//! The command line.

use std::path::PathBuf;
use std::sync::Arc;

use lexopt::{Arg, Parser, ValueExt};
use setnx_playground::check::{Assumption, Question};
use setnx_playground::lock::{Algorithm, Program};
use setnx_playground::sim::{CLIENTS_MAX, LEASE_S_MAX, Property, SERVERS_MAX, Setup};
use setnx_playground::text::Lang;

pub const HELP: &str = "\
setnx-search [options] FILE.lock ...

Looks through every schedule of clients that run the program in FILE.lock, and tells the shortest one that breaks a
property. The exit code is 0 when none does, 1 when one does, 2 for a mistake on the command line or in a program, and 3
when nothing can be said: the search may not use more memory, nobody gets in at all, or no
program does what would break it.

  --property NAME    two-leases (the default), two-believers, removed-lock, lost-update, shut, held-idle, nobody-ever
                     Of a lock that is for several, by its line `at most N hold`, the first two are about more than N.
  --roles A,B,B      which program each client runs, of a file that has several below lines such as `role reader:`;
                     else the clients run them in turn
  --clients N        how many clients (3)
  --rounds N         how often each may begin its program (any number, as always where nobody ever gets in)
  --attempts N       how many attempts each may begin, if the program names their tokens (any number, as always for
                     nobody-ever)
  --seconds N        for how long time may pass (any time)
  --lease N          the length of a lease in seconds (10)
  --servers N        how many servers that know nothing of each other (1)
  --replicas N       how many replicas of one server (0)
  --apart N          the clients' clocks differ by up to N seconds (0)
  --allow A,B        what may happen: crash, restart, gap, transit, lose, forget, fail-over, clock-set and
                     server-clock-set (12 s ahead or back), and part:
                     the network parts, and what is sent between its sides is lost
  --punctual         holders stop before their lease ends
  --memory N         megabytes for the search (256)
  --tla DIR          write the question as a TLA+ module, Lock.tla with Lock.cfg for TLC, and search nothing
  --lang TAG         en or zh
  --survival DIR     what locks survive instead: survival.md and survival.json, of these programs or of those that are
                     known, with the time of each cell
  --matrix           the page's table of algorithms and assumptions instead, with the time of each cell
  --help             this text";

/// What the command line asks for.
pub enum Wanted {
    Help,
    Matrix(Lang),
    /// Of these files, or of the known algorithms; where it is written.
    Survival(Vec<PathBuf>, PathBuf, Lang),
    Search(Box<Args>),
}

/// A search of files.
pub struct Args {
    pub files: Vec<PathBuf>,
    /// The roles of the clients, where they do not run the programs of a file in turn.
    pub roles: Vec<String>,
    pub lang: Lang,
    /// The question, still without its programs.
    pub asked: Question,
    /// Where the question is written as a TLA+ module instead.
    pub tla: Option<PathBuf>,
}

pub fn read() -> Result<Wanted, lexopt::Error> {
    let mut asked = Question::new(Setup::new(Algorithm::Setnx, 3), Property::TwoLeases);
    let (mut files, mut lang, mut is_matrix) = (Vec::new(), Lang::En, false);
    let mut roles = Vec::new();
    let (mut tla, mut survival) = (None, None);
    let mut parser = Parser::from_env();
    while let Some(arg) = parser.next()? {
        match arg {
            Arg::Short('h') | Arg::Long("help") => return Ok(Wanted::Help),
            Arg::Long("matrix") => is_matrix = true,
            Arg::Long("roles") => {
                let names = parser.value()?.string()?;
                roles = names
                    .split(',')
                    .map(|name| name.trim().to_owned())
                    .collect();
                if roles.len() > CLIENTS_MAX {
                    return Err(format!("there are at most {CLIENTS_MAX} clients").into());
                }
            }
            Arg::Long("property") => {
                let name = parser.value()?.string()?;
                let known = Property::find(&name);
                asked.property = known.ok_or_else(|| format!("there is no property `{name}`"))?;
            }
            Arg::Long("clients") => {
                let count: u8 = number(&mut parser, 1, CLIENTS_MAX as i64)? as u8;
                asked.setup.clients = Setup::new(Algorithm::Setnx, count).clients;
            }
            Arg::Long("rounds") => asked.rounds = Some(number(&mut parser, 1, 200)? as u8),
            Arg::Long("attempts") => asked.attempts = Some(number(&mut parser, 1, 1_000)? as u32),
            Arg::Long("seconds") => asked.seconds = Some(number(&mut parser, 1, 100_000)?),
            Arg::Long("lease") => asked.setup.lease_s = number(&mut parser, 1, LEASE_S_MAX)?,
            Arg::Long("servers") => {
                asked.setup.servers = number(&mut parser, 1, SERVERS_MAX as i64)? as u8;
            }
            Arg::Long("replicas") => {
                asked.setup.replicas = number(&mut parser, 0, SERVERS_MAX as i64 - 1)? as u8;
            }
            Arg::Long("apart") => {
                asked.allowed.clocks_apart_s = number(&mut parser, 0, 9)? as u8;
            }
            Arg::Long("memory") => {
                asked.bytes_max = (number(&mut parser, 1, 1 << 20)? as usize) << 20;
            }
            Arg::Long("punctual") => asked.allowed.overrun = false,
            Arg::Long("allow") => {
                for word in parser.value()?.string()?.split(',') {
                    allow(&mut asked, word.trim())?;
                }
            }
            Arg::Long("survival") => survival = Some(parser.value()?.into()),
            Arg::Long("tla") => tla = Some(parser.value()?.into()),
            Arg::Long("lang") => {
                let tag = parser.value()?.string()?;
                lang = Lang::from_tag(&tag).ok_or_else(|| format!("no language `{tag}`"))?;
            }
            Arg::Value(file) => files.push(file.into()),
            other => return Err(other.unexpected()),
        }
    }
    if let Some(folder) = survival {
        return Ok(Wanted::Survival(files, folder, lang));
    }
    match (is_matrix, files.is_empty()) {
        (true, true) => Ok(Wanted::Matrix(lang)),
        (true, false) => Err("--matrix has programs of its own: name no file".into()),
        (false, true) => Err("which program? Name a .lock file.".into()),
        (false, false) if tla.is_some() && files.len() > 1 => {
            Err("--tla writes one program: name one .lock file".into())
        }
        (false, false) => Ok(Wanted::Search(Box::new(Args {
            files,
            roles,
            lang,
            asked,
            tla,
        }))),
    }
}

fn number(parser: &mut Parser, least: i64, most: i64) -> Result<i64, lexopt::Error> {
    let number: i64 = parser.value()?.parse()?;
    match (least..=most).contains(&number) {
        true => Ok(number),
        false => Err(format!("{number} is not between {least} and {most}").into()),
    }
}

fn allow(asked: &mut Question, word: &str) -> Result<(), lexopt::Error> {
    let found = Assumption::find(word).ok_or_else(|| format!("nothing is called `{word}`"))?;
    asked.allowed.set(found, true);
    asked.setup.loses_messages |= found == Assumption::Part;
    Ok(())
}

impl Args {
    /// The question about the clients of a program.
    ///
    /// # Errors
    /// The role that the file does not have.
    pub fn question(&self, program: Arc<Program>) -> Result<Question, String> {
        let mut setup = self.asked.setup.clone();
        let names = program.roles().iter().map(|role| role.role());
        let names: Vec<&str> = names.collect();
        let mut roles = Vec::new();
        for name in &self.roles {
            let place = names.iter().position(|known| known == name);
            let place = place.and_then(|place| u8::try_from(place).ok());
            roles.push(place.ok_or_else(|| match names.is_empty() {
                true => format!("no role `{name}`: the file has one program"),
                false => format!("no role `{name}`: the file has {}", names.join(", ")),
            })?);
        }
        let clients = match roles.len() {
            0 => setup.clients.len(),
            given => given,
        };
        setup.clients = Setup::new(Algorithm::Own, u8::try_from(clients).unwrap_or(1)).clients;
        for (client, role) in setup.clients.iter_mut().zip(roles) {
            client.role = Some(role);
        }
        setup.own = Some(program);
        Ok(Question {
            programs: setup.programs(),
            setup,
            ..self.asked.clone()
        })
    }
}
