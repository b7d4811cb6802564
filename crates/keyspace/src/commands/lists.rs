//! Lists: adding and taking elements at either end.

use crate::catalogue::record::{Flags, Group, KeySpec, Record, Run, example};
use crate::reply::{Error, Reply};
use crate::server::args;
use crate::server::call::Call;
use crate::server::work::Work;
use crate::storage::list::{End, List};
use base::text::Text;

pub const COMMANDS: &[Record] = &[
    Record {
        name: "lpush",
        arity: -3,
        arguments: "key element...",
        group: Group::List,
        since: "1.0.0",
        summary: Text {
            en: "Adds elements at the head of the list under a key, one after the other",
            zh: "把元素依次插入列表的头部",
        },
        examples: &[
            example("LPUSH mylist world hello", "(integer) 2"),
            example("LPUSH mylist well", "(integer) 3"),
            example(
                "LRANGE mylist 0 -1",
                "1) \"well\"\n2) \"hello\"\n3) \"world\"",
            ),
        ],
        flags: Flags::WRITE.and(Flags::DENY_OOM).and(Flags::FAST),
        keys: &[KeySpec::first("RW insert")],
        run: Run::Now(lpush),
        ..Record::DEFAULT
    },
    Record {
        name: "lpushx",
        arity: -3,
        arguments: "key element...",
        group: Group::List,
        since: "2.2.0",
        summary: Text {
            en: "Adds elements at the head of a list if it exists",
            zh: "仅当列表存在时，把元素插入其头部",
        },
        examples: &[
            example("LPUSHX mylist hello", "(integer) 0"),
            example("RPUSH mylist world", "(integer) 1"),
            example("LPUSHX mylist hello", "(integer) 2"),
            example("LRANGE mylist 0 -1", "1) \"hello\"\n2) \"world\""),
        ],
        flags: Flags::WRITE.and(Flags::DENY_OOM).and(Flags::FAST),
        keys: &[KeySpec::first("RW insert")],
        run: Run::Now(lpushx),
        ..Record::DEFAULT
    },
    Record {
        name: "rpush",
        arity: -3,
        arguments: "key element...",
        group: Group::List,
        since: "1.0.0",
        summary: Text {
            en: "Adds elements at the tail of the list under a key",
            zh: "把元素依次追加到列表的尾部",
        },
        examples: &[
            example("RPUSH mylist hello world", "(integer) 2"),
            example("LRANGE mylist 0 -1", "1) \"hello\"\n2) \"world\""),
        ],
        flags: Flags::WRITE.and(Flags::DENY_OOM).and(Flags::FAST),
        keys: &[KeySpec::first("RW insert")],
        run: Run::Now(rpush),
        ..Record::DEFAULT
    },
    Record {
        name: "rpushx",
        arity: -3,
        arguments: "key element...",
        group: Group::List,
        since: "2.2.0",
        summary: Text {
            en: "Adds elements at the tail of a list if it exists",
            zh: "仅当列表存在时，把元素追加到其尾部",
        },
        examples: &[
            example("RPUSHX mylist world", "(integer) 0"),
            example("RPUSH mylist hello", "(integer) 1"),
            example("RPUSHX mylist world", "(integer) 2"),
        ],
        flags: Flags::WRITE.and(Flags::DENY_OOM).and(Flags::FAST),
        keys: &[KeySpec::first("RW insert")],
        run: Run::Now(rpushx),
        ..Record::DEFAULT
    },
    Record {
        name: "lpop",
        arity: -2,
        arguments: "key [count:integer@6.2.0]",
        group: Group::List,
        since: "1.0.0",
        complexity: "O(N)",
        summary: Text {
            en: "Takes one element, or several, from the head of a list and answers them",
            zh: "从列表头部取出一个或多个元素并返回",
        },
        examples: &[
            example("RPUSH mylist one two three four", "(integer) 4"),
            example("LPOP mylist", "\"one\""),
            example("LPOP mylist 2", "1) \"two\"\n2) \"three\""),
            example("LRANGE mylist 0 -1", "1) \"four\""),
        ],
        flags: Flags::WRITE.and(Flags::FAST),
        keys: &[KeySpec::first("RW access delete")],
        run: Run::Long(lpop),
        ..Record::DEFAULT
    },
    Record {
        name: "rpop",
        arity: -2,
        arguments: "key [count:integer@6.2.0]",
        group: Group::List,
        since: "1.0.0",
        complexity: "O(N)",
        summary: Text {
            en: "Takes one element, or several, from the tail of a list and answers them",
            zh: "从列表尾部取出一个或多个元素并返回",
        },
        examples: &[
            example("RPUSH mylist one two three four", "(integer) 4"),
            example("RPOP mylist", "\"four\""),
            example("RPOP mylist 2", "1) \"three\"\n2) \"two\""),
            example("LRANGE mylist 0 -1", "1) \"one\""),
        ],
        flags: Flags::WRITE.and(Flags::FAST),
        keys: &[KeySpec::first("RW access delete")],
        run: Run::Long(rpop),
        ..Record::DEFAULT
    },
    Record {
        name: "llen",
        arity: 2,
        arguments: "key",
        group: Group::List,
        since: "1.0.0",
        summary: Text {
            en: "Answers how many elements a list has",
            zh: "返回列表的元素个数",
        },
        examples: &[
            example("RPUSH mylist one two", "(integer) 2"),
            example("LLEN mylist", "(integer) 2"),
            example("LLEN nosuchlist", "(integer) 0"),
        ],
        flags: Flags::READONLY.and(Flags::FAST),
        keys: &[KeySpec::first("RO")],
        run: Run::Now(llen),
        ..Record::DEFAULT
    },
];

fn lpush(call: &mut Call<'_>) -> Result<Reply, Error> {
    push(call, End::Head, true)
}

fn rpush(call: &mut Call<'_>) -> Result<Reply, Error> {
    push(call, End::Tail, true)
}

fn lpushx(call: &mut Call<'_>) -> Result<Reply, Error> {
    push(call, End::Head, false)
}

fn rpushx(call: &mut Call<'_>) -> Result<Reply, Error> {
    push(call, End::Tail, false)
}

fn push(call: &mut Call<'_>, end: End, makes: bool) -> Result<Reply, Error> {
    let (key, elements) = (call.args.word()?, call.args.rest());
    let len = call.push(key, end, elements, makes)?;
    Ok(Reply::Int(len as i64))
}

fn lpop(call: &mut Call<'_>) -> Result<Work, Error> {
    pop(call, End::Head)
}

fn rpop(call: &mut Call<'_>) -> Result<Work, Error> {
    pop(call, End::Tail)
}

fn pop(call: &mut Call<'_>, end: End) -> Result<Work, Error> {
    let key = call.args.word()?;
    let count = match call.args.rest() {
        [] => {
            let element = call.pop(key, end)?;
            return Ok(Work::done(element.map_or(Reply::Nil, Reply::bulk)));
        }
        [count] => args::at_least(0, count, args::NOT_POSITIVE)?,
        _ => return Err(args::wrong_number_of_arguments(call.command)),
    };
    match call.read::<List>(key)?.map(List::len) {
        None => Ok(Work::done(Reply::NilArray)),
        Some(_) if count == 0 => Ok(Work::done(Reply::Array(Vec::new()))),
        Some(len) => call.pop_several(key, len, end, count, false),
    }
}

fn llen(call: &mut Call<'_>) -> Result<Reply, Error> {
    let key = call.args.word()?;
    let len = call.read::<List>(key)?.map_or(0, List::len);
    Ok(Reply::Int(len as i64))
}
