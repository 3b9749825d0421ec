//! Cache of a kernel's launches, so that an equal one need not be checked and looked up again.

use gristmill_base::element::Format;
use gristmill_base::layout::Layout;
use gristmill_base::shape::Shape;
use gristmill_machine::{Barriers, MemoryId, ResolvedLaunch, Sampling, Value};
use smallvec::SmallVec;
use std::cell::RefCell;
use std::mem::discriminant;
use std::rc::Rc;

/// The role of a stream in a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum StreamRole {
    /// Read at the position of the output's element.
    Input,
    /// Read at any position.
    Gather,
    /// A slice of a stack, at this offset from the slice written.
    Slice(i32),
    /// One element read per vertex.
    Vertices,
    Output,
    /// Read and written in place; only in the compute era.
    Update,
}

impl StreamRole {
    pub(crate) fn is_written(self) -> bool {
        matches!(self, StreamRole::Output | StreamRole::Update)
    }
}

/// The extent of a launch that can be cached.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum LaunchExtent {
    Whole,
    Elements(usize),
    Groups([u32; 3]),
}

/// A stream of a launch, with everything that its checks depend on.
#[derive(Clone, Copy, PartialEq)]
pub(crate) struct CheckedStream {
    pub memory: MemoryId,
    pub shape: Shape,
    pub layout: Layout,
    pub is_rectangle: bool,
    pub format: Format,
    pub role: StreamRole,
    pub sampling: Option<Sampling>,
}

/// A launch that has been checked.
pub(crate) struct CheckedLaunch {
    /// The call's uniforms, each with a value of its type.
    uniforms: SmallVec<[(String, Value); 3]>,
    streams: SmallVec<[(String, CheckedStream); 4]>,
    covered: LaunchExtent,
    /// The barriers that each stream's earlier stores need.
    pub uses: SmallVec<[Barriers; 4]>,
    pub remembered: ResolvedLaunch,
}

impl CheckedLaunch {
    pub(crate) fn new<'n>(
        uniforms: &[(&str, Value)],
        streams: impl Iterator<Item = (&'n str, CheckedStream)>,
        covered: LaunchExtent,
        uses: SmallVec<[Barriers; 4]>,
    ) -> CheckedLaunch {
        CheckedLaunch {
            uniforms: uniforms.iter().map(|(name, value)| ((*name).to_string(), *value)).collect(),
            streams: streams.map(|(name, place)| (name.to_string(), place)).collect(),
            covered,
            uses,
            remembered: ResolvedLaunch::default(),
        }
    }

    /// Returns true if a call is the same launch except for the values of its uniforms.
    fn matches_call<'n>(
        &self,
        uniforms: &[(&str, Value)],
        mut streams: impl ExactSizeIterator<Item = (&'n str, CheckedStream)>,
        covered: LaunchExtent,
    ) -> bool {
        self.covered == covered
            && self.uniforms.len() == uniforms.len()
            && self.streams.len() == streams.len()
            && self
                .streams
                .iter()
                .all(|(name, place)| streams.next().is_some_and(|(other, there)| name == other && *place == there))
            && self.uniforms.iter().zip(uniforms).all(
                |((name, one), (other_name, other)): (&(String, Value), &(&str, Value))| {
                    name == other_name && discriminant(one) == discriminant(other)
                },
            )
    }
}

/// The most launches that a kernel keeps: a few for each order of two ping-pong streams.
const CAPACITY: usize = 8;

/// The recent launches of a kernel.
#[derive(Default)]
pub(crate) struct LaunchCache {
    kept: RefCell<Vec<Rc<CheckedLaunch>>>,
    /// The number of memories that the machine had freed at that time: a freed id may belong to another memory now.
    freed: std::cell::Cell<u64>,
}

impl LaunchCache {
    /// Returns the launch equal to this one.
    pub(crate) fn find_launch<'n>(
        &self,
        freed: u64,
        uniforms: &[(&str, Value)],
        streams: impl ExactSizeIterator<Item = (&'n str, CheckedStream)> + Clone,
        covered: LaunchExtent,
    ) -> Option<Rc<CheckedLaunch>> {
        if self.freed.replace(freed) != freed {
            self.kept.borrow_mut().clear();
        }
        let kept = self.kept.borrow();
        kept.iter()
            .find(|launch| launch.matches_call(uniforms, streams.clone(), covered))
            .cloned()
    }

    /// Adds a launch; a full cache drops the oldest.
    pub(crate) fn insert_launch(&self, launch: CheckedLaunch) {
        let mut kept = self.kept.borrow_mut();
        if kept.len() == CAPACITY {
            kept.remove(0);
        }
        kept.push(Rc::new(launch));
    }
}
