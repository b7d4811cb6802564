//! Links that a person can read, and what is said about those that nobody can. That every play comes back from its
//! link is in `tests/world`.

use super::*;
use crate::Play;
use base::text::Lang;
use lock::Algorithm;
use sim::{ClientId, MOVES_MAX, MessageId, Move, NotEnabled, Peer, Setup};

const C1: ClientId = ClientId(1);
const C2: ClientId = ClientId(2);

/// The play of a link without a fault.
fn read(text: &str) -> Play {
    let (play, stopped) = decode(text);
    assert_eq!(stopped.map(|stopped| stopped.phrase().get(Lang::En)), None);
    play
}

/// The link of a play without its digest.
fn written(play: &Play) -> String {
    let link = encode(play);
    match link.split_once(";sum=") {
        Some((before, after)) => [before, after.get(6..).unwrap_or_default()].concat(),
        None => link,
    }
}

/// The message about a link that stops, and the link of its valid part.
fn stops(text: &str) -> (String, String) {
    let (play, stopped) = decode(text);
    let phrase = stopped.map(|stopped| stopped.phrase().get(Lang::En));
    (phrase.unwrap_or_default(), written(&play))
}

#[test]
fn a_program_in_a_link_is_run_or_its_mistake_is_told() {
    let own = read("v2;own;n=2;program=acquire%3A%0A+INCR+k%0A+retry%0Awork%3A%0Arelease%3A;c1");
    assert_eq!(own.run().world(0).clients().len(), 2);
    assert!(
        own.run()
            .world(0)
            .clients()
            .iter()
            .all(|client| client.program().source().contains("INCR k"))
    );
    let (said, _) = stops(
        "v2;own;n=2;program=acquire%3A%0A+SETNX+k+%3Cnovv%3E%0A+retry%0Awork%3A%0Arelease%3A;c1",
    );
    assert!(
        said.starts_with("The program cannot be used: Line 2, column 11"),
        "{said}"
    );
    assert!(!said.contains(".."), "{said}");
}

#[test]
fn a_link_of_an_unknown_version_shows_the_lesson_that_it_names() {
    for (link, shown) in [
        ("v9;D2", "v2;D2;@3"),
        ("v9;d2;c1.jump;@7", "v2;D2;@3"),
        ("v9;D3-rival;c1", "v2;D3-rival;@"),
        // What plays no lesson may mean something else there.
        ("v9;getset;c1", "v2;D1;@0"),
        ("v9", "v2;D1;@0"),
    ] {
        let (said, played) = stops(link);
        assert!(said.starts_with("Part 1 of the link, “v9”"), "{said}");
        assert!(played.starts_with(shown), "{link}: {played}");
    }
}

#[test]
fn a_link_is_short_and_reads_like_what_was_played() {
    for link in [
        "v2;D2;@3",
        "v2;D2;@7",
        "v2;D2;@0.4;c2.x2;name=the+other+way;@0.11",
        "v2;D2;t3;c1;@13",
        "v2;D2;@0.4;c2.x2;name=the+other+way;@6",
        "v2;D2;cut=4;c2;@4",
        "v2;getset;n=3;@0",
        "v2;getset;n=3;c3;c1.x2;c2.crash;t12;c1;@2",
        "v2;getset;n=2;c1.clock=-12.5;c2=setnx-del;lease=5;start=89;value=100;@0",
        "v2;setnx;who=3.5;@0",
        "v2;setnx;n=0;t0.5.x4;@4",
        "v2;getset;n=2;c1.read;c1.send;c1.exec;c1.recv;c2.pause;c2.resume;c2.skew=-0.5;@7",
        "v2;getset;n=1;c1.read;c1.send;c1.crash;c1.restart;c1.read;c1.send;c1.exec.m1;@7",
        "v2;px-write;n=1;c1;t3;c1.read;c1.send;c1.exec.store;c1.recv.store;@6",
        "v2;own;n=2;program=acquire%3A%0A+SETNX+k+%3Cmine+%3A%3D+now%3E%0A+if+reply+%3D+1%3A+enter+until+mine%0A+retry%0Awork%3A%0Arelease%3A%0A+DEL+k;c1.x2;@2",
        "v2;setnx-del;n=2;c1;t11;search=two-leases.crash.restart.gap.overrun.apart1.rounds2;found=8;@2",
        "v2;getset;n=3;search=nobody-ever.attempts2;found=none.514;@0",
        "v2;D2;search=lost-update.transit.lose.forget.fail-over;@3",
        "v2;setnx;n=1;type=SET+lock.foo+%22a%3B%2B%25%5F%22;type=SET+%E9%94%81+x.x3;@2",
    ] {
        let (play, stopped) = decode(link);
        assert_eq!((written(&play).as_str(), stopped), (link, None));
        let again = decode(&encode(&play));
        assert!(again == (play, None), "{link}");
    }
}

#[test]
fn a_link_has_only_what_chat_and_mail_leave_alone() {
    let mut play = Play::new(Setup::new(Algorithm::Getset, 1));
    let line: String = (' '..='~').chain(['é', '锁', '\n']).collect();
    play.make(Move::Type(
        format!("ECHO \"{}\"", line.replace(['"', '\\'], "")).into(),
    ))
    .unwrap();
    play.rename(0, &line);
    let link = encode(&play);
    let is_safe = |c: char| c.is_ascii_alphanumeric() || ".-+=%;@".contains(c);
    assert!(link.chars().all(is_safe), "{link}");
    assert!(link.ends_with(|c: char| c.is_ascii_digit()));
    assert!(read(&link) == play);
}

#[test]
fn a_lesson_without_a_cursor_has_its_scene_set_and_a_schedule_stands_at_its_end() {
    assert_eq!(read("v2;d2").cursor(), 3);
    assert_eq!(read("v2;getset;n=2;c1;c2").cursor(), 2);
    assert_eq!(read("v2;GETSET").setup().clients.len(), 3);
}

#[test]
fn what_happens_to_a_link_on_its_way_does_it_no_harm() {
    let play = read("v2;getset;n=2;type=SET+a+%2B;name=a+b;c1;@1");
    for link in [
        "#v2;getset;n=2;type=SET+a+%2B;name=a+b;c1;@1",
        " #v2;getset;n=2;type=SET%20a%20%2b;name=a%20b;c1;%401).\r\n",
        "v2%3Bgetset%3Bn%3D2%3Btype%3DSET%2Ba%2B%252B%3Bname%3Da%2Bb%3Bc1%3B%401",
        "v2;getset;;n=2;type=SET+a+%2B;name=a+b;c1;@1;",
    ] {
        assert!(read(link) == play, "{link}");
    }
}

/// Links, the number of their first invalid part, why it is that, and the link of the valid beginning.
const STOPPED: &str = "\
v2;getset;n=2;c1;c1;c2 | 5 | C1 works until 103 | v2;getset;n=2;c1;@1
v2;getset;n=2;c2.x5 | 4 | C2 works until 103 | v2;getset;n=2;c2;@1
v2;getset;n=2;c9 | 4 | there is no C9 | v2;getset;n=2;@0
v2;getset;n=2;c1;jump;c2 | 5 | this cannot be part of a link | v2;getset;n=2;c1;@1
v2;getset;n=2;c1;lease=5 | 5 | settings must come before the first move, and a lesson has settings of its own | v2;getset;n=2;c1;@1
v2;D2;n=5 | 3 | settings must come before the first move, and a lesson has settings of its own | v2;D2;@3
v2;D2;cut=12 | 3 | this branch ends at move 11 | v2;D2;@3
v2;getset;n=10 | 3 | this setting is outside its limits | v2;getset;n=3;@0
v2;getset;n=2;lease=0 | 4 | this setting is outside its limits | v2;getset;n=2;@0
v2;getset;n=2;c2=nope | 4 | there is no lesson and no algorithm of that name | v2;getset;n=2;@0
v2;getset;n=2;c3=setnx | 4 | there is no C3 | v2;getset;n=2;@0
v2;getset;n=2;c1;@9 | 5 | this branch ends at move 1 | v2;getset;n=2;c1;@1
v2;getset;n=2;c1;@1.0 | 5 | there is no such branch | v2;getset;n=2;c1;@1
v2;getset;n=2;t0 | 4 | time advances by at least a millisecond | v2;getset;n=2;@0
v2;getset;n=2;t99999999999999999999 | 4 | time cannot advance past the year 9999 | v2;getset;n=2;@0
v2;nope;n=2 | 2 | there is no lesson and no algorithm of that name | v2;D1;@0
v1 | 2 | there is no lesson and no algorithm of that name | v2;D1;@0
v3;getset;n=2 | 1 | this page understands links of versions v1 and v2 | v2;D1;@0
 | 1 | this page understands links of versions v1 and v2 | v2;D1;@0";

#[test]
fn a_broken_link_plays_as_far_as_it_is_valid_and_says_where_it_stopped_and_why() {
    let up_to = |number: usize, part: &str, why: &str| {
        format!("Part {number} of the link, “{part}”, cannot be used: {why}.")
    };
    for row in STOPPED.lines() {
        let cells: Vec<&str> = row.split(" | ").collect();
        let [link, number, why, played] = cells[..] else {
            panic!("{row}");
        };
        let number: usize = number.parse().unwrap();
        let part = link.split(';').nth(number - 1).unwrap_or_default();
        let said = up_to(number, part, why);
        assert_eq!(stops(link), (said, played.to_owned()), "{link}");
    }
    let (_, stopped) = decode("v2;getset;n=2;c1;c1");
    assert_eq!(
        stopped.map(|stopped| stopped.phrase().get(Lang::ZhHans)),
        Some("链接的第 5 部分“c1”无法使用：C1 工作到 103。".to_owned())
    );
}

#[test]
fn a_link_that_asks_for_too_much_is_cut_off() {
    let full = LinkProblem::Move(NotEnabled::ScheduleFull);
    for link in [
        "v2;setnx;n=0;t1.x999999999",
        "v2;setnx;n=0;t1.x99999999999999999999999",
    ] {
        let (play, stopped) = decode(link);
        assert_eq!(play.run().len(), MOVES_MAX);
        assert_eq!(stopped.map(|stopped| stopped.why), Some(full.clone()));
    }
    let (play, stopped) = decode(&format!("v2;setnx;n=1;{}", "t1;t2;".repeat(20_000)));
    assert_eq!(play.run().len(), MOVES_MAX);
    assert_eq!(stopped.map(|stopped| stopped.why), Some(full));
    let (_, stopped) = decode(&format!("v2;getset;{}", "x".repeat(100_000)));
    assert_eq!(
        stopped.map(|stopped| stopped.part.chars().count()),
        Some(41)
    );
}

#[test]
fn parts_that_are_nearly_right_are_not_understood() {
    for part in [
        "c",
        "c1.",
        "c256",
        "c01",
        "c-1",
        "C1",
        "c1.exec.",
        "c1.execm1",
        "c1.exec.m-1",
        "c1.exec.r256",
        "c1.recv.x",
        "c1.x",
        "c1.x-1",
        "t",
        "t-",
        "t1.2345",
        "t1e3",
        "t 1",
        "c1.skew=",
        "c1.skew=+1",
        "@",
        "@1.",
        "@.1",
        "@-1",
        "@1.2.3",
        "cut=1",
        "n=",
        "n=x",
        "who=",
        "who=1..2",
        "=",
        "c1.clock=x",
        "b0.4",
    ] {
        let (play, stopped) = decode(&format!("v2;getset;n=2;c1;{part};@0"));
        assert_eq!(
            stopped.map(|stopped| stopped.why),
            Some(LinkProblem::NotUnderstood),
            "{part}"
        );
        assert_eq!(play.run().len(), 1);
    }
}

#[test]
fn no_move_is_read_but_a_whole_one() {
    for text in [
        "",
        "c",
        "c1.",
        "c300",
        "t",
        "t1.2345",
        "s0",
        "s0.up",
        "c1.exec.q1",
        "c1.skew=",
        "type=GET",
        "é",
    ] {
        assert!(part::one_move(text).is_none(), "{text}");
    }
}

#[test]
fn a_message_is_named_by_who_answers_it_and_its_number() {
    let late = Move::Execute(MessageId {
        client: C2,
        peer: Peer::Server(4),
        n: 12,
    });
    let store = Move::Receive(MessageId {
        client: C1,
        peer: Peer::Store,
        n: 1,
    });
    assert_eq!(part::one_move("c2.exec.r4.m12"), Some(late));
    assert_eq!(part::one_move("c1.recv.store.m1"), Some(store));
}

#[test]
fn no_lesson_has_the_name_of_an_algorithm() {
    for lesson in crate::ALL {
        assert!(Algorithm::find(lesson.id).is_none(), "{}", lesson.id);
    }
}

#[test]
fn a_link_of_the_first_release_plays_as_it_did() {
    let (play, stopped) = decode("v1;px-get;n=2;c1;t3;c1.x2;@4");
    assert_eq!(stopped, None);
    assert!(play.world().lock_value(0).is_none(), "GET, then DEL");
    assert!(written(&play).starts_with("v2;px-get@1;n=2"));
    assert!(read(&encode(&play)) == play);
    // Its refused client tried again with the same token.
    let tried = read("v1;px-get;n=2;c1;c2;t1;c2");
    let last = tried
        .run()
        .outcomes()
        .last()
        .and_then(|last| last.request.clone());
    assert_eq!(
        last.map(|request| request.full()),
        Some("SET lock.foo b14 NX PX 10000".to_owned())
    );
    // Lessons whose moves have changed since.
    assert_eq!(read("v1;P4-fenced").run().len(), 7);
    assert_eq!(decode("v1;S8").0.run().len(), 20);
    assert_eq!(decode("v1;S8;cut=4").0.run().len(), 4);
}

#[test]
fn a_link_says_so_when_this_page_plays_or_judges_it_otherwise() {
    let said = |text: &str| stops(text).0;
    let link = encode(&read("v2;getset;n=2;c1;t11;c2.x3"));
    assert_eq!(said(&link), "");
    let (before, _) = link.split_once(";sum=").unwrap();
    let other = [before, ";sum=000000;@5"].concat();
    assert!(said(&other).contains("computed anew"), "{}", said(&other));
    let crashed = "getset;n=2;c1;c1.crash;@2";
    assert!(said(&["v1;", crashed].concat()).contains("judged anew"));
    assert_eq!(said(&["v2;", crashed].concat()), "");
}

#[test]
fn moves_of_servers_and_threads_come_back() {
    for link in [
        "v2;redlock;n=2;servers=5;parted=lose;c1.read;c1.send;c1.exec;c1.exec.r4;c1.lose.r1;s2.fail;s2.up=nothing;s3.cut;s3.join;c2.cut;c2.join;s1.skew=11;s0.sync;t2;c1.timeout;@15",
        "v2;wait;n=1;replicas=2;c1;s1.copy;c1;s0.fail;s1.promote;s0.up=synced;@6",
        "v2;renew;n=1;c1;c1.meanwhile;t5;c1.meanwhile;@4",
    ] {
        let (play, stopped) = decode(link);
        assert_eq!((written(&play).as_str(), stopped), (link, None));
    }
}
