//! Serves dist/ from a free port of the loopback, as strictly as a careful host would.

use std::net::Ipv4Addr;
use std::path::Path;

use axum::Router;
use axum::http::HeaderValue;
use axum::http::header::{CACHE_CONTROL, CONTENT_SECURITY_POLICY, X_CONTENT_TYPE_OPTIONS};
use axum::response::Html;
use axum::routing::get;
use tokio::net::TcpListener;
use tower_http::services::ServeDir;
use tower_http::set_header::SetResponseHeaderLayer;

use crate::Outcome;

/// The policy that the page has to live under. A picture that the reader saves as PNG is drawn from a blob.
pub const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; \
                          img-src 'self' blob:; connect-src 'self'";

/// Not the root: an address that the page writes from the root up would miss.
const PATH: &str = "/some/path";

/// A page beside the built one that has nothing in it, for boxes that a test puts there.
const BLANK_PATH: &str = "/some/path/blank.html";
const BLANK: &str = "<!doctype html><html lang=en><title>A page</title><link rel=icon href=icon.svg><body></body></html>";

/// Starts serving in the background, for as long as the runtime lives. The address ends in a slash.
pub async fn serve(dist: &Path) -> Outcome<String> {
    if !dist.join("index.html").is_file() {
        return Err(format!(
            "{} holds no page: `cargo xtask build` builds it",
            dist.display()
        )
        .into());
    }
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await?;
    let address = format!("http://{}{PATH}/", listener.local_addr()?);
    let router = Router::new()
        .nest_service(PATH, ServeDir::new(dist))
        .route(BLANK_PATH, get(async || Html(BLANK)))
        .layer(header(CONTENT_SECURITY_POLICY, POLICY))
        // The browser trusts the media types and requests every file.
        .layer(header(X_CONTENT_TYPE_OPTIONS, "nosniff"))
        .layer(header(CACHE_CONTROL, "no-store"));
    tokio::spawn(async move { axum::serve(listener, router).await });
    Ok(address)
}

fn header(
    name: axum::http::HeaderName,
    value: &'static str,
) -> SetResponseHeaderLayer<HeaderValue> {
    SetResponseHeaderLayer::overriding(name, HeaderValue::from_static(value))
}
