//! The words of playing: `locales/en/play.ftl` and its like.

use base::text::{Phrase, Text};
use std::cmp::Ordering;

include!(concat!(env!("OUT_DIR"), "/play.rs"));

/// That a challenge is won, in how many moves, and how many the shortest known way takes.
pub fn won_in(moves: usize, shortest: usize) -> Phrase {
    let (all, known) = (moves_in_all(moves as u64), shortest as u64);
    match moves.cmp(&shortest) {
        Ordering::Less => won_shorter(all, known),
        Ordering::Equal => won_shortest(all),
        Ordering::Greater => won(all, known),
    }
}
