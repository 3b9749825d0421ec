//! The cost of operations.

use serde::Serialize;

/// Slots of the operations that are not a single instruction on every card. Everything else takes
/// one slot for up to four components, or one for each component on scalar units: reciprocals,
/// roots, powers of two, logarithms, sines.
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
    /// One of two values, chosen by a comparison.
    pub select: u32,
    /// A read of a texture.
    pub read: u32,
    /// The dot product of two components.
    pub dot2: u32,
    /// A branch: its `if`, its `else` and its end; 0 if the card has no branches.
    pub branch: u32,
    /// A loop that is not unrolled: its beginning, its test and its end; 0 if the card has no loops.
    pub turn: u32,
    /// True if 0, 0.5 and 1 are encoded in the instruction and take no constant register.
    pub inline: bool,
    /// True if an operation on three components and one on a scalar share a slot.
    pub pairs: bool,
    /// True if a read accepts any swizzle of its coordinate and has a write mask.
    pub free_coordinates: bool,
    /// True if a read may write an output.
    pub reads_to_outputs: bool,
    /// True if only a move can write an output.
    pub moved_outputs: bool,
    /// True if a clamp to 0..1 is a modifier of the operation before it; else it is a minimum and a maximum.
    pub clamps_results: bool,
    /// True if an operand's absolute value is read for nothing; else it is an operation.
    pub reads_absolutes: bool,
    /// True if a computed index is loaded into an address register, once for all arrays that it indexes.
    pub loads_addresses: bool,
}

impl Costs {
    /// `ARB_fragment_program`: each line of the program is a slot.
    pub(super) const LINES: Costs = Costs {
        floor: 1,
        set: 1,
        lerp: 1,
        cross: 1,
        power: 1,
        sine: 1,
        select: 1,
        read: 1,
        dot2: 2,
        branch: 0,
        turn: 0,
        inline: false,
        pairs: false,
        free_coordinates: true,
        reads_to_outputs: true,
        moved_outputs: false,
        clamps_results: true,
        reads_absolutes: true,
        loads_addresses: false,
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

    /// NV30: the instructions of `NV_fragment_program`, which has no cross product.
    pub(super) const NV30: Costs = Costs { cross: 2, ..Costs::LINES };

    /// NV40 and later.
    pub(super) const NV40: Costs = Costs { dot2: 1, branch: 3, turn: 3, ..Costs::NV30 };

    /// The macro instructions of `ps_2_0`, whose only comparison is `cmp`.
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

    /// The macro instructions of `ps_3_0`, where every instruction except a read can write an output.
    pub(super) const MACROS_3: Costs =
        Costs { branch: 3, turn: 3, free_coordinates: true, moved_outputs: false, ..Costs::MACROS };

    /// `ARB_vertex_program`: each line is a slot. It has no sine, for which NVIDIA's compiler writes 15 lines, and no
    /// choice, which is a difference and a multiply-add.
    pub(super) const VERTEX_LINES: Costs = Costs {
        lerp: 2,
        sine: 15,
        select: 2,
        clamps_results: false,
        reads_absolutes: false,
        loads_addresses: true,
        ..Costs::LINES
    };

    /// The macro instructions of `vs_2_0`. Its `sincos` takes an angle between -pi and pi.
    pub(super) const VERTEX_MACROS: Costs = Costs { floor: 2, cross: 2, power: 3, sine: 8, ..Costs::VERTEX_LINES };

    /// `vs_2_x` with predicates and branches: `if_comp` and `rep` are 3 slots, `endrep` 2, `else` and `endif` 1 each.
    pub(super) const VERTEX_MACROS_2X: Costs = Costs { select: 1, branch: 5, turn: 5, ..Costs::VERTEX_MACROS };

    /// The macro instructions of `vs_3_0`, where `texldl` is 2 slots.
    pub(super) const VERTEX_MACROS_3: Costs =
        Costs { read: 2, clamps_results: true, reads_absolutes: true, ..Costs::VERTEX_MACROS_2X };

    /// The vertex unit of R300, which has powers and no sine.
    pub(super) const VERTEX_R300: Costs = Costs { power: 1, dot2: 1, ..Costs::VERTEX_MACROS };

    /// The vertex unit of R420: its sine follows three operations that bring the angle into range.
    pub(super) const VERTEX_R420: Costs = Costs { sine: 4, ..Costs::VERTEX_R300 };

    /// The vertex unit of R520.
    pub(super) const VERTEX_R500: Costs =
        Costs { select: 1, branch: 5, turn: 5, clamps_results: true, ..Costs::VERTEX_R420 };

    /// The vertex unit of NV30: the instructions of `NV_vertex_program2`. Branches are jumps, one over each side.
    pub(super) const VERTEX_NV30: Costs = Costs {
        cross: 2,
        power: 3,
        sine: 1,
        select: 1,
        branch: 2,
        turn: 2,
        reads_absolutes: true,
        ..Costs::VERTEX_LINES
    };

    /// The vertex unit of NV40: the instructions of `NV_vertex_program3`.
    pub(super) const VERTEX_NV40: Costs = Costs { power: 1, cross: 1, clamps_results: true, ..Costs::VERTEX_NV30 };
}
