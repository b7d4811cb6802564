//! A file of several programs, each the role of some of the clients: readers and a writer, a holder and a sweeper.

use std::ops::Range;
use std::sync::Arc;

use super::diagnostic::Diagnostic;
use super::program::Program;
use super::says;

/// The beginning of the line above the program of a role.
const ROLE: &str = "role ";
/// Programs of a file.
pub const ROLES_MAX: usize = 9;

/// The name of a role, of the line above its program: `role reader:`.
pub(super) fn role_of(line: &str) -> Option<&str> {
    let name = line.trim_end_matches(' ').strip_prefix(ROLE)?;
    let name = name.strip_suffix(':')?;
    let is_name = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
    (!name.is_empty() && name.bytes().all(is_name)).then_some(name)
}

/// Whether a line begins the program of a role. A register may be called so too: `role := now`.
pub(super) fn is_of_role(line: &str) -> bool {
    line.starts_with(ROLE) && line.trim_end().ends_with(':')
}

/// Adds the program of a role to those above it.
pub(super) fn add_role(
    roles: &mut Vec<Arc<Program>>,
    program: Result<Program, Diagnostic>,
) -> Result<(), Diagnostic> {
    let program = program?;
    let (message, hint) = if program.role().is_empty() {
        (&says::ROLE_FIRST, &says::ROLE_FIRST_HINT)
    } else if roles.iter().any(|known| known.role() == program.role()) {
        (&says::TWO_ROLES, &says::ANOTHER_NAME)
    } else if roles.len() == ROLES_MAX {
        (&says::MANY_ROLES, &says::SHORTEN)
    } else {
        roles.push(Arc::new(program));
        return Ok(());
    };
    Err(Diagnostic::about(
        (1, 1),
        (message, program.role()),
        (hint, ""),
    ))
}

/// The stretch of a file that the program around a byte has, up to the next line of a role.
pub(super) fn around(source: &str, at: usize) -> Range<usize> {
    let mut found = 0..source.len();
    let mut start = 0;
    for line in source.split('\n') {
        if is_of_role(line) {
            match start <= at {
                true => found.start = start,
                false => found.end = found.end.min(start),
            }
        }
        start += line.len() + 1;
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Algorithm;
    use base::text::Lang;

    fn file(roles: &[(&str, &str)]) -> String {
        let role = |(name, text): &(&str, &str)| format!("role {name}:\n{text}\n");
        roles.iter().map(role).collect()
    }

    #[test]
    fn each_program_of_a_file_is_a_role_with_a_text_of_its_own() {
        let (one, other) = (Algorithm::Px.source(), Algorithm::Setnx.source());
        let source = file(&[("holder", one), ("sweeper", other)]);
        let source = format!("# Two of them.\n{source}");
        let program = Arc::new(Program::parse(&source).unwrap());
        assert_eq!(program.source(), source);
        let names = program.roles().iter().map(|role| role.role());
        assert_eq!(names.collect::<Vec<_>>(), ["holder", "sweeper"]);
        let of = |place| program.of_role(place).source().to_owned();
        assert_eq!(of(0), format!("# Two of them.\nrole holder:\n{one}\n"));
        assert_eq!(of(1), format!("role sweeper:\n{other}\n"));
        // More clients than roles begin with the first one again.
        assert_eq!(of(2), of(0));
    }

    #[test]
    fn a_program_alone_is_its_only_role() {
        let program = Arc::new(Program::parse(Algorithm::Px.source()).unwrap());
        assert!(program.roles().is_empty());
        assert_eq!(program.of_role(1), program);
        let named = format!("role holder:\n{}", Algorithm::Px.source());
        let named = Arc::new(Program::parse(&named).unwrap());
        assert_eq!((named.role(), named.roles().len()), ("holder", 0));
    }

    #[test]
    fn a_register_may_be_called_role_at_the_edge_of_a_line() {
        let text = "acquire:\nrole := now + lease\nSETNX lock.foo <role>\nif reply = 0: retry\nenter until role\nwork:\nrelease:\nDEL lock.foo\n";
        let program = Program::parse(text).unwrap();
        assert_eq!((program.role(), program.roles().len()), ("", 0));
        assert_eq!(program.registers(), ["role"]);
    }

    #[test]
    fn a_mistake_of_a_role_is_told_with_its_line_in_the_file() {
        let px = Algorithm::Px.source();
        let lines = u32::try_from(px.lines().count()).unwrap();
        let line_of = |source: &str| Program::parse(source).unwrap_err();
        let wrong = px.replacen("release:", "realease:", 1);
        let at = wrong.lines().position(|line| line == "realease:").unwrap();
        let told = line_of(&file(&[("one", px), ("other", &wrong)]));
        assert_eq!(told.line, lines + 3 + u32::try_from(at).unwrap() + 1);
        let told = line_of(&file(&[("one", px), ("one", px)]));
        assert_eq!(told.line, lines + 3);
        let told = told.get(Lang::En);
        assert!(told.contains("one"), "{told}");
        let told = line_of(&format!("{px}\n{}", file(&[("one", px), ("two", px)])));
        assert_eq!(told.line, 1);
        let names: Vec<String> = (0..10).map(|n| format!("r{n}")).collect();
        let short = "acquire:\n  give up\nwork:\nrelease:\n";
        let many: Vec<_> = names.iter().map(|name| (name.as_str(), short)).collect();
        assert!(Program::parse(&file(&many[..9])).is_ok());
        assert!(Program::parse(&file(&many)).is_err());
    }
}
