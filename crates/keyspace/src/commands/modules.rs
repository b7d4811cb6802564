//! Modules.

use crate::reply::Reply;
use crate::server::parts::{Handlers, Now};

pub const HANDLERS: Handlers = &[
    ("module|list", Now(|_| Ok(Reply::Array(Vec::new())))),
    ("module|help", Now(|_| Ok(Reply::lines(HELP)))),
];

const HELP: &str = "\
MODULE <subcommand> [<arg> [value] [opt] ...]. Subcommands are:
LIST
    Return a list of loaded modules.
LOAD <path> [<arg> ...]
    Load a module library from <path>, passing to it any optional arguments.
LOADEX <path> [[CONFIG NAME VALUE] [CONFIG NAME VALUE]] [ARGS ...]
    Load a module library from <path>, while passing it module configurations and optional arguments.
UNLOAD <name>
    Unload a module.
HELP
    Prints this help.";
