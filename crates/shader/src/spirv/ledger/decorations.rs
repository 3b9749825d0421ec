//! Rows of decorations, execution modes, and operands of loads, stores and images.

use super::Treatment::{Does, HasNoEffect as No};
use super::{LedgerRow, refuses};
use rspirv::spirv::{Decoration as D, ExecutionMode as M, ImageOperands as I, MemoryAccess as A};

const ONE_SAMPLE: &str = "a pixel has one sample, in its middle";
const WRAPS: &str = "whole numbers wrap around";

pub(super) const DECORATIONS: &[LedgerRow<D>] = &[
    (D::RelaxedPrecision, No("numbers have the 32 bits that mediump allows")),
    (D::SpecId, Does),
    (D::Block, No("the storage class says what a variable is")),
    (D::BufferBlock, Does),
    (D::RowMajor, Does),
    (D::ColMajor, No("matrices lie so unless they say otherwise")),
    (D::ArrayStride, Does),
    (D::MatrixStride, Does),
    (D::GLSLShared, No("each member says its offset")),
    (D::GLSLPacked, No("each member says its offset")),
    (D::BuiltIn, Does),
    (D::NoPerspective, Does),
    (D::Flat, Does),
    (D::Patch, refuses("inputs and outputs of patches (tessellation)", "use a compute shader")),
    (D::Centroid, No(ONE_SAMPLE)),
    (D::Sample, No(ONE_SAMPLE)),
    (D::Invariant, No("the same expression has the same value in every kernel")),
    (D::Restrict, No("nothing is assumed of what else reaches a memory")),
    (D::Aliased, No("blocks of one binding are one memory always")),
    (D::Volatile, Does),
    (D::Coherent, Does),
    (D::NonWritable, Does),
    (D::NonReadable, Does),
    (D::Uniform, No("a value that is the same in all invocations is calculated like others")),
    (D::UniformId, No("a value that is the same in all invocations is calculated like others")),
    (D::Stream, refuses("vertex streams of geometry stages", "use a compute shader")),
    (D::Location, Does),
    (D::Component, Does),
    (D::Index, Does),
    (D::Binding, Does),
    (D::DescriptorSet, Does),
    (D::Offset, Does),
    (D::XfbBuffer, refuses("buffers of transform feedback (xfb_buffer)", "give the outputs their locations")),
    (D::XfbStride, refuses("strides of transform feedback (xfb_stride)", "give the outputs their locations")),
    (D::FPRoundingMode, refuses("conversions that round another way than to the nearest", "leave the mode out")),
    (D::NoContraction, No("a product and a sum are two operations always")),
    (D::InputAttachmentIndex, refuses("input attachments (subpassInput)", "bind a texture")),
    (D::NoSignedWrap, No(WRAPS)),
    (D::NoUnsignedWrap, No(WRAPS)),
    (
        D::ExplicitInterpAMD,
        refuses("vertices of a fragment (GL_AMD_shader_explicit_vertex_parameter)", "declare it flat"),
    ),
    (D::PerPrimitiveEXT, refuses("mesh stages (GL_EXT_mesh_shader)", "use a compute shader")),
    (D::PerVertexKHR, refuses("inputs of all vertices (pervertexEXT)", "declare it flat")),
    (D::NonUniform, Does),
    (D::RestrictPointer, No("nothing is assumed of what else reaches a memory")),
    (D::AliasedPointer, No("nothing is assumed of what else reaches a memory")),
    (D::CounterBuffer, No("it names the counter of an HLSL buffer, which is a buffer of its own")),
    (D::UserSemantic, No("it is a name of HLSL's")),
    (D::UserTypeGOOGLE, No("it is a name of HLSL's")),
];

const DERIVATIVES: &str = "derivatives in compute kernels (GL_NV_compute_shader_derivatives)";
const INTERLOCK: &str = "critical sections of fragments (GL_ARB_fragment_shader_interlock)";
const STENCIL: &str = "stencil values of fragments (GL_ARB_shader_stencil_export)";
const DEPTH_AFTER: &str = "depth is tested after the kernel, with what it gives";
const REJOIN: &str = "invocations come together again as soon as control flow does, always";
const NEXT_MODE: &str = "compile the kernel without it";

pub(super) const EXECUTION_MODES: &[LedgerRow<M>] = &[
    (M::PixelCenterInteger, Does),
    (M::OriginUpperLeft, Does),
    (M::OriginLowerLeft, No("rows are counted so unless a kernel says otherwise")),
    (M::EarlyFragmentTests, Does),
    (M::Xfb, refuses("outputs of transform feedback (xfb_buffer)", "give the outputs their locations")),
    (M::DepthReplacing, No("a kernel that gives a depth has it tested")),
    (M::DepthGreater, No(DEPTH_AFTER)),
    (M::DepthLess, No(DEPTH_AFTER)),
    (M::DepthUnchanged, No(DEPTH_AFTER)),
    (M::LocalSize, Does),
    (M::LocalSizeId, Does),
    (M::ContractionOff, No("a product and a sum are two operations always")),
    (M::SubgroupUniformControlFlowKHR, No(REJOIN)),
    (M::MaximallyReconvergesKHR, No(REJOIN)),
    (
        M::PostDepthCoverage,
        refuses("masks of samples after the tests (GL_ARB_post_depth_coverage)", "leave the mask out"),
    ),
    (M::DenormPreserve, No("numbers below the normal ones are kept always")),
    (M::DenormFlushToZero, refuses("zeros for numbers below the normal ones (DenormFlushToZero)", NEXT_MODE)),
    (M::SignedZeroInfNanPreserve, No("-0, infinities and NaN are kept always")),
    (M::RoundingModeRTE, No("results are rounded to the nearest always")),
    (M::RoundingModeRTZ, refuses("results that are rounded towards zero (RoundingModeRTZ)", NEXT_MODE)),
    (
        M::EarlyAndLateFragmentTestsAMD,
        refuses("early and late tests at once (GL_AMD_shader_early_and_late_fragment_tests)", "choose one"),
    ),
    (M::StencilRefReplacingEXT, refuses(STENCIL, "use one stencil value")),
    (
        M::QuadDerivativesKHR,
        refuses("quads that are kept whole (GL_EXT_shader_quad_control)", "take derivatives before the branch"),
    ),
    (
        M::RequireFullQuadsKHR,
        refuses("quads that are kept whole (GL_EXT_shader_quad_control)", "take derivatives before the branch"),
    ),
    (M::DerivativeGroupQuadsKHR, refuses(DERIVATIVES, "take differences")),
    (M::DerivativeGroupLinearKHR, refuses(DERIVATIVES, "take differences")),
    (M::PixelInterlockOrderedEXT, refuses(INTERLOCK, "use atomic operations")),
    (M::PixelInterlockUnorderedEXT, refuses(INTERLOCK, "use atomic operations")),
    (M::SampleInterlockOrderedEXT, refuses(INTERLOCK, "use atomic operations")),
    (M::SampleInterlockUnorderedEXT, refuses(INTERLOCK, "use atomic operations")),
    (M::ShadingRateInterlockOrderedEXT, refuses(INTERLOCK, "use atomic operations")),
    (M::ShadingRateInterlockUnorderedEXT, refuses(INTERLOCK, "use atomic operations")),
];

/// Operands of Vulkan's memory model are checked when a load or store is lowered.
pub(super) const MEMORY_OPERANDS: &[LedgerRow<A>] = &[
    (A::VOLATILE, No("every load and store reaches its memory")),
    (A::ALIGNED, No("words may lie anywhere")),
    (A::NONTEMPORAL, No("there is no cache that keeps it")),
    (A::MAKE_POINTER_AVAILABLE, Does),
    (A::MAKE_POINTER_VISIBLE, Does),
    (A::NON_PRIVATE_POINTER, Does),
];

pub(super) const IMAGE_OPERANDS: &[LedgerRow<I>] = &[
    (I::BIAS, Does),
    (I::LOD, Does),
    (I::GRAD, Does),
    (I::CONST_OFFSET, Does),
    (I::OFFSET, Does),
    (I::CONST_OFFSETS, Does),
    (I::SAMPLE, refuses("textures with several samples", "use one sample")),
    (I::MIN_LOD, refuses("levels that are cut (GL_ARB_sparse_texture_clamp)", "use textureLod()")),
    (I::MAKE_TEXEL_AVAILABLE, Does),
    (I::MAKE_TEXEL_VISIBLE, Does),
    (I::NON_PRIVATE_TEXEL, Does),
    (I::VOLATILE_TEXEL, No("every load and store reaches its image")),
    (I::SIGN_EXTEND, No("the image format determines the sign")),
    (I::ZERO_EXTEND, No("the image format determines the sign")),
    (I::NONTEMPORAL, No("there is no cache that keeps it")),
    (I::OFFSETS, refuses("gathers with offsets that are not constants", "use constants")),
];
