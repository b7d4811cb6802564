//! A page for each command of a type, as documentation would print it: right here, and on the real server.

use crate::program::{documents, run};
use crate::servers;
use std::path::PathBuf;

fn pages() -> PathBuf {
    documents().with_file_name("pages")
}

/// Commands of these pages that reach beyond keys.
const ALLOWED: &[&str] = &[
    "ACL",
    "CONFIG RESETSTAT",
    "CONFIG SET",
    "LATENCY RESET",
    "SLOWLOG RESET",
];

#[test]
fn each_page_is_right_here() {
    let ran = run(&pages(), &["--loose", "--strict", "."]);
    assert_eq!((ran.code, &*ran.err), (0, ""), "{}", ran.out);
    assert!(
        ran.out.starts_with("143 files, 143 transcripts, "),
        "{}",
        ran.out
    );
}

#[test]
fn each_page_is_right_on_a_server() {
    let (_redis, address) = servers::start();
    let mut args = vec!["--loose", "--strict", "--redis", &address];
    for line in ALLOWED {
        args.extend(["--allow", line]);
    }
    args.push(".");
    let ran = run(&pages(), &args);
    assert_eq!((ran.code, &*ran.err), (0, ""), "{}", ran.out);
}
