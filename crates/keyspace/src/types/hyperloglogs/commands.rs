//! HyperLogLogs: estimates of how many different elements there are.

use crate::number;
use crate::reply::{Error, Reply};
use crate::server::Server;
use crate::server::args;
use crate::server::call::Call;
use crate::server::notify::Class;
use crate::server::parts::{Handlers, Long, Now};
use crate::server::work::{Budget, Context, Progress, Steps, Work};
use crate::storage::database::Entry;
use crate::storage::object::StringForm;
use crate::types::hyperloglogs::value::{self, Corrupted, HyperLogLog, REGISTERS};
use std::sync::Arc;

pub const HANDLERS: Handlers = &[
    ("pfadd", Now(pfadd)),
    ("pfcount", Now(pfcount)),
    ("pfmerge", Now(pfmerge)),
    ("pfdebug", Now(pfdebug)),
    ("pfselftest", Long(pfselftest)),
];

const NOT_ONE: Error = Error::fixed("WRONGTYPE Key is not a valid HyperLogLog string value.");
const CORRUPTED: Error = Error::fixed("INVALIDOBJ Corrupted HLL object detected");
const NO_KEY: Error = Error::fixed("ERR The specified key does not exist");
const NOT_SPARSE: Error = Error::fixed("ERR HLL encoding is not sparse");

/// The HyperLogLog that a key holds.
fn log_in(entry: Option<&Entry>) -> Result<Option<HyperLogLog>, Error> {
    let Some(entry) = entry else {
        return Ok(None);
    };
    let log = HyperLogLog::read(entry.value.string()?);
    log.map(Some).ok_or(NOT_ONE)
}

/// Lets a key hold a HyperLogLog until the deadline that it had.
fn put(call: &mut Call<'_>, key: &[u8], log: HyperLogLog) -> Result<(), Error> {
    let deadline_ms = call.peek(key).and_then(|entry| entry.expires_at_ms);
    call.set(key, Arc::new(log.into_bytes()), deadline_ms)?;
    call.set_form(key, StringForm::Raw);
    Ok(())
}

fn pfadd(call: &mut Call<'_>) -> Result<Reply, Error> {
    let key = call.args.word()?;
    let sparse_bytes_max = call.layout().hll_sparse_max_bytes;
    let old = log_in(call.get(key))?;
    let mut changes = usize::from(old.is_none());
    let mut log = old.unwrap_or_default();
    let mut is_corrupted = false;
    for element in &mut call.args {
        match log.add(element, sparse_bytes_max) {
            Ok(changed) => changes += usize::from(changed),
            Err(Corrupted) => {
                is_corrupted = true;
                break;
            }
        }
    }
    if changes == 0 {
        call.set_form(key, StringForm::Raw);
    } else {
        log.invalidate();
        put(call, key, log)?;
        if is_corrupted {
            call.count_changes(0);
        } else {
            call.count_changes(changes);
            call.notify(Class::String, "pfadd", key);
        }
    }
    if is_corrupted {
        // As in Redis, what was added before stays.
        return Ok(Reply::Error(CORRUPTED));
    }
    Ok(Reply::Int(i64::from(changes > 0)))
}

fn pfcount(call: &mut Call<'_>) -> Result<Reply, Error> {
    if let [key] = call.args.rest() {
        return count_one(call, key);
    }
    let mut registers = vec![0; REGISTERS];
    let keys = call.args.rest();
    for key in keys {
        if let Some(log) = log_in(call.get(key))? {
            merge(&mut registers, &log)?;
        }
    }
    Ok(Reply::Int(value::estimate(&registers) as i64))
}

fn count_one(call: &mut Call<'_>, key: &[u8]) -> Result<Reply, Error> {
    let Some(mut log) = log_in(call.get(key))? else {
        return Ok(Reply::Int(0));
    };
    if let Some(estimate) = log.kept_estimate() {
        call.set_form(key, StringForm::Raw);
        return Ok(Reply::Int(estimate as i64));
    }
    let registers = log.registers().map_err(|_| CORRUPTED)?;
    let estimate = value::estimate(&registers);
    log.keep_estimate(estimate);
    put(call, key, log)?;
    Ok(Reply::Int(estimate as i64))
}

/// Raises registers to those of another.
fn merge(registers: &mut [u8], log: &HyperLogLog) -> Result<(), Error> {
    let others = log.registers().map_err(|_| CORRUPTED)?;
    for (register, other) in registers.iter_mut().zip(others) {
        *register = other.max(*register);
    }
    Ok(())
}

fn pfmerge(call: &mut Call<'_>) -> Result<Reply, Error> {
    let keys = call.args.rest();
    let to = call.args.word()?;
    let (mut registers, mut is_dense) = (vec![0; REGISTERS], false);
    for key in keys {
        if let Some(log) = log_in(call.get(key))? {
            is_dense |= log.is_dense();
            merge(&mut registers, &log)?;
        }
    }
    let mut log = log_in(call.get_to_write(to))?.unwrap_or_default();
    if is_dense {
        log.become_dense().map_err(|_| CORRUPTED)?;
    }
    let sparse_bytes_max = call.layout().hll_sparse_max_bytes;
    for (index, count) in registers.into_iter().enumerate() {
        if count > 0 {
            log.raise(index, count, sparse_bytes_max)
                .map_err(|_| CORRUPTED)?;
        }
    }
    log.invalidate();
    put(call, to, log)?;
    call.notify(Class::String, "pfadd", to);
    Ok(Reply::OK)
}

fn pfdebug(call: &mut Call<'_>) -> Result<Reply, Error> {
    let (what, key) = (call.args.word()?, call.args.word()?);
    let mut log = log_in(call.get(key))?.ok_or(NO_KEY)?;
    let known = ["GETREG", "DECODE", "ENCODING", "TODENSE"];
    let Some(known) = known.into_iter().find(|name| args::is_option(what, name)) else {
        call.set_form(key, StringForm::Raw);
        return Err(args::quoted("ERR Unknown PFDEBUG subcommand '", what, "'"));
    };
    if !call.args.is_empty() {
        return Err(args::quoted(
            "ERR Wrong number of arguments for the '",
            what,
            "' subcommand",
        ));
    }
    let was_dense = log.is_dense();
    match known {
        "ENCODING" => {
            call.set_form(key, StringForm::Raw);
            Ok(Reply::Status(if was_dense { "dense" } else { "sparse" }))
        }
        "DECODE" => {
            call.set_form(key, StringForm::Raw);
            if was_dense {
                return Err(NOT_SPARSE);
            }
            Ok(Reply::bulk(decoded(&log)))
        }
        name => {
            log.become_dense().map_err(|_| CORRUPTED)?;
            let registers = log.registers().map_err(|_| CORRUPTED)?;
            if !was_dense {
                put(call, key, log)?;
            }
            if name == "TODENSE" {
                return Ok(Reply::Int(i64::from(!was_dense)));
            }
            let registers = registers.into_iter().map(i64::from).map(Reply::Int);
            Ok(Reply::Array(registers.collect()))
        }
    }
}

/// The runs of a sparse one in letters: z and Z for zeros in one byte or two, v for a count.
fn decoded(log: &HyperLogLog) -> Vec<u8> {
    let mut text = Vec::new();
    for run in log.runs() {
        if !text.is_empty() {
            text.push(b' ');
        }
        let (letter, first, second) = match run {
            value::RegisterRun::Zeros(len) => (b'z', len as i64, None),
            value::RegisterRun::ManyZeros(len) => (b'Z', len as i64, None),
            value::RegisterRun::Values(count, len) => (b'v', i64::from(count), Some(len as i64)),
        };
        text.extend([letter, b':']);
        number::push(&mut text, first);
        if let Some(second) = second {
            text.push(b',');
            number::push(&mut text, second);
        }
    }
    text
}

const SELFTEST_CYCLES: u32 = 1_000;
const SELFTEST_ELEMENTS: u64 = 10_000_000;
/// The cost of an element that is added twice, in units of work, and of a register that is written and read.
const UNITS_AN_ELEMENT: u64 = 20;
const UNITS_A_REGISTER: u64 = 2;

fn pfselftest(call: &mut Call<'_>) -> Result<Work, Error> {
    let mut dense = HyperLogLog::new();
    dense.become_dense().map_err(|_| CORRUPTED)?;
    Ok(Work::new(SelfTest {
        seed: call.server.next_number(),
        cycles: 0,
        added: 0,
        checkpoint: 1,
        sparse: HyperLogLog::new(),
        dense,
    }))
}

/// PFSELFTEST under way: registers keep what is written to them; then elements are added in both layouts, and the estimates
/// are compared with each other and with the truth.
#[derive(Clone, PartialEq, Eq, Hash)]
struct SelfTest {
    seed: u64,
    cycles: u32,
    added: u64,
    /// The number of elements at which the estimates are looked at next.
    checkpoint: u64,
    sparse: HyperLogLog,
    dense: HyperLogLog,
}

impl SelfTest {
    /// Writes and reads all registers once.
    fn cycle(&mut self, server: &mut Server) -> Result<(), Error> {
        let mut log = HyperLogLog::new();
        log.become_dense().map_err(|_| CORRUPTED)?;
        let counts: Vec<u8> = (0..REGISTERS)
            .map(|_| (server.next_number() & 63) as u8)
            .collect();
        for (index, count) in counts.iter().enumerate() {
            log.raise(index, *count, 0).map_err(|_| CORRUPTED)?;
        }
        self.cycles += 1;
        match log.registers() {
            Ok(registers) if registers == counts => Ok(()),
            _ => Err(Error::fixed(
                "TESTFAILED Registers are not what was written",
            )),
        }
    }

    fn add(&mut self, sparse_bytes_max: u64) -> Result<(), Error> {
        self.added += 1;
        let element = (self.added ^ self.seed).to_le_bytes();
        let both = [&mut self.sparse, &mut self.dense];
        for log in both {
            log.add(&element, sparse_bytes_max).map_err(|_| CORRUPTED)?;
        }
        if self.added < self.checkpoint {
            return Ok(());
        }
        if self.added < sparse_bytes_max / 2 && self.sparse.is_dense() {
            return Err(Error::fixed("TESTFAILED sparse encoding not used"));
        }
        let registers = self.dense.registers().map_err(|_| CORRUPTED)?;
        if self.sparse.registers().as_ref() != Ok(&registers) {
            return Err(Error::fixed("TESTFAILED dense/sparse disagree"));
        }
        let estimate = value::estimate(&registers);
        let standard_error = 1.04 / (REGISTERS as f64).sqrt();
        let most = match self.added {
            10 => 1,
            added => (standard_error * 6.0 * added as f64).ceil() as u64,
        };
        if estimate.abs_diff(self.added) > most {
            return Err(Error::fixed("TESTFAILED Too big error."));
        }
        self.checkpoint *= 10;
        Ok(())
    }
}

impl Steps for SelfTest {
    fn advance(
        &mut self,
        server: &mut Server,
        _: Context,
        budget: &mut Budget,
    ) -> Option<Result<Reply, Error>> {
        let sparse_bytes_max = server.layout.hll_sparse_max_bytes;
        loop {
            let (result, units) = if self.cycles < SELFTEST_CYCLES {
                (self.cycle(server), UNITS_A_REGISTER * REGISTERS as u64)
            } else if self.added < SELFTEST_ELEMENTS {
                (self.add(sparse_bytes_max), UNITS_AN_ELEMENT)
            } else {
                return Some(Ok(Reply::OK));
            };
            if let Err(error) = result {
                return Some(Err(error));
            }
            if !budget.spend(units) {
                return None;
            }
        }
    }

    fn progress(&self, _: &Server) -> Progress {
        Progress {
            done: u64::from(self.cycles) + self.added,
            total: u64::from(SELFTEST_CYCLES) + SELFTEST_ELEMENTS,
        }
    }
}
