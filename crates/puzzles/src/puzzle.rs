//! A puzzle: its files, the program that runs an answer, and the reference.

use crate::{FileSet, Host, Input, Numbers, Part, puzzles};
use gristmill::counters::{Class, Counters};
use gristmill::{Era, Error, Result, nearest};

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
/// use gristmill_puzzles::{CountLimit, Counted, Input, Numbers};
/// let limit = CountLimit { counted: Counted::Texels, most: |input| 2 * input.size() as u64 };
/// assert_eq!((limit.most)(&Input::new("one", Numbers::Whole(vec![7]))), 2);
/// ```
#[derive(Debug, Clone, Copy)]
pub struct CountLimit {
    /// The counter.
    pub counted: Counted,
    /// The limit for an input.
    pub most: fn(&Input) -> u64,
}

/// A counter of the emulator.
///
/// ```
/// use gristmill::counters::Counters;
/// use gristmill_puzzles::Counted;
/// let mut counters = Counters::default();
/// counters.total.texels = 7;
/// assert_eq!((Counted::Texels.of(&counters), Counted::Texels.name()), (7, "texels read"));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Counted {
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

impl Counted {
    /// Returns the count.
    pub fn of(self, counters: &Counters) -> u64 {
        let total = &counters.total;
        match self {
            Counted::Texels => total.texels,
            Counted::Atomics => total.atomics,
            Counted::Contention => total.contended_most,
            Counted::Barriers => {
                let classes = Class::ALL.iter().zip(total.instructions);
                classes
                    .filter(|(class, _)| **class == Class::Barrier)
                    .map(|(_, count)| count)
                    .sum()
            }
            Counted::Requests => total.requests,
            Counted::Sectors => total.sectors,
            Counted::BankConflicts => total.bank_conflicts,
            Counted::Divergent => total.divergent,
            Counted::Turns => counters.most_turns(),
        }
    }

    /// Returns its name, in the plural.
    pub fn name(self) -> &'static str {
        match self {
            Counted::Texels => "texels read",
            Counted::Atomics => "atomic instructions of warps",
            Counted::Contention => "lanes that change one word at once",
            Counted::Barriers => "barriers of warps",
            Counted::Requests => "requests of warps to memory",
            Counted::Sectors => "sectors of memory",
            Counted::BankConflicts => "bank conflicts",
            Counted::Divergent => "divergent branches",
            Counted::Turns => "turns of a lane's loops",
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

    /// Returns the puzzle of that name.
    ///
    /// # Errors
    /// [`Error::Data`] with the nearest name, if there is none.
    pub fn find(name: &str) -> Result<&'static Puzzle> {
        let found = puzzles().find(|puzzle| puzzle.name() == name);
        found.ok_or_else(|| {
            let names: Vec<&str> = puzzles().map(Puzzle::name).collect();
            let next = match nearest(name, &names) {
                Some(near) => format!("did you mean {near}?"),
                None => "gristmill puzzle lists them".to_string(),
            };
            Error::data(format!("there is no puzzle {name}; {next}"))
        })
    }

    /// Returns its name.
    pub fn name(&self) -> &'static str {
        self.files.name
    }

    /// Returns the era of its kernel.
    pub fn era(&self) -> Era {
        if self.files.ending == "comp" { Era::Compute } else { Era::Fragment }
    }
}
