//! The library's kernel files: their texts inside the program, or, in a development build of this tree, the files on
//! disk.
//!
//! A release build, and a build as part of another crate, contains the texts. In this tree `build.rs` sets the cfg
//! `kernels_from_files`; a development build then contains paths and reads a file when a kernel is created. So an
//! edited kernel can be tested without a rebuild.

use gristmill_base::error::{Error, Result};
use gristmill_shader::Stage;
use std::borrow::Cow;

/// True if [`kernel_file!`](crate::kernel_file) is the file's path instead of its text.
const READ_AT_RUN_TIME: bool = cfg!(all(kernels_from_files, debug_assertions));

/// A file of this crate: its text, or its path if it is read at run time.
#[doc(hidden)]
#[cfg(not(all(kernels_from_files, debug_assertions)))]
#[macro_export]
macro_rules! kernel_file {
    ($($path:expr),*) => {
        include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/", $($path),*))
    };
}

/// A file of this crate: its text, or its path if it is read at run time.
#[doc(hidden)]
#[cfg(all(kernels_from_files, debug_assertions))]
#[macro_export]
macro_rules! kernel_file {
    ($($path:expr),*) => {
        concat!(env!("CARGO_MANIFEST_DIR"), "/", $($path),*)
    };
}

/// Returns the text of a [`kernel_file!`](crate::kernel_file).
///
/// # Errors
/// [`Error::Data`] if a development build finds no such file.
pub(super) fn kernel_text(file: &'static str) -> Result<Cow<'static, str>> {
    if !READ_AT_RUN_TIME {
        return Ok(Cow::Borrowed(file));
    }
    std::fs::read_to_string(file).map(Cow::Owned).map_err(|error| {
        Error::data(format!(
            "{file}: {error}; a development build reads its kernels from its tree, so build with --release to move it"
        ))
    })
}

/// A folder of include files: the stages that can include them, their names and files.
pub(super) struct IncludeFolder {
    pub stages: &'static [Stage],
    pub path: &'static str,
    pub files: &'static [(&'static str, &'static str)],
}

macro_rules! include_folder {
    ($stages:expr, $folder:literal, [$($name:literal)*]) => {
        IncludeFolder { stages: $stages, path: $folder, files: &[$(($name, crate::kernel_file!($folder, "/", $name))),*] }
    };
}

/// Every include file of the library. A test compares the table with the folders.
pub(super) const INCLUDES: [IncludeFolder; 3] = [
    include_folder!(&[Stage::Vertex, Stage::Fragment, Stage::Compute], "kernel_includes", [
        "addressing.glsl"
        "black_scholes.glsl"
        "boids.glsl"
        "boids_grid.glsl"
        "boids_wings.glsl"
        "box_blur.glsl"
        "cloth.glsl"
        "collatz.glsl"
        "complex.glsl"
        "depth_of_field.glsl"
        "dish.glsl"
        "distance_field.glsl"
        "distance_field_draw.glsl"
        "distance_field_jump.glsl"
        "double_single.glsl"
        "double_single_operation.glsl"
        "fft.glsl"
        "fft_real.glsl"
        "fft_times.glsl"
        "fluid.glsl"
        "fluid_dye.glsl"
        "fluid_flow.glsl"
        "fluid_force.glsl"
        "fluid_picture.glsl"
        "fluid_pressure.glsl"
        "fluid_prolong.glsl"
        "fluid_velocity.glsl"
        "fluid_volume.glsl"
        "fluid_volume_cells.glsl"
        "fluid_volume_picture.glsl"
        "fluid_volume_pressure.glsl"
        "gather.glsl"
        "hash_grid.glsl"
        "hash_grid_near.glsl"
        "heat.glsl"
        "histogram.glsl"
        "keeps.glsl"
        "lattice_boltzmann.glsl"
        "lattice_boltzmann_draw.glsl"
        "lattice_boltzmann_step.glsl"
        "level_set.glsl"
        "level_set_step.glsl"
        "level_set_view.glsl"
        "mandelbrot.glsl"
        "mipmap.glsl"
        "monte_carlo.glsl"
        "multigrid_prolong.glsl"
        "multigrid_restrict.glsl"
        "nbody.glsl"
        "normal.glsl"
        "page_table.glsl"
        "particles.glsl"
        "photon_eye.glsl"
        "photon_nearest.glsl"
        "photon_room.glsl"
        "photon_rows.glsl"
        "photon_scatter.glsl"
        "photon_tone.glsl"
        "random.glsl"
        "ray_grid.glsl"
        "ray_grid_pixel.glsl"
        "ray_grid_shade.glsl"
        "ray_grid_trace.glsl"
        "ray_grid_triangle.glsl"
        "reaction_diffusion.glsl"
        "reduce.glsl"
        "search.glsl"
        "sort.glsl"
        "volume.glsl"
        "volume_linear.glsl"
        "volume_render.glsl"
        "wide_product.glsl"
    ]),
    include_folder!(&[Stage::Vertex, Stage::Fragment], "fragment_kernels/include", [
        "between_2005.glsl"
        "boids_sky.glsl"
        "jets_2005.glsl"
        "less_2005.glsl"
        "level_set_points.glsl"
        "page_points.glsl"
        "points.glsl"
        "ray_grid_2005.glsl"
        "ray_grid_surface_2005.glsl"
        "rows_2005.glsl"
        "sort_rows.glsl"
        "sorted.glsl"
        "stream.glsl"
    ]),
    include_folder!(&[Stage::Compute], "compute_kernels/include", [
        "eight.glsl"
        "floyd_warshall.glsl"
        "level_set_pages.glsl"
        "look_back.glsl"
        "page_counts.glsl"
        "reduce_atomic.glsl"
        "scatter.glsl"
        "sort_tile.glsl"
        "stream.glsl"
    ]),
];

/// Returns the include file of this name for a stage: its path from the root of the crate, and its text.
pub(super) fn include_file(stage: Stage, name: &str) -> Option<(String, Cow<'static, str>)> {
    let mut folders = INCLUDES.iter().filter(|folder| folder.stages.contains(&stage));
    folders.find_map(|folder| {
        let (_, file) = folder.files.iter().find(|(known, _)| *known == name)?;
        Some((format!("{}/{name}", folder.path), kernel_text(file).ok()?))
    })
}

/// Returns the text of this include file.
#[cfg(feature = "emulator")]
pub(crate) fn include_file_text(stage: Stage, name: &str) -> Option<Cow<'static, str>> {
    include_file(stage, name).map(|(_, text)| text)
}

/// The vertex kernel of a pass that covers its whole target; a file, as [`kernel_text`] accepts it.
pub(super) const COVER_VERTEX_KERNEL: &str = crate::kernel_file!("fragment_kernels/include/cover.vert");

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    #[test]
    fn the_table_has_every_include_file() {
        let folders = ["kernel_includes", "fragment_kernels/include", "compute_kernels/include"];
        for (path, folder) in folders.iter().zip(&INCLUDES) {
            let entries = std::fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join(path)).unwrap();
            let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
            let mut names: Vec<String> = names.filter(|name| name.ends_with(".glsl")).collect();
            names.sort();
            let table: Vec<&str> = folder.files.iter().map(|(name, _)| *name).collect();
            assert_eq!(names, table, "{path}");
        }
    }

    #[test]
    fn an_era_has_its_own_stream_model() {
        assert_ne!(
            include_file_text(Stage::Fragment, "stream.glsl").unwrap(),
            include_file_text(Stage::Compute, "stream.glsl").unwrap()
        );
        assert!(include_file_text(Stage::Compute, "points.glsl").is_none());
    }
}
