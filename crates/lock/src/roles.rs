//! A file of several programs, each the role of some of the clients: readers and a writer, a holder and a sweeper.

use std::ops::Range;
use std::sync::Arc;

use super::diagnostic::Diagnostic;
use super::program::Program;
use super::says;

/// What begins the line above the program of a role.
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

/// The programs of a file with several roles, each with the number of lines above it. Comments above the line of a role
/// belong to it.
fn parted(source: &str) -> Vec<(Range<usize>, u32)> {
    let mut starts: Vec<(usize, u32)> = Vec::new();
    // Where comments begin that nothing follows yet.
    let mut above = Some((0, 0));
    let mut at = 0;
    for (line, number) in source.split('\n').zip(0..) {
        if line.starts_with(ROLE) {
            starts.push(above.unwrap_or((at, number)));
        }
        if line.starts_with('#') {
            above.get_or_insert((at, number));
        } else if !line.trim_end().is_empty() {
            above = None;
        }
        at += line.len() + 1;
    }
    let ends = starts.iter().skip(1).map(|(start, _)| *start);
    let ends: Vec<usize> = ends.chain([source.len()]).collect();
    let parts = starts.iter().zip(ends);
    parts
        .map(|((start, lines), end)| (*start..end, *lines))
        .collect()
}

/// The stretch of a file that the program around a byte has, up to the next line of a role.
pub(super) fn around(source: &str, at: usize) -> Range<usize> {
    let mut found = 0..source.len();
    let mut start = 0;
    for line in source.split('\n') {
        if line.starts_with(ROLE) {
            match start <= at {
                true => found.start = start,
                false => found.end = found.end.min(start),
            }
        }
        start += line.len() + 1;
    }
    found
}

/// The first program of a file that has several, with all of them.
pub(super) fn of_roles(source: &str) -> Result<Option<Program>, Diagnostic> {
    let parts = parted(source);
    if let Some((_, lines)) = parts.first().filter(|(first, _)| first.start > 0) {
        let message = (&says::ROLE_FIRST, "");
        let hint = (&says::ROLE_FIRST_HINT, "");
        return Err(Diagnostic::about((lines + 1, 1), message, hint));
    }
    if parts.len() < 2 {
        return Ok(None);
    }
    let mut programs: Vec<Arc<Program>> = Vec::new();
    for (range, lines) in &parts {
        let text = source.get(range.clone()).unwrap_or_default().trim_end();
        let program = Program::parse_one(text).map_err(|mut mistake| {
            mistake.line += lines;
            mistake
        })?;
        let is_known = programs.iter().any(|known| known.role() == program.role());
        if is_known || programs.len() == ROLES_MAX {
            let (message, hint) = match is_known {
                true => (&says::TWO_ROLES, &says::ANOTHER_NAME),
                false => (&says::MANY_ROLES, &says::SHORTEN),
            };
            let head = text.lines().take_while(|line| role_of(line).is_none());
            let line = *lines + 1 + u32::try_from(head.count()).unwrap_or_default();
            return Err(Diagnostic::about(
                (line, 1),
                (message, program.role()),
                (hint, ""),
            ));
        }
        programs.push(Arc::new(program));
    }
    // Read once more: a copy of a program would be more code than the parser's frame.
    let first = parts.first().and_then(|(range, _)| source.get(range.clone()));
    let mut program = Program::parse_one(first.unwrap_or_default().trim_end())?;
    source.clone_into(&mut program.source);
    program.roles = programs.into();
    Ok(Some(program))
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
        assert_eq!(of(0), format!("# Two of them.\nrole holder:\n{}", one.trim_end()));
        assert_eq!(of(1), format!("role sweeper:\n{}", other.trim_end()));
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
        assert_eq!(told.line, lines + 2);
        let names: Vec<String> = (0..10).map(|n| format!("r{n}")).collect();
        let short = "acquire:\n  give up\nwork:\nrelease:\n";
        let many: Vec<_> = names.iter().map(|name| (name.as_str(), short)).collect();
        assert!(Program::parse(&file(&many[..9])).is_ok());
        assert!(Program::parse(&file(&many)).is_err());
    }
}
