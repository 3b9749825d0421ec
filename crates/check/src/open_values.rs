//! Integers that no setting gives and that decide what a kernel does: uniforms, members of uniform blocks and of push
//! constants, and counts in buffers.

use super::blocks::{find_member, has_default_numbers, is_called};
use super::integer_members::{lane_name, visit_integers};
use super::plan::{LaunchPlan, uniform_item};
use super::settings::RunSetting;
use super::uniforms::is_declared_with_value;
use gristmill_base::element::Scalar;
use gristmill_emulator::assembly::{Assembly, MemorySlot, Register, TypeLayout, UniformSlot};
use gristmill_emulator::value_sources::{SourceFinder, ValueSources};

/// Most integers of a launch that are tried.
const MAX_OPEN_VALUES: usize = 32;

/// An integer that no setting gives.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct OpenValue {
    /// Its name, as a setting or a finding has it: `n`, `Params.count`, `size.x`.
    pub name: String,
    /// True if it is a `bool`.
    pub is_boolean: bool,
    /// True if a condition depends on it.
    pub steers: bool,
    scalar: Scalar,
    site: ValueSite,
}

/// The place of an integer.
#[derive(Debug, Clone, PartialEq, Eq)]
enum ValueSite {
    /// A register of a stage.
    Uniform(usize, Register),
    /// A word of the memory of that name.
    Memory(String, usize),
}

impl OpenValue {
    /// Returns its value in a plan, as a person reads it.
    pub(super) fn planned_value(&self, plan: &LaunchPlan) -> Option<i64> {
        let word = match &self.site {
            ValueSite::Uniform(stage, register) => {
                let registers = plan.dispatches.first()?.uniforms.get(*stage)?;
                registers.iter().rev().find(|(known, _)| known == register)?.1
            }
            ValueSite::Memory(name, word) => {
                let memory = plan.memories.iter().find(|memory| memory.find_view(name).is_some())?;
                *memory.words.get(*word)?
            }
        };
        Some(match self.scalar {
            _ if self.is_boolean => i64::from(word != 0),
            Scalar::I32 => i64::from(word as i32),
            _ => i64::from(word),
        })
    }

    /// Returns true if it is one of these sources of a stage.
    pub(super) fn is_among(&self, stage: usize, assembly: &Assembly, sources: &ValueSources) -> bool {
        match &self.site {
            ValueSite::Uniform(own, register) => *own == stage && sources.registers.contains(register),
            ValueSite::Memory(name, word) => sources.words.iter().any(|(slot, address)| {
                let slot = assembly.memories.get(usize::from(*slot));
                slot.is_some_and(|slot| slot.name == *name && address_word(slot, *address) == *word)
            }),
        }
    }
}

/// Returns the word of an address.
fn address_word(slot: &MemorySlot, address: u32) -> usize {
    if slot.is_byte_addressed() { address as usize / 4 } else { address as usize }
}

/// Lists the integers of these stages that no setting gives, those that steer first.
pub(super) fn list_open_values(stages: &[&Assembly], settings: &[RunSetting]) -> Vec<OpenValue> {
    let mut all: Vec<OpenValue> = vec![];
    for (number, assembly) in stages.iter().enumerate() {
        let sources = SourceFinder::new(assembly).find_branch_sources();
        let mut own = open_uniforms(number, assembly, settings);
        for slot in assembly.memories.iter().filter(|slot| has_default_numbers(assembly, slot)) {
            own.extend(open_members(slot, settings));
        }
        for mut value in own {
            value.steers = value.is_among(number, assembly, &sources);
            match all.iter_mut().find(|known| known.name == value.name) {
                Some(known) => known.steers |= value.steers,
                None => all.push(value),
            }
        }
    }
    all.sort_by_key(|value| !value.steers);
    all.truncate(MAX_OPEN_VALUES);
    all
}

/// Lists the integers among the uniforms of a stage.
fn open_uniforms(stage: usize, assembly: &Assembly, settings: &[RunSetting]) -> Vec<OpenValue> {
    let mut open = vec![];
    for slot in &assembly.uniforms {
        let is_integer = matches!(slot.scalar, Scalar::I32 | Scalar::U32) && slot.wide.is_none();
        let is_declared = slot.name.starts_with("gl_") || is_declared_with_value(assembly, slot);
        if !is_integer || slot.items != 1 || slot.words > 4 || is_declared || is_uniform_set(slot, settings) {
            continue;
        }
        open.extend((0..slot.words).map(|lane| OpenValue {
            name: lane_name(&slot.name, slot.words, lane as usize),
            is_boolean: slot.boolean,
            steers: false,
            scalar: slot.scalar,
            site: ValueSite::Uniform(stage, slot.first + lane),
        }));
    }
    open
}

/// Lists the integers among the members of a block.
fn open_members(slot: &MemorySlot, settings: &[RunSetting]) -> Vec<OpenValue> {
    let is_whole = |setting: &RunSetting| matches!(setting, RunSetting::Buffer(name, _) if is_called(slot, name));
    if settings.iter().any(is_whole) {
        return vec![];
    }
    let mut open = vec![];
    visit_integers(&slot.layout, &slot.name, 0, &mut |name, byte, scalar| {
        if !is_member_set(slot, byte, settings) {
            let site = ValueSite::Memory(slot.name.clone(), byte / 4);
            open.push(OpenValue { name, is_boolean: false, steers: false, scalar, site });
        }
    });
    open
}

fn is_uniform_set(slot: &UniformSlot, settings: &[RunSetting]) -> bool {
    settings.iter().any(|setting| match setting {
        RunSetting::Uniform(name, _) => uniform_item(slot, name).is_some(),
        RunSetting::Then(changed, _) => is_uniform_set(slot, changed),
        _ => false,
    })
}

/// Returns true if a setting gives the member at a byte.
fn is_member_set(slot: &MemorySlot, byte: usize, settings: &[RunSetting]) -> bool {
    settings.iter().any(|setting| match setting {
        RunSetting::Buffer(name, _) | RunSetting::Uniform(name, _) => {
            find_member(slot, name).is_some_and(|(first, layout)| holds_byte(layout, first, byte))
        }
        RunSetting::Then(changed, _) => is_member_set(slot, byte, changed),
        _ => false,
    })
}

fn holds_byte(layout: &TypeLayout, first: usize, byte: usize) -> bool {
    let mut holds = false;
    visit_integers(layout, "", first, &mut |_, own, _| holds |= own == byte);
    holds
}
