//! Converts written numbers to the words of a buffer, an image or a uniform.

mod place;

pub(super) use place::Place;

use super::default_fill::DefaultFill;
use super::numpy::NumpyArray;
use super::settings::{FillPattern, Number};
use gristmill_base::element::Scalar;
use gristmill_base::random::{self, uniform};
use gristmill_emulator::assembly::TypeLayout;
use gristmill_emulator::number::{Number as EmulatedNumber, split};

/// Upper bound of random integers.
const BELOW: u32 = 1024;

/// The source of a memory's words, one scalar after another.
pub(super) enum Source<'a> {
    /// An endless pattern.
    Made(FillPattern),
    /// These numbers.
    Written(&'a [Number]),
    /// These words.
    Words(&'a [u32]),
    /// An array of a file.
    Array(&'a NumpyArray),
    /// Default numbers of a buffer.
    Default(DefaultFill),
    /// Default numbers of a uniform.
    DefaultUniform(DefaultFill),
}

impl Source<'_> {
    /// Returns the word of the scalar at an index; `None` after the last. The error is a sentence about a number that is not of that type.
    pub(super) fn word(&self, at: usize, scalar: Scalar) -> Result<Option<u32>, String> {
        match self {
            Source::Made(pattern) => made(*pattern, at as u32, scalar).map(Some),
            Source::Written(numbers) => numbers.get(at).map(|number| word(*number, scalar)).transpose(),
            Source::Words(words) => Ok(words.get(at).copied()),
            Source::Array(array) => array.word(at, scalar),
            Source::Default(fill) => word(fill.number(at, is_float(scalar)), scalar).map(Some),
            Source::DefaultUniform(fill) => word(fill.uniform_number(at, is_float(scalar)), scalar).map(Some),
        }
    }
}

/// The type of a scalar in a layout.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Lane {
    /// One word.
    Word(Scalar),
    /// A number of other than 32 bits.
    Other(EmulatedNumber),
}

impl Lane {
    /// Returns its size in bytes.
    fn bytes(self) -> usize {
        match self {
            Lane::Word(_) => 4,
            Lane::Other(number) => usize::from(number.bits()) / 8,
        }
    }
}

impl Source<'_> {
    /// Returns the words of the 64-bit number at an index, whose offset in raw words is `word`; `None` after the last.
    pub(super) fn wide(&self, at: usize, word: usize, of: EmulatedNumber) -> Result<Option<[u32; 2]>, String> {
        let number = match self {
            Source::Made(FillPattern::Constant(number)) => *number,
            Source::Made(FillPattern::From(first)) => Number::Whole(first.saturating_add(at as i64)),
            Source::Made(FillPattern::Random(seed)) => match of {
                EmulatedNumber::Float(_) => Number::Real(uniform(*seed, at as u32, 0).into()),
                _ => Number::Whole((random::word(*seed, at as u32, 0) % BELOW).into()),
            },
            Source::Written(numbers) => match numbers.get(at) {
                Some(number) => *number,
                None => return Ok(None),
            },
            Source::Words(words) => {
                return Ok(words.get(word..word + 2).and_then(|words| words.try_into().ok()));
            }
            Source::Array(array) => match array.number(at) {
                Some(number) => number,
                None => return Ok(None),
            },
            Source::Default(fill) => fill.number(at, matches!(of, EmulatedNumber::Float(_))),
            Source::DefaultUniform(fill) => fill.uniform_number(at, matches!(of, EmulatedNumber::Float(_))),
        };
        let bits = match (number, of) {
            (Number::Bits(word), _) => word.into(),
            (Number::Whole(whole), EmulatedNumber::Float(_)) => (whole as f64).to_bits(),
            (Number::Real(real), EmulatedNumber::Float(_)) => real.to_bits(),
            (Number::Whole(whole), EmulatedNumber::Uint(_)) if whole < 0 => {
                return Err(format!("{whole} is no {}", of.name()));
            }
            (Number::Whole(whole), _) => whole as u64,
            (Number::Real(real), _) => return Err(format!("{real} is no whole number")),
        };
        Ok(Some(split(bits)))
    }
}

/// Returns a word of a pattern.
pub(super) fn made(pattern: FillPattern, at: u32, scalar: Scalar) -> Result<u32, String> {
    match pattern {
        FillPattern::Constant(number) => word(number, scalar),
        FillPattern::From(first) => word(Number::Whole(first.saturating_add(i64::from(at))), scalar),
        FillPattern::Random(seed) if is_float(scalar) => Ok(uniform(seed, at, 0).to_bits()),
        FillPattern::Random(seed) => Ok(random::word(seed, at, 0) % BELOW),
    }
}

/// Returns true if a scalar is stored as a float.
fn is_float(scalar: Scalar) -> bool {
    matches!(scalar, Scalar::F32 | Scalar::F16 | Scalar::Unorm8)
}

/// Converts a written number to a word of that type.
pub(super) fn word(number: Number, scalar: Scalar) -> Result<u32, String> {
    let int = |whole: i64| i32::try_from(whole).ok().map(|int| int as u32);
    let uint = |whole: i64| u32::try_from(whole).ok();
    match (number, scalar) {
        (Number::Bits(word), _) => Ok(word),
        (Number::Whole(whole), Scalar::F32 | Scalar::F16 | Scalar::Unorm8) => Ok((whole as f32).to_bits()),
        (Number::Real(real), Scalar::F32 | Scalar::F16 | Scalar::Unorm8) => Ok((real as f32).to_bits()),
        (Number::Real(real), _) => Err(format!("{real} is no whole number")),
        (Number::Whole(whole), Scalar::I32) => int(whole).ok_or_else(|| format!("{whole} is no int of 32 bits")),
        (Number::Whole(whole), Scalar::U32) => uint(whole).ok_or_else(|| format!("{whole} is no uint of 32 bits")),
    }
}

/// Fills words with the scalars of a layout from a byte on, in the order of their declaration, and returns the number of scalars.
///
/// # Errors
/// A sentence, if a number is not of the type of its place.
pub(super) fn fill(layout: &TypeLayout, base: usize, words: &mut [u32], source: &Source) -> Result<usize, String> {
    // Bytes of earlier scalars, by which raw words are indexed.
    let (mut at, mut before) = (0, 0);
    visit(layout, base, words.len() * 4, &mut |byte, lane| {
        let (place, given) = match lane {
            Lane::Other(number) if number.bits() == 64 => {
                let given = source.wide(at, before / 4, number)?;
                (at, before) = (at + 1, before + 8);
                let Some(given) = given else { return Ok(false) };
                words
                    .iter_mut()
                    .skip(byte / 4)
                    .zip(given)
                    .for_each(|(word, given)| *word = given);
                return Ok(true);
            }
            Lane::Other(number) => (Place::part(byte, number), source.narrow(at, before, number)?),
            Lane::Word(scalar) => {
                let place_of = if matches!(source, Source::Words(_)) { before / 4 } else { at };
                (Place::whole(byte / 4, scalar), source.word(place_of, scalar)?)
            }
        };
        (at, before) = (at + 1, before + lane.bytes());
        match (given, words.get_mut(place.word)) {
            (Some(given), Some(known)) => *known = place.write(*known, given),
            // After the last number nothing needs to be visited.
            (None, _) => return Ok(false),
            _ => {}
        }
        Ok(true)
    })?;
    Ok(at)
}

/// Returns the place of each scalar from a byte on, within `words` words, in the order of their declaration; two places for a 64-bit number.
pub(super) fn places(layout: &TypeLayout, base: usize, words: usize) -> Vec<Place> {
    let mut places = vec![];
    // Cannot fail, because the closure does not.
    let _ = visit(layout, base, words * 4, &mut |byte, lane| {
        match lane {
            Lane::Word(scalar) => places.push(Place::whole(byte / 4, scalar)),
            Lane::Other(number) if number.bits() < 32 => places.push(Place::part(byte, number)),
            Lane::Other(number) => places.extend(Place::halves(byte, number)),
        }
        Ok(true)
    });
    places
}

/// Returns the number of numbers at these places.
pub(super) fn count_numbers(places: &[Place]) -> usize {
    places.iter().filter(|place| place.begins_number()).count()
}

/// Returns the places, each with the index of its number.
pub(super) fn numbered(places: Vec<Place>) -> impl Iterator<Item = (usize, Place)> {
    let mut numbers = 0;
    places.into_iter().map(move |place| {
        numbers += usize::from(place.begins_number());
        (numbers.saturating_sub(1), place)
    })
}

/// Returns the scalars of an array's item; 1 for anything but an array.
pub(super) fn scalars_of_item(layout: &TypeLayout) -> usize {
    match layout {
        TypeLayout::Array { item, stride, .. } => {
            let mut scalars = 0;
            // Cannot fail, because the closure does not.
            let _ = visit(item, 0, (*stride as usize).max(1), &mut |_, _| {
                scalars += 1;
                Ok(true)
            });
            scalars
        }
        TypeLayout::Struct(members) => match members.as_slice() {
            [(_, _, only)] => scalars_of_item(only),
            _ => 1,
        },
        _ => 1,
    }
}

/// Returns the words needed to hold this many scalars from a byte on.
pub(super) fn words_for(layout: &TypeLayout, base: usize, scalars: usize, most: usize) -> usize {
    let (mut seen, mut end) = (0, base);
    // Cannot fail, because the closure does not.
    let _ = visit(layout, base, most.saturating_mul(4), &mut |byte, lane| {
        seen += 1;
        end = byte + lane.bytes();
        Ok(seen < scalars)
    });
    end.div_ceil(4)
}

/// Calls a closure for each scalar before the end, with its byte, until it returns false.
fn visit(
    layout: &TypeLayout,
    base: usize,
    end: usize,
    call: &mut impl FnMut(usize, Lane) -> Result<bool, String>,
) -> Result<bool, String> {
    if base >= end {
        return Ok(true);
    }
    let mut one = |byte: usize, lane: Lane| match byte.saturating_add(lane.bytes()) > end {
        true => Ok(true),
        false => call(byte, lane),
    };
    match layout {
        TypeLayout::Scalar(scalar) => one(base, Lane::Word(*scalar)),
        TypeLayout::Number(number) => one(base, Lane::Other(*number)),
        TypeLayout::Vector(scalar, lanes) => {
            for lane in 0..usize::from(*lanes) {
                if !one(base + lane * 4, Lane::Word(*scalar))? {
                    return Ok(false);
                }
            }
            Ok(true)
        }
        TypeLayout::Matrix { columns, rows, stride, row_major } => {
            for column in 0..usize::from(*columns) {
                for row in 0..usize::from(*rows) {
                    let (major, minor) = if *row_major { (row, column) } else { (column, row) };
                    let place = base
                        .saturating_add(major.saturating_mul(*stride as usize))
                        .saturating_add(minor * 4);
                    if !one(place, Lane::Word(Scalar::F32))? {
                        return Ok(false);
                    }
                }
            }
            Ok(true)
        }
        TypeLayout::Array { item, stride, items } => {
            let items = if *items == 0 { usize::MAX } else { *items as usize };
            let mut place = base;
            for _ in 0..items {
                if place >= end {
                    break;
                }
                if !visit(item, place, end, call)? {
                    return Ok(false);
                }
                place = place.saturating_add((*stride as usize).max(1));
            }
            Ok(true)
        }
        TypeLayout::Struct(members) => {
            for (_, offset, member) in members {
                if !visit(member, base.saturating_add(*offset as usize), end, call)? {
                    return Ok(false);
                }
            }
            Ok(true)
        }
    }
}

/// Returns the byte and the layout of a member: `light.position`, `lights[2].colour`, after the name of its block or without it.
pub(super) fn member<'l>(layout: &'l TypeLayout, path: &str) -> Option<(usize, &'l TypeLayout)> {
    if path.is_empty() {
        return Some((0, layout));
    }
    match layout {
        TypeLayout::Struct(members) => {
            let path = path.strip_prefix('.').unwrap_or(path);
            let name = path.split(['.', '[']).next().unwrap_or("");
            let (_, offset, inner) = members.iter().find(|(known, ..)| known == name)?;
            let (more, found) = member(inner, &path[name.len()..])?;
            Some(((*offset as usize).checked_add(more)?, found))
        }
        TypeLayout::Array { item, stride, items } => {
            let (index, rest) = path.strip_prefix('[')?.split_once(']')?;
            let index: u32 = index.parse().ok().filter(|index| *items == 0 || index < items)?;
            let (more, found) = member(item, rest)?;
            Some(((index as usize).checked_mul(*stride as usize)?.checked_add(more)?, found))
        }
        _ => None,
    }
}

/// Returns the name of the scalar at a byte: `total`, `bodies[3].y`; empty for padding.
pub(super) fn name_of(layout: &TypeLayout, byte: usize) -> String {
    const LANES: [&str; 4] = [".x", ".y", ".z", ".w"];
    match layout {
        TypeLayout::Scalar(_) | TypeLayout::Number(_) => String::new(),
        TypeLayout::Vector(_, lanes) => {
            let lane = LANES.get(byte / 4).filter(|_| byte / 4 < usize::from(*lanes));
            lane.copied().unwrap_or("").to_string()
        }
        TypeLayout::Matrix { stride, row_major, .. } => {
            let stride = (*stride as usize).max(1);
            let (major, minor) = (byte / stride, byte % stride / 4);
            let (column, row) = if *row_major { (minor, major) } else { (major, minor) };
            format!("[{column}][{row}]")
        }
        TypeLayout::Array { item, stride, .. } => {
            let stride = (*stride as usize).max(1);
            format!("[{}]{}", byte / stride, name_of(item, byte % stride))
        }
        TypeLayout::Struct(members) => {
            let before = members.iter().filter(|(_, offset, _)| *offset as usize <= byte);
            let Some((name, offset, inner)) = before.max_by_key(|(_, offset, _)| *offset) else {
                return String::new();
            };
            format!(".{name}{}", name_of(inner, byte - *offset as usize))
        }
    }
}

/// Returns the place of the 8- or 16-bit number that contains a byte, if there is one.
pub(super) fn number_at(layout: &TypeLayout, byte: usize) -> Option<Place> {
    if !layout.is_narrow() {
        return None;
    }
    let mut found = None;
    // Cannot fail, because the closure does not.
    let _ = visit(layout, 0, (byte / 4 + 1) * 4, &mut |at, lane| {
        if let Lane::Other(number) = lane
            && (at..at + lane.bytes()).contains(&byte)
        {
            found = Some(Place::part(at, number)).filter(|_| number.bits() < 32);
        }
        Ok(found.is_none())
    });
    found
}

#[cfg(test)]
mod tests;
