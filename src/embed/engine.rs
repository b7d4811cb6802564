//! The engine of scripts, whose code comes with [`Part::Scripts`](base::part::Part::Scripts).

use base::part::late;
use keyspace::scripts::{Api, Interpreter, ScriptEngine};

late! {
    "scripts" "b82f6d1ec0594a7f8d13e5a40c97f26b" fn loaded() -> &'static dyn ScriptEngine = lua::engine
}

/// The engine of every server in the page. A server asks for its part before it runs a script.
pub const LATE: &dyn ScriptEngine = &Late;

struct Late;

impl ScriptEngine for Late {
    fn interpreter(&self, api: Api) -> Box<dyn Interpreter> {
        loaded().interpreter(api)
    }

    fn give_back(&self, interpreter: Box<dyn Interpreter>) {
        loaded().give_back(interpreter);
    }
}
