//! The book's diagrams: each is drawn from a small run on the emulator, so that its numbers are those of the library,
//! and the same on every machine.

mod arrays;
mod dots;
mod drawing;
mod graphs;
mod groups;
mod images;
mod memory;
mod numerics;
mod passes;
mod scans;
mod simulations;
mod sorting;
mod structures;

use super::say::{Stop, save, say};
use drawing::Drawing;
use gristmill::{Device, Era, Result};
use std::path::Path;

/// A diagram: its name, and the function that draws it.
type Idea = (&'static str, fn(&Device) -> Result<Drawing>);

const IDEAS: &[Idea] = &[
    ("wrapped", arrays::wrapped),
    ("flat_3d", arrays::flat_3d),
    ("slices", arrays::slices),
    ("packed", arrays::packed),
    ("structs", arrays::structs),
    ("scan_rows", scans::rows),
    ("scan_trees", scans::trees),
    ("reduce", scans::reduce),
    ("histopyramid", scans::histopyramid),
    ("compact", scans::compacted),
    ("split", scans::parted),
    ("segmented_scan", scans::segmented),
    ("look_back", scans::look_back),
    ("bitonic", sorting::bitonic),
    ("radix", sorting::radix),
    ("search", sorting::searched),
    ("stencil_routing", sorting::stencil_routing),
    ("push_and_pull", sorting::push_and_pull),
    ("histogram", sorting::histogram_copies),
    ("scatter_add", sorting::scatter_added),
    ("pipeline", passes::pipeline),
    ("stream_types", passes::stream_types),
    ("ping_pong", passes::ping_pong),
    ("life_neighbours", passes::life_neighbours),
    ("life_packed", passes::life_packed),
    ("groups", groups::grid),
    ("barrier", groups::barrier),
    ("diverging", groups::diverging),
    ("race", groups::race),
    ("coalesced", memory::coalesced),
    ("banks", memory::banks),
    ("transpose", memory::tile),
    ("matmul", memory::matmul_tiles),
    ("pointer_jumping", graphs::pointer_jumping),
    ("frontier", graphs::frontier),
    ("corners", images::corners),
    ("running_sum", images::running_sum),
    ("apron", images::apron),
    ("jump_flooding", images::jump_flooding),
    ("butterflies", numerics::butterflies),
    ("v_cycle", numerics::v_cycle),
    ("sparse_rows", numerics::sparse_rows),
    ("sparse_passes", numerics::sparse_passes),
    ("pairs", numerics::pairs),
    ("indirect", numerics::indirect),
    ("hashed", structures::hashed),
    ("grid_lists", structures::grid_lists),
    ("ray_walk", structures::ray_walk),
    ("pages", structures::pages),
    ("narrow_band", structures::narrow_band),
    ("lattice", simulations::lattice),
    ("cloth_colours", simulations::cloth_colours),
    ("body_tiles", simulations::body_tiles),
    ("flock_cells", dots::flock_cells),
    ("photons", dots::photons),
];

/// The name of all of them for `gristmill figures`.
pub const ALL: &str = "ideas";

/// The prefix of each name.
const BEGINNING: &str = "idea_";

/// Returns true if the name is that of a diagram, or of all.
pub fn has(name: &str) -> bool {
    name == ALL
        || name
            .strip_prefix(BEGINNING)
            .is_some_and(|name| IDEAS.iter().any(|idea| idea.0 == name))
}

/// Draws the named diagrams into a folder; all of them if no name is given.
pub fn draw(folder: &Path, names: &[&String]) -> std::result::Result<(), Stop> {
    let device = Device::emulator(Era::Fragment)?;
    let all = names.is_empty() || names.iter().any(|name| *name == ALL);
    for (name, drawing) in IDEAS {
        let name = format!("{BEGINNING}{name}");
        if all || names.contains(&&name) {
            let path = folder.join(format!("{name}.svg"));
            save(&path, drawing(&device)?.svg())?;
            say(path.display())?;
        }
    }
    Ok(())
}
