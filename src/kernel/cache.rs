//! Cache of a device's compiled kernels.

use super::compiled::{CompiledKernel, compile_kernel};
use super::{Kernel, KernelSource, edits};
use crate::machine::Machine;
use gristmill_base::era::Era;
use gristmill_base::error::Result;
use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

/// The most kernels that the cache holds; the least recently used one is evicted.
const CAPACITY: usize = 1_024;

/// Compiled kernels by their source's key and era, each with the time of its last use.
#[derive(Default)]
pub(crate) struct KernelCache(RefCell<CacheEntries>);

#[derive(Default)]
struct CacheEntries {
    kernels: HashMap<(Era, u128), (u64, Rc<CompiledKernel>)>,
    now: u64,
}

impl KernelCache {
    /// Returns the kernel's side for an era, from the cache or newly compiled.
    ///
    /// # Errors
    /// Errors of the compilation.
    pub(crate) fn get_or_compile(&self, machine: &Rc<Machine>, era: Era, source: &KernelSource) -> Result<Kernel> {
        let key = (era, source.cache_key());
        let known = self.0.borrow_mut().look_up(key);
        let compiled = match known {
            Some(compiled) => compiled,
            None => {
                let (compiled, files) = edits::collect_files(|| compile_kernel(machine, era, source));
                let compiled = Rc::new(CompiledKernel { files, ..compiled? });
                self.0.borrow_mut().insert_kernel(key, compiled.clone(), CAPACITY);
                compiled
            }
        };
        edits::note_files(&compiled.files);
        Ok(Kernel { compiled, machine: machine.clone() })
    }
}

impl CacheEntries {
    fn look_up(&mut self, key: (Era, u128)) -> Option<Rc<CompiledKernel>> {
        self.now += 1;
        let (used, compiled) = self.kernels.get_mut(&key)?;
        *used = self.now;
        Some(compiled.clone())
    }

    fn insert_kernel(&mut self, key: (Era, u128), compiled: Rc<CompiledKernel>, room: usize) {
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
    fn kernel_numbered(number: usize) -> KernelSource {
        const TEXT: &str = "#version 330 core\nout float result;\nvoid main() { result = float(NUMBER); }\n";
        KernelSource::new("numbered").fragment(TEXT).define("NUMBER", number)
    }

    #[test]
    fn a_kernel_is_compiled_once() -> Result<()> {
        let device = Device::choose(Era::Fragment, MachineChoice::Emulator)?;
        let first = device.kernel(&kernel_numbered(1))?;
        let again = device.kernel(&kernel_numbered(1))?;
        let other = device.kernel(&kernel_numbered(2))?;
        assert!(Rc::ptr_eq(&first.compiled, &again.compiled));
        assert!(!Rc::ptr_eq(&first.compiled, &other.compiled));
        Ok(())
    }

    #[test]
    fn the_one_unused_for_longest_makes_room() -> Result<()> {
        let device = Device::choose(Era::Fragment, MachineChoice::Emulator)?;
        let mut kept = CacheEntries::default();
        let key = |number: usize| (Era::Fragment, kernel_numbered(number).cache_key());
        for number in 0..3 {
            kept.look_up(key(0)); // always in use
            kept.insert_kernel(key(number), device.kernel(&kernel_numbered(number))?.compiled, 2);
        }
        assert_eq!(kept.kernels.len(), 2);
        assert!(kept.look_up(key(0)).is_some() && kept.look_up(key(2)).is_some() && kept.look_up(key(1)).is_none());
        Ok(())
    }
}
