//! Keys, whatever they hold: whether they are there, what their names are, and deleting them.

use crate::reply::{Error, Reply};
use crate::server::call::Call;
use crate::server::many_keys::Deed;
use crate::server::parts::{Handlers, Long, Now};

pub const HANDLERS: Handlers = &[
    ("del", Long(|call| call.each_key(Deed::Delete))),
    ("exists", Long(|call| call.each_key(Deed::CountThere))),
    ("type", Now(type_)),
    ("unlink", Long(|call| call.each_key(Deed::Delete))),
    ("touch", Long(|call| call.each_key(Deed::Touch))),
];

fn type_(call: &mut Call<'_>) -> Result<Reply, Error> {
    let key = call.args.word()?;
    let entry = call.look_up(key);
    Ok(Reply::Status(
        entry.map_or("none", |entry| entry.value.type_name()),
    ))
}
