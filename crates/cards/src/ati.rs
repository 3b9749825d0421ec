//! ATI's cards.

use super::costs::Costs;
use super::fact::{computed, driver, memory, published, spec};
use super::profile::{FloatKinds, IndirectionRule, LoopCount, OddSides, Profile, ProfileKind, SwizzleSet};
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
const BY_CLOCK: &str = "units, lanes and clock";
const BY_MEMORY: &str = "width and clock of the memory";

/// Arithmetic of the R300 fragment unit: 17 bits of significand, results truncated.
const FP24: Arithmetic = Arithmetic {
    infinities: false,
    zero_times_anything: true,
    ..Arithmetic::rounded(FloatFormat::Fp24, Rounding::TowardZero)
};

pub(super) const RADEON_9700: Profile = Profile {
    name: "radeon-9700",
    title: "ATI Radeon 9700 Pro",
    kind: ProfileKind::Card,
    changed: "The first card whose fragment kernels calculate in floats, and read and write float textures.",
    wrote: "ARB_fragment_program or ps_2_0 assembly; Cg and HLSL; GLSL 1.10 from 2004 on",
    year: published(2002, "Beyond3D and others, reviews of August 2002"),
    price: memory(Some(399)),
    arithmetic_slots: driver(Some(64), MESA),
    texture_slots: driver(Some(32), MESA),
    total_slots: driver(Some(96), MESA),
    executed: driver(Some(96), MESA),
    indirections: driver(Some(4), MESA),
    indirection_rule: driver(IndirectionRule::Nodes, COMPILER),
    temporaries: driver(Some(32), MESA),
    constants: driver(Some(32), MESA),
    constants_per_instruction: spec(Some(2), PS_2_0),
    interpolants_per_instruction: memory(None),
    interpolants: driver(Some(8), MESA),
    samplers: driver(16, MESA),
    outputs: driver(4, MESA),
    outputs_alike: driver(true, MESA),
    branches: driver(Some(0), COMPILER),
    loops: driver(Some(0), COMPILER),
    turns: driver(Some(0), COMPILER),
    loop_count: driver(LoopCount::Unrolled, COMPILER),
    derivatives: driver(false, COMPILER),
    explicit_levels: spec(false, PS_2_0),
    integers: driver(false, MESA),
    texel_fetch: driver(false, MESA),
    computed_index: driver(false, COMPILER),
    computed_stores: spec(false, PS_2_0),
    swizzles: driver(SwizzleSet::Few, SWIZZLE),
    costs: driver(Costs::R300, COMPILER),
    vertex_textures: driver(0, MESA),
    vertex_streams: memory(false),
    texture_side: driver(2048, MESA),
    texture_side_3d: driver(2048, MESA),
    target_side: driver(2560, MESA),
    odd_sides: driver(OddSides::Emulated, COMPILER),
    float_rectangles: memory(false),
    render: memory(FloatKinds::BOTH),
    blend: spec(FloatKinds::NONE, R5XX),
    filter: memory(FloatKinds::NONE),
    arithmetic: spec(FP24, "Microsoft: shader precision; Hillesland and Lastra (2004), recalled"),
    half_arithmetic: spec(None, PS_2_0),
    address: spec(FloatFormat::Fp24, PS_2_0),
    interpolant: memory(FloatFormat::Fp24),
    filter_bits: memory(8),
    fast_registers: driver(None, MESA),
    occlusion_query: driver(true, MESA),
    conditional_rendering: memory(false),
    compute: spec(false, PS_2_0),
    bandwidth: computed(19.8, BY_MEMORY),
    peak: computed(20.8, BY_CLOCK),
};

pub(super) const RADEON_X800: Profile = Profile {
    name: "radeon-x800",
    title: "ATI Radeon X800 XT",
    changed: "512 slots of each kind, and still four levels of dependent reads.",
    wrote: "ps_2_b; GLSL 1.10",
    year: published(2004, "HEXUS and Tom's Hardware, reviews of May 2004"),
    price: memory(Some(499)),
    arithmetic_slots: driver(Some(512), MESA),
    texture_slots: driver(Some(512), MESA),
    total_slots: driver(Some(512), MESA),
    executed: driver(Some(512), MESA),
    temporaries: driver(Some(64), MESA),
    target_side: driver(4021, MESA),
    occlusion_query: driver(true, MESA),
    blend: published(FloatKinds::NONE, "HEXUS, review of the X800"),
    filter: published(FloatKinds::NONE, "HEXUS, review of the X800"),
    bandwidth: computed(35.8, BY_MEMORY),
    peak: computed(66.6, BY_CLOCK),
    ..RADEON_9700
};

pub(super) const RADEON_X1800: Profile = Profile {
    name: "radeon-x1800",
    title: "ATI Radeon X1800 XT",
    changed: "Floats of 32 bits, branches and loops, blending of halves; no float texture is ever interpolated.",
    wrote: "ps_3_0; GLSL 1.10; CTM, the chip's own assembly, from 2006 on",
    year: published(2005, "Beyond3D, review of October 2005"),
    price: memory(Some(549)),
    arithmetic_slots: driver(Some(512), MESA),
    texture_slots: driver(Some(512), MESA),
    total_slots: driver(Some(512), MESA),
    executed: spec(Some(65_536), PS_3_0),
    indirections: driver(None, MESA),
    indirection_rule: driver(IndirectionRule::Uncounted, MESA),
    temporaries: driver(Some(128), MESA),
    constants: driver(Some(256), MESA),
    constants_per_instruction: memory(None),
    interpolants: driver(Some(10), MESA),
    outputs_alike: driver(false, MESA),
    branches: driver(Some(32), MESA),
    loops: spec(Some(4), PS_3_0),
    turns: memory(Some(255)),
    loop_count: memory(LoopCount::Uniform),
    derivatives: driver(true, COMPILER),
    explicit_levels: spec(true, PS_3_0),
    swizzles: spec(SwizzleSet::Any, MANUAL),
    costs: spec(Costs::R500, R5XX),
    vertex_textures: published(0, "BeHardware and Beyond3D, reviews of the X1800"),
    texture_side: driver(4096, MESA),
    texture_side_3d: driver(4096, MESA),
    target_side: driver(4096, MESA),
    blend: published(FloatKinds::HALF, "Beyond3D, review of October 2005"),
    filter: published(FloatKinds::NONE, "BeHardware, review of the X1800"),
    arithmetic: spec(Arithmetic::rounded(FloatFormat::Fp32, Rounding::Nearest), MANUAL),
    address: spec(FloatFormat::Fp32, MANUAL),
    interpolant: spec(FloatFormat::Fp32, MANUAL),
    bandwidth: computed(48.0, BY_MEMORY),
    peak: computed(80.0, BY_CLOCK),
    ..RADEON_9700
};
