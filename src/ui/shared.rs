//! State that outlives the component that shows it.

use std::cell::RefCell;
use std::ops::Deref;
use std::rc::{Rc, Weak};

/// A value that a component shows and an island keeps. Two are equal when they are the same one.
pub struct Shared<T>(Rc<RefCell<T>>);

impl<T> Shared<T> {
    /// A value of its own.
    pub fn new(value: T) -> Shared<T> {
        Shared(Rc::new(RefCell::new(value)))
    }
}

impl<T> Shared<T> {
    /// A way to it that does not keep it.
    pub fn downgrade(&self) -> Weak<RefCell<T>> {
        Rc::downgrade(&self.0)
    }
}

impl<T> From<Rc<RefCell<T>>> for Shared<T> {
    fn from(value: Rc<RefCell<T>>) -> Shared<T> {
        Shared(value)
    }
}

impl<T> Clone for Shared<T> {
    fn clone(&self) -> Self {
        Shared(Rc::clone(&self.0))
    }
}

impl<T> PartialEq for Shared<T> {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }
}

impl<T> Deref for Shared<T> {
    type Target = RefCell<T>;

    fn deref(&self) -> &RefCell<T> {
        &self.0
    }
}
