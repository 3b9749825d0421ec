//! Register allocation: which registers are free, their owners, and the places of their last accesses.

use super::super::assembly::{Pc, Register};
use super::error::{LowerResult, check_limit};
use std::collections::{BTreeSet, HashMap};

/// Maximum number of registers of a kernel.
const MAX_REGISTERS: u64 = 1_000_000;

/// Number of free registers that are searched for several in a row.
const MAX_FREE_SCANNED: usize = 64;

/// Owner of a register.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Owner {
    /// A constant, a uniform or an input: it never changes and is never freed.
    Fixed,
    /// A result, with the number of values that hold it.
    Temporary(u32),
    /// A variable, by its number.
    Variable(usize),
    /// No owner: the register is free.
    Free,
}

/// One register, with the places after the instructions that last read and wrote it; 0 means never.
#[derive(Debug, Clone, Copy)]
struct RegisterEntry {
    owner: Owner,
    read: Pc,
    written: Pc,
}

/// All registers.
#[derive(Default)]
pub(super) struct RegisterAllocator {
    entries: Vec<RegisterEntry>,
    free: BTreeSet<Register>,
    /// Temporaries allocated for the current instruction.
    scratch: Vec<Register>,
    constants: HashMap<u32, Register>,
    /// The constants, in order.
    pub(super) words: Vec<(Register, u32)>,
}

impl RegisterAllocator {
    /// Returns the number of registers.
    pub(super) fn register_count(&self) -> u32 {
        self.entries.len() as u32
    }

    /// Allocates `count` new registers in a row and returns the first.
    pub(super) fn allocate_new(&mut self, count: u32, owner: Owner) -> LowerResult<Register> {
        let first = self.entries.len();
        check_limit(
            "registers",
            first as u64 + u64::from(count),
            MAX_REGISTERS,
            "split the kernel, or put arrays into a buffer",
        )?;
        self.entries
            .resize(first + count as usize, RegisterEntry { owner, read: 0, written: 0 });
        Ok(first as Register)
    }

    /// Allocates `count` registers in a row, from the free ones if possible.
    pub(super) fn allocate(&mut self, count: u32, owner: Owner) -> LowerResult<Register> {
        let mut run = (0, 0);
        let mut found = None;
        for &register in self.free.iter().take(MAX_FREE_SCANNED.max(count as usize)) {
            run = if run.1 > 0 && run.0 + run.1 == register { (run.0, run.1 + 1) } else { (register, 1) };
            if run.1 == count {
                found = Some(run.0);
                break;
            }
        }
        let Some(first) = found.filter(|_| count > 0) else { return self.allocate_new(count, owner) };
        for register in first..first + count {
            self.free.remove(&register);
            self.set_owner(register, owner);
        }
        Ok(first)
    }

    /// Allocates `count` registers for a result. Those that no value holds after the instruction become free again.
    pub(super) fn allocate_temporaries(&mut self, count: u32) -> LowerResult<Register> {
        let first = self.allocate(count, Owner::Temporary(0))?;
        self.scratch.extend(first..first + count);
        Ok(first)
    }

    /// Returns the register of a constant.
    pub(super) fn constant_register(&mut self, word: u32) -> LowerResult<Register> {
        if let Some(&register) = self.constants.get(&word) {
            return Ok(register);
        }
        let register = self.allocate_new(1, Owner::Fixed)?;
        self.constants.insert(word, register);
        self.words.push((register, word));
        Ok(register)
    }

    /// Returns the owner of a register.
    pub(super) fn owner_of(&self, register: Register) -> Owner {
        self.entries.get(register as usize).map_or(Owner::Fixed, |entry| entry.owner)
    }

    fn set_owner(&mut self, register: Register, owner: Owner) {
        if let Some(entry) = self.entries.get_mut(register as usize) {
            entry.owner = owner;
        }
    }

    /// Counts one more value that holds the register.
    pub(super) fn add_holder(&mut self, register: Register) {
        if let Owner::Temporary(holders) = self.owner_of(register) {
            self.set_owner(register, Owner::Temporary(holders + 1));
        }
    }

    /// Counts one value less that holds the register; the last one frees it.
    pub(super) fn remove_holder(&mut self, register: Register) {
        match self.owner_of(register) {
            Owner::Temporary(0 | 1) => self.free_register(register),
            Owner::Temporary(holders) => self.set_owner(register, Owner::Temporary(holders - 1)),
            _ => {}
        }
    }

    /// Frees the register.
    pub(super) fn free_register(&mut self, register: Register) {
        self.set_owner(register, Owner::Free);
        self.free.insert(register);
    }

    /// Frees the temporaries of the current instruction that no value holds.
    pub(super) fn free_scratch(&mut self) {
        for register in std::mem::take(&mut self.scratch) {
            if self.owner_of(register) == Owner::Temporary(0) {
                self.free_register(register);
            }
        }
    }

    /// Records that the instruction before that place reads the register.
    pub(super) fn record_read(&mut self, register: Register, place: Pc) {
        if let Some(entry) = self.entries.get_mut(register as usize) {
            entry.read = place;
        }
    }

    /// Records that the instruction before that place writes the register.
    pub(super) fn record_write(&mut self, register: Register, place: Pc) {
        if let Some(entry) = self.entries.get_mut(register as usize) {
            entry.written = place;
        }
    }

    /// Returns the places after the last read and after the last write.
    pub(super) fn last_accesses(&self, register: Register) -> (Pc, Pc) {
        self.entries
            .get(register as usize)
            .map_or((0, 0), |entry| (entry.read, entry.written))
    }
}
