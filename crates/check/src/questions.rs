//! Settings that nobody gave, as `// run:` comments have them: a person replaces the values that were used.

use super::launch_run::LaunchRun;
use super::plan::{LaunchPlan, list_memories, uniform_item};
use super::settings::{COMMENT_MARK, PROGRAM_COMMENT_MARK, RunSetting};
use super::uniforms::is_declared_with_value;
use super::{blocks, defaults};
use gristmill_base::element::Scalar;
use gristmill_emulator::assembly::{MemorySlot, MemorySpace, TypeLayout, UniformSlot};
use gristmill_shader::Stage;

/// Most numbers that a question writes out.
const MAX_WRITTEN_NUMBERS: usize = 16;

/// Lists the settings that nobody gave, as lines of the kernel's own comments.
pub(super) fn list_questions(running: &LaunchRun) -> Vec<String> {
    let is_program = running
        .checked
        .stages
        .last()
        .is_some_and(|stage| stage.expanded.text.starts_with("!!"));
    let mark = if is_program { PROGRAM_COMMENT_MARK } else { COMMENT_MARK };
    list_open_settings(running)
        .iter()
        .map(|setting| format!("{mark} {setting}"))
        .collect()
}

fn list_open_settings(running: &LaunchRun) -> Vec<String> {
    let LaunchRun { settings, plan, assemblies, bounds, .. } = running;
    let mut open = vec![];
    let is_compute = assemblies.last().is_some_and(|assembly| assembly.stage == Stage::Compute);
    let is_vertex = defaults::is_vertex_alone(assemblies);
    if is_compute && !settings.iter().any(|setting| matches!(setting, RunSetting::Groups(_))) {
        let [x, y, z] = plan.dispatches.first().map_or([1; 3], |dispatch| dispatch.groups);
        open.push(match [y, z] {
            [1, 1] => format!("groups {x}"),
            _ => format!("groups {x},{y},{z}"),
        });
    }
    if !is_compute && !is_vertex && !settings.iter().any(|setting| matches!(setting, RunSetting::Size(_))) {
        let [width, height] = bounds.size;
        open.push(format!("size {width}x{height}"));
    }
    let made_up = running.checked.made_up_constants.iter();
    open.extend(made_up.map(|(name, value)| format!("constant {name}={value}")));
    for (number, assembly) in assemblies.iter().enumerate() {
        let constants = assembly.size_constants.iter();
        let unset = constants.filter(|constant| !defaults::is_set(constant, settings));
        open.extend(unset.map(|constant| format!("constant {}={}", constant.number, assembly.local_size[0])));
        for slot in &assembly.uniforms {
            let is_given = slot.name.starts_with("gl_")
                || is_declared_with_value(assembly, slot)
                || settings.iter().any(
                    |setting| matches!(setting, RunSetting::Uniform(name, _) if uniform_item(slot, name).is_some()),
                );
            if !is_given && slot.wide.is_none() {
                open.push(format!("uniform {}={}", slot.name, write_uniform(plan, number, slot)));
            }
        }
    }
    for slot in list_memories(assemblies) {
        open.extend(ask_memory(plan, slot, settings));
    }
    for texture in &plan.textures {
        let is_set = |setting: &RunSetting| matches!(setting, RunSetting::Image(name, _) if texture.is_called(name));
        if !settings.iter().any(is_set) {
            let [x, y, _] = texture.size;
            open.push(format!("image {}=random:{x}x{y}", texture.name));
        }
    }
    let mut seen = std::collections::BTreeSet::new();
    open.retain(|question| seen.insert(question.clone()));
    open
}

fn write_uniform(plan: &LaunchPlan, stage: usize, slot: &UniformSlot) -> String {
    let registers = plan.dispatches.first().and_then(|dispatch| dispatch.uniforms.get(stage));
    let count = (slot.words * slot.items).min(MAX_WRITTEN_NUMBERS as u32);
    let numbers = (slot.first..slot.first + count).map(|register| {
        let words = registers.into_iter().flatten();
        let word = words.rev().find(|(known, _)| *known == register).map_or(0, |(_, word)| *word);
        if slot.boolean { u32::from(word != 0).to_string() } else { write_number(word, slot.scalar) }
    });
    numbers.collect::<Vec<_>>().join(",")
}

fn write_number(word: u32, scalar: Scalar) -> String {
    match scalar {
        Scalar::I32 => (word as i32).to_string(),
        Scalar::U32 => word.to_string(),
        _ => f32::from_bits(word).to_string(),
    }
}

/// Asks for a block that nobody set: its members one by one, where it is one of uniforms.
fn ask_memory(plan: &LaunchPlan, slot: &MemorySlot, settings: &[RunSetting]) -> Vec<String> {
    let is_set = |setting: &RunSetting| match setting {
        RunSetting::Buffer(name, _) => blocks::is_called(slot, name) || blocks::find_member(slot, name).is_some(),
        RunSetting::Uniform(name, _) => blocks::find_member(slot, name).is_some(),
        _ => false,
    };
    if matches!(slot.space, MemorySpace::Shared(_)) || settings.iter().any(is_set) {
        return vec![];
    }
    let Some(memory) = plan.memories.iter().find(|memory| memory.find_view(&slot.name).is_some()) else {
        return vec![];
    };
    let TypeLayout::Struct(members) = &slot.layout else { return vec![] };
    if slot.space != MemorySpace::Uniform {
        return vec![format!("buffer {}=random:{}", slot.name, memory.words.len())];
    }
    let questions = members.iter().filter_map(|(member, offset, layout)| {
        let (scalar, lanes) = match layout {
            TypeLayout::Scalar(scalar) => (*scalar, 1),
            TypeLayout::Vector(scalar, lanes) => (*scalar, usize::from(*lanes)),
            _ => return None,
        };
        let first = *offset as usize / 4;
        let words = memory.words.get(first..first + lanes)?;
        let numbers: Vec<String> = words.iter().map(|word| write_number(*word, scalar)).collect();
        Some(format!("uniform {}.{member}={}", slot.name, numbers.join(",")))
    });
    questions.collect()
}
