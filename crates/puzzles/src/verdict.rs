//! What the judge says of an answer.

use crate::{Counted, Input, Numbers};
use gristmill::finding::{Finding, LaunchOrder};
use serde::{Serialize, Serializer};
use serde_json::{Value, json};

/// What the judge says of an answer. Its text is for readers, its JSON for programs.
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
    /// Right, on so many inputs and in so many runs.
    #[non_exhaustive]
    Right {
        /// The inputs.
        inputs: usize,
        /// Runs of them, in several orders.
        runs: usize,
    },
    /// The emulator found a fault, whatever the result is.
    #[non_exhaustive]
    Fault {
        /// It, with its lines.
        finding: Box<Finding>,
        /// What it was run on.
        input: Input,
        /// The order of groups and warps.
        order: LaunchOrder,
        /// Where the answer calls the function of the library in which the fault is seen: a sentence; none where it is seen
        /// in the answer's own lines.
        called: Option<String>,
    },
    /// The result is wrong.
    Wrong(Box<Mistake>),
    /// It does something too often.
    #[non_exhaustive]
    Over {
        /// What was counted.
        counted: Counted,
        /// How often it did it.
        given: u64,
        /// How often it may.
        most: u64,
        /// How many elements it was run on.
        size: usize,
    },
    /// The card that it is for does not take it: a sentence.
    Card(String),
    /// It does not compile: the compiler's words, at its lines.
    Source(String),
    /// It is no answer to this puzzle: a sentence.
    Text(String),
    /// It cannot be called, or does not come to its end: a sentence.
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
    /// What it was run on.
    pub input: Input,
    /// What the lists of the input are called.
    pub lists: &'static [&'static str],
    /// The right result.
    pub wanted: Numbers,
    /// The answer's.
    pub given: Numbers,
    /// The first place where they differ.
    pub at: usize,
    /// The order of groups and warps.
    pub order: LaunchOrder,
    /// Lanes of a warp.
    pub lanes: u32,
}

impl Verdict {
    /// Whether the puzzle is solved.
    pub fn is_right(&self) -> bool {
        matches!(self, Verdict::Right { .. })
    }

    /// Why, in a word: `right`, `wrong`, `over`, `card`, `source`, `text`, `call`, or the kind of a finding as
    /// [`gristmill::finding::FindingKind::name`] has it.
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

    /// What else is known of it.
    fn details(&self) -> Value {
        let of = |input: &Input| input.lists.iter().map(Numbers::json).collect::<Value>();
        match self {
            Verdict::Right { inputs, runs } => json!({ "inputs": inputs, "runs": runs }),
            Verdict::Fault { finding, input, order, called } => json!({
                "finding": finding, "size": input.size(), "input": input.what, "order": order.to_string(), "called": called,
            }),
            Verdict::Wrong(mistake) => json!({
                "input": of(&mistake.input), "width": mistake.input.width, "wanted": mistake.wanted.json(),
                "given": mistake.given.json(), "at": mistake.at, "order": mistake.order.to_string(), "lanes": mistake.lanes,
            }),
            Verdict::Over { counted, given, most, size } => {
                json!({ "counted": counted.name(), "given": given, "most": most, "size": size })
            }
            _ => Value::Null,
        }
    }
}

impl Serialize for Verdict {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut object = json!({ "right": self.is_right(), "reason": self.reason(), "says": self.to_string() });
        if let (Value::Object(object), Value::Object(details)) = (&mut object, self.details()) {
            object.extend(details);
        }
        object.serialize(serializer)
    }
}
