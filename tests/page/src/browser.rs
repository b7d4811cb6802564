//! One browser, driven through its WebDriver on a free port: a headless Chromium, or one of the others for a smoke test.
//! It ends with the process that started it.

use std::io::{BufRead, BufReader};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use thirtyfour::{Capabilities, WebDriver};

use crate::{Outcome, Page, dist, root, server};

/// How long a driver may take to listen.
const PATIENCE: Duration = Duration::from_secs(30);

/// How often a driver that ends before it listens is started.
const MOST_STARTS: u32 = 5;

/// What a browser is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Engine {
    /// Chromium, whose own tools the tests use too.
    Chromium,
    /// Firefox, headless.
    Firefox,
    /// WebKitGTK's small browser, on a screen that only exists in memory: it has no headless mode.
    WebKit,
}

/// A browser with the built page before it.
pub struct Browser {
    driver: WebDriver,
    address: String,
    engine: Engine,
    // Last, so that the session is dropped while its driver still runs.
    _programs: Vec<Program>,
}

impl Browser {
    /// Serves dist/ and starts a Chromium. Needs a tokio runtime that lives as long as the browser is used.
    pub async fn start() -> Outcome<Self> {
        Self::start_engine(Engine::Chromium).await
    }

    /// The same with another browser.
    pub async fn start_engine(engine: Engine) -> Outcome<Self> {
        let address = server::serve(&dist()).await?;
        let (programs, port) = start_driver(engine)?;
        let url = format!("http://127.0.0.1:{port}");
        let driver = WebDriver::new(url, capabilities(engine)?)
            .await
            .map_err(|error| format!("{engine:?} does not start: {error}"))?;
        Ok(Self {
            driver,
            address,
            engine,
            _programs: programs,
        })
    }

    /// The browser's only tab.
    pub fn page(&self) -> Page {
        let has_devtools = self.engine == Engine::Chromium;
        Page::new(self.driver.clone(), self.address.clone(), has_devtools)
    }

    /// Closes the browser.
    pub async fn quit(self) -> Outcome {
        Ok(self.driver.quit().await?)
    }
}

/// Chromium has the flags that wasm-bindgen's test runner gives to its browser too, and a console that can be read.
fn capabilities(engine: Engine) -> Outcome<Capabilities> {
    let text = std::fs::read_to_string(root().join("webdriver.json"))?;
    let Value::Object(mut chromium) = serde_json::from_str(&text)? else {
        return Err("webdriver.json is not an object".into());
    };
    chromium.insert("browserName".into(), json!("chrome"));
    chromium.insert("goog:loggingPrefs".into(), json!({ "browser": "ALL" }));
    let capabilities = match engine {
        Engine::Chromium => return Ok(chromium.into()),
        Engine::Firefox => json!({
            "browserName": "firefox",
            "moz:firefoxOptions": { "args": ["-headless"] },
        }),
        Engine::WebKit => json!({ "browserName": "MiniBrowser" }),
    };
    match capabilities {
        Value::Object(capabilities) => Ok(capabilities.into()),
        _ => Err("no capabilities".into()),
    }
}

/// The programs that drive it, and the port of the last.
fn start_driver(engine: Engine) -> Outcome<(Vec<Program>, u16)> {
    let mut programs = Vec::new();
    let port = match engine {
        Engine::Chromium => {
            let name = std::env::var("CHROMEDRIVER").unwrap_or_else(|_| "chromedriver".into());
            let mut command = Command::new(name);
            command.arg("--port=0");
            // It takes any port of one family of addresses and then asks for the same one of the other. Somebody may have
            // that one: it ends, and is started again.
            let mut starts = 0;
            let (program, port) = loop {
                starts += 1;
                match Program::start_and_read(&mut command, "chromium-driver", port_in) {
                    Err(_) if starts < MOST_STARTS => (),
                    outcome => break outcome?,
                }
            };
            programs.push(program);
            return Ok((programs, port));
        }
        Engine::Firefox => {
            let port = free_port()?;
            let mut command = Command::new("geckodriver");
            command.args(["--port", &port.to_string()]);
            programs.push(Program::start(
                &mut command,
                "none of its packages: `cargo install geckodriver`",
            )?);
            port
        }
        Engine::WebKit => {
            let mut screen = Command::new("Xvfb");
            screen.args(["-displayfd", "1", "-screen", "0", "1280x900x24"]);
            screen.args(["-nolisten", "tcp"]);
            let (screen, display) = Program::start_and_read(&mut screen, "xvfb", |line| {
                line.trim().parse::<u32>().ok()
            })?;
            programs.push(screen);
            let port = free_port()?;
            let mut command = Command::new("WebKitWebDriver");
            command.arg(format!("--port={port}"));
            command.env("DISPLAY", format!(":{display}"));
            // Without a bus of the desktop it asks for none.
            command.env("NO_AT_BRIDGE", "1");
            programs.push(Program::start(&mut command, "webkit2gtk-driver")?);
            port
        }
    };
    let begun = Instant::now();
    while TcpStream::connect((Ipv4Addr::LOCALHOST, port)).is_err() {
        if begun.elapsed() > PATIENCE {
            return Err(format!("the driver of {engine:?} does not listen").into());
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    programs.reverse();
    Ok((programs, port))
}

/// A port that nobody listens at.
fn free_port() -> Outcome<u16> {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?;
    Ok(listener.local_addr()?.port())
}

/// A program that ends with this value.
struct Program(Child);

impl Program {
    /// Starts it unheard. `package` is Debian's.
    fn start(command: &mut Command, package: &str) -> Outcome<Program> {
        command.stdout(Stdio::null()).stderr(Stdio::null());
        Self::spawn(command, package)
    }

    /// Starts it and reads what it says until `read` finds something.
    fn start_and_read<T>(
        command: &mut Command,
        package: &str,
        read: impl Fn(&str) -> Option<T>,
    ) -> Outcome<(Program, T)> {
        let mut program = Self::spawn(command.stdout(Stdio::piped()), package)?;
        let name = command.get_program().to_string_lossy().into_owned();
        let stdout = program.0.stdout.take();
        let mut lines = BufReader::new(stdout.ok_or("a program has no output")?).lines();
        let mut said = String::new();
        let found = loop {
            let Some(line) = lines.next() else {
                return Err(format!("{name} ended without saying where it is: {said}").into());
            };
            let line = line?;
            if let Some(found) = read(&line) {
                break found;
            }
            said = line;
        };
        // Read on, so that it never waits for a reader.
        std::thread::spawn(move || lines.map_while(Result::ok).for_each(drop));
        Ok((program, found))
    }

    fn spawn(command: &mut Command, package: &str) -> Outcome<Program> {
        let name = command.get_program().to_string_lossy().into_owned();
        let child = command.stdin(Stdio::null()).spawn().map_err(|error| {
            format!("{name} cannot be started ({error}); Debian has it in {package}")
        })?;
        Ok(Program(child))
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
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
