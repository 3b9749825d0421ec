//! Plans a launch: from its settings to the bindings of each slot of the code.

use super::attributes::{self, PlannedAttribute};
use super::blocks::{self, PlannedBuffer, find_member, is_called};
use super::budget::Budget;
use super::content::Content;
use super::default_fill::Defaults;
use super::fill::{self, NumberPlace};
use super::images::{self, PlannedTexture};
use super::samplers::{self, PlannedSampler};
use super::settings::{GivenNumbers, ImageFill, RunSetting};
use super::uniforms::default_registers;
use gristmill_base::error::{Error, Result};
use gristmill_emulator::assembly::{Assembly, MemorySlot, MemorySpace, Register, UniformSlot};
use gristmill_emulator::bindings::{BoundMemory, SlotBindings};
use gristmill_emulator::event::MemoryKey;
use gristmill_emulator::number::NumberType as EmulatedNumber;
use gristmill_emulator::storage::Storage;
use gristmill_emulator::texture::TextureView;
use gristmill_shader::Attribute;
use std::sync::Arc;

/// Everything that the stages of a kernel are bound to, ready to be copied for each run.
pub(super) struct LaunchPlan {
    /// The dispatches in order, at least one.
    pub dispatches: Vec<PlannedDispatch>,
    /// Buffers and uniform blocks; those of one name in two stages or of one binding once.
    pub memories: Vec<PlannedBuffer>,
    /// Textures and images, likewise.
    pub textures: Vec<PlannedTexture>,
    /// Vertex streams.
    pub attributes: Vec<PlannedAttribute>,
    /// Vertices that a vertex kernel places; 0 if not set.
    pub vertices: u32,
    /// Samplers that are separate from textures, or have settings of their own.
    pub(super) samplers: Vec<PlannedSampler>,
}

/// The values of one dispatch.
#[derive(Debug, Clone, Default)]
pub(super) struct PlannedDispatch {
    pub groups: [u32; 3],
    /// Registers and words, for each stage.
    pub uniforms: Vec<Vec<(Register, u32)>>,
    /// Words of members that are set before it: the memory, the place, the word.
    words: Vec<(usize, NumberPlace, u32)>,
    /// Textures that hold an output of the previous pass, each with the name of that output.
    pub drawn: Vec<(usize, String)>,
}

impl PlannedDispatch {
    /// Returns the number of words it stores.
    fn word_count(&self) -> u128 {
        let registers = self.uniforms.iter().map(|stage| stage.len() as u128).sum::<u128>();
        registers + self.words.len() as u128 * 2
    }
}

/// The memories of one run, not shared with other runs.
pub(super) struct RunCopies {
    pub memories: Vec<Arc<Storage>>,
    pub textures: Vec<Arc<gristmill_emulator::texture::TextureView>>,
}

impl LaunchPlan {
    /// Plans a launch for these stages.
    ///
    /// # Errors
    /// [`Error::Name`] for a name that no stage has, [`Error::Data`] for numbers that do not fit,
    /// [`Error::Limit`] for too much memory in all.
    pub(super) fn new(
        budget: Budget,
        stages: &[&Assembly],
        (attributes, vertices, usual): (&[Attribute], u32, u32),
        settings: &[RunSetting],
        defaults: &Defaults,
    ) -> Result<LaunchPlan> {
        let memories = blocks::plan_buffers(budget, stages, settings, defaults)?;
        let vertices = match vertices {
            0 => attributes::count_vertices(budget, attributes, settings)?.unwrap_or(0),
            given => given,
        };
        let mut planned = attributes::plan_attributes(budget, attributes, vertices, settings)?;
        let count = if vertices == 0 { usual } else { vertices };
        planned.extend(attributes::default_streams(attributes, count, settings, defaults.fill));
        let samplers = samplers::plan_samplers(budget, stages, settings)?;
        let dispatches = vec![];
        let textures = vec![];
        let mut plan = LaunchPlan { dispatches, memories, textures, attributes: planned, vertices, samplers };
        plan.textures = images::plan_textures(budget, stages, settings, defaults)?;
        samplers::build_levels(&plan.samplers, stages, &mut plan.textures);
        plan.refuse_unknown(budget, stages, attributes, settings)?;
        let groups = settings.iter().find_map(|setting| match setting {
            RunSetting::Groups(groups) => Some(*groups),
            _ => None,
        });
        let groups = groups.or(defaults.groups).unwrap_or([1; 3]);
        let mut first = PlannedDispatch { groups, ..PlannedDispatch::default() };
        first.uniforms = uniform_registers(budget, stages, settings)?;
        for (own, stage) in first.uniforms.iter_mut().zip(stages) {
            own.splice(0..0, default_registers(stage, defaults));
        }
        plan.dispatches.push(first);
        for setting in settings {
            if let RunSetting::Then(changed, place) = setting {
                let next = plan.plan_next(budget, stages, changed);
                plan.dispatches
                    .push(next.map_err(|error| Error::data(format!("{place}: {error}")))?);
            }
        }
        let used = plan.total_bytes();
        budget.check_bytes(used).map(|()| plan)
    }

    /// Plans one more dispatch, by its differences from the first.
    fn plan_next(&self, budget: Budget, stages: &[&Assembly], changed: &[RunSetting]) -> Result<PlannedDispatch> {
        let mut dispatch = self.dispatches.first().cloned().unwrap_or_default();
        for setting in changed {
            match setting {
                RunSetting::Groups(groups) => dispatch.groups = *groups,
                RunSetting::Uniform(name, fill) => {
                    refuse_unknown_uniform(budget, stages, name)?;
                    let content = Content::from_fill(budget, fill)?;
                    for slot in stages.iter().flat_map(|assembly| &assembly.memories) {
                        let memory = self.memories.iter().position(|memory| memory.find_view(&slot.name).is_some());
                        let (Some((place, layout)), Some(memory)) = (find_member(slot, name), memory) else { continue };
                        let end = self.memories[memory].words.len();
                        for (at, place) in fill::enumerate_numbers(fill::find_places(layout, place, end)) {
                            let word = content
                                .value_at(at, &place)
                                .map_err(|why| Error::call(budget.kernel, format!("the uniform {name}: {why}")))?;
                            dispatch.words.extend(word.map(|word| (memory, place, word)));
                        }
                    }
                }
                RunSetting::Image(name, ImageFill::Drawn(output)) => {
                    dispatch.drawn.push((self.find_texture(budget, name)?, output.clone()));
                }
                _ => {}
            }
        }
        // Later values override earlier ones.
        for (own, more) in dispatch.uniforms.iter_mut().zip(uniform_registers(budget, stages, changed)?) {
            own.extend(more);
        }
        Ok(dispatch)
    }

    /// Returns the bytes of all dispatches, memories and textures: their initial content, the copy
    /// that runs, and the copy that is read back.
    pub(super) fn total_bytes(&self) -> u128 {
        let memories = self.memories.iter().map(|memory| memory.words.len() as u128);
        let textures = self.textures.iter().map(PlannedTexture::word_count);
        let dispatches = self.dispatches.iter().map(PlannedDispatch::word_count);
        memories.chain(textures).chain(dispatches).sum::<u128>() * 12
    }

    /// Returns the words of the memories and textures that a kernel can write.
    pub(super) fn writable_words(&self) -> u128 {
        let memories = self
            .memories
            .iter()
            .filter(|memory| memory.is_writable())
            .map(|memory| memory.words.len() as u128);
        let textures = self
            .textures
            .iter()
            .filter(|texture| texture.writable)
            .map(PlannedTexture::word_count);
        memories.chain(textures).sum()
    }

    /// Refuses settings for names that no stage has.
    fn refuse_unknown(
        &self,
        budget: Budget,
        stages: &[&Assembly],
        attributes: &[Attribute],
        settings: &[RunSetting],
    ) -> Result<()> {
        for setting in settings {
            match setting {
                RunSetting::Buffer(name, _)
                    if !list_memories(stages)
                        .any(|slot| is_called(slot, name) || find_member(slot, name).is_some())
                        && !attributes.iter().any(|attribute| attribute.name == *name) =>
                {
                    let views = self.memories.iter().flat_map(|memory| &memory.views);
                    let names = views.map(|view| view.name.clone());
                    let known = names.chain(attributes.iter().map(|attribute| attribute.name.clone())).collect();
                    return Err(budget.unknown_name("buffer", name, known));
                }
                RunSetting::Uniform(name, _) => {
                    refuse_unknown_uniform(budget, stages, name)?;
                }
                RunSetting::Image(name, _) | RunSetting::Output(_, name)
                    if !self.textures.iter().any(|texture| texture.is_called(name)) =>
                {
                    let known = self.textures.iter().flat_map(PlannedTexture::all_names).collect();
                    return Err(budget.unknown_name("sampler or image", name, known));
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// Returns fresh copies of all memories.
    pub(super) fn copy_memories(&self) -> RunCopies {
        RunCopies {
            memories: self
                .memories
                .iter()
                .map(|memory| Arc::new(Storage::from_words(&memory.words)))
                .collect(),
            textures: self.textures.iter().map(|texture| Arc::new(texture.copy_texture())).collect(),
        }
    }

    /// Returns true if the size of that buffer or texture is not set.
    pub(super) fn has_default_length(&self, name: &str) -> bool {
        let mut textures = self.textures.iter();
        self.memories
            .iter()
            .any(|memory| memory.has_default_length && memory.find_view(name).is_some())
            || textures.any(|texture| texture.has_default_size && texture.name == name)
    }

    /// Returns a texture's key among all memories.
    pub(super) fn texture_key(&self, texture: usize) -> MemoryKey {
        MemoryKey::Global(self.memories.len() + texture)
    }

    /// Sets the words that are specific to a dispatch.
    pub(super) fn set_dispatch_words(&self, dispatch: usize, copies: &RunCopies) {
        let words = self.dispatches.get(dispatch).map_or(&[][..], |dispatch| &dispatch.words);
        for (memory, place, word) in words {
            if let Some(storage) = copies.memories.get(*memory) {
                storage.store(place.word, place.write_value(storage.load(place.word), *word));
            }
        }
    }

    /// Returns the bindings of a stage in a dispatch; a pass is the first.
    pub(super) fn bind_stage(
        &self,
        dispatch: usize,
        stage: usize,
        assembly: &Assembly,
        copies: &RunCopies,
    ) -> SlotBindings {
        SlotBindings {
            uniforms: self
                .dispatches
                .get(dispatch)
                .and_then(|dispatch| dispatch.uniforms.get(stage))
                .cloned()
                .unwrap_or_default(),
            memories: assembly.memories.iter().map(|slot| self.bind_memory(slot, copies)).collect(),
            textures: assembly
                .textures
                .iter()
                .filter_map(|slot| {
                    let (key, texture) = self.bind_texture(&slot.name, copies)?;
                    Some((key, samplers::apply_sampler(&self.samplers, slot, texture)))
                })
                .collect(),
            images: assembly
                .images
                .iter()
                .filter_map(|slot| self.bind_texture(&slot.name, copies))
                .collect(),
            rounder: None,
        }
    }

    fn bind_texture(&self, name: &str, copies: &RunCopies) -> Option<(MemoryKey, Arc<TextureView>)> {
        let place = self.textures.iter().position(|texture| texture.has_name(name))?;
        Some((self.texture_key(place), copies.textures.get(place)?.clone()))
    }

    fn bind_memory(&self, slot: &MemorySlot, copies: &RunCopies) -> BoundMemory {
        if let MemorySpace::Shared(base) = slot.space {
            return BoundMemory::Shared { base, words: slot.words };
        }
        let place = self.memories.iter().position(|memory| memory.find_view(&slot.name).is_some());
        let storage = place.and_then(|place| copies.memories.get(place)).cloned();
        let storage = storage.unwrap_or_else(|| Arc::new(Storage::new(0)));
        BoundMemory::Global { key: MemoryKey::Global(place.unwrap_or(usize::MAX)), storage }
    }
}

pub(super) fn list_memories<'s>(stages: &'s [&'s Assembly]) -> impl Iterator<Item = &'s MemorySlot> {
    stages.iter().flat_map(|assembly| &assembly.memories)
}

/// Returns the first item of a uniform that a name means, and the number of items.
pub(super) fn uniform_item(slot: &UniformSlot, name: &str) -> Option<(u32, u32)> {
    if slot.name == name || name.strip_suffix("[0]") == Some(&slot.name) && slot.items == 1 {
        return Some((0, slot.items));
    }
    let index = name.strip_prefix(slot.name.as_str())?.strip_prefix('[')?.strip_suffix(']')?;
    let item: u32 = index.parse().ok().filter(|item| *item < slot.items)?;
    Some((item, 1))
}

/// Refuses a name that no stage has as a uniform or a member.
fn refuse_unknown_uniform(budget: Budget, stages: &[&Assembly], name: &str) -> Result<()> {
    let is_item = list_uniforms(stages).any(|slot| uniform_item(slot, name).is_some());
    if is_item || list_memories(stages).any(|slot| find_member(slot, name).is_some()) {
        return Ok(());
    }
    if list_memories(stages).any(|slot| is_called(slot, name)) {
        let sentence = format!(
            "{name} is a block of memory, not one uniform; set a member of it, as in --uniform {name}.MEMBER=1, or all \
             its numbers by --buffer {name}=1,2"
        );
        return Err(Error::call(budget.kernel, sentence));
    }
    let members = list_memories(stages).flat_map(blocks::list_uniform_members);
    let known = list_uniforms(stages).map(|slot| slot.name.clone()).chain(members).collect();
    Err(budget.unknown_name("uniform", name, known))
}

fn list_uniforms<'s>(stages: &'s [&'s Assembly]) -> impl Iterator<Item = &'s UniformSlot> {
    stages.iter().flat_map(|assembly| &assembly.uniforms)
}

/// Returns the register values of each stage's uniforms from settings.
fn uniform_registers(
    budget: Budget,
    stages: &[&Assembly],
    settings: &[RunSetting],
) -> Result<Vec<Vec<(Register, u32)>>> {
    let mut all = vec![];
    for assembly in stages {
        let mut registers = vec![];
        for slot in &assembly.uniforms {
            registers.extend(shared_initializer(assembly, slot, stages));
            for setting in settings {
                if let RunSetting::Uniform(name, fill) = setting
                    && let Some((item, items)) = uniform_item(slot, name)
                {
                    let content = Content::from_fill(budget, fill)?;
                    set_uniform(budget, slot, name, [item, items], &content, &mut registers)?;
                }
            }
        }
        all.push(registers);
    }
    Ok(all)
}

/// Returns the initial value from another stage that declares the same uniform, if this stage declares none.
fn shared_initializer(own: &Assembly, slot: &UniformSlot, stages: &[&Assembly]) -> Vec<(Register, u32)> {
    let words = slot.words * slot.items;
    if !list_constants(own, slot.first, words).is_empty() {
        return vec![];
    }
    let others = stages
        .iter()
        .filter(|assembly| assembly.uniforms.iter().any(|other| other.name == slot.name))
        .flat_map(|assembly| {
            let slots = assembly.uniforms.iter().filter(|other| other.name == slot.name);
            slots.flat_map(|other| list_constants(assembly, other.first, words))
        });
    others.map(|(at, word)| (slot.first + at, word)).collect()
}

fn list_constants(assembly: &Assembly, first: Register, words: Register) -> Vec<(Register, u32)> {
    let behind = assembly.constants.iter().filter(|(register, _)| *register >= first);
    let inside = behind.filter(|(register, _)| register - first < words);
    inside.map(|(register, word)| (register - first, *word)).collect::<Vec<_>>()
}

/// Puts the numbers of a uniform into the registers of these items of its slot.
fn set_uniform(
    budget: Budget,
    slot: &UniformSlot,
    name: &str,
    [item, items]: [u32; 2],
    content: &Content,
    registers: &mut Vec<(Register, u32)>,
) -> Result<()> {
    let each = slot.words / slot.wide.map_or(1, EmulatedNumber::register_count);
    let given = match content {
        // Raw words in register layout, two for a 64-bit number.
        Content::Numbers(GivenNumbers::Words(words)) => {
            words.len() / slot.wide.map_or(1, |number| number.register_count() as usize)
        }
        _ => content.scalar_count(),
    };
    let most = each as usize * items as usize;
    let whole = each > 0 && given.is_multiple_of(each as usize);
    if given == 0 || given > most || !whole {
        let wanted = if items > 1 { format!("{each} for each of {items} items") } else { most.to_string() };
        let sentence = format!("the uniform {name} takes {wanted} numbers, {given} are given");
        return Err(Error::call(budget.kernel, sentence));
    }
    for at in 0..given {
        if let Some(number) = slot.wide {
            let words = content
                .source()
                .wide_at(at, at * 2, number)
                .map_err(|why| refuse_uniform(budget, name, why))?
                .unwrap_or([0; 2]);
            registers.extend(
                words
                    .into_iter()
                    .enumerate()
                    .map(|(word, value)| (find_register(slot, item, at * 2 + word), value)),
            );
            continue;
        }
        let word = content
            .word_at(at, slot.scalar)
            .map_err(|why| refuse_uniform(budget, name, why))?
            .unwrap_or(0);
        let word = if slot.boolean && word != 0 { u32::MAX } else { word };
        registers.push((find_register(slot, item, at), word));
    }
    Ok(())
}

fn refuse_uniform(budget: Budget, name: &str, why: String) -> Error {
    Error::call(budget.kernel, format!("the uniform {name}: {why}"))
}

fn find_register(slot: &UniformSlot, item: u32, word: usize) -> u32 {
    let register = u64::from(slot.first) + u64::from(item) * u64::from(slot.words) + word as u64;
    u32::try_from(register).unwrap_or(u32::MAX)
}
