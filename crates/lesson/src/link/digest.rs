//! A digest of what a play shows: whoever opens its link learns whether this page plays it in the same way.

use crate::Play;
use sim::Outcome;

/// The prime of FNV-1a, and where it begins (<https://datatracker.ietf.org/doc/html/rfc9923>).
const PRIME: u32 = 0x0100_0193;
const BASIS: u32 = 0x811c_9dc5;

/// Six hexadecimal digits about the replies, the believers and the broken properties of every branch.
pub(super) fn digest(play: &Play) -> String {
    let mut sum = BASIS;
    for branch in play.branches() {
        for outcome in branch.run().outcomes() {
            add(&mut sum, outcome);
        }
    }
    let folded = (sum >> 24) ^ (sum & 0x00ff_ffff);
    let digit = |at: u32| char::from_digit(folded >> (4 * at) & 0xf, 16).unwrap_or('0');
    (0..6).rev().map(digit).collect()
}

fn add(sum: &mut u32, outcome: &Outcome) {
    let mut byte = |byte: u8| *sum = (*sum ^ u32::from(byte)).wrapping_mul(PRIME);
    for (_, reply) in &outcome.exchanges {
        let reply = reply.as_ref().map(tell::reply_text);
        reply.unwrap_or_default().bytes().for_each(&mut byte);
        byte(b';');
    }
    for value in outcome.value.after.iter() {
        value.iter().copied().for_each(&mut byte);
    }
    outcome.believers.after.iter().for_each(|id| byte(id.0));
    for broken in &outcome.broken {
        broken.property.name().bytes().for_each(&mut byte);
        broken.clients.iter().for_each(|id| byte(id.0));
    }
}
