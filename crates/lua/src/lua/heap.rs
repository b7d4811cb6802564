//! The objects of a script: strings, tables, closures, upvalues, prototypes and coroutines, each in a list of its own and
//! referred to by its number. A collector frees what is not reachable; it runs only between two instructions.

use crate::lua::machine::Coroutine;
use crate::lua::native::NativeFunction;
use crate::lua::opcode::Proto;
use crate::lua::table::{Hashed, KeyError, LuaTable};
use crate::lua::value::{ClosureId, CoroutineId, LuaValue, StringId, TableId};
use keyspace::Bytes;
use std::sync::Arc;

/// No string follows in a bucket.
const NONE: u32 = u32::MAX;
/// What an object costs beside its contents, in bytes.
const OBJECT_BYTES: usize = 64;
/// The collector does not run for less, in bytes.
const COLLECTED_MIN: usize = 1 << 20;

/// Objects of one kind. A number that is not taken names an empty object.
#[derive(Clone, Debug)]
pub struct Arena<T> {
    items: Vec<T>,
    is_taken: Vec<bool>,
    is_marked: Vec<bool>,
    free: Vec<u32>,
    empty: T,
}

impl<T: Default> Default for Arena<T> {
    fn default() -> Arena<T> {
        Arena {
            items: Vec::new(),
            is_taken: Vec::new(),
            is_marked: Vec::new(),
            free: Vec::new(),
            empty: T::default(),
        }
    }
}

impl<T: Default> Arena<T> {
    /// Keeps an object and returns its number.
    pub fn add(&mut self, item: T) -> u32 {
        if let Some(id) = self.free.pop() {
            if let Some(place) = self.items.get_mut(id as usize) {
                *place = item;
            }
            if let Some(is_taken) = self.is_taken.get_mut(id as usize) {
                *is_taken = true;
            }
            return id;
        }
        self.items.push(item);
        self.is_taken.push(true);
        self.is_marked.push(false);
        (self.items.len() - 1) as u32
    }

    /// The object of a number.
    pub fn get(&self, id: u32) -> &T {
        self.items.get(id as usize).unwrap_or(&self.empty)
    }

    /// The object of a number.
    pub fn get_mut(&mut self, id: u32) -> &mut T {
        self.items.get_mut(id as usize).unwrap_or(&mut self.empty)
    }

    /// Marks an object; whether it was not marked before.
    fn mark(&mut self, id: u32) -> bool {
        match self.is_marked.get_mut(id as usize) {
            Some(is_marked) => !std::mem::replace(is_marked, true),
            None => false,
        }
    }

    fn is_marked(&self, id: u32) -> bool {
        self.is_marked.get(id as usize).is_some_and(|mark| *mark)
    }

    /// Frees what is not marked, and takes the marks away.
    fn sweep(&mut self, mut freed: impl FnMut(&T)) {
        let places = self.is_taken.iter_mut().zip(&mut self.is_marked);
        for (id, (item, (is_taken, is_marked))) in (0..).zip(self.items.iter_mut().zip(places)) {
            if *is_taken && !*is_marked {
                freed(item);
                *item = T::default();
                *is_taken = false;
                self.free.push(id);
            }
            *is_marked = false;
        }
    }
}

/// A string with its hash and the next one of its bucket.
#[derive(Clone, Debug, Default)]
struct Interned {
    bytes: Bytes,
    hash: u32,
    next: u32,
}

/// Where the value of a variable that an inner function uses is.
#[derive(Clone, Copy, Debug, Default)]
pub enum Upvalue {
    /// Its function has ended.
    #[default]
    Gone,
    /// On the stack of a coroutine.
    Open(CoroutineId, usize),
    /// Its block has ended.
    Closed(LuaValue),
}

/// A function with what it brings.
#[derive(Clone, Debug)]
pub enum Closure {
    /// A function of Lua.
    Lua {
        /// Its code.
        proto: u32,
        /// The numbers of its upvalues.
        upvalues: Vec<u32>,
    },
    /// A function of the libraries.
    Native {
        /// The function.
        function: NativeFunction,
        /// Values of its own, such as the position of `string.gmatch`.
        upvalues: Vec<LuaValue>,
    },
}

impl Default for Closure {
    fn default() -> Closure {
        Closure::Lua {
            proto: NONE,
            upvalues: Vec::new(),
        }
    }
}

/// The names by which the machine looks metamethods up.
#[derive(Clone, Copy, Debug)]
pub struct Names {
    pub index: StringId,
    pub newindex: StringId,
    pub call: StringId,
    pub add: StringId,
    pub sub: StringId,
    pub mul: StringId,
    pub div: StringId,
    pub modulo: StringId,
    pub pow: StringId,
    pub unm: StringId,
    pub len: StringId,
    pub concat: StringId,
    pub eq: StringId,
    pub lt: StringId,
    pub le: StringId,
    pub mode: StringId,
    pub metatable: StringId,
    pub tostring: StringId,
    pub n: StringId,
    pub err: StringId,
    pub ok: StringId,
}

/// All objects of an interpreter.
#[derive(Clone, Debug)]
pub struct Heap {
    strings: Arena<Interned>,
    buckets: Vec<u32>,
    string_count: usize,
    pub(crate) tables: Arena<LuaTable>,
    pub(crate) closures: Arena<Closure>,
    pub(crate) upvalues: Arena<Upvalue>,
    pub(crate) protos: Arena<Arc<Proto>>,
    pub(crate) coroutines: Arena<Coroutine>,
    /// The metatable of all strings.
    pub string_metatable: Option<TableId>,
    /// The names that the machine knows.
    pub names: Names,
    /// The bytes that all objects take, about.
    bytes: usize,
    /// The collector runs when `bytes` passes it.
    threshold: usize,
}

impl Heap {
    /// An empty heap.
    pub fn new() -> Heap {
        let nobody = StringId(0);
        let mut heap = Heap {
            strings: Arena::default(),
            buckets: vec![NONE; 256],
            string_count: 0,
            tables: Arena::default(),
            closures: Arena::default(),
            upvalues: Arena::default(),
            protos: Arena::default(),
            coroutines: Arena::default(),
            string_metatable: None,
            names: Names {
                index: nobody,
                newindex: nobody,
                call: nobody,
                add: nobody,
                sub: nobody,
                mul: nobody,
                div: nobody,
                modulo: nobody,
                pow: nobody,
                unm: nobody,
                len: nobody,
                concat: nobody,
                eq: nobody,
                lt: nobody,
                le: nobody,
                mode: nobody,
                metatable: nobody,
                tostring: nobody,
                n: nobody,
                err: nobody,
                ok: nobody,
            },
            bytes: 0,
            threshold: COLLECTED_MIN,
        };
        heap.names = Names {
            index: heap.string(b"__index"),
            newindex: heap.string(b"__newindex"),
            call: heap.string(b"__call"),
            add: heap.string(b"__add"),
            sub: heap.string(b"__sub"),
            mul: heap.string(b"__mul"),
            div: heap.string(b"__div"),
            modulo: heap.string(b"__mod"),
            pow: heap.string(b"__pow"),
            unm: heap.string(b"__unm"),
            len: heap.string(b"__len"),
            concat: heap.string(b"__concat"),
            eq: heap.string(b"__eq"),
            lt: heap.string(b"__lt"),
            le: heap.string(b"__le"),
            mode: heap.string(b"__mode"),
            metatable: heap.string(b"__metatable"),
            tostring: heap.string(b"__tostring"),
            n: heap.string(b"n"),
            err: heap.string(b"err"),
            ok: heap.string(b"ok"),
        };
        heap
    }

    /// The bytes that all objects take, about.
    pub fn bytes(&self) -> usize {
        self.bytes
    }

    /// Whether the collector should run.
    pub fn is_full(&self) -> bool {
        self.bytes > self.threshold
    }

    /// The number of a string.
    pub fn string(&mut self, bytes: &[u8]) -> StringId {
        let hash = hash(bytes);
        match self.find_string(bytes, hash) {
            Some(id) => id,
            None => self.add_string(Arc::new(bytes.to_vec()), hash),
        }
    }

    /// The number of a string that is at hand as a whole.
    pub fn owned_string(&mut self, bytes: Bytes) -> StringId {
        let hash = hash(&bytes);
        match self.find_string(&bytes, hash) {
            Some(id) => id,
            None => self.add_string(bytes, hash),
        }
    }

    /// A value that is a string.
    pub fn text(&mut self, bytes: &[u8]) -> LuaValue {
        LuaValue::String(self.string(bytes))
    }

    fn find_string(&self, bytes: &[u8], hash: u32) -> Option<StringId> {
        let mut at = *self.buckets.get(self.bucket(hash))?;
        while at != NONE {
            let string = self.strings.get(at);
            if string.hash == hash && string.bytes.as_slice() == bytes {
                return Some(StringId(at));
            }
            at = string.next;
        }
        None
    }

    fn bucket(&self, hash: u32) -> usize {
        hash as usize & (self.buckets.len() - 1)
    }

    fn add_string(&mut self, bytes: Bytes, hash: u32) -> StringId {
        if self.string_count >= self.buckets.len() {
            self.rebuild_buckets(self.buckets.len() * 2);
        }
        self.bytes += OBJECT_BYTES + bytes.len();
        self.string_count += 1;
        let bucket = self.bucket(hash);
        let next = self.buckets.get(bucket).copied().unwrap_or(NONE);
        let id = self.strings.add(Interned { bytes, hash, next });
        if let Some(first) = self.buckets.get_mut(bucket) {
            *first = id;
        }
        StringId(id)
    }

    fn rebuild_buckets(&mut self, size: usize) {
        self.buckets = vec![NONE; size];
        let taken = self.strings.items.iter_mut().zip(&self.strings.is_taken);
        for (id, (string, is_taken)) in (0..).zip(taken) {
            if *is_taken {
                let bucket = string.hash as usize & (size - 1);
                if let Some(first) = self.buckets.get_mut(bucket) {
                    string.next = std::mem::replace(first, id);
                }
            }
        }
    }

    /// The bytes of a string.
    pub fn bytes_of(&self, id: StringId) -> &[u8] {
        &self.strings.get(id.0).bytes
    }

    /// The bytes of a string, shared.
    pub fn shared_bytes(&self, id: StringId) -> Bytes {
        self.strings.get(id.0).bytes.clone()
    }

    /// A key as tables want it.
    pub fn hashed(&self, key: LuaValue) -> Hashed {
        let hash = match key {
            LuaValue::String(id) => self.strings.get(id.0).hash,
            LuaValue::Boolean(boolean) => u32::from(boolean),
            LuaValue::Table(TableId(id))
            | LuaValue::Function(ClosureId(id))
            | LuaValue::Coroutine(CoroutineId(id)) => id.wrapping_mul(2) + 1,
            LuaValue::Nil | LuaValue::Null | LuaValue::Number(_) => 0,
        };
        Hashed { key, hash }
    }

    /// A table.
    pub fn table(&self, id: TableId) -> &LuaTable {
        self.tables.get(id.0)
    }

    /// A table, to change it.
    pub fn table_mut(&mut self, id: TableId) -> &mut LuaTable {
        self.tables.get_mut(id.0)
    }

    /// A new table with places for so many elements.
    ///
    /// # Errors
    /// If a table cannot have so many.
    pub fn new_table(&mut self, array: usize, hash: usize) -> Result<TableId, KeyError> {
        let table = LuaTable::new(array, hash).ok_or(KeyError::Overflow)?;
        self.bytes += OBJECT_BYTES + table.bytes();
        Ok(TableId(self.tables.add(table)))
    }

    /// A new empty table.
    pub fn empty_table(&mut self) -> TableId {
        self.bytes += OBJECT_BYTES;
        TableId(self.tables.add(LuaTable::default()))
    }

    /// The value at a key, without metamethods.
    pub fn get(&self, table: TableId, key: LuaValue) -> LuaValue {
        self.tables.get(table.0).get(self.hashed(key))
    }

    /// Stores a value at a key, without metamethods.
    ///
    /// # Errors
    /// If the key is nil or not a number, or the table is full.
    pub fn set(&mut self, table: TableId, key: LuaValue, value: LuaValue) -> Result<(), KeyError> {
        let key = self.hashed(key);
        let table = self.tables.get_mut(table.0);
        let before = table.bytes();
        let result = table.set(key, value);
        self.bytes = self.bytes + table.bytes() - before;
        result
    }

    /// Stores a value at a whole number.
    ///
    /// # Errors
    /// If the table is full.
    pub fn set_index(
        &mut self,
        table: TableId,
        index: i64,
        value: LuaValue,
    ) -> Result<(), KeyError> {
        self.set(table, LuaValue::Number(index as f64), value)
    }

    /// Stores a value under a name. A table that is full stays as it is.
    pub fn set_field(&mut self, table: TableId, name: &[u8], value: LuaValue) {
        let name = self.text(name);
        // The key is a string and memory is limited long before a table is full.
        let _ = self.set(table, name, value);
    }

    /// The value under a name.
    pub fn field(&mut self, table: TableId, name: &[u8]) -> LuaValue {
        let name = self.text(name);
        self.get(table, name)
    }

    /// Counts what the array part of a table grew by.
    pub fn resize_array(&mut self, table: TableId, size: usize) -> Result<(), KeyError> {
        let table = self.tables.get_mut(table.0);
        let before = table.bytes();
        let result = table.resize_array(size);
        self.bytes = self.bytes + table.bytes() - before;
        result
    }

    /// A new closure.
    pub fn new_closure(&mut self, closure: Closure) -> LuaValue {
        self.bytes += OBJECT_BYTES;
        LuaValue::Function(ClosureId(self.closures.add(closure)))
    }

    /// A new native function without values of its own.
    pub fn native(&mut self, function: NativeFunction) -> LuaValue {
        self.new_closure(Closure::Native {
            function,
            upvalues: Vec::new(),
        })
    }

    /// A new upvalue.
    pub fn new_upvalue(&mut self, upvalue: Upvalue) -> u32 {
        self.bytes += OBJECT_BYTES / 2;
        self.upvalues.add(upvalue)
    }

    /// A new coroutine.
    pub fn new_coroutine(&mut self, coroutine: Coroutine) -> CoroutineId {
        self.bytes += OBJECT_BYTES * 4;
        CoroutineId(self.coroutines.add(coroutine))
    }

    /// The metatable of a value.
    pub fn metatable(&self, value: LuaValue) -> Option<TableId> {
        match value {
            LuaValue::Table(id) => self.tables.get(id.0).metatable,
            LuaValue::String(_) => self.string_metatable,
            _ => None,
        }
    }

    /// The metamethod of a value, nil if there is none.
    pub fn metamethod(&self, value: LuaValue, name: StringId) -> LuaValue {
        match self.metatable(value) {
            Some(table) => self.get(table, LuaValue::String(name)),
            None => LuaValue::Nil,
        }
    }

    /// Frees all objects that cannot be reached from `roots`.
    pub fn collect(&mut self, roots: &[LuaValue], frames_of_roots: &[&Coroutine]) {
        let mut marking = Marking {
            gray: roots.to_vec(),
            protos: Vec::new(),
            upvalues: Vec::new(),
            weak: Vec::new(),
        };
        for coroutine in frames_of_roots {
            coroutine.references(&mut marking.gray, &mut marking.upvalues);
        }
        let names = self.names;
        for name in [
            names.index,
            names.newindex,
            names.call,
            names.add,
            names.sub,
            names.mul,
            names.div,
            names.modulo,
            names.pow,
            names.unm,
            names.len,
            names.concat,
            names.eq,
            names.lt,
            names.le,
            names.mode,
            names.metatable,
            names.tostring,
            names.n,
            names.err,
            names.ok,
        ] {
            self.strings.mark(name.0);
        }
        marking
            .gray
            .extend(self.string_metatable.map(LuaValue::Table));
        loop {
            if let Some(value) = marking.gray.pop() {
                self.mark(value, &mut marking);
            } else if let Some(id) = marking.upvalues.pop() {
                if self.upvalues.mark(id) {
                    match *self.upvalues.get(id) {
                        Upvalue::Closed(value) => marking.gray.push(value),
                        Upvalue::Open(coroutine, _) => {
                            marking.gray.push(LuaValue::Coroutine(coroutine));
                        }
                        Upvalue::Gone => {}
                    }
                }
            } else if let Some(id) = marking.protos.pop() {
                if self.protos.mark(id) {
                    let proto = self.protos.get(id).clone();
                    marking.gray.extend(&proto.constants);
                    marking.protos.extend(&proto.protos);
                    let names = proto.locals.iter().map(|local| local.name);
                    let names = names.chain(proto.upvalue_names.iter().copied());
                    for name in names.chain([proto.source]) {
                        self.strings.mark(name.0);
                    }
                }
            } else {
                break;
            }
        }
        self.clear_weak(&marking.weak);
        self.sweep();
    }

    fn mark(&mut self, value: LuaValue, marking: &mut Marking) {
        match value {
            LuaValue::String(id) => {
                self.strings.mark(id.0);
            }
            LuaValue::Table(id) if self.tables.mark(id.0) => {
                let (weak_keys, weak_values) = self.weakness(id);
                if weak_keys || weak_values {
                    marking.weak.push(id);
                }
                let table = self.tables.get(id.0);
                marking.gray.extend(table.metatable.map(LuaValue::Table));
                for (key, value) in table.contents() {
                    if !weak_keys {
                        marking.gray.push(key);
                    }
                    if !weak_values {
                        marking.gray.push(value);
                    }
                    // Strings are values: they are never cleared from a weak table.
                    for weak in [key, value] {
                        if matches!(weak, LuaValue::String(_)) {
                            marking.gray.push(weak);
                        }
                    }
                }
            }
            LuaValue::Function(id) if self.closures.mark(id.0) => match self.closures.get(id.0) {
                Closure::Lua { proto, upvalues } => {
                    marking.protos.push(*proto);
                    marking.upvalues.extend(upvalues);
                }
                Closure::Native { upvalues, .. } => marking.gray.extend(upvalues),
            },
            LuaValue::Coroutine(id) if self.coroutines.mark(id.0) => {
                let coroutine = self.coroutines.get(id.0);
                coroutine.references(&mut marking.gray, &mut marking.upvalues);
            }
            _ => {}
        }
    }

    /// Whether a table holds its keys and its values weakly.
    fn weakness(&self, id: TableId) -> (bool, bool) {
        match self.metamethod(LuaValue::Table(id), self.names.mode) {
            LuaValue::String(mode) => {
                let mode = self.bytes_of(mode);
                (mode.contains(&b'k'), mode.contains(&b'v'))
            }
            _ => (false, false),
        }
    }

    fn clear_weak(&mut self, weak: &[TableId]) {
        for id in weak {
            let mut table = std::mem::take(self.tables.get_mut(id.0));
            let is_dead = |value: LuaValue| match value {
                LuaValue::Table(id) => !self.tables.is_marked(id.0),
                LuaValue::Function(id) => !self.closures.is_marked(id.0),
                LuaValue::Coroutine(id) => !self.coroutines.is_marked(id.0),
                _ => false,
            };
            table.clear_dead(|key, value| is_dead(key) || is_dead(value));
            *self.tables.get_mut(id.0) = table;
        }
    }

    fn sweep(&mut self) {
        let mut freed = 0;
        let mut strings = 0;
        self.strings.sweep(|string| {
            freed += OBJECT_BYTES + string.bytes.len();
            strings += 1;
        });
        self.string_count -= strings;
        self.rebuild_buckets(self.buckets.len());
        self.tables
            .sweep(|table| freed += OBJECT_BYTES + table.bytes());
        self.closures.sweep(|_| freed += OBJECT_BYTES);
        self.upvalues.sweep(|_| freed += OBJECT_BYTES / 2);
        self.protos.sweep(|_| {});
        self.coroutines.sweep(|_| freed += OBJECT_BYTES * 4);
        self.bytes = self.bytes.saturating_sub(freed);
        self.threshold = (self.bytes * 2).max(COLLECTED_MIN);
    }
}

/// What the collector has found and not looked at.
struct Marking {
    gray: Vec<LuaValue>,
    protos: Vec<u32>,
    upvalues: Vec<u32>,
    weak: Vec<TableId>,
}

/// The hash of a string in the Lua of Redis 7.0.15, which takes all bytes; another Lua takes some of a long one.
fn hash(bytes: &[u8]) -> u32 {
    let mut hash = bytes.len() as u32;
    for byte in bytes.iter().rev() {
        hash ^= (hash << 5)
            .wrapping_add(hash >> 2)
            .wrapping_add(u32::from(*byte));
    }
    hash
}
