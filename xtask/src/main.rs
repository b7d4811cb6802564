//! The project's own commands. Nothing here is part of the page.

fn main() {}
