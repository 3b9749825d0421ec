//! The launches that a kernel has made, so that one like it need not be checked and looked up again.

use gristmill_base::element::Format;
use gristmill_base::layout::Layout;
use gristmill_base::shape::Shape;
use gristmill_machine::{Barriers, MemoryId, Remembered, Sampling, Value};
use smallvec::SmallVec;
use std::cell::RefCell;
use std::mem::discriminant;
use std::rc::Rc;

/// What a stream is to a kernel.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Role {
    /// Read at the place of the output's element.
    Input,
    /// Read anywhere.
    Gather,
    /// Of a stack of slices, the one so far from the slice written.
    Slice(i32),
    /// Read one element a vertex.
    Vertices,
    Output,
    /// Written, and read too: the compute era alone.
    Update,
}

impl Role {
    pub(crate) fn writes(self) -> bool {
        matches!(self, Role::Output | Role::Update)
    }
}

/// What a launch covers, where it may be made again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Covered {
    Whole,
    Elements(usize),
    Groups([u32; 3]),
}

/// A stream of a launch: all that its checks asked for.
#[derive(Clone, Copy, PartialEq)]
pub(crate) struct Place {
    pub memory: MemoryId,
    pub shape: Shape,
    pub layout: Layout,
    pub format: Format,
    pub role: Role,
    pub sampling: Option<Sampling>,
}

/// A launch that was checked.
pub(crate) struct CheckedLaunch {
    /// The uniforms that the call gave, each with a value of its type.
    uniforms: SmallVec<[(String, Value); 3]>,
    streams: SmallVec<[(String, Place); 4]>,
    covered: Covered,
    /// What each stream's earlier stores must be visible to.
    pub uses: SmallVec<[Barriers; 4]>,
    pub remembered: Remembered,
}

impl CheckedLaunch {
    pub(crate) fn new<'n>(
        uniforms: &[(&str, Value)],
        streams: impl Iterator<Item = (&'n str, Place)>,
        covered: Covered,
        uses: SmallVec<[Barriers; 4]>,
    ) -> CheckedLaunch {
        CheckedLaunch {
            uniforms: uniforms.iter().map(|(name, value)| ((*name).to_string(), *value)).collect(),
            streams: streams.map(|(name, place)| (name.to_string(), place)).collect(),
            covered,
            uses,
            remembered: Remembered::default(),
        }
    }

    /// Whether a call is the same launch but for the values of its uniforms.
    fn is<'n>(
        &self,
        uniforms: &[(&str, Value)],
        mut streams: impl ExactSizeIterator<Item = (&'n str, Place)>,
        covered: Covered,
    ) -> bool {
        let given = |((name, one), (other_name, other)): (&(String, Value), &(&str, Value))| {
            name == other_name && discriminant(one) == discriminant(other)
        };
        self.covered == covered
            && self.uniforms.len() == uniforms.len()
            && self.streams.len() == streams.len()
            && self
                .streams
                .iter()
                .all(|(name, place)| streams.next().is_some_and(|(other, there)| name == other && *place == there))
            && self.uniforms.iter().zip(uniforms).all(given)
    }
}

/// How many launches a kernel keeps: those of two streams that take turns, a few times over.
const KEPT: usize = 8;

/// The last launches of a kernel.
#[derive(Default)]
pub(crate) struct Launches {
    kept: RefCell<Vec<Rc<CheckedLaunch>>>,
    /// How many memories the machine had freed by then: an id may be another one's since.
    freed: std::cell::Cell<u64>,
}

impl Launches {
    /// The launch like this one.
    pub(crate) fn find<'n>(
        &self,
        freed: u64,
        uniforms: &[(&str, Value)],
        streams: impl ExactSizeIterator<Item = (&'n str, Place)> + Clone,
        covered: Covered,
    ) -> Option<Rc<CheckedLaunch>> {
        if self.freed.replace(freed) != freed {
            self.kept.borrow_mut().clear();
        }
        let kept = self.kept.borrow();
        kept.iter()
            .find(|launch| launch.is(uniforms, streams.clone(), covered))
            .cloned()
    }

    /// Keeps a launch instead of the oldest.
    pub(crate) fn keep(&self, launch: CheckedLaunch) {
        let mut kept = self.kept.borrow_mut();
        if kept.len() == KEPT {
            kept.remove(0);
        }
        kept.push(Rc::new(launch));
    }
}
