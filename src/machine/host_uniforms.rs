//! Uniforms that the host's code sets, and pinned values that override them.

use gristmill_base::error::{Error, Result};
use gristmill_machine::Value;
use std::cell::{Cell, RefCell};

/// The most different values of a uniform that are recorded.
const MAX_VALUES: usize = 64;

/// A uniform as the host's code set it in the launches of a kernel: see
/// [`Device::note_uniforms`](crate::Device::note_uniforms).
///
/// ```
/// use gristmill::{Device, Era, HostUniform, algorithms::scan};
/// # let Ok(device) = Device::open(Era::Fragment) else { return Ok(()) };
/// device.note_uniforms(true);
/// let numbers = device.stream(&[1.0; 8])?;
/// scan::fragment(&device, &numbers)?;
/// let stride: &HostUniform = &device.note_uniforms(false)[0];
/// assert_eq!((stride.kernel.as_str(), stride.name.as_str()), ("scan.frag", "stride"));
/// assert_eq!(stride.values, [1.into(), 2.into(), 4.into()]); // another one in each pass
/// # Ok::<(), gristmill::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct HostUniform {
    /// The kernel's file.
    pub kernel: String,
    /// The uniform's name; of an array, that of one item.
    pub name: String,
    /// Its different values in the order of their first use, 64 at most; a single one if all launches had the same.
    pub values: Vec<Value>,
}

/// A value that overrides the one of the host's code.
struct PinnedUniform {
    kernel: String,
    name: String,
    value: Value,
}

/// Recorded uniforms, and pinned ones.
#[derive(Default)]
pub(crate) struct HostUniforms {
    /// True if a call needs to look at the other fields.
    asked: Cell<bool>,
    noted: RefCell<Option<Vec<HostUniform>>>,
    pinned: RefCell<Vec<PinnedUniform>>,
}

impl HostUniforms {
    /// Returns true if anything is recorded or pinned.
    #[inline]
    pub(crate) fn is_active(&self) -> bool {
        self.asked.get()
    }

    /// Starts or stops recording; returns the uniforms recorded until now.
    pub(crate) fn note_uniforms(&self, from_now: bool) -> Vec<HostUniform> {
        let noted = self.noted.replace(from_now.then(Vec::new));
        self.update_active();
        noted.unwrap_or_default()
    }

    /// Pins a uniform, or releases it.
    pub(crate) fn pin_uniform(&self, kernel: &str, name: &str, value: Option<Value>) {
        let mut pinned = self.pinned.borrow_mut();
        pinned.retain(|pin| (pin.kernel.as_str(), pin.name.as_str()) != (kernel, name));
        pinned.extend(value.map(|value| PinnedUniform { kernel: kernel.to_string(), name: name.to_string(), value }));
        drop(pinned);
        self.update_active();
    }

    fn update_active(&self) {
        self.asked
            .set(self.noted.borrow().is_some() || !self.pinned.borrow().is_empty());
    }

    /// Records the uniforms of a call, and overrides those that are pinned.
    ///
    /// # Errors
    /// [`Error::Name`] if the kernel has no uniform of a pinned name, [`Error::Call`] if its type differs.
    pub(crate) fn note_and_override(&self, kernel: &str, uniforms: &mut [(&str, Value)]) -> Result<()> {
        if let Some(noted) = &mut *self.noted.borrow_mut() {
            for (name, value) in uniforms.iter() {
                note_value(noted, kernel, name, *value);
            }
        }
        for pin in self.pinned.borrow().iter().filter(|pin| pin.kernel == kernel) {
            let Some(at) = uniforms.iter().position(|(name, _)| *name == pin.name) else {
                let kernel = kernel.to_string();
                let given = pin.name.clone();
                return Err(Error::Name {
                    kernel,
                    kind: "uniform",
                    given,
                    known: uniforms.iter().map(|(name, _)| name.to_string()).collect(),
                });
            };
            let (name, value) = &mut uniforms[at];
            let wanted = value.glsl();
            let given = pin.value.glsl();
            if wanted != given {
                let sentence = format!("the uniform {name} is {wanted}, and is pinned to {given}; pin it to {wanted}");
                return Err(Error::call(kernel, sentence));
            }
            *value = pin.value;
        }
        Ok(())
    }
}

fn note_value(noted: &mut Vec<HostUniform>, kernel: &str, name: &str, value: Value) {
    match noted.iter_mut().find(|known| known.kernel == kernel && known.name == name) {
        Some(known) if known.values.len() == MAX_VALUES || known.values.contains(&value) => (),
        Some(known) => known.values.push(value),
        None => noted.push(HostUniform { kernel: kernel.to_string(), name: name.to_string(), values: vec![value] }),
    }
}
