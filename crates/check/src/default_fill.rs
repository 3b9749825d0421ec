//! Defaults of a launch: numbers that make faults visible, and memories as large as the kernel reaches.
//!
//! Equal numbers hide which write came last, and zero is a bad divisor; so defaults are distinct,
//! and small enough for an index. A finding that depends on the numbers is checked with the other
//! fills by `confirm`.

use super::settings::WrittenNumber;
use gristmill_base::element::Scalar;
use gristmill_base::random;
use gristmill_emulator::observers::OutgrownMemory;
use std::collections::BTreeMap;

/// Words of a buffer without a length, until the kernel reaches further.
const BUFFER_WORDS: usize = 1024;
/// Largest length that such a buffer grows to.
const MAX_WORDS: usize = 1 << 20;
/// The size of a texture, with its slices or layers last.
const TEXTURE_SIDES: [u32; 3] = [64, 64, 4];
/// Longest side that a texture grows to.
const MAX_SIDE: u32 = 1024;
/// The seed of default numbers.
const SEED: u32 = 7;

/// The default numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub(super) enum DefaultFill {
    /// Floats between 0 and 1, integers from 1 to 4, sizes of 64.
    #[default]
    Mixed,
    /// Ascending: floats up to 1/16, integers from 1 on, sizes of 16.
    Ascending,
    /// Floats from 1 to 8, distinct integers out of order, sizes of 1024: more than a work group has lanes.
    Large,
    /// Zeros, and sizes of 64.
    Zero,
    /// Floats between -1 and 0, integers with all bits set, sizes of 64.
    Negative,
    /// Numbers of both signs, far apart, and some zeros: floats and signed integers from -64 to 191, unsigned ones from
    /// 0 to 127, sizes of 256. Branches on them go both ways within a warp.
    BothSigns,
    /// Floats from -256 to 767, distinct integers of both signs, sizes of 256: no two indices are equal by chance.
    BothSignsDistinct,
}

impl DefaultFill {
    /// The fills that a search tries after the first.
    pub(super) const OTHERS: [DefaultFill; 4] =
        [DefaultFill::Ascending, DefaultFill::Zero, DefaultFill::Large, DefaultFill::Negative];

    /// The fills that confirm a finding, the first one last.
    const ALL: [DefaultFill; 5] =
        [DefaultFill::Ascending, DefaultFill::Zero, DefaultFill::Large, DefaultFill::Negative, DefaultFill::Mixed];

    /// Returns the fills that confirm a finding of this one.
    pub(super) fn list_confirming(self) -> Vec<DefaultFill> {
        let mut fills = DefaultFill::ALL.to_vec();
        fills.retain(|fill| *fill != self);
        if self == DefaultFill::BothSigns {
            fills.push(DefaultFill::BothSignsDistinct);
        }
        fills
    }

    /// Returns true if no two integers of a memory are equal.
    pub(super) fn has_distinct_integers(self) -> bool {
        matches!(self, DefaultFill::Ascending | DefaultFill::Large | DefaultFill::BothSignsDistinct)
    }

    /// Returns what its memories hold, for people.
    pub(super) fn describe_contents(self) -> &'static str {
        match self {
            DefaultFill::Mixed => "small numbers in its memories",
            DefaultFill::Ascending => "ascending numbers in its memories",
            DefaultFill::Large => "large numbers in its memories",
            DefaultFill::Zero => "zeros in its memories",
            DefaultFill::Negative => "negative numbers in its memories",
            DefaultFill::BothSigns | DefaultFill::BothSignsDistinct => "numbers of both signs in its memories",
        }
    }

    /// Returns the number at an index of a buffer, a texture or a vertex stream.
    pub(super) fn number_at(self, at: usize, scalar: Scalar) -> WrittenNumber {
        let at = at as u32;
        match (self, is_float(scalar)) {
            (DefaultFill::Mixed, true) => WrittenNumber::Real(draw_fraction(at)),
            (DefaultFill::Mixed, false) => WrittenNumber::Whole(i64::from(random::word(SEED, at, 1) % 4) + 1),
            (DefaultFill::Ascending, true) => WrittenNumber::Real(f64::from(at % 1024 + 1) / 16384.0),
            (DefaultFill::Ascending, false) => WrittenNumber::Whole(i64::from(at % (1 << 20)) + 1),
            (DefaultFill::Large, true) => WrittenNumber::Real(1.0 + 7.0 * draw_fraction(at)),
            (DefaultFill::Large, false) => WrittenNumber::Whole(i64::from((at ^ 1) % (1 << 20)) + 1),
            (DefaultFill::Zero, _) => WrittenNumber::Whole(0),
            (DefaultFill::Negative, true) => WrittenNumber::Real(-draw_fraction(at)),
            (DefaultFill::Negative, false) => WrittenNumber::Bits(u32::MAX),
            (DefaultFill::BothSigns, _) => draw_signed(at, 2, 256, scalar),
            (DefaultFill::BothSignsDistinct, true) => draw_signed(at, 3, 1024, scalar),
            (DefaultFill::BothSignsDistinct, false) => {
                let size = i64::from((at ^ 1) % (1 << 20)) + 1;
                let is_below_zero = scalar == Scalar::I32 && random::word(SEED, at, 3) >> 31 != 0;
                WrittenNumber::Whole(if is_below_zero { -size } else { size })
            }
        }
    }

    /// Returns the number of a uniform: an integer is most likely a size.
    pub(super) fn uniform_number(self, at: usize, scalar: Scalar) -> WrittenNumber {
        match self {
            _ if is_float(scalar) => self.number_at(at, scalar),
            DefaultFill::Ascending => WrittenNumber::Whole(16),
            DefaultFill::Large => WrittenNumber::Whole(1024),
            DefaultFill::BothSigns | DefaultFill::BothSignsDistinct => WrittenNumber::Whole(256),
            _ => WrittenNumber::Whole(64),
        }
    }

    /// Returns the size of a fragment kernel's target, or the number of vertices to try.
    pub(super) fn draw_size(self, of_vertices: bool) -> [u32; 2] {
        match (self, of_vertices) {
            (DefaultFill::Ascending, true) => [3, 1],
            (DefaultFill::Ascending, false) => [16, 16],
            _ => [64, 64],
        }
    }
}

fn draw_fraction(at: u32) -> f64 {
    f64::from(random::uniform(SEED, at, 0).max(1.0 / 64.0))
}

/// Returns true if a scalar is stored as a float.
pub(super) fn is_float(scalar: Scalar) -> bool {
    !matches!(scalar, Scalar::I32 | Scalar::U32)
}

/// Draws one of `count` numbers, a quarter of them below zero, or of half as many if the type has no sign; one number
/// of eight is zero.
fn draw_signed(at: u32, column: u32, count: u32, scalar: Scalar) -> WrittenNumber {
    let word = random::word(SEED, at, column);
    if word >> 29 == 0 {
        return WrittenNumber::Whole(0);
    }
    if scalar == Scalar::U32 {
        return WrittenNumber::Whole((word % (count / 2)).into());
    }
    let whole = i64::from(word % count) - i64::from(count / 4);
    if is_float(scalar) {
        return WrittenNumber::Real(whole as f64 + draw_fraction(at));
    }
    WrittenNumber::Whole(whole)
}

/// The defaults of a launch.
#[derive(Debug, Clone, Default)]
pub(super) struct Defaults {
    pub fill: DefaultFill,
    /// Lengths, in words, of buffers that the kernel accessed beyond their end, by name.
    lengths: BTreeMap<String, usize>,
    /// Sides of textures, likewise.
    sides: BTreeMap<String, u32>,
    /// Work groups along x, y and z where no setting says how many; `None` for one.
    pub groups: Option<[u32; 3]>,
    /// Values of integers that no setting gives, by the names of `open_values`.
    pub values: BTreeMap<String, u32>,
}

impl Defaults {
    /// Returns the same defaults with other numbers.
    pub(super) fn with_fill(&self, fill: DefaultFill) -> Defaults {
        Defaults { fill, ..self.clone() }
    }

    /// Returns the same defaults with this number of work groups.
    pub(super) fn with_groups(&self, groups: [u32; 3]) -> Defaults {
        Defaults { groups: Some(groups), ..self.clone() }
    }

    /// Returns the same defaults with this value of an integer.
    pub(super) fn with_value(&self, name: &str, value: u32) -> Defaults {
        let mut changed = self.clone();
        changed.values.insert(name.to_string(), value);
        changed
    }

    /// Returns the first defaults with these work groups.
    pub(super) fn of_groups(groups: Option<[u32; 3]>) -> Defaults {
        Defaults { groups, ..Defaults::default() }
    }

    /// Returns the length in words of a buffer that has any of these names and no length set.
    pub(super) fn buffer_words<'n>(&self, mut names: impl Iterator<Item = &'n str>) -> usize {
        names.find_map(|name| self.lengths.get(name)).copied().unwrap_or(BUFFER_WORDS)
    }

    /// Returns true if the kernel reached beyond the buffer's default length.
    pub(super) fn has_grown(&self, name: &str) -> bool {
        self.lengths.contains_key(name)
    }

    /// Returns the size of a texture whose size is not set.
    pub(super) fn texture_sides(&self, name: &str) -> [u32; 3] {
        let [width, height, depth] = TEXTURE_SIDES;
        let side = self.sides.get(name).copied().unwrap_or(0);
        [width.max(side), height.max(side), depth]
    }

    /// Grows memories to the size that the kernel reached; returns true if one became larger.
    pub(super) fn grow_memories(&mut self, outgrown: &[OutgrownMemory]) -> bool {
        let mut has_grown = false;
        for OutgrownMemory { memory, is_texture, needed, .. } in outgrown {
            if *is_texture {
                let side = u32::try_from(*needed).unwrap_or(u32::MAX).max(TEXTURE_SIDES[0]);
                let known = self.sides.entry(memory.clone()).or_insert(TEXTURE_SIDES[0]);
                if side > *known && side <= MAX_SIDE {
                    *known = side;
                    has_grown = true;
                }
            } else {
                let words = usize::try_from(*needed).unwrap_or(usize::MAX);
                let known = self.lengths.get(memory).copied().unwrap_or(BUFFER_WORDS);
                if words > known && words <= MAX_WORDS {
                    self.lengths.insert(memory.clone(), words);
                    has_grown = true;
                }
            }
        }
        has_grown
    }
}

/// Formats numbers for people: all of a few, and the first of many.
pub(super) fn describe_numbers(numbers: &[(u32, Scalar)], count: usize) -> String {
    const SHOWN: usize = 3;
    let shown = if count <= SHOWN + 1 { count } else { SHOWN };
    let words: Vec<String> = numbers
        .iter()
        .take(shown)
        .map(|(word, scalar)| describe_number(*word, *scalar))
        .collect();
    let more = if count > shown { format!(", .. ({count} numbers)") } else { String::new() };
    words.join(", ") + &more
}

/// Formats a number with at most three decimals.
fn describe_number(word: u32, scalar: Scalar) -> String {
    match scalar {
        Scalar::I32 => (word as i32).to_string(),
        Scalar::U32 => word.to_string(),
        _ => {
            let rounded = format!("{:.3}", f32::from_bits(word));
            rounded.trim_end_matches('0').trim_end_matches('.').to_string()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Numbers that make faults visible: no two neighbours alike, no zero, and every integer valid
    /// as an index of a small table.
    #[test]
    fn the_first_fill_is_distinct_and_not_zero() {
        let floats: Vec<f64> = (0..1024)
            .map(|at| match DefaultFill::Mixed.number_at(at, Scalar::F32) {
                WrittenNumber::Real(real) => real,
                other => panic!("{other:?}"),
            })
            .collect();
        assert!(floats.iter().all(|number| (1.0 / 64.0..1.0).contains(number)));
        assert!(floats.windows(2).all(|pair| pair[0] != pair[1]));
        let wholes: Vec<WrittenNumber> = (0..1024).map(|at| DefaultFill::Mixed.number_at(at, Scalar::U32)).collect();
        for whole in 1..=4 {
            assert!(wholes.contains(&WrittenNumber::Whole(whole)));
        }
        assert!(!wholes.contains(&WrittenNumber::Whole(0)) && !wholes.contains(&WrittenNumber::Whole(5)));
    }

    #[test]
    fn drawn_numbers_have_both_signs_and_zeros() {
        let draw = |fill: DefaultFill, scalar| -> Vec<WrittenNumber> {
            (0..1024).map(|at| fill.number_at(at, scalar)).collect()
        };
        let count = |numbers: &[WrittenNumber], is_counted: fn(i64) -> bool| {
            let mut counted = numbers.iter();
            counted
                .by_ref()
                .filter(|number| matches!(number, WrittenNumber::Whole(whole) if is_counted(*whole)))
                .count()
        };
        let signed = draw(DefaultFill::BothSigns, Scalar::I32);
        assert!(count(&signed, |whole| (-64..0).contains(&whole)) > 128);
        assert!(count(&signed, |whole| (1..192).contains(&whole)) > 512);
        assert!(count(&signed, |whole| whole == 0) > 64);
        let unsigned = draw(DefaultFill::BothSigns, Scalar::U32);
        assert_eq!(count(&unsigned, |whole| (0..128).contains(&whole)), 1024);
        let distinct = draw(DefaultFill::BothSignsDistinct, Scalar::I32);
        assert!(count(&distinct, |whole| whole < 0) > 384 && count(&distinct, |whole| whole > 0) > 384);
        assert!(distinct.iter().enumerate().all(|(at, number)| !distinct[..at].contains(number)));
    }

    #[test]
    fn memories_grow_up_to_a_limit() {
        let mut defaults = Defaults::default();
        assert_eq!(defaults.buffer_words(["Rows"].into_iter()), 1024);
        assert!(defaults.grow_memories(&[outgrow_memory("Rows", false, 4096), outgrow_memory("photo", true, 65)]));
        assert_eq!(defaults.buffer_words(["Other", "Rows"].into_iter()), 4096);
        assert_eq!((defaults.texture_sides("photo"), defaults.texture_sides("other")), ([65, 65, 4], [64, 64, 4]));
        assert!(
            !defaults.grow_memories(&[outgrow_memory("Rows", false, 4096), outgrow_memory("Rows", false, 1 << 30)])
        );
        assert!(!defaults.grow_memories(&[outgrow_memory("photo", true, 4096)]));
    }

    fn outgrow_memory(name: &str, is_texture: bool, needed: u64) -> OutgrownMemory {
        OutgrownMemory { memory: name.to_string(), variable: name.to_string(), is_texture, needed }
    }

    #[test]
    fn numbers_are_written_short() {
        let one = 0.349_609_38_f32.to_bits();
        let words = [(one, Scalar::F32), (3, Scalar::U32), (u32::MAX, Scalar::I32), (0, Scalar::F32)];
        assert_eq!(describe_numbers(&words, 4), "0.35, 3, -1, 0");
        assert_eq!(describe_numbers(&words, 1024), "0.35, 3, -1, .. (1024 numbers)");
    }
}
