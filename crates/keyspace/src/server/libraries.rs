//! Libraries of functions: loaded, replaced, deleted, restored.

use crate::reply::Error;
use crate::server::Server;
use crate::server::args;
use crate::server::parts::LibrarySources;
use crate::server::script_host::Caller;
use crate::server::script_state::{Kept, LoadedLibrary};
use crate::server::scripts::{Api, Library, LoadError};
use crate::server::shebang;
use crate::server::work::{Budget, Context};
use std::sync::Arc;

const NO_FUNCTIONS: Error = Error::fixed("ERR No functions registered");
/// The units of a library's code, about half a second: Redis has this limit in milliseconds.
const LOAD_UNITS_MAX: u64 = 50_000_000;

/// What FUNCTION RESTORE does with the libraries that are there.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Policy {
    /// They stay. One of the same name is an error.
    Append,
    /// One of the same name is replaced.
    Replace,
    /// They go.
    Flush,
}

impl Kept {
    /// The library that has a function of that name, in any case, and the name as it was registered.
    pub fn function(&self, name: &[u8]) -> Option<(Arc<LoadedLibrary>, Vec<u8>)> {
        let library = holder_of(&self.libraries, name)?;
        let mut functions = library.functions.iter();
        let function = functions.find(|own| own.name.eq_ignore_ascii_case(name))?;
        Some((Arc::clone(library), function.name.clone()))
    }
}

fn holder_of<'a>(
    libraries: &'a [Arc<LoadedLibrary>],
    function: &[u8],
) -> Option<&'a Arc<LoadedLibrary>> {
    let mut libraries = libraries.iter();
    libraries.find(|library| {
        library
            .functions
            .iter()
            .any(|own| own.name.eq_ignore_ascii_case(function))
    })
}

fn named<'a>(libraries: &'a [Arc<LoadedLibrary>], name: &[u8]) -> Option<&'a Arc<LoadedLibrary>> {
    libraries.iter().find(|library| library.name == name)
}

/// Loads a library; answers its name.
///
/// # Errors
/// Its first line or its code is wrong, or a name is taken. Nothing is changed then.
pub fn load(
    server: &mut Server,
    context: Context,
    code: &[u8],
    replaces: bool,
) -> Result<Vec<u8>, Error> {
    let mut libraries = server.scripts.kept().libraries.clone();
    let library = create(server, context, code, &libraries, replaces)?;
    let name = library.name.clone();
    let number = library.number;
    libraries.retain(|other| other.name != name);
    libraries.push(library);
    take_over(server, libraries).inspect_err(|_| unload(server, &[number]))?;
    Ok(name)
}

/// Deletes a library; whether it was there.
pub fn delete(server: &mut Server, name: &[u8]) -> bool {
    let mut libraries = server.scripts.kept().libraries.clone();
    libraries.retain(|library| library.name != name);
    let is_there = libraries.len() < server.scripts.kept().libraries.len();
    // Fewer libraries always fit.
    let _ = take_over(server, libraries);
    is_there
}

/// Deletes all libraries.
pub fn flush(server: &mut Server) {
    let _ = take_over(server, Vec::new());
}

/// Loads libraries that FUNCTION DUMP has written. An error among their codes ends it, as one of loading them does.
///
/// # Errors
/// One of them cannot be loaded, or a name is taken. Nothing is changed then.
pub fn restore(
    server: &mut Server,
    context: Context,
    codes: LibrarySources,
    policy: Policy,
) -> Result<(), Error> {
    let mut made: Vec<Arc<LoadedLibrary>> = Vec::new();
    let result = codes.into_iter().try_for_each(|code| {
        let library = create(server, context, &code?, &made, false)?;
        made.push(library);
        Ok(())
    });
    let numbers: Vec<u64> = made.iter().map(|library| library.number).collect();
    let result = result
        .and_then(|()| joined(&server.scripts.kept().libraries, made, policy))
        .and_then(|libraries| take_over(server, libraries));
    if result.is_err() {
        unload(server, &numbers);
    }
    result
}

/// The libraries of a server with those that were restored.
fn joined(
    own: &[Arc<LoadedLibrary>],
    made: Vec<Arc<LoadedLibrary>>,
    policy: Policy,
) -> Result<Vec<Arc<LoadedLibrary>>, Error> {
    let mut libraries = match policy {
        Policy::Flush => Vec::new(),
        Policy::Append | Policy::Replace => own.to_vec(),
    };
    if policy == Policy::Append
        && let Some(taken) = made
            .iter()
            .find(|new| named(&libraries, &new.name).is_some())
    {
        return Err(args::quoted("ERR Library ", &taken.name, " already exists"));
    }
    libraries.retain(|library| named(&made, &library.name).is_none());
    let functions = made.iter().flat_map(|library| &library.functions);
    for function in functions {
        if holder_of(&libraries, &function.name).is_some() {
            return Err(args::quoted(
                "ERR Function ",
                &function.name,
                " already exists",
            ));
        }
    }
    libraries.extend(made);
    Ok(libraries)
}

/// Makes a library that stands beside `others`, or instead of that of its name.
fn create(
    server: &mut Server,
    context: Context,
    code: &[u8],
    others: &[Arc<LoadedLibrary>],
    replaces: bool,
) -> Result<Arc<LoadedLibrary>, Error> {
    let (shebang_bytes, name) = shebang::of_library(code)?;
    if !replaces && named(others, &name).is_some() {
        return Err(args::quoted("ERR Library '", &name, "' already exists"));
    }
    let number = server.scripts.next_library_number();
    let Some(mut machine) = server.machine(context, Api::Function) else {
        return Err(args::unknown_command(b"function", &[]));
    };
    let source = code.get(shebang_bytes..).unwrap_or_default();
    let loaded = machine.load(
        Library { number, source },
        &mut Caller {
            server,
            context,
            budget: &mut Budget::new(LOAD_UNITS_MAX),
        },
    );
    server.scripts.put(Api::Function, machine);
    let functions = loaded.map_err(|error| match error {
        LoadError::Compiling(message) => {
            args::quoted("ERR Error compiling function: ", &message, "")
        }
        LoadError::Running(message) => {
            args::quoted("ERR Error registering functions: ", &message, "")
        }
    })?;
    let mut names = functions.iter().map(|function| &function.name);
    let taken = names
        .find(|function| holder_of(others, function).is_some_and(|holder| holder.name != name));
    let refusal = match taken {
        _ if functions.is_empty() => Some(NO_FUNCTIONS),
        Some(taken) => Some(args::quoted("ERR Function ", taken, " already exists")),
        None => None,
    };
    if let Some(refusal) = refusal {
        unload(server, &[number]);
        return Err(refusal);
    }
    Ok(Arc::new(LoadedLibrary {
        name,
        number,
        code: code.to_vec(),
        shebang_bytes,
        functions,
    }))
}

/// Lets a server have these libraries, and forgets those that it does not have any more.
fn take_over(server: &mut Server, libraries: Vec<Arc<LoadedLibrary>>) -> Result<(), Error> {
    let libraries = in_order(libraries);
    let bytes = |libraries: &[Arc<LoadedLibrary>]| {
        libraries
            .iter()
            .map(|library| library.bytes())
            .sum::<usize>()
    };
    let old_bytes = bytes(&server.scripts.kept().libraries);
    let growth_bytes = bytes(&libraries).saturating_sub(old_bytes);
    if growth_bytes > 0 {
        server.hold(growth_bytes)?;
    }
    let kept = server.scripts.kept_mut();
    let old = std::mem::replace(&mut kept.libraries, libraries);
    kept.count();
    let kept = &server.scripts.kept().libraries;
    let is_gone =
        |library: &&Arc<LoadedLibrary>| kept.iter().all(|own| own.number != library.number);
    let gone: Vec<u64> = old
        .iter()
        .filter(is_gone)
        .map(|library| library.number)
        .collect();
    unload(server, &gone);
    Ok(())
}

/// Libraries in the order of their names. There are few.
fn in_order(libraries: Vec<Arc<LoadedLibrary>>) -> Vec<Arc<LoadedLibrary>> {
    let mut ordered: Vec<Arc<LoadedLibrary>> = Vec::new();
    for library in libraries {
        let at = ordered.partition_point(|other| other.name < library.name);
        ordered.insert(at, library);
    }
    ordered
}

/// Forgets functions.
fn unload(server: &mut Server, numbers: &[u64]) {
    if let Some(mut machine) = server.scripts.take_machine(Api::Function) {
        numbers.iter().for_each(|number| machine.unload(*number));
        server.scripts.put(Api::Function, machine);
    }
}
