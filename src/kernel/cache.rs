//! Cache of a device's compiled kernels.

use super::compiled::{Compiled, compile};
use super::{Kernel, KernelSource, edits};
use crate::machine::Machine;
use gristmill_base::era::Era;
use gristmill_base::error::Result;
use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

/// The most kernels that the cache holds; the least recently used one is evicted.
const ROOM: usize = 1_024;

/// Compiled kernels by their source's key and era, each with the time of its last use.
#[derive(Default)]
pub(crate) struct Kernels(RefCell<Kept>);

#[derive(Default)]
struct Kept {
    kernels: HashMap<(Era, u128), (u64, Rc<Compiled>)>,
    now: u64,
}

impl Kernels {
    /// Returns the kernel's side for an era, from the cache or newly compiled.
    ///
    /// # Errors
    /// Errors of the compilation.
    pub(crate) fn get(&self, machine: &Rc<Machine>, era: Era, source: &KernelSource) -> Result<Kernel> {
        let key = (era, source.number());
        let known = self.0.borrow_mut().touch(key);
        let compiled = match known {
            Some(compiled) => compiled,
            None => {
                let (compiled, files) = edits::noted(|| compile(machine, era, source));
                let compiled = Rc::new(Compiled { files, ..compiled? });
                self.0.borrow_mut().keep(key, compiled.clone(), ROOM);
                compiled
            }
        };
        edits::note(&compiled.files);
        Ok(Kernel { compiled, machine: machine.clone() })
    }
}

impl Kept {
    fn touch(&mut self, key: (Era, u128)) -> Option<Rc<Compiled>> {
        self.now += 1;
        let (used, compiled) = self.kernels.get_mut(&key)?;
        *used = self.now;
        Some(compiled.clone())
    }

    fn keep(&mut self, key: (Era, u128), compiled: Rc<Compiled>, room: usize) {
        if self.kernels.len() >= room {
            let oldest = self.kernels.iter().min_by_key(|(_, (used, _))| *used).map(|(key, _)| *key);
            oldest.and_then(|key| self.kernels.remove(&key));
        }
        self.kernels.insert(key, (self.now, compiled));
    }
}

#[cfg(feature = "emulator")]
#[cfg(test)]
mod tests {
    use super::*;
    use crate::device::{Device, MachineChoice};

    /// Returns a kernel whose text contains this number.
    fn numbered(number: usize) -> KernelSource {
        const TEXT: &str = "#version 330 core\nout float result;\nvoid main() { result = float(NUMBER); }\n";
        KernelSource::new("numbered").fragment(TEXT).define("NUMBER", number)
    }

    #[test]
    fn a_kernel_is_compiled_once() -> Result<()> {
        let device = Device::choose(Era::Fragment, MachineChoice::Emulator)?;
        let (first, again, other) =
            (device.kernel(&numbered(1))?, device.kernel(&numbered(1))?, device.kernel(&numbered(2))?);
        assert!(Rc::ptr_eq(&first.compiled, &again.compiled));
        assert!(!Rc::ptr_eq(&first.compiled, &other.compiled));
        Ok(())
    }

    #[test]
    fn the_one_unused_for_longest_makes_room() -> Result<()> {
        let device = Device::choose(Era::Fragment, MachineChoice::Emulator)?;
        let mut kept = Kept::default();
        let key = |number: usize| (Era::Fragment, numbered(number).number());
        for number in 0..3 {
            kept.touch(key(0)); // always in use
            kept.keep(key(number), device.kernel(&numbered(number))?.compiled, 2);
        }
        assert_eq!(kept.kernels.len(), 2);
        assert!(kept.touch(key(0)).is_some() && kept.touch(key(2)).is_some() && kept.touch(key(1)).is_none());
        Ok(())
    }
}
