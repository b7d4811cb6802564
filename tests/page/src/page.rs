//! The page as a reader has it: opened at a width and a theme, typed into, waited for, read. Every look waits, up to a
//! limit, for what it looks for; nothing sleeps for a guessed time.

use std::path::Path;
use std::time::{Duration, Instant};

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use serde_json::{Value, json};
use thirtyfour::{WebDriver, WebElement};

use crate::Outcome;

/// Maximum time for a change to show. Generous: a loaded machine is slow, and a passing test never waits for it.
const PATIENCE: Duration = Duration::from_secs(15);
const BETWEEN_LOOKS: Duration = Duration::from_millis(10);

/// A colour scheme that a system may prefer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scheme {
    /// Dark on light.
    Light,
    /// Light on dark.
    Dark,
}

/// The browser's tab. Cheap to clone; all clones are the same tab.
///
/// Elements are named by a CSS selector; `>>>` steps into the shadow root of what is left of it:
/// `"#prompt >>> textarea"`.
#[derive(Clone)]
pub struct Page {
    driver: WebDriver,
    address: String,
    has_devtools: bool,
}

/// Finds an element by such a path, or null.
const FIND: &str = "const find = (path) => path.split('>>>').reduce(
    (root, part) => root && (root.shadowRoot ?? root).querySelector(part.trim()), document);";

impl Page {
    pub(crate) fn new(driver: WebDriver, address: String, has_devtools: bool) -> Self {
        Self {
            driver,
            address,
            has_devtools,
        }
    }

    /// The address that the page is served at. It ends in a slash.
    pub fn address(&self) -> &str {
        &self.address
    }

    /// The session itself, for what has no shorter word here.
    pub fn driver(&self) -> &WebDriver {
        &self.driver
    }

    /// Opens the page with a query such as `"?lang=zh"`, or `""`, and waits until its wasm runs.
    pub async fn open(&self, query: &str) -> Outcome {
        self.open_unready(query).await?;
        self.until_running().await
    }

    /// Opens it as on a later visit, with what the earlier ones have stored.
    pub async fn open_again(&self, query: &str) -> Outcome {
        self.go_to(query).await?;
        self.until_running().await
    }

    /// Opens it without waiting for the wasm, as on a first visit.
    pub async fn open_unready(&self, query: &str) -> Outcome {
        if !self.has_devtools {
            return self.go_to(query).await;
        }
        let origin = json!({ "origin": self.address, "storageTypes": "local_storage" });
        self.devtools("Storage.clearDataForOrigin", origin).await?;
        self.go_to(query).await
    }

    /// Goes to a page of another [`Host`](crate::Host).
    pub async fn visit(&self, url: &str) -> Outcome {
        Ok(self.driver.goto(url).await?)
    }

    async fn until_running(&self) -> Outcome {
        self.until("document.documentElement.dataset.wasm === 'running'")
            .await
    }

    async fn go_to(&self, query: &str) -> Outcome {
        let url = format!("{}{query}", self.address);
        Ok(self.driver.goto(url).await?)
    }

    /// Sets the viewport in CSS pixels. Up to 600 wide it is a phone's.
    pub async fn set_viewport(&self, width: u32, height: u32) -> Outcome {
        let metrics = json!({
            "width": width, "height": height, "deviceScaleFactor": 1, "mobile": width <= 600,
        });
        self.devtools("Emulation.setDeviceMetricsOverride", metrics)
            .await
            .map(drop)
    }

    /// Sets what the system prefers: the colour scheme, and whether motion should be reduced.
    pub async fn prefer(&self, scheme: Scheme, reduced_motion: bool) -> Outcome {
        let scheme = match scheme {
            Scheme::Light => "light",
            Scheme::Dark => "dark",
        };
        let motion = if reduced_motion {
            "reduce"
        } else {
            "no-preference"
        };
        let features = json!({ "features": [
            { "name": "prefers-color-scheme", "value": scheme },
            { "name": "prefers-reduced-motion", "value": motion },
        ]});
        self.devtools("Emulation.setEmulatedMedia", features)
            .await
            .map(drop)
    }

    /// The element at `path`, as soon as it is there.
    pub async fn find(&self, path: &str) -> Outcome<WebElement> {
        self.until(&format!("find({}) !== null", json!(path)))
            .await?;
        let script = format!("{FIND} return find(arguments[0]);");
        let found = self.driver.execute(script, vec![json!(path)]).await?;
        Ok(found.element()?)
    }

    /// Types into the element at `path`. `"\u{E007}"` is Enter; thirtyfour's `Key` has the others.
    pub async fn type_into(&self, path: &str, keys: impl AsRef<str>) -> Outcome {
        Ok(self.find(path).await?.send_keys(keys.as_ref()).await?)
    }

    /// Presses keys on whatever has the focus, in a shadow root too.
    pub async fn press(&self, keys: impl AsRef<str>) -> Outcome {
        let chain = self.driver.action_chain().send_keys(keys.as_ref());
        Ok(chain.perform().await?)
    }

    /// Puts text where the focus is in one go, as an input method or a paste does.
    pub async fn insert(&self, text: &str) -> Outcome {
        self.devtools("Input.insertText", json!({ "text": text }))
            .await
            .map(drop)
    }

    /// Clicks on the element at `path`. Chapters that are laid out between the scroll and the click may move it under the bar:
    /// then both are done again, for a while.
    pub async fn click(&self, path: &str) -> Outcome {
        let element = self.find(path).await?;
        let begun = Instant::now();
        let mut block = "nearest";
        loop {
            // Not below the bar that lies over the page.
            let (place, to) = (json!(path), json!(block));
            self.evaluate(&format!("find({place}).scrollIntoView({{ block: {to} }})"))
                .await?;
            match element.click().await {
                Err(error)
                    if error.to_string().contains("intercepted") && begun.elapsed() < PATIENCE =>
                {
                    block = "center";
                    tokio::time::sleep(BETWEEN_LOOKS).await;
                }
                clicked => return Ok(clicked?),
            }
        }
    }

    /// The text of the element at `path` as it is rendered.
    pub async fn text(&self, path: &str) -> Outcome<String> {
        self.find(path).await?;
        let text = self
            .evaluate(&format!("find({}).innerText", json!(path)))
            .await?;
        Ok(text.as_str().unwrap_or_default().to_owned())
    }

    /// Brings the box at `path` into view as the page does: opens the fold it is in, and scrolls to that. Chromium loses a
    /// scroll to what is inside a fold just opened, where it has not laid out that part of the page yet.
    pub async fn bring_into_view(&self, path: &str) -> Outcome {
        self.evaluate(&format!(
            "((box, fold) => {{ fold?.setAttribute('open', ''); (fold ?? box).scrollIntoView(); }})(find({0}), find({0}).closest('details'))",
            json!(path)
        ))
        .await
        .map(drop)
    }

    /// Waits two idle moments, when whatever a page does at its leisure has begun. A machine with other work may find none for
    /// half a minute: then half a second goes for each.
    pub async fn until_idle(&self) -> Outcome {
        let idle = "new Promise((resolve) => requestIdleCallback(() => requestIdleCallback(() => setTimeout(resolve), { timeout: 500 }), { timeout: 500 }))";
        self.evaluate(idle).await.map(drop)
    }

    /// Waits until the element at `path` holds `text`; an error shows what it held instead.
    pub async fn until_text(&self, path: &str, text: &str) -> Outcome {
        let (place, wanted) = (json!(path), json!(text));
        let condition = format!("find({place})?.innerText.includes({wanted})");
        if self.until(&condition).await.is_ok() {
            return Ok(());
        }
        let held = self.text(path).await?;
        Err(format!("{path} does not come to hold {text:?}; it holds:\n{held}").into())
    }

    /// Waits until a JavaScript expression is true. `find(path)` is at hand in it. A look that fails is one that found
    /// nothing yet: a document that is just being replaced by the next cannot be asked.
    pub async fn until(&self, condition: &str) -> Outcome {
        let begun = Instant::now();
        loop {
            let look = self.evaluate(condition).await;
            if matches!(look, Ok(Value::Bool(true))) {
                return Ok(());
            }
            if begun.elapsed() > PATIENCE {
                look?;
                return Err(format!("it does not come true: {condition}").into());
            }
            tokio::time::sleep(BETWEEN_LOOKS).await;
        }
    }

    /// The value of a JavaScript expression, awaited if it is a promise. `find(path)` is at hand in it.
    pub async fn evaluate(&self, expression: &str) -> Outcome<Value> {
        let script = format!("{FIND} return {expression};");
        Ok(self
            .driver
            .execute(script, Vec::new())
            .await?
            .json()
            .clone())
    }

    /// Takes what the console has said since the last look: errors, refusals of the policy, requests that failed,
    /// and the page's own messages. Nothing of a browser other than Chromium.
    pub async fn take_console(&self) -> Outcome<Vec<String>> {
        if !self.has_devtools {
            return Ok(Vec::new());
        }
        let entries = self.driver.browser_log().await?;
        Ok(entries
            .into_iter()
            .map(|entry| format!("{}: {}", entry.level, entry.message))
            .collect())
    }

    /// Writes a PNG of an area of the page (left, top, width, height), which may be larger than the viewport.
    pub async fn shoot_area(&self, file: &Path, [x, y, width, height]: [f64; 4]) -> Outcome {
        let clip = json!({ "x": x, "y": y, "width": width, "height": height, "scale": 1 });
        let params = json!({ "format": "png", "captureBeyondViewport": true, "clip": clip });
        let shot = self.devtools("Page.captureScreenshot", params).await?;
        let data = shot["data"].as_str().ok_or("there is no screenshot")?;
        Ok(std::fs::write(file, BASE64_STANDARD.decode(data)?)?)
    }

    /// A tab as new: nothing stored, nothing preferred, nothing said.
    pub(crate) async fn reset(&self) -> Outcome {
        self.driver.goto("about:blank").await?;
        if !self.has_devtools {
            return Ok(());
        }
        let everything = json!({ "origin": self.address, "storageTypes": "all" });
        self.devtools("Storage.clearDataForOrigin", everything)
            .await?;
        self.devtools("Browser.resetPermissions", json!({})).await?;
        self.devtools("Network.setBlockedURLs", json!({ "urls": [] }))
            .await?;
        self.devtools("Emulation.setUserAgentOverride", json!({ "userAgent": "" }))
            .await?;
        self.set_viewport(1280, 800).await?;
        self.prefer(Scheme::Light, false).await?;
        self.take_console().await.map(drop)
    }

    /// Asks something of the browser's own tools, by the Chrome DevTools Protocol.
    pub async fn devtools(&self, method: &str, params: Value) -> Outcome<Value> {
        Ok(self.driver.cdp().send_raw(method, params).await?)
    }
}
