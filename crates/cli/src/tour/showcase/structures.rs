//! Structures: volumes, grids, pages, rays and photons.

use super::Showpiece;
use super::canvas::{Area, CHART, Canvas, NIGHT, heat, sea};
use super::inputs::{Shape, scan_of_head};
use super::simulations::film;
use gristmill::algorithms::level_set::{Growth, LevelSet, SurfaceMotion, of_mesh, of_sphere};
use gristmill::algorithms::page_table::{Cell, PageTable, SIDE};
use gristmill::algorithms::photon_map::{Room, RoomView, Search, Shot, trace};
use gristmill::algorithms::ray_grid::{Camera, Grid, Mesh, Surface};
use gristmill::algorithms::volume_render::Turning;
use gristmill::algorithms::{hash_grid, photon_map, ray_grid, volume};
use gristmill::{Device, Result, image_of, random};
use image::RgbaImage;
use nalgebra::{Point3, Vector3, Vector4};

pub const PIECES: &[Showpiece] = &[
    Showpiece {
        name: "volume",
        input: "a magnetic resonance image of a head",
        caption: "Slices through the scan: above as it was, below after eight steps of diffusion in all three directions.",
        draw: draw_slices,
    },
    Showpiece {
        name: "volume_render",
        input: "a magnetic resonance image of a head",
        caption: "A block of a living brain turns before the eye: a ray for each pixel gathers light and shadow on its way through.",
        draw: |device| {
            let (shape, scan) = scan_of_head()?;
            film(&mut Turning::new(device, shape, &scan, 15_000.0)?, [160, 160], 20, 1)
        },
    },
    Showpiece {
        name: "hash_grid",
        input: "a swirl of 6,000 points",
        caption: "Each point looks for its neighbours in the cells around it alone, and is the lighter the more it has.",
        draw: draw_neighbours,
    },
    Showpiece {
        name: "page_table",
        input: "the Utah teapot in a volume of 240 x 240 x 240 cells",
        caption: "Only pages that the teapot touches have memory, shown as squares; the dots are the values read back through the table.",
        draw: draw_pages,
    },
    Showpiece {
        name: "level_set",
        input: "the Stanford bunny",
        caption: "A small sphere grows into the bunny: a surface moves in a narrow band of pages that comes along with it.",
        draw: grow_bunny,
    },
    Showpiece {
        name: "ray_grid",
        input: "teapot and bunny in the Cornell box",
        caption: "A mirror of silver and one of ivory in a room with a lamp: rays walk through a grid of cells, with shadows and reflections.",
        draw: trace_room,
    },
    Showpiece {
        name: "photon_map",
        input: "the Cornell box with a mirror and a ball of glass",
        caption: "32,768 photons fly from the lamp and stay where they land; each pixel gathers the nearest. The bright spot under the glass is its caustic.",
        draw: gather_photons,
    },
];

fn draw_slices(device: &Device) -> Result<Vec<RgbaImage>> {
    let (shape, scan) = scan_of_head()?;
    let smooth = volume(device, &device.stream_of(shape, &scan)?, 0.15, 8)?.read()?;
    let [width, height, depth] = shape;
    let mut canvas = Canvas::new(CHART);
    for column in 0..4 {
        let slice = depth * (2 * column + 2) / 10;
        for (row, cells) in [&scan, &smooth].into_iter().enumerate() {
            let area = Area::new(10.0 + 117.0 * column as f32, 6.0 + 176.0 * row as f32, 108.0, 172.0);
            canvas.cells(area, [width, height], |i| {
                let [x, y] = [i % width, height - 1 - i / width];
                heat((cells[(slice * height + y) * width + x] / 20_000.0).powf(0.8))
            });
        }
    }
    Ok(vec![canvas.into_image()])
}

fn draw_neighbours(device: &Device) -> Result<Vec<RgbaImage>> {
    let lane = |i, draw| (random::uniform(1, i, draw) + random::uniform(1, i, draw + 1)) / 2.0;
    let place = |i: u32| {
        let arm = (i % 3) as f32 * std::f32::consts::TAU / 3.0;
        let far = lane(i, 2);
        let distance = 1.0 + 27.0 * far * far;
        let angle = arm + distance * 0.16 + (lane(i, 0) - 0.5) * 1.9;
        let (sine, cosine) = (sine_of(angle), sine_of(angle + std::f32::consts::FRAC_PI_2));
        // Eighths: squares of distances are exact, and so are the counts.
        let [x, y, z] = [cosine * distance, sine * distance, 4.0 * lane(i, 6)].map(|part| (part * 8.0).round() / 8.0);
        Vector4::new(x, y, z, 0.0)
    };
    let swarm: Vec<Vector4<f32>> = (0..6_000).map(place).collect();
    let points = device.stream(&swarm)?;
    let near = hash_grid(device, &points, 1.0)?.neighbours(device, &points)?.read()?;
    let most = near.iter().map(|[count, _]| *count).max().unwrap_or(1).max(1) as f32;
    let mut canvas = Canvas::new(CHART);
    for (point, [count, _]) in swarm.iter().zip(&near) {
        let light = (*count as f32 / most).sqrt();
        let at = [240.0 + point.x * 8.6, 180.0 + point.y * 6.6];
        canvas.disc(at, 1.1 + 0.7 * light, heat(0.25 + 0.75 * light));
    }
    Ok(vec![canvas.into_image()])
}

/// The sine, rounded from that of doubles, which is the same on every machine.
fn sine_of(angle: f32) -> f32 {
    f64::from(angle).sin() as f32
}

fn draw_pages(device: &Device) -> Result<Vec<RgbaImage>> {
    const CELLS: usize = 240;
    let teapot = Shape::teapot()?;
    let low = teapot
        .points
        .iter()
        .fold(Vector3::repeat(f32::MAX), |low, point| low.inf(&point.coords));
    let high = teapot
        .points
        .iter()
        .fold(Vector3::repeat(f32::MIN), |high, point| high.sup(&point.coords));
    let scale = (CELLS as f32 - 20.0) / (high - low).max();
    let cell = |point: &Point3<f32>| -> Cell {
        let place = (point.coords - (low + high) / 2.0) * scale + Vector3::repeat(CELLS as f32 / 2.0);
        // The front is x and y; a page is a part of one slice of z.
        [place.x as i32, place.y as i32, place.z as i32, 0]
    };
    let mut cells: Vec<Cell> = teapot.points.iter().map(cell).collect();
    cells.sort_unstable();
    cells.dedup();
    let values: Vec<f32> = cells.iter().map(|cell| cell[1] as f32).collect();

    let mut pages = PageTable::new(device, [CELLS; 3], 8_192, &[-1.0])?;
    let mut memory = pages.memory()?;
    let places = device.stream(&cells)?;
    let mut wants = pages.wants(&places)?;
    pages.keep(&mut wants, &mut memory)?;
    pages.write(&mut memory, &places, &device.stream(&values)?)?;
    pages.usage()?.check()?;
    let read = pages.read(&memory, &places)?.read()?;

    let mut canvas = Canvas::new(CHART);
    let zoom = 1.9;
    let side = SIDE as f32 * zoom;
    let at = |x: f32, y: f32| [240.0 + (x - CELLS as f32 / 2.0) * zoom, 180.0 - (y - CELLS as f32 / 2.0) * zoom];
    for cell in &cells {
        let corner = [cell[0], cell[1]].map(|place| (place / SIDE as i32 * SIDE as i32) as f32);
        let [left, bottom] = at(corner[0], corner[1]);
        canvas.fill(Area::new(left, bottom - side, side, side), [0.17, 0.24, 0.38]);
        canvas.fill(Area::new(left, bottom - side, side, 1.0), NIGHT);
        canvas.fill(Area::new(left, bottom - side, 1.0, side), NIGHT);
    }
    for (cell, value) in cells.iter().zip(&read) {
        let [x, y] = at(cell[0] as f32, cell[1] as f32);
        canvas.disc([x, y], 1.8, sea(0.25 + 0.75 * (value / CELLS as f32 - 0.3) / 0.45));
    }
    Ok(vec![canvas.into_image()])
}

fn grow_bunny(device: &Device) -> Result<Vec<RgbaImage>> {
    const SIDE: usize = 32;
    let bunny = Shape::bunny()?;
    let low = bunny
        .points
        .iter()
        .fold(Vector3::repeat(f32::MAX), |low, point| low.inf(&point.coords));
    let high = bunny
        .points
        .iter()
        .fold(Vector3::repeat(f32::MIN), |high, point| high.sup(&point.coords));
    let scale = (SIDE as f32 - 6.0) / (high - low).max();
    let middle = Vector3::repeat((SIDE as f32 - 1.0) / 2.0);
    let place = |point: &Point3<f32>| Point3::from((point.coords - (low + high) / 2.0) * scale + middle);
    let corners: Vec<Point3<f32>> = bunny.points.iter().map(place).collect();
    let faces: Vec<[u32; 3]> = bunny
        .triangles
        .iter()
        .map(|corners| corners.map(|corner| corner as u32))
        .collect();
    let motion = SurfaceMotion::towards([SIDE; 3], &of_mesh([SIDE; 3], &corners, &faces), 0.05);
    let start = of_sphere(motion.extent, [0.5, 0.4, 0.5].map(|part| part * SIDE as f32), 0.12 * SIDE as f32);
    let set = LevelSet::new(device, &motion, &start, 6_000)?;
    film(&mut Growth { set, steps: 5, turn: 0.1 }, [160, 160], 20, 1)
}

fn trace_room(device: &Device) -> Result<Vec<RgbaImage>> {
    const SAMPLES: u32 = 2;
    let silver = Surface::mirror([180, 196, 214], 150);
    let ivory = Surface::mirror([242, 190, 96], 16);
    let teapot = Mesh::from_obj(include_str!("../../../data/teapot.obj"), silver)?;
    let bunny = Mesh::from_obj(include_str!("../../../data/bunny.obj"), ivory)?;
    let teapot = teapot.standing([-0.38, -1.0, -0.12], 0.68, 0.25);
    let bunny = bunny.standing([0.56, -1.0, 0.34], 0.74, -0.45);
    let grid = Grid::new(device, &Mesh::cornell_box()?.with(teapot).with(bunny))?;
    let view = Camera { size: [160, 160], ..Camera::default() };
    let mut lights = Vec::new();
    for sample in 0..SAMPLES {
        lights.push(ray_grid(device, &grid, &view.jittered(sample, SAMPLES, 0.2))?.light.read()?);
    }
    Ok(vec![ray_grid::image(&lights, view.size)])
}

fn gather_photons(device: &Device) -> Result<Vec<RgbaImage>> {
    let room = Room::cornell();
    let photons = trace(device, &room, Shot { count: 1 << 15, bounces: 5, seed: 1 })?;
    let search = Search { neighbours: 48, radius: 0.2, side: 48, straight: false };
    let picture = photon_map::picture(device, &room, &photons, &search, &RoomView::default(), [160, 160])?;
    Ok(vec![image_of(&picture)?])
}
