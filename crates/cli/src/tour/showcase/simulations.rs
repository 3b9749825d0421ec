//! Simulations: films of scenes, drawn by their own kernels.

use super::Showpiece;
use super::inputs::{Photograph, brightness};
use gristmill::algorithms::boids::{Flock, HostBirds, Rules};
use gristmill::algorithms::cloth::Draping;
use gristmill::algorithms::distance_field::Sites;
use gristmill::algorithms::fluid::{Fields, Fluid};
use gristmill::algorithms::fluid_volume::{Smoke, Volume};
use gristmill::algorithms::heat::Plate;
use gristmill::algorithms::lattice_boltzmann::{Flow, Lattice};
use gristmill::algorithms::life::Board;
use gristmill::algorithms::nbody::{Galaxies, HostBodies};
use gristmill::algorithms::particles::{Fountain, Running};
use gristmill::algorithms::reaction_diffusion::{Dish, GrayScott};
use gristmill::{Device, Result, Scene, image_of};
use image::RgbaImage;

/// Pixels of a film.
const FILM: [usize; 2] = [160, 160];
/// Frames of a film.
const FRAMES: usize = 20;

pub const PIECES: &[Showpiece] = &[
    Showpiece {
        name: "particles",
        input: "a fountain",
        caption: "32,768 particles are born, rise and fall under gravity; each frame is a tick.",
        draw: |device| film(&mut Running::new(device, &Fountain::default(), 1 << 15)?, FILM, FRAMES, 1),
    },
    Showpiece {
        name: "life",
        input: "Gosper's glider gun",
        caption: "Conway's Game of Life: the gun of 1970 fires a glider every 30 generations; the film has two of its rounds.",
        draw: fire_gliders,
    },
    Showpiece {
        name: "reaction_diffusion",
        input: "drops in a dish",
        caption: "Two substances spread and react after Gray and Scott: corals grow from the drops.",
        draw: |device| {
            let mut dish = Dish::new(device, [160, 160], GrayScott::default(), 1)?;
            dish.steps = 100;
            film(&mut dish, FILM, FRAMES, 1)
        },
    },
    Showpiece {
        name: "distance_field",
        input: "48 seeds that wander",
        caption: "Jump flooding finds the nearest seed of every cell: regions with the lines of equal distance.",
        draw: |device| film(&mut Sites::new(device, 160, 48, 1)?, FILM, FRAMES, 2),
    },
    Showpiece {
        name: "cloth",
        input: "a cloth above a ball",
        caption: "A cloth of 32 by 32 particles falls over a ball and folds; constraints keep its threads at their length.",
        draw: |device| film(&mut Draping::new(device, 32)?, FILM, FRAMES, 3),
    },
    Showpiece {
        name: "boids",
        input: "a flock of 4,096 paper birds",
        caption: "Each bird looks at those around it: keep apart, fly alike, stay together.",
        draw: |device| film(&mut Flock::new(device, &HostBirds::new(1 << 12, 1), Rules::default())?, FILM, FRAMES, 2),
    },
    Showpiece {
        name: "nbody",
        input: "two galaxies of 768 stars each",
        caption: "Two galaxies pass through each other: every star pulls every other.",
        draw: |device| film(&mut Galaxies::new(device, &HostBodies::galaxies(1_536, 1))?, FILM, FRAMES, 4),
    },
    Showpiece {
        name: "fluid",
        input: "jets of dye around a wall",
        caption: "Stable fluids: velocity carries itself and the dye, and the pressure keeps it from piling up.",
        draw: |device| {
            let (start, conditions) = Fields::jets([128, 128]);
            film(&mut Fluid::new(device, &start, conditions)?, FILM, FRAMES, 5)
        },
    },
    Showpiece {
        name: "fluid_volume",
        input: "a chimney",
        caption: "Smoke rises in a volume of 20 x 20 x 20 cells, seen from the front.",
        draw: |device| {
            let (start, chimney) = Smoke::chimney([20; 3]);
            film(&mut Volume::new(device, &start, chimney)?, FILM, FRAMES, 3)
        },
    },
    Showpiece {
        name: "heat",
        input: "the cat: bright places are hot",
        caption: "Heat spreads on a plate: the photograph's light melts into its surroundings.",
        draw: |device| {
            let size = [192, 192];
            let warm = |level: &f32| (level / 220.0 * (level / 220.0)).min(1.0);
            let cells: Vec<f32> = brightness(&Photograph::Cat.read(size)?).iter().map(warm).collect();
            film(&mut Plate::new(device, size, &cells, 2)?, FILM, FRAMES, 1)
        },
    },
    Showpiece {
        name: "lattice_boltzmann",
        input: "a stream past a cylinder",
        caption: "A stream leaves a wake behind a cylinder: one colour turns one way, the other the other way.",
        draw: |device| {
            let flow = Flow::cylinder([180, 60], 60.0, 0.15);
            let stream = flow.velocity;
            let start = flow.moving(|_, _| stream);
            let mut lattice = Lattice::start(device, flow, &start)?;
            lattice.run(1_200)?;
            lattice.check()?;
            film(&mut lattice, [180, 60], FRAMES, 1)
        },
    },
];

/// Gosper's gun, an O for each living cell.
const GUN: [&str; 9] = [
    "........................O...........",
    "......................O.O...........",
    "............OO......OO............OO",
    "...........O...O....OO............OO",
    "OO........O.....O...OO..............",
    "OO........O...O.OO....O.O...........",
    "..........O.....O.......O...........",
    "...........O...O....................",
    "............OO......................",
];

/// Lets the gun fire; its first gliders have left it when the film begins.
fn fire_gliders(device: &Device) -> Result<Vec<RgbaImage>> {
    let size = [96, 72];
    let mut cells = vec![0_u32; size[0] * size[1]];
    for (row, line) in GUN.iter().enumerate() {
        for (column, cell) in line.bytes().enumerate() {
            cells[(row + 6) * size[0] + column + 10] = u32::from(cell == b'O');
        }
    }
    let mut board = Board::new(device, device.stream_of(size, &cells)?)?;
    for _ in 0..90 {
        board.advance(None)?;
    }
    film(&mut board, [192, 144], FRAMES, 3)
}

/// Advances a scene by some frames for each one that is kept, and returns those.
pub fn film(scene: &mut impl Scene, size: [usize; 2], frames: usize, advance: usize) -> Result<Vec<RgbaImage>> {
    let mut pictures = Vec::new();
    for _ in 0..frames {
        for _ in 0..advance {
            scene.advance(None)?;
        }
        let mut picture = image_of(&scene.picture(size)?)?;
        picture.pixels_mut().for_each(|pixel| pixel[3] = 255);
        pictures.push(picture);
    }
    Ok(pictures)
}
