//! Default values of uniforms.

use super::default_fill::Defaults;
use super::fill;
use super::integer_members::lane_name;
use gristmill_emulator::assembly::{Assembly, Register, TypeLayout, UniformSlot};

/// Describes the value of a uniform without a setting; `None` if the kernel itself declares a value.
pub(super) fn describe_default(assembly: &Assembly, slot: &UniformSlot, value: &str) -> Option<String> {
    let is_of_opengl = slot.name.starts_with("gl_") || slot.name.starts_with("state.");
    match (is_declared_with_value(assembly, slot), is_of_opengl) {
        (false, _) => Some(format!("{} = {value}", slot.name)),
        (true, true) => Some(format!("{} as OpenGL begins with it", slot.name)),
        (true, false) => None,
    }
}

/// Returns true if a stage declares a uniform with a value.
pub(super) fn is_declared_with_value(assembly: &Assembly, slot: &UniformSlot) -> bool {
    let end = slot.first.saturating_add(slot.words.saturating_mul(slot.items));
    let mut constants = assembly.constants.iter();
    constants.any(|(register, _)| (slot.first..end).contains(register))
}

/// Returns the default numbers of uniforms, to be put before those that are set. Uniforms that are
/// declared with a value keep it.
pub(super) fn default_registers(assembly: &Assembly, values: &Defaults) -> Vec<(Register, u32)> {
    let mut registers = vec![];
    for slot in assembly.uniforms.iter().filter(|slot| !is_declared_with_value(assembly, slot)) {
        let words = slot.words * slot.items;
        let mut defaults = vec![0; words as usize];
        let number = slot.wide.map_or(TypeLayout::Scalar(slot.scalar), TypeLayout::Number);
        let bytes = slot.wide.map_or(4, |number| number.register_count() * 4);
        let layout = TypeLayout::Array { item: Box::new(number), stride: bytes, items: words * 4 / bytes };
        // A default number is valid for every type.
        let _ = fill::fill_words(&layout, 0, &mut defaults, &fill::NumberSource::DefaultUniform(values.fill));
        for (lane, word) in defaults.iter_mut().enumerate() {
            let set = values.values.get(&lane_name(&slot.name, slot.words * slot.items, lane));
            *word = set.copied().unwrap_or(*word);
        }
        registers.extend(
            (slot.first..).zip(
                defaults
                    .into_iter()
                    .map(|word: u32| if slot.boolean && word != 0 { u32::MAX } else { word }),
            ),
        );
    }
    registers
}
