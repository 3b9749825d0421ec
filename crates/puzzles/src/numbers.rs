//! Lists of numbers, as kernels read and write them.

use serde_json::Value;

/// The content of a result before a kernel has written it; no case expects it.
const UNWRITTEN_BITS: u32 = 0x7fc0_dead;

/// A list of numbers, as kernels read and write them.
///
/// ```
/// use gristmill_puzzles::Numbers;
/// let numbers = Numbers::Floats(vec![0.5, f32::NAN]);
/// assert_eq!((numbers.len(), numbers.text(0), numbers.text(1)), (2, "0.5".to_string(), "NaN".to_string()));
/// assert_eq!(numbers.first_difference(&Numbers::Floats(vec![0.5, f32::NAN]), 0.0), None);
/// assert_eq!(numbers.first_difference(&Numbers::Floats(vec![0.5, 1.0]), 0.0), Some(1));
/// ```
#[derive(Debug, Clone, PartialEq)]
pub enum Numbers {
    /// Floats of 32 bits.
    Floats(Vec<f32>),
    /// Unsigned whole numbers of 32 bits.
    Whole(Vec<u32>),
}

impl Numbers {
    /// Returns the length of the list.
    pub fn len(&self) -> usize {
        match self {
            Numbers::Floats(numbers) => numbers.len(),
            Numbers::Whole(numbers) => numbers.len(),
        }
    }

    /// Returns true if the list is empty.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the numbers as floats; whole numbers are rounded.
    pub fn floats(&self) -> Vec<f32> {
        match self {
            Numbers::Floats(numbers) => numbers.clone(),
            Numbers::Whole(numbers) => numbers.iter().map(|&number| number as f32).collect(),
        }
    }

    /// Returns the numbers as whole numbers; floats are truncated.
    pub fn whole(&self) -> Vec<u32> {
        match self {
            Numbers::Floats(numbers) => numbers.iter().map(|&number| number as u32).collect(),
            Numbers::Whole(numbers) => numbers.clone(),
        }
    }

    /// Formats a number; `-` if no kernel has written it.
    pub fn text(&self, at: usize) -> String {
        match self {
            Numbers::Floats(numbers) => numbers.get(at).map(|number| match number.to_bits() {
                UNWRITTEN_BITS => "-".to_string(),
                _ => number.to_string(),
            }),
            Numbers::Whole(numbers) => numbers.get(at).map(|number| match *number {
                UNWRITTEN_BITS => "-".to_string(),
                number => number.to_string(),
            }),
        }
        .unwrap_or_else(|| "none".to_string())
    }

    /// Returns the first index at which another list differs. A float may be off by the tolerance, times its own size
    /// if that is above 1; NaN equals NaN.
    pub fn first_difference(&self, other: &Numbers, tolerance: f32) -> Option<usize> {
        let differs = |at: usize| match (self, other) {
            (Numbers::Floats(wanted), Numbers::Floats(given)) => match (wanted.get(at), given.get(at)) {
                (Some(wanted), Some(given)) => !is_near(*wanted, *given, tolerance),
                _ => true,
            },
            (Numbers::Whole(wanted), Numbers::Whole(given)) => wanted.get(at) != given.get(at),
            _ => true,
        };
        (0..self.len().max(other.len())).find(|&at| differs(at))
    }

    /// Returns the list without a range of indices.
    pub(crate) fn without_places(&self, places: std::ops::Range<usize>) -> Numbers {
        fn remaining_numbers<T: Copy>(numbers: &[T], places: &std::ops::Range<usize>) -> Vec<T> {
            (0..numbers.len())
                .filter(|at| !places.contains(at))
                .map(|at| numbers[at])
                .collect()
        }
        match self {
            Numbers::Floats(numbers) => Numbers::Floats(remaining_numbers(numbers, &places)),
            Numbers::Whole(numbers) => Numbers::Whole(remaining_numbers(numbers, &places)),
        }
    }

    /// Returns lists with a simpler number at an index, the simplest first.
    pub(crate) fn simpler_at(&self, at: usize) -> Vec<Numbers> {
        match self {
            Numbers::Floats(numbers) => {
                let now = numbers[at];
                let tries = [0.0, 1.0, (now / 2.0).trunc(), now.trunc()];
                let tries = tries.into_iter().filter(|&number| is_simpler(number, now));
                tries.map(|number| Numbers::Floats(replace_at(numbers, at, number))).collect()
            }
            Numbers::Whole(numbers) => {
                let tries = [0, 1, numbers[at] / 2].into_iter().filter(|&number| number < numbers[at]);
                tries.map(|number| Numbers::Whole(replace_at(numbers, at, number))).collect()
            }
        }
    }

    /// Returns the list as JSON; numbers that JSON cannot write become strings.
    pub(crate) fn to_json(&self) -> Value {
        (0..self.len())
            .map(|at: usize| match self {
                Numbers::Floats(numbers) if numbers[at].is_finite() => Value::from(numbers[at]),
                Numbers::Whole(numbers) if numbers[at] != UNWRITTEN_BITS => Value::from(numbers[at]),
                _ => Value::from(self.text(at)),
            })
            .collect()
    }
}

fn is_simpler(number: f32, now: f32) -> bool {
    if now.is_nan() { true } else { number.abs() < now.abs() }
}

fn replace_at<T: Copy>(numbers: &[T], at: usize, number: T) -> Vec<T> {
    let mut numbers = numbers.to_vec();
    numbers[at] = number;
    numbers
}

fn is_near(wanted: f32, given: f32, tolerance: f32) -> bool {
    let both_none = wanted.is_nan() && given.is_nan() && given.to_bits() != UNWRITTEN_BITS;
    both_none || wanted == given || (wanted - given).abs() <= tolerance * wanted.abs().max(1.0)
}

/// The type of a number in a stream.
pub trait Number: gristmill::Element {
    /// Returns the content of a result before a kernel has written it.
    fn unwritten() -> Self;
    /// Converts the numbers of a stream to a list.
    fn list(numbers: Vec<Self>) -> Numbers
    where
        Self: Sized;
    /// Converts a list to the numbers of a stream.
    fn of(numbers: &Numbers) -> Vec<Self>
    where
        Self: Sized;
}

impl Number for f32 {
    fn unwritten() -> f32 {
        f32::from_bits(UNWRITTEN_BITS)
    }
    fn list(numbers: Vec<f32>) -> Numbers {
        Numbers::Floats(numbers)
    }
    fn of(numbers: &Numbers) -> Vec<f32> {
        numbers.floats()
    }
}

impl Number for u32 {
    fn unwritten() -> u32 {
        UNWRITTEN_BITS
    }
    fn list(numbers: Vec<u32>) -> Numbers {
        Numbers::Whole(numbers)
    }
    fn of(numbers: &Numbers) -> Vec<u32> {
        numbers.whole()
    }
}
