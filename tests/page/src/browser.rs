//! One headless Chromium, driven through a chromedriver on a free port. Ends with the process that started it.

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};

use serde_json::{Value, json};
use thirtyfour::{Capabilities, WebDriver};

use crate::{Outcome, Page, dist, root, server};

/// A browser with the built page before it.
pub struct Browser {
    driver: WebDriver,
    address: String,
    // Last, so that the session is dropped while its driver still runs.
    _chromedriver: Chromedriver,
}

impl Browser {
    /// Serves dist/ and starts a browser. Needs a tokio runtime that lives as long as the browser is used.
    pub async fn start() -> Outcome<Self> {
        let address = server::serve(&dist()).await?;
        let chromedriver = Chromedriver::start()?;
        let url = format!("http://127.0.0.1:{}", chromedriver.port);
        let driver = WebDriver::new(url, capabilities()?)
            .await
            .map_err(|error| format!("Chromium does not start: {error}"))?;
        Ok(Self {
            driver,
            address,
            _chromedriver: chromedriver,
        })
    }

    /// The browser's only tab.
    pub fn page(&self) -> Page {
        Page::new(self.driver.clone(), self.address.clone())
    }

    /// Closes the browser.
    pub async fn quit(self) -> Outcome {
        Ok(self.driver.quit().await?)
    }
}

/// The flags that wasm-bindgen's test runner gives to its browser too, and a console that can be read.
fn capabilities() -> Outcome<Capabilities> {
    let text = std::fs::read_to_string(root().join("webdriver.json"))?;
    let Value::Object(mut capabilities) = serde_json::from_str(&text)? else {
        return Err("webdriver.json is not an object".into());
    };
    capabilities.insert("browserName".into(), json!("chrome"));
    capabilities.insert("goog:loggingPrefs".into(), json!({ "browser": "ALL" }));
    Ok(capabilities.into())
}

struct Chromedriver {
    process: Child,
    port: u16,
}

impl Chromedriver {
    fn start() -> Outcome<Self> {
        let program = std::env::var("CHROMEDRIVER").unwrap_or_else(|_| "chromedriver".into());
        let mut process = Command::new(&program)
            .arg("--port=0")
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|error| {
                format!("{program} cannot be started ({error}); Debian has it in chromium-driver")
            })?;
        let stdout = process.stdout.take().ok_or("chromedriver has no output")?;
        let mut lines = BufReader::new(stdout).lines();
        let port = lines
            .find_map(|line| port_in(&line.ok()?))
            .ok_or("chromedriver ended without naming its port")?;
        // Read on, so that it never waits for a reader.
        std::thread::spawn(move || lines.map_while(Result::ok).for_each(drop));
        Ok(Self { process, port })
    }
}

impl Drop for Chromedriver {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// From `ChromeDriver was started successfully on port 40123.`
fn port_in(line: &str) -> Option<u16> {
    let (_, port) = line.split_once("successfully on port ")?;
    port.trim_end_matches('.').parse().ok()
}

#[cfg(test)]
mod tests {
    use super::port_in;

    #[test]
    fn the_port_is_read_from_the_line_that_says_so() {
        let line = "ChromeDriver was started successfully on port 40123.";
        assert_eq!(port_in(line), Some(40123));
        assert_eq!(
            port_in("Starting ChromeDriver 156.0.1 on port 0"),
            None,
            "the port that was asked for is not the one"
        );
    }
}
