//! A comparison of two expressions.

use std::cmp::Ordering;

use super::expression::{Expression, Inputs, Trouble, Value, integer};

/// `left relation right`.
#[derive(Clone, Debug)]
pub struct Condition {
    /// The left side.
    pub left: Expression,
    /// How the sides are compared.
    pub relation: Relation,
    /// The right side.
    pub right: Expression,
}

/// How two values are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Relation {
    /// `=`
    Equal,
    /// `!=`
    Unequal,
    /// `<`
    Less,
    /// `<=`
    LessOrEqual,
    /// `>`
    Greater,
    /// `>=`
    GreaterOrEqual,
}

impl Condition {
    /// Whether the condition is true. Any comparison with nil is false, but for `= nil` and `!= nil` as they are written.
    pub fn holds(&self, inputs: Inputs) -> Result<bool, Trouble> {
        let (left, right) = (self.left.value(inputs)?, self.right.value(inputs)?);
        let asks_for_nil = self.left.is_nil() || self.right.is_nil();
        if asks_for_nil || left == Value::Nil || right == Value::Nil {
            return Ok(asks_for_nil
                && match self.relation {
                    Relation::Equal => left == right,
                    Relation::Unequal => left != right,
                    _ => false,
                });
        }
        match self.relation {
            Relation::Equal => Ok(left == right),
            Relation::Unequal => Ok(left != right),
            relation => Ok(relation.admits(integer(left)?.cmp(&integer(right)?))),
        }
    }
}

impl Relation {
    fn admits(self, order: Ordering) -> bool {
        match self {
            Relation::Equal => order.is_eq(),
            Relation::Unequal => order.is_ne(),
            Relation::Less => order.is_lt(),
            Relation::LessOrEqual => order.is_le(),
            Relation::Greater => order.is_gt(),
            Relation::GreaterOrEqual => order.is_ge(),
        }
    }
}
