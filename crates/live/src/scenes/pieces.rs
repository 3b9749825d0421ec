//! The scenes of the pages, each with its beginning and its sizes.

use gristmill::algorithms::boids::{Flock, HostBirds, Rules};
use gristmill::algorithms::cloth::Draping;
use gristmill::algorithms::fluid::{Fields, Fluid};
use gristmill::algorithms::heat::Plate;
use gristmill::algorithms::lattice_boltzmann::{Flow, Lattice};
use gristmill::algorithms::life::Board;
use gristmill::algorithms::nbody::{Galaxies, HostBodies};
use gristmill::algorithms::particles::{Fountain, Running};
use gristmill::algorithms::reaction_diffusion::{Dish, GrayScott};
use gristmill::algorithms::volume_render::Turning;
use gristmill::{Device, Error, Result, Scene, nearest, random};

/// The seed of what is random.
const SEED: u32 = 1;

/// A scene of a page.
pub(super) struct ScenePiece {
    pub name: &'static str,
    /// Birds, particles or the cells of a side: on the emulator, on a card to begin with, and on a quick one.
    sizes: [usize; 3],
    /// Builds it with so many elements.
    pub build: fn(&Device, usize) -> Result<Box<dyn Scene>>,
}

pub(super) const PIECES: &[ScenePiece] = &[
    ScenePiece {
        name: "boids",
        sizes: [256, 1 << 12, 1 << 14],
        build: |device, birds| Ok(Box::new(Flock::new(device, &HostBirds::new(birds, SEED), Rules::default())?)),
    },
    ScenePiece {
        name: "fluid",
        sizes: [32, 192, 512],
        build: |device, side| {
            let (start, conditions) = Fields::jets([side, side]);
            Ok(Box::new(Fluid::new(device, &start, conditions)?))
        },
    },
    ScenePiece {
        name: "particles",
        sizes: [1 << 10, 1 << 16, 1 << 19],
        build: |device, particles| Ok(Box::new(Running::new(device, &Fountain::default(), particles)?)),
    },
    ScenePiece { name: "life", sizes: [64, 512, 2048], build: build_board },
    ScenePiece {
        name: "reaction_diffusion",
        sizes: [32, 160, 512],
        build: |device, side| {
            let mut dish = Dish::new(device, [side, side], GrayScott::default(), SEED)?;
            dish.steps = if side < 100 { 8 } else { 40 };
            Ok(Box::new(dish))
        },
    },
    ScenePiece {
        name: "lattice_boltzmann",
        sizes: [16, 80, 240],
        build: |device, height| {
            let flow = Flow::cylinder([height * 3, height], 100.0, 0.15);
            let stream = flow.velocity;
            let start = flow.moving(|_, _| stream);
            Ok(Box::new(Lattice::start(device, flow, &start)?))
        },
    },
    ScenePiece { name: "heat", sizes: [48, 256, 1024], build: build_plate },
    ScenePiece {
        name: "cloth",
        sizes: [16, 48, 128],
        build: |device, columns| Ok(Box::new(Draping::new(device, columns)?)),
    },
    ScenePiece {
        name: "nbody",
        sizes: [128, 1 << 11, 1 << 13],
        build: |device, bodies| Ok(Box::new(Galaxies::new(device, &HostBodies::galaxies(bodies, SEED))?)),
    },
    ScenePiece { name: "volume_render", sizes: [16, 48, 96], build: build_volume },
];

/// Returns the scene of this name.
///
/// # Errors
/// [`Error::Data`] with the nearest name.
pub(super) fn find_piece(name: &str) -> Result<&'static ScenePiece> {
    PIECES.iter().find(|piece| piece.name == name).ok_or_else(|| {
        let names: Vec<&str> = PIECES.iter().map(|piece| piece.name).collect();
        let near = nearest(name, &names).unwrap_or_else(|| names.join(", "));
        Error::data(format!("there is no scene {name}; there is {near}"))
    })
}

/// Returns the elements of a level.
///
/// # Errors
/// [`Error::Data`] if there is no such level.
pub(super) fn count_elements(piece: &ScenePiece, level: u64) -> Result<usize> {
    let size = usize::try_from(level).ok().and_then(|level| piece.sizes.get(level));
    size.copied()
        .ok_or_else(|| Error::data(format!("level {level} is above 2; give 0, 1 or 2")))
}

/// Builds a board of random life: a third of its cells live.
fn build_board(device: &Device, side: usize) -> Result<Box<dyn Scene>> {
    let cells: Vec<u32> = (0..side * side)
        .map(|cell| u32::from(random::uniform(SEED, cell as u32, 0) < 0.33))
        .collect();
    Ok(Box::new(Board::new(device, device.stream_of([side, side], &cells)?)?))
}

/// Builds a plate with hot disks and a hot edge.
fn build_plate(device: &Device, side: usize) -> Result<Box<dyn Scene>> {
    let disk = |number: u32| [0, 1, 2].map(|lane| random::uniform(SEED, number, lane));
    let disks: Vec<_> = (0..12).map(disk).collect();
    let temperature = |cell: usize| {
        let place = [cell % side, cell / side].map(|axis| (axis as f32 + 0.5) / side as f32);
        let is_hot = |[x, y, size]: &[f32; 3]| {
            let [dx, dy] = [place[0] - x, place[1] - y];
            dx * dx + dy * dy < 0.01 * (0.1 + size)
        };
        if disks.iter().any(is_hot) { 1.0 } else { 0.0 }
    };
    let cells: Vec<f32> = (0..side * side).map(temperature).collect();
    Ok(Box::new(Plate::new(device, [side, side], &cells, 4)?))
}

/// Builds a volume of a knot of tubes: a gyroid inside a ball.
fn build_volume(device: &Device, side: usize) -> Result<Box<dyn Scene>> {
    let density = |cell: usize| {
        let [x, y, z] = [cell % side, cell / side % side, cell / side / side]
            .map(|axis| ((axis as f32 + 0.5) / side as f32 - 0.5) * 2.0);
        let turns = 7.0;
        let wave = |a: f32, b: f32| libm::sinf(turns * a) * libm::cosf(turns * b);
        let surface = (wave(x, y) + wave(y, z) + wave(z, x)).abs();
        let inside = (1.0 - (x * x + y * y + z * z)).clamp(0.0, 0.25) * 4.0;
        (1.0 - surface).max(0.0) * inside
    };
    let cells: Vec<f32> = (0..side * side * side).map(density).collect();
    Ok(Box::new(Turning::new(device, [side; 3], &cells, 1.0)?))
}
