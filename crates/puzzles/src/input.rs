//! The input of an answer's run.

use crate::Numbers;

/// The input of an answer's run: lists, named by the puzzle, and the host's uniforms.
///
/// ```
/// use gristmill_puzzles::{Input, Numbers};
/// let input = Input::new("sorted", Numbers::Whole(vec![1, 2, 3])).and(Numbers::Whole(vec![2])).wide(3).value(0.5);
/// assert_eq!((input.size(), input.lists.len(), input.width, input.value), (3, 2, 3, 0.5));
/// ```
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Input {
    /// The kind of the input: `sorted`.
    pub what: &'static str,
    /// The lists.
    pub lists: Vec<Numbers>,
    /// The elements in a row of a 2D stream; 0 for a list.
    pub width: usize,
    /// A uniform, if the puzzle has one.
    pub value: f32,
}

impl Input {
    /// Creates an input of one list.
    pub fn new(what: &'static str, list: Numbers) -> Input {
        Input { what, lists: vec![list], width: 0, value: 0.0 }
    }

    /// Adds a list.
    pub fn and(mut self, list: Numbers) -> Input {
        self.lists.push(list);
        self
    }

    /// Sets the elements in a row.
    pub fn wide(self, width: usize) -> Input {
        Input { width, ..self }
    }

    /// Sets the uniform.
    pub fn value(self, value: f32) -> Input {
        Input { value, ..self }
    }

    /// Returns the length of its first list.
    pub fn size(&self) -> usize {
        self.lists.first().map_or(0, Numbers::len)
    }

    /// Returns a list as floats; empty if there is none.
    pub fn floats(&self, list: usize) -> Vec<f32> {
        self.lists.get(list).map(Numbers::floats).unwrap_or_default()
    }

    /// Returns a list as whole numbers; empty if there is none.
    pub fn whole(&self, list: usize) -> Vec<u32> {
        self.lists.get(list).map(Numbers::whole).unwrap_or_default()
    }
}
