//! Buffers and uniform blocks: from a launch's settings for them, or for their members, to their words.

use super::budget::Budget;
use super::content::Content;
use super::default_fill::{Defaults, describe_numbers};
use super::fill;
use super::integer_members::visit_integers;
use super::settings::{GivenNumbers, RunSetting};
use gristmill_base::error::{Error, Result};
use gristmill_emulator::assembly::{Assembly, Instruction, MemorySlot, MemorySpace, TypeLayout};

/// A buffer or a uniform block.
pub(super) struct PlannedBuffer {
    /// The blocks bound to it.
    pub views: Vec<BufferView>,
    pub words: Vec<u32>,
    /// Lists that are shorter than their block, each in words.
    pub short: Vec<String>,
    /// True if no setting determines its length.
    pub has_default_length: bool,
    /// True if it is longer than the default, because the kernel reached further.
    has_grown: bool,
}

/// A block through which kernels see a buffer. Two blocks of one binding are two views of one buffer.
pub(super) struct BufferView {
    pub name: String,
    pub layout: TypeLayout,
    pub writable: bool,
}

impl PlannedBuffer {
    /// Returns the view of that name.
    pub(super) fn find_view(&self, name: &str) -> Option<&BufferView> {
        self.views.iter().find(|view| view.name == name)
    }

    /// Returns true if a kernel can write it through any of its views.
    pub(super) fn is_writable(&self) -> bool {
        self.views.iter().any(|view| view.writable)
    }

    /// Describes the content from a byte on: ` = 0.35, 0.91, .. (1024 numbers)`, or zeros.
    fn describe(&self, layout: &TypeLayout, base: usize, zeros: &str) -> String {
        let places = fill::find_places(layout, base, self.words.len());
        let numbers: Vec<_> = places
            .iter()
            .take(4)
            .map(|place| (place.read_value(self.words.get(place.word).copied().unwrap_or(0)), place.scalar))
            .collect();
        if numbers.iter().all(|(word, _)| *word == 0) {
            return format!(" of {zeros}");
        }
        format!(" = {}", describe_numbers(&numbers, places.len()))
    }

    /// Returns the names of its views: `Words and Floats`.
    fn joined_names(&self) -> String {
        let names: Vec<&str> = self.views.iter().map(|view| view.name.as_str()).collect();
        names.join(" and ")
    }
}

/// A part of a block with its own setting.
struct BlockPart<'s> {
    name: &'s str,
    /// Its first byte.
    place: usize,
    layout: &'s TypeLayout,
    content: Content<'s>,
    /// True if it may make the block longer.
    grows: bool,
}

/// A block with its settings.
struct PlannedBlock<'s> {
    slot: &'s MemorySlot,
    whole: Option<(&'s str, Content<'s>)>,
    parts: Vec<BlockPart<'s>>,
    /// The uses of the block in the code.
    uses: SlotUses,
}

/// Plans all buffers and uniform blocks of these stages.
///
/// # Errors
/// [`Error::Data`] for numbers that do not fit, [`Error::Call`] for two contents of one memory,
/// [`Error::Limit`] for too much memory in all.
pub(super) fn plan_buffers(
    budget: Budget,
    stages: &[&Assembly],
    settings: &[RunSetting],
    defaults: &Defaults,
) -> Result<Vec<PlannedBuffer>> {
    let mut shared: Vec<Vec<(usize, &MemorySlot)>> = vec![];
    for (stage, assembly) in stages.iter().enumerate() {
        for slot in assembly
            .memories
            .iter()
            .filter(|slot| !matches!(slot.space, MemorySpace::Shared(_)))
        {
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
        let words: u128 = buffers.iter().map(|buffer| buffer.words.len() as u128).sum();
        let said = slots.into_iter().map(|(stage, slot)| {
            plan_block(
                budget,
                slot,
                settings,
                stages,
                stages.get(stage).map_or(SlotUses::default(), |code| find_uses(code, slot)),
            )
        });
        buffers.push(plan_buffer(budget, words, said.collect::<Result<_>>()?, defaults)?);
    }
    Ok(buffers)
}

fn is_bound_as(one: &MemorySlot, other: &MemorySlot) -> bool {
    one.binding.is_some() && one.binding == other.binding && one.set == other.set
}

/// Collects the settings of a block.
fn plan_block<'s>(
    budget: Budget,
    slot: &'s MemorySlot,
    settings: &'s [RunSetting],
    stages: &[&Assembly],
    uses: SlotUses,
) -> Result<PlannedBlock<'s>> {
    // A launch's settings come after the comments, and may use the block's other name.
    let whole = settings.iter().rev().find_map(|setting| match setting {
        RunSetting::Buffer(name, fill) if is_called(slot, name) => Some((name, fill)),
        _ => None,
    });
    let whole = match whole {
        Some((name, fill)) => Some((name.as_str(), Content::from_fill(budget, fill)?)),
        None => None,
    };
    Ok(PlannedBlock { slot, whole, parts: plan_parts(budget, slot, settings, stages)?, uses })
}

impl PlannedBlock<'_> {
    /// Returns the words that the block needs for its settings.
    fn needed_words(&self, most: usize) -> usize {
        let fixed = self.slot.words as usize;
        let whole = match &self.whole {
            Some((_, Content::Made(_, words))) => *words as usize,
            Some((_, Content::Raw(words))) => words.len(),
            Some((_, content)) => self.round_to_items(needed_room(&self.slot.layout, 0, content, most)),
            None => 0,
        };
        let growing = self.parts.iter().filter(|part| part.grows);
        growing
            .map(|part| self.round_to_items(needed_room(part.layout, part.place, &part.content, most)))
            .fold(fixed.max(whole), usize::max)
    }

    /// Adds the padding behind the last item of an unsized array: `length()` counts whole items.
    fn round_to_items(&self, words: usize) -> usize {
        let Some((item, start)) = self.slot.open_end else { return words };
        let (item, start) = (item as usize, start as usize);
        let Some(bytes) = (words * 4).checked_sub(start).filter(|_| item > 0) else { return words };
        (start + bytes.next_multiple_of(item)).div_ceil(4)
    }

    /// Returns true if the settings determine the length of the memory.
    fn has_length(&self) -> bool {
        self.slot.space == MemorySpace::Uniform || self.whole.is_some() || self.parts.iter().any(|part| part.grows)
    }
}

/// Plans the memory that these blocks share, in addition to `others` words of other memories.
fn plan_buffer(budget: Budget, others: u128, blocks: Vec<PlannedBlock>, defaults: &Defaults) -> Result<PlannedBuffer> {
    let most = budget.most / 4;
    let names = blocks.iter().map(|said| said.slot.name.as_str());
    let has_default_length = !blocks.iter().any(PlannedBlock::has_length);
    let has_grown = has_default_length && names.clone().any(|name| defaults.has_grown(name));
    let unfilled = if has_default_length { defaults.buffer_words(names) } else { 0 };
    let length = blocks.iter().map(|said| said.needed_words(most)).fold(unfilled, usize::max);
    budget.check_bytes((others + length as u128) * 12)?;
    let mut short = vec![];
    let mut words: Option<(&str, Vec<u32>)> = None;
    for PlannedBlock { slot, whole, .. } in &blocks {
        let Some((name, content)) = whole else { continue };
        let mut filled = vec![0; length];
        // Words after the end of a pattern belong to another view, and are zero.
        let end = match content {
            Content::Made(_, given) => (*given as usize).max(slot.words as usize).min(length),
            _ => length,
        };
        put_block(slot, &mut filled[..end], content).map_err(|why| buffer_error(budget, name, why))?;
        if slot.open_end.is_none() {
            short.extend(describe_shortfall(name, content, (&slot.layout, 0), slot.words as usize));
        }
        match &words {
            Some((other, words)) if *words != filled => {
                let sentence = format!(
                    "{other} and {name} share one binding and are given different contents; set only one of them"
                );
                return Err(Error::call(budget.kernel, sentence));
            }
            _ => words = Some((name, filled)),
        }
    }
    let mut words = match words {
        Some((_, words)) => words,
        None => default_words(budget, &blocks, length, defaults)?,
    };
    let mut views: Vec<BufferView> = vec![];
    for PlannedBlock { slot, parts, .. } in &blocks {
        for part in parts {
            if !part.grows {
                short.extend(describe_shortfall(part.name, &part.content, (part.layout, part.place), words.len()));
            }
            put_part(budget, part, &mut words)?;
        }
        let writable = !slot.readonly && slot.space != MemorySpace::Uniform;
        match views.iter_mut().find(|view| view.name == slot.name) {
            Some(view) => view.writable |= writable,
            None => views.push(BufferView { name: slot.name.clone(), layout: slot.layout.clone(), writable }),
        }
    }
    Ok(PlannedBuffer { views, words, short, has_default_length, has_grown })
}

/// Returns the words needed for a content from a byte on, at most `most`. Raw words need their own
/// number, however many scalars they are.
fn needed_room(layout: &TypeLayout, place: usize, content: &Content, most: usize) -> usize {
    let scalars = fill::words_for(layout, place, content.scalar_count(), most);
    match content.source() {
        fill::NumberSource::Words(words) if layout.is_narrow() => (place.div_ceil(4) + words.len()).min(most),
        _ => scalars,
    }
}

/// Describes a list that is shorter than its target; `None` if it is not.
fn describe_shortfall(
    name: &str,
    content: &Content,
    (layout, place): (&TypeLayout, usize),
    words: usize,
) -> Option<String> {
    let room = match content {
        Content::Made(..) => return None, // a pattern has no end
        Content::Raw(_) => words.saturating_sub(place / 4),
        Content::Numbers(GivenNumbers::Words(_)) if layout.is_narrow() => words.saturating_sub(place / 4),
        _ => fill::count_numbers(&fill::find_places(layout, place, words)),
    };
    let left = room.checked_sub(content.scalar_count()).filter(|left| *left > 0)?;
    Some(format!("the last {left} of {name}'s {room} numbers = 0"))
}

/// The uses of a block in a stage's code.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct SlotUses {
    is_loaded: bool,
    is_atomic: bool,
}

fn find_uses(assembly: &Assembly, slot: &MemorySlot) -> SlotUses {
    let mut uses = SlotUses::default();
    for instruction in &assembly.instructions {
        match *instruction {
            Instruction::Load { memory, .. } | Instruction::LoadNarrow { memory, .. } => {
                uses.is_loaded |= assembly.memories.get(usize::from(memory)) == Some(slot)
            }
            Instruction::Atomic { memory, .. } => {
                uses.is_atomic |= assembly.memories.get(usize::from(memory)) == Some(slot)
            }
            _ => {}
        }
    }
    uses
}

/// Returns the words of a memory without settings. Memory that is never read stays zero, and so do
/// counters, locks and flags, because programs clear them.
fn default_words(budget: Budget, blocks: &[PlannedBlock], length: usize, defaults: &Defaults) -> Result<Vec<u32>> {
    let mut words = vec![0; length];
    let Some(read) = blocks.iter().find(|said| said.uses.is_loaded) else { return Ok(words) };
    if blocks.iter().any(|said| needs_zeros(said.slot, said.uses)) {
        return Ok(words);
    }
    let fill = defaults.fill;
    let numbers = match read.slot.space {
        MemorySpace::Uniform => fill::NumberSource::DefaultUniform(fill),
        _ => fill::NumberSource::Default(fill),
    };
    fill::fill_words(&read.slot.layout, 0, &mut words, &numbers)
        .map_err(|why| buffer_error(budget, &read.slot.name, why))?;
    if !defaults.values.is_empty() {
        visit_integers(&read.slot.layout, &read.slot.name, 0, &mut |name, byte, _| {
            if let (Some(value), Some(word)) = (defaults.values.get(&name), words.get_mut(byte / 4)) {
                *word = *value;
            }
        });
    }
    Ok(words)
}

/// Returns true if a memory without settings has to begin with zeros.
fn needs_zeros(slot: &MemorySlot, uses: SlotUses) -> bool {
    let writable = !slot.readonly && slot.space != MemorySpace::Uniform;
    writable && (uses.is_atomic || slot.coherent)
}

/// Returns true if a memory without settings has default numbers in it.
pub(super) fn has_default_numbers(assembly: &Assembly, slot: &MemorySlot) -> bool {
    let uses = find_uses(assembly, slot);
    !matches!(slot.space, MemorySpace::Shared(_)) && uses.is_loaded && !needs_zeros(slot, uses)
}

fn buffer_error(budget: Budget, name: &str, why: String) -> Error {
    Error::data(format!("{}: the buffer {name}: {why}", budget.kernel))
}

/// Writes the content of a block's part into the words of the block.
fn put_part(budget: Budget, part: &BlockPart, words: &mut [u32]) -> Result<()> {
    let end = needed_room(part.layout, part.place, &part.content, words.len()).min(words.len());
    let filled = fill::fill_words(part.layout, part.place, &mut words[..end], &part.content.source())
        .map_err(|why| buffer_error(budget, part.name, part.content.with_file_name(why)))?;
    if filled < part.content.scalar_count() {
        let given = part.content.scalar_count();
        return Err(buffer_error(budget, part.name, format!("found {given} numbers, expected at most {filled}")));
    }
    Ok(())
}

/// Writes the content of a whole block into its words.
fn put_block(slot: &MemorySlot, words: &mut [u32], content: &Content) -> Result<(), String> {
    let given = content.scalar_count();
    if let Content::Raw(raw) = content {
        let room = if slot.open_end.is_none() { slot.words as usize } else { words.len() };
        if given > room {
            return Err(format!("found {given} words, expected at most {room}"));
        }
        for (place, word) in words.iter_mut().zip(raw) {
            *place = *word;
        }
        return Ok(());
    }
    content.refuse_shape(fill::scalars_of_item(&slot.layout))?;
    let filled =
        fill::fill_words(&slot.layout, 0, words, &content.source()).map_err(|why| content.with_file_name(why))?;
    let made = matches!(content, Content::Made(..));
    if !made && filled < given {
        return Err(content.with_file_name(format!("found {given} numbers, expected at most {filled}")));
    }
    Ok(())
}

/// Collects the settings of a block's members.
fn plan_parts<'s>(
    budget: Budget,
    slot: &'s MemorySlot,
    settings: &'s [RunSetting],
    stages: &[&Assembly],
) -> Result<Vec<BlockPart<'s>>> {
    let mut parts = vec![];
    for setting in settings {
        let (name, fill, grows) = match setting {
            RunSetting::Buffer(name, fill) if !is_block_name(stages, name) => (name, fill, true),
            RunSetting::Uniform(name, fill) => (name, fill, false),
            _ => continue,
        };
        let Some((place, layout)) = find_member(slot, name) else { continue };
        let open = matches!(layout, TypeLayout::Array { items: 0, .. });
        let content = Content::from_fill(budget, fill)?;
        content
            .refuse_shape(fill::scalars_of_item(layout))
            .map_err(|why| Error::data(format!("{}: {name}: {why}", budget.kernel)))?;
        parts.push(BlockPart { name, place, layout, content, grows: grows && open });
    }
    Ok(parts)
}

/// Returns true if a name means the block: its own name, or that of its only member, as for streams.
pub(super) fn is_called(slot: &MemorySlot, name: &str) -> bool {
    let only = match &slot.layout {
        TypeLayout::Struct(members) if members.len() == 1 => members.first().map(|(name, ..)| name.as_str()),
        _ => None,
    };
    !matches!(slot.space, MemorySpace::Shared(_)) && (slot.name == name || only == Some(name))
}

/// Returns true if a block of these stages has that name, which then means no member of another block.
fn is_block_name(stages: &[&Assembly], name: &str) -> bool {
    let mut slots = stages.iter().flat_map(|assembly| &assembly.memories);
    slots.any(|slot| is_called(slot, name))
}

/// Lists the names of a uniform block's members, as a setting has them; none for another block.
pub(super) fn list_uniform_members(slot: &MemorySlot) -> Vec<String> {
    match &slot.layout {
        TypeLayout::Struct(members) if matches!(slot.space, MemorySpace::Uniform) => {
            members.iter().map(|(member, ..)| format!("{}.{member}", slot.name)).collect()
        }
        _ => vec![],
    }
}

/// Returns a member of a block, by its name alone or after its block's name.
pub(super) fn find_member<'s>(slot: &'s MemorySlot, name: &str) -> Option<(usize, &'s TypeLayout)> {
    if matches!(slot.space, MemorySpace::Shared(_)) {
        return None;
    }
    let behind = name.strip_prefix(slot.name.as_str()).and_then(|rest| rest.strip_prefix('.'));
    fill::find_member(&slot.layout, name).or_else(|| fill::find_member(&slot.layout, behind?))
}

/// Describes the parts of a buffer that no setting gives: all of it, or some members of a block.
pub(super) fn describe_defaults<'s>(
    buffer: &PlannedBuffer,
    slots: impl Iterator<Item = &'s MemorySlot>,
    settings: &[RunSetting],
    stages: &[&Assembly],
) -> Vec<String> {
    let mut unsaid = vec![];
    for slot in slots {
        let mut names = vec![];
        for setting in settings {
            match setting {
                RunSetting::Buffer(name, _) if is_called(slot, name) => return vec![],
                RunSetting::Buffer(name, _) if is_block_name(stages, name) => {}
                RunSetting::Buffer(name, _) | RunSetting::Uniform(name, _) if find_member(slot, name).is_some() => {
                    let own = name
                        .strip_prefix(slot.name.as_str())
                        .and_then(|rest| rest.strip_prefix('.'))
                        .unwrap_or(name);
                    names.push(own.split(['.', '[']).next().unwrap_or(own));
                }
                _ => {}
            }
        }
        if let TypeLayout::Struct(members) = &slot.layout
            && !names.is_empty()
        {
            // If one view is given in part, other views of it add nothing.
            let others = members.iter().filter(|(member, ..)| !names.contains(&member.as_str()));
            let described = others.map(|(member, first, layout)| {
                format!("{}.{member}{}", slot.name, buffer.describe(layout, *first as usize, "zeros"))
            });
            return described.collect();
        }
        let zeros = format!("{} zeros", buffer.words.len());
        let reach = if buffer.has_grown { ", as far as the kernel reaches" } else { "" };
        unsaid = vec![format!("{}{}{reach}", buffer.joined_names(), buffer.describe(&slot.layout, 0, &zeros))];
    }
    unsaid
}
