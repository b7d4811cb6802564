//! A page for each command of a type, as documentation would print it: right here, and on the real server.

use crate::program::{documents, run};
use crate::servers;
use std::path::PathBuf;

fn pages() -> PathBuf {
    documents().with_file_name("pages")
}

#[test]
fn each_page_is_right_here() {
    let ran = run(&pages(), &["--loose", "--strict", "."]);
    assert_eq!((ran.code, &*ran.err), (0, ""), "{}", ran.out);
    assert!(
        ran.out.starts_with("125 files, 125 transcripts, "),
        "{}",
        ran.out
    );
}

#[test]
fn each_page_is_right_on_a_server() {
    let (_redis, address) = servers::start();
    let ran = run(&pages(), &["--loose", "--strict", "--redis", &address, "."]);
    assert_eq!((ran.code, &*ran.err), (0, ""), "{}", ran.out);
}
