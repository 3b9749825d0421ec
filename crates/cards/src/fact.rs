//! A number, and who says so.

use serde::Serialize;

/// How a number is known.
///
/// ```
/// use gristmill::card::Mark;
/// assert_eq!(Mark::Driver.letter(), 'D');
/// assert!(!Mark::Memory.is_sourced() && Mark::Specification.is_sourced());
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
pub enum Mark {
    /// An extension's text, the documentation of an interface, a maker's manual.
    Specification,
    /// The source of an open driver.
    Driver,
    /// A paper, a book, a review, a measurement that was published.
    Published,
    /// Worked out from numbers that have a source.
    Computed,
    /// The driver of the machine at hand was asked.
    Asked,
    /// From memory, unverified: nothing that could be read again says so.
    Memory,
}

impl Mark {
    /// Its letter in tables: S, D, P, C, A, M.
    pub const fn letter(self) -> char {
        match self {
            Mark::Specification => 'S',
            Mark::Driver => 'D',
            Mark::Published => 'P',
            Mark::Computed => 'C',
            Mark::Asked => 'A',
            Mark::Memory => 'M',
        }
    }

    /// Whether there is a source that says so.
    pub const fn is_sourced(self) -> bool {
        !matches!(self, Mark::Memory)
    }
}

/// A number of a card with its source.
///
/// ```
/// use gristmill::Profile;
/// let slots = Profile::named("radeon-9700")?.arithmetic_slots;
/// assert_eq!((slots.value, slots.source), (Some(64), "Mesa: r300_screen.c, radeon_code.h"));
/// # Ok::<(), gristmill::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Fact<T> {
    /// The number.
    pub value: T,
    /// How it is known.
    pub mark: Mark,
    /// The text, the file or the book that says so; "no source" where none does.
    pub source: &'static str,
}

impl<T> Fact<T> {
    /// A number that this source says.
    ///
    /// ```
    /// use gristmill::card::{Fact, Mark};
    /// let side = Fact::new(4096, Mark::Driver, "Mesa: nv30_screen.c");
    /// assert_eq!(side.value, 4096);
    /// ```
    pub const fn new(value: T, mark: Mark, source: &'static str) -> Fact<T> {
        Fact { value, mark, source }
    }
}

/// From a specification.
pub(super) const fn spec<T>(value: T, source: &'static str) -> Fact<T> {
    Fact::new(value, Mark::Specification, source)
}

/// From a driver's source.
pub(super) const fn driver<T>(value: T, source: &'static str) -> Fact<T> {
    Fact::new(value, Mark::Driver, source)
}

/// From something that was published.
pub(super) const fn published<T>(value: T, source: &'static str) -> Fact<T> {
    Fact::new(value, Mark::Published, source)
}

/// Worked out from other numbers.
pub(super) const fn computed<T>(value: T, source: &'static str) -> Fact<T> {
    Fact::new(value, Mark::Computed, source)
}

/// From memory.
pub(super) const fn memory<T>(value: T) -> Fact<T> {
    Fact::new(value, Mark::Memory, "no source")
}
