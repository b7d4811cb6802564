//! How a command reaches a value of a type beyond strings.

use crate::reply::Error;
use crate::server::call::Call;
use crate::server::notify::Class;
use crate::storage::collection::Collection;
use crate::storage::database::Entry;
use crate::storage::layout::Layout;
use crate::storage::value::{Value, WRONG_TYPE, entry_bytes};
use std::any::TypeId;
use std::sync::Arc;

/// The value, if it is of that type.
///
/// # Errors
/// [`WRONG_TYPE`].
pub fn of_type<T: Collection>(entry: &Entry) -> Result<&T, Error> {
    let Value::Other(value) = &entry.value else {
        return Err(WRONG_TYPE);
    };
    value.as_any().downcast_ref().ok_or(WRONG_TYPE)
}

impl Call<'_> {
    /// The thresholds at which values change their layouts.
    pub fn layout(&self) -> Layout {
        self.server.layout
    }

    /// The value of that type under `key`. Counts as a use of it.
    ///
    /// # Errors
    /// The key holds a value of another type.
    pub fn read<T: Collection>(&mut self, key: &[u8]) -> Result<Option<&T>, Error> {
        self.get(key).map(of_type).transpose()
    }

    /// Like [`Call::read`], for a command that does not count as a use.
    ///
    /// # Errors
    /// The key holds a value of another type.
    pub fn peek_at<T: Collection>(&self, key: &[u8]) -> Result<Option<&T>, Error> {
        self.peek(key).map(of_type).transpose()
    }

    /// Lets `change` change the value of that type under `key`, and removes the key when no element is left. `None` when
    /// the key is not there. Whoever has changed something says so by [`Call::modified`].
    ///
    /// `growth_bytes` is the most by which the value grows; 0 for a command that takes away.
    ///
    /// # Errors
    /// The key holds a value of another type, or the keyspace would grow past its limit: then nothing has changed.
    pub fn change<T: Collection, R>(
        &mut self,
        key: &[u8],
        growth_bytes: usize,
        change: impl FnOnce(&mut T) -> R,
    ) -> Result<Option<R>, Error> {
        let (mut change, mut result) = (Some(change), None);
        self.change_any(key, growth_bytes, TypeId::of::<T>(), &mut |value| {
            let value = value.as_any_mut().downcast_mut();
            result = value
                .zip(change.take())
                .map(|(value, change)| change(value));
        })?;
        Ok(result)
    }

    /// The part of [`Call::change`] that is the same for every type.
    fn change_any(
        &mut self,
        key: &[u8],
        growth_bytes: usize,
        of: TypeId,
        change: &mut dyn FnMut(&mut dyn Collection),
    ) -> Result<(), Error> {
        match self.get_to_write(key).map(|entry| &entry.value) {
            None => return Ok(()),
            Some(Value::Other(value)) if value.as_any().type_id() == of => {}
            Some(_) => return Err(WRONG_TYPE),
        }
        if let Some(mut slot) = self.slot(key)
            && slot.change(growth_bytes, change)?
        {
            self.remove_quietly(key);
        }
        Ok(())
    }

    /// Like [`Call::change`], but makes the value if the key is not there.
    ///
    /// # Errors
    /// Those of [`Call::change`].
    pub fn change_or_make<T: Collection + Default, R>(
        &mut self,
        key: &[u8],
        growth_bytes: usize,
        change: impl FnOnce(&mut T) -> R,
    ) -> Result<Option<R>, Error> {
        self.make(key, growth_bytes, || Arc::new(T::default()))?;
        self.change(key, growth_bytes, change)
    }

    /// Lets a key that is not there hold an empty value.
    fn make(
        &mut self,
        key: &[u8],
        growth_bytes: usize,
        empty: fn() -> Arc<dyn Collection>,
    ) -> Result<(), Error> {
        if self.peek(key).is_some() {
            return Ok(());
        }
        let value = empty();
        self.check_room(entry_bytes(key.len(), value.bytes() + growth_bytes))?;
        self.put_quietly(key, Value::Other(value))
    }

    /// Lets `key` hold a new value without a deadline, whatever was there.
    ///
    /// # Errors
    /// The keyspace would grow past its limit.
    pub fn store<T: Collection>(&mut self, key: &[u8], value: T) -> Result<(), Error> {
        self.store_any(key, Arc::new(value))
    }

    fn store_any(&mut self, key: &[u8], value: Arc<dyn Collection>) -> Result<(), Error> {
        let entry = Entry::new(Value::Other(value), None, self.now_ms());
        let place = super::call::KeyPlace {
            database: self.database,
            key,
        };
        self.overwrite(place, entry)
    }

    /// Says that the command has changed what `key` holds: to those that watch the key, that wait for it, that cache it,
    /// and that subscribed to its `event`, which is of `class`.
    pub fn modified(&mut self, class: Class, event: &'static str, key: &[u8]) {
        self.touch(key);
        self.notify(class, event, key);
    }

    /// Like [`Call::modified`], where Redis does not disturb those that watch the key. It is one change.
    pub fn modified_quietly(&mut self, class: Class, event: &'static str, key: &[u8]) {
        self.show(key);
        self.count_changes(1);
        self.notify(class, event, key);
    }

    /// Shows a change of `key` to a live view, and to those that wait for the key.
    pub fn show(&mut self, key: &[u8]) {
        let (_, bounds) = self.server.writable(self.database);
        bounds.unheard_by_watchers().heard.changed(key);
    }
}
