//! A real redis-server for the time of a test, and connections to it over its socket.

pub mod frame;

use std::io::{BufRead, BufReader, Read, Write};
use std::os::unix::net::UnixStream;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

/// The version that is the judge of every reply.
pub const VERSION: &str = "7.0.15";

/// Starts the server, and ends it when the pipe at its standard input closes: also when the test is killed.
const KEEPER: &str = r#"
folder=$1
program=$2
shift 2
"$program" --port 0 --unixsocket "$folder/redis.sock" --dir "$folder" --save '' --appendonly no "$@" &
cat >/dev/null
kill $!
wait
rm -rf "$folder"
"#;

/// A server of our own, with the default configuration but for where it listens and that it saves nothing.
pub struct Redis {
    keeper: Child,
    lifeline: Option<ChildStdin>,
    folder: PathBuf,
}

impl Redis {
    /// Starts a server in a new folder and waits until it says that it is ready.
    pub fn start() -> Redis {
        Redis::start_with(&[])
    }

    /// Like [`Redis::start`], but an expired key is removed only when a command reads it.
    pub fn start_without_active_expiry() -> Redis {
        let redis = Redis::start_with(&["--enable-debug-command", "yes"]);
        let reply = redis.connect().ask("DEBUG SET-ACTIVE-EXPIRE 0");
        assert_eq!(reply, b"+OK\r\n");
        redis
    }

    /// Like [`Redis::start`], with these options.
    pub fn start_with(options: &[&str]) -> Redis {
        check_version();
        Redis::start_program("redis-server", options)
    }

    /// Starts another server that understands the same options and logs the same words.
    pub fn start_program(program: &str, options: &[&str]) -> Redis {
        let folder = new_folder();
        let mut keeper = Command::new("sh")
            .args(["-c", KEEPER, "sh"])
            .arg(&folder)
            .arg(program)
            .args(options)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("sh starts");
        let lifeline = keeper.stdin.take();
        let log = keeper.stdout.take().expect("its output is piped");
        let redis = Redis {
            keeper,
            lifeline,
            folder,
        };
        let mut seen = String::new();
        for line in BufReader::new(log).lines() {
            let line = line.expect("redis-server logs text");
            if line.to_lowercase().contains("ready to accept connections") {
                return redis;
            }
            seen.push_str(&line);
            seen.push('\n');
        }
        panic!("redis-server did not start:\n{seen}");
    }

    /// Where it listens.
    pub fn socket(&self) -> PathBuf {
        self.folder.join("redis.sock")
    }

    /// A new connection.
    pub fn connect(&self) -> Connection {
        let stream = UnixStream::connect(self.socket()).expect("the server listens");
        let patience = stream.set_read_timeout(Some(PATIENCE));
        patience.expect("a socket can wait");
        Connection {
            replies: BufReader::new(stream.try_clone().expect("a socket has two ends")),
            stream,
        }
    }
}

impl Drop for Redis {
    fn drop(&mut self) {
        drop(self.lifeline.take());
        let _ = self.keeper.wait();
    }
}

fn check_version() {
    let output = Command::new("redis-server").arg("--version").output();
    let output = output.unwrap_or_else(|error| {
        panic!("redis-server does not run ({error}); install Debian's packages redis-server and redis-tools")
    });
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(
        text.contains(&format!("v={VERSION} ")),
        "the judge is redis-server {VERSION}, but here is: {text}"
    );
}

/// A folder that no other test has. Short, since the path of a socket may have 107 bytes.
fn new_folder() -> PathBuf {
    static COUNT: AtomicUsize = AtomicUsize::new(0);
    let number = COUNT.fetch_add(1, Ordering::Relaxed);
    let name = format!("setnx-{}-{number}", std::process::id());
    let folder = Path::new("/tmp").join(name);
    std::fs::create_dir_all(&folder).expect("/tmp can be written to");
    folder
}

/// Maximum time to wait for a reply: longer than any command takes on a busy machine.
const PATIENCE: Duration = Duration::from_secs(20);

/// A connection. Replies wait in the socket until they are read.
pub struct Connection {
    stream: UnixStream,
    replies: BufReader<UnixStream>,
}

impl Connection {
    /// Sends a command. A closed connection shows when its reply is read.
    pub fn send(&mut self, argv: &[Vec<u8>]) {
        let mut bytes = Vec::new();
        encode(argv, &mut bytes);
        let _ = self.stream.write_all(&bytes);
    }

    /// Waits for a reply; `None` when the server hangs up, or says nothing for too long.
    pub fn receive(&mut self) -> Option<Vec<u8>> {
        let mut bytes = Vec::new();
        let result = frame::read(&mut self.replies, &mut bytes);
        result.is_ok().then_some(bytes)
    }

    /// Sends commands at once; answers as many replies, each as its bytes.
    pub fn run(&mut self, commands: &[&[Vec<u8>]]) -> Vec<Vec<u8>> {
        let mut bytes = Vec::new();
        for argv in commands {
            encode(argv, &mut bytes);
        }
        self.stream.write_all(&bytes).expect("the server reads");
        let replies = commands.iter().map(|_| self.receive());
        let replies: Option<Vec<_>> = replies.collect();
        replies.expect("the server answers")
    }

    /// Sends one command of plain words.
    pub fn ask(&mut self, line: &str) -> Vec<u8> {
        self.run(&[&words(line)]).remove(0)
    }

    /// Everything that has come and was not read, and whether the server has hung up. Waits for nothing.
    pub fn drain(&mut self) -> (Vec<u8>, bool) {
        let mut bytes = Vec::new();
        self.stream.set_nonblocking(true).expect("a socket");
        let end = self.replies.read_to_end(&mut bytes);
        self.stream.set_nonblocking(false).expect("a socket");
        (bytes, end.is_ok())
    }

    /// Whether nothing has come that was not read. Waits for nothing.
    pub fn is_silent(&mut self) -> bool {
        let quiet = |at: &UnixStream, on| at.set_nonblocking(on).expect("a socket");
        quiet(&self.stream, true);
        let is_silent = self.replies.fill_buf().is_err();
        quiet(&self.stream, false);
        is_silent
    }

    /// Whether the server hangs up without another word.
    pub fn is_closed(&mut self) -> bool {
        self.replies.fill_buf().is_ok_and(<[u8]>::is_empty)
    }
}

/// A line of plain words.
pub fn words(line: &str) -> Vec<Vec<u8>> {
    line.split(' ').map(|word| word.into()).collect()
}

/// Appends a command as a server reads it.
pub fn encode(argv: &[Vec<u8>], out: &mut Vec<u8>) {
    out.extend(format!("*{}\r\n", argv.len()).bytes());
    for argument in argv {
        out.extend(format!("${}\r\n", argument.len()).bytes());
        out.extend_from_slice(argument);
        out.extend_from_slice(b"\r\n");
    }
}
