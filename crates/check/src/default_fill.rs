//! What a launch takes where nobody says: numbers that let faults show, and memories as large as the kernel reaches.
//!
//! Equal numbers hide who wrote last, and zeros are a bad divisor; so defaults are distinct, and small enough for an
//! index. What only some numbers show is the numbers' fault: `confirm` asks that of the other fills.

use super::settings::Number;
use gristmill_base::element::Scalar;
use gristmill_base::random;
use gristmill_emulator::observers::Outgrown;
use std::collections::BTreeMap;

/// Words of a buffer without an end, until the kernel reaches further.
const WORDS: usize = 1024;
/// The most words that such a buffer grows to.
const MOST_WORDS: usize = 1 << 20;
/// The sides of a texture, its slices or layers last.
const SIDES: [u32; 3] = [64, 64, 4];
/// The longest side that a texture grows to.
const LONGEST_SIDE: u32 = 1024;
/// The seed of default numbers.
const SEED: u32 = 7;

/// Which numbers stand where nobody gave any.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum DefaultFill {
    /// Floats between 0 and 1, whole numbers from 1 to 4, sizes of 64.
    #[default]
    Mixed,
    /// Ascending: floats up to 1/16, whole numbers from 1 on, sizes of 16.
    Ascending,
    /// Floats from 1 to 8, distinct whole numbers out of order, sizes of 1024: more than a work group has lanes.
    Large,
    /// Zeros, and sizes of 64.
    Zero,
    /// Floats between -1 and 0, whole numbers of ones alone, sizes of 64.
    Negative,
}

impl DefaultFill {
    /// The fills by which a finding of the first is confirmed.
    pub(super) const OTHERS: [DefaultFill; 4] =
        [DefaultFill::Ascending, DefaultFill::Zero, DefaultFill::Large, DefaultFill::Negative];

    /// Returns the number at a place of a buffer, a texture or a vertex stream.
    pub(super) fn number(self, at: usize, is_float: bool) -> Number {
        let at = at as u32;
        let fraction = || f64::from(random::uniform(SEED, at, 0).max(1.0 / 64.0));
        match (self, is_float) {
            (DefaultFill::Mixed, true) => Number::Real(fraction()),
            (DefaultFill::Mixed, false) => Number::Whole(i64::from(random::word(SEED, at, 1) % 4) + 1),
            (DefaultFill::Ascending, true) => Number::Real(f64::from(at % 1024 + 1) / 16384.0),
            (DefaultFill::Ascending, false) => Number::Whole(i64::from(at % (1 << 20)) + 1),
            (DefaultFill::Large, true) => Number::Real(1.0 + 7.0 * fraction()),
            (DefaultFill::Large, false) => Number::Whole(i64::from((at ^ 1) % (1 << 20)) + 1),
            (DefaultFill::Zero, _) => Number::Whole(0),
            (DefaultFill::Negative, true) => Number::Real(-fraction()),
            (DefaultFill::Negative, false) => Number::Bits(u32::MAX),
        }
    }

    /// Returns the number of a uniform: a whole one is most likely a size.
    pub(super) fn uniform_number(self, at: usize, is_float: bool) -> Number {
        match self {
            _ if is_float => self.number(at, true),
            DefaultFill::Mixed | DefaultFill::Zero | DefaultFill::Negative => Number::Whole(64),
            DefaultFill::Ascending => Number::Whole(16),
            DefaultFill::Large => Number::Whole(1024),
        }
    }

    /// Returns the size of what a fragment kernel draws on, or of as many vertices as a kernel is tried with.
    pub(super) fn size(self, of_vertices: bool) -> [u32; 2] {
        match (self, of_vertices) {
            (DefaultFill::Ascending, true) => [3, 1],
            (DefaultFill::Ascending, false) => [16, 16],
            _ => [64, 64],
        }
    }
}

/// What a launch takes where nobody says.
#[derive(Debug, Clone, Default)]
pub(super) struct Defaults {
    pub fill: DefaultFill,
    /// Words of buffers that the kernel read or wrote beyond, by their names.
    lengths: BTreeMap<String, usize>,
    /// Sides of textures, in the same way.
    sides: BTreeMap<String, u32>,
    /// Work groups along x, if several are tried where nobody says how many.
    pub groups: Option<u32>,
}

impl Defaults {
    /// Returns the same with other numbers.
    pub(super) fn with_fill(&self, fill: DefaultFill) -> Defaults {
        Defaults { fill, ..self.clone() }
    }

    /// Returns the same with so many work groups.
    pub(super) fn with_groups(&self, groups: u32) -> Defaults {
        Defaults { groups: Some(groups), ..self.clone() }
    }

    /// Returns the words of a buffer whose length nobody gave, and which is called by any of these names.
    pub(super) fn words<'n>(&self, mut names: impl Iterator<Item = &'n str>) -> usize {
        names.find_map(|name| self.lengths.get(name)).copied().unwrap_or(WORDS)
    }

    /// Returns whether the kernel reached further into that buffer than it is long by default.
    pub(super) fn has_grown(&self, name: &str) -> bool {
        self.lengths.contains_key(name)
    }

    /// Returns the sides of a texture whose size nobody gave.
    pub(super) fn sides(&self, name: &str) -> [u32; 3] {
        let [width, height, depth] = SIDES;
        let side = self.sides.get(name).copied().unwrap_or(0);
        [width.max(side), height.max(side), depth]
    }

    /// Makes memories as large as the kernel reached; returns whether one became larger.
    pub(super) fn grow(&mut self, outgrown: &[Outgrown]) -> bool {
        let mut has_grown = false;
        for Outgrown { memory, is_texture, needed, .. } in outgrown {
            if *is_texture {
                let side = u32::try_from(*needed).unwrap_or(u32::MAX).max(SIDES[0]);
                let known = self.sides.entry(memory.clone()).or_insert(SIDES[0]);
                if side > *known && side <= LONGEST_SIDE {
                    (*known, has_grown) = (side, true);
                }
            } else {
                let words = usize::try_from(*needed).unwrap_or(usize::MAX);
                let known = self.lengths.get(memory).copied().unwrap_or(WORDS);
                if words > known && words <= MOST_WORDS {
                    self.lengths.insert(memory.clone(), words);
                    has_grown = true;
                }
            }
        }
        has_grown
    }
}

/// Returns numbers as people read them: all of a few, and the first of many.
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

/// Returns a number with three digits behind its point at most.
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

    /// What shows a fault: no two neighbours alike, no zero, and nothing that is no index of a small table.
    #[test]
    fn the_first_fill_is_distinct_and_not_zero() {
        let floats: Vec<f64> = (0..1024)
            .map(|at| match DefaultFill::Mixed.number(at, true) {
                Number::Real(real) => real,
                other => panic!("{other:?}"),
            })
            .collect();
        assert!(floats.iter().all(|number| (1.0 / 64.0..1.0).contains(number)));
        assert!(floats.windows(2).all(|pair| pair[0] != pair[1]));
        let wholes: Vec<Number> = (0..1024).map(|at| DefaultFill::Mixed.number(at, false)).collect();
        for whole in 1..=4 {
            assert!(wholes.contains(&Number::Whole(whole)));
        }
        assert!(!wholes.contains(&Number::Whole(0)) && !wholes.contains(&Number::Whole(5)));
    }

    #[test]
    fn memories_grow_up_to_a_limit() {
        let outgrown = |name: &str, is_texture, needed| Outgrown {
            memory: name.to_string(),
            variable: name.to_string(),
            is_texture,
            needed,
        };
        let mut defaults = Defaults::default();
        assert_eq!(defaults.words(["Rows"].into_iter()), 1024);
        assert!(defaults.grow(&[outgrown("Rows", false, 4096), outgrown("photo", true, 65)]));
        assert_eq!(defaults.words(["Other", "Rows"].into_iter()), 4096);
        assert_eq!((defaults.sides("photo"), defaults.sides("other")), ([65, 65, 4], [64, 64, 4]));
        assert!(!defaults.grow(&[outgrown("Rows", false, 4096), outgrown("Rows", false, 1 << 30)]));
        assert!(!defaults.grow(&[outgrown("photo", true, 4096)]));
    }

    #[test]
    fn numbers_are_written_short() {
        let one = 0.349_609_38_f32.to_bits();
        let words = [(one, Scalar::F32), (3, Scalar::U32), (u32::MAX, Scalar::I32), (0, Scalar::F32)];
        assert_eq!(describe_numbers(&words, 4), "0.35, 3, -1, 0");
        assert_eq!(describe_numbers(&words, 1024), "0.35, 3, -1, .. (1024 numbers)");
    }
}
