//! The verdict of the judge on an answer.

use crate::{Input, JudgedCounter, Numbers};
use gristmill::finding::{Finding, LaunchOrder};
use serde::{Serialize, Serializer};
use serde_json::{Value, json};

/// The verdict of the judge on an answer. Its text is for readers, its JSON for programs.
///
/// ```
/// use gristmill_puzzles::{Puzzle, judge};
/// let puzzle = Puzzle::find("left_neighbour")?;
/// let verdict = judge(puzzle, "#version 330 core\nvoid main() { nothing }\n");
/// assert_eq!((verdict.is_right(), verdict.reason()), (false, "source"));
/// let json = serde_json::to_value(&verdict).unwrap();
/// assert_eq!((&json["right"], &json["reason"]), (&false.into(), &"source".into()));
/// # Ok::<(), gristmill::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum Verdict {
    /// The answer is right, on all inputs and in all runs.
    #[non_exhaustive]
    Right {
        /// The number of inputs.
        inputs: usize,
        /// The number of runs, in several orders.
        runs: usize,
    },
    /// The emulator found a fault, whatever the result is.
    #[non_exhaustive]
    Fault {
        /// The finding, with its lines.
        finding: Box<Finding>,
        /// The input of the run.
        input: Input,
        /// The order of groups and warps.
        order: LaunchOrder,
        /// The answer's call of the library's function in which the fault was found, in a sentence; `None` if it is in
        /// the answer's own lines.
        called: Option<String>,
    },
    /// The result is wrong.
    Wrong(Box<Mistake>),
    /// A counter is above its limit.
    #[non_exhaustive]
    Over {
        /// The counter.
        counter: JudgedCounter,
        /// The count of the answer.
        given: u64,
        /// The limit.
        most: u64,
        /// The number of elements of the run.
        size: usize,
    },
    /// The card that it must run on refuses it, with a sentence.
    Card(String),
    /// It does not compile, with the compiler's messages at its lines.
    Source(String),
    /// It is not an answer to this puzzle, with a sentence.
    Text(String),
    /// It cannot be called, or does not end, with a sentence.
    Call(String),
}

/// A wrong result, on the smallest input that shows it.
///
/// ```
/// use gristmill_puzzles::{Puzzle, Verdict, judge};
/// let puzzle = Puzzle::find("left_neighbour")?;
/// let Verdict::Wrong(mistake) = judge(puzzle, puzzle.files.start) else { panic!("the hole is filled") };
/// assert_eq!(mistake.input.size(), 1);
/// # Ok::<(), gristmill::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Mistake {
    /// The input of the run.
    pub input: Input,
    /// The names of the input's lists.
    pub lists: &'static [&'static str],
    /// The right result.
    pub wanted: Numbers,
    /// The answer's result.
    pub given: Numbers,
    /// The first index at which they differ.
    pub at: usize,
    /// The order of groups and warps.
    pub order: LaunchOrder,
    /// Lanes of a warp.
    pub lanes: u32,
}

impl Verdict {
    /// Returns true if the puzzle is solved.
    pub fn is_right(&self) -> bool {
        matches!(self, Verdict::Right { .. })
    }

    /// Returns the reason in a word: `right`, `wrong`, `over`, `card`, `source`, `text`, `call`, or the kind of a
    /// finding by [`gristmill::finding::FindingKind::name`].
    pub fn reason(&self) -> &'static str {
        match self {
            Verdict::Right { .. } => "right",
            Verdict::Fault { finding, .. } => finding.kind.name(),
            Verdict::Wrong(_) => "wrong",
            Verdict::Over { .. } => "over",
            Verdict::Card(_) => "card",
            Verdict::Source(_) => "source",
            Verdict::Text(_) => "text",
            Verdict::Call(_) => "call",
        }
    }

    /// Returns the fields of its JSON that depend on the kind of verdict.
    fn details_json(&self) -> Value {
        match self {
            Verdict::Right { inputs, runs } => json!({ "inputs": inputs, "runs": runs }),
            Verdict::Fault { finding, input, order, called } => json!({
                "finding": finding, "size": input.size(), "input": input.what, "order": order.to_string(), "called": called,
            }),
            Verdict::Wrong(mistake) => json!({
                "input": mistake.input.lists.iter().map(Numbers::to_json).collect::<Value>(), "width": mistake.input.width, "wanted": mistake.wanted.to_json(),
                "given": mistake.given.to_json(), "at": mistake.at, "order": mistake.order.to_string(), "lanes": mistake.lanes,
            }),
            Verdict::Over { counter, given, most, size } => {
                json!({ "counted": counter.name(), "given": given, "most": most, "size": size })
            }
            _ => Value::Null,
        }
    }
}

impl Serialize for Verdict {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut object = json!({ "right": self.is_right(), "reason": self.reason(), "says": self.to_string() });
        if let (Value::Object(object), Value::Object(details)) = (&mut object, self.details_json()) {
            object.extend(details);
        }
        object.serialize(serializer)
    }
}
