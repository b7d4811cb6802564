//! What the built page does in a browser. One file a part of the page; a test is an `async fn(&Page) -> Outcome` with
//! a sentence for a name, listed here.

mod access;
mod bad_input;
mod elements;
mod failures;
mod first_load;
mod links;
mod motion;
mod places;
mod playing;
mod preferences;
mod prompt;
mod score;
mod terminal;
mod timeline;

use std::process::ExitCode;

use page_tests::{conclude, trials};

fn main() -> ExitCode {
    conclude(trials![
        first_load::the_page_starts_under_a_strict_policy_with_a_clean_console,
        first_load::everything_comes_from_beside_the_page,
        first_load::nothing_more_is_fetched_however_the_page_is_used,
        first_load::the_wasm_comes_as_wasm,
        first_load::the_console_tells_of_a_refused_style,
        links::only_prompt_shows_the_prompt_alone,
        links::only_timeline_shows_the_lesson_asked_for,
        links::a_lesson_in_the_article_is_chosen_and_scrolled_to,
        links::a_lesson_that_does_not_exist_is_named_with_those_that_do,
        links::a_language_or_part_that_does_not_exist_is_refused_in_words,
        links::odd_links_are_as_good_as_none,
        preferences::the_language_is_the_first_that_the_browser_prefers_and_the_page_has,
        preferences::a_chosen_language_shows_at_once_and_is_remembered,
        preferences::the_theme_is_the_systems_until_the_reader_chooses,
        prompt::the_example_has_been_run_and_reads_as_the_static_transcript_did,
        prompt::setnx_sets_a_missing_key_and_leaves_one_that_exists,
        prompt::a_key_set_to_expire_is_gone_by_the_clock_of_the_wall,
        prompt::up_and_down_walk_through_history_and_come_home_to_the_draft,
        prompt::lines_can_be_continued_and_run_one_after_another,
        prompt::an_enter_that_ends_a_composition_does_not_run_the_line,
        prompt::clear_empties_the_log_and_keeps_the_keys,
        prompt::reset_begins_again_with_an_empty_keyspace_and_the_example,
        prompt::copy_puts_the_transcript_on_the_clipboard,
        prompt::where_the_clipboard_is_closed_copy_selects_the_text_and_says_so,
        prompt::a_click_takes_the_cursor_to_the_prompt_and_a_selection_does_not,
        prompt::the_input_stays_in_sight_however_much_is_answered,
        prompt::nothing_takes_the_focus_or_scrolls_on_load,
        prompt::its_parts_are_labelled_in_the_readers_language,
        prompt::a_value_is_text_whatever_it_holds,
        terminal::clients_race_on_one_keyspace_each_with_its_own_transaction,
        terminal::tab_completes_keys_and_options_and_escape_lets_it_leave,
        terminal::earlier_lines_are_searched_and_kept_for_the_next_visit,
        terminal::an_open_quote_goes_on_with_the_next_line_and_quit_ends_the_connection,
        terminal::a_transcript_is_pasted_and_run_line_by_line,
        terminal::the_view_follows_the_keyspace_and_a_row_goes_to_the_prompt,
        terminal::long_work_leaves_the_page_alive_and_can_be_stopped,
        terminal::the_keys_of_a_terminal_edit_the_line,
        bad_input::an_unbalanced_quote_is_refused_in_the_words_of_redis_cli,
        bad_input::an_unknown_command_is_named_with_its_arguments,
        bad_input::nul_and_invalid_utf_8_are_values_as_any,
        bad_input::half_a_surrogate_pair_is_replaced_not_fatal,
        bad_input::a_line_past_its_limit_is_not_run_and_says_so,
        bad_input::a_megabyte_pasted_is_refused_and_the_page_goes_on,
        bad_input::a_megabyte_inserted_otherwise_is_refused_at_enter,
        bad_input::writing_past_64_mib_gets_redis_own_error,
        bad_input::the_log_keeps_the_newest_500_entries_and_counts_the_rest,
        bad_input::long_lines_wrap_on_a_phone,
        timeline::the_del_race_is_stepped_to_its_end_by_keyboard_alone,
        timeline::two_believers_are_marked_in_more_ways_than_by_colour,
        timeline::stepping_back_and_forward_gives_the_same_drawing,
        timeline::every_lesson_shows_the_replies_that_the_engine_gives,
        timeline::home_and_end_go_to_the_ends,
        timeline::buttons_step_and_say_why_they_cannot,
        timeline::controls_keep_their_native_keys,
        timeline::the_slider_goes_anywhere_at_once,
        timeline::space_plays_and_pauses,
        timeline::playing_stops_at_the_end_and_begins_again_from_there,
        timeline::playing_stops_when_the_timeline_leaves_the_view,
        timeline::the_whole_run_can_be_read_as_a_table,
        timeline::another_language_changes_the_words_and_keeps_the_cursor,
        score::enter_looks_at_the_move_and_escape_comes_back,
        score::a_click_on_a_command_looks_at_its_move,
        score::of_a_long_run_what_is_in_sight_is_drawn_alone,
        score::the_table_of_a_long_run_is_turned_in_pages,
        playing::d2_is_played_by_keyboard_and_its_link_shows_the_same_elsewhere,
        playing::a_lesson_is_left_at_its_fourth_step_and_both_branches_stay,
        playing::a_challenge_is_won_by_a_schedule_that_the_engine_judges,
        playing::a_broken_link_plays_as_far_as_it_goes_and_says_why,
        playing::what_cannot_be_done_says_why_at_its_place,
        playing::another_setting_begins_a_new_run_that_can_be_taken_back,
        playing::no_panel_is_wider_than_a_phone,
        playing::two_algorithms_step_together_and_say_where_they_part,
        playing::what_is_typed_at_the_cursor_becomes_a_move,
        playing::a_run_is_saved_as_picture_text_and_script,
        playing::the_keys_are_listed_and_lead_to_other_lessons,
        motion::a_step_moves_by_transform_and_opacity_alone,
        motion::those_who_want_no_motion_get_none,
        motion::no_step_keeps_the_page_waiting,
        motion::every_part_comes_without_keeping_the_page_waiting,
        motion::the_observer_of_long_tasks_sees_one,
        access::nothing_is_wider_than_the_screen,
        access::whatever_can_be_acted_on_has_a_name,
        access::whatever_can_be_pressed_has_room_for_a_finger,
        access::ids_are_unique_within_their_root,
        access::the_tab_key_leads_through_everything_and_each_stop_can_be_seen,
        elements::an_authors_transcript_is_run_and_answered_live,
        elements::a_line_that_a_script_runs_is_answered_as_text_and_as_data,
        elements::boxes_of_one_session_share_a_keyspace_and_show_what_the_other_does,
        elements::an_element_that_comes_back_keeps_its_session,
        elements::a_timeline_is_stepped_sought_and_heard,
        elements::attributes_live,
        elements::nothing_is_fetched_until_a_box_comes_near_or_takes_the_focus,
        elements::what_is_typed_while_it_loads_is_run_and_the_draft_goes_on,
        elements::the_hosts_styles_stay_outside_and_its_theme_is_followed,
        elements::markup_and_odd_values_are_text,
        elements::a_reply_that_the_author_wrote_wrong_is_marked_when_asked,
        elements::a_text_that_is_too_long_stays_as_it_was_written,
        elements::two_hundred_boxes_come_to_life_with_one_engine,
        elements::a_thousand_comings_and_goings_leave_nothing_behind,
        failures::without_wasm_the_page_says_so_and_the_transcript_stays,
        failures::a_part_alone_that_cannot_run_gives_way_to_the_whole_page,
        failures::after_a_crash_the_reader_can_start_afresh,
        failures::an_error_of_another_script_is_not_taken_for_a_crash,
    ])
}
