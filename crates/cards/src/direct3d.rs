//! Pixel shader models of Direct3D 9, and the assembly of OpenGL that was their neighbour.

use super::costs::Costs;
use super::fact::{memory_fact, published_fact, spec_fact};
use super::profile::{FloatKinds, IndirectionRule, LoopCount, OddSides, Profile, ProfileKind, SwizzleSet};
use super::vertex_unit::{VertexReads, VertexUnit};
use gristmill_base::precision::{Arithmetic, FloatFormat, Rounding};

const PS_2_0: &str = "Microsoft: Direct3D 9, ps_2_0";
const PS_2_X: &str = "Microsoft: Direct3D 9, ps_2_x";
const PS_2_A: &str = "Microsoft: Direct3D 9, ps_2_x; Cg, profile ps_2_x";
const PS_3_0: &str = "Microsoft: Direct3D 9, ps_3_0";
const VS_2_0: &str = "Microsoft: Direct3D 9, vs_2_0";
const VS_2_X: &str = "Microsoft: Direct3D 9, vs_2_x";
const VS_3_0: &str = "Microsoft: Direct3D 9, vs_3_0";
const VERTEX_TEXTURES: &str = "Microsoft: Direct3D 9, Vertex Textures in vs_3_0";
const PRECISION: &str = "Microsoft: shader precision";
const ARB: &str = "ARB_fragment_program";
const ARB_VP: &str = "ARB_vertex_program";

/// The least precision that satisfies both interfaces.
const FP24: Arithmetic = Arithmetic::with_rounding(FloatFormat::Fp24, Rounding::TowardZero);
const FP32: Arithmetic = Arithmetic::with_rounding(FloatFormat::Fp32, Rounding::TowardZero);
const FP16: Arithmetic = Arithmetic::with_rounding(FloatFormat::Fp16, Rounding::TowardZero);

/// The least that `vs_2_0` gives.
const VS_2_0_LEAST: VertexUnit = VertexUnit {
    language: Some("Direct3D 9, vertex shader 2.0"),
    slots: spec_fact(Some(256), VS_2_0),
    executed: spec_fact(Some(65_535), VS_2_0),
    constants: spec_fact(Some(256), VS_2_0),
    temporaries: spec_fact(Some(12), VS_2_0),
    address_registers: spec_fact(Some(1), VS_2_0),
    attributes: spec_fact(Some(16), VS_2_0),
    outputs: spec_fact(Some(9), VS_2_0),
    shared_outputs: spec_fact(false, VS_2_0),
    constants_per_instruction: spec_fact(Some(1), VS_2_0),
    attributes_per_instruction: spec_fact(Some(1), VS_2_0),
    branches: spec_fact(Some(0), VS_2_0),
    loops: spec_fact(Some(1), VS_2_0),
    turns: spec_fact(Some(255), VS_2_0),
    loop_count: spec_fact(LoopCount::Uniform, VS_2_0),
    calls: spec_fact(Some(1), VS_2_0),
    indexed_constants: spec_fact(true, VS_2_0),
    indexed_temporaries: spec_fact(false, VS_2_0),
    integers: spec_fact(false, VS_2_0),
    textures: spec_fact(0, VS_2_0),
    reads: spec_fact(VertexReads::Nothing, VS_2_0),
    streams: spec_fact(false, VS_2_0),
    format: spec_fact(FloatFormat::Fp32, PRECISION),
    costs: spec_fact(Costs::VERTEX_MACROS, VS_2_0),
};

/// `vs_2_x` with the capabilities of the GeForce FX.
const VS_2_A_LEAST: VertexUnit = VertexUnit {
    language: Some("Direct3D 9, vertex shader 2.a"),
    temporaries: spec_fact(Some(12), VS_2_X),
    branches: memory_fact(Some(24)),
    loops: memory_fact(Some(4)),
    // break_comp leaves a loop of 255 turns when the kernel says so.
    loop_count: spec_fact(LoopCount::Any, VS_2_X),
    calls: memory_fact(Some(4)),
    costs: spec_fact(Costs::VERTEX_MACROS_2X, VS_2_X),
    ..VS_2_0_LEAST
};

/// The least that `vs_3_0` gives.
const VS_3_0_LEAST: VertexUnit = VertexUnit {
    language: Some("Direct3D 9, vertex shader 3.0"),
    slots: spec_fact(Some(512), VS_3_0),
    executed: spec_fact(Some(65_535), VS_3_0),
    constants: spec_fact(Some(256), VS_3_0),
    temporaries: spec_fact(Some(32), VS_3_0),
    address_registers: spec_fact(Some(1), VS_3_0),
    attributes: spec_fact(Some(16), VS_3_0),
    outputs: spec_fact(Some(12), VS_3_0),
    shared_outputs: spec_fact(true, VS_3_0),
    constants_per_instruction: spec_fact(Some(1), VS_3_0),
    attributes_per_instruction: spec_fact(Some(1), VS_3_0),
    branches: spec_fact(Some(24), VS_3_0),
    loops: spec_fact(Some(4), VS_3_0),
    loop_count: spec_fact(LoopCount::Any, VS_3_0),
    calls: spec_fact(Some(4), VS_3_0),
    indexed_temporaries: spec_fact(false, VS_3_0),
    textures: spec_fact(4, VERTEX_TEXTURES),
    reads: spec_fact(VertexReads::Asked, VERTEX_TEXTURES),
    costs: spec_fact(Costs::VERTEX_MACROS_3, VS_3_0),
    ..VS_2_0_LEAST
};

/// The least that `ARB_vertex_program` gives.
const ARB_VERTEX_PROGRAM: VertexUnit = VertexUnit {
    language: Some("OpenGL, ARB_vertex_program"),
    slots: spec_fact(Some(128), ARB_VP),
    executed: spec_fact(Some(128), ARB_VP),
    constants: spec_fact(Some(96), ARB_VP),
    temporaries: spec_fact(Some(12), ARB_VP),
    address_registers: spec_fact(Some(1), ARB_VP),
    attributes: spec_fact(Some(16), ARB_VP),
    outputs: spec_fact(Some(3), "ARB_vertex_program; ARB_fragment_program"),
    shared_outputs: spec_fact(false, ARB_VP),
    constants_per_instruction: spec_fact(None, ARB_VP),
    attributes_per_instruction: spec_fact(None, ARB_VP),
    branches: spec_fact(Some(0), ARB_VP),
    loops: spec_fact(Some(0), ARB_VP),
    turns: spec_fact(Some(0), ARB_VP),
    loop_count: spec_fact(LoopCount::Unrolled, ARB_VP),
    calls: spec_fact(Some(0), ARB_VP),
    indexed_constants: spec_fact(true, ARB_VP),
    indexed_temporaries: spec_fact(false, ARB_VP),
    integers: spec_fact(false, ARB_VP),
    textures: spec_fact(0, ARB_VP),
    reads: spec_fact(VertexReads::Nothing, ARB_VP),
    streams: spec_fact(false, ARB_VP),
    format: spec_fact(FloatFormat::Fp32, ARB_VP),
    costs: spec_fact(Costs::VERTEX_LINES, "ARB_vertex_program; Cg, profile arbvp1"),
};

pub(super) const PS_2_0_LEAST: Profile = Profile {
    name: "ps-2-0",
    title: "Direct3D 9, pixel shader 2.0",
    kind: ProfileKind::Interface,
    changed: "Shader Model 2: floats from the texture to the target.",
    wrote: "assembly; HLSL, which compiles to it",
    year: published_fact(2002, "Microsoft: DirectX 9.0, December 2002"),
    price: memory_fact(None),
    arithmetic_slots: spec_fact(Some(64), PS_2_0),
    texture_slots: spec_fact(Some(32), PS_2_0),
    total_slots: spec_fact(Some(96), PS_2_0),
    executed: spec_fact(Some(96), PS_2_0),
    indirections: spec_fact(Some(4), PS_2_0),
    indirection_rule: spec_fact(IndirectionRule::Orders, PS_2_0),
    temporaries: spec_fact(Some(12), PS_2_0),
    constants: spec_fact(Some(32), PS_2_0),
    constants_per_instruction: spec_fact(Some(2), PS_2_0),
    interpolants_per_instruction: spec_fact(Some(1), PS_2_0),
    interpolants: spec_fact(Some(8), PS_2_0),
    samplers: spec_fact(16, PS_2_0),
    outputs: memory_fact(1),
    outputs_alike: memory_fact(true),
    branches: spec_fact(Some(0), PS_2_0),
    loops: spec_fact(Some(0), PS_2_0),
    turns: spec_fact(Some(0), PS_2_0),
    loop_count: spec_fact(LoopCount::Unrolled, PS_2_0),
    derivatives: spec_fact(false, PS_2_0),
    explicit_levels: spec_fact(false, PS_2_0),
    integers: spec_fact(false, PS_2_0),
    texel_fetch: spec_fact(false, PS_2_0),
    computed_index: spec_fact(false, PS_2_0),
    computed_stores: spec_fact(false, PS_2_0),
    swizzles: spec_fact(SwizzleSet::Few, PS_2_0),
    costs: spec_fact(Costs::MACROS, "Microsoft: Direct3D 9, ps_2_0 Instructions"),
    vertex: VS_2_0_LEAST,
    texture_side: memory_fact(2048),
    texture_side_3d: memory_fact(256),
    target_side: memory_fact(2048),
    odd_sides: memory_fact(OddSides::Clamped),
    float_rectangles: memory_fact(false),
    render: memory_fact(FloatKinds::NONE),
    blend: memory_fact(FloatKinds::NONE),
    filter: memory_fact(FloatKinds::NONE),
    arithmetic: spec_fact(FP24, PRECISION),
    half_arithmetic: spec_fact(Some(FP16), PRECISION),
    fixed_point: spec_fact(false, PRECISION),
    address: spec_fact(FloatFormat::Fp24, PRECISION),
    interpolant: spec_fact(FloatFormat::Fp24, PRECISION),
    filter_bits: memory_fact(8),
    fast_registers: spec_fact(None, PS_2_0),
    occlusion_query: memory_fact(true),
    conditional_rendering: memory_fact(false),
    compute: spec_fact(false, PS_2_0),
    bandwidth: memory_fact(0.0),
    peak: memory_fact(0.0),
};

pub(super) const PS_2_A_LEAST: Profile = Profile {
    name: "ps-2-a",
    title: "Direct3D 9, pixel shader 2.a",
    changed: "Shader Model 2 as the GeForce FX ran it: 512 slots in any mixture, any chain of dependent reads.",
    year: published_fact(2003, "Microsoft: DirectX 9.0 SDK updates, 2003"),
    arithmetic_slots: published_fact(Some(512), PS_2_A),
    texture_slots: published_fact(Some(512), PS_2_A),
    total_slots: published_fact(Some(512), PS_2_A),
    executed: published_fact(Some(512), PS_2_A),
    indirections: spec_fact(None, PS_2_X),
    indirection_rule: spec_fact(IndirectionRule::Uncounted, PS_2_X),
    temporaries: spec_fact(Some(22), PS_2_X),
    derivatives: spec_fact(true, PS_2_X),
    explicit_levels: spec_fact(true, PS_2_X),
    swizzles: spec_fact(SwizzleSet::Any, PS_2_X),
    vertex: VS_2_A_LEAST,
    arithmetic: spec_fact(FP32, PRECISION),
    address: spec_fact(FloatFormat::Fp32, PRECISION),
    interpolant: spec_fact(FloatFormat::Fp32, PRECISION),
    ..PS_2_0_LEAST
};

pub(super) const PS_2_B_LEAST: Profile = Profile {
    name: "ps-2-b",
    title: "Direct3D 9, pixel shader 2.b",
    changed: "Shader Model 2 as the X800 ran it: 512 slots, four levels of dependent reads as before.",
    year: published_fact(2004, "Microsoft: DirectX 9.0c, 2004"),
    arithmetic_slots: published_fact(Some(512), PS_2_X),
    texture_slots: published_fact(Some(512), PS_2_X),
    total_slots: published_fact(Some(512), PS_2_X),
    executed: published_fact(Some(512), PS_2_X),
    temporaries: spec_fact(Some(32), PS_2_X),
    ..PS_2_0_LEAST
};

pub(super) const PS_3_0_LEAST: Profile = Profile {
    name: "ps-3-0",
    title: "Direct3D 9, pixel shader 3.0",
    changed: "Shader Model 3: branches and loops, floats of 32 bits, 65,536 instructions that run.",
    wrote: "HLSL, which compiles to it; assembly",
    year: published_fact(2004, "Microsoft: DirectX 9.0c, 2004"),
    arithmetic_slots: spec_fact(Some(512), PS_3_0),
    texture_slots: spec_fact(Some(512), PS_3_0),
    total_slots: spec_fact(Some(512), PS_3_0),
    executed: spec_fact(Some(65_536), PS_3_0),
    indirections: spec_fact(None, PS_3_0),
    indirection_rule: spec_fact(IndirectionRule::Uncounted, PS_3_0),
    temporaries: spec_fact(Some(32), PS_3_0),
    constants: published_fact(Some(224), PS_3_0),
    interpolants: published_fact(Some(10), PS_3_0),
    interpolants_per_instruction: memory_fact(None),
    outputs: memory_fact(4),
    branches: spec_fact(Some(24), PS_3_0),
    loops: spec_fact(Some(4), PS_3_0),
    turns: memory_fact(Some(255)),
    loop_count: memory_fact(LoopCount::Uniform),
    derivatives: spec_fact(true, PS_3_0),
    explicit_levels: spec_fact(true, PS_3_0),
    swizzles: spec_fact(SwizzleSet::Any, PS_3_0),
    costs: spec_fact(Costs::MACROS_3, PS_3_0),
    vertex: VS_3_0_LEAST,
    texture_side: memory_fact(4096),
    target_side: memory_fact(4096),
    arithmetic: spec_fact(FP32, PRECISION),
    address: spec_fact(FloatFormat::Fp32, PRECISION),
    interpolant: spec_fact(FloatFormat::Fp32, PRECISION),
    ..PS_2_0_LEAST
};

pub(super) const ARB_FRAGMENT_PROGRAM: Profile = Profile {
    name: "arb-fragment-program",
    title: "OpenGL, ARB_fragment_program",
    changed: "Fragment kernels in assembly on the cards of every maker. Cards gave more than this least.",
    wrote: "assembly; Cg, which compiles to it",
    year: published_fact(2002, "ARB_fragment_program, approved September 2002"),
    arithmetic_slots: spec_fact(Some(48), ARB),
    texture_slots: spec_fact(Some(24), ARB),
    total_slots: spec_fact(Some(72), ARB),
    executed: spec_fact(Some(72), ARB),
    indirections: spec_fact(Some(4), ARB),
    indirection_rule: spec_fact(IndirectionRule::Nodes, ARB),
    temporaries: spec_fact(Some(16), ARB),
    constants: spec_fact(Some(24), ARB),
    constants_per_instruction: spec_fact(None, ARB),
    interpolants_per_instruction: spec_fact(None, ARB),
    interpolants: spec_fact(Some(2), ARB),
    samplers: spec_fact(2, ARB),
    outputs: spec_fact(1, ARB),
    branches: spec_fact(Some(0), ARB),
    loops: spec_fact(Some(0), ARB),
    turns: spec_fact(Some(0), ARB),
    loop_count: spec_fact(LoopCount::Unrolled, ARB),
    derivatives: spec_fact(false, ARB),
    explicit_levels: spec_fact(false, ARB),
    integers: spec_fact(false, ARB),
    texel_fetch: spec_fact(false, ARB),
    computed_index: spec_fact(false, ARB),
    computed_stores: spec_fact(false, ARB),
    fast_registers: spec_fact(None, ARB),
    compute: spec_fact(false, ARB),
    address: spec_fact(FloatFormat::Fp24, ARB),
    interpolant: spec_fact(FloatFormat::Fp24, ARB),
    swizzles: spec_fact(SwizzleSet::Any, ARB),
    costs: spec_fact(Costs::LINES, ARB),
    vertex: ARB_VERTEX_PROGRAM,
    texture_side: memory_fact(64),
    texture_side_3d: memory_fact(16),
    target_side: memory_fact(64),
    half_arithmetic: spec_fact(None, ARB),
    arithmetic: spec_fact(FP24, ARB),
    occlusion_query: memory_fact(false),
    ..PS_2_0_LEAST
};
