//! Pixel shader models of Direct3D 9, and the assembly of OpenGL that was their neighbour.

use super::costs::Costs;
use super::fact::{memory, published, spec};
use super::profile::{FloatKinds, IndirectionRule, LoopCount, OddSides, Profile, ProfileKind, SwizzleSet};
use gristmill_base::precision::{Arithmetic, FloatFormat, Rounding};

const PS_2_0: &str = "Microsoft: Direct3D 9, ps_2_0";
const PS_2_X: &str = "Microsoft: Direct3D 9, ps_2_x";
const PS_2_A: &str = "Microsoft: Direct3D 9, ps_2_x; Cg, profile ps_2_x";
const PS_3_0: &str = "Microsoft: Direct3D 9, ps_3_0";
const VS_3_0: &str = "Microsoft: Direct3D 9, Vertex Textures in vs_3_0";
const PRECISION: &str = "Microsoft: shader precision";
const ARB: &str = "ARB_fragment_program";

/// The least precision that satisfies both interfaces.
const FP24: Arithmetic = Arithmetic::rounded(FloatFormat::Fp24, Rounding::TowardZero);
const FP32: Arithmetic = Arithmetic::rounded(FloatFormat::Fp32, Rounding::TowardZero);
const FP16: Arithmetic = Arithmetic::rounded(FloatFormat::Fp16, Rounding::TowardZero);

pub(super) const PS_2_0_LEAST: Profile = Profile {
    name: "ps-2-0",
    title: "Direct3D 9, pixel shader 2.0",
    kind: ProfileKind::Interface,
    changed: "Shader Model 2: floats from the texture to the target.",
    wrote: "assembly; HLSL, which compiles to it",
    year: published(2002, "Microsoft: DirectX 9.0, December 2002"),
    price: memory(None),
    arithmetic_slots: spec(Some(64), PS_2_0),
    texture_slots: spec(Some(32), PS_2_0),
    total_slots: spec(Some(96), PS_2_0),
    executed: spec(Some(96), PS_2_0),
    indirections: spec(Some(4), PS_2_0),
    indirection_rule: spec(IndirectionRule::Orders, PS_2_0),
    temporaries: spec(Some(12), PS_2_0),
    constants: spec(Some(32), PS_2_0),
    constants_per_instruction: spec(Some(2), PS_2_0),
    interpolants_per_instruction: spec(Some(1), PS_2_0),
    interpolants: spec(Some(8), PS_2_0),
    samplers: spec(16, PS_2_0),
    outputs: memory(1),
    outputs_alike: memory(true),
    branches: spec(Some(0), PS_2_0),
    loops: spec(Some(0), PS_2_0),
    turns: spec(Some(0), PS_2_0),
    loop_count: spec(LoopCount::Unrolled, PS_2_0),
    derivatives: spec(false, PS_2_0),
    explicit_levels: spec(false, PS_2_0),
    integers: spec(false, PS_2_0),
    texel_fetch: spec(false, PS_2_0),
    computed_index: spec(false, PS_2_0),
    computed_stores: spec(false, PS_2_0),
    swizzles: spec(SwizzleSet::Few, PS_2_0),
    costs: spec(Costs::MACROS, "Microsoft: Direct3D 9, ps_2_0 Instructions"),
    vertex_textures: spec(0, PS_2_0),
    vertex_streams: spec(false, VS_3_0),
    texture_side: memory(2048),
    texture_side_3d: memory(256),
    target_side: memory(2048),
    odd_sides: memory(OddSides::Clamped),
    float_rectangles: memory(false),
    render: memory(FloatKinds::NONE),
    blend: memory(FloatKinds::NONE),
    filter: memory(FloatKinds::NONE),
    arithmetic: spec(FP24, PRECISION),
    half_arithmetic: spec(Some(FP16), PRECISION),
    address: spec(FloatFormat::Fp24, PRECISION),
    interpolant: spec(FloatFormat::Fp24, PRECISION),
    filter_bits: memory(8),
    fast_registers: spec(None, PS_2_0),
    occlusion_query: memory(true),
    conditional_rendering: memory(false),
    compute: spec(false, PS_2_0),
    bandwidth: memory(0.0),
    peak: memory(0.0),
};

pub(super) const PS_2_A_LEAST: Profile = Profile {
    name: "ps-2-a",
    title: "Direct3D 9, pixel shader 2.a",
    changed: "Shader Model 2 as the GeForce FX ran it: 512 slots in any mixture, any chain of dependent reads.",
    year: published(2003, "Microsoft: DirectX 9.0 SDK updates, 2003"),
    arithmetic_slots: published(Some(512), PS_2_A),
    texture_slots: published(Some(512), PS_2_A),
    total_slots: published(Some(512), PS_2_A),
    executed: published(Some(512), PS_2_A),
    indirections: spec(None, PS_2_X),
    indirection_rule: spec(IndirectionRule::Uncounted, PS_2_X),
    temporaries: spec(Some(22), PS_2_X),
    derivatives: spec(true, PS_2_X),
    explicit_levels: spec(true, PS_2_X),
    swizzles: spec(SwizzleSet::Any, PS_2_X),
    arithmetic: spec(FP32, PRECISION),
    address: spec(FloatFormat::Fp32, PRECISION),
    interpolant: spec(FloatFormat::Fp32, PRECISION),
    ..PS_2_0_LEAST
};

pub(super) const PS_2_B_LEAST: Profile = Profile {
    name: "ps-2-b",
    title: "Direct3D 9, pixel shader 2.b",
    changed: "Shader Model 2 as the X800 ran it: 512 slots, four levels of dependent reads as before.",
    year: published(2004, "Microsoft: DirectX 9.0c, 2004"),
    arithmetic_slots: published(Some(512), PS_2_X),
    texture_slots: published(Some(512), PS_2_X),
    total_slots: published(Some(512), PS_2_X),
    executed: published(Some(512), PS_2_X),
    temporaries: spec(Some(32), PS_2_X),
    ..PS_2_0_LEAST
};

pub(super) const PS_3_0_LEAST: Profile = Profile {
    name: "ps-3-0",
    title: "Direct3D 9, pixel shader 3.0",
    changed: "Shader Model 3: branches and loops, floats of 32 bits, 65,536 instructions that run.",
    wrote: "HLSL, which compiles to it; assembly",
    year: published(2004, "Microsoft: DirectX 9.0c, 2004"),
    arithmetic_slots: spec(Some(512), PS_3_0),
    texture_slots: spec(Some(512), PS_3_0),
    total_slots: spec(Some(512), PS_3_0),
    executed: spec(Some(65_536), PS_3_0),
    indirections: spec(None, PS_3_0),
    indirection_rule: spec(IndirectionRule::Uncounted, PS_3_0),
    temporaries: spec(Some(32), PS_3_0),
    constants: published(Some(224), PS_3_0),
    interpolants: published(Some(10), PS_3_0),
    interpolants_per_instruction: memory(None),
    outputs: memory(4),
    branches: spec(Some(24), PS_3_0),
    loops: spec(Some(4), PS_3_0),
    turns: memory(Some(255)),
    loop_count: memory(LoopCount::Uniform),
    derivatives: spec(true, PS_3_0),
    explicit_levels: spec(true, PS_3_0),
    swizzles: spec(SwizzleSet::Any, PS_3_0),
    costs: spec(Costs::MACROS_3, PS_3_0),
    vertex_textures: spec(4, VS_3_0),
    texture_side: memory(4096),
    target_side: memory(4096),
    arithmetic: spec(FP32, PRECISION),
    address: spec(FloatFormat::Fp32, PRECISION),
    interpolant: spec(FloatFormat::Fp32, PRECISION),
    ..PS_2_0_LEAST
};

pub(super) const ARB_FRAGMENT_PROGRAM: Profile = Profile {
    name: "arb-fragment-program",
    title: "OpenGL, ARB_fragment_program",
    changed: "Fragment kernels in assembly on the cards of every maker. Cards gave more than this least.",
    wrote: "assembly; Cg, which compiles to it",
    year: published(2002, "ARB_fragment_program, approved September 2002"),
    arithmetic_slots: spec(Some(48), ARB),
    texture_slots: spec(Some(24), ARB),
    total_slots: spec(Some(72), ARB),
    executed: spec(Some(72), ARB),
    indirections: spec(Some(4), ARB),
    indirection_rule: spec(IndirectionRule::Nodes, ARB),
    temporaries: spec(Some(16), ARB),
    constants: spec(Some(24), ARB),
    constants_per_instruction: spec(None, ARB),
    interpolants_per_instruction: spec(None, ARB),
    interpolants: spec(Some(2), ARB),
    samplers: spec(2, ARB),
    outputs: spec(1, ARB),
    branches: spec(Some(0), ARB),
    loops: spec(Some(0), ARB),
    turns: spec(Some(0), ARB),
    loop_count: spec(LoopCount::Unrolled, ARB),
    derivatives: spec(false, ARB),
    explicit_levels: spec(false, ARB),
    integers: spec(false, ARB),
    texel_fetch: spec(false, ARB),
    computed_index: spec(false, ARB),
    computed_stores: spec(false, ARB),
    vertex_textures: spec(0, ARB),
    fast_registers: spec(None, ARB),
    compute: spec(false, ARB),
    address: spec(FloatFormat::Fp24, ARB),
    interpolant: spec(FloatFormat::Fp24, ARB),
    swizzles: spec(SwizzleSet::Any, ARB),
    costs: spec(Costs::LINES, ARB),
    texture_side: memory(64),
    texture_side_3d: memory(16),
    target_side: memory(64),
    half_arithmetic: spec(None, ARB),
    arithmetic: spec(FP24, ARB),
    occlusion_query: memory(false),
    ..PS_2_0_LEAST
};
