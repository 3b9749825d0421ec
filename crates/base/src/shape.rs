//! Shapes: the extents of a stream along 1 to 4 axes.

use crate::error::{Error, Result};
use std::fmt;

/// The extents of a stream, 1D to 4D, x first.
///
/// Elements are numbered with x fastest: element `(x, y, z, w)` has the index `x + width * (y + height * (z + depth *
/// w))`, as in C and Brook with the axes named backwards. An extent may be 0; then the stream is empty.
///
/// ```
/// use gristmill::Shape;
/// let photo = Shape::from([640, 480]);
/// assert_eq!(photo.len(), 307_200);
/// assert_eq!(photo.index([3, 2, 0, 0]), 1283);
/// assert_eq!(photo.position(1283), [3, 2, 0, 0]);
/// assert_eq!(photo.to_string(), "640x480");
/// ```
///
/// Elements are counted with x fastest:
///
/// ```
/// use gristmill::Shape;
/// let shape = Shape::from([4, 3]);
/// assert_eq!((shape.rank(), shape.extents(), shape.extent(1), shape.len()), (2, &[4, 3][..], 3, 12));
/// assert_eq!(shape.position(6), [2, 1, 0, 0]);
/// assert_eq!(shape.index([2, 1, 0, 0]), 6);
/// assert!(!shape.is_empty() && shape.rank() <= Shape::MAX_RANK);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Shape {
    /// 1 beyond the rank, so that every shape can be used as a 4D one.
    extents: [usize; 4],
    rank: u8,
}

impl Shape {
    /// The most dimensions a stream can have.
    pub const MAX_RANK: usize = 4;

    /// Builds a shape from 1 to 4 extents; any other number of them is an error.
    ///
    /// ```
    /// use gristmill::Shape;
    /// assert_eq!(Shape::new(&[33, 13, 20, 9])?.rank(), 4);
    /// let error = Shape::new(&[2, 2, 2, 2, 2]).unwrap_err();
    /// assert_eq!(error.to_string(), "dimensions of a shape: 5 given, the limit is 4; fold the last ones into one");
    /// # Ok::<(), gristmill::Error>(())
    /// ```
    pub fn new(extents: &[usize]) -> Result<Shape> {
        if extents.is_empty() {
            return Err(Error::data("a shape has 1 to 4 extents, 0 were given; a single element is Shape::from(1)"));
        }
        if extents.len() > Shape::MAX_RANK {
            let next = "fold the last ones into one";
            return Err(Error::limit("dimensions of a shape", extents.len() as u128, Shape::MAX_RANK as u128, next));
        }
        Ok(Shape::from_extents(extents))
    }

    /// Builds a shape from 1 to 4 extents, whose number the caller guarantees.
    fn from_extents(given: &[usize]) -> Shape {
        let mut extents = [1; 4];
        extents[..given.len()].copy_from_slice(given);
        Shape { extents, rank: given.len() as u8 }
    }

    /// Returns the extents, x first, as many as the rank.
    pub fn extents(&self) -> &[usize] {
        &self.extents[..self.rank()]
    }

    /// Returns the extent along one axis (0 is x); 1 beyond the rank.
    pub fn extent(&self, axis: usize) -> usize {
        self.extents.get(axis).copied().unwrap_or(1)
    }

    /// Returns the number of dimensions, 1 to 4.
    pub fn rank(&self) -> usize {
        usize::from(self.rank)
    }

    /// Returns the number of elements; `usize::MAX` if it does not fit (see [`Shape::checked_len`]).
    pub fn len(&self) -> usize {
        self.exact_len().unwrap_or(usize::MAX)
    }

    /// Returns the number of elements, or an error if `usize` cannot hold it.
    ///
    /// ```
    /// use gristmill::Shape;
    /// assert_eq!(Shape::from([4, 3]).checked_len(), Ok(12));
    /// assert!(Shape::from([usize::MAX, 2]).checked_len().is_err());
    /// assert_eq!(Shape::from([usize::MAX, 2, 0]).checked_len(), Ok(0));
    /// ```
    pub fn checked_len(&self) -> Result<usize> {
        self.exact_len().ok_or_else(|| {
            // Even u128 cannot hold four usize::MAX multiplied.
            let given = self
                .extents
                .iter()
                .fold(1_u128, |product, &extent| product.saturating_mul(extent as u128));
            Error::limit(format!("elements of a stream of {self}"), given, usize::MAX as u128, "use smaller extents")
        })
    }

    fn exact_len(&self) -> Option<usize> {
        if self.is_empty() {
            return Some(0);
        }
        self.extents
            .iter()
            .try_fold(1_usize, |product, &extent| product.checked_mul(extent))
    }

    /// Returns true if an extent is 0.
    pub fn is_empty(&self) -> bool {
        self.extents.contains(&0)
    }

    /// Returns the position `[x, y, z, w]` of an element, 0 beyond the rank.
    ///
    /// For an index past the end only `w` exceeds its extent; in an empty shape every position is the origin.
    pub fn position(&self, index: usize) -> [usize; 4] {
        let [width, height, depth, _] = self.extents;
        if self.is_empty() {
            return [0; 4];
        }
        let line = index / width;
        let x = index % width;
        let slice = line / height;
        let y = line % height;
        [x, y, slice % depth, slice / depth]
    }

    /// Returns the index of a position; the inverse of [`Shape::position`]. The position is not checked against the
    /// extents; an index that does not fit is `usize::MAX`.
    pub fn index(&self, [x, y, z, w]: [usize; 4]) -> usize {
        let [width, height, depth, _] = self.extents;
        let slice = depth.saturating_mul(w).saturating_add(z);
        let line = height.saturating_mul(slice).saturating_add(y);
        width.saturating_mul(line).saturating_add(x)
    }
}

impl From<usize> for Shape {
    fn from(len: usize) -> Shape {
        Shape::from_extents(&[len])
    }
}

macro_rules! impl_from_arrays {
    ($($rank:literal)*) => {$(
        impl From<[usize; $rank]> for Shape {
            fn from(extents: [usize; $rank]) -> Shape {
                Shape::from_extents(&extents)
            }
        }
    )*};
}

impl_from_arrays! { 1 2 3 4 }

impl fmt::Display for Shape {
    /// The extents as `640x480`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let extents: Vec<String> = self.extents().iter().map(usize::to_string).collect();
        f.pad(&extents.join("x"))
    }
}

impl fmt::Debug for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Shape({self})")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_and_indices_are_inverse() {
        for extents in [&[7][..], &[5, 3], &[3, 4, 5], &[2, 3, 4, 5], &[1, 1, 6, 1]] {
            let shape = Shape::new(extents).unwrap();
            let mut index = 0;
            for w in 0..shape.extent(3) {
                for z in 0..shape.extent(2) {
                    for y in 0..shape.extent(1) {
                        for x in 0..shape.extent(0) {
                            assert_eq!(shape.position(index), [x, y, z, w]);
                            assert_eq!(shape.index([x, y, z, w]), index);
                            index += 1;
                        }
                    }
                }
            }
            assert_eq!(index, shape.len());
        }
    }

    #[test]
    fn rank_is_part_of_a_shape() {
        assert_ne!(Shape::from(4), Shape::from([4, 1]));
        assert_eq!(Shape::from(4), Shape::from([4]));
        assert_eq!(Shape::from([4, 1]).extents(), [4, 1]);
        assert_eq!(Shape::from(4).extent(9), 1);
    }

    #[test]
    fn a_shape_has_one_to_four_extents() {
        assert_eq!(
            Shape::new(&[]).unwrap_err().to_string(),
            "a shape has 1 to 4 extents, 0 were given; a single element is Shape::from(1)"
        );
        assert!(Shape::new(&[1; 5]).is_err());
    }

    #[test]
    fn an_overflow_names_both_numbers() {
        let shape = Shape::from([usize::MAX, 2]);
        assert_eq!(shape.len(), usize::MAX);
        assert_eq!(
            shape.checked_len().unwrap_err().to_string(),
            format!(
                "elements of a stream of {0}x2: {1} given, the limit is {0}; use smaller extents",
                usize::MAX,
                usize::MAX as u128 * 2
            )
        );
        assert!(Shape::from([usize::MAX; 4]).checked_len().is_err());
    }

    #[test]
    fn an_empty_shape_has_only_the_origin() {
        let shape = Shape::from([usize::MAX, 0, usize::MAX]);
        assert_eq!((shape.len(), shape.is_empty()), (0, true));
        assert_eq!(shape.position(17), [0; 4]);
    }
}
