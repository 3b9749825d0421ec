//! What a uniform holds that nothing gives a value.

use crate::emulator::assembly::{Assembly, UniformSlot};

/// Returns what a uniform of a stage holds without a value given, in words; `None` if the kernel itself declares its value.
pub(super) fn default_of(assembly: &Assembly, slot: &UniformSlot) -> Option<String> {
    let end = slot.first.saturating_add(slot.words.saturating_mul(slot.items));
    let is_declared = assembly
        .constants
        .iter()
        .any(|(register, _)| (slot.first..end).contains(register));
    match (is_declared, slot.name.starts_with("gl_") || slot.name.starts_with("state.")) {
        (false, _) => Some(format!("{} = 0", slot.name)),
        (true, true) => Some(format!("{} as OpenGL begins with it", slot.name)),
        (true, false) => None,
    }
}
