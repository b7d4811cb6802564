//! A reply inside a sentence.

use keyspace::Reply;

/// A reply as it stands in a sentence: without quotes and types.
pub fn reply_text(reply: &Reply) -> String {
    match reply {
        Reply::Status(word) => (*word).to_owned(),
        Reply::Int(number) => number.to_string(),
        Reply::Bool(boolean) => u8::from(*boolean).to_string(),
        Reply::Bulk(bytes)
        | Reply::Text(bytes)
        | Reply::Double(bytes)
        | Reply::BigNumber(bytes)
        | Reply::Verbatim(_, bytes)
        | Reply::Line(bytes) => String::from_utf8_lossy(bytes).into_owned(),
        Reply::Nil | Reply::NilArray => "nil".to_owned(),
        Reply::Nothing => String::new(),
        Reply::Array(replies)
        | Reply::Set(replies)
        | Reply::Push(replies)
        | Reply::Several(replies) => {
            let all: Vec<String> = replies.iter().map(reply_text).collect();
            all.join(" ")
        }
        Reply::Map(pairs) | Reply::Pairs(pairs) => {
            let all: Vec<String> = pairs
                .iter()
                .flat_map(|(name, value)| [reply_text(name), reply_text(value)])
                .collect();
            all.join(" ")
        }
        Reply::Error(error) => String::from_utf8_lossy(error.bytes()).into_owned(),
    }
}
