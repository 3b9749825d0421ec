//! Every kernel file of the library, by name.

use super::files::INCLUDES;

/// A folder of kernel files: its path, and each file's name and value of `kernel_file!`.
pub(super) struct KernelFolder {
    pub folder: &'static str,
    pub files: &'static [(&'static str, &'static str)],
}

macro_rules! kernel_folder {
    ($folder:literal, [$($name:literal)*]) => {
        KernelFolder { folder: $folder, files: &[$(($name, crate::kernel_file!($folder, "/", $name))),*] }
    };
}

/// The folders of both eras. A test compares the table with them.
pub(super) const KERNELS: [KernelFolder; 18] = [
    kernel_folder!("fragment_kernels/streams", [
        "gather.frag" "gather_2005.frag" "gather_coordinates.frag" "gather_packed.frag" "saxpy.frag"
        "saxpy_2005.frag" "saxpy_packed.frag" "transform.frag" "transform_2005.frag" "transform_feedback.vert"
        "transform_points.frag" "transform_points.vert" "workgroups.frag"
    ]),
    kernel_folder!("fragment_kernels/images", [
        "box_blur.frag" "convolve.frag" "convolve_2005.frag" "convolve_packed.frag" "convolve_sampled.frag"
        "depth_of_field.frag" "depth_of_field_words.frag" "grayscale.frag" "grayscale_2005.frag" "invert.frag"
        "invert_2005.frag" "summed_area.frag"
    ]),
    kernel_folder!("fragment_kernels/primitives", [
        "compact.frag" "compact_2005.frag" "compact_count.frag" "compact_down.frag" "compact_numbers_2005.frag"
        "compact_ones.frag" "compact_ones_2005.frag" "compact_up.frag" "dispatch_indirect.frag"
        "dispatch_indirect_count.frag" "dispatch_indirect_start.frag" "dispatch_indirect_steps.frag"
        "histogram.frag" "histogram.vert" "histogram_2005.frag" "histogram_bins.frag" "histogram_query.frag"
        "histogram_search.frag" "histogram_whole.frag" "reduce.frag" "reduce_2005.frag" "reduce_mipmap.frag"
        "reduce_packed.frag" "reduce_top.frag" "reduce_wide.frag" "scan.frag" "scan_2005.frag" "scan_down.frag"
        "scan_shift.frag" "scan_up.frag" "scatter.frag" "scatter.vert" "scatter_2005.frag" "scatter_2005.vert"
        "scatter_add.frag" "scatter_add.vert" "scatter_add_2005.frag" "scatter_add_search.frag"
        "scatter_add_values.frag" "scatter_add_values_2005.frag" "scatter_fetch.frag" "scatter_fetch_2005.frag"
        "scatter_indices.frag" "scatter_pairs.frag" "scatter_pairs_2005.frag" "scatter_route.frag"
        "scatter_route.vert" "scatter_route_2005.frag" "scatter_route_2005.vert" "scatter_search.frag"
        "scatter_slots.frag" "scatter_slots_2005.frag" "scatter_sort_2005.frag" "scatter_sort_keys_2005.frag"
        "scatter_sort_start_2005.frag" "search.frag" "search_2005.frag" "search_step.frag" "segmented_scan.frag"
        "segmented_scan_2005.frag" "segmented_scan_down.frag" "segmented_scan_up.frag" "select.frag"
        "select.vert" "select_depth.frag" "sort.frag" "sort_2005.frag" "sort_end.frag" "sort_end_2005.frag"
        "sort_odd_even.frag" "sort_rows.frag" "sort_rows.vert" "sort_rows_last.frag" "sort_start.frag"
        "sort_start_2005.frag" "split.frag"
    ]),
    kernel_folder!("fragment_kernels/linear_algebra", [
        "conjugate_gradient.frag" "conjugate_gradient_2005.frag" "conjugate_gradient_sum_2005.frag"
        "conjugate_gradient_times_2005.frag" "conjugate_gradient_turn.frag" "conjugate_gradient_turn_2005.frag"
        "fft.frag" "fft_2005.frag" "fft_real.frag" "fft_times.frag" "fft_times_2005.frag" "jacobi.frag"
        "jacobi_2005.frag" "jacobi_matrix.frag" "jacobi_packed.frag" "jacobi_sampled.frag" "jacobi_twice.frag"
        "matmul.frag" "matmul_2005.frag" "matmul_pack.frag" "matmul_pack_2005.frag" "matmul_packed.frag"
        "matmul_unpack.frag" "matmul_unpack_2005.frag" "matmul_unpack_wide.frag" "matmul_wide.frag"
        "multigrid.frag" "multigrid_prolong.frag" "multigrid_restrict.frag" "refine.frag" "refine_step.frag"
        "spmv.frag" "spmv_2005.frag" "spmv_blocks.frag" "spmv_diagonals.frag" "spmv_diagonals_2005.frag"
        "spmv_ell.frag" "spmv_passes.frag" "spmv_passes.vert" "spmv_passes_mark.frag" "spmv_sum_2005.frag"
        "transpose.frag" "transpose_2005.frag"
    ]),
    kernel_folder!("fragment_kernels/graphs", [
        "bfs.frag" "bfs_levels.frag" "bfs_start.frag" "floyd_warshall.frag" "floyd_warshall_packed.frag"
        "floyd_warshall_start.frag" "list_rank.frag" "list_rank_packed.frag" "list_rank_packed_start.frag"
        "list_rank_start.frag" "tree_depth.frag" "tree_depth_end.frag" "tree_depth_pending.frag"
        "tree_depth_start.frag"
    ]),
    kernel_folder!("fragment_kernels/numbers", [
        "black_scholes.frag" "black_scholes_packed.frag" "double_single.frag" "double_single_2005.frag"
        "double_single_sum.frag" "double_single_sum_2005.frag" "mandelbrot.frag" "mandelbrot_2005.frag"
        "mandelbrot_count_2005.frag" "mandelbrot_mark.frag" "mandelbrot_masked.frag" "monte_carlo.frag"
        "random.frag" "random_pcg.frag"
    ]),
    kernel_folder!("fragment_kernels/structures", [
        "hash_grid.frag" "hash_grid_merge.frag" "hash_grid_near.frag" "hash_grid_order.frag"
        "hash_grid_sorted.frag" "hash_grid_starts.frag" "level_set.frag"
        "level_set.vert" "level_set_dense_2005.frag" "level_set_message.frag" "level_set_needs.frag"
        "level_set_needs.vert" "level_set_view.frag" "page_table.frag" "page_table_fill.frag"
        "page_table_fill.vert" "page_table_want.frag" "page_table_want.vert" "page_table_write.frag"
        "page_table_write.vert" "photon_map.frag" "photon_map_cells.frag" "photon_map_eye.frag"
        "photon_map_order.frag" "photon_map_picture.frag" "photon_map_routed.frag" "photon_map_start.frag"
        "photon_map_trace.frag" "ray_grid.frag" "ray_grid_commit.frag" "ray_grid_commit_2005.frag"
        "ray_grid_enter_2005.frag" "ray_grid_eye.frag" "ray_grid_eye_2005.frag" "ray_grid_follow_2005.frag"
        "ray_grid_intersect.frag" "ray_grid_intersect_2005.frag" "ray_grid_light_2005.frag" "ray_grid_mark.frag"
        "ray_grid_mark_2005.frag" "ray_grid_see_2005.frag" "ray_grid_shade.frag" "ray_grid_traverse.frag"
        "ray_grid_traverse_2005.frag" "volume.frag" "volume_four.frag" "volume_render.frag"
        "volume_render_slopes.frag" "volume_sample.frag" "volume_sample_flat.frag" "volume_sample_linear.frag"
    ]),
    kernel_folder!("fragment_kernels/simulations", [
        "boids.frag" "boids_draw.frag" "boids_draw.vert" "boids_grid.frag" "boids_sky.frag" "boids_sorted.frag"
        "cloth.frag" "cloth_draw.frag" "cloth_draw.vert" "cloth_finish.frag" "cloth_predict.frag"
        "distance_field.frag" "distance_field_columns.frag" "distance_field_distances.frag"
        "distance_field_draw.frag" "distance_field_rows.frag" "distance_field_start.frag" "fluid.frag"
        "fluid_2005.frag" "fluid_coarsest.frag" "fluid_curl_2005.frag" "fluid_divergence.frag"
        "fluid_divergence_2005.frag" "fluid_dye.frag" "fluid_dye_2005.frag" "fluid_force.frag"
        "fluid_force_2005.frag" "fluid_picture.frag" "fluid_pressure.frag" "fluid_pressure_2005.frag"
        "fluid_project.frag" "fluid_project_2005.frag" "fluid_prolong.frag" "fluid_push_2005.frag"
        "fluid_restrict.frag" "fluid_spread_2005.frag" "fluid_volume.frag" "fluid_volume_divergence.frag"
        "fluid_volume_picture.frag" "fluid_volume_pressure.frag" "fluid_volume_project.frag" "heat.frag"
        "heat_2005.frag" "heat_packed.frag" "heat_picture.frag" "heat_sampled.frag" "lattice_boltzmann.frag"
        "lattice_boltzmann_2005.frag" "lattice_boltzmann_draw.frag" "lattice_boltzmann_pull_2005.frag"
        "lattice_boltzmann_speed.frag" "life.frag" "life_2005.frag" "life_draw.frag" "life_packed.frag"
        "life_repeat.frag" "nbody.frag" "nbody_2005.frag" "nbody_draw.frag" "nbody_draw.vert" "nbody_four.frag"
        "nbody_glow.frag" "nbody_join.frag" "nbody_move.frag" "nbody_move_2005.frag" "particles.frag"
        "particles_2005.frag" "particles_draw.frag" "particles_draw.vert" "particles_structs.frag"
        "reaction_diffusion.frag" "reaction_diffusion_2005.frag" "reaction_diffusion_draw.frag"
        "reaction_diffusion_drop.frag"
    ]),
    kernel_folder!("fragment_kernels/experiments", [
        "dependent_reads.frag" "dependent_reads_2005.frag" "dependent_reads_block.frag" "frequencies_2005.frag" "frequencies_uniform_2005.frag" "frequencies_vertex_2005.frag" "frequencies_vertex_2005.vert" "paranoia_2005.frag" "paranoia_2005.vert" "probe_reads.frag" "probe_writes.frag" "roofline.frag" "split_2005.frag" "surfaces.frag"
    ]),
    kernel_folder!("compute_kernels/streams", [
        "gather.comp" "gather_texture.comp" "saxpy.comp" "saxpy_packed.comp" "transform.comp" "workgroups.comp"
        "workgroups_image.comp"
    ]),
    kernel_folder!("compute_kernels/images", [
        "box_blur.comp" "convolve.comp" "convolve_runs.comp" "depth_of_field.comp" "depth_of_field_words.comp"
        "grayscale.comp" "grayscale_packed.comp" "invert.comp" "invert_image.comp" "invert_packed.comp"
        "summed_area.comp" "summed_area_columns.comp" "summed_area_rows.comp"
    ]),
    kernel_folder!("compute_kernels/primitives", [
        "compact.comp" "compact_atomic.comp" "compact_atomic_group.comp" "compact_chunk_counts.comp"
        "compact_chunks.comp" "compact_lookback.comp" "compact_ones.comp" "dispatch_indirect.comp"
        "dispatch_indirect_alone.comp" "dispatch_indirect_groups.comp" "dispatch_indirect_start.comp"
        "dispatch_indirect_steps.comp" "histogram.comp" "histogram_private.comp" "histogram_shared.comp"
        "reduce.comp" "reduce_atomic.comp" "reduce_atomic_group.comp" "reduce_decode.comp" "reduce_image.comp"
        "reduce_levels.comp" "reduce_mipmap.comp" "reduce_shared.comp" "reduce_top.comp" "scan.comp"
        "scan_add.comp" "scan_chunk_totals.comp" "scan_chunks.comp" "scan_image.comp" "scan_image_totals.comp"
        "scan_lookback.comp" "scan_shift.comp"
        "scatter.comp" "scatter_add.comp" "scatter_add_fixed.comp" "scatter_add_float.comp" "scatter_claim.comp"
        "scatter_fetch.comp" "search.comp" "search_shared.comp" "segmented_scan.comp" "segmented_scan_add.comp"
        "segmented_scan_chunk_totals.comp" "segmented_scan_chunks.comp" "select.comp" "select_digit.comp"
        "sort.comp" "sort_count.comp" "sort_end.comp" "sort_histogram.comp" "sort_onesweep.comp"
        "sort_pairs.comp" "sort_scatter.comp" "sort_start.comp" "sort_step.comp" "sort_unpair.comp" "split.comp"
        "split_chunks.comp"
    ]),
    kernel_folder!("compute_kernels/linear_algebra", [
        "conjugate_gradient.comp" "conjugate_gradient_turn.comp" "fft.comp" "fft_real.comp" "fft_registers.comp"
        "fft_shared.comp" "fft_times.comp" "jacobi.comp" "jacobi_columns.comp" "jacobi_matrix.comp"
        "jacobi_strips.comp" "jacobi_tiled.comp" "matmul.comp" "matmul_blocks.comp" "matmul_pack.comp"
        "matmul_registers.comp" "matmul_tiled.comp" "multigrid.comp" "multigrid_prolong.comp"
        "multigrid_restrict.comp" "refine.comp" "refine_step.comp" "spmv.comp" "spmv_merge.comp"
        "spmv_merge_carries.comp" "spmv_vector.comp" "transpose.comp" "transpose_blocks.comp"
        "transpose_tile.comp"
    ]),
    kernel_folder!("compute_kernels/graphs", [
        "bfs.comp" "bfs_levels.comp" "bfs_queue.comp" "floyd_warshall.comp" "floyd_warshall_corner.comp"
        "floyd_warshall_cross.comp" "floyd_warshall_rest.comp" "floyd_warshall_start.comp" "list_rank.comp"
        "list_rank_packed.comp" "list_rank_packed_start.comp" "list_rank_start.comp" "tree_depth.comp"
        "tree_depth_end.comp" "tree_depth_start.comp"
    ]),
    kernel_folder!("compute_kernels/numbers", [
        "black_scholes.comp" "black_scholes_packed.comp" "double_single.comp" "double_single_sum.comp"
        "mandelbrot.comp" "mandelbrot_refilled.comp" "monte_carlo.comp" "random.comp" "random_pcg.comp"
    ]),
    kernel_folder!("compute_kernels/structures", [
        "hash_grid.comp" "hash_grid_count.comp" "hash_grid_near.comp" "hash_grid_place.comp"
        "hash_grid_sorted.comp" "hash_grid_starts.comp" "level_set.comp" "level_set_dense.comp"
        "level_set_needs.comp" "level_set_view.comp" "page_table.comp" "page_table_allocate.comp"
        "page_table_count.comp" "page_table_fill.comp" "page_table_free.comp" "page_table_want.comp"
        "page_table_write.comp" "photon_map.comp" "photon_map_count.comp" "photon_map_eye.comp"
        "photon_map_link.comp" "photon_map_lists.comp" "photon_map_picture.comp" "photon_map_place.comp"
        "photon_map_trace.comp" "ray_grid.comp" "ray_grid_end.comp" "ray_grid_eye.comp" "ray_grid_shade.comp"
        "ray_grid_trace.comp" "volume.comp" "volume_columns.comp" "volume_render.comp"
        "volume_render_slopes.comp" "volume_sample.comp" "volume_sample_linear.comp"
    ]),
    kernel_folder!("compute_kernels/simulations", [
        "boids.comp" "boids_grid.comp" "boids_shared.comp" "boids_sorted.comp" "boids_wings.comp" "cloth.comp"
        "cloth_finish.comp" "cloth_predict.comp" "distance_field.comp" "distance_field_columns.comp"
        "distance_field_distances.comp" "distance_field_draw.comp" "distance_field_rows.comp"
        "distance_field_start.comp" "fluid.comp" "fluid_coarsest.comp" "fluid_divergence.comp" "fluid_dye.comp"
        "fluid_force.comp" "fluid_picture.comp" "fluid_pressure.comp" "fluid_project.comp" "fluid_prolong.comp"
        "fluid_restrict.comp" "fluid_volume.comp" "fluid_volume_divergence.comp" "fluid_volume_picture.comp"
        "fluid_volume_pressure.comp" "fluid_volume_project.comp" "heat.comp" "heat_picture.comp"
        "heat_tiled.comp" "lattice_boltzmann.comp" "lattice_boltzmann_draw.comp" "lattice_boltzmann_fields.comp"
        "lattice_boltzmann_fours.comp" "lattice_boltzmann_in_place.comp" "lattice_boltzmann_speed.comp"
        "life.comp" "life_draw.comp" "life_generations.comp" "life_packed.comp" "nbody.comp" "nbody_images.comp"
        "nbody_move.comp" "nbody_registers.comp" "nbody_shared.comp" "particles.comp" "particles_structs.comp"
        "reaction_diffusion.comp" "reaction_diffusion_draw.comp" "reaction_diffusion_drop.comp"
        "reaction_diffusion_tiled.comp"
    ]),
    kernel_folder!("compute_kernels/experiments", [
        "dependent_reads.comp" "group_sizes.comp" "group_sizes_map.comp" "probe_reads.comp" "probe_writes.comp" "roofline.comp" "subgroups.comp"
        "subgroups_rounds.comp" "subgroups_scan.comp" "subgroups_tree.comp"
    ]),
];

/// Returns the paths of all kernel files and include files, from the root of the crate.
pub(super) fn all_paths() -> Vec<String> {
    let kernels = KERNELS.iter().flat_map(|part| list_paths(part.folder, part.files));
    kernels
        .chain(INCLUDES.iter().flat_map(|folder| list_paths(folder.path, folder.files)))
        .collect()
}

fn list_paths(folder: &'static str, files: &'static [(&'static str, &'static str)]) -> impl Iterator<Item = String> {
    files.iter().map(move |(name, _)| format!("{folder}/{name}"))
}

/// Returns the path of the kernel file with this name, if `file`, the value of `kernel_file!`, is the library's.
pub(super) fn library_file_path(name: &str, file: &str) -> Option<String> {
    let part = KERNELS.iter().find(|part| part.files.contains(&(name, file)))?;
    Some(format!("{}/{name}", part.folder))
}
