//! From numbers as they are written to the words of a buffer, an image or a uniform.

use super::numpy::NumpyArray;
use super::settings::{FillPattern, Number};
use crate::data::element::Scalar;
use crate::data::random::{self, uniform};
use crate::emulator::assembly::TypeLayout;
use crate::emulator::number::{Number as EmulatedNumber, split};

/// Random whole numbers are below this.
const BELOW: u32 = 1024;

/// Where the words of a memory come from, one scalar after another.
pub(super) enum Source<'a> {
    /// A pattern without end.
    Made(FillPattern),
    /// These numbers.
    Written(&'a [Number]),
    /// These words.
    Words(&'a [u32]),
    /// An array of a file.
    Array(&'a NumpyArray),
}

impl Source<'_> {
    /// The word of the scalar at a place; none behind the last. The reason why a number is not one of that
    /// type is a sentence.
    pub(super) fn word(&self, at: usize, scalar: Scalar) -> Result<Option<u32>, String> {
        match self {
            Source::Made(pattern) => made(*pattern, at as u32, scalar).map(Some),
            Source::Written(numbers) => numbers.get(at).map(|number| word(*number, scalar)).transpose(),
            Source::Words(words) => Ok(words.get(at).copied()),
            Source::Array(array) => array.word(at, scalar),
        }
    }
}

/// What lies at a place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Lane {
    /// One word.
    Word(Scalar),
    /// A number of other than 32 bits.
    Other(EmulatedNumber),
}

impl Source<'_> {
    /// The words of the number of 64 bits at a place, which is so many words behind the first; none behind the last.
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

/// A word of a pattern.
pub(super) fn made(pattern: FillPattern, at: u32, scalar: Scalar) -> Result<u32, String> {
    match pattern {
        FillPattern::Constant(number) => word(number, scalar),
        FillPattern::From(first) => word(Number::Whole(first.saturating_add(i64::from(at))), scalar),
        FillPattern::Random(seed) if matches!(scalar, Scalar::F32 | Scalar::F16 | Scalar::Unorm8) => {
            Ok(uniform(seed, at, 0).to_bits())
        }
        FillPattern::Random(seed) => Ok(random::word(seed, at, 0) % BELOW),
    }
}

/// A written number as a word of that type.
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

/// Fills words that are laid out so, scalar by scalar in the order of their declaration, and gives how many
/// scalars there were.
///
/// # Errors
/// A sentence, if a number is not of the type that its place has.
pub(super) fn fill(layout: &TypeLayout, words: &mut [u32], source: &Source) -> Result<usize, String> {
    let (mut at, mut before) = (0, 0);
    visit(layout, 0, words.len(), &mut |place, lane| {
        let scalar = match lane {
            Lane::Word(scalar) => scalar,
            Lane::Other(number) => {
                let given = source.wide(at, before, number)?;
                (at, before) = (at + 1, before + 2);
                let Some(given) = given else { return Ok(false) };
                words.iter_mut().skip(place).zip(given).for_each(|(word, given)| *word = given);
                return Ok(true);
            }
        };
        let place_of = if matches!(source, Source::Words(_)) { before } else { at };
        let word = source.word(place_of, scalar)?;
        (at, before) = (at + 1, before + 1);
        match (word, words.get_mut(place)) {
            (Some(word), Some(known)) => *known = word,
            // Behind the last number nothing needs to be visited.
            (None, _) => return Ok(false),
            _ => {}
        }
        Ok(true)
    })?;
    Ok(at)
}

/// The word and the type of each scalar below the end, in the order of their declaration.
pub(super) fn places(layout: &TypeLayout, base: usize, end: usize) -> Vec<(usize, Scalar)> {
    let mut places = vec![];
    // It never fails, as its own closure does not.
    let _ = visit(layout, base, end, &mut |place, lane| {
        match lane {
            Lane::Word(scalar) => places.push((place, scalar)),
            Lane::Other(_) => places.extend([(place, Scalar::U32), (place + 1, Scalar::U32)]),
        }
        Ok(true)
    });
    places
}

/// How many scalars an item has, if it is of an array; 1 for what is none.
pub(super) fn scalars_of_item(layout: &TypeLayout) -> usize {
    match layout {
        TypeLayout::Array { item, stride, .. } => {
            let mut scalars = 0;
            // It never fails, as its own closure does not.
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

/// How many words are needed so that this many scalars have a place.
pub(super) fn words_for(layout: &TypeLayout, scalars: usize, most: usize) -> usize {
    let (mut seen, mut end) = (0, 0);
    // It never fails, as its own closure does not.
    let _ = visit(layout, 0, most, &mut |place, lane| {
        seen += 1;
        end = place + if matches!(lane, Lane::Other(_)) { 2 } else { 1 };
        Ok(seen < scalars)
    });
    end
}

/// Calls for each scalar below the end, with its word, until that gives false.
fn visit(
    layout: &TypeLayout,
    base: usize,
    end: usize,
    call: &mut impl FnMut(usize, Lane) -> Result<bool, String>,
) -> Result<bool, String> {
    if base >= end {
        return Ok(true);
    }
    match layout {
        TypeLayout::Scalar(scalar) => call(base, Lane::Word(*scalar)),
        TypeLayout::Number(number) => {
            if base + number.words() as usize > end {
                Ok(true)
            } else {
                call(base, Lane::Other(*number))
            }
        }
        TypeLayout::Vector(scalar, lanes) => {
            for lane in 0..usize::from(*lanes) {
                if base + lane < end && !call(base + lane, Lane::Word(*scalar))? {
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
                        .saturating_add(minor);
                    if place < end && !call(place, Lane::Word(Scalar::F32))? {
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

/// The place and the layout of a member: `light.position`, `lights[2].colour`, behind the name of its block
/// or without it.
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

/// The name of a word: `total`, `bodies[3].y`; empty for padding.
pub(super) fn name_of(layout: &TypeLayout, word: usize) -> String {
    const LANES: [&str; 4] = [".x", ".y", ".z", ".w"];
    match layout {
        TypeLayout::Scalar(_) | TypeLayout::Number(_) => String::new(),
        TypeLayout::Vector(_, lanes) => {
            let lane = LANES.get(word).filter(|_| word < usize::from(*lanes));
            lane.copied().unwrap_or("").to_string()
        }
        TypeLayout::Matrix { stride, row_major, .. } => {
            let stride = (*stride as usize).max(1);
            let (major, minor) = (word / stride, word % stride);
            let (column, row) = if *row_major { (minor, major) } else { (major, minor) };
            format!("[{column}][{row}]")
        }
        TypeLayout::Array { item, stride, .. } => {
            let stride = (*stride as usize).max(1);
            format!("[{}]{}", word / stride, name_of(item, word % stride))
        }
        TypeLayout::Struct(members) => {
            let before = members.iter().filter(|(_, offset, _)| *offset as usize <= word);
            let Some((name, offset, inner)) = before.max_by_key(|(_, offset, _)| *offset) else {
                return String::new();
            };
            format!(".{name}{}", name_of(inner, word - *offset as usize))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `uint total`, `mat2 m` (column stride 4 words, at word 4), `vec3 points[]` (stride 4, at word 12).
    fn block() -> TypeLayout {
        let points = TypeLayout::Array { item: Box::new(TypeLayout::Vector(Scalar::F32, 3)), stride: 4, items: 0 };
        TypeLayout::Struct(vec![
            ("total".into(), 0, TypeLayout::Scalar(Scalar::U32)),
            ("m".into(), 4, TypeLayout::Matrix { columns: 2, rows: 2, stride: 4, row_major: false }),
            ("points".into(), 12, points),
        ])
    }

    #[test]
    fn padding_is_skipped() {
        let mut words = vec![99; 20];
        let filled = fill(&block(), &mut words, &Source::Made(FillPattern::From(0))).unwrap();
        let bits = |number: f32| number.to_bits();
        assert_eq!(filled, 1 + 4 + 6);
        assert_eq!(words[..4], [0, 99, 99, 99]);
        assert_eq!(words[4..10], [bits(1.0), bits(2.0), 99, 99, bits(3.0), bits(4.0)]);
        assert_eq!(words[12..20], [bits(5.0), bits(6.0), bits(7.0), 99, bits(8.0), bits(9.0), bits(10.0), 99]);
    }

    #[test]
    fn numbers_take_the_type_of_their_place() {
        let mut words = vec![0; 16];
        let numbers = [Number::Whole(7), Number::Whole(-1), Number::Real(0.5), Number::Bits(3)];
        fill(&block(), &mut words, &Source::Written(&numbers)).unwrap();
        assert_eq!(words[..9], [7, 0, 0, 0, (-1.0_f32).to_bits(), 0.5_f32.to_bits(), 0, 0, 3]);
        let wrong = |number| fill(&block(), &mut [0; 16], &Source::Written(&[number])).unwrap_err();
        assert_eq!(wrong(Number::Real(1.5)), "1.5 is no whole number");
        assert_eq!(wrong(Number::Whole(-1)), "-1 is no uint of 32 bits");
        assert_eq!(word(Number::Whole(1 << 31), Scalar::I32), Err("2147483648 is no int of 32 bits".to_string()));
    }

    #[test]
    fn a_list_says_how_long_its_buffer_is() {
        assert_eq!(words_for(&block(), 1, 1 << 20), 1);
        assert_eq!(words_for(&block(), 6, 1 << 20), 13);
        assert_eq!(words_for(&block(), 9, 1 << 20), 17);
        assert_eq!(words_for(&TypeLayout::Scalar(Scalar::U32), 5, 1 << 20), 1);
    }

    #[test]
    fn words_have_names_and_names_have_places() {
        let layout = block();
        for (word, name) in [(0, ".total"), (5, ".m[0][1]"), (8, ".m[1][0]"), (17, ".points[1].y"), (19, ".points[1]")]
        {
            assert_eq!(name_of(&layout, word), name);
        }
        assert_eq!(member(&layout, "points[3]").map(|(place, _)| place), Some(24));
        assert_eq!(member(&layout, ".m").map(|(place, _)| place), Some(4));
        for unknown in ["point", "points[", "points[x]", "total[0]", "points[4294967295][1]"] {
            assert_eq!(member(&layout, unknown), None, "{unknown}");
        }
    }

    #[test]
    fn random_numbers_are_small_or_from_0_to_1() {
        for at in 0..1000 {
            assert!((0.0..1.0).contains(&f32::from_bits(made(FillPattern::Random(1), at, Scalar::F32).unwrap())));
            assert!(made(FillPattern::Random(1), at, Scalar::U32).unwrap() < 1024);
        }
        let different: std::collections::HashSet<u32> = (0..1000)
            .map(|at| made(FillPattern::Random(1), at, Scalar::F32).unwrap())
            .collect();
        assert!(different.len() > 990);
    }
}
