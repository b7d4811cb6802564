//! Questions that say nothing: no schedule of these programs could break the property, and the verdict says so.

use crate::{question, search};
use setnx_playground::check::Verdict;
use setnx_playground::lock::Algorithm;
use setnx_playground::sim::Property;

#[test]
fn a_question_about_what_no_program_does_is_not_answered_with_no_schedule() {
    for property in [Property::LostUpdate, Property::HeldIdle] {
        let mut asked = question(Algorithm::Setnx, 2, property);
        asked.rounds = Some(1);
        let verdict = search(&asked);
        assert!(matches!(verdict, Verdict::Holds { .. }), "{verdict:?}");
        let is_tried =
            property == Property::LostUpdate && Algorithm::Setnx.program().writes_store();
        assert_eq!(verdict.holds(), is_tried, "{verdict:?}");
    }
}

/// A client whose attempts are used up while another holds the lock could get in by one more.
#[test]
fn whoever_may_not_try_again_is_not_shut_out_by_the_lock() {
    let mut asked = question(Algorithm::Px, 2, Property::NobodyEver);
    (asked.rounds, asked.attempts) = (Some(1), Some(2));
    let verdict = search(&asked);
    assert!(verdict.holds(), "{verdict:?}");
}
