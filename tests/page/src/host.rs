//! Hosts of a test's own making: pages that embed the boxes, from one port, and the built files, from another, with the
//! headers and the faults that the test wants.

use std::collections::BTreeMap;
use std::net::Ipv4Addr;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicUsize;
use std::sync::atomic::Ordering::Relaxed;

use axum::Router;
use axum::body::Body;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::http::{Response, StatusCode, Uri};
use tokio::net::TcpListener;

use crate::{Outcome, dist};

/// A host's answer for one address.
#[derive(Clone)]
struct File {
    status: StatusCode,
    media_type: Option<String>,
    headers: Vec<(&'static str, String)>,
    bytes: Vec<u8>,
    /// How many more requests are answered by 503.
    busy: Arc<AtomicUsize>,
}

/// The files of a host, before it serves.
#[derive(Default)]
pub struct Host {
    files: BTreeMap<String, File>,
}

/// A host that serves until the program ends: a page that was left may still fetch something.
pub struct Site {
    origin: String,
}

impl Host {
    /// A host without a file.
    pub fn new() -> Self {
        Self::default()
    }

    /// A host with the files of dist/.
    pub fn of_dist() -> Outcome<Self> {
        let mut host = Self::new();
        for entry in std::fs::read_dir(dist())? {
            let path = entry?.path();
            if path.is_dir() {
                continue;
            }
            let name = path.file_name().and_then(|name| name.to_str());
            let name = name.ok_or("a file of dist/ has an odd name")?;
            host = host.file(name, std::fs::read(&path)?);
        }
        match host.files.contains_key("embed.js") {
            true => Ok(host),
            false => Err("dist/ holds no embed.js: `cargo xtask build` builds it".into()),
        }
    }

    /// A host with the files of a folder. An address that ends in a slash is the index.html there.
    pub fn of_folder(folder: &Path) -> Outcome<Self> {
        let mut host = Self::new();
        let mut open = vec![(folder.to_path_buf(), String::new())];
        while let Some((next, prefix)) = open.pop() {
            for entry in std::fs::read_dir(&next)? {
                let path = entry?.path();
                let name = path.file_name().and_then(|name| name.to_str());
                let name = name.ok_or("a file of the folder has an odd name")?;
                if path.is_dir() {
                    open.push((path.clone(), format!("{prefix}{name}/")));
                    continue;
                }
                host = host.file(&format!("{prefix}{name}"), std::fs::read(&path)?);
                if name == "index.html" {
                    let page = host.files[&format!("{prefix}{name}")].clone();
                    host.files.insert(prefix.clone(), page);
                }
            }
        }
        Ok(host)
    }

    /// Adds a file, with the media type that its name asks for.
    pub fn file(mut self, name: &str, bytes: impl Into<Vec<u8>>) -> Self {
        let file = File {
            status: StatusCode::OK,
            media_type: Some(media_type(name).to_owned()),
            headers: Vec::new(),
            bytes: bytes.into(),
            busy: Arc::default(),
        };
        self.files.insert(name.to_owned(), file);
        self
    }

    /// Sends a header with every file that it has so far.
    pub fn header(mut self, name: &'static str, value: &str) -> Self {
        for file in self.files.values_mut() {
            file.headers.push((name, value.to_owned()));
        }
        self
    }

    /// Sends no header of its own with this file.
    pub fn bare(self, name: &str) -> Outcome<Self> {
        self.change(name, |file| file.headers.clear())
    }

    /// Has this file under another media type, or under none.
    pub fn typed(self, name: &str, media_type: Option<&str>) -> Outcome<Self> {
        self.change(name, |file| file.media_type = media_type.map(str::to_owned))
    }

    /// Does not have this file.
    pub fn without(self, name: &str) -> Outcome<Self> {
        self.change(name, |file| {
            file.status = StatusCode::NOT_FOUND;
            file.bytes.clear();
        })
    }

    /// Answers the first request for this file by 503.
    pub fn busy_once(self, name: &str) -> Outcome<Self> {
        self.change(name, |file| file.busy = Arc::new(AtomicUsize::new(1)))
    }

    /// Has only the first bytes of this file.
    pub fn cut(self, name: &str, len: usize) -> Outcome<Self> {
        self.change(name, |file| file.bytes.truncate(len))
    }

    fn change(mut self, name: &str, change: impl FnOnce(&mut File)) -> Outcome<Self> {
        let file = self.files.get_mut(name);
        change(file.ok_or_else(|| format!("the host has no {name}"))?);
        Ok(self)
    }

    /// Starts serving on a free port of the loopback.
    pub async fn serve(self) -> Outcome<Site> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await?;
        let origin = format!("http://{}", listener.local_addr()?);
        let files = Arc::new(self.files);
        let router = Router::new().fallback(move |uri: Uri| {
            let file = files.get(uri.path().trim_start_matches('/')).cloned();
            async move { answer(file) }
        });
        tokio::spawn(async move {
            let _ = axum::serve(listener, router).await;
        });
        Ok(Site { origin })
    }
}

impl Site {
    /// Scheme, host and port, without a slash.
    pub fn origin(&self) -> &str {
        &self.origin
    }

    /// The address of a file.
    pub fn url(&self, name: &str) -> String {
        format!("{}/{name}", self.origin)
    }
}

fn answer(file: Option<File>) -> Response<Body> {
    let Some(file) = file else {
        // A browser requests an icon unasked, which is no error.
        return plain(StatusCode::NO_CONTENT);
    };
    let less = |requests: usize| requests.checked_sub(1);
    let is_busy = file.busy.fetch_update(Relaxed, Relaxed, less).is_ok();
    let status = match is_busy {
        true => StatusCode::SERVICE_UNAVAILABLE,
        false => file.status,
    };
    let mut response = Response::builder()
        .status(status)
        .header(CACHE_CONTROL, "no-store");
    if let Some(media_type) = file.media_type {
        response = response.header(CONTENT_TYPE, media_type);
    }
    for (name, value) in file.headers {
        response = response.header(name, value);
    }
    let made = response.body(Body::from(file.bytes));
    made.unwrap_or_else(|_| plain(StatusCode::INTERNAL_SERVER_ERROR))
}

fn plain(status: StatusCode) -> Response<Body> {
    let mut response = Response::new(Body::empty());
    *response.status_mut() = status;
    response
}

fn media_type(name: &str) -> &'static str {
    match name.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("js") => "text/javascript",
        Some("css") => "text/css",
        Some("json") => "application/json",
        Some("svg") => "image/svg+xml",
        Some("wasm") => "application/wasm",
        _ => "application/octet-stream",
    }
}
