//! ATI's cards.

use super::costs::Costs;
use super::fact::{computed_fact, driver_fact, memory_fact, published_fact, spec_fact};
use super::profile::{FloatKinds, IndirectionRule, LoopCount, OddSides, Profile, ProfileKind, SwizzleSet};
use super::vertex_unit::{VertexReads, VertexUnit};
use gristmill_base::precision::{Arithmetic, FloatFormat, Rounding};

/// Limits of the chips, from Mesa's driver.
const MESA: &str = "Mesa: r300_screen.c, radeon_code.h";
/// Mesa's compiler for these chips.
const COMPILER: &str = "Mesa: r300_fs.c, radeon_program_alu.c";
const SWIZZLE: &str = "Mesa: r300_fragprog_swizzle.c";
const MANUAL: &str = "AMD: ATI CTM Guide 1.01 (2006)";
const R5XX: &str = "AMD: Radeon R5xx Acceleration";
const PS_2_0: &str = "Microsoft: Direct3D 9, ps_2_0";
const PS_3_0: &str = "Microsoft: Direct3D 9, ps_3_0";
const VS_2_0: &str = "Microsoft: Direct3D 9, vs_2_0";
const VS_3_0: &str = "Microsoft: Direct3D 9, vs_3_0";
/// Mesa's compiler for the vertex units of these chips.
const VERTEX_COMPILER: &str = "Mesa: r3xx_vertprog.c";
const BY_CLOCK: &str = "units, lanes and clock";
const WITH_POSITION: &str = "the interpolants, and the position";
const NO_VERTEX_TEXTURES: &str = "BeHardware and Beyond3D, reviews of the X1800";
const BY_MEMORY: &str = "width and clock of the memory";

/// Arithmetic of the R300 fragment unit: 17 bits of significand, results truncated.
const FP24: Arithmetic = Arithmetic {
    infinities: false,
    zero_times_anything: true,
    ..Arithmetic::with_rounding(FloatFormat::Fp24, Rounding::TowardZero)
};

/// The vertex unit of R300: loops and subroutines whose course the host sets, no branch on what it computes.
const R300_VERTEX: VertexUnit = VertexUnit {
    language: None,
    slots: driver_fact(Some(256), MESA),
    executed: spec_fact(Some(65_535), VS_2_0),
    constants: driver_fact(Some(256), MESA),
    temporaries: driver_fact(Some(32), MESA),
    address_registers: spec_fact(Some(1), VS_2_0),
    attributes: driver_fact(Some(16), MESA),
    outputs: computed_fact(Some(9), WITH_POSITION),
    shared_outputs: spec_fact(false, VS_2_0),
    constants_per_instruction: driver_fact(Some(1), VERTEX_COMPILER),
    attributes_per_instruction: driver_fact(Some(1), VERTEX_COMPILER),
    branches: driver_fact(Some(0), MESA),
    loops: spec_fact(Some(1), VS_2_0),
    turns: spec_fact(Some(255), VS_2_0),
    loop_count: spec_fact(LoopCount::Uniform, VS_2_0),
    calls: spec_fact(Some(1), VS_2_0),
    indexed_constants: driver_fact(true, MESA),
    indexed_temporaries: spec_fact(false, VS_2_0),
    integers: driver_fact(false, MESA),
    textures: driver_fact(0, MESA),
    reads: driver_fact(VertexReads::Nothing, MESA),
    streams: memory_fact(false),
    format: published_fact(FloatFormat::Fp32, "reviews of the R300, 2002"),
    costs: driver_fact(Costs::VERTEX_R300, VERTEX_COMPILER),
};

/// The vertex unit of R420.
const R420_VERTEX: VertexUnit = VertexUnit { costs: driver_fact(Costs::VERTEX_R420, VERTEX_COMPILER), ..R300_VERTEX };

/// The vertex unit of R520: Shader Model 3 without a texture that it could read.
const R520_VERTEX: VertexUnit = VertexUnit {
    slots: driver_fact(Some(1024), MESA),
    executed: spec_fact(Some(65_535), VS_3_0),
    outputs: spec_fact(Some(12), VS_3_0),
    shared_outputs: spec_fact(true, VS_3_0),
    branches: spec_fact(Some(24), VS_3_0),
    loops: driver_fact(Some(4), MESA),
    turns: spec_fact(Some(255), VS_3_0),
    // break_comp leaves a loop of 255 turns when the kernel says so.
    loop_count: spec_fact(LoopCount::Any, VS_3_0),
    calls: spec_fact(Some(4), VS_3_0),
    indexed_temporaries: spec_fact(false, VS_3_0),
    textures: published_fact(0, NO_VERTEX_TEXTURES),
    reads: published_fact(VertexReads::Nothing, NO_VERTEX_TEXTURES),
    costs: driver_fact(Costs::VERTEX_R500, VERTEX_COMPILER),
    ..R420_VERTEX
};

pub(super) const RADEON_9700: Profile = Profile {
    name: "radeon-9700",
    title: "ATI Radeon 9700 Pro",
    kind: ProfileKind::Card,
    changed: "The first card whose fragment kernels calculate in floats, and read and write float textures.",
    wrote: "ARB_fragment_program or ps_2_0 assembly; Cg and HLSL; GLSL 1.10 from 2004 on",
    year: published_fact(2002, "Beyond3D and others, reviews of August 2002"),
    price: memory_fact(Some(399)),
    arithmetic_slots: driver_fact(Some(64), MESA),
    texture_slots: driver_fact(Some(32), MESA),
    total_slots: driver_fact(Some(96), MESA),
    executed: driver_fact(Some(96), MESA),
    indirections: driver_fact(Some(4), MESA),
    indirection_rule: driver_fact(IndirectionRule::Nodes, COMPILER),
    temporaries: driver_fact(Some(32), MESA),
    constants: driver_fact(Some(32), MESA),
    constants_per_instruction: spec_fact(Some(2), PS_2_0),
    interpolants_per_instruction: memory_fact(None),
    interpolants: driver_fact(Some(8), MESA),
    samplers: driver_fact(16, MESA),
    outputs: driver_fact(4, MESA),
    outputs_alike: driver_fact(true, MESA),
    branches: driver_fact(Some(0), COMPILER),
    loops: driver_fact(Some(0), COMPILER),
    turns: driver_fact(Some(0), COMPILER),
    loop_count: driver_fact(LoopCount::Unrolled, COMPILER),
    derivatives: driver_fact(false, COMPILER),
    explicit_levels: spec_fact(false, PS_2_0),
    integers: driver_fact(false, MESA),
    texel_fetch: driver_fact(false, MESA),
    computed_index: driver_fact(false, COMPILER),
    computed_stores: spec_fact(false, PS_2_0),
    swizzles: driver_fact(SwizzleSet::Few, SWIZZLE),
    costs: driver_fact(Costs::R300, COMPILER),
    vertex: R300_VERTEX,
    texture_side: driver_fact(2048, MESA),
    texture_side_3d: driver_fact(2048, MESA),
    target_side: driver_fact(2560, MESA),
    odd_sides: driver_fact(OddSides::Emulated, COMPILER),
    float_rectangles: memory_fact(false),
    render: memory_fact(FloatKinds::BOTH),
    blend: spec_fact(FloatKinds::NONE, R5XX),
    filter: memory_fact(FloatKinds::NONE),
    arithmetic: spec_fact(FP24, "Microsoft: shader precision; Hillesland and Lastra (2004), recalled"),
    half_arithmetic: spec_fact(None, PS_2_0),
    fixed_point: spec_fact(false, PS_2_0),
    address: spec_fact(FloatFormat::Fp24, PS_2_0),
    interpolant: memory_fact(FloatFormat::Fp24),
    filter_bits: memory_fact(8),
    fast_registers: driver_fact(None, MESA),
    occlusion_query: driver_fact(true, MESA),
    conditional_rendering: memory_fact(false),
    compute: spec_fact(false, PS_2_0),
    bandwidth: computed_fact(19.8, BY_MEMORY),
    peak: computed_fact(20.8, BY_CLOCK),
};

pub(super) const RADEON_X800: Profile = Profile {
    name: "radeon-x800",
    title: "ATI Radeon X800 XT",
    changed: "512 slots of each kind, and still four levels of dependent reads.",
    wrote: "ps_2_b; GLSL 1.10",
    year: published_fact(2004, "HEXUS and Tom's Hardware, reviews of May 2004"),
    price: memory_fact(Some(499)),
    arithmetic_slots: driver_fact(Some(512), MESA),
    texture_slots: driver_fact(Some(512), MESA),
    total_slots: driver_fact(Some(512), MESA),
    executed: driver_fact(Some(512), MESA),
    temporaries: driver_fact(Some(64), MESA),
    vertex: R420_VERTEX,
    target_side: driver_fact(4021, MESA),
    occlusion_query: driver_fact(true, MESA),
    blend: published_fact(FloatKinds::NONE, "HEXUS, review of the X800"),
    filter: published_fact(FloatKinds::NONE, "HEXUS, review of the X800"),
    bandwidth: computed_fact(35.8, BY_MEMORY),
    peak: computed_fact(66.6, BY_CLOCK),
    ..RADEON_9700
};

pub(super) const RADEON_X1800: Profile = Profile {
    name: "radeon-x1800",
    title: "ATI Radeon X1800 XT",
    changed: "Floats of 32 bits, branches and loops, blending of halves; no float texture is ever interpolated.",
    wrote: "ps_3_0; GLSL 1.10; CTM, the chip's own assembly, from 2006 on",
    year: published_fact(2005, "Beyond3D, review of October 2005"),
    price: memory_fact(Some(549)),
    arithmetic_slots: driver_fact(Some(512), MESA),
    texture_slots: driver_fact(Some(512), MESA),
    total_slots: driver_fact(Some(512), MESA),
    executed: spec_fact(Some(65_536), PS_3_0),
    indirections: driver_fact(None, MESA),
    indirection_rule: driver_fact(IndirectionRule::Uncounted, MESA),
    temporaries: driver_fact(Some(128), MESA),
    constants: driver_fact(Some(256), MESA),
    constants_per_instruction: memory_fact(None),
    interpolants: driver_fact(Some(10), MESA),
    outputs_alike: driver_fact(false, MESA),
    branches: driver_fact(Some(32), MESA),
    loops: spec_fact(Some(4), PS_3_0),
    turns: memory_fact(Some(255)),
    loop_count: memory_fact(LoopCount::Uniform),
    derivatives: driver_fact(true, COMPILER),
    explicit_levels: spec_fact(true, PS_3_0),
    swizzles: spec_fact(SwizzleSet::Any, MANUAL),
    costs: spec_fact(Costs::R500, R5XX),
    vertex: R520_VERTEX,
    texture_side: driver_fact(4096, MESA),
    texture_side_3d: driver_fact(4096, MESA),
    target_side: driver_fact(4096, MESA),
    blend: published_fact(FloatKinds::HALF, "Beyond3D, review of October 2005"),
    filter: published_fact(FloatKinds::NONE, "BeHardware, review of the X1800"),
    arithmetic: spec_fact(Arithmetic::with_rounding(FloatFormat::Fp32, Rounding::Nearest), MANUAL),
    address: spec_fact(FloatFormat::Fp32, MANUAL),
    interpolant: spec_fact(FloatFormat::Fp32, MANUAL),
    bandwidth: computed_fact(48.0, BY_MEMORY),
    peak: computed_fact(80.0, BY_CLOCK),
    ..RADEON_9700
};
