//! The plural rules of a language as an expression of Rust. The rules are those of Unicode's CLDR, by `intl_pluralrules`; they
//! are asked here, in the build, for every remainder by 100, and the page has the ranges that come of it.

use intl_pluralrules::{PluralCategory, PluralRuleType, PluralRules};
use unic_langid::LanguageIdentifier;

/// Numbers from here on are asked for by their last two digits, as the rules of integers below a million do.
const LAST_TWO: u64 = 100;

const CATEGORIES: [(&str, PluralCategory); 6] = [
    ("zero", PluralCategory::ZERO),
    ("one", PluralCategory::ONE),
    ("two", PluralCategory::TWO),
    ("few", PluralCategory::FEW),
    ("many", PluralCategory::MANY),
    ("other", PluralCategory::OTHER),
];

/// A condition in Rust on `number`, a `u64`, that is true for the numbers of a category.
pub fn condition(language: &str, category: &str) -> Result<String, String> {
    let asked = CATEGORIES.iter().find(|(name, _)| *name == category);
    let (_, asked) = asked.ok_or_else(|| format!("[{category}] is no plural category"))?;
    // Languages for private use, qaa to qtz, have the rules of English.
    let language = match language.as_bytes() {
        [b'q', b'a'..=b't', _, b'-', ..] => "en",
        _ => language,
    };
    let tag: LanguageIdentifier = language
        .parse()
        .map_err(|error| format!("{language}: {error}"))?;
    let has = |tag: LanguageIdentifier| PluralRules::create(tag, PluralRuleType::CARDINAL).ok();
    // Rules are known by the language alone: of zh-Hans they are those of zh.
    let rules = has(tag.clone()).or_else(|| {
        has(LanguageIdentifier::from_parts(
            tag.language,
            None,
            None,
            &[],
        ))
    });
    let rules = rules.ok_or_else(|| format!("{language}: CLDR has no plural rules"))?;
    let is = |number: u64| {
        let number = u32::try_from(number).unwrap_or(u32::MAX);
        rules
            .select(number)
            .is_ok_and(|category| category == *asked)
    };
    if (LAST_TWO..10_000).any(|number| is(number) != is(LAST_TWO + number % LAST_TWO)) {
        return Err(format!(
            "{language}: [{category}] depends on more than two digits"
        ));
    }
    if (0..2 * LAST_TWO).all(is) {
        return Ok("true".into());
    }
    let small = ranges(0, is);
    let large = ranges(LAST_TWO, is);
    let mut terms = Vec::new();
    if !small.is_empty() {
        terms.push(format!("matches!(number, {})", small.join(" | ")));
    }
    if !large.is_empty() {
        let large = large.join(" | ");
        terms.push(format!(
            "(number >= {LAST_TWO} && matches!(number % {LAST_TWO}, {large}))"
        ));
    }
    match terms.is_empty() {
        true => Err(format!("{language} has no numbers of [{category}]")),
        false => Ok(terms.join(" || ")),
    }
}

/// The stretches of the hundred numbers from `from` for which `is` holds, as patterns.
fn ranges(from: u64, is: impl Fn(u64) -> bool) -> Vec<String> {
    let mut out = Vec::new();
    let mut at = 0;
    while at < LAST_TWO {
        if !is(from + at) {
            at += 1;
            continue;
        }
        let first = at;
        while at < LAST_TWO && is(from + at) {
            at += 1;
        }
        out.push(match at - first {
            1 => format!("{first}"),
            _ => format!("{first}..={}", at - 1),
        });
    }
    out
}

#[cfg(test)]
mod tests {
    use super::condition;

    #[test]
    fn rules_are_those_of_the_language() {
        assert_eq!(condition("en", "one").unwrap(), "matches!(number, 1)");
        assert_eq!(condition("zh-Hans", "other").unwrap(), "true");
        assert_eq!(condition("cs", "few").unwrap(), "matches!(number, 2..=4)");
        assert_eq!(
            condition("ru", "one").unwrap(),
            "matches!(number, 1 | 21 | 31 | 41 | 51 | 61 | 71 | 81 | 91) || (number >= 100 && matches!(number % 100, \
             1 | 21 | 31 | 41 | 51 | 61 | 71 | 81 | 91))"
        );
    }

    #[test]
    fn a_category_that_the_language_does_not_have_is_an_error() {
        assert!(condition("zh-Hans", "one").is_err());
        assert!(condition("en", "several").is_err());
        assert!(condition("en", "few").is_err());
    }
}
