//! The page's binary. It only keeps the exports of the library alive: a script of the page calls them when it is ready.

use setnx_playground as _;

fn main() {}
