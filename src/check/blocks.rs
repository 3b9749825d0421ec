//! Buffers and uniform blocks: from what a launch says of them, or of their members, to their words.

use super::budget::Budget;
use super::content::Content;
use super::fill;
use super::settings::RunSetting;
use crate::data::error::{Error, Result};
use crate::emulator::assembly::{MemorySlot, Space, TypeLayout};

/// Words of an unfilled buffer.
const UNFILLED: usize = 1024;

/// A buffer or a uniform block.
pub(super) struct PlannedBuffer {
    pub name: String,
    pub layout: TypeLayout,
    pub words: Vec<u32>,
    pub writable: bool,
}

/// A part of a block that something is said of.
struct Part<'s> {
    name: &'s str,
    place: usize,
    layout: &'s TypeLayout,
    content: Content<'s>,
    /// Whether it may make the block longer.
    grows: bool,
}

/// A block with what the settings say of it; `used` bytes are taken already.
pub(super) fn planned(budget: Budget, slot: &MemorySlot, settings: &[RunSetting], used: u128) -> Result<PlannedBuffer> {
    // A launch stands behind the comments, and may call the block by its other name.
    let whole = settings.iter().rev().find_map(|setting| match setting {
        RunSetting::Buffer(name, fill) if is_called(slot, name) => Some((name, fill)),
        _ => None,
    });
    let whole = match whole {
        Some((name, fill)) => Some((name, Content::of(budget, fill)?)),
        None => None,
    };
    let parts = parts(budget, slot, settings)?;
    let fixed = slot.words as usize;
    let most = budget.most / 4;
    let mut length = match &whole {
        Some((_, Content::Made(_, words))) => fixed.max(*words as usize),
        Some((_, Content::Raw(words))) => fixed.max(words.len()),
        Some((_, content)) => fixed.max(fill::words_for(&slot.layout, content.count(), most)),
        None if slot.space == Space::Uniform || parts.iter().any(|part| part.grows) => fixed,
        None => fixed.max(UNFILLED),
    };
    for part in parts.iter().filter(|part| part.grows) {
        length = length.max(part.place + fill::words_for(part.layout, part.content.count(), most));
    }
    budget.within(used + length as u128 * 12)?;
    let wrong = |name: &str, why: String| Error::data(format!("{}: the buffer {name}: {why}", budget.kernel));
    let mut words = vec![0; length];
    if let Some((name, content)) = &whole {
        put(slot, &mut words, content).map_err(|why| wrong(name, why))?;
    }
    for part in &parts {
        let rest = words.get_mut(part.place..).unwrap_or_default();
        let end = fill::words_for(part.layout, part.content.count(), rest.len());
        let filled = fill::fill(part.layout, &mut rest[..end], &part.content.source())
            .map_err(|why| wrong(part.name, part.content.named(why)))?;
        if filled < part.content.count() {
            let given = part.content.count();
            return Err(wrong(part.name, format!("{given} numbers are given, it has {filled}")));
        }
    }
    Ok(PlannedBuffer { name: slot.name.clone(), layout: slot.layout.clone(), words, writable: false })
}

/// Puts what is said of a whole block into its words.
fn put(slot: &MemorySlot, words: &mut [u32], content: &Content) -> Result<(), String> {
    let given = content.count();
    if let Content::Raw(raw) = content {
        let room = if slot.open_end.is_none() { slot.words as usize } else { words.len() };
        if given > room {
            return Err(format!("{given} words are given, it has {room}"));
        }
        for (place, word) in words.iter_mut().zip(raw) {
            *place = *word;
        }
        return Ok(());
    }
    content.refuse_shape(fill::scalars_of_item(&slot.layout))?;
    let filled = fill::fill(&slot.layout, words, &content.source()).map_err(|why| content.named(why))?;
    let made = matches!(content, Content::Made(..));
    if !made && filled < given {
        return Err(content.named(format!("{given} numbers are given, it has {filled}")));
    }
    Ok(())
}

/// What settings say of members.
fn parts<'s>(budget: Budget, slot: &'s MemorySlot, settings: &'s [RunSetting]) -> Result<Vec<Part<'s>>> {
    let mut parts = vec![];
    for setting in settings {
        let (name, fill, grows) = match setting {
            RunSetting::Buffer(name, fill) if !is_called(slot, name) => (name, fill, true),
            RunSetting::Uniform(name, fill) => (name, fill, false),
            _ => continue,
        };
        let Some((place, layout)) = member_of(slot, name) else { continue };
        let open = matches!(layout, TypeLayout::Array { items: 0, .. });
        let content = Content::of(budget, fill)?;
        content
            .refuse_shape(fill::scalars_of_item(layout))
            .map_err(|why| Error::data(format!("{}: {name}: {why}", budget.kernel)))?;
        parts.push(Part { name, place, layout, content, grows: grows && open });
    }
    Ok(parts)
}

/// A block is known by its own name, or by that of its only member, as streams are.
pub(super) fn is_called(slot: &MemorySlot, name: &str) -> bool {
    let only = match &slot.layout {
        TypeLayout::Struct(members) if members.len() == 1 => members.first().map(|(name, ..)| name.as_str()),
        _ => None,
    };
    !matches!(slot.space, Space::Shared(_)) && (slot.name == name || only == Some(name))
}

/// A member of a block, by its name alone or behind its block's.
pub(super) fn member_of<'s>(slot: &'s MemorySlot, name: &str) -> Option<(usize, &'s TypeLayout)> {
    if matches!(slot.space, Space::Shared(_)) {
        return None;
    }
    let behind = name.strip_prefix(slot.name.as_str()).and_then(|rest| rest.strip_prefix('.'));
    fill::member(&slot.layout, name).or_else(|| fill::member(&slot.layout, behind?))
}

/// What no setting says of a block, in words: all of it, or some of its members.
pub(super) fn unsaid(slot: &MemorySlot, words: usize, settings: &[RunSetting]) -> Vec<String> {
    let mut names = vec![];
    for setting in settings {
        match setting {
            RunSetting::Buffer(name, _) if is_called(slot, name) => return vec![],
            RunSetting::Buffer(name, _) | RunSetting::Uniform(name, _) if member_of(slot, name).is_some() => {
                let own = name
                    .strip_prefix(slot.name.as_str())
                    .and_then(|rest| rest.strip_prefix('.'))
                    .unwrap_or(name);
                names.push(own.split(['.', '[']).next().unwrap_or(own));
            }
            _ => {}
        }
    }
    match &slot.layout {
        TypeLayout::Struct(members) if !names.is_empty() => {
            let unsaid = members.iter().filter(|(member, ..)| !names.contains(&member.as_str()));
            unsaid.map(|(member, ..)| format!("{}.{member} of zeros", slot.name)).collect()
        }
        _ => vec![format!("{} of {words} zeros", slot.name)],
    }
}
