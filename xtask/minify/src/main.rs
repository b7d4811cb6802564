//! `minify FILE...`: rewrites each script and each style sheet (`.css`) in place, shorter and with the same meaning. What
//! a module exports and what a classic script declares for the whole page keep their names.

mod css;

use std::path::Path;
use std::process::ExitCode;
use std::{env, fs};

use oxc_allocator::Allocator;
use oxc_codegen::{Codegen, CodegenOptions, CommentOptions};
use oxc_minifier::{CompressOptions, MangleOptions, Minifier, MinifierOptions};
use oxc_parser::Parser;
use oxc_span::SourceType;

fn main() -> ExitCode {
    for file in env::args().skip(1) {
        if let Err(error) = rewrite(Path::new(&file)) {
            eprintln!("{file}: {error}");
            return ExitCode::FAILURE;
        }
    }
    ExitCode::SUCCESS
}

fn rewrite(file: &Path) -> Result<(), String> {
    let text = fs::read_to_string(file).map_err(|error| error.to_string())?;
    let is_style = file.extension().is_some_and(|extension| extension == "css");
    let short = if is_style {
        css::minified(&text)
    } else {
        minified(&text)
    }?;
    fs::write(file, short).map_err(|error| error.to_string())
}

/// # Errors
/// Where the text is not a script, in the parser's words; also if what was made of it is none.
fn minified(text: &str) -> Result<String, String> {
    let allocator = Allocator::default();
    let kind = kind_of(text)?;
    let mut parsed = Parser::new(&allocator, text, kind).parse();
    if let Some(error) = parsed.diagnostics.first() {
        return Err(error.to_string());
    }
    let options = MinifierOptions {
        mangle: Some(MangleOptions {
            top_level: Some(kind.is_module()),
            ..MangleOptions::default()
        }),
        mangle_properties: None,
        compress: Some(CompressOptions::smallest()),
    };
    let done = Minifier::new(options).minify(&allocator, &mut parsed.program);
    let short = Codegen::new()
        .with_options(CodegenOptions {
            minify: true,
            comments: CommentOptions::disabled(),
            ..CodegenOptions::default()
        })
        .with_scoping(done.scoping)
        .build(&parsed.program)
        .code;
    kind_of(&short)?;
    Ok(short)
}

/// A classic script where the text is one: its names belong to the page, and nothing may make it strict. The parser takes what a module
/// exports in a script as well.
fn kind_of(text: &str) -> Result<SourceType, String> {
    let mut error = String::new();
    for kind in [SourceType::script(), SourceType::mjs()] {
        let allocator = Allocator::default();
        let parsed = Parser::new(&allocator, text, kind).parse();
        let is_other = kind.is_script() && parsed.module_record.has_module_syntax;
        match parsed.diagnostics.first() {
            None if is_other => {}
            None if !parsed.panicked => return Ok(kind),
            first => error = first.map(ToString::to_string).unwrap_or_default(),
        }
    }
    Err(error)
}

#[cfg(test)]
mod tests {
    use super::minified;

    #[test]
    fn what_others_say_keeps_its_name() {
        let module =
            minified("export class Island { connect() { const long = 1; return long + this.x } }\nconst inner = 1;\nexport const read = () => inner + inner;")
                .unwrap();
        assert!(
            module.contains("Island") && module.contains("connect"),
            "{module}"
        );
        assert!(
            !module.contains("long") && !module.contains("inner") && !module.contains("\n"),
            "{module}"
        );
        let classic =
            minified("/* why */ var shared = 1; function both(one, two) { return one + two }")
                .unwrap();
        assert!(
            classic.contains("shared") && classic.contains("both"),
            "{classic}"
        );
        assert!(
            !classic.contains("one") && !classic.contains("why"),
            "{classic}"
        );
    }

    #[test]
    fn a_text_that_is_no_script_is_refused() {
        assert!(minified("const const").is_err());
    }
}
