//! What every value beyond a string can do. The types themselves stand in files of their own; whoever holds one knows it
//! by this trait alone, so that the main part of the wasm holds values whose code comes later.

use crate::storage::table::TablePlace;
use std::any::Any;
use std::sync::Arc;

/// A value of a type beyond strings. Two that are the same to every command are the same.
pub trait Collection: Any + Send + Sync {
    /// The name of the type, as TYPE answers it.
    fn type_name(&self) -> &'static str;

    /// The name of OBJECT ENCODING for its layout.
    fn encoding(&self) -> &'static str;

    /// The number of elements.
    fn len(&self) -> usize;

    /// Whether there is none.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Whether a key may hold it without an element. Only a stream may be empty.
    fn may_be_empty(&self) -> bool {
        false
    }

    /// The size against the keyspace's limit, in bytes: elements with the share of what holds them. Kept as the value
    /// changes, so that it costs nothing to ask.
    fn bytes(&self) -> usize;

    /// A copy, to be written to while another holder keeps this one.
    fn copied(&self) -> Arc<dyn Collection>;

    /// Whether no command tells this value from the other, which may be of another type.
    fn is_same(&self, other: &dyn Collection) -> bool;

    /// A number that equal values share.
    fn digest(&self) -> u64;

    /// Removes about as many elements, of a value that is no longer used; returns whether others remain.
    fn free_some(&mut self, elements: usize) -> bool;

    /// Shows `visit` the elements from a place on, at most `max`, in the order in which a reader expects them.
    fn rows(&self, from: usize, max: usize, visit: &mut dyn FnMut(Row<'_>));

    /// Shows `visit` the elements of one stretch, each with what belongs to it, and answers where the next one begins: the
    /// walk of SSCAN, HSCAN and ZSCAN. A walk that goes from the first place until there is no next sees every element that
    /// exists throughout. `None` for a type without such a walk.
    fn walk(
        &self,
        place: TablePlace,
        visit: &mut dyn FnMut(&[u8], Payload<'_>),
    ) -> Option<TablePlace> {
        let _ = (place, visit);
        None
    }

    /// What belongs to the element of that name; `None` if it is not there, or elements have no names.
    fn find(&self, name: &[u8]) -> Option<Payload<'_>> {
        let _ = name;
        None
    }

    /// Shows `visit` one of the elements, as `number` has it; about as many numbers choose one as another. Nothing for a type
    /// of which no command chooses so.
    fn pick(&self, number: u64, visit: &mut dyn FnMut(&[u8], Payload<'_>)) {
        let _ = (number, visit);
    }

    /// The value with other texts in it, each as `text` gives it; `None` when it stays as it is. Elements keep their order
    /// where the type has one. A score is a text too, where it is a whole number. A type that does not know how stays as
    /// it is: a search renames nothing where a program uses one.
    fn restated(
        &self,
        text: &mut dyn FnMut(&[u8]) -> Option<Vec<u8>>,
    ) -> Option<Arc<dyn Collection>> {
        let _ = text;
        None
    }

    /// The value, for who knows its type.
    fn as_any(&self) -> &dyn Any;

    /// The same, mutable.
    fn as_any_mut(&mut self) -> &mut dyn Any;
}

/// What belongs to an element.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Payload<'a> {
    /// Nothing, to a member of a set.
    None,
    /// The value of a field.
    Text(&'a [u8]),
    /// The score of a member of a sorted set.
    Score(f64),
}

/// An element as a view shows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Row<'a> {
    /// What stands before the element: a field, a score, an index, an id. Empty in a set.
    pub label: &'a [u8],
    /// The element.
    pub text: &'a [u8],
}
