//! From what a launch says to what each slot of the code is bound to.

use super::fill::{self, Source};
use super::images::{self, Texture};
use super::run::{Fill, Numbers, Setting};
use crate::data::error::{Error, Result};
use crate::emulator::assembly::{Assembly, Layout, MemorySlot, Register, Space, UniformSlot};
use crate::emulator::bindings::{Bindings, Bound};
use crate::emulator::event::Key;
use crate::emulator::storage::Storage;
use std::path::Path;
use std::sync::Arc;

/// Words of a buffer that nobody fills.
const UNFILLED: usize = 1024;

/// Everything that the stages of a kernel are bound to, ready to be copied for each run.
pub(super) struct Plan {
    /// For each stage.
    uniforms: Vec<Vec<(Register, u32)>>,
    /// Buffers and uniform blocks, those of one name in two stages once.
    pub memories: Vec<Memory>,
    /// Textures and images, in the same way.
    pub textures: Vec<Texture>,
}

/// A buffer or a uniform block.
pub(super) struct Memory {
    pub name: String,
    pub layout: Layout,
    pub words: Vec<u32>,
    pub writable: bool,
}

/// What one run uses: nothing of it is another run's.
pub(super) struct Copies {
    pub memories: Vec<Arc<Storage>>,
    pub textures: Vec<Arc<crate::emulator::texture::Texture>>,
}

/// Who asks, for the errors, and what there may be at most.
#[derive(Clone, Copy)]
pub(super) struct Asking<'a> {
    pub kernel: &'a str,
    /// Where the kernel's own files lie.
    pub folder: Option<&'a Path>,
    /// Bytes of all memories together.
    pub most: usize,
}

impl Asking<'_> {
    fn unknown(&self, kind: &'static str, given: &str, known: Vec<String>) -> Error {
        Error::Name { kernel: self.kernel.to_string(), kind, given: given.to_string(), known }
    }

    /// The room that is left, or what is wrong.
    pub(super) fn within(&self, bytes: u128) -> Result<()> {
        if bytes <= self.most as u128 {
            return Ok(());
        }
        let thing = format!(
            "{}: bytes of its buffers, images and registers, of the copies that are compared and of who used what",
            self.kernel
        );
        Err(Error::limit(thing, bytes, self.most as u128, "make them smaller, or allow more with --memory"))
    }
}

impl Plan {
    /// The plan of a launch for these stages.
    ///
    /// # Errors
    /// [`Error::Name`] for what no stage has, [`Error::Data`] for numbers that do not fit, [`Error::Limit`] for too much of it all.
    pub(super) fn new(asking: Asking, stages: &[&Assembly], settings: &[Setting]) -> Result<Plan> {
        let mut plan = Plan { uniforms: vec![], memories: vec![], textures: vec![] };
        for slot in stages.iter().flat_map(|assembly| &assembly.memories) {
            plan.add_memory(asking, slot, settings)?;
        }
        plan.textures = images::all(asking, stages, settings)?;
        plan.refuse_unknown(asking, stages, settings)?;
        for assembly in stages {
            let mut registers = vec![];
            for slot in &assembly.uniforms {
                for setting in settings {
                    if let Setting::Uniform(name, numbers) = setting {
                        set_uniform(asking, slot, name, numbers, &mut registers)?;
                    }
                }
            }
            plan.uniforms.push(registers);
        }
        let used = plan.bytes();
        asking.within(used).map(|()| plan)
    }

    /// Bytes of all memories and textures: what they start with, the copy that runs, and what is read back.
    pub(super) fn bytes(&self) -> u128 {
        let memories = self.memories.iter().map(|memory| memory.words.len() as u128);
        let textures = self.textures.iter().map(Texture::words);
        memories.chain(textures).sum::<u128>() * 12
    }

    /// Words of the memories and textures that a kernel can write.
    pub(super) fn writable(&self) -> u128 {
        let memories = self
            .memories
            .iter()
            .filter(|memory| memory.writable)
            .map(|memory| memory.words.len() as u128);
        let textures = self.textures.iter().filter(|texture| texture.writable).map(Texture::words);
        memories.chain(textures).sum()
    }

    fn add_memory(&mut self, asking: Asking, slot: &MemorySlot, settings: &[Setting]) -> Result<()> {
        if matches!(slot.space, Space::Shared(_)) {
            return Ok(());
        }
        let writable = !slot.readonly && slot.space != Space::Uniform;
        if let Some(known) = self.memories.iter_mut().find(|memory| memory.name == slot.name) {
            known.writable |= writable;
            return Ok(());
        }
        let wrong = |name: &str, why: String| Error::data(format!("{}: the buffer {name}: {why}", asking.kernel));
        // A launch stands behind the comments, and may call the block by its other name.
        let given = settings.iter().rev().find_map(|setting| match setting {
            Setting::Buffer(name, fill) if is_called(slot, name) => Some((name, fill)),
            _ => None,
        });
        let fixed = slot.words as usize;
        let most = asking.most / 4;
        let length = match given {
            Some((_, Fill::Made(_, words))) => fixed.max(*words as usize),
            Some((_, Fill::Given(numbers))) => fixed.max(fill::words_for(&slot.layout, count(numbers), most)),
            None if slot.space == Space::Uniform => fixed,
            None => fixed.max(UNFILLED),
        };
        asking.within(self.bytes() + length as u128 * 12)?;
        let mut words = vec![0; length];
        if let Some((name, content)) = given {
            let source = match content {
                Fill::Made(pattern, _) => Source::Made(*pattern),
                Fill::Given(numbers) => Source::of(numbers),
            };
            let filled = fill::fill(&slot.layout, &mut words, &source).map_err(|why| wrong(name, why))?;
            if let Fill::Given(numbers) = content
                && filled < count(numbers)
            {
                return Err(wrong(name, format!("{} numbers are given, it has {filled}", count(numbers))));
            }
        }
        for setting in settings {
            let Setting::Uniform(name, numbers) = setting else { continue };
            let Some((place, layout)) = member_of(slot, name) else { continue };
            let rest = words.get_mut(place..).unwrap_or_default();
            let end = fill::words_for(layout, usize::MAX, rest.len());
            let filled = fill::fill(layout, &mut rest[..end], &Source::of(numbers)).map_err(|why| wrong(name, why))?;
            if filled < count(numbers) {
                return Err(wrong(name, format!("{} numbers are given, it has {filled}", count(numbers))));
            }
        }
        self.memories
            .push(Memory { name: slot.name.clone(), layout: slot.layout.clone(), words, writable });
        Ok(())
    }

    /// A name that no stage has is a mistake, whatever it was given for.
    fn refuse_unknown(&self, asking: Asking, stages: &[&Assembly], settings: &[Setting]) -> Result<()> {
        let slots = || stages.iter().flat_map(|assembly| &assembly.memories);
        let uniforms = || stages.iter().flat_map(|assembly| &assembly.uniforms);
        for setting in settings {
            match setting {
                Setting::Buffer(name, _) if !slots().any(|slot| is_called(slot, name)) => {
                    let known = self.memories.iter().map(|memory| memory.name.clone()).collect();
                    return Err(asking.unknown("buffer", name, known));
                }
                Setting::Uniform(name, _) => {
                    let item = uniforms().any(|slot| item_of(slot, name).is_some());
                    if !item && !slots().any(|slot| member_of(slot, name).is_some()) {
                        let known = uniforms().map(|slot| slot.name.clone()).collect();
                        return Err(asking.unknown("uniform", name, known));
                    }
                }
                Setting::Image(name, _) | Setting::Output(_, name)
                    if !self.textures.iter().any(|texture| texture.is_called(name)) =>
                {
                    let known = self.textures.iter().map(|texture| texture.name.clone()).collect();
                    return Err(asking.unknown("sampler or image", name, known));
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// Fresh copies of everything.
    pub(super) fn copies(&self) -> Copies {
        Copies {
            memories: self
                .memories
                .iter()
                .map(|memory| Arc::new(Storage::of(&memory.words)))
                .collect(),
            textures: self.textures.iter().map(|texture| Arc::new(texture.copy())).collect(),
        }
    }

    /// A texture's number among all memories.
    pub(super) fn key(&self, texture: usize) -> Key {
        Key::Global(self.memories.len() + texture)
    }

    /// What a stage is bound to.
    pub(super) fn bindings(&self, stage: usize, assembly: &Assembly, copies: &Copies) -> Bindings {
        let memory = |slot: &MemorySlot| {
            if let Space::Shared(base) = slot.space {
                return Bound::Shared { base, words: slot.words };
            }
            let place = self.memories.iter().position(|memory| memory.name == slot.name);
            let storage = place.and_then(|place| copies.memories.get(place)).cloned();
            let storage = storage.unwrap_or_else(|| Arc::new(Storage::new(0)));
            Bound::Global { key: Key::Global(place.unwrap_or(usize::MAX)), storage }
        };
        let texture = |name: &str| {
            let place = self.textures.iter().position(|texture| texture.name == name)?;
            Some((self.key(place), copies.textures.get(place)?.clone()))
        };
        Bindings {
            uniforms: self.uniforms.get(stage).cloned().unwrap_or_default(),
            memories: assembly.memories.iter().map(memory).collect(),
            textures: assembly.textures.iter().filter_map(|slot| texture(&slot.name)).collect(),
            images: assembly.images.iter().filter_map(|slot| texture(&slot.name)).collect(),
        }
    }
}

fn count(numbers: &Numbers) -> usize {
    match numbers {
        Numbers::Written(numbers) => numbers.len(),
        Numbers::Words(words) => words.len(),
    }
}

/// A block is known by its own name, or by that of its last member, as streams are.
fn is_called(slot: &MemorySlot, name: &str) -> bool {
    let last = match &slot.layout {
        Layout::Struct(members) => members.last().map(|(name, ..)| name.as_str()),
        _ => None,
    };
    !matches!(slot.space, Space::Shared(_)) && (slot.name == name || last == Some(name))
}

/// A member of a uniform block, by its name alone or behind its block's.
fn member_of<'s>(slot: &'s MemorySlot, name: &str) -> Option<(usize, &'s Layout)> {
    if matches!(slot.space, Space::Shared(_)) {
        return None;
    }
    let behind = name.strip_prefix(slot.name.as_str()).and_then(|rest| rest.strip_prefix('.'));
    fill::member(&slot.layout, name).or_else(|| fill::member(&slot.layout, behind?))
}

/// The first item of a uniform that a name means, and how many.
fn item_of(slot: &UniformSlot, name: &str) -> Option<(u32, u32)> {
    if slot.name == name || name.strip_suffix("[0]") == Some(&slot.name) && slot.items == 1 {
        return Some((0, slot.items));
    }
    let index = name.strip_prefix(slot.name.as_str())?.strip_prefix('[')?.strip_suffix(']')?;
    let item: u32 = index.parse().ok().filter(|item| *item < slot.items)?;
    Some((item, 1))
}

/// Puts the numbers of a uniform into the registers of its slot, if they are meant for it.
fn set_uniform(
    asking: Asking,
    slot: &UniformSlot,
    name: &str,
    numbers: &Numbers,
    registers: &mut Vec<(Register, u32)>,
) -> Result<()> {
    let Some((item, items)) = item_of(slot, name) else { return Ok(()) };
    let (given, most) = (count(numbers), slot.words as usize * items as usize);
    let whole = slot.words > 0 && given.is_multiple_of(slot.words as usize);
    if given == 0 || given > most || !whole {
        let wanted = if items > 1 { format!("{} for each of {items} items", slot.words) } else { most.to_string() };
        let sentence = format!("the uniform {name} takes {wanted} numbers, {given} are given");
        return Err(Error::call(asking.kernel, sentence));
    }
    for at in 0..given {
        let word = match numbers {
            Numbers::Words(words) => words.get(at).copied().unwrap_or(0),
            Numbers::Written(written) => {
                let number = written.get(at).copied().unwrap_or(super::run::Number::Whole(0));
                fill::word(number, slot.scalar)
                    .map_err(|why| Error::call(asking.kernel, format!("the uniform {name}: {why}")))?
            }
        };
        let word = if slot.boolean && word != 0 { u32::MAX } else { word };
        let register = u64::from(slot.first) + u64::from(item) * u64::from(slot.words) + at as u64;
        registers.push((u32::try_from(register).unwrap_or(u32::MAX), word));
    }
    Ok(())
}
