//! A puzzle: its files, how an answer is run, and what it is held against.

use crate::{FileSet, Host, Input, Numbers, Part, puzzles};
use gristmill::counters::{Class, Counters};
use gristmill::{Era, Error, Result, nearest};

/// A puzzle: its files, how an answer is run, and what it is held against.
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
    /// What it asks for, in a few words.
    pub title: &'static str,
    /// The part that it belongs to.
    pub part: Part,
    /// The page of the book that it belongs to, from `book/src`.
    pub page: &'static str,
    /// How hard it is, 1 to 3.
    pub dots: u8,
    /// What lies in `book/puzzles`.
    pub files: FileSet,
    /// The fragment kernel behind an answer that is a vertex kernel.
    pub fragment: Option<&'static str>,
    /// What its lists are called.
    pub lists: &'static [&'static str],
    /// The inputs that an answer is tried on.
    pub cases: fn() -> Vec<Input>,
    /// Whether a smaller input is one for this puzzle.
    pub allows: fn(&Input) -> bool,
    /// The program around the kernel.
    pub run: fn(&Host<'_>) -> Result<Numbers>,
    /// What it must give.
    pub reference: fn(&Input) -> Numbers,
    /// How far a float may be off.
    pub tolerance: f32,
    /// What it may not do more often.
    pub limits: &'static [CountLimit],
    /// The card that must take it, by its name.
    pub card: Option<&'static str>,
}

/// What an answer may not do more often.
///
/// ```
/// use gristmill_puzzles::{CountLimit, Counted, Input, Numbers};
/// let limit = CountLimit { counted: Counted::Texels, most: |input| 2 * input.size() as u64 };
/// assert_eq!((limit.most)(&Input::new("one", Numbers::Whole(vec![7]))), 2);
/// ```
#[derive(Debug, Clone, Copy)]
pub struct CountLimit {
    /// What is counted.
    pub counted: Counted,
    /// How often it may be done.
    pub most: fn(&Input) -> u64,
}

/// What the emulator counts of an answer.
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
    /// The most lanes of an atomic instruction that change one word.
    Contention,
    /// Barriers of warps.
    Barriers,
    /// Instructions of warps that use the memory of all groups.
    Requests,
    /// Sectors of 32 bytes that those touch.
    Sectors,
    /// Passes lost to banks of shared memory.
    BankConflicts,
    /// Choices after which a warp goes both ways.
    Divergent,
    /// Turns of the loops of one lane.
    Turns,
}

impl Counted {
    /// How often it was done.
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

    /// In words, as of many.
    pub fn name(self) -> &'static str {
        match self {
            Counted::Texels => "texels read",
            Counted::Atomics => "atomic instructions of warps",
            Counted::Contention => "lanes that change one word at once",
            Counted::Barriers => "barriers of warps",
            Counted::Requests => "requests of warps to memory",
            Counted::Sectors => "sectors of memory",
            Counted::BankConflicts => "bank conflicts",
            Counted::Divergent => "choices that part a warp",
            Counted::Turns => "turns of a lane's loops",
        }
    }
}

impl Puzzle {
    /// What most puzzles have: one list, any input, no tolerance, no limit.
    pub(crate) const PLAIN: Puzzle = Puzzle {
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

    /// The puzzle of that name.
    ///
    /// # Errors
    /// [`Error::Data`] with the nearest name, where there is none.
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

    /// Its name.
    pub fn name(&self) -> &'static str {
        self.files.name
    }

    /// The era of its kernel.
    pub fn era(&self) -> Era {
        if self.files.ending == "comp" { Era::Compute } else { Era::Fragment }
    }
}
