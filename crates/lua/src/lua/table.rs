//! Tables as PUC Lua 5.1 lays them out: an array and a hash part whose collisions are chained inside it (Brent's
//! variation). The layout decides the order in which `pairs` and `cjson.encode` walk a table and what `#` answers for a
//! table with holes, so it is followed step by step.

use crate::lua::value::{LuaValue, TableId};

/// No next node.
const NONE: u32 = u32::MAX;
/// The largest power of two of a part's size.
const BITS_MAX: usize = 26;

/// One place of the hash part.
#[derive(Clone, Copy, Debug)]
struct HashNode {
    key: LuaValue,
    hash: u32,
    value: LuaValue,
    next: u32,
}

// Memory is counted alike where addresses have 32 bits, so that a page ends a script where the host does.
const _: () = assert!(size_of::<LuaValue>() == 16 && size_of::<HashNode>() == 40);

const FREE: HashNode = HashNode {
    key: LuaValue::Nil,
    hash: 0,
    value: LuaValue::Nil,
    next: NONE,
};

/// Why a value could not be stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeyError {
    /// The key is nil.
    Nil,
    /// The key is not a number.
    NotANumber,
    /// A part would have more places than a table can have.
    Overflow,
}

impl KeyError {
    /// In Lua's words.
    pub fn text(self) -> &'static [u8] {
        match self {
            KeyError::Nil => b"table index is nil",
            KeyError::NotANumber => b"table index is NaN",
            KeyError::Overflow => b"table overflow",
        }
    }
}

/// A key with the hash of what it stands for: that of the bytes of a string, the number of any other object.
#[derive(Clone, Copy, Debug)]
pub struct Hashed {
    /// The key.
    pub key: LuaValue,
    /// Its hash, not used for a number.
    pub hash: u32,
}

impl Hashed {
    /// A number, whose hash is found when it is needed.
    pub fn number(number: f64) -> Hashed {
        Hashed {
            key: LuaValue::Number(number),
            hash: 0,
        }
    }

    /// The position that it would have in an array part; 0 or less for none.
    fn index(self) -> i32 {
        match self.key {
            LuaValue::Number(number) if f64::from(number as i32) == number => number as i32,
            _ => -1,
        }
    }
}

/// A place of a table.
#[derive(Clone, Copy)]
enum Found {
    Array(usize),
    Hash(usize),
}

/// A table.
#[derive(Clone, Debug, Default)]
pub struct LuaTable {
    array: Vec<LuaValue>,
    nodes: Vec<HashNode>,
    /// All nodes from here on are taken.
    last_free: usize,
    /// What `setmetatable` gave it.
    pub metatable: Option<TableId>,
    /// Whether writing to it is an error, as for every table that Redis provides.
    pub is_readonly: bool,
}

impl LuaTable {
    /// A table with places for so many elements; `None` if a table cannot have so many.
    pub fn new(array: usize, hash: usize) -> Option<LuaTable> {
        let mut table = LuaTable::default();
        table.array.resize(array, LuaValue::Nil);
        table.set_nodes(hash).ok()?;
        Some(table)
    }

    /// The number of bytes that its places take.
    pub fn bytes(&self) -> usize {
        self.array.len() * size_of::<LuaValue>() + self.nodes.len() * size_of::<HashNode>()
    }

    /// The length of the array part.
    pub fn array_len(&self) -> usize {
        self.array.len()
    }

    /// Every value and every key that it holds, empty places included.
    pub fn contents(&self) -> impl Iterator<Item = (LuaValue, LuaValue)> + '_ {
        let array = self.array.iter().map(|value| (LuaValue::Nil, *value));
        array.chain(self.nodes.iter().map(|node| (node.key, node.value)))
    }

    /// Clears the values for which `is_dead` holds of the key or the value.
    pub fn clear_dead(&mut self, is_dead: impl Fn(LuaValue, LuaValue) -> bool) {
        for value in &mut self.array {
            if is_dead(LuaValue::Nil, *value) {
                *value = LuaValue::Nil;
            }
        }
        for node in &mut self.nodes {
            if !node.value.is_nil() && is_dead(node.key, node.value) {
                node.value = LuaValue::Nil;
            }
        }
    }

    fn main_position(&self, key: Hashed) -> usize {
        let size = self.nodes.len().max(1);
        let modulo = |hash: u32| hash as usize % ((size - 1) | 1);
        match key.key {
            LuaValue::Number(0.0) => 0,
            LuaValue::Number(number) => {
                let bits = number.to_bits();
                modulo((bits as u32).wrapping_add((bits >> 32) as u32))
            }
            LuaValue::String(_) | LuaValue::Boolean(_) => key.hash as usize & (size - 1),
            _ => modulo(key.hash),
        }
    }

    fn node(&self, index: usize) -> HashNode {
        self.nodes.get(index).copied().unwrap_or(FREE)
    }

    fn set_node(&mut self, index: usize, change: impl FnOnce(&mut HashNode)) {
        if let Some(node) = self.nodes.get_mut(index) {
            change(node);
        }
    }

    fn find(&self, key: Hashed) -> Option<Found> {
        let index = key.index();
        if index > 0 && (index as usize) <= self.array.len() {
            return Some(Found::Array(index as usize - 1));
        }
        let mut at = self.main_position(key) as u32;
        while let Some(node) = self.nodes.get(at as usize) {
            if node.key == key.key {
                return Some(Found::Hash(at as usize));
            }
            at = node.next;
        }
        None
    }

    /// The value at a key, nil if there is none.
    pub fn get(&self, key: Hashed) -> LuaValue {
        match self.find(key) {
            Some(Found::Array(at)) => self.array.get(at).copied().unwrap_or_default(),
            Some(Found::Hash(at)) => self.node(at).value,
            None => LuaValue::Nil,
        }
    }

    /// The value at a whole number.
    pub fn get_index(&self, index: i64) -> LuaValue {
        match usize::try_from(index).ok().and_then(|at| at.checked_sub(1)) {
            Some(at) if at < self.array.len() => self.array.get(at).copied().unwrap_or_default(),
            _ => self.get(Hashed::number(index as f64)),
        }
    }

    /// Stores a value. `rehash` of strings is not needed: nodes keep the hashes of their keys.
    pub fn set(&mut self, key: Hashed, value: LuaValue) -> Result<(), KeyError> {
        // A free node has no other key.
        if key.key.is_nil() {
            return Err(KeyError::Nil);
        }
        match self.find(key) {
            Some(Found::Array(at)) => {
                if let Some(place) = self.array.get_mut(at) {
                    *place = value;
                }
                return Ok(());
            }
            Some(Found::Hash(at)) => {
                self.set_node(at, |node| node.value = value);
                return Ok(());
            }
            None => {}
        }
        match key.key {
            LuaValue::Number(number) if number.is_nan() => return Err(KeyError::NotANumber),
            _ => {}
        }
        self.insert(key, value)
    }

    /// Puts a new key into the table. If its main position is taken by a node that belongs there, the new one goes to a
    /// free place; a node that does not belong there moves away.
    fn insert(&mut self, key: Hashed, value: LuaValue) -> Result<(), KeyError> {
        let mut place = self.main_position(key);
        if self.nodes.is_empty() || !self.node(place).value.is_nil() {
            let Some(free) = self.free_place() else {
                self.rehash(key)?;
                return self.set(key, value);
            };
            let taken = self.node(place);
            let other = self.main_position(Hashed {
                key: taken.key,
                hash: taken.hash,
            });
            if other != place {
                let mut before = other;
                while self.node(before).next as usize != place && self.node(before).next != NONE {
                    before = self.node(before).next as usize;
                }
                self.set_node(before, |node| node.next = free as u32);
                self.set_node(free, |node| *node = taken);
                self.set_node(place, |node| {
                    node.next = NONE;
                    node.value = LuaValue::Nil;
                });
            } else {
                self.set_node(free, |node| node.next = taken.next);
                self.set_node(place, |node| node.next = free as u32);
                place = free;
            }
        }
        self.set_node(place, |node| {
            node.key = key.key;
            node.hash = key.hash;
            node.value = value;
        });
        Ok(())
    }

    fn free_place(&mut self) -> Option<usize> {
        while self.last_free > 0 {
            self.last_free -= 1;
            if self.node(self.last_free).key.is_nil() {
                return Some(self.last_free);
            }
        }
        None
    }

    fn set_nodes(&mut self, size: usize) -> Result<(), KeyError> {
        self.nodes = Vec::new();
        self.last_free = 0;
        if size > 0 {
            if ceiling_log2(size) > BITS_MAX {
                return Err(KeyError::Overflow);
            }
            self.nodes.resize(1 << ceiling_log2(size), FREE);
            self.last_free = self.nodes.len();
        }
        Ok(())
    }

    /// Gives the array part so many places at least, as a constructor does.
    pub fn resize_array(&mut self, size: usize) -> Result<(), KeyError> {
        self.resize(size, self.nodes.len())
    }

    fn resize(&mut self, array: usize, hash: usize) -> Result<(), KeyError> {
        let old_array = self.array.len();
        if array > old_array {
            self.array.resize(array, LuaValue::Nil);
        }
        let old_nodes = std::mem::take(&mut self.nodes);
        self.set_nodes(hash)?;
        if array < old_array {
            let rest = self.array.split_off(array);
            for (index, value) in (array + 1..).zip(rest) {
                if !value.is_nil() {
                    self.set(Hashed::number(index as f64), value)?;
                }
            }
            self.array.shrink_to_fit();
        }
        for node in old_nodes.iter().rev() {
            if !node.value.is_nil() {
                let key = Hashed {
                    key: node.key,
                    hash: node.hash,
                };
                self.set(key, node.value)?;
            }
        }
        Ok(())
    }

    /// Finds new sizes for both parts, for what is there and one key more: the array part is the largest that is more than
    /// half full.
    fn rehash(&mut self, extra: Hashed) -> Result<(), KeyError> {
        let mut counts = [0usize; BITS_MAX + 1];
        let mut count = |key: Hashed| {
            let index = key.index();
            if index > 0 && index as usize <= 1 << BITS_MAX {
                if let Some(count) = counts.get_mut(ceiling_log2(index as usize)) {
                    *count += 1;
                }
                return 1;
            }
            0
        };
        let mut total = 0;
        let mut whole = 0;
        for (index, value) in (1..).zip(&self.array) {
            if !value.is_nil() {
                whole += count(Hashed::number(f64::from(index)));
                total += 1;
            }
        }
        for node in &self.nodes {
            if !node.value.is_nil() {
                whole += count(Hashed {
                    key: node.key,
                    hash: node.hash,
                });
                total += 1;
            }
        }
        whole += count(extra);
        total += 1;
        let mut below = 0;
        let mut in_array = 0;
        let mut size = 0;
        let mut power = 1usize;
        for count in counts {
            if power / 2 >= whole {
                break;
            }
            if count > 0 {
                below += count;
                if below > power / 2 {
                    size = power;
                    in_array = below;
                }
            }
            if below == whole {
                break;
            }
            power *= 2;
        }
        self.resize(size, total - in_array)
    }

    /// The element after a key, with nil for the first one, and the number of empty places before it. The outer option
    /// is `None` for a key that the table lacks.
    pub fn next(&self, key: Hashed) -> (Option<Option<(LuaValue, LuaValue)>>, usize) {
        let start = match key.key {
            LuaValue::Nil => 0,
            _ => match self.find(key) {
                Some(Found::Array(at)) => at + 1,
                Some(Found::Hash(at)) => self.array.len() + at + 1,
                None => return (None, 0),
            },
        };
        let mut at = start;
        while let Some(value) = self.array.get(at) {
            at += 1;
            if !value.is_nil() {
                let key = LuaValue::Number(at as f64);
                return (Some(Some((key, *value))), at - start - 1);
            }
        }
        let nodes = self.nodes.get(at - self.array.len()..).unwrap_or_default();
        let found = nodes.iter().position(|node| !node.value.is_nil());
        let passed = at - start + found.unwrap_or(nodes.len());
        let node = found.and_then(|found| nodes.get(found));
        (Some(node.map(|node| (node.key, node.value))), passed)
    }

    /// What `#` answers: a whole number whose element is there while that of the next is not.
    pub fn len(&self) -> u32 {
        let mut high = self.array.len();
        let is_nil = |index: usize| self.array.get(index - 1).is_none_or(|value| value.is_nil());
        if high > 0 && is_nil(high) {
            let mut low = 0;
            while high - low > 1 {
                let middle = (low + high) / 2;
                if is_nil(middle) {
                    high = middle;
                } else {
                    low = middle;
                }
            }
            return low as u32;
        }
        if self.nodes.is_empty() {
            return high as u32;
        }
        let is_nil = |index: usize| self.get_index(index as i64).is_nil();
        let mut low = high;
        high += 1;
        while !is_nil(high) {
            low = high;
            high *= 2;
            if high > i32::MAX as usize {
                // Such a table was built to make the search long.
                let mut index = 1;
                while !is_nil(index) {
                    index += 1;
                }
                return (index - 1) as u32;
            }
        }
        while high - low > 1 {
            let middle = (low + high) / 2;
            if is_nil(middle) {
                high = middle;
            } else {
                low = middle;
            }
        }
        low as u32
    }
}

fn ceiling_log2(number: usize) -> usize {
    number.next_power_of_two().trailing_zeros() as usize
}
