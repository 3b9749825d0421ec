//! Limits that the grammars leave to the implementation: the range of each index. Resources such as
//! instructions are counted (`counts`) and limited by cards, not here.

/// Texture image units: what every card from 2002 to 2006 had.
pub(super) const IMAGE_UNITS: u32 = 16;
/// Texture coordinate sets, and the texture units of the fixed pipeline.
pub(super) const TEXTURE_COORDS: u32 = 8;
/// Program environment parameters.
pub(super) const ENVIRONMENT: u32 = 256;
/// Program local parameters.
pub(super) const LOCALS: u32 = 4096;
/// Items of one parameter array.
pub(super) const PARAMETERS: u32 = 4096;
/// Lights.
pub(super) const LIGHTS: u32 = 8;
/// User clip planes.
pub(super) const CLIP_PLANES: u32 = 8;
/// Program matrices.
pub(super) const PROGRAM_MATRICES: u32 = 8;
/// Matrices of ARB_matrix_palette.
pub(super) const PALETTE_MATRICES: u32 = 32;
/// Vertex units of ARB_vertex_blend.
pub(super) const VERTEX_UNITS: u32 = 4;
/// Generic vertex attributes.
pub(super) const VERTEX_ATTRIBUTES: u32 = 16;
/// Outputs of ARB_draw_buffers.
pub(super) const DRAW_BUFFERS: u32 = 8;
/// Nesting of IF in NV_fragment_program2.
pub(super) const IF_DEPTH: usize = 48;
/// Nesting of LOOP and REP.
pub(super) const LOOP_DEPTH: usize = 4;
/// Clip distances of NV_vertex_program2.
pub(super) const CLIP_DISTANCES: u32 = 6;
/// Entries of the stack of calls and address registers in NV_vertex_program2 and NV_vertex_program3.
pub(super) const CALL_DEPTH: usize = 4;
/// Instructions after which a program ends: `MAX_PROGRAM_EXEC_INSTRUCTIONS_NV`.
pub(super) const RUN_INSTRUCTIONS: u64 = 65_536;
/// Largest offset added to the loop index of NV_fragment_program2.
pub(super) const LOOP_OFFSET: u32 = 9;
