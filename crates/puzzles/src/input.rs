//! What an answer is run on.

use crate::Numbers;

/// What an answer is run on: lists, which a puzzle names, and what its host gives as uniforms.
///
/// ```
/// use gristmill_puzzles::{Input, Numbers};
/// let input = Input::new("sorted", Numbers::Whole(vec![1, 2, 3])).and(Numbers::Whole(vec![2])).wide(3).value(0.5);
/// assert_eq!((input.size(), input.lists.len(), input.width, input.value), (3, 2, 3, 0.5));
/// ```
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Input {
    /// What kind of input it is: `sorted`.
    pub what: &'static str,
    /// The lists.
    pub lists: Vec<Numbers>,
    /// The elements in a row of a 2D stream; 0 of a list.
    pub width: usize,
    /// A uniform, where a puzzle has one.
    pub value: f32,
}

impl Input {
    /// Of one list.
    pub fn new(what: &'static str, list: Numbers) -> Input {
        Input { what, lists: vec![list], width: 0, value: 0.0 }
    }

    /// And one list more.
    pub fn and(mut self, list: Numbers) -> Input {
        self.lists.push(list);
        self
    }

    /// In rows of so many elements.
    pub fn wide(self, width: usize) -> Input {
        Input { width, ..self }
    }

    /// With this uniform.
    pub fn value(self, value: f32) -> Input {
        Input { value, ..self }
    }

    /// How many numbers its first list has.
    pub fn size(&self) -> usize {
        self.lists.first().map_or(0, Numbers::len)
    }

    /// A list as floats; empty where there is none.
    pub fn floats(&self, list: usize) -> Vec<f32> {
        self.lists.get(list).map(Numbers::floats).unwrap_or_default()
    }

    /// A list as whole numbers; empty where there is none.
    pub fn whole(&self, list: usize) -> Vec<u32> {
        self.lists.get(list).map(Numbers::whole).unwrap_or_default()
    }
}
