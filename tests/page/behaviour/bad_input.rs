//! Input that no one should enter at the prompt, and what it gets: an answer, and a page that goes on.

use page_tests::{Outcome, Page};
use serde_json::json;

use crate::places::*;

pub async fn an_unbalanced_quote_is_refused_in_the_words_of_redis_cli(page: &Page) -> Outcome {
    page.open("").await?;
    for line in ["SET k \"v\"w", "SET k 'v'w", "\"\"x"] {
        assert_eq!(enter(page, line).await?, "Invalid argument(s)", "{line}");
    }
    assert_eq!(enter(page, "EXISTS k").await?, "(integer) 0");
    Ok(())
}

pub async fn an_unknown_command_is_named_with_its_arguments(page: &Page) -> Outcome {
    page.open("").await?;
    assert_eq!(
        enter(page, "FROBNICATE a 'b c'").await?,
        "(error) ERR unknown command 'FROBNICATE', with args beginning with: 'a' 'b c' "
    );
    Ok(())
}

pub async fn nul_and_invalid_utf_8_are_values_as_any(page: &Page) -> Outcome {
    page.open("").await?;
    assert_eq!(enter(page, r#"SET b "\x00\xff\r\n""#).await?, "OK");
    assert_eq!(enter(page, "GET b").await?, r#""\x00\xff\r\n""#);
    assert_eq!(enter(page, "STRLEN b").await?, "(integer) 4");
    let said = enter_by_script(page, r"'GET b\0c'").await?;
    assert!(said.contains("NUL byte"), "{said}");
    Ok(())
}

pub async fn half_a_surrogate_pair_is_replaced_not_fatal(page: &Page) -> Outcome {
    page.open("").await?;
    assert_eq!(enter_by_script(page, r"'SET s a\ud800b'").await?, "OK");
    assert_eq!(enter(page, "GET s").await?, r#""a\xef\xbf\xbdb""#);
    Ok(())
}

pub async fn a_line_past_its_limit_is_not_run_and_says_so(page: &Page) -> Outcome {
    page.open("").await?;
    let said = enter_by_script(page, "'SET k ' + 'x'.repeat(1024 * 1024)").await?;
    assert!(said.contains("64 KiB"), "{said}");
    let shown = page.text(LOG).await?;
    assert!(shown.len() < 1000, "the line itself is shortened");
    assert_eq!(enter(page, "EXISTS k").await?, "(integer) 0");
    Ok(())
}

pub async fn a_megabyte_pasted_is_refused_and_the_page_goes_on(page: &Page) -> Outcome {
    page.open("").await?;
    let granted = json!({ "origin": page.address(), "permissions": ["clipboardReadWrite", "clipboardSanitizedWrite"] });
    page.devtools("Browser.grantPermissions", granted).await?;
    page.type_into(INPUT, "ECHO ").await?;
    page.evaluate("navigator.clipboard.writeText('x'.repeat(1024 * 1024))")
        .await?;
    paste(page).await?;
    page.until_text(STATUS, "Not pasted: a line takes 64 KiB at most")
        .await?;
    assert_eq!(
        page.evaluate(&format!("find({}).value", json!(INPUT)))
            .await?,
        "ECHO "
    );
    // The browser itself pastes a text that fits.
    page.evaluate("navigator.clipboard.writeText('pasted')")
        .await?;
    paste(page).await?;
    page.until(&format!("find({}).value === 'ECHO pasted'", json!(INPUT)))
        .await?;
    page.press(ENTER).await?;
    page.until_text(LOG, "\"pasted\"").await
}

/// As by the keys for it: the browser's own command, with its event.
async fn paste(page: &Page) -> Outcome {
    let key = json!({
        "type": "rawKeyDown", "key": "v", "code": "KeyV", "windowsVirtualKeyCode": 86,
        "modifiers": 2, "commands": ["paste"],
    });
    page.devtools("Input.dispatchKeyEvent", key).await.map(drop)
}

/// An input method, a drop or a password manager fires no paste event.
pub async fn a_megabyte_inserted_otherwise_is_refused_at_enter(page: &Page) -> Outcome {
    page.open("").await?;
    page.find(INPUT).await?.focus().await?;
    page.insert(&"y".repeat(1024 * 1024)).await?;
    page.press(ENTER).await?;
    page.until_text(LOG, "Not run: a line may have up to 64 KiB here.")
        .await?;
    assert_eq!(enter(page, "PING").await?, "PONG");
    Ok(())
}

pub async fn writing_past_64_mib_gets_redis_own_error(page: &Page) -> Outcome {
    page.open("").await?;
    let oom = "(error) OOM command not allowed when used memory > 'maxmemory'.";
    let append = "'1000 APPEND big ' + 'x'.repeat(64000)";
    let first = enter_by_script(page, append).await?;
    assert!(first.ends_with("(integer) 64000000"), "{}", tail(&first));
    let second = enter_by_script(page, append).await?;
    assert!(second.ends_with(oom), "{}", tail(&second));
    assert_eq!(
        enter_by_script(page, "'SET other ' + 'x'.repeat(65000)").await?,
        oom
    );
    // Reading and deleting go on, and room comes back.
    let length = enter(page, "STRLEN big").await?;
    let length: u64 = length.trim_start_matches("(integer) ").parse()?;
    assert!(
        (64_000_000..=64 * 1024 * 1024).contains(&length),
        "{length}"
    );
    let got = enter(page, "GET big").await?;
    assert!(
        got.ends_with("Only the first 64 KiB are shown."),
        "{}",
        tail(&got)
    );
    assert_eq!(enter(page, "DEL big").await?, "(integer) 1");
    assert_eq!(enter(page, "SET other x").await?, "OK");
    Ok(())
}

fn tail(text: &str) -> String {
    text.chars()
        .skip(text.chars().count().saturating_sub(200))
        .collect()
}

pub async fn the_log_keeps_the_newest_500_entries_and_counts_the_rest(page: &Page) -> Outcome {
    page.open("").await?;
    page.find(INPUT).await?;
    let many = format!(
        "(async (area) => {{
            for (let n = 1; n <= 600; n++) {{
                ({SUBMIT})(area, 'ECHO ' + n);
                if (n % 20 === 0) await new Promise((resolve) => setTimeout(resolve));
            }}
        }})(find({}))",
        json!(INPUT)
    );
    page.evaluate(&many).await?;
    page.until_text(LOG, "\"600\"").await?;
    assert_eq!(entries(page).await?, 500);
    page.until_text(LOG, "103 earlier entries are no longer kept")
        .await?;
    assert_eq!(enter(page, "GET mykey").await?, "\"Hello\"");
    Ok(())
}

pub async fn long_lines_wrap_on_a_phone(page: &Page) -> Outcome {
    page.set_viewport(390, 844).await?;
    page.open("").await?;
    enter(page, &format!("ECHO {}", "x".repeat(3000))).await?;
    enter(page, &format!("ECHO '{}'", "y ".repeat(500))).await?;
    page.insert(&"z".repeat(300)).await?;
    for (inner, outer) in [
        (
            "document.documentElement".to_owned(),
            "innerWidth".to_owned(),
        ),
        (
            format!("find({})", json!(SCREEN)),
            format!("find({}).clientWidth", json!(SCREEN)),
        ),
        (
            format!("find({})", json!(INPUT)),
            format!("find({}).clientWidth", json!(INPUT)),
        ),
    ] {
        let fits = format!("{inner}.scrollWidth <= {outer}");
        assert_eq!(page.evaluate(&fits).await?, true, "{fits}");
    }
    Ok(())
}
