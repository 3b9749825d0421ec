//! Resource limits passed to glslang.

use glslang_sys as sys;

/// Limits of a kernel for glslang: at least those of any driver. The device's own limits are
/// checked against the interface, with both numbers.
pub(super) static LIMITS: sys::glslang_resource_t = build_limits(true);

/// The same limits, but only the loops and indices of appendix A of GLSL ES 1.00.
pub(super) static APPENDIX_A: sys::glslang_resource_t = build_limits(false);

/// Builds the limits; `general` allows loops of every form, and computed indices.
const fn build_limits(general: bool) -> sys::glslang_resource_t {
    // SAFETY: the struct is C integers, C booleans and a union of two integers; all of them may be zero. (The ones left at zero belong to stages that
    // this library does not have.)
    let mut limits: sys::glslang_resource_t = unsafe { std::mem::zeroed() };
    // Older dialects declare built-in arrays of these lengths, and none may be empty.
    limits.max_lights = 8;
    limits.max_texture_units = 8;
    limits.max_texture_coords = 8;
    limits.max_clip_planes = 8;
    limits.max_clip_distances = 8;
    limits.max_cull_distances = 8;
    limits.max_combined_clip_and_cull_distances = 8;
    limits.max_vertex_attribs = 64;
    limits.max_draw_buffers = 32;
    limits.__bindgen_anon_1.max_dual_source_draw_buffers_ext = 1;
    limits.min_program_texel_offset = -64;
    limits.max_program_texel_offset = 63;
    limits.max_samples = 64;
    limits.max_viewports = 16;

    limits.max_vertex_uniform_components = 1 << 20;
    limits.max_fragment_uniform_components = 1 << 20;
    limits.max_compute_uniform_components = 1 << 20;
    limits.max_vertex_uniform_vectors = 1 << 18;
    limits.max_fragment_uniform_vectors = 1 << 18;
    limits.max_varying_floats = 1024;
    limits.max_varying_components = 1024;
    limits.max_varying_vectors = 256;
    limits.max_vertex_output_components = 1024;
    limits.max_vertex_output_vectors = 256;
    limits.max_fragment_input_components = 1024;
    limits.max_fragment_input_vectors = 256;

    limits.max_texture_image_units = 256;
    limits.max_vertex_texture_image_units = 256;
    limits.max_compute_texture_image_units = 256;
    limits.max_combined_texture_image_units = 1024;
    limits.max_image_units = 256;
    limits.max_image_samples = 64;
    limits.max_vertex_image_uniforms = 256;
    limits.max_fragment_image_uniforms = 256;
    limits.max_compute_image_uniforms = 256;
    limits.max_combined_image_uniforms = 1024;
    limits.max_combined_image_units_and_fragment_outputs = 1024;
    limits.max_combined_shader_output_resources = 1024;

    limits.max_atomic_counter_bindings = 64;
    limits.max_atomic_counter_buffer_size = 1 << 20;
    limits.max_combined_atomic_counters = 1 << 16;
    limits.max_combined_atomic_counter_buffers = 64;
    limits.max_vertex_atomic_counters = 1 << 16;
    limits.max_vertex_atomic_counter_buffers = 64;
    limits.max_fragment_atomic_counters = 1 << 16;
    limits.max_fragment_atomic_counter_buffers = 64;
    limits.max_compute_atomic_counters = 1 << 16;
    limits.max_compute_atomic_counter_buffers = 64;

    limits.max_compute_work_group_count_x = i32::MAX;
    limits.max_compute_work_group_count_y = i32::MAX;
    limits.max_compute_work_group_count_z = i32::MAX;
    limits.max_compute_work_group_size_x = 1 << 16;
    limits.max_compute_work_group_size_y = 1 << 16;
    limits.max_compute_work_group_size_z = 1 << 16;
    limits.limits = sys::glslang_limits_t {
        non_inductive_for_loops: general,
        while_loops: general,
        do_while_loops: general,
        general_uniform_indexing: general,
        general_attribute_matrix_vector_indexing: general,
        general_varying_indexing: general,
        general_sampler_indexing: general,
        general_variable_indexing: general,
        general_constant_matrix_vector_indexing: general,
    };
    limits
}
