//! Serves the page for development: builds it again after every change and has the browser load it again.

use std::collections::BTreeMap;
use std::io::{self, ErrorKind, Read, Write};
use std::net::{Ipv4Addr, TcpListener};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, SystemTime};

use anyhow::{Result, anyhow};
use fs_err as fs;
use pico_args::Arguments;
use tiny_http::{Header, Method, Request, Response, Server};

use crate::args::finish;
use crate::page::{ARTICLE, Profile};
use crate::project::Project;

const PORT: u16 = 8080;
/// Not dist/: a release page that is being tested there must not turn into this one.
const FOLDER: &str = "target/serve";
/// Requests that are answered at the same time.
const THREADS: usize = 4;
/// How often the files are looked at.
const PAUSE: Duration = Duration::from_millis(300);
/// How often a waiting page is told that the server is still there; a page that has gone is noticed by it.
const SIGN_OF_LIFE: Duration = Duration::from_secs(15);

/// Answered by this server; no page has files of these names.
const RELOAD_SCRIPT: &str = "/@reload.js";
const RELOAD_EVENTS: &str = "/@reload";
/// Loads the page again when it was built again, and after a restart of the server, but not inside of a frame.
const RELOAD: &str = "if (self === top) {\n  let first;\n  new EventSource(\"/@reload\").onmessage = ({ data }) => {\n    \
                      if (data !== (first ??= data)) location.reload();\n  };\n}\n";

/// `cargo xtask serve`. Comes back only if it cannot serve.
pub fn serve(project: &Project, mut args: Arguments) -> Result<()> {
    let port = args.opt_value_from_str("--port")?.unwrap_or(PORT);
    let profile = match args.contains("--release") {
        true => Profile::Release,
        false => Profile::Dev,
    };
    finish(args)?;
    // Taken now: a busy port is told before the build rather than after it.
    let listener = listen(port)?;
    let folder = project.root.join(FOLDER);
    let watched = watched(project)?;
    let mut seen = stamps(&watched);
    ARTICLE.build(project, profile, &folder)?;
    let site = Arc::new(Site::new(folder.clone()));
    let address = listener.local_addr()?;
    answer_early(&listener)?;
    let server = Server::from_listener(listener, None);
    let server = Arc::new(server.map_err(|error| anyhow!("no server: {error}"))?);
    for _ in 0..THREADS {
        let (server, site) = (Arc::clone(&server), Arc::clone(&site));
        thread::spawn(move || {
            while let Ok(request) = server.recv() {
                // A page that went away while it was answered does not need the answer.
                let _ = site.answer(request);
            }
        });
    }
    println!("The page is at http://{address}/ and follows your changes; Ctrl-C stops it.");
    loop {
        seen = changed(&watched, &seen);
        let built = ARTICLE.build(project, profile, &folder);
        match site.reload(built) {
            Ok(()) => println!("Built. http://{address}/ loads again."),
            Err(failure) => eprintln!(
                "\nerror: {failure}\nThe page stays as it was; the next change is built again."
            ),
        }
    }
}

/// Has a page load again that asked too early.
const AGAIN: &[u8] =
    b"HTTP/1.1 200 OK\r\nRefresh: 0\r\nContent-Type: text/html\r\nContent-Length: 0\r\n\
    Cache-Control: no-store\r\nConnection: close\r\n\r\n";
/// How long a connection that was made early may take to ask for something.
const EARLY: Duration = Duration::from_millis(100);

/// Answers the connections that were made while the page was built. Many have been closed since, which tiny_http does not
/// expect of a connection that it accepts.
fn answer_early(listener: &TcpListener) -> io::Result<()> {
    listener.set_nonblocking(true)?;
    while let Ok((mut stream, _)) = listener.accept() {
        let asked = stream
            .set_nonblocking(false)
            .and_then(|()| stream.set_read_timeout(Some(EARLY)))
            .and_then(|()| stream.read(&mut [0; 4096]));
        if asked.is_ok_and(|bytes| bytes > 0) {
            let _ = stream.write_all(AGAIN);
        }
    }
    listener.set_nonblocking(false)
}

fn listen(port: u16) -> Result<TcpListener> {
    TcpListener::bind((Ipv4Addr::LOCALHOST, port)).map_err(|error| {
        if error.kind() == ErrorKind::AddrInUse {
            return anyhow!("port {port} of 127.0.0.1 is taken by another program (perhaps an earlier `cargo xtask serve`).\n\
                 Stop that one, or choose another port: cargo xtask serve --port {}",
                if port == u16::MAX { PORT } else { port + 1 });
        }
        anyhow!("port {port} of 127.0.0.1 cannot be used: {error}.\nChoose another: cargo xtask serve --port {PORT}")
    })
}

/// The served folder, and its build.
struct Site {
    folder: PathBuf,
    /// A number that no other build has, also of an earlier start.
    build: Mutex<u128>,
    built: Condvar,
}

impl Site {
    fn new(folder: PathBuf) -> Self {
        Self {
            folder,
            build: Mutex::new(now()),
            built: Condvar::new(),
        }
    }

    fn build(&self) -> MutexGuard<'_, u128> {
        self.build.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Tells the pages that are open of another build, if that went well.
    fn reload(&self, built: Result<()>) -> Result<()> {
        built?;
        *self.build() = now();
        self.built.notify_all();
        Ok(())
    }

    fn answer(self: &Arc<Self>, request: Request) -> io::Result<()> {
        let url = request.url().to_owned();
        let path = url.split(['?', '#']).next().unwrap_or_default();
        match path {
            RELOAD_EVENTS => {
                let site = Arc::clone(self);
                thread::spawn(move || site.tell(request));
                Ok(())
            }
            RELOAD_SCRIPT => respond(request, 200, "text/javascript", RELOAD.into()),
            _ if !matches!(request.method(), Method::Get | Method::Head) => {
                respond(request, 405, PLAIN, b"only GET and HEAD\n".into())
            }
            _ => match self.file(path) {
                Some((kind, bytes)) => respond(request, 200, kind, bytes),
                None => respond(request, 404, PLAIN, b"there is no such file\n".into()),
            },
        }
    }

    /// A file of the page and its media type. A page that a reader sees has the script that loads it again.
    fn file(&self, path: &str) -> Option<(&'static str, Vec<u8>)> {
        let mut name = path.strip_prefix('/')?.to_owned();
        if path.ends_with('/') {
            name.push_str("index.html");
        }
        // Nothing outside of the folder is the page's.
        let is_plain = |char: char| char.is_ascii_alphanumeric() || "-_.".contains(char);
        let is_name =
            |part: &str| !part.is_empty() && !part.starts_with('.') && part.chars().all(is_plain);
        if !name.split('/').all(is_name) {
            return None;
        }
        let mut bytes = fs::read(self.folder.join(&name)).ok()?;
        let kind = media_type(&name);
        if kind.starts_with("text/html") {
            bytes.extend(format!("<script src=\"{RELOAD_SCRIPT}\"></script>\n").bytes());
        }
        Some((kind, bytes))
    }

    /// Tells a page the number of the build, at once and after every build, until the page has gone.
    fn tell(&self, request: Request) -> io::Result<()> {
        let mut writer = request.into_writer();
        writer.write_all(
            b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nCache-Control: no-store\r\n\
              Connection: close\r\n\r\n",
        )?;
        let mut told = 0;
        loop {
            let build = self.build();
            let is_told = |build: &mut u128| *build == told;
            let waited = self.built.wait_timeout_while(build, SIGN_OF_LIFE, is_told);
            let (build, waited) = waited.unwrap_or_else(PoisonError::into_inner);
            told = *build;
            drop(build);
            match waited.timed_out() {
                true => writer.write_all(b":\n\n")?,
                false => writer.write_all(format!("data: {told}\n\n").as_bytes())?,
            }
            writer.flush()?;
        }
    }
}

const PLAIN: &str = "text/plain; charset=utf-8";

fn respond(request: Request, status: u16, kind: &str, bytes: Vec<u8>) -> io::Result<()> {
    let mut response = Response::from_data(bytes).with_status_code(status);
    let headers = [
        ("Content-Type", kind),
        ("Cache-Control", "no-store"),
        ("X-Content-Type-Options", "nosniff"),
        // Pages of other origins may be tried with it.
        ("Access-Control-Allow-Origin", "*"),
    ];
    for (name, value) in headers {
        if let Ok(header) = Header::from_bytes(name, value) {
            response.add_header(header);
        }
    }
    request.respond(response)
}

fn media_type(name: &str) -> &'static str {
    match name.rsplit_once('.').map(|(_, extension)| extension) {
        Some("html") => "text/html; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("json") => "application/json",
        Some("svg") => "image/svg+xml",
        Some("wasm") => "application/wasm",
        _ => PLAIN,
    }
}

fn now() -> u128 {
    let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
    since.map_or(1, |since| since.as_nanos())
}

/// The files and folders that Trunk watches too.
fn watched(project: &Project) -> Result<Vec<PathBuf>> {
    let settings = fs::read_to_string(project.root.join("Trunk.toml"))?;
    let list =
        markup::setting(&settings, "watch").and_then(|list| serde_json::from_value(list).ok());
    let list: Vec<PathBuf> =
        list.ok_or_else(|| anyhow!("Trunk.toml has no line `watch = [...]` to go by"))?;
    Ok(list.iter().map(|path| project.root.join(path)).collect())
}

/// When each file was changed.
type Stamps = BTreeMap<PathBuf, SystemTime>;

fn stamps(watched: &[PathBuf]) -> Stamps {
    let mut stamps = Stamps::new();
    let mut open: Vec<PathBuf> = watched.to_vec();
    while let Some(path) = open.pop() {
        if path.is_dir() {
            let entries = fs::read_dir(&path).into_iter().flatten().flatten();
            open.extend(
                entries
                    .map(|entry| entry.path())
                    .filter(|path| !is_hidden(path)),
            );
        } else if let Ok(time) = fs::metadata(&path).and_then(|data| data.modified()) {
            stamps.insert(path, time);
        }
    }
    stamps
}

/// Names of files that editors write beside an open one.
fn is_hidden(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    name.starts_with('.') || name.ends_with('~')
}

/// Waits until a file is not as it was `seen`, and then until no file changes: an editor may save several.
fn changed(watched: &[PathBuf], seen: &Stamps) -> Stamps {
    let mut last = stamps(watched);
    loop {
        thread::sleep(PAUSE);
        let next = stamps(watched);
        if next == last && next != *seen {
            return next;
        }
        last = next;
    }
}

#[cfg(test)]
mod tests {
    use std::net::{SocketAddr, TcpStream};

    use super::*;

    /// A folder with a page, served from a free port.
    fn site(name: &str) -> (PathBuf, SocketAddr, Arc<Site>) {
        let folder =
            std::env::temp_dir().join(format!("xtask-serve-{name}-{}", std::process::id()));
        fs::create_dir_all(folder.join("zh")).unwrap();
        fs::write(folder.join("index.html"), "<p>page</p>").unwrap();
        fs::write(folder.join("page_bg.wasm"), b"\0asm").unwrap();
        fs::write(folder.join("zh/index.html"), "<p>zh</p>").unwrap();
        let listener = listen(0).ok().unwrap();
        let address = listener.local_addr().unwrap();
        let site = Arc::new(Site::new(folder.clone()));
        let server = Server::from_listener(listener, None).unwrap();
        let answering = Arc::clone(&site);
        thread::spawn(move || {
            while let Ok(request) = server.recv() {
                let _ = answering.answer(request);
            }
        });
        (folder, address, site)
    }

    fn ask(address: SocketAddr, path: &str) -> String {
        let mut stream = TcpStream::connect(address).unwrap();
        let request = format!("GET {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
        stream.write_all(request.as_bytes()).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        answer
    }

    #[test]
    fn a_busy_port_is_named_with_the_next_one_to_try() {
        let taken = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
        let port = taken.local_addr().unwrap().port();
        let text = listen(port).unwrap_err().to_string();
        assert!(text.contains(&format!("port {port}")), "{text}");
        assert!(text.contains("--port"), "{text}");
        assert!(listen(0).is_ok(), "any port is free");
    }

    #[test]
    fn a_page_that_asked_during_the_build_loads_again_and_one_that_has_gone_is_forgotten() {
        let listener = listen(0).ok().unwrap();
        let address = listener.local_addr().unwrap();
        drop(TcpStream::connect(address).unwrap());
        let mut waiting = TcpStream::connect(address).unwrap();
        waiting
            .write_all(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")
            .unwrap();
        answer_early(&listener).unwrap();
        let mut answer = String::new();
        waiting.read_to_string(&mut answer).unwrap();
        assert!(answer.contains("Refresh: 0"), "{answer}");
        let mut later = TcpStream::connect(address).unwrap();
        later.set_nonblocking(true).unwrap();
        let (_accepted, from) = listener.accept().unwrap();
        assert_eq!(
            from,
            later.local_addr().unwrap(),
            "the next one is a new one"
        );
        assert!(later.read(&mut [0; 8]).is_err(), "it has no answer yet");
    }

    #[test]
    fn files_come_with_their_media_types_and_pages_with_the_reload_script() {
        let (folder, address, _site) = site("files");
        let page = ask(address, "/?lang=zh");
        assert!(page.starts_with("HTTP/1.1 200 ") && page.contains("Content-Type: text/html"));
        assert!(
            page.contains("<p>page</p>") && page.contains(RELOAD_SCRIPT),
            "{page}"
        );
        assert!(ask(address, "/zh/").contains("<p>zh</p>"));
        let wasm = ask(address, "/page_bg.wasm");
        assert!(wasm.contains("Content-Type: application/wasm") && wasm.ends_with("\0asm"));
        assert!(ask(address, RELOAD_SCRIPT).contains("EventSource"));
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn a_wrong_path_and_a_path_out_of_the_folder_are_not_found() {
        let (folder, address, _site) = site("wrong");
        for path in [
            "/nothing.js",
            "/zh",
            "/zh/nothing.js",
            "/zh//index.html",
            "/zh/../page_bg.wasm",
            "/../index.html",
            "/%2e%2e/x",
            "/.git",
        ] {
            assert!(ask(address, path).starts_with("HTTP/1.1 404 "), "{path}");
        }
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn an_open_page_is_told_of_the_next_build_and_of_no_failed_one() {
        let (folder, address, site) = site("events");
        let mut stream = TcpStream::connect(address).unwrap();
        stream
            .write_all(b"GET /@reload HTTP/1.1\r\nHost: x\r\n\r\n")
            .unwrap();
        let mut heard = String::new();
        let mut hear = |until: usize| {
            while heard.matches("data: ").count() < until || !heard.ends_with("\n\n") {
                let mut bytes = [0; 512];
                let length = stream.read(&mut bytes).unwrap();
                heard.push_str(std::str::from_utf8(&bytes[..length]).unwrap());
            }
            let data = heard.lines().filter_map(|line| line.strip_prefix("data: "));
            data.map(str::to_owned).collect::<Vec<_>>()
        };
        assert_eq!(hear(1), [site.build().to_string()]);
        assert!(site.reload(Err(anyhow!("it does not compile"))).is_err());
        assert!(site.reload(Ok(())).is_ok());
        let builds = hear(2);
        assert_eq!(builds[1], site.build().to_string());
        assert_ne!(builds[0], builds[1]);
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn a_change_is_seen_wherever_it_is() {
        let root = std::env::temp_dir().join(format!("xtask-watch-{}", std::process::id()));
        fs::create_dir_all(root.join("src/deep")).unwrap();
        fs::write(root.join("src/deep/a.rs"), "").unwrap();
        let watched = [root.join("src"), root.join("index.html")];
        let seen = stamps(&watched);
        assert_eq!(seen.len(), 1);
        fs::write(root.join("src/deep/.a.rs.swp"), "").unwrap();
        fs::write(root.join("src/deep/a.rs~"), "").unwrap();
        assert_eq!(stamps(&watched), seen);
        fs::write(root.join("index.html"), "").unwrap();
        assert_eq!(changed(&watched, &seen).len(), 2);
        fs::remove_dir_all(root).unwrap();
    }
}
