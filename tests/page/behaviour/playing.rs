//! The timeline as a world that is played: moves of the reader's own, branches, links, challenges, two side by side, the
//! prompt at the cursor, files.

use page_tests::{Browser, Host, Outcome, Page};
use serde_json::json;

use crate::places::*;

/// A timeline alone on the page, which offers free play.
const ALONE: &str = "?only=timeline&lang=en";

/// A part of the only timeline.
fn part(part: &str) -> String {
    format!("#only lock-timeline >>> {part}")
}

/// A part of the timeline that a link was opened in.
fn opened(part: &str) -> String {
    format!("lock-timeline:not([lesson], [lessons], [search]) >>> {part}")
}

/// Opens the page with the reader's own play in it.
async fn open_free_play(page: &Page) -> Outcome {
    page.open(ALONE).await?;
    page.find(&part("select")).await?;
    choose(page, &part("label.lessons select"), "Free play").await?;
    page.find(&part(".next")).await.map(drop)
}

/// Chooses what is called so in a list.
async fn choose(page: &Page, path: &str, label: &str) -> Outcome {
    page.evaluate(&format!(
        "((list, label) => {{
            list.value = [...list.options].find((option) => option.label === label).value;
            list.dispatchEvent(new Event('change', {{ bubbles: true, composed: true }}));
        }})(find({}), {})",
        json!(path),
        json!(label)
    ))
    .await
    .map(drop)
}

/// Presses the button whose words begin so, below `path`.
async fn press_button(page: &Page, path: &str, label: &str) -> Outcome {
    let find = format!(
        "[...(find({})?.querySelectorAll('button') ?? [])].find((button) => button.textContent.startsWith({}))",
        json!(path),
        json!(label)
    );
    page.until(&format!("{find} !== undefined")).await?;
    page.evaluate(&format!("{find}.click()")).await.map(drop)
}

async fn until_count(page: &Page, path: &str, count: &str) -> Outcome {
    page.until(&format!(
        "find({})?.textContent === {}",
        json!(path),
        json!(count)
    ))
    .await
}

/// Opens a link to a schedule as a visitor who comes from elsewhere: a fragment alone loads no page.
async fn visit(page: &Page, fragment: &str) -> Outcome {
    page.driver().goto("about:blank").await?;
    page.open(&format!("?lang=en{fragment}")).await
}

/// What the run has come to.
async fn ending(page: &Page, path: &str) -> Outcome<String> {
    page.text(path).await
}

pub async fn d2_is_played_by_keyboard_and_its_link_shows_the_same_elsewhere(
    page: &Page,
) -> Outcome {
    page.open("?lang=en").await?;
    go_to_timeline(page, "D2").await?;
    let frame = timeline("D2", ".ladder");
    tab_to(page, &frame).await?;
    let (opening, end) = (lesson("D2").opening, lesson("D2").length());
    for done in opening..end {
        until_cursor(page, "D2", done).await?;
        page.press(RIGHT).await?;
    }
    until_cursor(page, "D2", end).await?;
    let told = ending(page, &timeline("D2", ".came")).await?;
    assert!(told.contains("C2 deleted the lock of C1"), "{told}");

    press_key_on(page, &timeline("D2", ".play"), "Share").await?;
    page.find(&timeline("D2", ".share")).await?;
    press_key_on(page, &timeline("D2", ".share"), "Copy link").await?;
    page.until("location.hash.startsWith('#v2;D2')").await?;
    let hash = text(page.evaluate("location.hash").await?)?;
    let field = format!("find({}).value", json!(timeline("D2", ".share .link")));
    assert!(text(page.evaluate(&field).await?)?.ends_with(&hash));

    visit(page, &hash).await?;
    until_count(page, &timeline("D2", ".count"), &format!("{end} / {end}")).await?;
    assert_eq!(ending(page, &timeline("D2", ".came")).await?, told);
    // It is in sight, and nothing took the focus.
    page.until("(({ top }) => top >= -1 && top < innerHeight)(find('[lessons=D2]').getBoundingClientRect())")
        .await?;
    assert_eq!(
        page.evaluate("document.activeElement === document.body")
            .await?,
        true
    );
    Ok(())
}

/// Goes by Tab to the button with these words below `path`, and presses it.
async fn press_key_on(page: &Page, path: &str, label: &str) -> Outcome {
    let is_there = format!(
        "(({FOCUSED})?.textContent ?? '').startsWith({}) && find({}).contains({FOCUSED})",
        json!(label),
        json!(path)
    );
    for _ in 0..40 {
        if page.evaluate(&is_there).await? == true {
            return page.press(ENTER).await;
        }
        page.press(TAB).await?;
    }
    Err(format!("Tab does not lead to {label}").into())
}

pub async fn a_lesson_is_left_at_its_fourth_step_and_both_branches_stay(page: &Page) -> Outcome {
    page.open("?lang=en").await?;
    go_to_timeline(page, "D2").await?;
    let in_d2 = |part: &str| timeline("D2", part);
    let end = lesson("D2").length();
    page.type_into(&in_d2(".ladder"), HOME).await?;
    for done in 0..4 {
        until_cursor(page, "D2", done).await?;
        page.press(RIGHT).await?;
    }
    until_cursor(page, "D2", 4).await?;
    press_button(page, &in_d2(".play"), "Go on from here").await?;
    page.find(&in_d2(".next")).await?;
    // The lesson's own next move goes on with the lesson; another one opens a branch.
    page.click(&in_d2(".next .track[data-client='2'] [data-step]"))
        .await?;
    until_count(page, &in_d2(".count"), "5 / 5").await?;
    press_button(page, &in_d2(".play"), "Branches 2").await?;
    let rows = format!(
        "find({}).querySelectorAll('.row').length",
        json!(in_d2(".branches"))
    );
    page.find(&in_d2(".branches")).await?;
    assert_eq!(page.evaluate(&rows).await?, 2);
    press_button(page, &in_d2(".branches"), "First run").await?;
    until_count(page, &in_d2(".count"), &format!("4 / {end}")).await?;
    press_button(page, &in_d2(".branches"), "Branch 1").await?;
    until_count(page, &in_d2(".count"), "4 / 5").await?;
    page.find(&in_d2(".branches > ul ul .quiet"))
        .await?
        .focus()
        .await?;
    page.press(ENTER).await?;
    // The name is typed at once, where the button was; then the focus is still in the timeline.
    page.until(&format!(
        "find({}) === {FOCUSED}",
        json!(in_d2(".branches input"))
    ))
    .await?;
    page.press(format!("C2 first{ENTER}")).await?;
    page.until_text(&in_d2(".branches"), "C2 first").await?;
    page.until(&format!(
        "find({}).contains({FOCUSED})",
        json!(in_d2(".play"))
    ))
    .await?;
    press_button(page, &in_d2(".branches > ul ul"), "Remove").await?;
    until_count(page, &in_d2(".count"), &format!("4 / {end}")).await
}

pub async fn a_challenge_is_won_by_a_schedule_that_the_engine_judges(page: &Page) -> Outcome {
    open_free_play(page).await?;
    press_button(page, &part(".play"), "Challenges").await?;
    press_button(page, &part(".goals"), "Make the lock impossible").await?;
    page.until_text(&part(".challenge"), "Challenge: Make the lock")
        .await?;
    press_button(page, &part(".challenge"), "Hint").await?;
    page.until_text(&part(".challenge ul"), "Which client would delete the key?")
        .await?;
    page.type_into(&part(".ladder"), "1").await?;
    until_count(page, &part(".count"), "1 / 1").await?;
    assert_eq!(page.text(&part(".challenge [role=status]")).await?, "");
    page.type_into(&part(".ladder"), format!("{SHIFT}1"))
        .await?;
    until_count(page, &part(".count"), "2 / 2").await?;
    page.until_text(
        &part(".challenge [role=status]"),
        "Won in 2 moves: the shortest way known.",
    )
    .await?;
    page.until_text(&part(".came"), "will never get the lock")
        .await
}

pub async fn the_last_move_is_taken_back_and_a_new_branch_is_said(page: &Page) -> Outcome {
    open_free_play(page).await?;
    let undo = || {
        page.evaluate(
            "find('#only lock-timeline >>> .ladder').dispatchEvent(new KeyboardEvent('keydown', { key: 'z', code: 'KeyZ', ctrlKey: true, bubbles: true, composed: true, cancelable: true }))",
        )
    };
    page.type_into(&part(".ladder"), "12").await?;
    until_count(page, &part(".count"), "2 / 2").await?;
    undo().await?;
    until_count(page, &part(".count"), "1 / 1").await?;
    page.type_into(&part(".ladder"), "3").await?;
    until_count(page, &part(".count"), "2 / 2").await?;
    assert_eq!(page.text(&part(".refusal")).await?, "");
    page.press(LEFT).await?;
    page.press("2").await?;
    page.until_text(&part(".refusal"), "This move opens branch 1.")
        .await?;
    undo().await?;
    until_count(page, &part(".count"), "1 / 2").await
}

pub async fn a_run_that_has_not_ended_is_printed_without_a_verdict(page: &Page) -> Outcome {
    page.open(ALONE).await?;
    page.find(&part("select")).await?;
    choose(page, &part("label.lessons select"), "D2 · The DEL race").await?;
    let print = |name: &str| format!("dispatchEvent(new Event('{name}'))");
    let is_there = |path: &str| format!("find({}) !== null", json!(part(path)));
    page.evaluate(&print("beforeprint")).await?;
    page.until(&is_there(".paper .came")).await?;
    page.evaluate(&print("afterprint")).await?;
    choose(page, &part("label.lessons select"), "Free play").await?;
    page.find(&part(".next")).await?;
    page.evaluate(&print("beforeprint")).await?;
    page.until(&is_there(".paper .grid")).await?;
    assert_eq!(page.evaluate(&is_there(".paper .came")).await?, false);
    page.evaluate(&print("afterprint")).await.map(drop)
}

pub async fn an_empty_run_cannot_be_played(page: &Page) -> Outcome {
    open_free_play(page).await?;
    let play = part(".controls button:nth-of-type(4)");
    let is_off = format!("find({}).ariaDisabled", json!(play));
    assert_eq!(page.evaluate(&is_off).await?, "true");
    page.click(&play).await?;
    page.type_into(&part(".ladder"), "1").await?;
    page.until(&format!("{is_off} === null")).await
}

pub async fn a_won_challenge_leads_to_the_next_and_is_ticked(page: &Page) -> Outcome {
    open_free_play(page).await?;
    press_button(page, &part(".play"), "Challenges").await?;
    press_button(page, &part(".goals"), "Lead C1 through").await?;
    page.type_into(&part(".ladder"), "1ttt1").await?;
    page.until_text(&part(".challenge [role=status]"), "Won in 5 moves")
        .await?;
    press_button(page, &part(".challenge"), "Next challenge").await?;
    page.until_text(&part(".challenge"), "impossible to get, for ever")
        .await?;
    press_button(page, &part(".play"), "Challenges").await?;
    let ticked = format!(
        "find({}).querySelectorAll('[data-won]').length",
        json!(part(".goals"))
    );
    page.find(&part(".goals")).await?;
    assert_eq!(page.evaluate(&ticked).await?, 1);
    Ok(())
}

pub async fn a_broken_link_plays_as_far_as_it_goes_and_says_why(page: &Page) -> Outcome {
    for (link, part, moves) in [
        (
            "#v2;getset;n=2;c1;c1;c2",
            "“c1”, cannot be used: C1 works until 103",
            "1 / 1",
        ),
        ("#v2;setnx;c1;c2.jump;c3", "“c2.jump”", "1 / 1"),
        (
            "#v7;something",
            "“v7”, cannot be used: this page understands links of versions v1 and v2",
            "0 / 8",
        ),
        ("#v2;setnx;<b>hi</b>;c1", "%3Cb%3Ehi%3C/b%3E", "0 / 0"),
    ] {
        visit(page, link).await?;
        page.until_text(&opened(".notice"), part).await?;
        let played = page.text(&opened(".notice")).await?;
        assert_eq!(
            played.contains("Played before it: 1 move."),
            moves == "1 / 1"
        );
        until_count(page, &opened(".count"), moves).await?;
    }
    // Another link in the same visit.
    page.evaluate("location.hash = '#v2;setnx;c1;c2;@2'")
        .await?;
    page.until_text(&opened(".count"), "2 / ").await?;
    page.until(&format!("find({}) === null", json!(opened(".notice"))))
        .await
}

pub async fn what_cannot_be_done_says_why_at_its_place(page: &Page) -> Outcome {
    open_free_play(page).await?;
    let of_client = |client: u8| part(&format!(".next .track[data-client='{client}']"));
    let step = format!("{} [data-step]", of_client(1));
    page.click(&step).await?;
    until_count(page, &part(".count"), "1 / 1").await?;
    let said = format!(
        "((button) => [button.ariaDisabled, button.getAttribute('aria-description')].join())(find({}))",
        json!(step)
    );
    assert_eq!(page.evaluate(&said).await?, "true,C1 works until 103");
    // It keeps the focus, its row says the reason, and pressing it tells.
    assert!(has_focus(page, &step).await?);
    page.until_text(&part(".next .why"), "C1 works until 103")
        .await?;
    page.press(ENTER).await?;
    page.until_text(&part(".refusal"), "C1 works until 103")
        .await?;
    // By key, too.
    page.type_into(&part(".ladder"), "9").await?;
    page.press("1").await?;
    page.until_text(&part(".refusal"), "C1 works until 103")
        .await?;
    page.press("t").await?;
    until_count(page, &part(".count"), "2 / 2").await?;
    until_count(page, &part(".refusal"), "").await?;
    press_button(page, &part(".next"), "To 103").await?;
    press_button(page, &part(".next"), "To 111").await?;
    press_button(page, &part(".tools"), "Parts of a step").await?;
    // Of the parts of a step those are there that can be made; the others come in their turn.
    let parts = format!(
        "[...find({}).querySelectorAll('button:not([data-step])')].map((button) => button.firstChild.data).join()",
        json!(of_client(2))
    );
    page.until(&format!("{parts} === 'Read'")).await?;
    press_button(page, &of_client(2), "Read").await?;
    page.until(&format!("{parts} === 'Send'")).await?;
    press_button(page, &of_client(2), "Send").await?;
    // The request arrives in the server's lane.
    press_button(
        page,
        &part(".next .track:not([data-client])"),
        "C2: Execute",
    )
    .await?;
    page.until(&format!("{parts} === 'Receive'")).await
}

/// The choices of the next move share one stop of the tab key, and arrows lead through them.
pub async fn the_next_move_is_chosen_by_arrows(page: &Page) -> Outcome {
    open_free_play(page).await?;
    let stops = format!(
        "find({}).querySelectorAll('button[tabindex=\"0\"]').length",
        json!(part(".next"))
    );
    page.until(&format!("{stops} === 1")).await?;
    tab_to(page, &part(".next button")).await?;
    let focused = |label: &str| format!("({FOCUSED})?.textContent === {}", json!(label));
    page.until(&focused("+ 1 s")).await?;
    for (key, label) in [
        (RIGHT, "SETNX 111 C1"),
        (RIGHT, "SETNX 111 C2"),
        (END, "SETNX 111 C3"),
        (LEFT, "SETNX 111 C2"),
    ] {
        page.press(key).await?;
        page.until(&focused(label)).await?;
    }
    page.press(ENTER).await?;
    until_count(page, &part(".count"), "1 / 1").await?;
    page.until_text(&part(".row[aria-current] .said"), "C2 sends SETNX 111")
        .await?;
    assert_eq!(page.evaluate(&stops).await?, 1);
    // A client that has crashed is restarted in its lane, and crashes under its name.
    press_button(page, &part(".heads [data-client='2']"), "Crash").await?;
    until_count(page, &part(".count"), "2 / 2").await?;
    press_button(page, &part(".next .track[data-client='2']"), "Restart").await?;
    until_count(page, &part(".count"), "3 / 3").await
}

pub async fn another_setting_begins_a_new_run_that_can_be_taken_back(page: &Page) -> Outcome {
    open_free_play(page).await?;
    page.type_into(&part(".ladder"), "1").await?;
    until_count(page, &part(".count"), "1 / 1").await?;
    press_button(page, &part(".play"), "Settings").await?;
    choose(
        page,
        &part(".settings .fields label:nth-of-type(2) select"),
        "5",
    )
    .await?;
    until_count(page, &part(".count"), "0 / 0").await?;
    page.find(&part(".clients .row:nth-of-type(5)")).await?;
    press_button(page, &part(".settings"), "Back to the previous run").await?;
    until_count(page, &part(".count"), "1 / 1").await?;
    page.type_into(
        &part(".settings .fields label:nth-of-type(3) input"),
        format!("0{TAB}"),
    )
    .await?;
    page.until_text(&part(".refusal"), "").await
}

pub async fn a_reader_writes_a_program_and_its_link_runs_it_elsewhere(page: &Page) -> Outcome {
    for (width, height) in [(1280, 900), (390, 844)] {
        page.set_viewport(width, height).await?;
        open_free_play(page).await?;
        press_button(page, &part(".play"), "Settings").await?;
        choose(page, &part(".settings select"), "Your own program").await?;
        let area = part(".editor textarea");
        page.find(&area).await?;
        let state = part(".editor [role=status]");
        page.until_text(&state, "This is the program that runs.")
            .await?;
        let within = format!(
            "find({}).scrollWidth <= find({}).clientWidth",
            json!(part(".panel")),
            json!(part(".panel"))
        );
        assert_eq!(page.evaluate(&within).await?, true, "at {width}");

        // A mistake is told at its place, and nothing runs.
        // A known program is chosen from its group, and the list is folded again.
        let starts = json!(part(".starts"));
        page.evaluate(&format!("find({starts}).open = true"))
            .await?;
        press_button(page, &part(".starts"), "SETNX alone").await?;
        page.until(&format!("!find({starts}).open")).await?;
        page.type_into(&area, "\n  retri").await?;
        page.until_text(&state, "Did you mean retry?").await?;
        page.find(&part(".editor .numbers [data-wrong]")).await?;
        for _ in 0..5 {
            page.press("\u{e003}").await?;
        }
        choose(
            page,
            &part(".editor select[aria-label^=Insert]"),
            "GET lock.foo",
        )
        .await?;
        page.until_text(&state, "Changed, and without a mistake.")
            .await?;
        press_button(page, &part(".editor"), "Begin a run").await?;
        page.until_text(&state, "This is the program that runs.")
            .await?;
        page.until_text(&part(".listing"), "GET lock.foo").await?;

        press_button(page, &part(".play"), "Share").await?;
        let field = format!("find({}).value", json!(part(".share .link")));
        page.until(&format!("{field}.includes('#v2;own;n=3;program=acquire')"))
            .await?;
        let link = text(page.evaluate(&field).await?)?;
        let fragment = link
            .split_once('#')
            .map(|(_, fragment)| fragment)
            .unwrap_or_default();
        visit(page, &format!("#{fragment}")).await?;
        page.until_text(&opened(".listing"), "GET lock.foo").await?;
    }
    Ok(())
}

/// Two programs in one file: each client runs one, another when its setting says so, and the link keeps it.
pub async fn the_clients_of_a_file_of_two_programs_have_a_role_each(page: &Page) -> Outcome {
    const FILE: &str = include_str!("../../search/shared/readers-and-writer.lock");
    let chosen = |number: usize| {
        let path = part(&format!(".clients .row:nth-of-type({number}) select"));
        format!("find({}).selectedOptions[0].label", json!(path))
    };
    open_free_play(page).await?;
    press_button(page, &part(".play"), "Settings").await?;
    choose(page, &part(".settings select"), "Your own program").await?;
    let area = part(".editor textarea");
    page.find(&area).await?;
    page.evaluate(&format!(
        "((area) => (area.focus(), area.select(), document.execCommand('insertText', false, {})))(find({}))",
        json!(FILE),
        json!(area)
    ))
    .await?;
    press_button(page, &part(".editor"), "Begin a run").await?;
    for (number, role) in [(1, "reader"), (2, "writer"), (3, "reader")] {
        page.until(&format!(
            "{} === 'Your own program: {role}'",
            chosen(number)
        ))
        .await?;
    }
    choose(
        page,
        &part(".clients .row:nth-of-type(1) select"),
        "Your own program: writer",
    )
    .await?;
    page.until(&format!(
        "[...find({}).querySelectorAll('.caption')].map((one) => one.textContent).join() === 'Program of C1, C2,Program of C3'",
        json!(part(".timeline"))
    ))
    .await?;
    // Two writers: the second is refused.
    for _ in 0..2 {
        press_button(page, &part(".next"), "EVAL take").await?;
    }
    page.until_text(&part(".row[aria-current] .said"), "the reply is 0")
        .await?;
    press_button(page, &part(".play"), "Share").await?;
    let field = format!("find({}).value", json!(part(".share .link")));
    page.until(&format!("{field}.includes(';c1.role=2;')"))
        .await?;
    let link = text(page.evaluate(&field).await?)?;
    let (_, fragment) = link.split_once('#').unwrap_or_default();
    visit(page, &format!("#{fragment}")).await?;
    page.until_text(&opened(".row[aria-current] .said"), "the reply is 0")
        .await
}

pub async fn no_panel_is_wider_than_a_phone(page: &Page) -> Outcome {
    for (lang, width) in [("en", 390), ("zh", 390), ("en", 320), ("zh", 320)] {
        page.set_viewport(width, 844).await?;
        page.open(&format!("?only=timeline&lang={lang}")).await?;
        page.find(&part("select")).await?;
        let beyond = format!(
            "((row) => [...row.children].filter((part) => part.getBoundingClientRect().right > row.getBoundingClientRect().right + 1).map((part) => part.outerHTML))(find({}))",
            json!(part(".controls"))
        );
        let beyond = texts(page.evaluate(&beyond).await?)?;
        assert!(beyond.is_empty(), "{lang}, {width}: {beyond:?}");
        page.evaluate(&format!(
            "((list) => {{ list.selectedIndex = 0; list.dispatchEvent(new Event('change', {{ bubbles: true, composed: true }})); }})(find({}))",
            json!(part("label.lessons select"))
        ))
        .await?;
        page.find(&part(".next")).await?;
        for number in 0..7 {
            let button = format!(
                "[...find({}).querySelectorAll('.tools [aria-expanded]')][{number}]",
                json!(part(".play"))
            );
            page.evaluate(&format!("{button}.click()")).await?;
            page.until(&format!("{button}.ariaExpanded === 'true'"))
                .await?;
            let wide = format!(
                "[...find({}).querySelectorAll('*')].filter((part) => part.getBoundingClientRect().right > innerWidth + 1 && !part.closest('.ladder, .listing, .unseen, .layer, .choices')).map((part) => part.outerHTML.slice(0, 80))",
                json!(part("section"))
            );
            let wide = texts(page.evaluate(&wide).await?)?;
            assert!(wide.is_empty(), "{lang}, {width}, {number}: {wide:?}");
        }
    }
    Ok(())
}

/// The menu closes when something was chosen from it, and nothing else says which panel it was.
pub async fn a_panel_from_the_menu_has_a_name_and_the_focus_and_ends_by_escape(
    page: &Page,
) -> Outcome {
    open_free_play(page).await?;
    let choose = format!(
        "((menu) => {{ menu.open = true; [...menu.querySelectorAll('button')].find((button) => button.textContent === 'Settings').focus(); }})(find({}))",
        json!(part(".tools .menu"))
    );
    page.evaluate(&choose).await?;
    page.press(ENTER).await?;
    let focused = |path: &str| {
        let root = json!(part("section"));
        format!("find({root}).getRootNode().activeElement?.matches('{path}')")
    };
    page.until(&focused(".panel > .row button")).await?;
    page.until_text(&part(".panel > .row b"), "Settings")
        .await?;
    page.press(ESCAPE).await?;
    page.until(&focused(".tools summary")).await?;
    let panel = json!(part(".panel"));
    page.until(&format!("!find({panel})")).await
}

pub async fn two_algorithms_step_together_and_say_where_they_part(page: &Page) -> Outcome {
    open_free_play(page).await?;
    press_button(page, &part(".play"), "Side by side").await?;
    press_button(
        page,
        &part(".goals"),
        "Taking over with DEL and SETNX, or with GETSET",
    )
    .await?;
    page.find(&part(".side + .side .ladder")).await?;
    let frames = format!(
        "find({}).querySelectorAll('.ladder').length",
        json!(part("section"))
    );
    assert_eq!(page.evaluate(&frames).await?, 2);
    press_button(page, &part(".comparison"), "Move 8").await?;
    page.until_text(&part(".comparison"), "From here on the two differ")
        .await?;
    let says = format!(
        "[...find({}).querySelectorAll('.side [aria-current] .said')].map((part) => part.textContent)",
        json!(part("section"))
    );
    let said = texts(page.evaluate(&says).await?)?;
    assert!(
        said[0].contains("DEL") && said[1].contains("GETSET"),
        "{said:?}"
    );
    page.type_into(&part(".ladder"), END).await?;
    until_count(page, &part(".count"), "11 / 11").await?;
    // On one side the last rows are broken, on the other nothing is.
    let tints = format!(
        "[...find({}).querySelectorAll('.side')].map((side) => side.querySelectorAll('[data-tint=bad]').length)",
        json!(part("section"))
    );
    assert_eq!(page.evaluate(&tints).await?, json!([2, 0]));
    let ids = format!(
        "((all) => all.length === new Set(all).size)([...find({}).querySelectorAll('[id]')].map(({{ id }}) => id))",
        json!(part("section"))
    );
    assert_eq!(page.evaluate(&ids).await?, true);
    press_button(page, &part(".comparison"), "One timeline").await?;
    until_count(page, &part(".count"), "0 / 0").await
}

pub async fn what_is_typed_at_the_cursor_becomes_a_move(page: &Page) -> Outcome {
    open_free_play(page).await?;
    press_button(page, &part(".play"), "Open in the prompt").await?;
    let input = part(".lane textarea");
    page.type_into(&input, format!("SET lock.foo 7{ENTER}"))
        .await?;
    until_count(page, &part(".count"), "1 / 1").await?;
    page.until_text(&part(".lane [role=log]"), "OK").await?;
    page.type_into(&input, format!("MULTI{ENTER}")).await?;
    page.until_text(&part(".lane .input .ps"), "redis(TX)>")
        .await?;
    page.type_into(&input, format!("SET \"x{ENTER}")).await?;
    page.until_text(&part(".refusal"), "this is not a command")
        .await?;
    until_count(page, &part(".count"), "2 / 2").await?;
    // Earlier, the prompt shows what was there.
    page.type_into(&part(".ladder"), LEFT).await?;
    page.until_text(&part(".lane .input .ps"), "redis>").await?;
    page.type_into(&part(".ladder"), HOME).await?;
    page.until(&format!(
        "find({}).textContent === ''",
        json!(part(".lane [role=log]"))
    ))
    .await
}

pub async fn a_run_is_saved_as_picture_text_script_and_model(page: &Page) -> Outcome {
    page.open("?lang=en").await?;
    go_to_timeline(page, "D2").await?;
    page.type_into(&timeline("D2", ".ladder"), END).await?;
    press_button(page, &timeline("D2", ".play"), "Share").await?;
    page.evaluate(
        "(window.saved = [], URL.createObjectURL = ((make) => (blob) => (saved.push(blob), make.call(URL, blob)))(URL.createObjectURL), \
         HTMLAnchorElement.prototype.click = function () { saved.push(this.download); }, null)",
    )
    .await?;
    for (label, name, holds) in [
        ("SVG", "setnx-D2.svg", "SETNX 112"),
        ("Text", "setnx-D2.txt", "SETNX"),
        ("redis-cli", "setnx-D2.redis.txt", "SETNX lock.foo 112"),
        ("TLA+", "Lock.tla", "MODULE Lock"),
    ] {
        page.evaluate("(saved.length = 0, null)").await?;
        press_button(page, &timeline("D2", ".share"), label).await?;
        page.until(&format!("saved.at(-1) === '{name}'")).await?;
        let content = text(page.evaluate("saved[0].text()").await?)?;
        assert!(content.contains(holds), "{name}: {content}");
        for unknown in ["var(--", "color(", "rgba("] {
            assert!(
                !content.contains(unknown),
                "{name}: only a browser knows {unknown}"
            );
        }
    }
    page.evaluate("(saved.length = 0, null)").await?;
    press_button(page, &timeline("D2", ".share"), "PNG").await?;
    page.until("saved.at(-1) === 'setnx-D2.png' && saved.at(-2).type === 'image/png' && saved.at(-2).size > 1000")
        .await
}

pub async fn the_keys_are_listed_and_lead_to_other_lessons(page: &Page) -> Outcome {
    open_free_play(page).await?;
    page.type_into(&part(".ladder"), "?").await?;
    page.until_text(&part(".keylist"), "crash it").await?;
    page.press("]").await?;
    let title = format!("find({}).ariaLabel", json!(part("section")));
    page.until(&format!("{title} === {}", json!(lesson("D1").title.en)))
        .await?;
    page.press("[").await?;
    page.until(&format!("{title} === 'Free play'")).await?;
    // On a control they are the browser's.
    page.type_into(&part("select.speed"), "1").await?;
    until_count(page, &part(".count"), "0 / 0").await
}

/// A search of the reader's own settings, whose schedule opens as a branch, and plays; its link has the schedule.
pub async fn a_search_finds_the_shortest_schedule_and_plays_it(page: &Page) -> Outcome {
    open_free_play(page).await?;
    press_button(page, &part(".tools"), "Settings").await?;
    choose(
        page,
        &part(".settings select"),
        "GETSET takeover, release without a check",
    )
    .await?;
    press_button(page, &part(".tools"), "Search").await?;
    page.find(&part(".search .switches")).await?;
    press_button(page, &part(".search"), "Search").await?;
    let answer = part(".search .answer");
    page.until(&format!(
        "find({})?.textContent.includes('a schedule of 7 moves leads to it')",
        json!(answer)
    ))
    .await?;
    // It is announced, and the branch plays to its end.
    page.until(&format!(
        "find({})?.textContent.includes('a schedule of 7 moves leads to it')",
        json!(part(".search [role=status]"))
    ))
    .await?;
    page.until("document.querySelector('#only lock-timeline').length === 7")
        .await?;
    page.evaluate("document.querySelector('#only lock-timeline').seek(7)")
        .await?;
    page.until(&format!(
        "find({}).querySelector('[aria-current] .said')?.textContent.includes('valid at once')",
        json!(part(".timeline"))
    ))
    .await?;
    // With the release that looks at the clock there is none.
    press_button(page, &part(".tools"), "Settings").await?;
    choose(
        page,
        &part(".settings select"),
        "GETSET takeover, release checks the clock",
    )
    .await?;
    press_button(page, &part(".tools"), "Search").await?;
    press_button(page, &part(".search"), "Search").await?;
    page.until(&format!(
        "find({})?.textContent.includes('“Two leases are valid at once”, in all 2,679 states.')",
        json!(answer)
    ))
    .await
}

/// At a lesson the search begins with the property that the lesson breaks, and with what happens in it.
pub async fn a_lessons_search_asks_what_the_lesson_shows(page: &Page) -> Outcome {
    let inside = |part: &str| format!("lock-timeline >>> {part}");
    let asked = |property: &str, switches: &[&str]| {
        format!(
            "find({}).value === '{property}' && JSON.stringify([...find({}).querySelectorAll('[aria-pressed=true]')].map((on) => on.textContent)) === {}",
            json!(inside(".search select")),
            json!(inside(".search .switches")),
            json!(json!(switches).to_string())
        )
    };
    let overrun = "Holders work past their lease";
    for (lesson, property, switches, answer) in [
        (
            "P6",
            "lost-update",
            vec![overrun],
            "a schedule of 7 moves leads to it",
        ),
        (
            "D1",
            "nobody-ever",
            vec!["Clients crash", overrun],
            "a schedule of 2 moves leads to it",
        ),
        (
            "P6-read",
            "lost-update",
            vec![overrun],
            "No schedule leads to “",
        ),
        ("F3", "two-leases", vec![overrun], "Nobody gets in at all"),
    ] {
        page.open(&format!("?only=timeline&lesson={lesson}&lang=en"))
            .await?;
        press_button(page, &inside(".tools"), "Search").await?;
        page.find(&inside(".search .switches")).await?;
        page.until(&asked(property, &switches)).await?;
        press_button(page, &inside(".search"), "Search").await?;
        page.until_text(&inside(".search .answer"), answer).await?;
    }
    Ok(())
}

/// A search that finds nothing offers what it has left out: SETNX alone is shut for ever by a crash.
pub async fn a_search_that_finds_nothing_offers_crashes(page: &Page) -> Outcome {
    open_free_play(page).await?;
    press_button(page, &part(".tools"), "Settings").await?;
    choose(page, &part(".settings select"), "SETNX alone").await?;
    press_button(page, &part(".tools"), "Search").await?;
    page.find(&part(".search .switches")).await?;
    press_button(page, &part(".search"), "Search").await?;
    let answer = part(".search .answer");
    page.until_text(&answer, "No schedule leads to “").await?;
    page.click(&part(".search .further")).await?;
    page.until_text(&answer, "leads to it").await?;
    page.until_text(&part(".search"), "Nobody ever gets in again")
        .await?;
    page.until(&format!(
        "find({}) === null",
        json!(part(".search .further"))
    ))
    .await
}

/// One line of a program is changed, a search finds the schedule that this allows, and its link shows both in a browser
/// that knows nothing of this one.
pub async fn a_changed_release_is_broken_by_a_schedule_that_its_link_shows_elsewhere(
    page: &Page,
) -> Outcome {
    open_free_play(page).await?;
    press_button(page, &part(".tools"), "Settings").await?;
    choose(page, &part(".settings select"), "Your own program").await?;
    let area = part(".editor textarea");
    page.find(&area).await?;
    press_button(
        page,
        &part(".starts"),
        "GETSET takeover, release checks the clock",
    )
    .await?;
    page.evaluate(&format!(
        "((area) => {{
            const at = area.value.indexOf('if now < mine: DEL');
            area.focus();
            area.setSelectionRange(at, at + 'if now < mine: '.length);
        }})(find({}))",
        json!(area)
    ))
    .await?;
    page.press(DELETE).await?;
    page.until_text(
        &part(".editor [role=status]"),
        "Changed, and without a mistake.",
    )
    .await?;
    press_button(page, &part(".editor"), "Begin a run").await?;
    press_button(page, &part(".tools"), "Search").await?;
    page.find(&part(".search .switches")).await?;
    press_button(page, &part(".search"), "A gap between clock").await?;
    press_button(page, &part(".search"), "Search").await?;
    page.until_text(
        &part(".search .answer"),
        "a schedule of 7 moves leads to it",
    )
    .await?;
    // It plays by itself.
    until_count(page, &part(".count"), "2 / 7").await?;
    page.evaluate("document.querySelector('#only lock-timeline').seek(7)")
        .await?;
    until_count(page, &part(".count"), "7 / 7").await?;
    page.until_text(&part("[aria-current] .said"), "valid at once")
        .await?;
    let told = ending(page, &part(".came")).await?;

    press_button(page, &part(".tools"), "Share").await?;
    let field = format!("find({}).value", json!(part(".share .link")));
    page.until(&format!(
        "{field}.includes(';search=two-leases.gap.overrun;found=7;')"
    ))
    .await?;
    let link = text(page.evaluate(&field).await?)?;
    let (_, fragment) = link.split_once('#').unwrap_or_default();

    let fresh = Browser::start().await?;
    let elsewhere = fresh.page();
    visit(&elsewhere, &format!("#{fragment}")).await?;
    elsewhere
        .until_text(
            &opened(".search .answer"),
            "a schedule of 7 moves leads to it",
        )
        .await?;
    assert_eq!(
        elsewhere
            .evaluate(&format!(
                "[...find({}).querySelectorAll('[aria-pressed=true]')].map((on) => on.textContent)",
                json!(opened(".search .switches"))
            ))
            .await?,
        json!([
            "A gap between clock and execution",
            "Holders work past their lease"
        ])
    );
    until_count(&elsewhere, &opened(".count"), "7 / 7").await?;
    assert_eq!(ending(&elsewhere, &opened(".came")).await?, told);
    assert_eq!(
        elsewhere.take_console().await?,
        Vec::<String>::new(),
        "in the fresh browser"
    );
    fresh.quit().await
}

/// Puts the caret behind the last place where a text stands in a text area, and selects the text.
async fn select_in(page: &Page, area: &str, text: &str) -> Outcome {
    page.evaluate(&format!(
        "((area, text) => {{
            const at = area.value.lastIndexOf(text);
            area.focus();
            area.setSelectionRange(at, at + text.length);
        }})(find({}), {})",
        json!(area),
        json!(text)
    ))
    .await
    .map(drop)
}

/// A release that is still wrong is shown why, a program that is no lock any more does not win, and a mended one does.
pub async fn a_release_is_mended_until_the_search_finds_nothing(page: &Page) -> Outcome {
    open_free_play(page).await?;
    press_button(page, &part(".play"), "Challenges").await?;
    press_button(page, &part(".goals"), "Mend the release").await?;
    let area = part(".challenge textarea");
    let answer = part(".judge .answer");
    page.find(&area).await?;
    // The line that is to be mended is the last.
    let frame = format!(
        "((frame) => frame.scrollHeight - frame.clientHeight)(find({}))",
        json!(part(".challenge .code"))
    );
    assert_eq!(page.evaluate(&frame).await?, 0);
    // The program as it is: the shortest schedule that breaks it plays.
    press_button(page, &part(".judge"), "Search").await?;
    page.until_text(
        &answer,
        "Not yet. A client deletes the lock of another: a schedule of 6 moves",
    )
    .await?;
    page.until(&format!(
        "find({}).textContent.endsWith(' / 6')",
        json!(part(".count"))
    ))
    .await?;
    page.click(&part(".told > button.quiet")).await?;
    page.until(&format!("find({}).matches(':focus')", json!(area)))
        .await?;

    // Never to release is no release.
    select_in(page, &area, "DEL lock.foo").await?;
    page.press("PING").await?;
    press_button(page, &part(".challenge .editor"), "Run it and search").await?;
    page.until_text(&answer, "Not yet: C2 gets in only when the lease before it")
        .await?;
    assert_eq!(
        page.evaluate(&format!(
            "find({}).querySelectorAll('[data-primary]').length",
            json!(part(".challenge"))
        ))
        .await?,
        0
    );

    select_in(page, &area, "PING").await?;
    page.press("if now < mine: DEL lock.foo").await?;
    page.until_text(
        &part(".challenge .editor [role=status]"),
        "Ctrl+Enter runs it, and the search judges it.",
    )
    .await?;
    press_button(page, &part(".challenge .editor"), "Run it and search").await?;
    page.until_text(&answer, "Won: no schedule breaks it, in all")
        .await?;
    page.until_text(&part(".judge [role=status]"), "Won: no schedule")
        .await?;
    press_button(page, &part(".challenge"), "Next challenge").await?;
    page.until_text(&part(".challenge"), "Lose an update")
        .await?;
    press_button(page, &part(".play"), "Challenges").await?;
    page.until(&format!(
        "find({})?.querySelectorAll('[data-won]').length === 1",
        json!(part(".goals"))
    ))
    .await
}

/// A program that was edited and not begun is there again when its panel is; the other panels say that they are about
/// another one, and begin it.
pub async fn an_edited_program_outlives_its_panel_and_says_that_it_has_not_begun(
    page: &Page,
) -> Outcome {
    open_free_play(page).await?;
    press_button(page, &part(".tools"), "Settings").await?;
    choose(page, &part(".settings select"), "Your own program").await?;
    let area = part(".editor textarea");
    let state = part(".editor [role=status]");
    page.find(&area).await?;
    page.until_text(&state, "This is the program that runs.")
        .await?;
    let write = |text: &str| {
        format!(
            "((area, text) => {{ area.focus(); area.select(); document.execCommand('insertText', false, text); }})(find({}), {})",
            json!(area),
            json!(text)
        )
    };
    // No lock at all: both may enter.
    let broken = "acquire:\n  SET lock.foo 1\n  enter until now + lease\nwork:\n  work 5\nrelease:\n  DEL lock.foo";
    page.evaluate(&write(broken)).await?;
    page.until_text(&state, "Changed, and without a mistake.")
        .await?;
    let holds = format!("find({})?.value === {}", json!(area), json!(broken));
    let unbegun = part(".unbegun");
    for panel in ["Share", "Search"] {
        press_button(page, &part(".tools"), panel).await?;
        page.until_text(&unbegun, "The edited program has not begun")
            .await?;
    }
    press_button(page, &part(".tools"), "Settings").await?;
    page.until(&holds).await?;
    page.until_text(&state, "Changed, and without a mistake.")
        .await?;
    page.until(&format!("find({}) === null", json!(unbegun)))
        .await?;
    // What cannot begin says why.
    page.evaluate(&write("acquire:\n  retri")).await?;
    press_button(page, &part(".tools"), "Search").await?;
    page.until_text(&unbegun, "Line 2, column 3").await?;
    let is_off = format!("find({}).ariaDisabled", json!(part(".unbegun button")));
    assert_eq!(page.evaluate(&is_off).await?, "true");
    press_button(page, &part(".tools"), "Settings").await?;
    page.until_text(&state, "Line 2").await?;
    page.evaluate(&write(broken)).await?;
    press_button(page, &part(".tools"), "Search").await?;
    press_button(page, &unbegun, "Begin a run with it").await?;
    page.until(&format!("find({}) === null", json!(unbegun)))
        .await?;
    press_button(page, &part(".search"), "Search").await?;
    page.until_text(&part(".search .answer"), "leads to it")
        .await
}

/// What is said of a crash is true of the table below.
pub async fn a_client_that_has_crashed_shows_no_registers(page: &Page) -> Outcome {
    open_free_play(page).await?;
    page.type_into(&part(".ladder"), "1").await?;
    let registers = part(".clients tr:nth-child(1) .registers");
    page.until_text(&registers, "mine").await?;
    page.type_into(&part(".ladder"), format!("{SHIFT}1"))
        .await?;
    page.until_text(&part(".say"), "C1 crashes").await?;
    page.until(&format!(
        "!find({}).textContent.includes('mine')",
        json!(registers)
    ))
    .await
}

/// What can follow at the caret is listed when the reader asks for it. Until then Tab and Enter do what they always do.
pub async fn the_editor_completes_when_it_is_asked_and_at_no_other_time(page: &Page) -> Outcome {
    open_free_play(page).await?;
    press_button(page, &part(".tools"), "Settings").await?;
    choose(page, &part(".settings select"), "Your own program").await?;
    let area = part(".editor textarea");
    page.find(&area).await?;
    let list = part(".editor [role=listbox]");
    let is_closed = format!("find({}).hidden", json!(list));
    let ends_with = |text: &str| {
        format!(
            "find({}).value.trimEnd().endsWith({})",
            json!(area),
            json!(text)
        )
    };
    select_in(page, &area, "  if now < mine: DEL lock.foo").await?;
    page.press("  if now < mine: D").await?;
    assert_eq!(page.evaluate(&is_closed).await?, true);
    let ctrl_space = format!(
        "find({}).dispatchEvent(new KeyboardEvent('keydown', {{ key: ' ', code: 'Space', ctrlKey: true, bubbles: true, composed: true, cancelable: true }}))",
        json!(area)
    );
    let ask = || page.evaluate(&ctrl_space);
    ask().await?;
    let chosen = format!(
        "find({}).querySelector('[aria-selected=true]')?.textContent",
        json!(list)
    );
    page.until(&format!("{chosen} === 'DEL lock.foo'")).await?;
    // The text stays a text, with the chosen one named to a screen reader.
    let active = format!(
        "find({}).getAttribute('aria-activedescendant') === find({}).querySelector('[aria-selected=true]').id",
        json!(area),
        json!(list)
    );
    page.until(&active).await?;
    page.press(ESCAPE).await?;
    page.until(&is_closed).await?;
    page.until(&ends_with("if now < mine: D")).await?;
    ask().await?;
    page.until(&format!("{chosen} === 'DEL lock.foo'")).await?;
    page.press("EC").await?;
    page.until(&format!("{chosen} === 'DECR'")).await?;
    page.press(DOWN).await?;
    page.until(&format!("{chosen} === 'DECRBY'")).await?;
    page.press(ENTER).await?;
    page.until(&ends_with("if now < mine: DECRBY")).await?;
    page.until(&is_closed).await?;
    // By touch: a button, and an option that is pressed.
    press_button(page, &part(".editor"), "Complete").await?;
    page.until_text(
        &part(".editor [role=status]"),
        "Nothing can be completed here.",
    )
    .await?;
    page.press(" ").await?;
    press_button(page, &part(".editor"), "Complete").await?;
    page.until(&ends_with("if now < mine: DECRBY lock.foo"))
        .await?;
    // Nothing is open: Tab leaves.
    page.press(TAB).await?;
    page.until(&format!("!find({}).matches(':focus')", json!(area)))
        .await
}

/// Counts the workers that are made from here on.
const COUNT_WORKERS: &str = "(window.Worker = class extends Worker {
    constructor(...all) { super(...all); window.made = (window.made ?? 0) + 1; }
}, true)";

/// A search has a worker, which Stop ends; the next one has another.
pub async fn a_search_runs_in_a_worker_until_it_is_stopped(page: &Page) -> Outcome {
    open_free_play(page).await?;
    page.evaluate(COUNT_WORKERS).await?;
    press_button(page, &part(".tools"), "Settings").await?;
    // With messages that take time this search ends by its memory, after seconds.
    choose(
        page,
        &part(".settings .fields label:nth-of-type(1) select"),
        "SETNX alone",
    )
    .await?;
    choose(
        page,
        &part(".settings .fields label:nth-of-type(2) select"),
        "5",
    )
    .await?;
    press_button(page, &part(".tools"), "Search").await?;
    page.find(&part(".search .switches")).await?;
    press_button(page, &part(".search"), "Messages take time").await?;
    press_button(page, &part(".search"), "Search").await?;
    page.until_text(&part(".search .answer"), "states a second")
        .await?;
    press_button(page, &part(".search"), "Stop").await?;
    page.until_text(&part(".search .answer"), "Stopped").await?;
    press_button(page, &part(".search"), "Messages take time").await?;
    press_button(page, &part(".search"), "Search").await?;
    page.until_text(&part(".search .answer"), "No schedule leads to “")
        .await?;
    assert_eq!(page.evaluate("window.made").await?, 2);
    // The table asks the one that has answered.
    press_button(page, &part(".search"), "Algorithms and assumptions").await?;
    page.until(&format!(
        "find({}).querySelectorAll('[data-kind=broken]').length > 5",
        json!(part(".matrix"))
    ))
    .await?;
    assert_eq!(page.evaluate("window.made").await?, 2);
    Ok(())
}

/// The switches of a panel, and a search that runs, are there again when the reader comes back to it; one whose settings are
/// others now says that it was stopped.
pub async fn a_panel_is_found_again_as_it_was_left(page: &Page) -> Outcome {
    open_free_play(page).await?;
    press_button(page, &part(".tools"), "Settings").await?;
    // With messages that take time this search ends by its memory, after seconds.
    let lists = |place: usize| {
        part(&format!(
            ".settings .fields label:nth-of-type({place}) select"
        ))
    };
    choose(page, &lists(1), "SETNX alone").await?;
    choose(page, &lists(2), "5").await?;
    press_button(page, &part(".tools"), "Faults").await?;
    press_button(page, &part(".tools"), "Search").await?;
    page.find(&part(".search .switches")).await?;
    press_button(page, &part(".search"), "Messages take time").await?;
    press_button(page, &part(".search"), "Search").await?;
    let answer = part(".search .answer");
    page.until_text(&answer, "states a second").await?;

    press_button(page, &part(".tools"), "Share").await?;
    let pressed = |panel: &str, label: &str| {
        format!(
            "[...find({}).querySelectorAll('[aria-pressed=true]')].some((button) => button.textContent.startsWith({}))",
            json!(part(panel)),
            json!(label)
        )
    };
    page.until(&pressed(".tools", "Faults")).await?;
    let is_seen = format!("find({})?.checkVisibility()", json!(part(".search")));
    assert_eq!(page.evaluate(&is_seen).await?, false);
    press_button(page, &part(".tools"), "Search").await?;
    page.until(&is_seen).await?;
    assert_eq!(
        page.evaluate(&pressed(".search", "Messages take time"))
            .await?,
        true
    );
    assert!(page.text(&answer).await?.contains("states a second"));

    press_button(page, &part(".tools"), "Settings").await?;
    choose(page, &lists(2), "4").await?;
    press_button(page, &part(".tools"), "Search").await?;
    page.until_text(&answer, "Stopped").await?;
    assert_eq!(
        page.evaluate(&pressed(".search", "Messages take time"))
            .await?,
        true
    );
    Ok(())
}

/// A page whose policy refuses workers, and a frame without an origin, search all the same.
pub async fn a_search_runs_where_no_worker_may(page: &Page) -> Outcome {
    const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; connect-src 'self'; worker-src 'none'";
    let frame = "embed.html?element=timeline&lesson=D2&search=panel&lang=en";
    let files = Host::of_dist()?
        .header("Content-Security-Policy", POLICY)
        .header("Access-Control-Allow-Origin", "*")
        .header("Cross-Origin-Resource-Policy", "cross-origin")
        .serve()
        .await?;
    let searches = || async {
        let search = "lock-timeline >>> .search";
        press_button(page, search, "Search").await?;
        page.until_text(&format!("{search} .answer"), "leads to it")
            .await
    };
    page.visit(&files.url(frame)).await?;
    searches().await?;
    let host = Host::new()
        .file(
            "index.html",
            format!(
                "<!doctype html><meta charset=utf-8><title>A host</title><iframe sandbox=allow-scripts width=700 height=900 src=\"{}\"></iframe>",
                files.url(frame)
            ),
        )
        .serve()
        .await?;
    page.visit(&host.url("index.html")).await?;
    page.driver().enter_frame(0).await?;
    searches().await?;
    page.driver().enter_default_frame().await?;
    // The browser tells of what was refused, and of nothing else.
    for line in page.take_console().await? {
        assert!(line.contains("worker-src"), "{line}");
    }
    Ok(())
}

/// The table of algorithms is a table, whose cells say in words what they have, and can be chosen.
pub async fn the_table_of_algorithms_is_computed_and_its_cells_are_chosen(page: &Page) -> Outcome {
    open_free_play(page).await?;
    press_button(page, &part(".tools"), "Search").await?;
    page.find(&part(".search .switches")).await?;
    press_button(page, &part(".search"), "Algorithms and assumptions").await?;
    page.until(&format!(
        "find({})?.textContent === '8 moves'",
        json!(part(".matrix tbody tr td"))
    ))
    .await?;
    until_filled(page, &part(".matrix")).await?;
    // GETSET, compared and deleted by a script, with a gap: the table fetches what runs it.
    assert_eq!(
        page.evaluate(&format!(
            "find({}).textContent",
            json!(part(".matrix tbody tr:nth-child(6) td:nth-of-type(6)"))
        ))
        .await?,
        "12 moves"
    );
    page.until_text(
        &part(".matrix [role=status]"),
        "104 of 104 cells are searched.",
    )
    .await?;
    press_button(page, &part(".matrix tbody"), "8 moves").await?;
    page.until_text(&part(".matrix"), "a schedule of 8 moves leads to it")
        .await
}

/// On a window that is low and wide, as one of 1280 pixels enlarged twice, the buttons stay in sight beside the drawing, and
/// cover nothing that stands below it.
pub async fn nothing_of_a_panel_is_covered_in_a_low_window(page: &Page) -> Outcome {
    page.set_viewport(640, 450).await?;
    open_free_play(page).await?;
    press_button(page, &part(".tools"), "Search").await?;
    page.find(&part(".search .switches")).await?;
    let covered = format!(
        "((panel) => {{
            panel.scrollIntoView();
            const {{ right, top }} = panel.getBoundingClientRect();
            return panel.contains(panel.getRootNode().elementFromPoint(right - 20, top + 20));
        }})(find({}))",
        json!(part(".search"))
    );
    assert_eq!(page.evaluate(&covered).await?, true);
    Ok(())
}
