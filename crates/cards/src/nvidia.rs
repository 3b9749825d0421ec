//! NVIDIA's cards.

use super::costs::Costs;
use super::fact::{computed_fact, driver_fact, memory_fact, published_fact, spec_fact};
use super::profile::{FloatKinds, IndirectionRule, LoopCount, OddSides, Profile, ProfileKind, SwizzleSet};
use super::vertex_unit::{VertexReads, VertexUnit};
use gristmill_base::precision::{Arithmetic, FloatFormat, Rounding};

const NV_FP: &str = "NV_fragment_program";
const NV_FP2: &str = "NV_fragment_program2";
const NV_FLOAT: &str = "NV_float_buffer";
const NV_VP2: &str = "NV_vertex_program2";
const NV_VP2_OPTION: &str = "NV_vertex_program2_option";
const NV_VP3: &str = "NV_vertex_program3";
const VS_3_0: &str = "Microsoft: Direct3D 9, vs_3_0";
const BLYTHE: &str = "Blythe, The Direct3D 10 System (2006)";
const VERTEX_TEXTURES: &str = "NVIDIA, Using Vertex Textures (2004); Cg, profile vp40";
const FEEDBACK: &str = "NV_transform_feedback (2006)";
/// Mesa's driver of NV30 and NV40.
const NOUVEAU: &str = "Mesa: nouveau, nv30_screen.c";
const BY_CLOCK: &str = "units, lanes and clock";
const EXTREMETECH: &str = "ExtremeTech, review of the GeForce 6800";
const GEMS: &str = "GPU Gems 2, chapter 30";

/// Floats of 32 bits: sums are truncated, products are rounded to one of the two neighbours.
const FP32: Arithmetic =
    Arithmetic { add: Rounding::TowardZero, ..Arithmetic::with_rounding(FloatFormat::Fp32, Rounding::Nearest) };

/// Arithmetic of half-precision registers.
const FP16: Arithmetic =
    Arithmetic { denormals: true, ..Arithmetic::with_rounding(FloatFormat::Fp16, Rounding::Nearest) };

/// The vertex unit of NV30: jumps on what it computes, and so any loop.
const NV30_VERTEX: VertexUnit = VertexUnit {
    language: None,
    slots: spec_fact(Some(256), NV_VP2),
    executed: spec_fact(Some(65_536), NV_VP2),
    constants: spec_fact(Some(256), NV_VP2),
    temporaries: spec_fact(Some(16), NV_VP2),
    address_registers: spec_fact(Some(2), NV_VP2),
    attributes: spec_fact(Some(16), NV_VP2),
    outputs: spec_fact(Some(9), NV_VP2),
    shared_outputs: spec_fact(false, NV_VP2),
    constants_per_instruction: spec_fact(Some(1), NV_VP2),
    attributes_per_instruction: spec_fact(Some(1), NV_VP2),
    branches: spec_fact(None, NV_VP2),
    loops: spec_fact(None, NV_VP2),
    turns: spec_fact(None, NV_VP2),
    loop_count: spec_fact(LoopCount::Any, NV_VP2),
    calls: spec_fact(Some(4), NV_VP2),
    indexed_constants: spec_fact(true, NV_VP2),
    indexed_temporaries: spec_fact(false, NV_VP2),
    integers: driver_fact(false, NOUVEAU),
    textures: driver_fact(0, NOUVEAU),
    reads: driver_fact(VertexReads::Nothing, NOUVEAU),
    streams: spec_fact(false, FEEDBACK),
    format: spec_fact(FloatFormat::Fp32, NV_VP2),
    costs: spec_fact(Costs::VERTEX_NV30, NV_VP2),
};

/// The vertex unit of NV40, the first that reads textures.
const NV40_VERTEX: VertexUnit = VertexUnit {
    slots: driver_fact(Some(512), NOUVEAU),
    executed: spec_fact(Some(65_536), NV_VP2_OPTION),
    constants: driver_fact(Some(462), NOUVEAU),
    temporaries: driver_fact(Some(32), NOUVEAU),
    address_registers: memory_fact(Some(2)),
    attributes: driver_fact(Some(16), NOUVEAU),
    outputs: spec_fact(Some(12), VS_3_0),
    shared_outputs: spec_fact(true, VS_3_0),
    calls: spec_fact(Some(4), NV_VP2_OPTION),
    textures: spec_fact(4, VS_3_0),
    reads: published_fact(VertexReads::Floats, VERTEX_TEXTURES),
    costs: spec_fact(Costs::VERTEX_NV40, NV_VP3),
    ..NV30_VERTEX
};

/// The vertex unit of G80, which is its fragment unit.
const G80_VERTEX: VertexUnit = VertexUnit {
    slots: memory_fact(None),
    executed: memory_fact(None),
    constants: published_fact(Some(65_536), BLYTHE),
    temporaries: published_fact(Some(4096), BLYTHE),
    address_registers: memory_fact(None),
    attributes: published_fact(Some(16), BLYTHE),
    outputs: published_fact(Some(16), BLYTHE),
    shared_outputs: memory_fact(true),
    constants_per_instruction: memory_fact(None),
    attributes_per_instruction: memory_fact(None),
    branches: memory_fact(None),
    loops: memory_fact(None),
    turns: memory_fact(None),
    loop_count: memory_fact(LoopCount::Any),
    calls: memory_fact(None),
    indexed_constants: memory_fact(true),
    indexed_temporaries: memory_fact(true),
    integers: memory_fact(true),
    textures: memory_fact(32),
    reads: memory_fact(VertexReads::Anything),
    streams: spec_fact(true, FEEDBACK),
    costs: memory_fact(Costs::VERTEX_NV40),
    ..NV40_VERTEX
};

pub(super) const GEFORCE_FX_5900: Profile = Profile {
    name: "geforce-fx-5900",
    title: "NVIDIA GeForce FX 5900 Ultra",
    kind: ProfileKind::Card,
    changed: "1,024 slots, any chain of dependent reads, floats of 32 and 16 bits; each live register slows it down.",
    wrote: "NV_fragment_program assembly and Cg; ARB_fragment_program; ps_2_a",
    year: published_fact(2003, "3DCenter, CineFX (NV30) Inside (2003)"),
    price: memory_fact(Some(499)),
    arithmetic_slots: spec_fact(Some(1024), NV_FP),
    texture_slots: spec_fact(Some(1024), NV_FP),
    total_slots: spec_fact(Some(1024), NV_FP),
    executed: spec_fact(Some(1024), NV_FP),
    indirections: spec_fact(None, NV_FP),
    indirection_rule: spec_fact(IndirectionRule::Uncounted, NV_FP),
    temporaries: spec_fact(Some(32), NV_FP),
    constants: spec_fact(Some(64), NV_FP),
    constants_per_instruction: spec_fact(Some(1), NV_FP),
    interpolants_per_instruction: spec_fact(Some(1), NV_FP),
    interpolants: spec_fact(Some(8), NV_FP),
    samplers: spec_fact(16, NV_FP),
    outputs: driver_fact(1, NOUVEAU),
    outputs_alike: driver_fact(true, NOUVEAU),
    branches: spec_fact(Some(0), NV_FP),
    loops: spec_fact(Some(0), NV_FP),
    turns: spec_fact(Some(0), NV_FP),
    loop_count: spec_fact(LoopCount::Unrolled, NV_FP),
    derivatives: spec_fact(true, NV_FP),
    explicit_levels: spec_fact(true, NV_FP),
    integers: driver_fact(false, NOUVEAU),
    texel_fetch: driver_fact(false, NOUVEAU),
    computed_index: spec_fact(false, NV_FP),
    computed_stores: spec_fact(false, NV_FP),
    swizzles: spec_fact(SwizzleSet::Any, NV_FP),
    costs: spec_fact(Costs::NV30, NV_FP),
    vertex: NV30_VERTEX,
    texture_side: driver_fact(4096, NOUVEAU),
    texture_side_3d: driver_fact(512, NOUVEAU),
    target_side: driver_fact(4096, NOUVEAU),
    odd_sides: driver_fact(OddSides::Rectangle, NOUVEAU),
    float_rectangles: spec_fact(true, NV_FLOAT),
    render: spec_fact(FloatKinds::BOTH, NV_FLOAT),
    blend: spec_fact(FloatKinds::NONE, NV_FLOAT),
    filter: spec_fact(FloatKinds::NONE, NV_FLOAT),
    arithmetic: published_fact(FP32, "Hillesland and Lastra, GPU Floating-Point Paranoia (2004), recalled"),
    half_arithmetic: spec_fact(Some(FP16), NV_FP),
    fixed_point: spec_fact(true, NV_FP),
    address: spec_fact(FloatFormat::Fp32, NV_FP),
    interpolant: spec_fact(FloatFormat::Fp32, NV_FP),
    filter_bits: memory_fact(8),
    fast_registers: published_fact(Some(2), "thepkrl, NV30 fragment processor test results (2003)"),
    occlusion_query: driver_fact(true, NOUVEAU),
    conditional_rendering: driver_fact(false, NOUVEAU),
    compute: spec_fact(false, NV_FP),
    bandwidth: memory_fact(27.2),
    peak: computed_fact(28.8, BY_CLOCK),
};

pub(super) const GEFORCE_6800: Profile = Profile {
    name: "geforce-6800",
    title: "NVIDIA GeForce 6800 Ultra",
    changed: "Branches and loops in fragment kernels, four outputs, halves blended and interpolated, textures in the vertex unit.",
    wrote: "GLSL 1.10; Cg; NV_fragment_program2 assembly; ps_3_0",
    year: published_fact(2004, EXTREMETECH),
    price: memory_fact(Some(499)),
    arithmetic_slots: driver_fact(Some(4096), NOUVEAU),
    texture_slots: driver_fact(Some(4096), NOUVEAU),
    total_slots: driver_fact(Some(4096), NOUVEAU),
    executed: spec_fact(Some(65_536), NV_FP2),
    indirections: spec_fact(None, NV_FP2),
    indirection_rule: spec_fact(IndirectionRule::Uncounted, NV_FP2),
    temporaries: driver_fact(Some(32), NOUVEAU),
    constants: driver_fact(Some(224), NOUVEAU),
    constants_per_instruction: memory_fact(Some(1)),
    interpolants_per_instruction: memory_fact(Some(1)),
    interpolants: driver_fact(Some(10), NOUVEAU),
    samplers: driver_fact(16, NOUVEAU),
    outputs: driver_fact(4, NOUVEAU),
    outputs_alike: driver_fact(false, NOUVEAU),
    branches: spec_fact(Some(48), NV_FP2),
    loops: spec_fact(Some(4), NV_FP2),
    turns: spec_fact(Some(255), NV_FP2),
    loop_count: spec_fact(LoopCount::Uniform, NV_FP2),
    derivatives: spec_fact(true, NV_FP2),
    costs: spec_fact(Costs::NV40, NV_FP2),
    vertex: NV40_VERTEX,
    odd_sides: driver_fact(OddSides::Any, NOUVEAU),
    float_rectangles: published_fact(false, GEMS),
    render: published_fact(FloatKinds::BOTH, GEMS),
    blend: published_fact(FloatKinds::HALF, GEMS),
    filter: published_fact(FloatKinds::HALF, GEMS),
    arithmetic: published_fact(FP32, "Hillesland and Lastra (2004) of NV35, recalled; taken over"),
    half_arithmetic: spec_fact(Some(FP16), NV_FP2),
    fixed_point: memory_fact(false),
    fast_registers: memory_fact(None),
    conditional_rendering: driver_fact(true, NOUVEAU),
    bandwidth: published_fact(35.2, EXTREMETECH),
    peak: computed_fact(51.2, BY_CLOCK),
    ..GEFORCE_FX_5900
};

pub(super) const GEFORCE_7800: Profile = Profile {
    name: "geforce-7800",
    title: "NVIDIA GeForce 7800 GTX",
    changed: "The 6800 with three times the multiply-adds.",
    year: published_fact(2005, "reviews of 22 June 2005"),
    price: memory_fact(Some(599)),
    interpolants: memory_fact(Some(10)),
    arithmetic: published_fact(FP32, "Daumas, Da Graca and Defour (2006), recalled"),
    bandwidth: published_fact(38.4, "reviews of June 2005"),
    peak: computed_fact(165.1, BY_CLOCK),
    ..GEFORCE_6800
};

pub(super) const GEFORCE_8800: Profile = Profile {
    name: "geforce-8800",
    title: "NVIDIA GeForce 8800 GTX",
    changed: "One kind of processor for all stages, integers, no limits on a kernel's length; compute kernels, as CUDA.",
    wrote: "GLSL 1.30 and later; HLSL of Shader Model 4; CUDA from 2007 on",
    year: published_fact(2006, "VR-Zone and CNET, reviews of November 2006"),
    price: published_fact(Some(599), "VR-Zone and CNET, reviews of November 2006"),
    arithmetic_slots: memory_fact(None),
    texture_slots: memory_fact(None),
    total_slots: memory_fact(None),
    executed: memory_fact(None),
    temporaries: published_fact(Some(4096), BLYTHE),
    constants: published_fact(Some(65_536), BLYTHE),
    constants_per_instruction: memory_fact(None),
    interpolants_per_instruction: memory_fact(None),
    interpolants: memory_fact(Some(16)),
    samplers: memory_fact(32),
    outputs: memory_fact(8),
    branches: memory_fact(None),
    loops: memory_fact(None),
    turns: memory_fact(None),
    loop_count: memory_fact(LoopCount::Any),
    integers: memory_fact(true),
    texel_fetch: memory_fact(true),
    computed_index: memory_fact(true),
    vertex: G80_VERTEX,
    texture_side: memory_fact(8192),
    texture_side_3d: memory_fact(2048),
    target_side: memory_fact(8192),
    odd_sides: memory_fact(OddSides::Any),
    render: published_fact(FloatKinds::BOTH, BLYTHE),
    blend: published_fact(FloatKinds::BOTH, BLYTHE),
    filter: memory_fact(FloatKinds::BOTH),
    arithmetic: memory_fact(Arithmetic {
        product: Rounding::TowardZero,
        ..Arithmetic::with_rounding(FloatFormat::Fp32, Rounding::Nearest)
    }),
    half_arithmetic: memory_fact(None),
    compute: memory_fact(false),
    bandwidth: published_fact(86.4, "VR-Zone and CNET, reviews of November 2006"),
    peak: computed_fact(345.6, BY_CLOCK),
    ..GEFORCE_7800
};
