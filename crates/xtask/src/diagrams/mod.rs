//! The book's diagrams: each is drawn from a small run on the emulator, so that its numbers are those of the library,
//! and the same on every machine.

mod arrays;
mod drawing;
mod graphs;
mod groups;
mod images;
mod memory;
mod numerics;
mod passes;
mod points_in_cells;
mod scans;
mod simulations;
mod sorting;
mod structures;

use drawing::Drawing;
use gristmill::{Device, Era, Result};
use gristmill_command::output_files::save_file;
use gristmill_command::terminal::{EarlyExit, print_line};
use std::path::Path;

/// A diagram: its name, and the function that draws it.
type Diagram = (&'static str, fn(&Device) -> Result<Drawing>);

const DIAGRAMS: &[Diagram] = &[
    ("wrapped", arrays::draw_wrapped_array),
    ("flat_3d", arrays::draw_flat_3d),
    ("slices", arrays::draw_slices),
    ("packed", arrays::draw_packed_texels),
    ("structs", arrays::draw_structs),
    ("scan_rows", scans::draw_scan_rows),
    ("scan_trees", scans::draw_scan_trees),
    ("reduce", scans::draw_reduction),
    ("histopyramid", scans::draw_histopyramid),
    ("compact", scans::draw_compaction),
    ("split", scans::draw_partition),
    ("segmented_scan", scans::draw_segmented_scan),
    ("look_back", scans::draw_look_back),
    ("bitonic", sorting::draw_bitonic_sort),
    ("radix", sorting::draw_radix_sort),
    ("search", sorting::draw_binary_search),
    ("stencil_routing", sorting::draw_stencil_routing),
    ("push_and_pull", sorting::draw_scatter_and_gather),
    ("histogram", sorting::draw_histogram_copies),
    ("scatter_add", sorting::draw_added_scatter),
    ("pipeline", passes::draw_pipeline),
    ("stream_types", passes::draw_stream_types),
    ("ping_pong", passes::draw_ping_pong),
    ("life_neighbours", passes::draw_life_neighbours),
    ("life_packed", passes::draw_packed_life),
    ("groups", groups::draw_group_grid),
    ("barrier", groups::draw_barrier),
    ("diverging", groups::draw_divergence),
    ("race", groups::draw_race),
    ("coalesced", memory::draw_coalescing),
    ("banks", memory::draw_banks),
    ("transpose", memory::draw_tile),
    ("matmul", memory::draw_matmul_tiles),
    ("pointer_jumping", graphs::draw_pointer_jumping),
    ("frontier", graphs::draw_frontier),
    ("corners", images::draw_sum_corners),
    ("running_sum", images::draw_running_sum),
    ("apron", images::draw_apron),
    ("jump_flooding", images::draw_jump_flooding),
    ("butterflies", numerics::draw_butterflies),
    ("v_cycle", numerics::draw_v_cycle),
    ("sparse_rows", numerics::draw_sparse_rows),
    ("sparse_passes", numerics::draw_sparse_passes),
    ("pairs", numerics::draw_float_pairs),
    ("indirect", numerics::draw_indirect_dispatch),
    ("hashed", structures::draw_hash_grid),
    ("grid_lists", structures::draw_grid_lists),
    ("ray_walk", structures::draw_ray_walk),
    ("pages", structures::draw_page_table),
    ("narrow_band", structures::draw_narrow_band),
    ("lattice", simulations::draw_lattice_step),
    ("cloth_colours", simulations::draw_cloth_colours),
    ("body_tiles", simulations::draw_body_tiles),
    ("flock_cells", points_in_cells::draw_flock_cells),
    ("photons", points_in_cells::draw_nearest_photons),
];

/// The name of all of them for `cargo xtask figures`.
pub const DIAGRAMS_NAME: &str = "ideas";

/// The prefix of each name.
const NAME_PREFIX: &str = "idea_";

/// Returns true if the name is that of a diagram, or of all.
pub fn is_diagram_name(name: &str) -> bool {
    name == DIAGRAMS_NAME
        || name
            .strip_prefix(NAME_PREFIX)
            .is_some_and(|name| DIAGRAMS.iter().any(|idea| idea.0 == name))
}

/// Draws the named diagrams into a folder; all of them if no name is given.
pub fn draw_diagrams(folder: &Path, names: &[&String]) -> std::result::Result<(), EarlyExit> {
    let device = Device::emulator(Era::Fragment)?;
    let all = names.is_empty() || names.iter().any(|name| *name == DIAGRAMS_NAME);
    for (name, drawing) in DIAGRAMS {
        let name = format!("{NAME_PREFIX}{name}");
        if all || names.contains(&&name) {
            let path = folder.join(format!("{name}.svg"));
            save_file(&path, drawing(&device)?.into_svg())?;
            print_line(path.display())?;
        }
    }
    Ok(())
}
