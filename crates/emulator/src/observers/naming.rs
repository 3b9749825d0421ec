//! Names of memory words as the kernel's author writes them.

use super::super::assembly::{Assembly, Instruction, MemorySlot, MemorySpace, Pc, SlotRef, TypeLayout};
use std::fmt::Write;

/// The width of an image in texels, and the words of a texel.
pub(super) type ImageLayout = (u32, u32);

/// Returns the name of the variable, member, texture or image, and the place as a finding shows it.
/// The word, or the path if it is already known, selects a part of the place; in a memory that is addressed in bytes
/// the word is a byte.
pub(super) fn name_place(
    assembly: &Assembly,
    images: &[ImageLayout],
    place: SlotRef,
    (word, known): (Option<u32>, Option<String>),
) -> (String, String) {
    match place {
        SlotRef::Memory(slot) => {
            let Some(slot) = assembly.memories.get(usize::from(slot)) else { return Default::default() };
            let (kind, root) = match slot.space {
                MemorySpace::Shared(_) => ("shared", Some(slot.name.as_str())),
                MemorySpace::Buffer | MemorySpace::Uniform => ("buffer", ambiguous_block_name(assembly, slot)),
                MemorySpace::Counter(_) => ("counter", None),
            };
            let byte = if slot.is_byte_addressed() { word } else { word.map(words_to_bytes) };
            let path = known.unwrap_or_else(|| format_path(&slot.layout, byte, root.unwrap_or_default()));
            format_place(kind, if path.is_empty() { slot.name.clone() } else { path })
        }
        SlotRef::Variable(slot) => {
            let Some(variable) = assembly.variables.get(usize::from(slot)) else { return Default::default() };
            let kind = if is_output(assembly, place) { "output" } else { "variable" };
            format_place(
                kind,
                known.unwrap_or_else(|| format_path(&variable.layout, word.map(words_to_bytes), &variable.name)),
            )
        }
        SlotRef::Texture(slot) => {
            let name = assembly.textures.get(usize::from(slot)).map(|slot| slot.name.clone());
            format_place("texture", name.unwrap_or_default())
        }
        SlotRef::Image(slot) => {
            let Some(image) = assembly.images.get(usize::from(slot)) else { return Default::default() };
            let (name, mut place) = format_place("image", image.name.clone());
            if let (Some(word), Some(&(width, words))) = (word, images.get(usize::from(slot))) {
                let texel = word / words.max(1);
                // Writing to a string cannot fail.
                let _ = write!(place, " texel {},{}", texel % width.max(1), texel / width.max(1));
            }
            (name, place)
        }
    }
}

/// Returns the name of a block if another block has a member of the same name, so that members alone are ambiguous.
fn ambiguous_block_name<'a>(assembly: &Assembly, slot: &'a MemorySlot) -> Option<&'a str> {
    let own = block_members(slot);
    let mut others = assembly
        .memories
        .iter()
        .filter(|other| matches!(other.space, MemorySpace::Buffer | MemorySpace::Uniform) && other.name != slot.name)
        .flat_map(block_members);
    others
        .any(|(name, ..)| own.iter().any(|(known, ..)| known == name))
        .then_some(slot.name.as_str())
}

fn block_members(slot: &MemorySlot) -> &[(String, u32, TypeLayout)] {
    match &slot.layout {
        TypeLayout::Struct(members) => members,
        _ => &[],
    }
}

/// Returns the name, which is the path up to its first index or member, and the place.
fn format_place(kind: &str, path: String) -> (String, String) {
    let place = format!("{kind} `{path}`");
    let end = path.find(['[', '.']).unwrap_or(path.len());
    (path[..end].to_string(), place)
}

/// True if a variable is an output.
pub(super) fn is_output(assembly: &Assembly, place: SlotRef) -> bool {
    let SlotRef::Variable(slot) = place else { return false };
    let Some(variable) = assembly.variables.get(usize::from(slot)) else { return false };
    let registers = variable.first..variable.first.saturating_add(variable.words);
    assembly.outputs.iter().any(|(register, _)| registers.contains(register))
}

/// Converts words to bytes.
fn words_to_bytes(word: u32) -> u32 {
    word.saturating_mul(4)
}

/// Returns the path to a byte: `particles[3].velocity.y`. Without a byte, to the only member of a block.
fn format_path(layout: &TypeLayout, byte: Option<u32>, root: &str) -> String {
    let mut path = root.to_string();
    let Some(mut byte) = byte else {
        if let (true, TypeLayout::Struct(members)) = (root.is_empty(), layout)
            && let [(name, ..)] = members.as_slice()
        {
            path.push_str(name);
        }
        return path;
    };
    let mut layout = layout;
    loop {
        layout = match layout {
            TypeLayout::Scalar(_) | TypeLayout::Number(_) => return path,
            TypeLayout::Vector(_, lanes) => {
                if byte / 4 < u32::from(*lanes) {
                    path.push('.');
                    path.push_str(["x", "y", "z", "w"].get(byte as usize / 4).copied().unwrap_or_default());
                }
                return path;
            }
            TypeLayout::Matrix { stride, row_major, .. } => {
                let major = byte / (*stride).max(1);
                let minor = byte % (*stride).max(1) / 4;
                let (column, row) = if *row_major { (minor, major) } else { (major, minor) };
                let _ = write!(path, "[{column}][{row}]");
                return path;
            }
            TypeLayout::Array { item, stride, .. } => {
                let _ = write!(path, "[{}]", byte / (*stride).max(1));
                byte %= (*stride).max(1);
                item
            }
            TypeLayout::Struct(members) => {
                let Some((name, first, member)) = members.iter().rev().find(|(_, first, _)| *first <= byte) else {
                    return path;
                };
                if !path.is_empty() {
                    path.push('.');
                }
                path.push_str(name);
                byte -= first;
                member
            }
        };
    }
}

/// Returns the unit in which an instruction counts in a place, and its size in the place's address units.
pub(super) fn access_unit(assembly: &Assembly, place: SlotRef, pc: Pc) -> (&'static str, u32) {
    match assembly.instructions.get(pc as usize) {
        Some(Instruction::LoadNarrow { .. } | Instruction::StoreNarrow { .. }) => ("byte", 1),
        _ => ("word", if is_byte_addressed(assembly, place) { 4 } else { 1 }),
    }
}

/// True if a place is addressed in bytes.
pub(super) fn is_byte_addressed(assembly: &Assembly, place: SlotRef) -> bool {
    let SlotRef::Memory(slot) = place else { return false };
    assembly
        .memories
        .get(usize::from(slot))
        .is_some_and(MemorySlot::is_byte_addressed)
}

/// Returns the array that is indexed with that stride (in words, or bytes) below that limit: `particles[].velocity`.
pub(super) fn format_array(assembly: &Assembly, place: SlotRef, (stride, limit): (u32, u32)) -> String {
    let step = (if is_byte_addressed(assembly, place) { stride } else { words_to_bytes(stride) }, limit);
    let (layout, root) = match place {
        SlotRef::Memory(slot) => match assembly.memories.get(usize::from(slot)) {
            Some(slot) if matches!(slot.space, MemorySpace::Shared(_)) => (&slot.layout, slot.name.as_str()),
            Some(slot) => (&slot.layout, ambiguous_block_name(assembly, slot).unwrap_or_default()),
            None => return String::new(),
        },
        SlotRef::Variable(slot) => match assembly.variables.get(usize::from(slot)) {
            Some(variable) => (&variable.layout, variable.name.as_str()),
            None => return String::new(),
        },
        SlotRef::Texture(_) | SlotRef::Image(_) => return name_place(assembly, &[], place, (None, None)).0,
    };
    find_indexed_path(layout, step, root.to_string()).unwrap_or_else(|| format_path(layout, None, root))
}

/// Returns the path to the first array, vector or matrix with that stride and limit.
fn find_indexed_path(layout: &TypeLayout, (stride, limit): (u32, u32), path: String) -> Option<String> {
    match layout {
        TypeLayout::Scalar(_) | TypeLayout::Number(_) => None,
        TypeLayout::Vector(_, lanes) => (stride == 4 && limit == u32::from(*lanes)).then_some(path),
        TypeLayout::Matrix { columns, rows, stride: apart, .. } => {
            let column = stride == *apart && limit == u32::from(*columns);
            let row = limit == u32::from(*rows);
            if column { Some(path) } else { row.then(|| path + "[]") }
        }
        TypeLayout::Array { item, stride: apart, items } => {
            if stride == *apart && (*items == 0 || limit == *items) {
                return Some(path);
            }
            find_indexed_path(item, (stride, limit), path + "[]")
        }
        TypeLayout::Struct(members) => members.iter().find_map(|(name, _, member)| {
            let dot = if path.is_empty() { "" } else { "." };
            find_indexed_path(member, (stride, limit), format!("{path}{dot}{name}"))
        }),
    }
}
