//! Converts written numbers to the words of a buffer, an image or a uniform.

mod number_place;

pub(super) use number_place::NumberPlace;

use number_place::holding_scalar;

use super::default_fill::{DefaultFill, is_float};
use super::numpy::NumpyArray;
use super::settings::{FillPattern, WrittenNumber};
use gristmill_base::element::Scalar;
use gristmill_base::random::{self, uniform};
use gristmill_emulator::assembly::TypeLayout;
use gristmill_emulator::number::{NumberType as EmulatedNumber, split_words};

/// Upper bound of random integers.
const RANDOM_BELOW: u32 = 1024;

/// The source of a memory's words, one scalar after another.
pub(super) enum NumberSource<'a> {
    /// An endless pattern.
    Made(FillPattern),
    /// These numbers.
    Written(&'a [WrittenNumber]),
    /// These words.
    Words(&'a [u32]),
    /// An array of a file.
    Array(&'a NumpyArray),
    /// Default numbers of a buffer.
    Default(DefaultFill),
    /// Default numbers of a uniform.
    DefaultUniform(DefaultFill),
}

impl NumberSource<'_> {
    /// Returns the word of the scalar at an index; `None` after the last. The error is a sentence
    /// about a number that is not of that type.
    pub(super) fn word_at(&self, at: usize, scalar: Scalar) -> Result<Option<u32>, String> {
        match self {
            NumberSource::Made(pattern) => pattern_word(*pattern, at as u32, scalar).map(Some),
            NumberSource::Written(numbers) => numbers.get(at).map(|number| to_word(*number, scalar)).transpose(),
            NumberSource::Words(words) => Ok(words.get(at).copied()),
            NumberSource::Array(array) => array.word_at(at, scalar),
            NumberSource::Default(fill) => to_word(fill.number_at(at, scalar), scalar).map(Some),
            NumberSource::DefaultUniform(fill) => to_word(fill.uniform_number(at, scalar), scalar).map(Some),
        }
    }
}

/// The type of a scalar in a layout.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum FillLane {
    /// One word.
    Word(Scalar),
    /// A number of other than 32 bits.
    Other(EmulatedNumber),
}

impl FillLane {
    /// Returns its size in bytes.
    fn byte_count(self) -> usize {
        match self {
            FillLane::Word(_) => 4,
            FillLane::Other(number) => usize::from(number.bit_width()) / 8,
        }
    }
}

impl NumberSource<'_> {
    /// Returns the words of the 64-bit number at an index, whose offset in raw words is `word`; `None` after the last.
    pub(super) fn wide_at(&self, at: usize, word: usize, of: EmulatedNumber) -> Result<Option<[u32; 2]>, String> {
        let number = match self {
            NumberSource::Made(FillPattern::Constant(number)) => *number,
            NumberSource::Made(FillPattern::From(first)) => WrittenNumber::Whole(first.saturating_add(at as i64)),
            NumberSource::Made(FillPattern::Random(seed)) => match of {
                EmulatedNumber::Float(_) => WrittenNumber::Real(uniform(*seed, at as u32, 0).into()),
                _ => WrittenNumber::Whole((random::word(*seed, at as u32, 0) % RANDOM_BELOW).into()),
            },
            NumberSource::Written(numbers) => match numbers.get(at) {
                Some(number) => *number,
                None => return Ok(None),
            },
            NumberSource::Words(words) => {
                return Ok(words.get(word..word + 2).and_then(|words| words.try_into().ok()));
            }
            NumberSource::Array(array) => match array.number_at(at) {
                Some(number) => number,
                None => return Ok(None),
            },
            NumberSource::Default(fill) => fill.number_at(at, holding_scalar(of)),
            NumberSource::DefaultUniform(fill) => fill.uniform_number(at, holding_scalar(of)),
        };
        let bits = match (number, of) {
            (WrittenNumber::Bits(word), _) => word.into(),
            (WrittenNumber::Whole(whole), EmulatedNumber::Float(_)) => (whole as f64).to_bits(),
            (WrittenNumber::Real(real), EmulatedNumber::Float(_)) => real.to_bits(),
            (WrittenNumber::Whole(whole), EmulatedNumber::Uint(_)) if whole < 0 => {
                return Err(format!("{whole} is no {}", of.glsl_name()));
            }
            (WrittenNumber::Whole(whole), _) => whole as u64,
            (WrittenNumber::Real(real), _) => return Err(format!("{real} is not a whole number")),
        };
        Ok(Some(split_words(bits)))
    }
}

/// Returns the word at an index; 0 past the end.
pub(super) fn read_word(words: &[u32], at: usize) -> u32 {
    words.get(at).copied().unwrap_or(0)
}

/// Returns a word of a pattern.
pub(super) fn pattern_word(pattern: FillPattern, at: u32, scalar: Scalar) -> Result<u32, String> {
    match pattern {
        FillPattern::Constant(number) => to_word(number, scalar),
        FillPattern::From(first) => to_word(WrittenNumber::Whole(first.saturating_add(i64::from(at))), scalar),
        FillPattern::Random(seed) if is_float(scalar) => Ok(uniform(seed, at, 0).to_bits()),
        FillPattern::Random(seed) => Ok(random::word(seed, at, 0) % RANDOM_BELOW),
    }
}

/// Converts a written number to a word of that type.
pub(super) fn to_word(number: WrittenNumber, scalar: Scalar) -> Result<u32, String> {
    match (number, scalar) {
        (WrittenNumber::Bits(word), _) => Ok(word),
        (WrittenNumber::Whole(whole), Scalar::F32 | Scalar::F16 | Scalar::Unorm8) => Ok((whole as f32).to_bits()),
        (WrittenNumber::Real(real), Scalar::F32 | Scalar::F16 | Scalar::Unorm8) => Ok((real as f32).to_bits()),
        (WrittenNumber::Real(real), _) => Err(format!("{real} is not a whole number")),
        (WrittenNumber::Whole(whole), Scalar::I32) => i32::try_from(whole)
            .ok()
            .map(|int| int as u32)
            .ok_or_else(|| format!("{whole} is not an int of 32 bits")),
        (WrittenNumber::Whole(whole), Scalar::U32) => u32::try_from(whole)
            .ok()
            .ok_or_else(|| format!("{whole} is not a uint of 32 bits")),
    }
}

/// Fills words with the scalars of a layout from a byte on, in the order of their declaration, and
/// returns the number of scalars.
///
/// # Errors
/// A sentence, if a number is not of the type of its place.
pub(super) fn fill_words(
    layout: &TypeLayout,
    base: usize,
    words: &mut [u32],
    source: &NumberSource,
) -> Result<usize, String> {
    // Bytes of earlier scalars, by which raw words are indexed.
    let mut at = 0;
    let mut before = 0;
    visit_scalars(layout, base, words.len() * 4, &mut |byte, lane| {
        let (place, given) = match lane {
            FillLane::Other(number) if number.bit_width() == 64 => {
                let given = source.wide_at(at, before / 4, number)?;
                at += 1;
                before += 8;
                let Some(given) = given else { return Ok(false) };
                words
                    .iter_mut()
                    .skip(byte / 4)
                    .zip(given)
                    .for_each(|(word, given)| *word = given);
                return Ok(true);
            }
            FillLane::Other(number) => (NumberPlace::narrow_part(byte, number), source.narrow_at(at, before, number)?),
            FillLane::Word(scalar) => {
                let place_of = if matches!(source, NumberSource::Words(_)) { before / 4 } else { at };
                (NumberPlace::whole_word(byte / 4, scalar), source.word_at(place_of, scalar)?)
            }
        };
        at += 1;
        before += lane.byte_count();
        match (given, words.get_mut(place.word)) {
            (Some(given), Some(known)) => *known = place.write_value(*known, given),
            // After the last number nothing needs to be visited.
            (None, _) => return Ok(false),
            _ => {}
        }
        Ok(true)
    })?;
    Ok(at)
}

/// Returns the place of each scalar from a byte on, within `words` words, in the order of their
/// declaration; two places for a 64-bit number.
pub(super) fn find_places(layout: &TypeLayout, base: usize, words: usize) -> Vec<NumberPlace> {
    let mut places = vec![];
    // Cannot fail, because the closure does not.
    let _ = visit_scalars(layout, base, words * 4, &mut |byte, lane| {
        match lane {
            FillLane::Word(scalar) => places.push(NumberPlace::whole_word(byte / 4, scalar)),
            FillLane::Other(number) if number.bit_width() < 32 => places.push(NumberPlace::narrow_part(byte, number)),
            FillLane::Other(number) => places.extend(NumberPlace::wide_halves(byte, number)),
        }
        Ok(true)
    });
    places
}

/// Calls a closure for the place of each number from a byte on, within `words` words, in the order of their declaration,
/// until it returns false; for a 64-bit number with the place of its low word.
pub(super) fn visit_numbers(layout: &TypeLayout, base: usize, words: usize, call: &mut dyn FnMut(NumberPlace) -> bool) {
    // Cannot fail, because the closure does not.
    let _ = visit_scalars(layout, base, words * 4, &mut |byte, lane| {
        Ok(call(match lane {
            FillLane::Word(scalar) => NumberPlace::whole_word(byte / 4, scalar),
            FillLane::Other(number) if number.bit_width() < 32 => NumberPlace::narrow_part(byte, number),
            FillLane::Other(number) => NumberPlace::wide_halves(byte, number)[0],
        }))
    });
}

/// Returns the number of numbers at these places.
pub(super) fn count_numbers(places: &[NumberPlace]) -> usize {
    places.iter().filter(|place| place.begins_number()).count()
}

/// Returns the places, each with the index of its number.
pub(super) fn enumerate_numbers(places: Vec<NumberPlace>) -> impl Iterator<Item = (usize, NumberPlace)> {
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
            let _ = visit_scalars(item, 0, (*stride as usize).max(1), &mut |_, _| {
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
    let mut seen = 0;
    let mut end = base;
    // Cannot fail, because the closure does not.
    let _ = visit_scalars(layout, base, most.saturating_mul(4), &mut |byte, lane| {
        seen += 1;
        end = byte + lane.byte_count();
        Ok(seen < scalars)
    });
    end.div_ceil(4)
}

/// Calls a closure for each scalar before the end, with its byte, until it returns false.
fn visit_scalars(
    layout: &TypeLayout,
    base: usize,
    end: usize,
    call: &mut impl FnMut(usize, FillLane) -> Result<bool, String>,
) -> Result<bool, String> {
    if base >= end {
        return Ok(true);
    }
    let mut one = |byte: usize, lane: FillLane| match byte.saturating_add(lane.byte_count()) > end {
        true => Ok(true),
        false => call(byte, lane),
    };
    match layout {
        TypeLayout::Scalar(scalar) => one(base, FillLane::Word(*scalar)),
        TypeLayout::Number(number) => one(base, FillLane::Other(*number)),
        TypeLayout::Vector(scalar, lanes) => {
            for lane in 0..usize::from(*lanes) {
                if !one(base + lane * 4, FillLane::Word(*scalar))? {
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
                    if !one(place, FillLane::Word(Scalar::F32))? {
                        return Ok(false);
                    }
                }
            }
            Ok(true)
        }
        TypeLayout::Array { item, stride, items } => {
            let items = if *items == 0 { usize::MAX } else { *items as usize };
            let places = (base..end).step_by((*stride as usize).max(1)).take(items);
            // Most arrays hold scalars, and a million of them: no call for each.
            if let TypeLayout::Scalar(scalar) = **item {
                for place in places {
                    if !one(place, FillLane::Word(scalar))? {
                        return Ok(false);
                    }
                }
                return Ok(true);
            }
            for place in places {
                if !visit_scalars(item, place, end, call)? {
                    return Ok(false);
                }
            }
            Ok(true)
        }
        TypeLayout::Struct(members) => {
            for (_, offset, member) in members {
                if !visit_scalars(member, base.saturating_add(*offset as usize), end, call)? {
                    return Ok(false);
                }
            }
            Ok(true)
        }
    }
}

/// Returns the byte and the layout of a member: `light.position`, `lights[2].colour`, after the
/// name of its block or without it.
pub(super) fn find_member<'l>(layout: &'l TypeLayout, path: &str) -> Option<(usize, &'l TypeLayout)> {
    if path.is_empty() {
        return Some((0, layout));
    }
    match layout {
        TypeLayout::Struct(members) => {
            let path = path.strip_prefix('.').unwrap_or(path);
            let name = path.split(['.', '[']).next().unwrap_or("");
            let (_, offset, inner) = members.iter().find(|(known, ..)| known == name)?;
            let (more, found) = find_member(inner, &path[name.len()..])?;
            Some(((*offset as usize).checked_add(more)?, found))
        }
        TypeLayout::Array { item, stride, items } => {
            let (index, rest) = path.strip_prefix('[')?.split_once(']')?;
            let index: u32 = index.parse().ok().filter(|index| *items == 0 || index < items)?;
            let (more, found) = find_member(item, rest)?;
            Some(((index as usize).checked_mul(*stride as usize)?.checked_add(more)?, found))
        }
        _ => None,
    }
}

/// Returns the name of the scalar at a byte: `total`, `bodies[3].y`; empty for padding.
pub(super) fn member_name(layout: &TypeLayout, byte: usize) -> String {
    const LANES: [&str; 4] = [".x", ".y", ".z", ".w"];
    match layout {
        TypeLayout::Scalar(_) | TypeLayout::Number(_) => String::new(),
        TypeLayout::Vector(_, lanes) => {
            let lane = LANES.get(byte / 4).filter(|_| byte / 4 < usize::from(*lanes));
            lane.copied().unwrap_or("").to_string()
        }
        TypeLayout::Matrix { stride, row_major, .. } => {
            let stride = (*stride as usize).max(1);
            let major = byte / stride;
            let minor = byte % stride / 4;
            let (column, row) = if *row_major { (minor, major) } else { (major, minor) };
            format!("[{column}][{row}]")
        }
        TypeLayout::Array { item, stride, .. } => {
            let stride = (*stride as usize).max(1);
            format!("[{}]{}", byte / stride, member_name(item, byte % stride))
        }
        TypeLayout::Struct(members) => {
            let before = members.iter().filter(|(_, offset, _)| *offset as usize <= byte);
            let Some((name, offset, inner)) = before.max_by_key(|(_, offset, _)| *offset) else {
                return String::new();
            };
            format!(".{name}{}", member_name(inner, byte - *offset as usize))
        }
    }
}

/// Returns the place of the 8- or 16-bit number that contains a byte, if there is one.
pub(super) fn number_at(layout: &TypeLayout, byte: usize) -> Option<NumberPlace> {
    if !layout.is_narrow() {
        return None;
    }
    let mut found = None;
    // Cannot fail, because the closure does not.
    let _ = visit_scalars(layout, 0, (byte / 4 + 1) * 4, &mut |at, lane| {
        if let FillLane::Other(number) = lane
            && (at..at + lane.byte_count()).contains(&byte)
        {
            found = Some(NumberPlace::narrow_part(at, number)).filter(|_| number.bit_width() < 32);
        }
        Ok(found.is_none())
    });
    found
}

#[cfg(test)]
mod tests;
