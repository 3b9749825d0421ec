//! The streams of a run: each with its extents, the library's streams that hold it, and parts of them.

use super::transfers::FieldStream;
use crate::types::{Leaf, Type};
use gristmill::Shape;
use std::rc::Rc;

/// A part of a stream: its first index and the one after its last, x first.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Window {
    pub parent: i64,
    pub from: [usize; 4],
    pub to: [usize; 4],
}

/// A stream, or a part of one, which has no fields of its own.
#[derive(Debug)]
pub(crate) struct BrookStream {
    pub element: Rc<Type>,
    pub leaves: Rc<Vec<Leaf>>,
    pub shape: Shape,
    pub fields: Vec<FieldStream>,
    pub window: Option<Window>,
}

/// The streams by their numbers, from 1.
#[derive(Debug, Default)]
pub(crate) struct StreamTable {
    streams: Vec<Option<BrookStream>>,
    free: Vec<usize>,
    /// Parts that were opened in this statement.
    domains: Vec<i64>,
}

impl StreamTable {
    pub fn add_stream(&mut self, stream: BrookStream) -> i64 {
        match self.free.pop().and_then(|at| Some((at, self.streams.get_mut(at)?))) {
            Some((at, place)) => {
                *place = Some(stream);
                at as i64 + 1
            }
            None => {
                self.streams.push(Some(stream));
                self.streams.len() as i64
            }
        }
    }

    /// Adds a part of a stream, which lives as long as the statement.
    pub fn add_domain(&mut self, stream: BrookStream) -> i64 {
        let number = self.add_stream(stream);
        self.domains.push(number);
        number
    }

    /// Frees the parts that the last statement opened.
    pub fn close_domains(&mut self) {
        while let Some(number) = self.domains.pop() {
            self.release_stream(number);
        }
    }

    pub fn release_stream(&mut self, number: i64) {
        let at = usize::try_from(number).ok().and_then(|number| number.checked_sub(1));
        if let Some(at) = at
            && self.streams.get_mut(at).and_then(Option::take).is_some()
        {
            self.free.push(at);
        }
    }

    pub fn find_stream(&self, number: i64) -> Option<&BrookStream> {
        self.streams.get(usize::try_from(number).ok()?.checked_sub(1)?)?.as_ref()
    }

    pub fn get_mut(&mut self, number: i64) -> Option<&mut BrookStream> {
        self.streams.get_mut(usize::try_from(number).ok()?.checked_sub(1)?)?.as_mut()
    }

    /// Returns the stream that holds the elements: itself, or that of which it is a part.
    pub fn find_holder(&self, number: i64) -> i64 {
        self.find_stream(number)
            .and_then(|stream| stream.window.as_ref())
            .map_or(number, |window| window.parent)
    }
}

impl BrookStream {
    /// Returns its extents, x first, 1 beyond its dimensions.
    pub fn extents(&self) -> [usize; 4] {
        [0, 1, 2, 3].map(|axis| self.shape.extent(axis))
    }
}

/// Returns the rows of a part: for each its first index in the whole stream, its first index in the part, and its
/// length.
pub(crate) fn window_rows(window: &Window, shape: Shape) -> Vec<(usize, usize, usize)> {
    let size = |axis: usize| {
        let (from, to) = (window.from.get(axis).copied().unwrap_or(0), window.to.get(axis).copied().unwrap_or(1));
        to.saturating_sub(from)
    };
    let [x, y, z, w] = window.from;
    let mut rows = Vec::new();
    let mut inner = 0;
    for l in 0..size(3) {
        for k in 0..size(2) {
            for j in 0..size(1) {
                if size(0) > 0 {
                    rows.push((shape.index([x, y + j, z + k, w + l]), inner, size(0)));
                }
                inner += size(0);
            }
        }
    }
    rows
}
