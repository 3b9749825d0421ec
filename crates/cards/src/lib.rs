//! The cards of 2002 to 2008, and the interfaces, as data: what each takes of a kernel, with the source of each
//! number.
//!
//! ```
//! use gristmill::Profile;
//! for profile in Profile::all() {
//!     let slots = &profile.arithmetic_slots;
//!     println!("{}: {:?} arithmetic slots, says {}", profile.title, slots.value, slots.source);
//! }
//! ```
//!
//! Numbers that nothing says which can be read again are [`Mark::Memory`], and whoever shows them says so.
//!
//! With the feature `emulator` a fragment kernel is held against a card: [`FlatKernel`] is its flat list of
//! operations, as the card's compiler made one, and [`Fit`] says what of it goes over which limit. The cost model:
//!
//! - an operation on up to four components is one slot, and so is one on a scalar; [`Costs`] has the exceptions;
//! - a product that one sum alone uses is part of the sum;
//! - negation, absolute value and, right behind an operation, a limit to 0 and 1 are free;
//! - reciprocals, roots, powers of two, logarithms and sines are a slot for each component;
//! - a write mask and an order of components cost nothing where the unit has them: a vector that is put together of what
//!   was computed is in one register from the start, and a component is written over in its place;
//! - what is put together of other places is a move for each place, or the operation is one for each, whichever is less;
//! - more constants or interpolants than an instruction reads, and an order of components that it has not, are a
//!   move each;
//! - a branch is the sum of both sides and a choice for each variable, or, where the card branches and that is
//!   less, both sides and [`Costs::branch`];
//! - a loop is unrolled if that fits, else its body counts once, with [`Costs::turn`].
//!
//! The Radeons run an operation on three components and one on a scalar in one slot: there an operation goes into
//! the first slot that has room for it, behind what it depends on.

mod appendix_a;
mod asks;
mod ati;
mod compare;
mod costs;
mod counts;
mod demand;
mod direct3d;
mod fact;
mod fit;
mod host;
mod numbers;
mod nvidia;
mod opengl;
mod paired;
mod profile;
mod program;
mod registers;
mod rows;
mod slots;
mod split;
mod straight;
mod tally;
mod totals;
mod vertex;

pub use costs::Costs;
pub use demand::Demand;
pub use fact::{Fact, Mark};
pub use fit::{Fit, FlatKernel};
pub use gristmill_base::precision::{Arithmetic, FloatFormat, Rounding};
pub use host::{HostRefusal, HostTarget, HostTexture};
pub use profile::{FloatKinds, IndirectionRule, LoopCount, OddSides, Profile, ProfileKind, SwizzleSet};
pub use rows::FactRow;
pub use split::SplitPass;
pub use split::pass_name;

use gristmill_base::error::{Error, Result};
use gristmill_base::nearest::nearest;

/// Cards by their year, then interfaces.
static ALL: [Profile; 17] = [
    ati::RADEON_9700,
    nvidia::GEFORCE_FX_5900,
    ati::RADEON_X800,
    nvidia::GEFORCE_6800,
    nvidia::GEFORCE_7800,
    ati::RADEON_X1800,
    nvidia::GEFORCE_8800,
    direct3d::PS_2_0_LEAST,
    direct3d::PS_2_A_LEAST,
    direct3d::PS_2_B_LEAST,
    direct3d::PS_3_0_LEAST,
    direct3d::ARB_FRAGMENT_PROGRAM,
    opengl::OPENGL_2_0,
    opengl::OPENGL_3_3,
    opengl::OPENGL_4_3,
    opengl::WEBGL_1,
    opengl::WEBGL_2,
];

impl Profile {
    /// All of them: the cards by their year, then the interfaces.
    pub fn all() -> &'static [Profile] {
        &ALL
    }

    /// The profile of this name.
    ///
    /// # Errors
    /// [`Error::Data`] has the names there are, and which was meant.
    pub fn named(name: &str) -> Result<&'static Profile> {
        ALL.iter().find(|profile| profile.name == name).ok_or_else(|| {
            let names: Vec<&str> = ALL.iter().map(|profile| profile.name).collect();
            let meant = nearest(name, &names).map_or(String::new(), |near| format!("; did you mean {near}?"));
            Error::data(format!("there is no card {name}; there are {}{meant}", names.join(", ")))
        })
    }
}
