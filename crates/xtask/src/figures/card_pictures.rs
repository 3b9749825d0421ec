//! Pictures as a Radeon 9700 computed them: the emulator plays it, and counts the passes of each kernel.

use super::FRAGMENT_KERNELS;
use super::pictures::encode_png;
use gristmill::algorithms::level_set::{self, LevelSet, SurfaceMotion, fragment_band_2005, of_sphere};
use gristmill::algorithms::photon_map::{
    Photons, Room, RoomRays, RoomView, Search, Shot, fragment_routing_2005, reference_trace,
};
use gristmill::check::KernelCheck;
use gristmill::trace::Trace;
use gristmill::{Device, Era, Error, Profile, Result, image_of, kernels};
use gristmill_command::output_files::save_file;
use gristmill_command::terminal::{EarlyExit, print_line};
use image::{Rgba, RgbaImage};
use std::fmt::Write;
use std::path::Path;

/// The name of all of them for `cargo xtask figures`.
pub const CARD_PICTURES_NAME: &str = "radeon";

const CARD: &str = "radeon-9700";

/// Pixels along a side of the room, and of each half of the picture of the band.
const ROOM_SIDE: usize = 128;
const BAND_SIDE: usize = 160;

/// Draws all of them into a folder, and next to each the table of its passes.
pub fn draw_card_pictures(folder: &Path) -> std::result::Result<(), EarlyExit> {
    let card = Profile::named(CARD)?;
    let radeon = Device::emulator(Era::Fragment)?.with_card(card)?;
    let drawings = [("photon_map", draw_photons(&radeon)?), ("level_set", draw_band(&radeon)?)];
    for (name, (picture, trace)) in drawings {
        let path = folder.join(format!("{CARD_PICTURES_NAME}_{name}"));
        save_file(&path.with_extension("png"), encode_png(picture)?)?;
        save_file(&path.with_extension("md"), tabulate_passes(&trace, card)?)?;
        print_line(path.with_extension("png").display())?;
    }
    Ok(())
}

/// Draws the room by photons that the card routes to cells and looks up. The flights, the rays of the eye and the last
/// sum, which need whole numbers, are not the card's.
fn draw_photons(radeon: &Device) -> Result<(RgbaImage, Trace)> {
    let room = Room::cornell();
    let view = RoomView::default();
    let photons = reference_trace(&room, Shot { count: 1 << 14, bounces: 5, seed: 1 });
    let search = Search { neighbours: 32, radius: 0.12, side: 24, straight: false };
    let modern = Device::emulator(Era::Fragment)?;
    let rays = RoomRays::new(&modern, &room, &view, [ROOM_SIDE; 2])?;
    let photons = Photons::new(radeon, &photons)?;
    let points = radeon.stream_of(rays.points.shape(), &rays.points.read()?)?;
    let (light, trace) = radeon.trace(|| fragment_routing_2005(radeon, &photons, &points, &search))?;
    let light = modern.stream_of(light.shape(), &light.read()?)?;
    Ok((image_of(&rays.draw(&modern, &light, &view)?)?, trace))
}

/// Cells of the volume in which a surface grows.
const EXTENT: [usize; 3] = [80, 80, 24];

/// Steps after which the ends of the surface have not met yet.
const STEPS: usize = 130;

/// Draws a ball that grows along a ring to both sides: the surface, and a slice of its cells.
fn draw_band(radeon: &Device) -> Result<(RgbaImage, Trace)> {
    let [width, height, depth] = EXTENT;
    let cells = 0..width * height * depth;
    let ring: Vec<f32> = cells
        .map(|cell| ring_distance(cell % width, cell / width % height, cell / (width * height)))
        .collect();
    let motion = SurfaceMotion::towards(EXTENT, &ring, 0.05);
    let start = of_sphere(EXTENT, [39.5, 65.5, 11.5], 6.0);
    let (set, trace) = radeon.trace(|| fragment_band_2005(radeon, &motion, &start, 2_000, STEPS))?;
    let distances = set.read()?;
    let modern = Device::emulator(Era::Fragment)?;
    let shown = LevelSet::new(&modern, &motion, &distances, 2_000)?;
    let surface = image_of(&level_set::picture(&shown, [BAND_SIDE; 2], 0.35)?)?;
    let slice = &distances[width * height * (depth / 2)..];
    let side = BAND_SIDE as u32;
    let picture = RgbaImage::from_fn(2 * side, side, |x, y| match x < side {
        true => *surface.get_pixel(x, y),
        false => {
            let [x, y] = [(x - side) as usize * width / BAND_SIDE, (BAND_SIDE - 1 - y as usize) * height / BAND_SIDE];
            colour_cell(slice, [x, y])
        }
    });
    Ok((picture, trace))
}

/// Returns the distance of a cell from the surface of the ring.
fn ring_distance(x: usize, y: usize, z: usize) -> f32 {
    let [x, y, z] = [x as f32 - 39.5, y as f32 - 39.5, z as f32 - 11.5];
    let across = (x * x + y * y).sqrt() - 26.0;
    (across * across + z * z).sqrt() - 7.0
}

/// Returns the colour of a cell of a slice: the surface is light, its band is blue outside and red inside, and a page
/// without a cell of the band is grey.
fn colour_cell(slice: &[f32], [x, y]: [usize; 2]) -> Rgba<u8> {
    let [width, height, _] = EXTENT;
    let distance = slice[y * width + x];
    let near = 1.0 - distance.abs() / level_set::WIDTH;
    if near > 0.0 {
        let [far, light] = [near * 110.0, near * near * 120.0];
        let [warm, cold] = if distance < 0.0 { [1.0, 0.2] } else { [0.2, 1.0] };
        return Rgba(
            [40.0 + far * warm + light, 40.0 + light + 0.3 * far, 40.0 + far * cold + light, 255.0]
                .map(|lane| lane as u8),
        );
    }
    let page = [x / 8 * 8, y / 8 * 8];
    let rows = page[1]..(page[1] + 8).min(height);
    let real = rows.clone().any(|row| {
        slice[row * width..][page[0]..page[0] + 8]
            .iter()
            .any(|cell| cell.abs() < level_set::WIDTH)
    });
    let shade = if real { 62 } else { 24 };
    Rgba([shade, shade, shade, 255])
}

/// Writes the table of a run: for each kernel its passes, and the card's means that one pass uses.
fn tabulate_passes(trace: &Trace, card: &'static Profile) -> Result<String> {
    let mut names: Vec<&str> = Vec::new();
    for launch in trace.launches() {
        if !names.contains(&launch.kernel.as_str()) {
            names.push(&launch.kernel);
        }
    }
    let mut page =
        "| kernel | passes | targets | arithmetic slots | reads | levels of reads |\n|---|---:|---:|---:|---:|---:|\n"
            .to_string();
    for name in names {
        let passes = trace.launches().filter(|launch| launch.kernel == name).count();
        let used = ["outputs", "arithmetic slots", "texture slots", "indirections"];
        let file = kernels::files_of(Path::new(FRAGMENT_KERNELS))?
            .into_iter()
            .find(|file| file.ends_with(name));
        let file = file.ok_or_else(|| Error::data(format!("{name} is not a kernel of the library")))?;
        let fit = KernelCheck::file(file)?.flat()?.fit(card);
        let used = used.map(|thing| {
            fit.demands
                .iter()
                .find(|demand| demand.thing == thing)
                .map_or(0, |demand| demand.given)
        });
        let cells = used.map(|count| count.to_string()).join(" | ");
        let _ = writeln!(page, "| `{name}` | {passes} | {cells} |");
    }
    let (targets, title) = (card.outputs.value, card.title);
    let [slots, reads, levels] =
        [card.arithmetic_slots, card.texture_slots, card.indirections].map(|fact| fact.value.unwrap_or(0));
    let _ = writeln!(
        page,
        "\n{} passes in all, on the emulator that plays an {title}. There a pass has at most {targets} targets, {slots} arithmetic slots, \
         {reads} reads and {levels} levels of reads; a `discard` counts as a read.",
        trace.passes()
    );
    Ok(page)
}
