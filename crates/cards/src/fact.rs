//! A number and its source.

use serde::Serialize;

/// The kind of source that a number has.
///
/// ```
/// use gristmill::card::Mark;
/// assert_eq!(Mark::Driver.letter(), 'D');
/// assert!(!Mark::Memory.is_sourced() && Mark::Specification.is_sourced());
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
pub enum Mark {
    /// An extension's specification, the documentation of an interface, or a manufacturer's manual.
    Specification,
    /// The source of an open driver.
    Driver,
    /// A paper, a book, a review, or a published measurement.
    Published,
    /// Computed from numbers that have a source.
    Computed,
    /// Queried from this computer's driver.
    Asked,
    /// From memory, unverified: no source that can be looked up confirms it.
    Memory,
}

impl Mark {
    /// Returns the letter used in tables: S, D, P, C, A, M.
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

    /// Returns true if a source confirms the number.
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
    /// The kind of source.
    pub mark: Mark,
    /// The specification, file or book; "no source" if there is none.
    pub source: &'static str,
}

impl<T> Fact<T> {
    /// Builds a fact from a number and its source.
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

/// A number from a specification.
pub(super) const fn spec_fact<T>(value: T, source: &'static str) -> Fact<T> {
    Fact::new(value, Mark::Specification, source)
}

/// A number from a driver's source code.
pub(super) const fn driver_fact<T>(value: T, source: &'static str) -> Fact<T> {
    Fact::new(value, Mark::Driver, source)
}

/// A number from a publication.
pub(super) const fn published_fact<T>(value: T, source: &'static str) -> Fact<T> {
    Fact::new(value, Mark::Published, source)
}

/// A number computed from other numbers.
pub(super) const fn computed_fact<T>(value: T, source: &'static str) -> Fact<T> {
    Fact::new(value, Mark::Computed, source)
}

/// A number from memory, without a source.
pub(super) const fn memory_fact<T>(value: T) -> Fact<T> {
    Fact::new(value, Mark::Memory, "no source")
}
