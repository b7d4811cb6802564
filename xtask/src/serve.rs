//! Serves the page for development, by Trunk: it builds again after every change and tells the browser.

use std::io::ErrorKind;
use std::net::{Ipv4Addr, TcpListener};
use std::process::{Command, Stdio};

use crate::args::Args;
use crate::build;
use crate::failure::Failure;
use crate::project::Project;

const PORT: u16 = 8080;

/// `cargo xtask serve`. Comes back only if it cannot serve.
pub fn serve(project: &Project, mut args: Args) -> Result<(), Failure> {
    let port = args.number("--port")?.unwrap_or(PORT);
    let release = args.flag("--release");
    args.finish()?;
    ensure_free(port)?;
    let mut trunk = build::trunk(project)?;
    trunk.args(["serve", "--offline", "--port", &port.to_string()]);
    // Not dist/: a release page that is being tested there must not turn into this one.
    trunk.arg("--dist").arg(project.root.join("target/serve"));
    if release {
        trunk.arg("--release=true");
    }
    trunk.stdin(Stdio::inherit());
    println!(
        "Building. The page is at http://127.0.0.1:{port}/ as soon as Trunk says that it is listening; Ctrl-C stops it.\n\
         (`trunk serve` does the same once {} is on your PATH.)",
        project.tools().join("bin").display()
    );
    hand_over(&mut trunk)
}

/// Tells of a busy port before the build rather than after it.
fn ensure_free(port: u16) -> Result<(), Failure> {
    match TcpListener::bind((Ipv4Addr::LOCALHOST, port)) {
        Ok(_) => Ok(()),
        Err(error) if error.kind() == ErrorKind::AddrInUse => Err(Failure::new(format!(
            "port {port} of 127.0.0.1 is taken by another program (perhaps an earlier `cargo xtask serve`).\n\
             Stop that one, or choose another port: cargo xtask serve --port {}",
            if port == u16::MAX { PORT } else { port + 1 }
        ))),
        Err(error) => Err(Failure::new(format!(
            "port {port} of 127.0.0.1 cannot be used: {error}.\nChoose another: cargo xtask serve --port {PORT}"
        ))),
    }
}

/// Trunk takes this process over, so that whatever stops this command stops Trunk and leaves nothing behind.
#[cfg(unix)]
fn hand_over(trunk: &mut Command) -> Result<(), Failure> {
    let error = std::os::unix::process::CommandExt::exec(trunk);
    Err(Failure::new(format!("Trunk cannot be started: {error}")))
}

#[cfg(not(unix))]
fn hand_over(trunk: &mut Command) -> Result<(), Failure> {
    crate::process::run(trunk)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_busy_port_is_named_with_the_next_one_to_try() {
        let taken = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
        let port = taken.local_addr().unwrap().port();
        let text = ensure_free(port).unwrap_err().to_string();
        assert!(text.contains(&format!("port {port}")), "{text}");
        assert!(text.contains("--port"), "{text}");
        assert!(ensure_free(0).is_ok(), "any port is free");
    }
}
