//! Locks of every type, and locks that are spread over several keys: who removed whose, and who found them shut.

use crate::{C1, C2, rivals, world};
use setnx_playground::keyspace::Reply;
use setnx_playground::lock::{Algorithm, Program};
use setnx_playground::sim::Move::{self, Crash, Execute, Read, Restart, Send, Step, Tick};
use setnx_playground::sim::{ClientId, MessageId, Property, Run, World};

const C3: ClientId = ClientId(3);

/// How a lock is taken, how it is removed whoever has it, and how a client removes its own alone.
const LOCKS: [[&str; 3]; 19] = [
    ["SETNX lock.foo <token>", "DEL lock.foo", "EXISTS lock.foo"],
    [
        "SETNX lock.foo <token>",
        "GETDEL lock.foo",
        "EVAL own 1 lock.foo <token>",
    ],
    [
        "SETNX lock.foo <token>",
        "PEXPIRE lock.foo 0",
        "TTL lock.foo",
    ],
    [
        "HSETNX lock.foo owner <token>",
        "DEL lock.foo",
        "HGET lock.foo owner",
    ],
    [
        "HSETNX lock.foo owner <token>",
        "HDEL lock.foo owner",
        "HDEL lock.foo other",
    ],
    [
        "HINCRBY lock.foo <token> 1",
        "EVAL all 1 lock.foo",
        "HDEL lock.foo <token>",
    ],
    [
        "HSET lock.foo <token> 1 others 2",
        "UNLINK lock.foo",
        "HDEL lock.foo <token>",
    ],
    [
        "HSETNX lock.foo owner <token>",
        "SET lock.foo other",
        "HLEN lock.foo",
    ],
    [
        "HSETNX lock.foo owner <token>",
        "RENAME lock.foo lock.bar",
        "HLEN lock.foo",
    ],
    [
        "RPUSH lock.foo <token>",
        "LPOP lock.foo",
        "LREM lock.foo 0 <token>",
    ],
    [
        "RPUSH lock.foo <token>",
        "LTRIM lock.foo 1 0",
        "LREM lock.foo 1 <token>",
    ],
    ["RPUSH lock.foo <token>", "FLUSHALL", "LLEN lock.foo"],
    [
        "SADD lock.foo <token>",
        "SDIFFSTORE lock.foo lock.foo lock.foo",
        "SREM lock.foo <token>",
    ],
    [
        "SADD lock.foo <token> <me>",
        "SREM lock.foo C2",
        "SREM lock.foo C1",
    ],
    [
        "SADD lock.foo <token>",
        "SINTERSTORE lock.foo lock.foo none",
        "SCARD lock.foo",
    ],
    [
        "ZADD lock.foo 1 <token>",
        "ZREMRANGEBYSCORE lock.foo -inf +inf",
        "ZREM lock.foo <token>",
    ],
    [
        "ZADD lock.foo <now> <token>",
        "ZPOPMIN lock.foo",
        "ZREM lock.foo <token>",
    ],
    [
        "XADD lock.foo * who <token>",
        "XTRIM lock.foo MAXLEN 0",
        "XLEN lock.foo",
    ],
    [
        "EVAL take 1 lock.foo <token>",
        "EVAL all 1 lock.foo",
        "EVAL own 1 lock.foo <token>",
    ],
];

/// A program that takes the lock with these lines, each of which may be refused, and gives it back with that one.
fn program(take: &[&str], release: &str) -> String {
    let mut source = "acquire:\n".to_owned();
    for line in take {
        source += &format!("  {line}\n  if reply = 0: wait 1, retry\n");
    }
    source
        + "  EXPIRE lock.foo <lease>\n  enter until sent + lease\nwork:\n  work 3\nrelease:\n  "
        + release
        + "\nscript all:\n  return redis.call('del', KEYS[1])\nscript own:\n  if redis.call('type', KEYS[1]).ok == 'string' and \
           redis.call('get', KEYS[1]) == ARGV[1] then\n      return redis.call('del', KEYS[1])\n  end\n  return 0\nscript take:\n  \
           return redis.call('setnx', KEYS[1], ARGV[1])\n"
}

fn played(start: World, moves: &[Move]) -> Run {
    let mut run = Run::new(start);
    for mv in moves {
        run.push(mv.clone())
            .unwrap_or_else(|error| panic!("{mv:?}: {error:?}"));
    }
    run
}

fn steps(of: &[(ClientId, usize)]) -> Vec<Move> {
    let each = of.iter().flat_map(|(id, times)| vec![Step(*id); *times]);
    each.collect()
}

fn removed(run: &Run) -> Vec<(ClientId, ClientId)> {
    let all = run.outcomes().flat_map(|outcome| &outcome.broken);
    let removed = all.filter(|broken| broken.property == Property::RemovedLock);
    let removed = removed.map(|broken| (broken.clients[0], broken.clients[1]));
    removed.collect()
}

fn shut(run: &Run) -> bool {
    let mut all = run.outcomes().flat_map(|outcome| &outcome.broken);
    all.any(|broken| broken.property == Property::Shut)
}

#[test]
fn a_blind_release_removes_anothers_lock_of_any_type() {
    for [take, blind, own] in LOCKS {
        // C1 stalls past its lease, C2 takes the lock, and C1 releases.
        let mut moves = steps(&[(C1, 2)]);
        moves.push(Tick(11_000));
        moves.extend(steps(&[(C2, 2), (C1, 1)]));
        for (release, expected) in [(blind, vec![(C1, C2)]), (own, vec![])] {
            let program = program(&[take], release);
            let run = played(world(&[&program, &program]), &moves);
            let before = run.world(run.len() - 1);
            assert_eq!(before.leaseholders(), [C2], "{take}");
            assert_eq!(before.granted(0), Some(C2), "{take}");
            assert_eq!(before.recorded_owner(0), Some(C2), "{take}");
            assert_eq!(removed(&run), expected, "{take} / {release}");
        }
    }
}

#[test]
fn a_holder_that_releases_in_time_removes_nobodys_lock() {
    for [take, blind, _] in LOCKS {
        let program = program(&[take], blind);
        let mut moves = steps(&[(C1, 2)]);
        moves.extend([Tick(3_000), Step(C1)]);
        let run = played(world(&[&program, &program]), &moves);
        assert_eq!(removed(&run), [], "{take} / {blind}");
    }
}

#[test]
fn of_a_lock_on_several_keys_each_key_counts() {
    let take = [
        "SETNX lock.foo <token>",
        "HSETNX lock.bar owner <token>",
        "SADD lock.baz <token>",
    ];
    for (release, is_blamed) in [
        ("DEL lock.foo", true),
        ("DEL lock.bar", true),
        ("HDEL lock.bar owner", true),
        ("SDIFFSTORE lock.baz lock.baz lock.baz", true),
        ("DEL lock.foo lock.bar lock.baz", true),
        ("DEL lock.other", false),
    ] {
        let program = program(&take, release);
        let mut moves = steps(&[(C1, 4)]);
        moves.extend([Tick(11_000), Move::Type("DEL lock.bar lock.baz".into())]);
        moves.extend(steps(&[(C2, 4), (C1, 1)]));
        let run = played(world(&[&program, &program]), &moves);
        let expected = if is_blamed { vec![(C1, C2)] } else { vec![] };
        assert_eq!(removed(&run), expected, "{release}");
    }
}

const QUEUE: &str = "acquire:\n  RPUSH lock.foo <token>\n  LINDEX lock.foo 0\n  if reply = token: enter until now + lease\n  \
                     LREM lock.foo 1 <token>\n  wait 1, retry\nwork:\n  work 1\nrelease:\n  ";

#[test]
fn who_waits_in_a_queue_has_no_lock_that_could_be_removed() {
    let blind = [QUEUE, "DEL lock.foo\n"].concat();
    let own = [QUEUE, "LREM lock.foo 1 <token>\n"].concat();
    for (program, expected) in [(&own, vec![]), (&blind, vec![])] {
        let mut moves = steps(&[(C1, 2), (C2, 1)]);
        moves.extend([Tick(1_000), Step(C1)]);
        let run = played(world(&[program, program]), &moves);
        assert_eq!(removed(&run), expected, "C2 only waits");
    }
    // A place that C1 keeps while it polls is its lock once it is the first.
    let keeps = "acquire:\n  if place = nil: RPUSH lock.foo <me>\n  place := me\n  LINDEX lock.foo 0\n  if reply != me: wait 1, \
                 retry\n  enter until now + lease\nwork:\n  work 1\nrelease:\n  LPOP lock.foo\n";
    let mut moves = steps(&[(C1, 2), (C2, 2)]);
    moves.extend([
        Tick(1_000),
        Step(C1),
        Step(C2),
        Move::Type("LPOP lock.foo".into()),
    ]);
    let mut run = played(world(&[keeps, keeps]), &moves);
    assert_eq!(run.last().leaseholders(), [C2]);
    assert_eq!(removed(&run), []);
    run.push(Restart(C1)).expect("it has finished");
    for _ in 0..2 {
        run.push(Step(C1)).expect("a step");
    }
    assert!(!shut(&run), "C2 is in");
}

#[test]
fn what_a_client_writes_while_it_is_in_is_not_its_lock() {
    let writes = "acquire:\n  SET lock.foo <token> NX PX <lease * 1000>\n  if reply = nil: wait 1, retry\n  enter until sent + \
                  lease\nwork:\n  SET data <me>\nrelease:\n  DEL data\n";
    let mut moves = steps(&[(C1, 2)]);
    moves.push(Tick(11_000));
    moves.extend(steps(&[(C2, 1)]));
    moves.extend([Move::Type("DEL data".into()), Step(C2), Step(C1)]);
    let run = played(world(&[writes, writes]), &moves);
    assert_eq!(run.last().leaseholders(), [C2]);
    assert_eq!(removed(&run), []);
}

#[test]
fn an_element_that_expires_with_its_key_is_forgotten() {
    let program = program(&["HSETNX lock.foo owner <token>"], "DEL lock.foo");
    let mut moves = steps(&[(C1, 2)]);
    moves.push(Tick(10_001));
    let run = played(world(&[&program, &program]), &moves);
    assert_eq!(run.last().granted(0), None);
    assert_eq!(run.last().recorded_owner(0), None);
}

#[test]
fn a_lock_that_redis_removes_at_its_deadline_is_never_shut() {
    let program = |take: &str| {
        format!(
            "acquire:\n  {take}\n  if reply = nil: wait 1, retry\n  if reply = 0: wait 1, retry\n  enter until sent + lease\nwork:\n  \
             work 3\nrelease:\n  DEL lock.foo\n"
        )
    };
    let string = program("SET lock.foo <token> NX PX <lease * 1000>");
    let hash = "acquire:\n  HSETNX lock.foo owner <me>\n  if reply = 0: wait 1, retry\n  EXPIRE lock.foo <lease>\n  enter until \
                sent + lease\nwork:\n  work 3\nrelease:\n  DEL lock.foo\n";
    for source in [Algorithm::Px.source(), &string, hash] {
        let taken = if source == hash { 2 } else { 1 };
        // A clock may stand between two seconds, and the request may be on its way for a while.
        for (offset_ms, delay_ms) in [(0, 0), (700, 0), (0, 150), (300, 40)] {
            let mut moves = vec![Tick(offset_ms); usize::from(offset_ms > 0)];
            moves.extend(steps(&[(C1, taken - 1)]));
            moves.extend([Read(C1), Send(C1)]);
            moves.extend(vec![Tick(delay_ms); usize::from(delay_ms > 0)]);
            moves.extend([Execute(MessageId::of(C1)), Step(C1), Crash(C1), Tick(9_900)]);
            let mut run = played(world(&[source, source]), &moves);
            for _ in 0..2_000 {
                run = played(run.last().clone(), &[Tick(1), Step(C2)]);
                assert!(!shut(&run), "{source} at {}", run.last().now_ms());
                if run.last().recorded_owner(0) == Some(C2) {
                    break;
                }
                // Back to its first line, whenever it would wake.
                run = played(run.last().clone(), &[Crash(C2), Restart(C2)]);
            }
            assert_eq!(run.last().recorded_owner(0), Some(C2), "{source}");
        }
    }
}

#[test]
fn a_release_that_is_on_its_way_shuts_no_lock_that_expires() {
    let mut moves = vec![Step(C1), Tick(3_000), Read(C1), Send(C1)];
    moves.extend([Tick(1_000), Step(C2)]);
    assert!(!shut(&played(rivals(Algorithm::Px, 2), &moves)));
}

#[test]
fn a_lock_without_a_deadline_is_shut_once_its_last_lease_has_been_over_for_more_than_a_millisecond()
{
    for (ms, is_shut) in [
        (10_999, false),
        (11_000, false),
        (11_001, false),
        (11_002, true),
    ] {
        let run = played(
            rivals(Algorithm::Setnx, 2),
            &[Step(C1), Crash(C1), Tick(ms), Step(C2)],
        );
        assert_eq!(shut(&run), is_shut, "{ms}");
    }
}

#[test]
fn a_lock_that_pollers_prolong_is_shut_when_its_holders_own_deadline_is_over() {
    let mut moves = vec![Step(C1), Crash(C1)];
    for _ in 0..4 {
        moves.extend([Tick(3_000), Step(C2)]);
    }
    let run = played(rivals(Algorithm::ExpireMulti, 3), &moves);
    let first = run
        .outcomes()
        .position(|outcome| !outcome.broken.is_empty());
    assert_eq!(first, Some(run.len() - 1), "at 112, and not at 109");
    assert_eq!(
        run.outcome(run.len() - 1).map(|last| last.broken.clone()),
        Some(vec![Property::Shut.broken_by(&[C2])])
    );
    assert_ne!(run.last().lock_value(0), None);
    let run = played(run.last().clone(), &[Step(C3)]);
    assert!(shut(&run));
}

#[test]
fn a_program_that_never_looks_at_a_time_finds_none_in_the_key() {
    let takes_over = [
        "if reply < now: GETSET lock.foo 1",
        "ends := reply\n  if now >= ends: GETSET lock.foo 1",
        "held := reply\n  ends := held + 1\n  if now >= ends: GETSET lock.foo 1",
    ];
    let waits = [
        "if reply = 0: wait 1, retry",
        "if now > deadline: give up",
        "if reply = me: retry",
    ];
    let reads_times = |line: &str| {
        let source = format!(
            "acquire:\n  deadline := now + 5\n  GET lock.foo\n  {line}\n  retry\nwork:\nrelease:\n"
        );
        Program::parse(&source).expect(line).reads_times()
    };
    assert!(takes_over.into_iter().all(reads_times));
    assert!(!waits.into_iter().any(reads_times));
}

#[test]
fn a_lock_that_nobody_can_take_is_not_said_to_be_there_for_the_taking() {
    let mut moves = vec![Step(C1), Crash(C1), Tick(11_000)];
    moves.extend(vec![Step(C2); 5]);
    moves.extend([Tick(1_000), Step(C2)]);
    let run = played(rivals(Algorithm::Setnx, 2), &moves);
    let all = run.outcomes().flat_map(|outcome| &outcome.broken);
    assert_eq!(all.collect::<Vec<_>>(), [&Property::Shut.broken_by(&[C2])]);
    assert!(run.last().deadlock().is_some());
    // One that waits for a time in the key finds it past.
    let run = played(rivals(Algorithm::GetsetEq, 2), &{
        let mut moves = vec![Step(C1), Crash(C1), Tick(12_000)];
        for _ in 0..5 {
            moves.extend([Step(C2), Step(C2), Tick(1_000)]);
        }
        moves
    });
    let all = run.outcomes().flat_map(|outcome| &outcome.broken);
    assert_eq!(
        all.collect::<Vec<_>>(),
        [&Property::NobodyGetsIn.broken_by(&[C2])]
    );
}

#[test]
fn what_a_client_left_behind_when_it_stopped_is_not_the_lock_that_it_has_later() {
    let takes = program(&["SADD lock.foo <token>"], "SREM lock.foo <token>");
    let cleans = program(&["SETNX lock.bar <me>"], "SREM lock.foo a7");
    let mut moves = vec![Step(C1), Crash(C1), Restart(C1)];
    moves.extend(steps(&[(C1, 2), (C2, 2)]));
    moves.extend([Tick(3_000), Step(C2)]);
    let run = played(world(&[&takes, &cleans]), &moves);
    let last = run.outcome(run.len() - 1).expect("SREM");
    assert_eq!(last.reply, Some(Reply::Int(1)));
    assert_eq!(run.last().leaseholders(), [C1]);
    assert_eq!(removed(&run), []);
}
