//! What a run begins with, changed as a reader types it.

use std::sync::Arc;

use super::super::action::Setting;
use super::words as say;
use base::text::Phrase;
use lock::{Algorithm, Program};
use sim::{ClientId, ClientSetup, LEASE_S_MAX, SERVERS_MAX, SKEW_MS_MAX, Setup, TIME_MS_MAX};

/// Clients that a reader can have at most: as many as there are colours.
pub const CLIENTS_MAX: u8 = 5;

const CLIENTS: usize = CLIENTS_MAX as usize;

/// The value of the setting for messages between two sides that are lost, and for those that wait.
pub const LOSE: &str = "lose";
pub const WAIT: &str = "wait";

/// The setup with one setting changed to what a reader has typed.
///
/// # Errors
/// What the setting takes, when it does not take that.
pub fn changed(setup: &Setup, setting: Setting, typed: &str) -> Result<Setup, Phrase> {
    let mut setup = setup.clone();
    let whole = |least: i64, most: i64| {
        let number = milliseconds(typed).filter(|ms| ms % 1000 == 0);
        let number = number.map(|ms| ms / 1000);
        number
            .filter(|number| (least..=most).contains(number))
            .ok_or_else(|| {
                let values = vec![("least", least.to_string()), ("most", most.to_string())];
                Phrase::new(say::WHOLE_NUMBER, values)
            })
    };
    // A role of a file has its number behind the algorithm: `own.2`.
    let (name, role) = typed.split_once('.').unwrap_or((typed, ""));
    let algorithm = || Algorithm::find(name).ok_or_else(|| Phrase::from(say::NO_ALGORITHM));
    match setting {
        Setting::Clients => {
            let wanted = whole(1, i64::from(CLIENTS_MAX))?;
            set_clients(&mut setup, usize::try_from(wanted).unwrap_or(1));
        }
        Setting::Servers => {
            setup.servers = u8::try_from(whole(1, SERVERS_MAX as i64)?).unwrap_or(1);
            if setup.servers > 1 {
                setup.replicas = 0;
            }
        }
        Setting::Replicas => {
            setup.replicas = u8::try_from(whole(0, SERVERS_MAX as i64 - 1)?).unwrap_or(0);
            if setup.replicas > 0 {
                setup.servers = 1;
            }
        }
        Setting::BetweenSides => setup.loses_messages = typed == LOSE,
        Setting::Lease => setup.lease_s = whole(1, LEASE_S_MAX)?,
        Setting::Start => setup.start_s = whole(0, TIME_MS_MAX / 1000)?,
        Setting::Value => setup.value = (!typed.is_empty()).then(|| typed.to_owned()),
        Setting::Algorithm => {
            let algorithm = algorithm()?;
            begin_own(&mut setup, algorithm);
            let program = setup.program(algorithm);
            if program.holders() > 1 || !program.roles().is_empty() {
                make_rivals(&mut setup, &program);
            }
            for client in &mut setup.clients {
                (client.algorithm, client.role) = (algorithm, None);
            }
        }
        Setting::Program => {
            let program = Program::parse(typed).map_err(|wrong| wrong.phrase())?;
            make_rivals(&mut setup, &program);
            setup.own = Some(Arc::new(program));
        }
        Setting::AlgorithmOf(id) => {
            let algorithm = algorithm()?;
            begin_own(&mut setup, algorithm);
            for client in setup.clients.iter_mut().filter(|client| client.id == id) {
                client.algorithm = algorithm;
                client.role = role.parse().ok().and_then(|role: u8| role.checked_sub(1));
            }
        }
        Setting::Clock(id) => {
            let ms = milliseconds(typed).filter(|ms| (-SKEW_MS_MAX..=SKEW_MS_MAX).contains(ms));
            let ms = ms.ok_or_else(|| Phrase::from(say::NO_CLOCK))?;
            for client in setup.clients.iter_mut().filter(|client| client.id == id) {
                client.skew_ms = ms;
            }
        }
    }
    Ok(setup.within_limits())
}

/// A run in which all may hold the lock at once shows nothing of it. Each role has a client, and the first has two.
fn make_rivals(setup: &mut Setup, program: &Program) {
    let holders = usize::from(program.holders());
    let rivals = if holders < CLIENTS { holders + 1 } else { 1 };
    let roles = match program.roles().len() {
        0 => 0,
        roles => roles + 1,
    };
    let wanted = rivals.max(roles).min(CLIENTS);
    if setup.clients.len() < wanted {
        set_clients(setup, wanted);
    }
}

/// So many clients; new ones run what the first one runs.
fn set_clients(setup: &mut Setup, wanted: usize) {
    let like = setup.clients.first().map(|client| client.algorithm);
    let ids = (1..=CLIENTS_MAX).map(ClientId);
    let clients = ids.map(|id| {
        let known = setup.clients.iter().find(|client| client.id == id).copied();
        known.unwrap_or(ClientSetup {
            id,
            algorithm: like.unwrap_or(Algorithm::Getset),
            skew_ms: 0,
            role: None,
        })
    });
    setup.clients = clients.take(wanted).collect();
}

/// Where nothing was written yet, a reader's own program begins as the one that the first client runs.
fn begin_own(setup: &mut Setup, chosen: Algorithm) {
    if chosen == Algorithm::Own && setup.own.is_none() {
        let first = setup.clients.first().map(|client| client.algorithm);
        setup.own = Some(setup.program(first.unwrap_or(Algorithm::Getset)));
    }
}

/// The algorithm that every client runs; `None` where they differ.
pub fn shared_algorithm(setup: &Setup) -> Option<Algorithm> {
    let first = setup.clients.first()?.algorithm;
    let is_same = setup.clients.iter().all(|client| client.algorithm == first);
    is_same.then_some(first)
}

/// Seconds as a reader types them, `12` or `0.25`, in milliseconds; digits past the third are none.
pub fn milliseconds(typed: &str) -> Option<i64> {
    let typed = typed.trim();
    let (sign, digits) = match typed.strip_prefix(['-', '−']) {
        Some(digits) => (-1, digits),
        None => (1, typed.strip_prefix('+').unwrap_or(typed)),
    };
    let (whole, part) = digits.split_once(['.', ',']).unwrap_or((digits, ""));
    let is_number = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    if !is_number(whole) || !is_number(part) || whole.len() + part.len() == 0 {
        return None;
    }
    let thousandths = part.bytes().chain(*b"000").take(3);
    let digits = whole.bytes().chain(thousandths);
    let ms = digits.fold(0i64, |ms, digit| {
        ms.saturating_mul(10)
            .saturating_add(i64::from(digit - b'0'))
    });
    Some(sign * ms)
}

#[cfg(test)]
mod tests {
    use super::*;
    use base::text::Lang;

    #[test]
    fn a_setting_takes_what_makes_sense_and_says_what_that_is() {
        let setup = Setup::new(Algorithm::Getset, 3);
        let set = |setting, typed| changed(&setup, setting, typed);
        assert_eq!(set(Setting::Clients, "5").unwrap().clients.len(), 5);
        assert_eq!(set(Setting::Clients, "1").unwrap().clients.len(), 1);
        assert_eq!(set(Setting::Lease, "7").unwrap().lease_s, 7);
        assert_eq!(set(Setting::Servers, "5").unwrap().servers, 5);
        let replicated = set(Setting::Replicas, "4").unwrap();
        assert_eq!((replicated.servers, replicated.replicas), (1, 4));
        let several = changed(&replicated, Setting::Servers, "3").unwrap();
        assert_eq!((several.servers, several.replicas), (3, 0));
        assert!(set(Setting::BetweenSides, LOSE).unwrap().loses_messages);
        // One client more than may hold the lock at once.
        let held_by = |who| {
            let program = format!("{who}\n{}", Algorithm::Setnx.source());
            let set = changed(&setup, Setting::Program, &program);
            set.unwrap().clients.len()
        };
        assert_eq!(held_by("at most 3 hold"), 4);
        assert_eq!(held_by("any number hold"), 3);
        assert_eq!(
            set(Setting::Value, "99").unwrap().value.as_deref(),
            Some("99")
        );
        assert_eq!(set(Setting::Value, "").unwrap().value, None);
        let c2 = ClientId(2);
        assert_eq!(
            set(Setting::Clock(c2), "-1.5").unwrap().clients[1].skew_ms,
            -1_500
        );
        let mixed = set(Setting::AlgorithmOf(c2), "setnx").unwrap();
        assert_eq!(shared_algorithm(&mixed), None);
        let uniform = changed(&mixed, Setting::Algorithm, "incr").unwrap();
        assert_eq!(shared_algorithm(&uniform), Some(Algorithm::Incr));
        let alone = set(Setting::Clients, "1").unwrap();
        let clients = |setting, typed| changed(&alone, setting, typed).unwrap().clients.len();
        assert_eq!(clients(Setting::Algorithm, "incr"), 1);
        assert_eq!(clients(Setting::Algorithm, "semaphore"), 3);
        assert_eq!(clients(Setting::Algorithm, "readers-writer"), 3);
        let own = set(Setting::Algorithm, "own").unwrap();
        assert_eq!(
            own.program(Algorithm::Own).source(),
            Algorithm::Getset.source()
        );
        let other = changed(&own, Setting::Program, Algorithm::Px.source()).unwrap();
        assert_eq!(
            other.world().clients()[2].program().source(),
            Algorithm::Px.source()
        );
        let wrong = changed(&own, Setting::Program, "acquire:\n  retri").unwrap_err();
        assert!(
            wrong.get(Lang::En).starts_with("Line 2, column 3"),
            "{}",
            wrong.get(Lang::En)
        );
        for (setting, typed) in [
            (Setting::Clients, "0"),
            (Setting::Clients, "6"),
            (Setting::Servers, "6"),
            (Setting::Replicas, "5"),
            (Setting::Clients, "2.5"),
            (Setting::Lease, "0"),
            (Setting::Start, "-1"),
            (Setting::Algorithm, "paxos"),
            (Setting::Clock(c2), "soon"),
        ] {
            assert!(set(setting, typed).is_err(), "{setting:?} {typed}");
        }
    }

    #[test]
    fn an_amount_of_time_is_read_as_it_is_written() {
        for (typed, ms) in [
            ("12", 12_000),
            (" 0.25 ", 250),
            ("1,5", 1_500),
            (".0019", 1),
            ("-3", -3_000),
        ] {
            assert_eq!(milliseconds(typed), Some(ms), "{typed}");
        }
        for typed in ["", "-", ".", "1.2.3", "1e3", "ten", "１"] {
            assert_eq!(milliseconds(typed), None, "{typed}");
        }
        assert_eq!(milliseconds("99999999999999999999"), Some(i64::MAX));
    }
}
