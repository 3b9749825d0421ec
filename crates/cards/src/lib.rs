//! The cards of 2002 to 2008 and the graphics interfaces, as data: the limits that each sets to a
//! kernel, with the source of each number.
//!
//! ```
//! use gristmill::Profile;
//! for profile in Profile::all() {
//!     let slots = &profile.arithmetic_slots;
//!     println!("{}: {:?} arithmetic slots, says {}", profile.title, slots.value, slots.source);
//! }
//! ```
//!
//! Numbers without a source that can be looked up again are [`Mark::Memory`]. Everything that prints them says so.
//!
//! With the feature `emulator` a fragment kernel is compared with a card: [`FlatKernel`] is its
//! flat list of operations, as the card's compiler would make it, and [`Fit`] reports what exceeds
//! which limit. The cost model:
//!
//! - an operation on up to four components is one slot, and so is one on a scalar; [`Costs`] has the exceptions;
//! - a product that only one sum uses is part of that sum (a multiply-add);
//! - negation and absolute value are free, and so is a clamp to 0..1 directly after an operation;
//! - reciprocals, roots, powers of two, logarithms and sines take a slot for each component;
//! - write masks and swizzles cost nothing if the unit supports them: the parts of a vector are computed into one register
//!   from the start, and a component is overwritten in place;
//! - an operand gathered from other registers takes a move for each register, or the operation is repeated for each,
//!   whichever is less;
//! - each constant or interpolant beyond what an instruction can read, and each unsupported swizzle, takes a move;
//! - a branch is the sum of both sides and a select for each variable, or, if the card branches and that is less, both
//!   sides and [`Costs::branch`];
//! - a loop is unrolled if that fits, else its body counts once, plus [`Costs::turn`].
//!
//! A vertex kernel is counted by the same model with its own [`Costs`]: a move, a multiply-add and a dot product are one
//! slot, a product with a 4x4 matrix is four, and one limit holds for all instructions. Beyond that
//!
//! - instructions read one constant and one attribute, where the unit is so;
//! - a choice is a difference and a multiply-add on units without predicates, and a clamp a minimum and a maximum on units
//!   that clamp no result;
//! - an index into constants is loaded into an address register once.
//!
//! The Radeons' fragment units run an operation on three components and one on a scalar in the same slot. There an
//! operation goes into the first slot that has room for it, after the operations it depends on.

mod appendix_a;
mod assembly_options;
mod ati;
mod co_issue;
mod compare;
mod cost_model;
mod costs;
mod counts;
mod demand;
mod direct3d;
mod fact;
mod fact_rows;
mod feature_support;
mod fit;
mod flat_ir;
mod host;
mod host_limits;
mod loop_count;
mod memory_rules;
mod number_formats;
mod nvidia;
mod opengl;
mod profile;
mod register_packing;
mod shader_versions;
mod slots;
mod split;
mod totals;
mod vertex;
mod vertex_profile;
mod vertex_unit;

pub use costs::Costs;
pub use demand::Demand;
pub use fact::{Fact, Mark};
pub use fact_rows::FactRow;
pub use fit::{Fit, FlatKernel};
pub use gristmill_base::precision::{Arithmetic, FloatFormat, Rounding};
pub use host::{HostRefusal, HostTarget, HostTexture};
pub use memory_rules::{MemoryRule, RuleHalf};
pub use profile::{FloatKinds, IndirectionRule, LoopCount, OddSides, Profile, ProfileKind, SwizzleSet};
pub use split::SplitPass;
pub use split::pass_name;
pub use vertex_unit::{VertexReads, VertexUnit};

use gristmill_base::error::{Error, Result};
use gristmill_base::nearest_names::nearest;

/// All profiles: the cards by year, then the interfaces.
static PROFILES: [Profile; 17] = [
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
    /// All profiles: the cards by year, then the interfaces.
    pub fn all() -> &'static [Profile] {
        &PROFILES
    }

    /// Returns the profile with this name.
    ///
    /// # Errors
    /// [`Error::Data`] lists the known names and suggests the nearest.
    pub fn named(name: &str) -> Result<&'static Profile> {
        PROFILES.iter().find(|profile| profile.name == name).ok_or_else(|| {
            let names: Vec<&str> = PROFILES.iter().map(|profile| profile.name).collect();
            let meant = nearest(name, &names).map_or(String::new(), |near| format!("; did you mean {near}?"));
            Error::data(format!("unknown card {name}; known cards: {}{meant}", names.join(", ")))
        })
    }
}
