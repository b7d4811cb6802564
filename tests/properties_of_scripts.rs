//! Invariants of every script: no panic, an answer within the budgets of steps and memory, and the same answer again from
//! the same state.

#[expect(dead_code, reason = "the comparison of commands needs more of it")]
mod chance;
#[path = "lua/generate.rs"]
mod generate;

use chance::Chance;
use proptest::prelude::*;
use setnx_playground::keyspace::{Advance, Begun, ConnectionId, Reply, Server};
use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

const SHOW: &str = include_str!("lua/show.lua");
const NOW_MS: i64 = 1_700_000_000_000;
/// Units of a slice, as many as a page gives.
const SLICE_UNITS: u64 = 50_000;
/// The slices for which a script is waited for.
const SLICES_MAX: usize = 60;
/// What a script may hold at once, in bytes: the objects of its interpreter, a text that is being written twice as large
/// as it is and with one piece too many, and the reply.
const HELD_MAX: isize = 400 << 20;

/// The system's allocator, which counts what this thread holds, and the most that it held.
struct Counting;

thread_local! {
    static HELD: Cell<isize> = const { Cell::new(0) };
    static MOST: Cell<isize> = const { Cell::new(0) };
}

fn count(more: isize) {
    let _ = HELD.try_with(|held| {
        held.set(held.get() + more);
        let _ = MOST.try_with(|most| most.set(most.get().max(held.get())));
    });
}

// SAFETY: hands everything on to the system's allocator.
#[expect(unsafe_code, reason = "an allocator is made no other way")]
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count(layout.size() as isize);
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, at: *mut u8, layout: Layout) {
        count(-(layout.size() as isize));
        unsafe { System.dealloc(at, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

fn server() -> (Server, ConnectionId) {
    let mut server = Server::new().with_script_engine(setnx_playground::lua::engine());
    let id = server.connect();
    (server, id)
}

fn eval(script: &[u8]) -> Vec<Vec<u8>> {
    [b"EVAL", script, b"0"].map(<[u8]>::to_vec).into()
}

/// Runs a line in slices; `None` if it takes too many.
fn run(server: &mut Server, id: ConnectionId, argv: &[Vec<u8>]) -> Option<Reply> {
    match server.begin(id, NOW_MS, argv) {
        Begun::Done(reply) => return Some(reply),
        Begun::Running => {}
        begun => panic!("{begun:?}"),
    }
    for _ in 0..SLICES_MAX {
        match server.advance(SLICE_UNITS) {
            Advance::Done(reply) => return Some(reply),
            Advance::Working(_) => {}
            advance => panic!("{advance:?}"),
        }
    }
    None
}

/// The most that `run` holds at once beyond what was held before, in bytes.
fn held(run: impl FnOnce()) -> isize {
    let before = HELD.get();
    MOST.set(before);
    run();
    MOST.get() - before
}

/// What an interpreter shows that has run other scripts before.
fn shows_the_heap(script: &[u8]) -> bool {
    let script = String::from_utf8_lossy(script);
    ["collectgarbage", "gcinfo", "tostring", "%s", "%p", "error"]
        .iter()
        .any(|name| script.contains(name))
}

fn check(argv: &[Vec<u8>], lines_before: &[Vec<Vec<u8>>]) {
    let (mut first, id) = server();
    for line in lines_before {
        first.execute(id, NOW_MS, line);
    }
    let (mut second, mut third) = (first.clone(), first.clone());
    let mut reply = None;
    let held = held(|| reply = run(&mut first, id, argv));
    assert!(held < HELD_MAX, "{held} bytes were held");
    let again = run(&mut second, id, argv);
    if shows_the_heap(&argv[1]) {
        return;
    }
    assert_eq!(reply, again);
    if let Some(reply) = reply {
        assert!(first == second, "two servers came apart");
        assert_eq!(reply, third.execute(id, NOW_MS, argv), "at once");
        assert!(first == third, "slices lead elsewhere");
    }
}

/// Pieces of programs, most of which are none when put together.
fn pieces() -> impl Strategy<Value = Vec<u8>> {
    let words: Vec<String> = include_str!("lua/scripts.txt")
        .split_inclusive([' ', '(', ')', ',', '\n'])
        .map(str::to_owned)
        .collect();
    prop::collection::vec(prop::sample::select(words), 0..30)
        .prop_map(|words| words.concat().into())
}

/// Texts and tables that grow, or that are gone through, by sizes that chance has chosen.
fn heavy() -> impl Strategy<Value = Vec<u8>> {
    let programs = [
        "local s, t = ('x'):rep(N), {('y'):rep(M)} for i = 2, K do t[i] = s end return #table.concat(t, ',')",
        "local s = ('x'):rep(N) return #(('y'):rep(K):gsub('y', s))",
        "local s = ('x'):rep(N) return #(('y'):rep(K):gsub('y', {y = s}))",
        "local t = {} for i = 1, 50 do t[i] = ('x'):rep(N) end return #string.format(('%s'):rep(50), unpack(t))",
        "local t = {} for i = 1, 50 do t[i] = ('x'):rep(N) end return #struct.pack(('c0'):rep(50), unpack(t))",
        "local t = {('x'):rep(M)} for i = 1, 40 do t = {t, t} end return #cjson.encode(t)",
        "local t = {('x'):rep(M)} for i = 1, 14 do t = {t, t, t, t, t, t} end return #cmsgpack.pack(t)",
        "local s = '' for i = 1, K do s = s .. ('x'):rep(N) end return #s",
        "local t = {} for i = 1, N do t[i] = i end for i = 1, N do t[i] = nil end for i = 1, K do next(t) end",
        "local s = ('a'):rep(N) return s:find(('a'):rep(M) .. 'b', 1, true)",
        "local s = ('a'):rep(N) local n = 0 for i = 1, K do if s .. 'x' < s .. 'y' then n = n + 1 end end return n",
        "local t = {} table.insert(t, -N * K, 1) return #t",
        "local s = {} for i = 1, 30 do s[i] = '[2^' .. i - 1 .. ']=1' end local t = loadstring('return {' .. table.concat(s, ',') .. '}')() return table.remove(t, N)",
        "local s = ('a'):rep(N) return (s:gsub('a*a*a*b', ''))",
        "local t = {} for i = 1, N do t[i] = i * M % K end table.sort(t) return t[1]",
        "local t = {} for i = 1, K do t[i] = coroutine.wrap(function() coroutine.yield(('x'):rep(N)) end) t[i]() end",
        "local function f(n) return (('x'):rep(M):gsub('x', n > 0 and f or 'y')) end return #f(K)",
        "return #redis.sha1hex(('x'):rep(N)) + #cjson.encode(('\\1'):rep(N))",
    ];
    let size = || prop_oneof![0u32..20, 0u32..5_000, 0u32..3_000_000];
    let sizes = (size(), size(), 0u32..3_000);
    (prop::sample::select(programs.to_vec()), sizes).prop_map(|(program, (n, m, k))| {
        let sizes = [("N", n), ("M", m), ("K", k)];
        let program = sizes
            .iter()
            .fold(program.to_owned(), |program, (name, size)| {
                program.replace(name, &size.to_string())
            });
        program.into_bytes()
    })
}

/// A line that calls a generated script.
fn generated() -> impl Strategy<Value = Vec<Vec<u8>>> {
    any::<u64>().prop_map(|seed| generate::call_of_script(&mut Chance(seed), SHOW))
}

proptest! {
    #[test]
    fn any_bytes_as_a_script_have_an_answer(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        check(&eval(&bytes), &[]);
    }

    #[test]
    fn pieces_of_scripts_have_an_answer(script in pieces()) {
        check(&eval(&script), &[]);
    }

    #[test]
    fn generated_scripts_answer_the_same_from_the_same_state(
        lines in prop::collection::vec(generated(), 1..6),
    ) {
        let (last, before) = lines.split_last().expect("a line");
        check(last, before);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn texts_that_grow_are_ended_in_time(script in heavy()) {
        check(&eval(&script), &[]);
    }
}

#[test]
fn no_function_writes_a_text_larger_than_the_memory() {
    let scripts = [
        "local s, t = ('x'):rep(2 ^ 20), {'y'} for i = 2, 4000 do t[i] = s end return #table.concat(t)",
        "local s = ('x'):rep(2 ^ 20) return #(('y'):rep(4000):gsub('y', s))",
        "local s = ('x'):rep(2 ^ 20) return #(('y'):rep(4000):gsub('y', function() return s end))",
        "local s, t = ('x'):rep(2 ^ 20), {} for i = 1, 4000 do t[i] = s end return #string.format(('%s'):rep(4000), unpack(t))",
        "local s, t = ('x'):rep(2 ^ 20), {} for i = 1, 4000 do t[i] = s end return #struct.pack(('c0'):rep(4000), unpack(t))",
        "local t = {'y', ('x'):rep(4093)} for i = 1, 30 do t = {t, t} end return #cjson.encode(t)",
        "local t = {'y', ('x'):rep(4093)} for i = 1, 14 do t = {t, t, t, t, t} end return #cmsgpack.pack(t)",
    ];
    for script in scripts {
        let (mut server, id) = server();
        let mut reply = None;
        let held = held(|| reply = Some(server.execute(id, NOW_MS, &eval(script.as_bytes()))));
        let is_memory = matches!(&reply, Some(Reply::Error(error)) if error.bytes().starts_with(b"ERR not enough memory"));
        assert!(is_memory, "{script}: {reply:?}");
        assert!(held < HELD_MAX, "{script}: {held} bytes were held");
    }
}

#[test]
fn functions_that_take_long_stop_in_between() {
    let scripts = [
        "table.insert({}, -2 ^ 31, 1)",
        "local s = {} for i = 1, 30 do s[i] = '[2^' .. i - 1 .. ']=1' end local t = loadstring('return {' .. table.concat(s, ',') .. '}')() table.remove(t, 1)",
        "local s = ('a'):rep(100000) s:find(('a'):rep(50000) .. 'b', 1, true)",
        "local s = ('a'):rep(100000) s:find('a*a*a*b')",
        "local t = {} for i = 1, 2 ^ 16 do t[i] = i end for i = 1, 2 ^ 16 do t[i] = nil end while true do next(t) end",
        "local s = ('a'):rep(1000000) local a, b = s .. 'a', s .. 'b' while true do local c = a < b end",
        "local t = {} for i = 1, 1e6 do t[i] = i end table.sort(t)",
        "local t = {1} for i = 1, 22 do t = {t, t} end return #cjson.encode(t)",
        "local t = {} for i = 1, 1000 do t[i] = i end local u = {} for i = 1, 10000 do u[i] = t end return #cmsgpack.pack(u)",
    ];
    for script in scripts {
        let (mut server, id) = server();
        assert_eq!(
            server.begin(id, NOW_MS, &eval(script.as_bytes())),
            Begun::Running
        );
        for slice in 0..SLICES_MAX {
            let advance = server.advance(SLICE_UNITS);
            assert!(
                matches!(advance, Advance::Working(_)),
                "{script}: {advance:?} in slice {slice}"
            );
        }
    }
}
