//! A real redis-server for the time of a test, and connections to it over its socket.

use std::io::{BufRead, BufReader, Read, Write};
use std::os::unix::net::UnixStream;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};

/// The version that is the judge of every reply.
pub const VERSION: &str = "7.0.15";

/// Starts the server, and ends it when the pipe at its standard input closes: also when the test is killed.
const KEEPER: &str = r#"
redis-server --port 0 --unixsocket "$1/redis.sock" --dir "$1" --save '' --appendonly no &
cat >/dev/null
kill $!
wait
rm -rf "$1"
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
        check_version();
        let folder = new_folder();
        let mut keeper = Command::new("sh")
            .args(["-c", KEEPER, "sh"])
            .arg(&folder)
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
            if line.contains("ready to accept connections") {
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

/// A connection. What is sent waits in the socket until it is asked for.
pub struct Connection {
    stream: UnixStream,
    replies: BufReader<UnixStream>,
}

impl Connection {
    /// Sends commands at once; answers as many replies, each as its bytes.
    pub fn run(&mut self, commands: &[&[Vec<u8>]]) -> Vec<Vec<u8>> {
        let mut bytes = Vec::new();
        for argv in commands {
            encode(argv, &mut bytes);
        }
        self.stream.write_all(&bytes).expect("the server reads");
        commands.iter().map(|_| self.read_reply()).collect()
    }

    /// Sends one command of plain words.
    pub fn ask(&mut self, line: &str) -> Vec<u8> {
        let argv: Vec<Vec<u8>> = line.split(' ').map(|word| word.into()).collect();
        self.run(&[&argv]).remove(0)
    }

    fn read_reply(&mut self) -> Vec<u8> {
        let mut bytes = Vec::new();
        let mut open = 1;
        while open > 0 {
            open -= 1;
            let start = bytes.len();
            self.replies
                .read_until(b'\n', &mut bytes)
                .expect("the server answers");
            assert!(bytes.len() > start, "the server closed the connection");
            let line = bytes[start..].to_vec();
            match line[0] {
                b'$' => self.read_bulk(length(&line), &mut bytes),
                b'*' => open += length(&line).max(0),
                _ => {}
            }
        }
        bytes
    }

    fn read_bulk(&mut self, length: i64, bytes: &mut Vec<u8>) {
        if length >= 0 {
            let start = bytes.len();
            bytes.resize(start + length as usize + 2, 0);
            self.replies
                .read_exact(&mut bytes[start..])
                .expect("the server answers");
        }
    }
}

fn length(line: &[u8]) -> i64 {
    let text = std::str::from_utf8(&line[1..]).expect("a length is text");
    text.trim_end().parse().expect("a length is a number")
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
