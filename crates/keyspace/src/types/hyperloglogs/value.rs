//! HyperLogLogs: strings that estimate how many different elements were added, in the two layouts of Redis to the byte. The
//! dense one has 16384 registers of 6 bits; the sparse one is a row of runs of equal registers.

use std::ops::Range;

/// The number of bits of a hash that choose a register.
const INDEX_BITS: u32 = 14;
/// The number of registers.
pub const REGISTERS: usize = 1 << INDEX_BITS;
/// The highest count that a hash gives.
const COUNT_MAX: usize = 64 - INDEX_BITS as usize + 1;
const HEADER_BYTES: usize = 16;
const DENSE_BYTES: usize = HEADER_BYTES + REGISTERS * 6 / 8;
const MAGIC: &[u8] = b"HYLL";
/// The place of the layout, and of the last byte of the estimate.
const LAYOUT_AT: usize = 4;
const ESTIMATE: Range<usize> = 8..16;
const ESTIMATE_END: usize = 15;
const DENSE: u8 = 0;
const SPARSE: u8 = 1;
/// In the last byte of an estimate: it does not hold any more.
const STALE: u8 = 1 << 7;
/// The highest count, and the longest runs, that a sparse one can write.
const VALUE_MAX: u8 = 32;
const VALUES_MAX: usize = 4;
const ZEROS_MAX: usize = 64;
/// 0.5 / ln 2.
const ALPHA: f64 = 0.721_347_520_444_481_7;

/// A HyperLogLog.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct HyperLogLog(Vec<u8>);

/// The string is one by its beginning, but not by what follows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Corrupted;

/// A run of equal registers as a sparse one writes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RegisterRun {
    /// Up to 64 zeros in one byte.
    Zeros(usize),
    /// Zeros in two bytes.
    ManyZeros(usize),
    /// A count, up to four times.
    Values(u8, usize),
}

impl RegisterRun {
    fn read(bytes: &[u8]) -> RegisterRun {
        let byte = |at| bytes.get(at).copied().unwrap_or(0);
        let (first, second) = (byte(0), byte(1));
        match first >> 6 {
            0 => RegisterRun::Zeros(usize::from(first) + 1),
            1 => RegisterRun::ManyZeros((usize::from(first & 0x3f) << 8 | usize::from(second)) + 1),
            _ => RegisterRun::Values((first >> 2 & 0x1f) + 1, usize::from(first & 3) + 1),
        }
    }

    fn zeros(len: usize) -> RegisterRun {
        match len {
            ..=ZEROS_MAX => RegisterRun::Zeros(len),
            _ => RegisterRun::ManyZeros(len),
        }
    }

    fn write(self, out: &mut Vec<u8>) {
        match self {
            RegisterRun::Zeros(len) => out.push((len - 1) as u8),
            RegisterRun::ManyZeros(len) => {
                let len = len - 1;
                out.extend([(len >> 8) as u8 | 1 << 6, len as u8]);
            }
            RegisterRun::Values(count, len) => {
                out.push((count - 1) << 2 | (len - 1) as u8 | 1 << 7)
            }
        }
    }

    fn len(self) -> usize {
        match self {
            RegisterRun::Zeros(len) | RegisterRun::ManyZeros(len) | RegisterRun::Values(_, len) => {
                len
            }
        }
    }

    fn count(self) -> u8 {
        match self {
            RegisterRun::Values(count, _) => count,
            _ => 0,
        }
    }

    fn bytes(self) -> usize {
        1 + usize::from(matches!(self, RegisterRun::ManyZeros(_)))
    }
}

impl HyperLogLog {
    /// One to which nothing was added.
    pub fn new() -> HyperLogLog {
        let mut bytes = vec![0; HEADER_BYTES];
        bytes.splice(..MAGIC.len(), MAGIC.iter().copied());
        if let Some(layout) = bytes.get_mut(LAYOUT_AT) {
            *layout = SPARSE;
        }
        RegisterRun::ManyZeros(REGISTERS).write(&mut bytes);
        HyperLogLog(bytes)
    }

    /// The string as a HyperLogLog, if its beginning says that it is one.
    pub fn read(bytes: &[u8]) -> Option<HyperLogLog> {
        let layout = *bytes.get(LAYOUT_AT)?;
        let is_one = bytes.len() >= HEADER_BYTES && bytes.starts_with(MAGIC);
        let is_whole = layout == SPARSE || layout == DENSE && bytes.len() == DENSE_BYTES;
        (is_one && is_whole).then(|| HyperLogLog(bytes.to_vec()))
    }

    /// The string.
    pub fn into_bytes(self) -> Vec<u8> {
        self.0
    }

    pub fn is_dense(&self) -> bool {
        self.0.get(LAYOUT_AT) == Some(&DENSE)
    }

    /// Adds an element; whether that changed something.
    ///
    /// # Errors
    /// Where the element's register should be, there is none.
    pub fn add(&mut self, element: &[u8], sparse_bytes_max: u64) -> Result<bool, Corrupted> {
        let (index, count) = pattern(element);
        self.raise(index, count, sparse_bytes_max)
    }

    /// Lets a register be at least `count`; whether it was less.
    ///
    /// # Errors
    /// There is no such register.
    pub fn raise(
        &mut self,
        index: usize,
        count: u8,
        sparse_bytes_max: u64,
    ) -> Result<bool, Corrupted> {
        if self.is_dense() {
            return Ok(self.raise_dense(index, count));
        }
        if count > VALUE_MAX {
            self.become_dense()?;
            return Ok(self.raise_dense(index, count));
        }
        // The run that the register is in, the one before it, and the first register of the run.
        let (mut at, mut before, mut first) = (HEADER_BYTES, HEADER_BYTES, 0);
        let run = loop {
            let rest = self.0.get(at..).filter(|rest| !rest.is_empty());
            let run = RegisterRun::read(rest.ok_or(Corrupted)?);
            if index < first + run.len() {
                break run;
            }
            before = at;
            at += run.bytes();
            first += run.len();
        };
        if run.count() >= count {
            return Ok(false);
        }
        let (left, right) = (index - first, first + run.len() - 1 - index);
        let mut runs = Vec::with_capacity(5);
        let side = |len: usize| match run {
            RegisterRun::Values(old, _) => RegisterRun::Values(old, len),
            _ => RegisterRun::zeros(len),
        };
        if left > 0 {
            side(left).write(&mut runs);
        }
        RegisterRun::Values(count, 1).write(&mut runs);
        if right > 0 {
            side(right).write(&mut runs);
        }
        let bytes = self.0.len() + runs.len() - run.bytes().min(self.0.len());
        if runs.len() > run.bytes() && bytes as u64 > sparse_bytes_max {
            self.become_dense()?;
            return Ok(self.raise_dense(index, count));
        }
        let end = self.0.len().min(at + run.bytes());
        self.0.splice(at..end, runs);
        // A last run that was cut off leaves nothing behind it.
        self.0.truncate(bytes);
        self.merge(before);
        self.invalidate();
        Ok(true)
    }

    /// Joins equal counts that stand beside each other, among the next few runs from `at` on.
    fn merge(&mut self, at: usize) {
        let mut at = at;
        for _ in 0..5 {
            let Some(rest) = self.0.get(at..).filter(|rest| !rest.is_empty()) else {
                return;
            };
            let run = RegisterRun::read(rest);
            let next = rest.get(1..).filter(|next| !next.is_empty());
            if let (RegisterRun::Values(count, len), Some(RegisterRun::Values(other, more))) =
                (run, next.map(RegisterRun::read))
                && count == other
                && len + more <= VALUES_MAX
            {
                let mut joined = Vec::with_capacity(1);
                RegisterRun::Values(count, len + more).write(&mut joined);
                self.0.splice(at..at + 2, joined);
            } else {
                at += run.bytes();
            }
        }
    }

    fn raise_dense(&mut self, index: usize, count: u8) -> bool {
        let (at, shift) = (HEADER_BYTES + index * 6 / 8, index * 6 % 8);
        let byte = |at: usize| u16::from(self.0.get(at).copied().unwrap_or(0));
        let both = byte(at) | byte(at + 1) << 8;
        if u16::from(count) <= both >> shift & 63 {
            return false;
        }
        let both = both & !(63 << shift) | u16::from(count) << shift;
        for (at, byte) in [(at, both as u8), (at + 1, (both >> 8) as u8)] {
            if let Some(own) = self.0.get_mut(at) {
                *own = byte;
            }
        }
        true
    }

    /// Takes the dense layout, if it has not.
    ///
    /// # Errors
    /// The runs are not those of so many registers.
    pub fn become_dense(&mut self) -> Result<(), Corrupted> {
        if self.is_dense() {
            return Ok(());
        }
        let registers = self.registers()?;
        let mut bytes = self.0.get(..HEADER_BYTES).unwrap_or_default().to_vec();
        bytes.resize(DENSE_BYTES, 0);
        if let Some(layout) = bytes.get_mut(LAYOUT_AT) {
            *layout = DENSE;
        }
        self.0 = bytes;
        for (index, count) in registers.into_iter().enumerate() {
            if count > 0 {
                self.raise_dense(index, count);
            }
        }
        Ok(())
    }

    /// The counts of all registers.
    ///
    /// # Errors
    /// The runs are not those of so many registers.
    pub fn registers(&self) -> Result<Vec<u8>, Corrupted> {
        let mut registers = Vec::with_capacity(REGISTERS);
        if self.is_dense() {
            let rows = self.0.get(HEADER_BYTES..).unwrap_or_default();
            for row in rows.chunks(3) {
                let all = row
                    .iter()
                    .rev()
                    .fold(0, |all, byte| all << 8 | u32::from(*byte));
                registers.extend((0..4).map(|at| (all >> (6 * at) & 63) as u8));
            }
            return Ok(registers);
        }
        for run in self.runs() {
            if registers.len() + run.len() > REGISTERS {
                return Err(Corrupted);
            }
            registers.resize(registers.len() + run.len(), run.count());
        }
        if registers.len() != REGISTERS {
            return Err(Corrupted);
        }
        Ok(registers)
    }

    /// The runs of a sparse one.
    pub fn runs(&self) -> impl Iterator<Item = RegisterRun> {
        let mut rest = self.0.get(HEADER_BYTES..).unwrap_or_default();
        std::iter::from_fn(move || {
            if rest.is_empty() {
                return None;
            }
            let run = RegisterRun::read(rest);
            rest = rest.get(run.bytes()..).unwrap_or_default();
            Some(run)
        })
    }

    /// The estimate that was kept, if it still holds.
    pub fn kept_estimate(&self) -> Option<u64> {
        let bytes: [u8; 8] = self.0.get(ESTIMATE)?.try_into().ok()?;
        let is_stale = self.0.get(ESTIMATE_END)? & STALE != 0;
        (!is_stale).then_some(u64::from_le_bytes(bytes))
    }

    /// Keeps an estimate.
    pub fn keep_estimate(&mut self, estimate: u64) {
        if let Some(kept) = self.0.get_mut(ESTIMATE) {
            kept.copy_from_slice(&estimate.to_le_bytes());
        }
    }

    /// The estimate that was kept does not hold any more.
    pub fn invalidate(&mut self) {
        if let Some(last) = self.0.get_mut(ESTIMATE_END) {
            *last |= STALE;
        }
    }
}

impl Default for HyperLogLog {
    fn default() -> HyperLogLog {
        HyperLogLog::new()
    }
}

/// How many different elements let registers have these counts.
pub fn estimate(registers: &[u8]) -> u64 {
    let mut counts = [0u32; 64];
    for register in registers {
        if let Some(count) = counts.get_mut(usize::from(*register)) {
            *count += 1;
        }
    }
    let count = |at: usize| f64::from(counts.get(at).copied().unwrap_or(0));
    let all = REGISTERS as f64;
    let mut z = all * tau((all - count(COUNT_MAX)) / all);
    for at in (1..COUNT_MAX).rev() {
        z += count(at);
        z *= 0.5;
    }
    z += all * sigma(count(0) / all);
    (ALPHA * all * all / z).round() as u64
}

/// Of Ertl's "New cardinality estimation algorithms for HyperLogLog sketches", as are the next lines.
fn sigma(mut x: f64) -> f64 {
    if x == 1.0 {
        return f64::INFINITY;
    }
    let (mut y, mut z) = (1.0, x);
    loop {
        x *= x;
        let last = z;
        z += x * y;
        y += y;
        if last == z {
            return z;
        }
    }
}

fn tau(mut x: f64) -> f64 {
    if x == 0.0 || x == 1.0 {
        return 0.0;
    }
    let (mut y, mut z) = (1.0, 1.0 - x);
    loop {
        x = x.sqrt();
        let last = z;
        y *= 0.5;
        z -= (1.0 - x) * (1.0 - x) * y;
        if last == z {
            return z / 3.0;
        }
    }
}

/// The register of an element, and its count: the place of the first 1 among the other bits of its hash.
fn pattern(element: &[u8]) -> (usize, u8) {
    let hash = murmur(element);
    let index = hash as usize % REGISTERS;
    let rest = hash >> INDEX_BITS | 1 << (64 - INDEX_BITS);
    (index, rest.trailing_zeros() as u8 + 1)
}

/// MurmurHash64A with the seed of Redis.
fn murmur(text: &[u8]) -> u64 {
    const SEED: u64 = 0xadc8_3b19;
    const FACTOR: u64 = 0xc6a4_a793_5bd1_e995;
    let mut hash = SEED ^ (text.len() as u64).wrapping_mul(FACTOR);
    let (words, rest) = text.as_chunks::<8>();
    for word in words {
        let mut word = u64::from_le_bytes(*word).wrapping_mul(FACTOR);
        word ^= word >> 47;
        hash = (hash ^ word.wrapping_mul(FACTOR)).wrapping_mul(FACTOR);
    }
    if !rest.is_empty() {
        let last = rest.iter().rev();
        hash ^= last.fold(0, |last, byte| last << 8 | u64::from(*byte));
        hash = hash.wrapping_mul(FACTOR);
    }
    hash ^= hash >> 47;
    hash = hash.wrapping_mul(FACTOR);
    hash ^ hash >> 47
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_layouts_have_the_same_registers_and_a_near_estimate() {
        let (mut sparse, mut dense) = (HyperLogLog::new(), HyperLogLog::new());
        dense.become_dense().expect("a whole one");
        for number in 0..2_000u32 {
            let element = number.to_le_bytes();
            let changed = sparse.add(&element, 3_000);
            assert_eq!(changed, dense.add(&element, 3_000));
        }
        assert!(sparse.0.len() <= 3_000 || sparse.is_dense());
        let registers = sparse.registers().expect("a whole one");
        assert_eq!(Ok(&registers), dense.registers().as_ref());
        let estimate = estimate(&registers);
        assert!((1_950..2_050).contains(&estimate), "{estimate}");
    }

    #[test]
    fn equal_counts_beside_each_other_become_one_run() {
        let mut log = HyperLogLog::new();
        for index in [5, 7, 6, 8] {
            assert_eq!(log.raise(index, 3, 3_000), Ok(true));
        }
        let runs: Vec<RegisterRun> = log.runs().collect();
        assert_eq!(
            runs,
            [
                RegisterRun::Zeros(5),
                RegisterRun::Values(3, 4),
                RegisterRun::ManyZeros(REGISTERS - 9)
            ]
        );
        assert_eq!(log.raise(6, 2, 3_000), Ok(false));
        assert_eq!(log.raise(REGISTERS, 2, 3_000), Err(Corrupted));
        assert!(HyperLogLog::read(b"HYLL").is_none());
    }
}
