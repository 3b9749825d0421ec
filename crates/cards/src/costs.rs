//! What operations cost.

use serde::Serialize;

/// Slots of what is not one instruction everywhere. Everything else is one slot for up to four components, and
/// one for each component where the unit is scalar: reciprocals, roots, powers of two, logarithms, sines.
///
/// ```
/// use gristmill::Profile;
/// let costs = Profile::named("radeon-9700")?.costs.value;
/// assert_eq!((costs.power, costs.sine, costs.lerp), (3, 7, 2));
/// # Ok::<(), gristmill::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
pub struct Costs {
    /// `floor`.
    pub floor: u32,
    /// A comparison whose result is a number.
    pub set: u32,
    /// `mix`.
    pub lerp: u32,
    /// `cross`.
    pub cross: u32,
    /// `pow`.
    pub power: u32,
    /// `sin` and `cos`.
    pub sine: u32,
    /// The dot product of two components.
    pub dot2: u32,
    /// A branch: its `if`, its `else` and its end; 0 where there are none.
    pub branch: u32,
    /// A loop that stays one: its beginning, its test and its end; 0 where there are none.
    pub turn: u32,
    /// Whether 0, 0.5 and 1 are no constants.
    pub inline: bool,
    /// Whether an operation on three components and one on a scalar share a slot.
    pub pairs: bool,
    /// True if a read takes the components of its coordinate in any order, and writes those that a mask names.
    pub free_coordinates: bool,
    /// True if a read may write an output.
    pub reads_to_outputs: bool,
    /// True if an output is written by a move alone.
    pub moved_outputs: bool,
}

impl Costs {
    /// `ARB_fragment_program`: a line is a slot, whatever it takes.
    pub(super) const LINES: Costs = Costs {
        floor: 1,
        set: 1,
        lerp: 1,
        cross: 1,
        power: 1,
        sine: 1,
        dot2: 2,
        branch: 0,
        turn: 0,
        inline: false,
        pairs: false,
        free_coordinates: true,
        reads_to_outputs: true,
        moved_outputs: false,
    };

    /// R300 and R420.
    pub(super) const R300: Costs = Costs {
        floor: 2,
        set: 2,
        lerp: 2,
        cross: 2,
        power: 3,
        sine: 7,
        dot2: 1,
        inline: true,
        pairs: true,
        free_coordinates: false,
        reads_to_outputs: false,
        ..Costs::LINES
    };

    /// R520.
    pub(super) const R500: Costs = Costs { sine: 3, branch: 3, turn: 3, free_coordinates: true, ..Costs::R300 };

    /// NV30: its instructions are those of `NV_fragment_program`, which has no cross product.
    pub(super) const NV30: Costs = Costs { cross: 2, ..Costs::LINES };

    /// NV40 and what came after.
    pub(super) const NV40: Costs = Costs { dot2: 1, branch: 3, turn: 3, ..Costs::NV30 };

    /// The table of macro instructions of `ps_2_0`, which has no comparison but `cmp`.
    pub(super) const MACROS: Costs = Costs {
        floor: 2,
        set: 2,
        lerp: 2,
        cross: 2,
        power: 3,
        sine: 8,
        dot2: 2,
        free_coordinates: false,
        reads_to_outputs: false,
        moved_outputs: true,
        ..Costs::LINES
    };

    /// The same of `ps_3_0`, whose outputs any instruction but a read writes.
    pub(super) const MACROS_3: Costs =
        Costs { branch: 3, turn: 3, free_coordinates: true, moved_outputs: false, ..Costs::MACROS };
}
