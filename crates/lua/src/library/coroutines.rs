//! The library `coroutine`.

use crate::lua::heap::Closure;
use crate::lua::machine::{CoroutineStatus, Machine};
use crate::lua::native::{NativeFunction, Outcome, Result};
use crate::lua::value::{CoroutineId, LuaValue};
use keyspace::scripts::Host;

pub const FUNCTIONS: &[(&[u8], NativeFunction)] = &[
    (b"create", create),
    (b"resume", resume),
    (b"running", running),
    (b"status", status),
    (b"wrap", wrap),
    (b"yield", yield_),
];

fn made(machine: &mut Machine) -> Result<CoroutineId> {
    if let function @ LuaValue::Function(id) = machine.argument(1)
        && matches!(machine.heap.closures.get(id.0), Closure::Lua { .. })
    {
        return Ok(machine.new_coroutine(function));
    }
    Err(machine.bad_argument(1, b"Lua function expected"))
}

fn argument(machine: &mut Machine) -> Result<CoroutineId> {
    match machine.argument(1) {
        LuaValue::Coroutine(id) => Ok(id),
        _ => Err(machine.bad_argument(1, b"coroutine expected")),
    }
}

fn create(machine: &mut Machine, _: &mut dyn Host) -> Result<Outcome> {
    let coroutine = made(machine)?;
    machine.result(LuaValue::Coroutine(coroutine))
}

fn wrap(machine: &mut Machine, _: &mut dyn Host) -> Result<Outcome> {
    let coroutine = made(machine)?;
    let function = machine.heap.new_closure(Closure::Native {
        function: resume_wrapped,
        upvalues: vec![LuaValue::Coroutine(coroutine)],
    });
    machine.result(function)
}

fn resume(machine: &mut Machine, _: &mut dyn Host) -> Result<Outcome> {
    let coroutine = argument(machine)?;
    Ok(Outcome::Resume {
        coroutine,
        arguments: machine.argument_count() - 1,
        is_wrapped: false,
    })
}

fn resume_wrapped(machine: &mut Machine, _: &mut dyn Host) -> Result<Outcome> {
    let LuaValue::Coroutine(coroutine) = machine.own_value(0) else {
        return Ok(Outcome::Return(0));
    };
    Ok(Outcome::Resume {
        coroutine,
        arguments: machine.argument_count(),
        is_wrapped: true,
    })
}

fn yield_(machine: &mut Machine, _: &mut dyn Host) -> Result<Outcome> {
    Ok(Outcome::Yield(machine.argument_count()))
}

fn running(machine: &mut Machine, _: &mut dyn Host) -> Result<Outcome> {
    let running = match machine.is_main() {
        true => LuaValue::Nil,
        false => LuaValue::Coroutine(machine.current),
    };
    machine.result(running)
}

fn status(machine: &mut Machine, _: &mut dyn Host) -> Result<Outcome> {
    let coroutine = argument(machine)?;
    let status: &[u8] = match machine.coroutine_status(coroutine) {
        CoroutineStatus::Suspended => b"suspended",
        CoroutineStatus::Running => b"running",
        CoroutineStatus::Normal => b"normal",
        CoroutineStatus::Dead => b"dead",
    };
    let status = machine.heap.text(status);
    machine.result(status)
}
