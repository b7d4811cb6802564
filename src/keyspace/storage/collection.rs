//! What every value beyond a string can do. The types themselves stand in files of their own; whoever holds one knows it
//! by this trait alone, so that the main part of the wasm holds values whose code comes later.

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

    /// The value, for who knows its type.
    fn as_any(&self) -> &dyn Any;

    /// The same, mutable.
    fn as_any_mut(&mut self) -> &mut dyn Any;
}

/// An element as a view shows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Row<'a> {
    /// What stands before the element: a field, a score, an index, an id. Empty in a set.
    pub label: &'a [u8],
    /// The element.
    pub text: &'a [u8],
}
