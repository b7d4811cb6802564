//! A cell of a table: its questions, asked one after the other, and what came of them.

use super::question::Question;
use super::verdict::Verdict;

/// A cell of a table. Where it asks about a property more than once, each question is smaller than the one before it, and is asked
/// only where the search of that one came to no end.
pub struct TableCell {
    questions: Vec<Question>,
    /// The question that is asked.
    at: usize,
    verdicts: Vec<Verdict>,
}

impl TableCell {
    /// A cell with these questions; those about one property are next to each other.
    pub fn new(questions: Vec<Question>) -> TableCell {
        TableCell {
            questions,
            at: 0,
            verdicts: Vec::new(),
        }
    }

    /// Whether there is anything to ask.
    pub fn is_asked(&self) -> bool {
        !self.questions.is_empty()
    }

    /// The question that is to be answered next; `None` where all are.
    pub fn question(&self) -> Option<&Question> {
        self.questions.get(self.at)
    }

    /// Takes the verdict on that question.
    pub fn answer(&mut self, verdict: Verdict) {
        let property = verdict.bounds().question.property;
        let is_open = matches!(verdict, Verdict::Unfinished { .. });
        self.at += 1;
        let asks = |cell: &TableCell| cell.question().is_some_and(|one| one.property == property);
        if is_open && asks(self) {
            return;
        }
        while asks(self) {
            self.at += 1;
        }
        self.verdicts.push(verdict);
    }

    /// The last verdict on each property so far.
    pub fn verdicts(&self) -> &[Verdict] {
        &self.verdicts
    }

    /// The verdict with the shortest schedule that breaks anything.
    pub fn shortest(&self) -> Option<&Verdict> {
        let broken = self.verdicts.iter().filter_map(|verdict| match verdict {
            Verdict::Broken(found, _) => Some((found.schedule.moves.len(), verdict)),
            Verdict::Holds { .. } | Verdict::Unfinished { .. } => None,
        });
        let shortest = broken.min_by_key(|(moves, _)| *moves);
        shortest.map(|(_, verdict)| verdict)
    }
}
