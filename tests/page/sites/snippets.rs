//! The programs that the article offers to copy, each run against a real server by the client library that it names. All have
//! to do the same: take the lock, be refused while it is held, renew it, release it, and learn afterwards that it is gone.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use page_tests::{Outcome, root};

#[allow(
    dead_code,
    reason = "the file has a main function, as one that is copied needs"
)]
#[path = "../../../article/snippets/lock.rs"]
mod lock;

/// What each of them says of: a lock that is free, one that is held, a renewal, a release, and both of them once more.
const SAID: &str = "true false true true false false";

/// A server on a socket of its own, which ends with the test.
struct Server {
    process: Child,
    folder: PathBuf,
}

impl Server {
    fn start(name: &str) -> Outcome<Server> {
        let folder = std::env::temp_dir().join(format!("snippets-{name}-{}", std::process::id()));
        fs::create_dir_all(&folder)?;
        let process = Command::new("redis-server")
            .args(["--port", "0", "--save", "", "--unixsocket", "server.sock"])
            .arg("--dir")
            .arg(&folder)
            .current_dir(&folder)
            .stdout(Stdio::null())
            .spawn()?;
        let server = Server { process, folder };
        for _ in 0..500 {
            if server
                .client()
                .and_then(|client| Ok(client.get_connection()?))
                .is_ok()
            {
                return Ok(server);
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        Err("the server did not start".into())
    }

    fn socket(&self) -> PathBuf {
        self.folder.join("server.sock")
    }

    fn client(&self) -> Outcome<redis::Client> {
        Ok(redis::Client::open(format!(
            "redis+unix://{}",
            self.socket().display()
        ))?)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
        let _ = fs::remove_dir_all(&self.folder);
    }
}

fn snippet(name: &str) -> PathBuf {
    root().join("article/snippets").join(name)
}

/// What a program printed; what it complained of is its error.
fn said(command: &mut Command) -> Outcome<String> {
    let output = command.output()?;
    match output.status.success() {
        true => Ok(String::from_utf8(output.stdout)?.trim().to_lowercase()),
        false => Err(String::from_utf8_lossy(&output.stderr).into_owned().into()),
    }
}

pub fn rust() -> Outcome {
    let server = Server::start("rust")?;
    let mut connection = server.client()?.get_connection()?;
    let held = lock::take(&mut connection, "lock.foo")?;
    let (token, _) = held.clone().ok_or("the lock was free")?;
    let said = [
        held.is_some(),
        lock::take(&mut connection, "lock.foo")?.is_some(),
        lock::renew(&mut connection, "lock.foo", &token)?.is_some(),
        lock::release(&mut connection, "lock.foo", &token)?,
        lock::renew(&mut connection, "lock.foo", &token)?.is_some(),
        lock::release(&mut connection, "lock.foo", &token)?,
    ];
    assert_eq!(said.map(|one| one.to_string()).join(" "), SAID);
    Ok(())
}

pub fn python() -> Outcome {
    let server = Server::start("python")?;
    let driver = "import sys, redis, lock
server = redis.Redis(unix_socket_path=sys.argv[1])
held = lock.take(server, 'lock.foo')
token = held[0]
assert 0 < server.pttl('lock.foo') <= lock.LEASE_MS
print(held is not None, lock.take(server, 'lock.foo') is not None, lock.renew(server, 'lock.foo', token) is not None,
      lock.release(server, 'lock.foo', token), lock.renew(server, 'lock.foo', token) is not None,
      lock.release(server, 'lock.foo', token))";
    let packages = root().join("target/tools/python-rows");
    let path = std::env::join_paths([packages, root().join("article/snippets")])?;
    let mut python = Command::new("python3");
    python
        .args(["-B", "-c", driver])
        .arg(server.socket())
        .env("PYTHONPATH", path);
    assert_eq!(said(&mut python)?, SAID);
    Ok(())
}

pub fn node() -> Outcome {
    let server = Server::start("node")?;
    // Where its packages are.
    let stage = root().join("target/sites/rows/source");
    fs::copy(snippet("lock.mjs"), stage.join("lock.mjs"))?;
    let driver = "import Redis from 'ioredis';
import { take, renew, release } from './lock.mjs';
const server = new Redis(process.argv[1]);
const held = await take(server, 'lock.foo');
const token = held.token;
console.log(held !== null, (await take(server, 'lock.foo')) !== null, (await renew(server, 'lock.foo', token)) !== null,
  await release(server, 'lock.foo', token), (await renew(server, 'lock.foo', token)) !== null,
  await release(server, 'lock.foo', token));
server.disconnect();";
    let mut node = Command::new("node");
    node.args(["--input-type=module", "--eval", driver])
        .arg(server.socket())
        .current_dir(&stage);
    assert_eq!(said(&mut node)?, SAID);
    Ok(())
}

/// The script is one attempt from its beginning to its end, so its words are looked at, first of a free lock, then of a held one.
pub fn redis_cli() -> Outcome {
    let server = Server::start("cli")?;
    let shim = server.folder.join("redis-cli");
    let real = said(Command::new("sh").args(["-c", "command -v redis-cli"]))?;
    fs::write(
        &shim,
        format!(
            "#!/bin/sh\nexec {real} -s '{}' \"$@\"\n",
            server.socket().display()
        ),
    )?;
    fs::set_permissions(&shim, fs::Permissions::from_mode(0o755))?;
    let path = std::env::var_os("PATH").unwrap_or_default();
    let first = std::iter::once(server.folder.clone()).chain(std::env::split_paths(&path));
    let path = std::env::join_paths(first)?;
    let run = || {
        let mut script = Command::new("sh");
        script.arg(snippet("lock.sh")).env("PATH", &path);
        script
    };
    assert_eq!(said(&mut run())?, "working");
    let mut connection = server.client()?.get_connection()?;
    let left: i64 = redis::cmd("EXISTS")
        .arg("lock.foo")
        .query(&mut connection)?;
    assert_eq!(left, 0);
    redis::cmd("SET")
        .arg("lock.foo")
        .arg("another's")
        .exec(&mut connection)?;
    let refused = run().output()?;
    assert_eq!(
        String::from_utf8(refused.stdout)?,
        "another client has the lock\n"
    );
    assert_eq!(refused.status.code(), Some(1));
    Ok(())
}
