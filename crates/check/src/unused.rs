//! Settings for variables that a kernel declares and does not use: not a mistake, since the compiler removes them.

use super::blocks::{find_member, is_called};
use super::compiled::Checked;
use super::settings::RunSetting;
use gristmill_emulator::assembly::{Assembly, MemorySlot};
use gristmill_shader as shader;
use std::collections::BTreeSet;

impl Checked {
    /// Removes settings for variables that the kernel declares and does not use; returns the rest,
    /// and the names of the removed ones.
    pub(super) fn leave_out_unused(
        &self,
        settings: Vec<RunSetting>,
        stages: &[&Assembly],
    ) -> (Vec<RunSetting>, Vec<String>) {
        if settings.iter().all(|setting| {
            given_name(setting).map(str::to_string).is_none() && !matches!(setting, RunSetting::Then(..))
        }) {
            return (settings, vec![]);
        }
        let declared: BTreeSet<String> = self
            .stages
            .iter()
            .flat_map(|stage| shader::declared_names(&stage.spirv))
            .collect();
        let is_unused = |setting: &RunSetting| {
            let Some(name) = given_name(setting) else { return false };
            let is_read = self.attributes.iter().any(|attribute| attribute.name == name);
            let is_used = is_read || stages.iter().any(|assembly| has_slot(assembly, name));
            !is_used && declared.contains(base_name(name))
        };
        let mut unused: Vec<String> = vec![];
        let mut kept = vec![];
        for setting in settings {
            if is_unused(&setting) {
                unused.extend(given_name(&setting).map(str::to_string));
                continue;
            }
            kept.push(match setting {
                RunSetting::Then(inside, place) => {
                    let (left_out, inside): (Vec<_>, Vec<_>) = inside.into_iter().partition(&is_unused);
                    unused.extend(left_out.iter().filter_map(|setting| given_name(setting).map(str::to_string)));
                    RunSetting::Then(inside, place)
                }
                setting => setting,
            });
        }
        unused.sort();
        unused.dedup();
        (kept, unused)
    }
}

/// Returns true if a stage uses a variable of that name, of any kind.
fn has_slot(assembly: &Assembly, name: &str) -> bool {
    let mut memories = assembly.memories.iter();
    memories.any(|slot| has_member(slot, name) || has_member(slot, base_name(name)))
        || assembly.uniforms.iter().any(|slot| has_base_of(&slot.name, name))
        || assembly.textures.iter().any(|slot| {
            has_base_of(&slot.name, name) || slot.sampler.as_deref().is_some_and(|own| has_base_of(own, name))
        })
        || assembly.images.iter().any(|slot| has_base_of(&slot.name, name))
}

fn has_member(slot: &MemorySlot, name: &str) -> bool {
    is_called(slot, name) || find_member(slot, name).is_some()
}

fn has_base_of(own: &str, name: &str) -> bool {
    own == name || base_name(own) == base_name(name)
}

/// Returns the name of the variable that a setting gives.
fn given_name(setting: &RunSetting) -> Option<&str> {
    match setting {
        RunSetting::Buffer(name, _)
        | RunSetting::Uniform(name, _)
        | RunSetting::Image(name, _)
        | RunSetting::Sampler(name, _) => Some(name),
        _ => None,
    }
}

/// Returns the variable in a name: `lights` for `lights[0].place`.
fn base_name(name: &str) -> &str {
    name.split(['[', '.']).next().unwrap_or(name)
}
