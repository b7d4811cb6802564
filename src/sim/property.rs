//! What must never happen, judged after every move by the true clock. Three things that are easily mixed up are kept
//! apart: who believes, whose lease is valid, and whom the key names.

use super::client::ClientId;
use super::notation::seconds;
use super::outcome::{Outcome, fresh};
use crate::text::{self, Lang, Phrase, Text};

/// A property that a move broke.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Broken {
    /// These clients act as holders at once: what hurts the user's data.
    TwoBelievers(Vec<ClientId>),
    /// These clients' leases are valid at once: the algorithm gave the lock away twice.
    TwoLeases(Vec<ClientId>),
    /// A client removed a key that it did not write, while the leases of these others were valid.
    RemovedLock {
        /// Who removed it.
        by: ClientId,
        /// Whose leases were valid.
        of: Vec<ClientId>,
    },
    /// A client overwrote in the store what another had written since it got in or last looked: that is lost.
    LostUpdate {
        /// Who overwrote it.
        by: ClientId,
        /// Who had written it.
        of: ClientId,
    },
    /// The lock was free or expired, and in so many full rounds nobody got it. Judged of a [`super::Run`]: a world does
    /// not remember.
    NobodyGetsIn {
        /// Who tried, at least once in each round.
        who: Vec<ClientId>,
        /// How many rounds.
        rounds: u32,
    },
}

impl Broken {
    /// Whether it is the same property, whoever broke it.
    pub fn is_like(&self, other: &Broken) -> bool {
        std::mem::discriminant(self) == std::mem::discriminant(other)
    }

    /// What is broken, and by whom, in a sentence. `at_ms` is the true time of the move that broke it, in Unix
    /// milliseconds.
    pub fn sentence(&self, lang: Lang, at_ms: i64) -> String {
        let listed = |ids: &[ClientId]| {
            let all: Vec<String> = ids.iter().map(ClientId::to_string).collect();
            text::listed(lang, &all)
        };
        let (text, who, of) = match self {
            Broken::TwoBelievers(who) => (
                Text {
                    en: "{who} act as the holder at once since t = {time}.",
                    zh: "从 t = {time} 起，{who} 同时以持有者自居。",
                },
                listed(who),
                String::new(),
            ),
            Broken::TwoLeases(who) => (
                Text {
                    en: "The leases of {who} are valid at once since t = {time}.",
                    zh: "从 t = {time} 起，{who} 的租约同时有效。",
                },
                listed(who),
                String::new(),
            ),
            Broken::RemovedLock { by, of } => (
                Text {
                    en: "{who} removed the lock of {of} at t = {time}.",
                    zh: "{who} 在 t = {time} 删掉了 {of} 的锁。",
                },
                by.to_string(),
                listed(of),
            ),
            Broken::LostUpdate { by, of } => (
                Text {
                    en: "{who} overwrote at t = {time} what {of} had stored without having seen it: that update is lost.",
                    zh: "{who} 在 t = {time} 没有看到 {of} 写入的数据就覆盖了它：那次更新丢失了。",
                },
                by.to_string(),
                of.to_string(),
            ),
            Broken::NobodyGetsIn { who, rounds } => (
                Text {
                    en: "The lock is there for the taking, and {who} tried {of} rounds in vain, up to t = {time}.",
                    zh: "锁明明可以拿到，{who} 却连试 {of} 轮都没成功，直到 t = {time}。",
                },
                listed(who),
                rounds.to_string(),
            ),
        };
        let values = vec![("who", who), ("of", of), ("time", seconds(at_ms))];
        Phrase::new(text, values).get(lang)
    }
}

/// Adds what the outcome's changes broke: two of a kind, one of them new.
pub(super) fn judge(outcome: &mut Outcome) {
    let believers = &outcome.believers;
    if believers.after.len() > 1 && !fresh(&believers.before, &believers.after).is_empty() {
        let all = believers.after.clone();
        outcome.broken.push(Broken::TwoBelievers(all));
    }
    let names = |leases: &[(ClientId, _)]| leases.iter().map(|(id, _)| *id).collect::<Vec<_>>();
    let before = names(&outcome.leases.before);
    let after = names(&outcome.leases.after);
    if after.len() > 1 && !fresh(&before, &after).is_empty() {
        outcome.broken.push(Broken::TwoLeases(after));
    }
}
