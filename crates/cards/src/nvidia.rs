//! NVIDIA's cards.

use super::costs::Costs;
use super::fact::{computed, driver, memory, published, spec};
use super::profile::{FloatKinds, IndirectionRule, LoopCount, OddSides, Profile, ProfileKind, SwizzleSet};
use gristmill_base::precision::{Arithmetic, FloatFormat, Rounding};

const NV_FP: &str = "NV_fragment_program";
const NV_FP2: &str = "NV_fragment_program2";
const NV_FLOAT: &str = "NV_float_buffer";
const NV_VP3: &str = "NV_vertex_program3";
const FEEDBACK: &str = "NV_transform_feedback (2006)";
/// Mesa's driver of NV30 and NV40.
const NOUVEAU: &str = "Mesa: nouveau, nv30_screen.c";
const BY_CLOCK: &str = "units, lanes and clock";
const EXTREMETECH: &str = "ExtremeTech, review of the GeForce 6800";
const GEMS: &str = "GPU Gems 2, chapter 30";

/// Floats of 32 bits: sums are truncated, products are rounded to one of the two neighbours.
const FP32: Arithmetic =
    Arithmetic { add: Rounding::TowardZero, ..Arithmetic::rounded(FloatFormat::Fp32, Rounding::Nearest) };

/// Arithmetic of half-precision registers.
const FP16: Arithmetic = Arithmetic { denormals: true, ..Arithmetic::rounded(FloatFormat::Fp16, Rounding::Nearest) };

pub(super) const GEFORCE_FX_5900: Profile = Profile {
    name: "geforce-fx-5900",
    title: "NVIDIA GeForce FX 5900 Ultra",
    kind: ProfileKind::Card,
    changed: "1,024 slots, any chain of dependent reads, floats of 32 and 16 bits; each live register slows it down.",
    wrote: "NV_fragment_program assembly and Cg; ARB_fragment_program; ps_2_a",
    year: published(2003, "3DCenter, CineFX (NV30) Inside (2003)"),
    price: memory(Some(499)),
    arithmetic_slots: spec(Some(1024), NV_FP),
    texture_slots: spec(Some(1024), NV_FP),
    total_slots: spec(Some(1024), NV_FP),
    executed: spec(Some(1024), NV_FP),
    indirections: spec(None, NV_FP),
    indirection_rule: spec(IndirectionRule::Uncounted, NV_FP),
    temporaries: spec(Some(32), NV_FP),
    constants: spec(Some(64), NV_FP),
    constants_per_instruction: spec(Some(1), NV_FP),
    interpolants_per_instruction: spec(Some(1), NV_FP),
    interpolants: spec(Some(8), NV_FP),
    samplers: spec(16, NV_FP),
    outputs: driver(1, NOUVEAU),
    outputs_alike: driver(true, NOUVEAU),
    branches: spec(Some(0), NV_FP),
    loops: spec(Some(0), NV_FP),
    turns: spec(Some(0), NV_FP),
    loop_count: spec(LoopCount::Unrolled, NV_FP),
    derivatives: spec(true, NV_FP),
    explicit_levels: spec(true, NV_FP),
    integers: driver(false, NOUVEAU),
    texel_fetch: driver(false, NOUVEAU),
    computed_index: spec(false, NV_FP),
    computed_stores: spec(false, NV_FP),
    swizzles: spec(SwizzleSet::Any, NV_FP),
    costs: spec(Costs::NV30, NV_FP),
    vertex_textures: driver(0, NOUVEAU),
    vertex_streams: spec(false, FEEDBACK),
    texture_side: driver(4096, NOUVEAU),
    texture_side_3d: driver(512, NOUVEAU),
    target_side: driver(4096, NOUVEAU),
    odd_sides: driver(OddSides::Rectangle, NOUVEAU),
    float_rectangles: spec(true, NV_FLOAT),
    render: spec(FloatKinds::BOTH, NV_FLOAT),
    blend: spec(FloatKinds::NONE, NV_FLOAT),
    filter: spec(FloatKinds::NONE, NV_FLOAT),
    arithmetic: published(FP32, "Hillesland and Lastra, GPU Floating-Point Paranoia (2004), recalled"),
    half_arithmetic: spec(Some(FP16), NV_FP),
    address: spec(FloatFormat::Fp32, NV_FP),
    interpolant: spec(FloatFormat::Fp32, NV_FP),
    filter_bits: memory(8),
    fast_registers: published(Some(2), "thepkrl, NV30 fragment processor test results (2003)"),
    occlusion_query: driver(true, NOUVEAU),
    conditional_rendering: driver(false, NOUVEAU),
    compute: spec(false, NV_FP),
    bandwidth: memory(27.2),
    peak: computed(28.8, BY_CLOCK),
};

pub(super) const GEFORCE_6800: Profile = Profile {
    name: "geforce-6800",
    title: "NVIDIA GeForce 6800 Ultra",
    changed: "Branches and loops in fragment kernels, four outputs, halves blended and interpolated, textures in the vertex unit.",
    wrote: "GLSL 1.10; Cg; NV_fragment_program2 assembly; ps_3_0",
    year: published(2004, EXTREMETECH),
    price: memory(Some(499)),
    arithmetic_slots: driver(Some(4096), NOUVEAU),
    texture_slots: driver(Some(4096), NOUVEAU),
    total_slots: driver(Some(4096), NOUVEAU),
    executed: spec(Some(65_536), NV_FP2),
    indirections: spec(None, NV_FP2),
    indirection_rule: spec(IndirectionRule::Uncounted, NV_FP2),
    temporaries: driver(Some(32), NOUVEAU),
    constants: driver(Some(224), NOUVEAU),
    constants_per_instruction: memory(Some(1)),
    interpolants_per_instruction: memory(Some(1)),
    interpolants: driver(Some(10), NOUVEAU),
    samplers: driver(16, NOUVEAU),
    outputs: driver(4, NOUVEAU),
    outputs_alike: driver(false, NOUVEAU),
    branches: spec(Some(48), NV_FP2),
    loops: spec(Some(4), NV_FP2),
    turns: spec(Some(255), NV_FP2),
    loop_count: spec(LoopCount::Uniform, NV_FP2),
    derivatives: spec(true, NV_FP2),
    costs: spec(Costs::NV40, NV_FP2),
    vertex_textures: spec(4, NV_VP3),
    odd_sides: driver(OddSides::Any, NOUVEAU),
    float_rectangles: published(false, GEMS),
    render: published(FloatKinds::BOTH, GEMS),
    blend: published(FloatKinds::HALF, GEMS),
    filter: published(FloatKinds::HALF, GEMS),
    arithmetic: published(FP32, "Hillesland and Lastra (2004) of NV35, recalled; taken over"),
    half_arithmetic: spec(Some(FP16), NV_FP2),
    fast_registers: memory(None),
    conditional_rendering: driver(true, NOUVEAU),
    bandwidth: published(35.2, EXTREMETECH),
    peak: computed(51.2, BY_CLOCK),
    ..GEFORCE_FX_5900
};

pub(super) const GEFORCE_7800: Profile = Profile {
    name: "geforce-7800",
    title: "NVIDIA GeForce 7800 GTX",
    changed: "The 6800 with three times the multiply-adds.",
    year: published(2005, "reviews of 22 June 2005"),
    price: memory(Some(599)),
    interpolants: memory(Some(10)),
    arithmetic: published(FP32, "Daumas, Da Graca and Defour (2006), recalled"),
    bandwidth: published(38.4, "reviews of June 2005"),
    peak: computed(165.1, BY_CLOCK),
    ..GEFORCE_6800
};

pub(super) const GEFORCE_8800: Profile = Profile {
    name: "geforce-8800",
    title: "NVIDIA GeForce 8800 GTX",
    changed: "One kind of processor for all stages, integers, no limits on a kernel's length; compute kernels, as CUDA.",
    wrote: "GLSL 1.30 and later; HLSL of Shader Model 4; CUDA from 2007 on",
    year: published(2006, "VR-Zone and CNET, reviews of November 2006"),
    price: published(Some(599), "VR-Zone and CNET, reviews of November 2006"),
    arithmetic_slots: memory(None),
    texture_slots: memory(None),
    total_slots: memory(None),
    executed: memory(None),
    temporaries: published(Some(4096), "Blythe, The Direct3D 10 System (2006)"),
    constants: published(Some(65_536), "Blythe, The Direct3D 10 System (2006)"),
    constants_per_instruction: memory(None),
    interpolants_per_instruction: memory(None),
    interpolants: memory(Some(16)),
    samplers: memory(32),
    outputs: memory(8),
    branches: memory(None),
    loops: memory(None),
    turns: memory(None),
    loop_count: memory(LoopCount::Any),
    integers: memory(true),
    texel_fetch: memory(true),
    computed_index: memory(true),
    vertex_textures: memory(32),
    vertex_streams: spec(true, FEEDBACK),
    texture_side: memory(8192),
    texture_side_3d: memory(2048),
    target_side: memory(8192),
    odd_sides: memory(OddSides::Any),
    render: published(FloatKinds::BOTH, "Blythe, The Direct3D 10 System (2006)"),
    blend: published(FloatKinds::BOTH, "Blythe, The Direct3D 10 System (2006)"),
    filter: memory(FloatKinds::BOTH),
    arithmetic: memory(Arithmetic {
        product: Rounding::TowardZero,
        ..Arithmetic::rounded(FloatFormat::Fp32, Rounding::Nearest)
    }),
    half_arithmetic: memory(None),
    compute: memory(false),
    bandwidth: published(86.4, "VR-Zone and CNET, reviews of November 2006"),
    peak: computed(345.6, BY_CLOCK),
    ..GEFORCE_7800
};
