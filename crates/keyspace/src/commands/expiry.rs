//! When keys expire: setting a deadline, asking for it, taking it away.

use crate::reply::{Error, Reply};
use crate::server::args::{self, Args};
use crate::server::call::Call;
use crate::server::notify::Class;
use crate::server::parts::{Handlers, Now};

const NX_AND_OTHERS: Error =
    Error::fixed("ERR NX and XX, GT or LT options at the same time are not compatible");
const GT_AND_LT: Error = Error::fixed("ERR GT and LT options at the same time are not compatible");

/// The reply of TTL and its relatives for a missing key.
const NO_SUCH_KEY: i64 = -2;
/// Their reply for a key that never expires.
const NO_DEADLINE: i64 = -1;

pub const HANDLERS: Handlers = &[
    ("expire", Now(|call| set_deadline(call, 1000, true))),
    ("pexpire", Now(|call| set_deadline(call, 1, true))),
    ("expireat", Now(|call| set_deadline(call, 1000, false))),
    ("pexpireat", Now(|call| set_deadline(call, 1, false))),
    ("ttl", Now(ttl)),
    ("pttl", Now(pttl)),
    ("expiretime", Now(expiretime)),
    ("pexpiretime", Now(pexpiretime)),
    ("persist", Now(persist)),
];

/// The conditions of EXPIRE and its relatives; several may be asked for.
#[derive(Default)]
struct Conditions {
    nx: bool,
    xx: bool,
    gt: bool,
    lt: bool,
}

/// EXPIRE, PEXPIRE, EXPIREAT and PEXPIREAT: the time is in units of `unit_ms`, counted from now or from the epoch.
fn set_deadline(call: &mut Call<'_>, unit_ms: i64, from_now: bool) -> Result<Reply, Error> {
    let (key, time) = (call.args.word()?, call.args.word()?);
    let conditions = Conditions::read(&mut call.args)?;
    let base_ms = if from_now { call.now_ms() } else { 0 };
    let deadline_ms = args::integer(time)?
        .checked_mul(unit_ms)
        .and_then(|time_ms| time_ms.checked_add(base_ms))
        .ok_or_else(|| call.invalid_expire_time())?;
    let now_ms = call.now_ms();
    let Some(mut slot) = call.slot(key) else {
        return Ok(Reply::Int(0));
    };
    if !conditions.allow(slot.entry().expires_at_ms, deadline_ms) {
        return Ok(Reply::Int(0));
    }
    if deadline_ms <= now_ms {
        call.remove(key);
        call.notify(Class::Generic, "del", key);
    } else {
        slot.set_deadline(Some(deadline_ms));
        call.notify(Class::Generic, "expire", key);
    }
    Ok(Reply::Int(1))
}

fn ttl(call: &mut Call<'_>) -> Result<Reply, Error> {
    let now_ms = call.now_ms();
    deadline(call, |at_ms| to_seconds(at_ms.saturating_sub(now_ms)))
}

fn pttl(call: &mut Call<'_>) -> Result<Reply, Error> {
    let now_ms = call.now_ms();
    deadline(call, |at_ms| at_ms.saturating_sub(now_ms))
}

fn expiretime(call: &mut Call<'_>) -> Result<Reply, Error> {
    deadline(call, to_seconds)
}

fn pexpiretime(call: &mut Call<'_>) -> Result<Reply, Error> {
    deadline(call, |at_ms| at_ms)
}

fn persist(call: &mut Call<'_>) -> Result<Reply, Error> {
    let key = call.args.word()?;
    let slot = call.slot(key);
    let Some(mut slot) = slot.filter(|slot| slot.entry().expires_at_ms.is_some()) else {
        return Ok(Reply::Int(0));
    };
    slot.set_deadline(None);
    call.notify(Class::Generic, "persist", key);
    Ok(Reply::Int(1))
}

/// The key's deadline in Unix milliseconds, converted by `shown`, or the reply if there is none.
fn deadline(call: &mut Call<'_>, shown: impl FnOnce(i64) -> i64) -> Result<Reply, Error> {
    let key = call.args.word()?;
    Ok(Reply::Int(
        match call.look_up(key).map(|entry| entry.expires_at_ms) {
            None => NO_SUCH_KEY,
            Some(None) => NO_DEADLINE,
            Some(Some(at_ms)) => shown(at_ms),
        },
    ))
}

/// Rounded to the nearest second, as Redis does.
fn to_seconds(time_ms: i64) -> i64 {
    time_ms / 1000 + i64::from(time_ms % 1000 >= 500)
}

impl Conditions {
    fn read(args: &mut Args<'_>) -> Result<Conditions, Error> {
        let mut conditions = Conditions::default();
        for word in args.by_ref() {
            let condition = if args::is_option(word, "NX") {
                &mut conditions.nx
            } else if args::is_option(word, "XX") {
                &mut conditions.xx
            } else if args::is_option(word, "GT") {
                &mut conditions.gt
            } else if args::is_option(word, "LT") {
                &mut conditions.lt
            } else {
                return Err(args::unsupported_option(word));
            };
            *condition = true;
        }
        if conditions.nx && (conditions.xx || conditions.gt || conditions.lt) {
            Err(NX_AND_OTHERS)
        } else if conditions.gt && conditions.lt {
            Err(GT_AND_LT)
        } else {
            Ok(conditions)
        }
    }

    /// Whether a key may get a new deadline. Without one it counts as living for ever.
    fn allow(&self, old_ms: Option<i64>, new_ms: i64) -> bool {
        match old_ms {
            Some(old_ms) => {
                !self.nx && (!self.gt || new_ms > old_ms) && (!self.lt || new_ms < old_ms)
            }
            None => !self.xx && !self.gt,
        }
    }
}
