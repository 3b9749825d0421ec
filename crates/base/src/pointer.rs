//! Pointers: elements that refer to other elements.

use crate::element::{Element, Format, Scalar};
use bytemuck::{Pod, Zeroable};
use std::borrow::Cow;
use std::fmt;

/// The index of an element of another stream, or of none.
///
/// A stream of pointers makes a kernel's reads dependent: GPU Gems 2, section 33.2.3 (the era stored texture
/// coordinates; we store the element's index and translate it in the kernel, so a pointer means the same in
/// both eras). In a kernel it is a `uint`, and `NOWHERE` of `gather.glsl` is the null pointer.
///
/// ```
/// use gristmill::Pointer;
/// assert_eq!(Pointer::to(7).target(), Some(7));
/// assert_eq!(Pointer::NOWHERE.target(), None);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Pod, Zeroable)]
#[repr(transparent)]
pub struct Pointer(u32);

impl Pointer {
    /// The pointer to no element.
    pub const NOWHERE: Pointer = Pointer(u32::MAX);

    /// Returns the pointer to the element with this index; `NOWHERE` for an index that 32 bits cannot hold.
    pub fn to(index: usize) -> Pointer {
        u32::try_from(index).map_or(Pointer::NOWHERE, Pointer)
    }

    /// Returns the index that it points to, if any.
    pub fn target(self) -> Option<usize> {
        (self != Pointer::NOWHERE).then_some(self.0 as usize)
    }
}

impl fmt::Debug for Pointer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.target() {
            Some(index) => write!(f, "-> {index}"),
            None => f.write_str("-> nowhere"),
        }
    }
}

impl Element for Pointer {
    const FORMAT: Format = Format { scalar: Scalar::U32, lanes: 1 };

    fn words(elements: &[Pointer]) -> Cow<'_, [u32]> {
        Cow::Borrowed(bytemuck::cast_slice(elements))
    }

    fn from_words(words: Vec<u32>) -> Vec<Pointer> {
        words.into_iter().map(Pointer).collect()
    }
}
