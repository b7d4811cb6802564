//! LOLWUT: computer art, drawn at each call, and the version.

use crate::catalogue::record::{Flags, Group, Record, example};
use base::text::Text;

pub const COMMANDS: &[Record] = &[Record {
    name: "lolwut",
    arity: -1,
    arguments: "[VERSION=version:integer]",
    group: Group::Server,
    since: "5.0.0",
    complexity: "",
    summary: Text {
        en: "Draws a picture in characters and tells the version",
        zh: "用字符绘制图画，并显示版本",
    },
    examples: &[example("LOLWUT", "Redis ver. 7.0.15")],
    flags: Flags::READONLY.and(Flags::FAST),
    ..Record::DEFAULT
}];
