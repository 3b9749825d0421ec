//! Buffers and uniform blocks: which of them are one memory, how long it is, and what it holds.

use super::budget::Budget;
use super::fill::{self, Source};
use super::settings::{Fill, Numbers, RunSetting};
use crate::data::error::{Error, Result};
use crate::emulator::assembly::{Assembly, MemorySlot, Space, TypeLayout};

/// Words of an unfilled buffer.
const UNFILLED: usize = 1024;

/// A buffer or a uniform block.
pub(super) struct PlannedBuffer {
    /// The blocks that are bound to it.
    pub views: Vec<BufferView>,
    pub words: Vec<u32>,
}

/// A block by which kernels see a buffer. Two blocks of one binding are two views of one buffer.
pub(super) struct BufferView {
    pub name: String,
    pub layout: TypeLayout,
    pub writable: bool,
}

impl PlannedBuffer {
    /// The view of that name.
    pub(super) fn view(&self, name: &str) -> Option<&BufferView> {
        self.views.iter().find(|view| view.name == name)
    }

    /// Whether a kernel can write it by any of its views.
    pub(super) fn writable(&self) -> bool {
        self.views.iter().any(|view| view.writable)
    }

    /// The names of its views: `Words and Floats`.
    pub(super) fn called(&self) -> String {
        self.views
            .iter()
            .map(|view| view.name.as_str())
            .collect::<Vec<_>>()
            .join(" and ")
    }
}

/// All buffers and uniform blocks of these stages.
///
/// # Errors
/// [`Error::Data`] for numbers that do not fit, [`Error::Call`] for two contents of one memory,
/// [`Error::Limit`] for too much of it all.
pub(super) fn all(budget: Budget, stages: &[&Assembly], settings: &[RunSetting]) -> Result<Vec<PlannedBuffer>> {
    let mut shared: Vec<Vec<(usize, &MemorySlot)>> = vec![];
    for (stage, assembly) in stages.iter().enumerate() {
        for slot in assembly.memories.iter().filter(|slot| !matches!(slot.space, Space::Shared(_))) {
            let same = |&(of, known): &(usize, &MemorySlot)| {
                known.name == slot.name || of == stage && known.space == slot.space && is_bound_as(known, slot)
            };
            match shared.iter_mut().find(|slots| slots.iter().any(same)) {
                Some(slots) => slots.push((stage, slot)),
                None => shared.push(vec![(stage, slot)]),
            }
        }
    }
    let mut buffers: Vec<PlannedBuffer> = vec![];
    for slots in shared {
        let slots: Vec<&MemorySlot> = slots.into_iter().map(|(_, slot)| slot).collect();
        let words = buffers.iter().map(|buffer| buffer.words.len() as u128).sum();
        buffers.push(planned(budget, words, &slots, settings)?);
    }
    Ok(buffers)
}

fn is_bound_as(one: &MemorySlot, other: &MemorySlot) -> bool {
    one.binding.is_some() && one.binding == other.binding
}

/// The memory that these blocks see, besides so many words of others.
fn planned(budget: Budget, others: u128, slots: &[&MemorySlot], settings: &[RunSetting]) -> Result<PlannedBuffer> {
    let mut views: Vec<BufferView> = vec![];
    for slot in slots {
        let writable = !slot.readonly && slot.space != Space::Uniform;
        match views.iter_mut().find(|view| view.name == slot.name) {
            Some(view) => view.writable |= writable,
            None => views.push(BufferView { name: slot.name.clone(), layout: slot.layout.clone(), writable }),
        }
    }
    // A launch stands behind the comments, and may call the block by its other name.
    let given: Vec<(&MemorySlot, &String, &Fill)> = slots
        .iter()
        .filter_map(|slot| {
            settings.iter().rev().find_map(|setting| match setting {
                RunSetting::Buffer(name, fill) if is_called(slot, name) => Some((*slot, name, fill)),
                _ => None,
            })
        })
        .collect();
    let most = budget.most / 4;
    let wanted = given.iter().map(|(slot, _, fill)| match fill {
        Fill::Made(_, words) => *words as usize,
        Fill::Given(numbers) => fill::words_for(&slot.layout, count(numbers), most),
    });
    let uniform = slots.iter().all(|slot| slot.space == Space::Uniform);
    let made_up = if given.is_empty() && !uniform { UNFILLED } else { 0 };
    let fixed = slots.iter().map(|slot| slot.words as usize);
    let length = wanted.chain(fixed).max().unwrap_or(0).max(made_up);
    budget.within((others + length as u128) * 12)?;
    let mut words: Option<(&String, Vec<u32>)> = None;
    for (slot, name, content) in given {
        let filled = filled(budget, length, slot, (name, content))?;
        match &words {
            Some((other, words)) if *words != filled => {
                let sentence = format!(
                    "{other} and {name} are one memory, for they have one binding, and are given different contents; give it to one of them"
                );
                return Err(Error::call(budget.kernel, sentence));
            }
            _ => words = Some((name, filled)),
        }
    }
    let mut words = words.map_or_else(|| vec![0; length], |(_, words)| words);
    for slot in slots {
        set_members(budget, slot, settings, &mut words)?;
    }
    Ok(PlannedBuffer { views, words })
}

fn wrong(budget: Budget, name: &str, why: String) -> Error {
    Error::data(format!("{}: the buffer {name}: {why}", budget.kernel))
}

/// So many words with that content, as a block has it.
fn filled(budget: Budget, length: usize, slot: &MemorySlot, (name, content): (&str, &Fill)) -> Result<Vec<u32>> {
    let mut words = vec![0; length];
    let source = match content {
        Fill::Made(pattern, _) => Source::Made(*pattern),
        Fill::Given(numbers) => Source::of(numbers),
    };
    // What is behind the words of a pattern is another view's, and zero.
    let end = match content {
        Fill::Made(_, given) => (*given as usize).max(slot.words as usize).min(length),
        Fill::Given(_) => length,
    };
    let filled = fill::fill(&slot.layout, &mut words[..end], &source).map_err(|why| wrong(budget, name, why))?;
    if let Fill::Given(numbers) = content
        && filled < count(numbers)
    {
        return Err(wrong(budget, name, format!("{} numbers are given, it has {filled}", count(numbers))));
    }
    Ok(words)
}

/// Puts the numbers of uniforms into the members that they are for.
fn set_members(budget: Budget, slot: &MemorySlot, settings: &[RunSetting], words: &mut [u32]) -> Result<()> {
    for setting in settings {
        let RunSetting::Uniform(name, numbers) = setting else { continue };
        let Some((place, layout)) = member_of(slot, name) else { continue };
        let rest = words.get_mut(place..).unwrap_or_default();
        let end = fill::words_for(layout, usize::MAX, rest.len());
        let filled =
            fill::fill(layout, &mut rest[..end], &Source::of(numbers)).map_err(|why| wrong(budget, name, why))?;
        if filled < count(numbers) {
            return Err(wrong(budget, name, format!("{} numbers are given, it has {filled}", count(numbers))));
        }
    }
    Ok(())
}

/// How many numbers.
pub(super) fn count(numbers: &Numbers) -> usize {
    match numbers {
        Numbers::Written(numbers) => numbers.len(),
        Numbers::Words(words) => words.len(),
    }
}

/// A block is known by its own name, or by that of its last member, as streams are.
pub(super) fn is_called(slot: &MemorySlot, name: &str) -> bool {
    let last = match &slot.layout {
        TypeLayout::Struct(members) => members.last().map(|(name, ..)| name.as_str()),
        _ => None,
    };
    !matches!(slot.space, Space::Shared(_)) && (slot.name == name || last == Some(name))
}

/// A member of a uniform block, by its name alone or behind its block's.
pub(super) fn member_of<'s>(slot: &'s MemorySlot, name: &str) -> Option<(usize, &'s TypeLayout)> {
    if matches!(slot.space, Space::Shared(_)) {
        return None;
    }
    let behind = name.strip_prefix(slot.name.as_str()).and_then(|rest| rest.strip_prefix('.'));
    fill::member(&slot.layout, name).or_else(|| fill::member(&slot.layout, behind?))
}
