//! Lists the settings that a launch left open, and the defaults used for them.

use super::attributes;
use super::blocks;
use super::default_fill::describe_numbers;
use super::default_groups::describe_groups;
use super::launch::LaunchBounds;
use super::launch_run::LaunchRun;
use super::plan::{LaunchPlan, list_memories, uniform_item};
use super::settings::RunSetting;
use super::uniforms;
use gristmill_base::element::Scalar;
use gristmill_emulator::assembly::{Assembly, Register, SizeConstant, UniformSlot};
use gristmill_shader::{Attribute, Stage};

/// Lists the defaults used for these stages: groups or fragments, buffers, uniforms, textures.
fn list_stage_defaults(
    stages: &[&Assembly],
    settings: &[RunSetting],
    bounds: &LaunchBounds,
    plan: &LaunchPlan,
    attributes: &[Attribute],
) -> Vec<String> {
    let mut all = Vec::new();
    match stages.last().map(|assembly| assembly.stage) {
        Some(Stage::Compute) if !settings.iter().any(|setting| matches!(setting, RunSetting::Groups(_))) => {
            all.push(describe_groups(plan.dispatches.first().map_or([1; 3], |dispatch| dispatch.groups)));
        }
        // A vertex kernel alone has the vertices that it was given.
        Some(Stage::Vertex) if plan.vertices > 0 => {}
        Some(Stage::Fragment | Stage::Vertex)
            if !settings.iter().any(|setting| matches!(setting, RunSetting::Size(_))) =>
        {
            let [width, height] = bounds.size;
            let what = if is_vertex_alone(stages) { "vertices" } else { "fragments" };
            all.push(format!("{width} x {height} {what}"));
        }
        _ => {}
    }
    all.extend(stages.last().and_then(|assembly| describe_group_size(assembly, settings)));
    all.extend(plan.describe_unset(stages, settings));
    all.extend(attributes::describe_defaults(attributes, &plan.attributes, settings));
    all
}

impl LaunchRun<'_> {
    /// Lists the defaults used, with constants that have no value in the text.
    pub(super) fn list_defaults(&self) -> Vec<String> {
        let LaunchRun { assemblies, settings, bounds, plan, checked, .. } = self;
        let mut all = list_stage_defaults(assemblies, settings, bounds, plan, &checked.attributes);
        all.extend(
            checked
                .made_up_constants
                .iter()
                .map(|(name, value)| format!("constant {name} = {value}")),
        );
        all
    }

    /// Lists the defaults except for work groups and cleared memory: the numbers and sizes that may
    /// have caused a finding.
    pub(super) fn default_numbers(&self) -> Vec<String> {
        let mut all = self.list_defaults();
        all.retain(|taken| !["work group", "work groups", " zeros"].iter().any(|end| taken.ends_with(end)));
        all
    }
}

/// The fewest constant registers in a row that are described as a range.
const FEWEST_JOINED: usize = 3;

/// Describes constant registers of Direct3D in a row, with one value, as a range: an indexed shader has them all.
fn join_registers(all: &mut Vec<String>, begins: usize) {
    let split = |taken: &String| {
        let (number, value) = taken.strip_prefix('c')?.split_once(" = ")?;
        Some((number.parse::<usize>().ok()?, value.to_string()))
    };
    let tail = all.split_off(begins.min(all.len()));
    let mut rest = tail.as_slice();
    while let Some(first) = rest.first() {
        let known = split(first);
        let follows = |(place, taken): &(usize, &String)| {
            known
                .as_ref()
                .is_some_and(|(from, value)| split(taken) == Some((from + place, value.clone())))
        };
        let count = rest.iter().enumerate().take_while(follows).count();
        match (&known, count >= FEWEST_JOINED) {
            (Some((from, value)), true) => all.push(format!("c{from} to c{} = {value}", from + count - 1)),
            _ => all.extend(rest.iter().take(count.max(1)).cloned()),
        }
        rest = rest.get(count.max(1)..).unwrap_or_default();
    }
}

/// Returns true if a vertex kernel runs without a fragment kernel.
pub(super) fn is_vertex_alone(stages: &[&Assembly]) -> bool {
    matches!(stages, [only] if only.stage == Stage::Vertex)
}

impl LaunchPlan {
    /// Lists the buffers, uniforms and textures without settings, with their contents.
    fn describe_unset(&self, stages: &[&Assembly], settings: &[RunSetting]) -> Vec<String> {
        let mut all = Vec::new();
        for memory in &self.memories {
            let own = list_memories(stages).filter(|slot| memory.find_view(&slot.name).is_some());
            all.extend(blocks::describe_defaults(memory, own, settings, stages));
            all.extend(memory.short.iter().cloned());
        }
        for (number, stage) in stages.iter().enumerate() {
            let begins = all.len();
            for slot in &stage.uniforms {
                let taken = uniforms::describe_default(stage, slot, &self.describe_uniform(number, slot));
                all.extend(taken.filter(|taken| {
                    !settings.iter().any(|setting| match setting {
                        RunSetting::Uniform(name, _) => uniform_item(slot, name).is_some(),
                        _ => false,
                    }) && !all.contains(taken)
                }));
            }
            join_registers(&mut all, begins);
        }
        for texture in &self.textures {
            let says = |setting: &RunSetting| match setting {
                RunSetting::Image(name, _) | RunSetting::Output(_, name) => texture.is_called(name),
                _ => false,
            };
            if !settings.iter().any(says) {
                let [x, y, z] = texture.size;
                let storage = &texture.texture.storage;
                let is_zero = (0..storage.len()).all(|word| storage.load(word) == 0);
                let texels = if is_zero { "zeros" } else { "default texels" };
                all.push(format!("{} of {x} x {y} x {z} {texels}", texture.name));
            }
        }
        let unsaid = self.samplers.iter().filter(|sampler| sampler.said.is_none());
        all.extend(unsaid.map(|sampler| format!("{} = nearest,clamp", sampler.name)));
        all
    }

    /// Describes the content of a uniform of a stage in the first dispatch.
    fn describe_uniform(&self, stage: usize, slot: &UniformSlot) -> String {
        let registers = self.dispatches.first().and_then(|dispatch| dispatch.uniforms.get(stage));
        let registers = registers.map_or(&[][..], Vec::as_slice);
        let count = slot.words * slot.items;
        if slot.wide.is_some() {
            return format!("default numbers of {count} words");
        }
        let numbers: Vec<(u32, Scalar)> = (0..count.min(4))
            .map(|at| (read_register(registers, slot.first + at), slot.scalar))
            .map(|(word, scalar)| if slot.boolean { (word.min(1), Scalar::U32) } else { (word, scalar) })
            .collect();
        describe_numbers(&numbers, count as usize)
    }
}

/// Returns the value of a register, of which later ones override earlier ones; 0 if there is none.
fn read_register(registers: &[(Register, u32)], number: Register) -> u32 {
    let set = registers.iter().rev().find(|(register, _)| *register == number);
    set.map_or(0, |(_, word)| *word)
}

/// Describes the size of a work group whose constants are not set and have their defaults.
fn describe_group_size(assembly: &Assembly, settings: &[RunSetting]) -> Option<String> {
    let unset = assembly.size_constants.iter().filter(|constant| !is_set(constant, settings));
    let numbers: Vec<String> = unset.map(|constant| constant.number.to_string()).collect();
    if numbers.is_empty() {
        return None;
    }
    let [x, y, z] = assembly.local_size;
    let constants = numbers.join(" and ");
    Some(format!("groups of {x} x {y} x {z} invocations, because nothing sets constant {constants}"))
}

/// Returns true if a setting gives a constant of the size of groups.
pub(super) fn is_set(constant: &SizeConstant, settings: &[RunSetting]) -> bool {
    settings.iter().any(|setting| match setting {
        RunSetting::Constant(name, _) => *name == constant.number.to_string() || constant.names.contains(name),
        _ => false,
    })
}
