//! A puzzle: its files, the program that runs an answer, and the reference.

use crate::{FileSet, Host, Input, Numbers, Part};
use gristmill::counters::{Class, Counters};
use gristmill::{Era, Result};

/// A puzzle: its files, the program that runs an answer, and the reference.
///
/// ```
/// use gristmill_puzzles::Puzzle;
/// let puzzle = Puzzle::find("left_neighbour")?;
/// assert_eq!((puzzle.name(), puzzle.dots), ("left_neighbour", 1));
/// let error = Puzzle::find("left_neigbour").unwrap_err().to_string();
/// assert!(error.contains("did you mean left_neighbour?"), "{error}");
/// # Ok::<(), gristmill::Error>(())
/// ```
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct Puzzle {
    /// The task in a few words.
    pub title: &'static str,
    /// The part that it belongs to.
    pub part: Part,
    /// The page of the book that it belongs to, relative to `book/src`.
    pub page: &'static str,
    /// The difficulty, from 1 to 3.
    pub dots: u8,
    /// The files in `puzzles`.
    pub files: FileSet,
    /// The fragment kernel that follows an answer that is a vertex kernel.
    pub fragment: Option<&'static str>,
    /// The names of its lists.
    pub lists: &'static [&'static str],
    /// Returns the inputs that an answer runs on.
    pub cases: fn() -> Vec<Input>,
    /// Returns true if a smaller input is valid for this puzzle.
    pub allows: fn(&Input) -> bool,
    /// The program around the kernel.
    pub run: fn(&Host<'_>) -> Result<Numbers>,
    /// Returns the right result.
    pub reference: fn(&Input) -> Numbers,
    /// The tolerance of a float.
    pub tolerance: f32,
    /// The limits on an answer's counters.
    pub limits: &'static [CountLimit],
    /// The name of the card that must accept it.
    pub card: Option<&'static str>,
}

/// A limit on a counter of an answer.
///
/// ```
/// use gristmill_puzzles::{CountLimit, JudgedCounter, Input, Numbers};
/// let limit = CountLimit { counter: JudgedCounter::Texels, most: |input| 2 * input.size() as u64 };
/// assert_eq!((limit.most)(&Input::new("one", Numbers::Whole(vec![7]))), 2);
/// ```
#[derive(Debug, Clone, Copy)]
pub struct CountLimit {
    /// The counter.
    pub counter: JudgedCounter,
    /// The limit for an input.
    pub most: fn(&Input) -> u64,
}

/// A counter of the emulator.
///
/// ```
/// use gristmill::counters::Counters;
/// use gristmill_puzzles::JudgedCounter;
/// let mut counters = Counters::default();
/// counters.total.texels = 7;
/// assert_eq!((JudgedCounter::Texels.read_from(&counters), JudgedCounter::Texels.name()), (7, "texels read"));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum JudgedCounter {
    /// Texels that are read.
    Texels,
    /// Atomic instructions of warps.
    Atomics,
    /// The most lanes of one atomic instruction that change the same word.
    Contention,
    /// Barriers of warps.
    Barriers,
    /// Instructions of warps that access global memory.
    Requests,
    /// Sectors of 32 bytes that those touch.
    Sectors,
    /// Passes lost to banks of shared memory.
    BankConflicts,
    /// Branches at which a warp diverges.
    Divergent,
    /// Turns of loops, of the lane with the most.
    Turns,
}

impl JudgedCounter {
    /// Returns the count.
    pub fn read_from(self, counters: &Counters) -> u64 {
        let total = &counters.total;
        match self {
            JudgedCounter::Texels => total.texels,
            JudgedCounter::Atomics => total.atomics,
            JudgedCounter::Contention => total.contended_most,
            JudgedCounter::Barriers => {
                let classes = Class::ALL.iter().zip(total.instructions);
                classes
                    .filter(|(class, _)| **class == Class::Barrier)
                    .map(|(_, count)| count)
                    .sum()
            }
            JudgedCounter::Requests => total.requests,
            JudgedCounter::Sectors => total.sectors,
            JudgedCounter::BankConflicts => total.bank_conflicts,
            JudgedCounter::Divergent => total.divergent,
            JudgedCounter::Turns => counters.most_turns(),
        }
    }

    /// Returns its name, in the plural.
    pub fn name(self) -> &'static str {
        match self {
            JudgedCounter::Texels => "texels read",
            JudgedCounter::Atomics => "atomic instructions of warps",
            JudgedCounter::Contention => "lanes that change one word at once",
            JudgedCounter::Barriers => "barriers of warps",
            JudgedCounter::Requests => "requests of warps to memory",
            JudgedCounter::Sectors => "sectors of memory",
            JudgedCounter::BankConflicts => "bank conflicts",
            JudgedCounter::Divergent => "divergent branches",
            JudgedCounter::Turns => "turns of a lane's loops",
        }
    }
}

impl Puzzle {
    /// The defaults of most puzzles: one list, any input, no tolerance, no limit.
    pub(crate) const TEMPLATE: Puzzle = Puzzle {
        title: "",
        part: Part::FirstSteps,
        page: "",
        dots: 1,
        files: FileSet { name: "", ending: "", text: "", start: "", solution: "", hints: "", near: &[] },
        fragment: None,
        lists: &["source"],
        cases: Vec::new,
        allows: |_| true,
        run: |host| host.map::<f32>(),
        reference: |input| Numbers::Floats(input.floats(0)),
        tolerance: 0.0,
        limits: &[],
        card: None,
    };

    /// Returns its name.
    pub fn name(&self) -> &'static str {
        self.files.name
    }

    /// Returns the era of its kernel.
    pub fn era(&self) -> Era {
        if self.files.ending == "comp" { Era::Compute } else { Era::Fragment }
    }
}
