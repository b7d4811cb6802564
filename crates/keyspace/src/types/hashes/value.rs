//! Hashes: fields with their values. A small one is a row in the order in which its fields came, as Redis' listpack; a
//! larger one a hash table.

use crate::storage::collection::{Collection, Payload, Row};
use crate::storage::key::Key;
use crate::storage::layout::Layout;
use crate::storage::table::{Table, TablePlace, hash_of};
use std::any::Any;
use std::sync::Arc;

/// The size of a field with its value beside their own bytes, in bytes: about their share of the row or the table.
pub const FIELD_OVERHEAD_BYTES: usize = 88;

/// What a hash takes beside its fields, in bytes: among others, room for the next few of a small one.
const HASH_BYTES: usize = 170;

/// The fields of a hash with their values.
#[derive(Clone)]
pub struct Fields {
    form: HashForm,
    bytes: usize,
}

#[derive(Clone)]
enum HashForm {
    Listpack(Vec<(Key, Key)>),
    Table(Table<Key>),
}

impl Default for Fields {
    fn default() -> Fields {
        Fields {
            form: HashForm::Listpack(Vec::new()),
            bytes: 0,
        }
    }
}

impl Fields {
    /// The value of a field.
    pub fn get(&self, field: &[u8]) -> Option<&[u8]> {
        let value = match &self.form {
            HashForm::Listpack(rows) => &rows.iter().find(|row| row.0.as_bytes() == field)?.1,
            HashForm::Table(table) => table.get(field)?,
        };
        Some(value.as_bytes())
    }

    /// Gives a field its value; whether it is new.
    pub fn set(&mut self, field: &[u8], value: &[u8], layout: &Layout) -> bool {
        self.make_room_for(&[field, value], layout);
        let value = Key::new(value);
        let old = match &mut self.form {
            HashForm::Listpack(rows) => {
                let found = rows.iter_mut().find(|row| row.0.as_bytes() == field);
                found.map(|row| &mut row.1)
            }
            HashForm::Table(table) => table.get_mut(field),
        };
        let is_new = old.is_none();
        if let Some(old) = old {
            self.bytes = self.bytes + value.bytes() - old.bytes();
            *old = value;
        } else {
            let field = Key::new(field);
            self.bytes += FIELD_OVERHEAD_BYTES + field.bytes() + value.bytes();
            match &mut self.form {
                HashForm::Listpack(rows) => rows.push((field, value)),
                HashForm::Table(table) => table.insert(field, value),
            }
        }
        // Also without a new field: the limit may have been lowered.
        if self.len() as u64 > layout.hash_max_listpack_entries {
            self.become_table();
        }
        is_new
    }

    /// Becomes a hash table if one of the texts, which are about to be written, is too long for a listpack.
    pub fn make_room_for(&mut self, texts: &[impl AsRef<[u8]>], layout: &Layout) {
        let most = layout.hash_max_listpack_value;
        if texts.iter().any(|text| text.as_ref().len() as u64 > most) {
            self.become_table();
        }
    }

    /// Takes a field away; whether it was there.
    pub fn remove(&mut self, field: &[u8]) -> bool {
        let removed = match &mut self.form {
            HashForm::Listpack(rows) => {
                let at = rows.iter().position(|row| row.0.as_bytes() == field);
                at.map(|at| rows.remove(at))
            }
            HashForm::Table(table) => table.remove(field),
        };
        let Some((field, value)) = removed else {
            return false;
        };
        self.bytes -= FIELD_OVERHEAD_BYTES + field.bytes() + value.bytes();
        true
    }

    /// Shows `visit` all fields with their values.
    fn each<'a>(&'a self, visit: &mut dyn FnMut(&'a [u8], &'a [u8]) -> bool) {
        match &self.form {
            HashForm::Listpack(rows) => {
                let mut rows = rows.iter();
                rows.all(|(field, value)| visit(field.as_bytes(), value.as_bytes()));
            }
            HashForm::Table(table) => {
                let mut items = table.iter();
                items.all(|(field, value)| visit(field.as_bytes(), value.as_bytes()));
            }
        }
    }

    fn become_table(&mut self) {
        if let HashForm::Listpack(rows) = &mut self.form {
            let mut table = Table::default();
            for (field, value) in std::mem::take(rows) {
                table.insert(field, value);
            }
            self.form = HashForm::Table(table);
        }
    }
}

impl Collection for Fields {
    fn type_name(&self) -> &'static str {
        "hash"
    }

    fn encoding(&self) -> &'static str {
        match self.form {
            HashForm::Listpack(_) => "listpack",
            HashForm::Table(_) => "hashtable",
        }
    }

    fn len(&self) -> usize {
        match &self.form {
            HashForm::Listpack(rows) => rows.len(),
            HashForm::Table(table) => table.len(),
        }
    }

    fn bytes(&self) -> usize {
        HASH_BYTES + self.bytes
    }

    fn copied(&self) -> Arc<dyn Collection> {
        Arc::new(self.clone())
    }

    fn is_same(&self, other: &dyn Collection) -> bool {
        let Some(other) = other.as_any().downcast_ref::<Fields>() else {
            return false;
        };
        match (&self.form, &other.form) {
            (HashForm::Listpack(rows), HashForm::Listpack(others)) => rows == others,
            (HashForm::Table(table), HashForm::Table(other)) => table == other,
            _ => false,
        }
    }

    fn digest(&self) -> u64 {
        let mut digest = self.len() as u64;
        self.each(&mut |field, value| {
            // A value counts with its field, and the order of fields does not.
            let both = hash_of(field).rotate_left(1) ^ hash_of(value);
            digest = digest.wrapping_add(hash_of(&both.to_le_bytes()));
            true
        });
        digest
    }

    fn free_some(&mut self, elements: usize) -> bool {
        match &mut self.form {
            HashForm::Listpack(rows) => {
                rows.truncate(rows.len().saturating_sub(elements));
                !rows.is_empty()
            }
            HashForm::Table(table) => table.free_some(elements),
        }
    }

    fn rows(&self, from: usize, max: usize, visit: &mut dyn FnMut(Row<'_>)) {
        let mut at = 0;
        self.each(&mut |label, text| {
            if at >= from && at - from < max {
                visit(Row { label, text });
            }
            at += 1;
            at < from.saturating_add(max)
        });
    }

    fn walk(
        &self,
        place: TablePlace,
        visit: &mut dyn FnMut(&[u8], Payload<'_>),
    ) -> Option<TablePlace> {
        match &self.form {
            HashForm::Listpack(rows) => {
                for (field, value) in rows {
                    visit(field.as_bytes(), Payload::Text(value.as_bytes()));
                }
                None
            }
            HashForm::Table(table) => table.visit(place, &mut |field, value| {
                visit(field.as_bytes(), Payload::Text(value.as_bytes()));
            }),
        }
    }

    fn find(&self, name: &[u8]) -> Option<Payload<'_>> {
        self.get(name).map(Payload::Text)
    }

    fn pick(&self, number: u64, visit: &mut dyn FnMut(&[u8], Payload<'_>)) {
        let chosen = match &self.form {
            HashForm::Listpack(rows) => {
                let at = number.checked_rem(rows.len() as u64).unwrap_or(0);
                rows.get(at as usize).map(|row| (&row.0, &row.1))
            }
            HashForm::Table(table) => {
                let field = table.pick(number);
                field.and_then(|field| Some((field, table.get(field.as_bytes())?)))
            }
        };
        if let Some((field, value)) = chosen {
            visit(field.as_bytes(), Payload::Text(value.as_bytes()));
        }
    }

    fn restated(
        &self,
        text: &mut dyn FnMut(&[u8]) -> Option<Vec<u8>>,
    ) -> Option<Arc<dyn Collection>> {
        let (mut new, layout) = (Fields::default(), Layout::default());
        let mut has_changed = false;
        self.each(&mut |field, value| {
            let (other_field, other_value) = (text(field), text(value));
            has_changed |= other_field.is_some() || other_value.is_some();
            let field = other_field.as_deref().unwrap_or(field);
            new.set(field, other_value.as_deref().unwrap_or(value), &layout);
            true
        });
        has_changed.then(|| Arc::new(new) as Arc<dyn Collection>)
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn as_any_mut(&mut self) -> &mut dyn Any {
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeMap;

    proptest! {
        #[test]
        fn it_holds_what_an_ordered_map_holds_and_counts_its_bytes(
            changes in prop::collection::vec((0u8..60, prop::option::of(0usize..40)), 0..300),
            entries_max in 0u64..40,
        ) {
            let layout = Layout { hash_max_listpack_entries: entries_max, ..Layout::default() };
            let (mut ours, mut theirs) = (Fields::default(), BTreeMap::new());
            for (field, length) in changes {
                let field = vec![b'f', field];
                match length {
                    Some(length) => {
                        let value = vec![b'v'; length];
                        prop_assert_eq!(ours.set(&field, &value, &layout), theirs.insert(field, value).is_none());
                    }
                    None => prop_assert_eq!(ours.remove(&field), theirs.remove(&field).is_some()),
                }
            }
            prop_assert_eq!(ours.len(), theirs.len());
            let mut all = BTreeMap::new();
            ours.each(&mut |field, value| all.insert(field.to_vec(), value.to_vec()).is_none());
            prop_assert_eq!(&all, &theirs);
            let bytes: usize = ours.bytes();
            let mut fresh = Fields::default();
            for (field, value) in &all {
                fresh.set(field, value, &layout);
            }
            prop_assert_eq!(bytes, fresh.bytes());
            prop_assert_eq!(ours.digest(), fresh.digest());
            for field in all.keys() {
                ours.remove(field);
            }
            prop_assert_eq!(ours.bytes(), Fields::default().bytes());
        }
    }
}
