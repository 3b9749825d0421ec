//! Versions of OpenGL and WebGL: the minimum that each guarantees.

use super::costs::Costs;
use super::direct3d::ARB_FRAGMENT_PROGRAM;
use super::fact::{memory_fact, published_fact, spec_fact};
use super::profile::{FloatKinds, IndirectionRule, LoopCount, OddSides, Profile, SwizzleSet};
use super::vertex_unit::{VertexReads, VertexUnit};
use gristmill_base::precision::{Arithmetic, FloatFormat, Rounding};

const GL_2_0: &str = "OpenGL 2.0, chapter 6, and GLSL 1.10";
const GL_3_3: &str = "OpenGL 3.3, chapter 6, and GLSL 3.30";
const GL_4_3: &str = "OpenGL 4.3, chapter 23, and GLSL 4.30";
const WEBGL: &str = "WebGL 1.0, OpenGL ES 2.0, OES_texture_float";
const ES_3: &str = "WebGL 2.0 and OpenGL ES 3.0; EXT_color_buffer_float";

/// The least vertex kernel of OpenGL 2.0.
const GL_2_0_VERTEX: VertexUnit = VertexUnit {
    language: None,
    slots: spec_fact(None, GL_2_0),
    executed: spec_fact(None, GL_2_0),
    constants: spec_fact(Some(128), GL_2_0),
    temporaries: spec_fact(None, GL_2_0),
    address_registers: spec_fact(None, GL_2_0),
    attributes: spec_fact(Some(16), GL_2_0),
    outputs: spec_fact(Some(9), GL_2_0),
    shared_outputs: spec_fact(false, GL_2_0),
    constants_per_instruction: spec_fact(None, GL_2_0),
    attributes_per_instruction: spec_fact(None, GL_2_0),
    branches: spec_fact(None, GL_2_0),
    loops: spec_fact(None, GL_2_0),
    turns: spec_fact(None, GL_2_0),
    loop_count: spec_fact(LoopCount::Any, GL_2_0),
    calls: spec_fact(None, GL_2_0),
    indexed_constants: spec_fact(true, GL_2_0),
    indexed_temporaries: spec_fact(true, GL_2_0),
    integers: spec_fact(false, GL_2_0),
    textures: spec_fact(0, GL_2_0),
    reads: spec_fact(VertexReads::Anything, GL_2_0),
    streams: spec_fact(false, GL_2_0),
    format: memory_fact(FloatFormat::Fp32),
    costs: memory_fact(Costs::VERTEX_NV40),
};

/// The least vertex kernel of OpenGL 3.3.
const GL_3_3_VERTEX: VertexUnit = VertexUnit {
    constants: memory_fact(Some(256)),
    outputs: memory_fact(Some(16)),
    integers: spec_fact(true, GL_3_3),
    textures: memory_fact(16),
    streams: memory_fact(true),
    format: spec_fact(FloatFormat::Fp32, GL_3_3),
    ..GL_2_0_VERTEX
};

/// The least vertex kernel of WebGL 1: appendix A lets it index uniforms, and nothing else.
const WEBGL_1_VERTEX: VertexUnit = VertexUnit {
    constants: spec_fact(Some(128), WEBGL),
    attributes: spec_fact(Some(8), WEBGL),
    outputs: spec_fact(Some(9), WEBGL),
    loop_count: spec_fact(LoopCount::Constant, "GLSL ES 1.00, appendix A"),
    indexed_constants: spec_fact(true, "GLSL ES 1.00, appendix A"),
    indexed_temporaries: spec_fact(false, "GLSL ES 1.00, appendix A"),
    integers: spec_fact(false, WEBGL),
    textures: spec_fact(0, WEBGL),
    streams: spec_fact(false, WEBGL),
    format: spec_fact(FloatFormat::Fp32, "GLSL ES 1.00, section 4.5: highp"),
    ..GL_2_0_VERTEX
};

/// The least vertex kernel of WebGL 2.
const WEBGL_2_VERTEX: VertexUnit = VertexUnit {
    constants: memory_fact(Some(256)),
    attributes: memory_fact(Some(16)),
    outputs: memory_fact(Some(16)),
    loop_count: spec_fact(LoopCount::Any, ES_3),
    indexed_constants: spec_fact(true, ES_3),
    indexed_temporaries: spec_fact(true, ES_3),
    integers: spec_fact(true, ES_3),
    textures: memory_fact(16),
    streams: memory_fact(true),
    format: spec_fact(FloatFormat::Fp32, ES_3),
    ..WEBGL_1_VERTEX
};

pub(super) const OPENGL_2_0: Profile = Profile {
    name: "opengl-2-0",
    title: "OpenGL 2.0",
    changed: "GLSL. No length of a kernel is promised, and none refused: the driver says what it can, or runs it in software.",
    wrote: "GLSL 1.10",
    year: published_fact(2004, "OpenGL 2.0, September 2004"),
    arithmetic_slots: spec_fact(None, GL_2_0),
    texture_slots: spec_fact(None, GL_2_0),
    total_slots: spec_fact(None, GL_2_0),
    executed: spec_fact(None, GL_2_0),
    indirections: spec_fact(None, GL_2_0),
    indirection_rule: spec_fact(IndirectionRule::Uncounted, GL_2_0),
    temporaries: spec_fact(None, GL_2_0),
    constants: spec_fact(Some(16), GL_2_0),
    constants_per_instruction: spec_fact(None, GL_2_0),
    interpolants_per_instruction: spec_fact(None, GL_2_0),
    interpolants: spec_fact(Some(8), GL_2_0),
    samplers: spec_fact(2, GL_2_0),
    outputs: spec_fact(1, GL_2_0),
    branches: spec_fact(None, GL_2_0),
    loops: spec_fact(None, GL_2_0),
    turns: spec_fact(None, GL_2_0),
    loop_count: spec_fact(LoopCount::Any, GL_2_0),
    derivatives: spec_fact(true, GL_2_0),
    explicit_levels: spec_fact(false, GL_2_0),
    integers: spec_fact(false, GL_2_0),
    texel_fetch: spec_fact(false, GL_2_0),
    computed_stores: spec_fact(false, GL_2_0),
    swizzles: spec_fact(SwizzleSet::Any, GL_2_0),
    fast_registers: spec_fact(None, GL_2_0),
    compute: spec_fact(false, GL_2_0),
    computed_index: spec_fact(true, GL_2_0),
    costs: memory_fact(Costs::NV40),
    vertex: GL_2_0_VERTEX,
    odd_sides: spec_fact(OddSides::Any, GL_2_0),
    occlusion_query: spec_fact(true, GL_2_0),
    ..ARB_FRAGMENT_PROGRAM
};

pub(super) const OPENGL_3_3: Profile = Profile {
    name: "opengl-3-3",
    title: "OpenGL 3.3",
    changed: "Integers, texelFetch, float textures that must be there: what the fragment kernels of this library are written for.",
    wrote: "GLSL 3.30",
    year: published_fact(2010, "OpenGL 3.3, March 2010"),
    constants: memory_fact(Some(256)),
    interpolants: memory_fact(Some(15)),
    samplers: memory_fact(16),
    outputs: memory_fact(8),
    outputs_alike: spec_fact(false, GL_3_3),
    explicit_levels: spec_fact(true, GL_3_3),
    integers: spec_fact(true, GL_3_3),
    texel_fetch: spec_fact(true, GL_3_3),
    swizzles: spec_fact(SwizzleSet::Any, GL_3_3),
    vertex: GL_3_3_VERTEX,
    texture_side: memory_fact(1024),
    texture_side_3d: memory_fact(256),
    target_side: memory_fact(1024),
    render: memory_fact(FloatKinds::BOTH),
    blend: spec_fact(FloatKinds::BOTH, GL_3_3),
    filter: spec_fact(FloatKinds::BOTH, GL_3_3),
    arithmetic: spec_fact(Arithmetic::with_rounding(FloatFormat::Fp32, Rounding::Nearest), GL_3_3),
    address: spec_fact(FloatFormat::Fp32, GL_3_3),
    interpolant: spec_fact(FloatFormat::Fp32, GL_3_3),
    conditional_rendering: spec_fact(true, GL_3_3),
    ..OPENGL_2_0
};

pub(super) const OPENGL_4_3: Profile = Profile {
    name: "opengl-4-3",
    title: "OpenGL 4.3",
    changed: "Compute shaders: work groups, shared memory, stores to any address.",
    wrote: "GLSL 4.30",
    year: published_fact(2012, "OpenGL 4.3, August 2012"),
    texture_side: memory_fact(16_384),
    texture_side_3d: memory_fact(2048),
    target_side: memory_fact(16_384),
    computed_stores: spec_fact(true, GL_4_3),
    arithmetic: spec_fact(Arithmetic::with_rounding(FloatFormat::Fp32, Rounding::Nearest), GL_4_3),
    compute: spec_fact(true, GL_4_3),
    ..OPENGL_3_3
};

pub(super) const WEBGL_1: Profile = Profile {
    name: "webgl-1",
    title: "WebGL 1 with float textures",
    changed: "Fragment kernels in every browser, with loops that the compiler must be able to unroll.",
    wrote: "GLSL ES 1.00",
    year: published_fact(2011, "WebGL 1.0, March 2011"),
    constants: spec_fact(Some(16), WEBGL),
    interpolants: spec_fact(Some(8), WEBGL),
    samplers: spec_fact(8, WEBGL),
    outputs: spec_fact(1, WEBGL),
    loop_count: spec_fact(LoopCount::Constant, "GLSL ES 1.00, appendix A"),
    derivatives: spec_fact(false, "GLSL ES 1.00 without OES_standard_derivatives"),
    explicit_levels: spec_fact(false, "GLSL ES 1.00 without EXT_shader_texture_lod"),
    computed_index: spec_fact(false, "GLSL ES 1.00, appendix A"),
    vertex: WEBGL_1_VERTEX,
    texture_side: spec_fact(64, WEBGL),
    texture_side_3d: spec_fact(0, WEBGL),
    target_side: spec_fact(64, WEBGL),
    odd_sides: spec_fact(OddSides::Clamped, WEBGL),
    render: spec_fact(FloatKinds::NONE, "OES_texture_float: to be asked by checkFramebufferStatus"),
    blend: spec_fact(FloatKinds::NONE, WEBGL),
    filter: spec_fact(FloatKinds::NONE, "OES_texture_float without OES_texture_float_linear"),
    arithmetic: memory_fact(Arithmetic::with_rounding(FloatFormat::Fp32, Rounding::Nearest)),
    integers: spec_fact(false, WEBGL),
    texel_fetch: spec_fact(false, WEBGL),
    computed_stores: spec_fact(false, WEBGL),
    half_arithmetic: spec_fact(
        Some(Arithmetic::with_rounding(FloatFormat::Fp16, Rounding::Nearest)),
        "GLSL ES 1.00, section 4.5: mediump",
    ),
    address: memory_fact(FloatFormat::Fp32),
    interpolant: memory_fact(FloatFormat::Fp32),
    occlusion_query: spec_fact(false, WEBGL),
    ..OPENGL_2_0
};

pub(super) const WEBGL_2: Profile = Profile {
    name: "webgl-2",
    title: "WebGL 2 with float targets",
    changed: "Integers, texelFetch, four outputs and float targets in the browser; no blending of 32 bits.",
    wrote: "GLSL ES 3.00",
    year: published_fact(2017, "WebGL 2.0, 2017"),
    constants: memory_fact(Some(224)),
    interpolants: memory_fact(Some(15)),
    samplers: memory_fact(16),
    outputs: memory_fact(4),
    outputs_alike: spec_fact(false, ES_3),
    loop_count: spec_fact(LoopCount::Any, ES_3),
    derivatives: spec_fact(true, ES_3),
    explicit_levels: spec_fact(true, ES_3),
    integers: spec_fact(true, ES_3),
    texel_fetch: spec_fact(true, ES_3),
    computed_index: spec_fact(true, ES_3),
    vertex: WEBGL_2_VERTEX,
    texture_side: memory_fact(2048),
    texture_side_3d: memory_fact(256),
    target_side: memory_fact(2048),
    odd_sides: spec_fact(OddSides::Any, ES_3),
    render: spec_fact(FloatKinds::BOTH, ES_3),
    blend: spec_fact(FloatKinds::HALF, "EXT_color_buffer_float without EXT_float_blend"),
    filter: spec_fact(FloatKinds::HALF, "OpenGL ES 3.0 without OES_texture_float_linear"),
    occlusion_query: spec_fact(true, ES_3),
    ..WEBGL_1
};
