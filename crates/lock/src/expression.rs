//! Expressions: values and sums in `<...>`, after `until`, and on both sides of a comparison.

use std::sync::Arc;

use super::named::Named;
use keyspace::number;

/// The value of a register or of the reply.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub enum Value {
    /// Nothing: no reply yet, or the reply nil.
    #[default]
    Nil,
    /// An integer, or a text that reads as one.
    Int(i64),
    /// Any other text.
    Text(Arc<Vec<u8>>),
    /// A reply of several values: `reply.1` is the first.
    Array(Arc<Vec<Value>>),
}

impl Value {
    /// A text as a value: an integer when it is the decimal form of one, with no sign, zero or space too many.
    pub fn from_bytes(bytes: &Arc<Vec<u8>>) -> Value {
        match number::parse(bytes) {
            Some(number) => Value::Int(number),
            None => Value::Text(Arc::clone(bytes)),
        }
    }

    /// The bytes that are sent for this value; nil and arrays are empty.
    pub fn to_bytes(&self) -> Vec<u8> {
        match self {
            Value::Nil | Value::Array(_) => Vec::new(),
            Value::Int(value) => number::text(*value),
            Value::Text(text) => text.to_vec(),
        }
    }
}

/// A sum of products. One bare atom may be any value; where something is computed, all must be integers.
#[derive(Clone, Debug)]
pub struct Expression {
    pub(super) terms: Vec<Term>,
}

/// A product, added or taken away.
#[derive(Clone, Debug)]
pub(super) struct Term {
    pub(super) negative: bool,
    pub(super) factors: Vec<Atom>,
}

/// An operand of an expression.
#[derive(Clone, Debug)]
pub(super) enum Atom {
    Number(i64),
    Text(Arc<Vec<u8>>),
    Nil,
    Now,
    Sent,
    Lease,
    Me,
    Token,
    Draft,
    Answers,
    Yes,
    Majority,
    Reply,
    /// One of the replies in the reply, from 1.
    Element(usize),
    Register(usize),
}

/// A sum of a constant and at most one operand that is known only when the program runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sum {
    /// The operand.
    pub atom: Option<SumAtom>,
    /// The constant.
    pub constant: i64,
}

/// What an operand of a [`Sum`] is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SumAtom {
    /// The client's clock.
    Now,
    /// The time when the last request was computed.
    Sent,
    /// The last reply.
    Reply,
    /// Nothing.
    Nil,
    /// The token of this attempt.
    Token,
    /// The register of this index.
    Register(usize),
    /// How many servers replied.
    Answers,
    /// How many of them said yes.
    Yes,
    /// More than half of the servers.
    Majority,
}

/// The inputs of an expression.
#[derive(Clone, Copy)]
pub struct Inputs<'a> {
    /// The client's own clock, in whole seconds.
    pub now_s: i64,
    /// The time on that clock when the last request was computed.
    pub sent_s: i64,
    /// How long a lease is, in seconds.
    pub lease_s: i64,
    /// The client's number: 1 for C1.
    pub client: u8,
    /// Which attempt of the client this is, from 0.
    pub attempt: u32,
    /// How many servers there are but replicas.
    pub servers: u8,
    /// How many servers replied to the last request.
    pub answers: u8,
    /// How many of them said yes.
    pub yes: u8,
    /// The last reply.
    pub reply: &'a Value,
    /// The registers, by index.
    pub registers: &'a [Value],
}

/// Why an expression has no value.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Trouble {
    /// This is not a number, and one is needed.
    NotNumber(Value),
    /// The result is outside 64 bits.
    Overflow,
}

impl Expression {
    /// The value for these inputs.
    pub fn value(&self, inputs: Inputs) -> Result<Value, Trouble> {
        if let [term] = self.terms.as_slice()
            && let [atom] = term.factors.as_slice()
            && !term.negative
        {
            return Ok(atom.value(inputs));
        }
        let mut sum = 0_i64;
        for term in &self.terms {
            let mut product = 1_i64;
            for atom in &term.factors {
                let factor = integer(atom.value(inputs))?;
                product = product.checked_mul(factor).ok_or(Trouble::Overflow)?;
            }
            let next = match term.negative {
                true => sum.checked_sub(product),
                false => sum.checked_add(product),
            };
            sum = next.ok_or(Trouble::Overflow)?;
        }
        Ok(Value::Int(sum))
    }

    /// The expression as a [`Sum`], for this lease; `None` when it is none.
    pub fn sum(&self, lease_s: i64) -> Option<Sum> {
        let (mut atom, mut constant) = (None, 0_i64);
        for term in &self.terms {
            let mut product = 1_i64;
            for factor in &term.factors {
                let known = match factor {
                    Atom::Number(number) => *number,
                    Atom::Lease => lease_s,
                    other => {
                        let is_alone = term.factors.len() == 1 && !term.negative;
                        if !is_alone || atom.is_some() {
                            return None;
                        }
                        atom = Some(other.in_sum()?);
                        0
                    }
                };
                product = product.checked_mul(known)?;
            }
            constant = match term.negative {
                true => constant.checked_sub(product)?,
                false => constant.checked_add(product)?,
            };
        }
        Some(Sum { atom, constant })
    }

    /// The value, which must be an integer.
    pub fn number(&self, inputs: Inputs) -> Result<i64, Trouble> {
        integer(self.value(inputs)?)
    }

    /// The number, where it is nothing but one.
    pub(super) fn literal(&self) -> Option<i64> {
        match self.atom() {
            Some(Atom::Number(number)) => Some(*number),
            _ => None,
        }
    }

    /// True when the value depends on the client's clock, directly or by a register.
    pub fn may_depend_on_time(&self) -> bool {
        let timed = |atom: &Atom| matches!(atom, Atom::Now | Atom::Sent | Atom::Register(_));
        self.terms.iter().any(|term| term.factors.iter().any(timed))
    }
}

impl Atom {
    fn in_sum(&self) -> Option<SumAtom> {
        Some(match self {
            Atom::Now => SumAtom::Now,
            Atom::Sent => SumAtom::Sent,
            Atom::Reply => SumAtom::Reply,
            Atom::Nil => SumAtom::Nil,
            Atom::Token => SumAtom::Token,
            Atom::Register(index) => SumAtom::Register(*index),
            Atom::Answers => SumAtom::Answers,
            Atom::Yes => SumAtom::Yes,
            Atom::Majority => SumAtom::Majority,
            _ => return None,
        })
    }

    fn value(&self, inputs: Inputs) -> Value {
        match self {
            Atom::Number(number) => Value::Int(*number),
            Atom::Text(text) => Value::Text(Arc::clone(text)),
            Atom::Nil => Value::Nil,
            Atom::Now => Value::Int(inputs.now_s),
            Atom::Sent => Value::Int(inputs.sent_s),
            Atom::Lease => Value::Int(inputs.lease_s),
            Atom::Me => text(Named::Me(inputs.client)),
            Atom::Token => text(Named::Token(inputs.client, inputs.attempt)),
            Atom::Draft => text(Named::Draft(inputs.client)),
            Atom::Answers => Value::Int(i64::from(inputs.answers)),
            Atom::Yes => Value::Int(i64::from(inputs.yes)),
            Atom::Majority => Value::Int(i64::from(inputs.servers / 2 + 1)),
            Atom::Reply => inputs.reply.clone(),
            Atom::Element(number) => match inputs.reply {
                Value::Array(all) => all.get(number - 1).cloned().unwrap_or_default(),
                _ => Value::Nil,
            },
            Atom::Register(index) => inputs.registers.get(*index).cloned().unwrap_or_default(),
        }
    }
}

fn text(named: Named) -> Value {
    Value::Text(Arc::new(named.text().into_bytes()))
}

pub(super) fn integer(value: Value) -> Result<i64, Trouble> {
    match value {
        Value::Int(number) => Ok(number),
        other => Err(Trouble::NotNumber(other)),
    }
}

impl Expression {
    pub(super) fn is_nil(&self) -> bool {
        matches!(self.atom(), Some(Atom::Nil))
    }

    /// Whether it is the reply, and nothing else.
    pub fn is_reply(&self) -> bool {
        matches!(self.atom(), Some(Atom::Reply))
    }

    /// Whether it is the client's clock, and nothing else.
    pub fn is_now(&self) -> bool {
        matches!(self.atom(), Some(Atom::Now))
    }

    /// Its only operand, if it has no more.
    fn atom(&self) -> Option<&Atom> {
        match self.terms.as_slice() {
            [term] if !term.negative => match term.factors.as_slice() {
                [atom] => Some(atom),
                _ => None,
            },
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bytes(text: &str) -> Arc<Vec<u8>> {
        Arc::new(text.as_bytes().to_vec())
    }

    #[test]
    fn a_text_is_a_number_only_in_its_decimal_form() {
        assert_eq!(Value::from_bytes(&bytes("100")), Value::Int(100));
        assert_eq!(Value::from_bytes(&bytes("-1")), Value::Int(-1));
        for text in ["", "+1", "01", " 1", "1.0", "9223372036854775808", "abc"] {
            assert_eq!(Value::from_bytes(&bytes(text)), Value::Text(bytes(text)));
        }
    }

    #[test]
    fn what_is_sent_for_a_value_reads_as_that_value() {
        for value in [
            Value::Int(i64::MIN),
            Value::Int(0),
            Value::Text(bytes("a b")),
        ] {
            assert_eq!(Value::from_bytes(&Arc::new(value.to_bytes())), value);
        }
    }
}
