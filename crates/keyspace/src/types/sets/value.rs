//! Sets. One of few numbers is a row of them in order, as Redis' intset; any other is a hash table.

use crate::number;
use crate::storage::collection::{Collection, Payload, Row};
use crate::storage::key::Key;
use crate::storage::layout::Layout;
use crate::storage::table::{Table, TablePlace, hash_of};
use std::any::Any;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

/// The size of a set in addition to its members.
const SET_BYTES: usize = 120;
/// The size of a hash table beside its members: its parts, and the room for some more.
const TABLE_BYTES: usize = 180;
/// The size of a number in a row.
const INT_BYTES: usize = size_of::<i64>();
/// The size of a member in a hash table, in addition to what of its name lies elsewhere: its place in a bucket of eight,
/// of which five or six are taken, and its share of the bucket and of the directory.
const MEMBER_BYTES: usize = 48;
/// Redis limits its rows of numbers to as many, whatever `set-max-intset-entries` says.
const INTS_MAX: u64 = 1 << 30;

/// Different names.
#[derive(Clone)]
pub struct Set {
    form: SetForm,
    /// What the names of a hash table take elsewhere.
    name_bytes: usize,
    /// How many bytes each number of a row has in Redis' intset: as many as the widest that was ever among them.
    int_bytes: u8,
}

#[derive(Clone)]
enum SetForm {
    /// In ascending order.
    Ints(Vec<i64>),
    Table(Table<()>),
}

impl Default for Set {
    fn default() -> Set {
        Set {
            form: SetForm::Ints(Vec::new()),
            name_bytes: 0,
            int_bytes: 2,
        }
    }
}

impl Set {
    /// The number of members.
    pub fn len(&self) -> usize {
        match &self.form {
            SetForm::Ints(ints) => ints.len(),
            SetForm::Table(table) => table.len(),
        }
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The most by which the set grows when all of these become members, in bytes.
    pub fn growth_bytes(&self, members: &[Vec<u8>], layout: &Layout) -> usize {
        let as_names = || {
            let each = members
                .iter()
                .map(|name| MEMBER_BYTES + Key::bytes_of(name));
            each.sum::<usize>()
        };
        match &self.form {
            SetForm::Ints(ints) => {
                let len = ints.len() + members.len();
                let stays = len as u64 <= ints_max(layout)
                    && members.iter().all(|name| number::parse(name).is_some());
                match stays {
                    true => members.len() * INT_BYTES,
                    false => TABLE_BYTES + as_names() + ints.len() * (MEMBER_BYTES - INT_BYTES),
                }
            }
            SetForm::Table(_) => as_names(),
        }
    }

    /// How many bytes each number of a row has in Redis' intset: 2, 4 or 8.
    pub fn int_bytes(&self) -> usize {
        self.int_bytes.into()
    }

    /// Says that each number of a row has at least so many bytes.
    pub fn widen(&mut self, int_bytes: usize) {
        self.int_bytes = self.int_bytes.max(int_bytes as u8);
    }

    /// Adds a member; whether it is new.
    pub fn add(&mut self, member: &[u8], layout: &Layout) -> bool {
        if let SetForm::Ints(ints) = &mut self.form {
            match number::parse(member) {
                Some(int) => {
                    let Err(at) = ints.binary_search(&int) else {
                        return false;
                    };
                    ints.insert(at, int);
                    self.int_bytes = self.int_bytes.max(int_bytes(int));
                    if ints.len() as u64 > ints_max(layout) {
                        self.become_table();
                    }
                    return true;
                }
                None => self.become_table(),
            }
        }
        let SetForm::Table(table) = &mut self.form else {
            return false;
        };
        if table.get(member).is_some() {
            return false;
        }
        let member = Key::new(member);
        self.name_bytes += member.bytes();
        table.insert(member, ());
        true
    }

    /// Takes a member away; whether it was there.
    pub fn remove(&mut self, member: &[u8]) -> bool {
        match &mut self.form {
            SetForm::Ints(ints) => {
                let at = number::parse(member).and_then(|int| ints.binary_search(&int).ok());
                at.map(|at| ints.remove(at)).is_some()
            }
            SetForm::Table(table) => {
                let removed = table.remove(member);
                self.name_bytes -= removed.as_ref().map_or(0, |(name, ())| name.bytes());
                removed.is_some()
            }
        }
    }

    /// Whether it is a member.
    pub fn contains(&self, member: &[u8]) -> bool {
        match &self.form {
            SetForm::Ints(ints) => {
                number::parse(member).is_some_and(|int| ints.binary_search(&int).is_ok())
            }
            SetForm::Table(table) => table.get(member).is_some(),
        }
    }

    fn become_table(&mut self) {
        if let SetForm::Ints(ints) = &self.form {
            let mut table = Table::default();
            for int in ints {
                table.insert(Key::new(&number::text(*int)), ());
            }
            self.form = SetForm::Table(table);
        }
    }
}

/// How many bytes a number needs in Redis' intset.
fn int_bytes(int: i64) -> u8 {
    if i16::try_from(int).is_ok() {
        2
    } else if i32::try_from(int).is_ok() {
        4
    } else {
        8
    }
}

/// Most members of a set that is a row of numbers.
fn ints_max(layout: &Layout) -> u64 {
    layout.set_max_intset_entries.min(INTS_MAX)
}

impl Collection for Set {
    fn type_name(&self) -> &'static str {
        "set"
    }

    fn encoding(&self) -> &'static str {
        match self.form {
            SetForm::Ints(_) => "intset",
            SetForm::Table(_) => "hashtable",
        }
    }

    fn len(&self) -> usize {
        Set::len(self)
    }

    fn bytes(&self) -> usize {
        let members = match &self.form {
            SetForm::Ints(ints) => ints.len() * INT_BYTES,
            SetForm::Table(table) => TABLE_BYTES + table.len() * MEMBER_BYTES + self.name_bytes,
        };
        SET_BYTES + members
    }

    fn copied(&self) -> Arc<dyn Collection> {
        Arc::new(self.clone())
    }

    fn is_same(&self, other: &dyn Collection) -> bool {
        other.as_any().downcast_ref() == Some(self)
    }

    fn digest(&self) -> u64 {
        let mut digest = 0u64;
        let mut place = Some(TablePlace::default());
        while let Some(from) = place {
            place = self.walk(from, &mut |name, _| {
                digest = digest.wrapping_add(hash_of(name));
            });
        }
        digest
    }

    fn free_some(&mut self, elements: usize) -> bool {
        match &mut self.form {
            SetForm::Ints(ints) => {
                ints.clear();
                false
            }
            SetForm::Table(table) => table.free_some(elements),
        }
    }

    fn rows(&self, from: usize, max: usize, visit: &mut dyn FnMut(Row<'_>)) {
        match &self.form {
            SetForm::Ints(ints) => {
                for int in ints.iter().skip(from).take(max) {
                    let text = number::text(*int);
                    visit(Row {
                        label: b"",
                        text: &text,
                    });
                }
            }
            SetForm::Table(table) => {
                for (name, ()) in table.iter().skip(from).take(max) {
                    visit(Row {
                        label: b"",
                        text: name.as_bytes(),
                    });
                }
            }
        }
    }

    fn walk(
        &self,
        place: TablePlace,
        visit: &mut dyn FnMut(&[u8], Payload<'_>),
    ) -> Option<TablePlace> {
        match &self.form {
            SetForm::Ints(ints) => {
                for int in ints {
                    visit(&number::text(*int), Payload::None);
                }
                None
            }
            SetForm::Table(table) => {
                table.visit(place, &mut |name, ()| visit(name.as_bytes(), Payload::None))
            }
        }
    }

    fn find(&self, name: &[u8]) -> Option<Payload<'_>> {
        self.contains(name).then_some(Payload::None)
    }

    fn pick(&self, number: u64, visit: &mut dyn FnMut(&[u8], Payload<'_>)) {
        match &self.form {
            SetForm::Ints(ints) => {
                let at = number.checked_rem(ints.len() as u64).unwrap_or(0);
                if let Some(int) = ints.get(at as usize) {
                    visit(&number::text(*int), Payload::None);
                }
            }
            SetForm::Table(table) => {
                if let Some(name) = table.pick(number) {
                    visit(name.as_bytes(), Payload::None);
                }
            }
        }
    }

    fn restated(
        &self,
        text: &mut dyn FnMut(&[u8]) -> Option<Vec<u8>>,
    ) -> Option<Arc<dyn Collection>> {
        let (mut new, layout) = (Set::default(), Layout::default());
        let mut has_changed = false;
        self.rows(0, usize::MAX, &mut |row| {
            let other = text(row.text);
            has_changed |= other.is_some();
            new.add(other.as_deref().unwrap_or(row.text), &layout);
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

impl PartialEq for Set {
    fn eq(&self, other: &Set) -> bool {
        match (&self.form, &other.form) {
            (SetForm::Ints(ints), SetForm::Ints(others)) => {
                ints == others && self.int_bytes == other.int_bytes
            }
            (SetForm::Table(one), SetForm::Table(other)) => one == other,
            _ => false,
        }
    }
}

impl Eq for Set {}

impl Hash for Set {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.digest().hash(state);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    fn members(set: &Set) -> Vec<Vec<u8>> {
        let (mut all, mut place) = (Vec::new(), Some(TablePlace::default()));
        while let Some(from) = place {
            place = set.walk(from, &mut |name, _| all.push(name.to_vec()));
        }
        all
    }

    fn bytes_counted_anew(set: &Set) -> usize {
        let each = members(set).into_iter().map(|name| match set.encoding() {
            "intset" => INT_BYTES,
            _ => MEMBER_BYTES + Key::new(&name).bytes(),
        });
        let table_bytes = match set.encoding() {
            "intset" => 0,
            _ => TABLE_BYTES,
        };
        SET_BYTES + table_bytes + each.sum::<usize>()
    }

    proptest! {
        #[test]
        fn it_holds_what_an_ordered_set_holds(
            changes in prop::collection::vec((any::<bool>(), prop_oneof!["[0-9]{1,3}", "[0-9]{1,3}", "-?[0-9a]{1,3}", "b{30}"]), 0..200),
            most in 0u64..40,
        ) {
            let layout = Layout { set_max_intset_entries: most, ..Layout::default() };
            let (mut set, mut others) = (Set::default(), BTreeSet::new());
            for (adds, name) in changes {
                let name = name.into_bytes();
                let before = set.bytes();
                let growth = set.growth_bytes(std::slice::from_ref(&name), &layout);
                if adds {
                    prop_assert_eq!(set.add(&name, &layout), others.insert(name.clone()));
                    prop_assert!(set.bytes() <= before + growth);
                } else {
                    prop_assert_eq!(set.remove(&name), others.remove(&name));
                }
                prop_assert_eq!(set.contains(&name), adds);
                prop_assert_eq!(set.len(), others.len());
                prop_assert_eq!(set.bytes(), bytes_counted_anew(&set));
            }
            let mut found = members(&set);
            found.sort();
            prop_assert!(found.iter().eq(&others));
            let all_ints = others.iter().all(|name| number::parse(name).is_some());
            if set.encoding() == "intset" {
                prop_assert!(all_ints && others.len() as u64 <= most);
            }
        }
    }

    #[test]
    fn numbers_are_a_row_until_there_are_too_many_or_something_else() {
        let layout = Layout::default();
        let mut set = Set::default();
        for int in 0..512 {
            set.add(&number::text(511 - int), &layout);
        }
        assert_eq!(set.encoding(), "intset");
        assert_eq!(members(&set)[..2], [b"0", b"1"]);
        let mut more = set.clone();
        more.add(b"512", &layout);
        set.add(b"x", &layout);
        assert_eq!(
            (more.encoding(), set.encoding()),
            ("hashtable", "hashtable")
        );
        set.remove(b"x");
        assert_eq!(set.encoding(), "hashtable");
    }

    #[test]
    fn a_row_keeps_the_width_of_the_widest_number_that_was_there() {
        let layout = Layout::default();
        let mut set = Set::default();
        for (number, bytes) in [("-32768", 2), ("32768", 4), ("2147483648", 8)] {
            set.add(number.as_bytes(), &layout);
            assert_eq!(set.int_bytes(), bytes);
        }
        set.remove(b"2147483648");
        assert_eq!(set.int_bytes(), 8);
    }
}
