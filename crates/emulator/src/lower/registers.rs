//! Registers: which are free, who holds them, and where in the code they were last touched.

use super::super::assembly::{Pc, Register};
use super::fault::{Lowered, limit};
use std::collections::{BTreeSet, HashMap};

/// Registers of a kernel, at most.
const MOST: u64 = 1_000_000;

/// Free registers that are looked at for a run of several.
const LOOKS: usize = 64;

/// What a register belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Owner {
    /// A constant, a uniform, an input: it never changes and is never given back.
    Fixed,
    /// A result, held by so many values.
    Temporary(u32),
    /// A variable, by its number.
    Variable(usize),
    /// It is free.
    Free,
}

/// One register. The places are one more than the instruction's, 0 is never.
#[derive(Debug, Clone, Copy)]
struct Entry {
    owner: Owner,
    read: Pc,
    written: Pc,
}

/// All registers.
#[derive(Default)]
pub(super) struct Registers {
    entries: Vec<Entry>,
    free: BTreeSet<Register>,
    /// Temporaries made for the instruction at hand.
    scratch: Vec<Register>,
    constants: HashMap<u32, Register>,
    /// The constants, in order.
    pub(super) words: Vec<(Register, u32)>,
}

impl Registers {
    /// How many there are.
    pub(super) fn count(&self) -> u32 {
        self.entries.len() as u32
    }

    /// That many new ones, one after another.
    pub(super) fn fresh(&mut self, count: u32, owner: Owner) -> Lowered<Register> {
        let first = self.entries.len();
        limit("registers", first as u64 + u64::from(count), MOST, "split the kernel, or put arrays into a buffer")?;
        self.entries
            .resize(first + count as usize, Entry { owner, read: 0, written: 0 });
        Ok(first as Register)
    }

    /// That many, one after another; free ones if there are.
    pub(super) fn take(&mut self, count: u32, owner: Owner) -> Lowered<Register> {
        let mut run = (0, 0);
        let mut found = None;
        for &register in self.free.iter().take(LOOKS.max(count as usize)) {
            run = if run.1 > 0 && run.0 + run.1 == register { (run.0, run.1 + 1) } else { (register, 1) };
            if run.1 == count {
                found = Some(run.0);
                break;
            }
        }
        let Some(first) = found.filter(|_| count > 0) else { return self.fresh(count, owner) };
        for register in first..first + count {
            self.free.remove(&register);
            self.set_owner(register, owner);
        }
        Ok(first)
    }

    /// That many for a result. Those that no value holds when the instruction is done become free again.
    pub(super) fn temporaries(&mut self, count: u32) -> Lowered<Register> {
        let first = self.take(count, Owner::Temporary(0))?;
        self.scratch.extend(first..first + count);
        Ok(first)
    }

    /// The register of a constant.
    pub(super) fn constant(&mut self, word: u32) -> Lowered<Register> {
        if let Some(&register) = self.constants.get(&word) {
            return Ok(register);
        }
        let register = self.fresh(1, Owner::Fixed)?;
        self.constants.insert(word, register);
        self.words.push((register, word));
        Ok(register)
    }

    /// Who has it.
    pub(super) fn owner(&self, register: Register) -> Owner {
        self.entries.get(register as usize).map_or(Owner::Fixed, |entry| entry.owner)
    }

    fn set_owner(&mut self, register: Register, owner: Owner) {
        if let Some(entry) = self.entries.get_mut(register as usize) {
            entry.owner = owner;
        }
    }

    /// A value more holds it.
    pub(super) fn hold(&mut self, register: Register) {
        if let Owner::Temporary(holders) = self.owner(register) {
            self.set_owner(register, Owner::Temporary(holders + 1));
        }
    }

    /// A value less holds it.
    pub(super) fn release(&mut self, register: Register) {
        match self.owner(register) {
            Owner::Temporary(0 | 1) => self.give_back(register),
            Owner::Temporary(holders) => self.set_owner(register, Owner::Temporary(holders - 1)),
            _ => {}
        }
    }

    /// It is free again.
    pub(super) fn give_back(&mut self, register: Register) {
        self.set_owner(register, Owner::Free);
        self.free.insert(register);
    }

    /// The instruction is done: temporaries that no value holds become free.
    pub(super) fn sweep(&mut self) {
        for register in std::mem::take(&mut self.scratch) {
            if self.owner(register) == Owner::Temporary(0) {
                self.give_back(register);
            }
        }
    }

    /// The instruction before that place reads it.
    pub(super) fn read(&mut self, register: Register, place: Pc) {
        if let Some(entry) = self.entries.get_mut(register as usize) {
            entry.read = place;
        }
    }

    /// The instruction before that place writes it.
    pub(super) fn write(&mut self, register: Register, place: Pc) {
        if let Some(entry) = self.entries.get_mut(register as usize) {
            entry.written = place;
        }
    }

    /// Where it was last read, and last written.
    pub(super) fn touched(&self, register: Register) -> (Pc, Pc) {
        self.entries
            .get(register as usize)
            .map_or((0, 0), |entry| (entry.read, entry.written))
    }
}
