//! A cell of a table: its questions, asked one after the other, and what came of them.

use super::question::Question;
use super::verdict::Verdict;
use sim::Property;

/// A cell of a table. Where it asks about a property more than once, a question with more clients than the one before it is asked
/// where that one found nothing, and a smaller one where its search came to no end. A larger one that comes to no end leaves the
/// verdict as it was.
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
        let (property, clients) = about(&verdict.bounds().question);
        let is_open = matches!(verdict, Verdict::Unfinished { .. });
        let known = self.verdicts.last();
        let is_known = known.is_some_and(|known| known.bounds().question.property == property);
        let holds = matches!(verdict, Verdict::Holds { .. });
        if is_known && !is_open {
            self.verdicts.pop();
        }
        if !is_known || !is_open {
            self.verdicts.push(verdict);
        }
        self.at += 1;
        while let Some((_, next)) = self.question().map(about).filter(|next| next.0 == property) {
            let is_asked = match next > clients {
                true => holds,
                false => is_open && !is_known,
            };
            if is_asked {
                return;
            }
            self.at += 1;
        }
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

/// The property of a question, and how many clients there are.
fn about(question: &Question) -> (Property, usize) {
    (question.property, question.programs.len())
}
