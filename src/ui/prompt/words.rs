//! The prompt's own words. What Redis says is in English everywhere. They are in `locales/en/prompt.ftl` and its like.

use base::text::{Lang, Text};

include!(concat!(env!("OUT_DIR"), "/prompt.rs"));

/// That the oldest entries are no longer kept.
pub fn dropped(lang: Lang, entries: usize) -> String {
    match lang {
        Lang::En => format!("{entries} earlier entries are no longer kept"),
        Lang::ZhHans => format!("更早的 {entries} 条记录不再保留"),
    }
}

/// A command that waits for a key, for some seconds so far, and for how many more at most.
pub fn blocked(lang: Lang, waited_s: i64, left_s: Option<i64>) -> String {
    let waited = waited_s.to_string();
    let left = left_s.map(|left_s| left_s.to_string());
    match (lang, left) {
        (Lang::En, None) => ["Waits for another client: ", &waited, " s"].concat(),
        (Lang::En, Some(left)) => [
            "Waits for another client: ",
            &waited,
            " s, gives up in ",
            &left,
            " s",
        ]
        .concat(),
        (Lang::ZhHans, None) => ["等待其他客户端：已 ", &waited, " 秒"].concat(),
        (Lang::ZhHans, Some(left)) => {
            ["等待其他客户端：已 ", &waited, " 秒，", &left, " 秒后放弃"].concat()
        }
    }
}

/// The heading of the view: how many keys a database has.
pub fn keys(lang: Lang, database: usize, keys: usize) -> String {
    let count = grouped(keys);
    match lang {
        Lang::En if keys == 1 => format!("db{database}: 1 key"),
        Lang::En => format!("db{database}: {count} keys"),
        Lang::ZhHans => format!("db{database}：{count} 个键"),
    }
}

/// How much of the keyspace's room is used.
pub fn used(lang: Lang, used: usize, max: usize) -> String {
    let (used, max) = (bytes(lang, used), bytes(lang, max));
    match lang {
        Lang::En => [&used, " of ", &max].concat(),
        Lang::ZhHans => [&used, " / ", &max].concat(),
    }
}

/// So many bytes, in the largest unit that gives a whole number of two digits or more.
pub fn bytes(lang: Lang, bytes: usize) -> String {
    let (count, unit) = match bytes {
        ..10_240 => (bytes, ""),
        10_240..10_485_760 => (bytes >> 10, "KiB"),
        _ => (bytes >> 20, "MiB"),
    };
    let unit = match (unit, lang) {
        ("", Lang::En) => "bytes",
        ("", Lang::ZhHans) => "字节",
        _ => unit,
    };
    [&grouped(count), " ", unit].concat()
}

/// So many elements of a value.
pub fn elements(lang: Lang, count: usize) -> String {
    let shown = grouped(count);
    match lang {
        Lang::En if count == 1 => "1 element".to_owned(),
        Lang::En => [&shown, " elements"].concat(),
        Lang::ZhHans => [&shown, " 个元素"].concat(),
    }
}

/// How many lines wait behind the one that is run.
pub fn waiting_lines(lang: Lang, lines: usize) -> String {
    let count = grouped(lines);
    match lang {
        _ if lines == 0 => String::new(),
        Lang::En if lines == 1 => "1 line waits".to_owned(),
        Lang::En => [&count, " lines wait"].concat(),
        Lang::ZhHans => ["还有 ", &count, " 行等待"].concat(),
    }
}

/// The button that closes a client.
pub fn close(lang: Lang, client: &str) -> String {
    match lang {
        Lang::En => ["Close ", client].concat(),
        Lang::ZhHans => ["关闭 ", client].concat(),
    }
}

/// A number with a comma between its thousands.
pub fn grouped(number: usize) -> String {
    let digits = number.to_string();
    let mut out = String::with_capacity(digits.len() + digits.len() / 3);
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}
