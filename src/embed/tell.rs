//! What happens in an island, told to a script: one function of the script hears it all, by a name and an object with named fields.

use js_sys::{Array, BigInt, Error, Function, Map, Object, Reflect, Uint8Array};
use wasm_bindgen::JsValue;

use keyspace::Reply;

/// The largest whole number that a number of JavaScript is sure to hold.
pub const SAFE_MAX: u64 = (1 << 53) - 1;

/// Who is told.
#[derive(Clone)]
pub struct Teller(Option<Function>);

impl Teller {
    /// Tells this function, or nobody.
    pub fn new(function: Option<Function>) -> Teller {
        Teller(function)
    }

    /// Whether anybody listens.
    pub fn is_heard(&self) -> bool {
        self.0.is_some()
    }

    /// Calls the function with the name of an event and its fields. What it throws is not ours.
    pub fn tell(&self, event: &str, named: &[(&str, JsValue)]) {
        if let Some(function) = &self.0 {
            let _ = function.call2(&JsValue::NULL, &event.into(), &fields(named));
        }
    }
}

/// An object with these fields.
pub fn fields(named: &[(&str, JsValue)]) -> JsValue {
    let object = Object::new();
    for (name, value) in named {
        let _ = Reflect::set(&object, &(*name).into(), value);
    }
    object.into()
}

/// A reply as a script takes it: numbers (a BigInt past 2^53), strings (bytes where they are no UTF-8), null, arrays,
/// maps, and an Error with Redis' words.
pub fn data(reply: &Reply) -> JsValue {
    let all = |replies: &[Reply]| replies.iter().map(data).collect::<Array>().into();
    match reply {
        Reply::Status(word) => (*word).into(),
        Reply::Int(number) if number.unsigned_abs() <= SAFE_MAX => (*number as f64).into(),
        Reply::Int(number) => BigInt::from(*number).into(),
        Reply::Bool(boolean) => (*boolean).into(),
        Reply::Bulk(bytes)
        | Reply::Text(bytes)
        | Reply::Double(bytes)
        | Reply::BigNumber(bytes)
        | Reply::Verbatim(_, bytes)
        | Reply::Line(bytes) => match str::from_utf8(bytes) {
            Ok(text) => text.into(),
            Err(_) => Uint8Array::from(&bytes[..]).into(),
        },
        Reply::Nil | Reply::NilArray => JsValue::NULL,
        Reply::Array(replies)
        | Reply::Set(replies)
        | Reply::Push(replies)
        | Reply::Several(replies) => all(replies),
        Reply::Pairs(pairs) => {
            let pair = |(one, other): &(Reply, Reply)| all(&[one.clone(), other.clone()]);
            pairs.iter().map(pair).collect::<Array>().into()
        }
        Reply::Map(pairs) => {
            let map = Map::new();
            for (name, value) in pairs {
                map.set(&data(name), &data(value));
            }
            map.into()
        }
        Reply::Nothing => JsValue::UNDEFINED,
        Reply::Error(error) => Error::new(&String::from_utf8_lossy(error.bytes())).into(),
    }
}
