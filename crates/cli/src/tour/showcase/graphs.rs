//! Graphs: lines, meshes and slopes as nodes and pointers.

use super::Showpiece;
use super::canvas::{Area, CHART, Canvas, Colour, NIGHT, heat, picture_of, rainbow, sea};
use super::inputs::{Photograph, Shape, WIDE, levels, paint_shape};
use gristmill::algorithms::bfs::{Edges, Graph};
use gristmill::algorithms::{bfs, floyd_warshall, list_rank, tree_depth};
use gristmill::{Device, Pointer, Result, random};
use image::RgbaImage;
use image::imageops::blur;

pub const PIECES: &[Showpiece] = &[
    Showpiece {
        name: "list_rank",
        input: "the outlines in the cup of coffee",
        caption: "The borders between light and dark, as lists of pixel sides. Each side has the colour of its distance to its line's end; closed lines are grey.",
        draw: rank_outlines,
    },
    Showpiece {
        name: "bfs",
        input: "the Stanford bunny",
        caption: "The fewest edges from the tip of the nose to every vertex of the mesh, a colour for each level of the search.",
        draw: spread_over_bunny,
    },
    Showpiece {
        name: "floyd_warshall",
        input: "the astronaut as a landscape of 16 by 12 hills",
        caption: "The shortest way from every place to every other, where climbing is dear: each small map shows the distances from its own place in the landscape.",
        draw: map_distances,
    },
    Showpiece {
        name: "tree_depth",
        input: "the cat, a little blurred",
        caption: "Every pixel points to its darkest neighbour. Pixels whose ways end in the same valley have one colour, the lighter the longer the way.",
        draw: colour_valleys,
    },
];

/// East, south, west, north.
const STEPS: [[i32; 2]; 4] = [[1, 0], [0, 1], [-1, 0], [0, -1]];

/// The sides of light pixels next to dark ones, walked with the light to the right.
struct Outlines {
    light: Vec<bool>,
    numbers: Vec<Option<usize>>,
    sides: Vec<[i32; 3]>,
}

impl Outlines {
    fn new(levels: &[u32], border: u32) -> Outlines {
        let light = levels.iter().map(|level| *level > border).collect();
        let mut outlines = Outlines { light, numbers: vec![None; levels.len() * 4], sides: Vec::new() };
        for number in 0..levels.len() * 4 {
            let side = [(number / 4 % WIDE[0]) as i32, (number / 4 / WIDE[0]) as i32, (number % 4) as i32];
            if outlines.is_side(side) {
                outlines.numbers[number] = Some(outlines.sides.len());
                outlines.sides.push(side);
            }
        }
        outlines
    }

    fn light_at(&self, x: i32, y: i32) -> Option<bool> {
        let is_inside = x >= 0 && y >= 0 && (x as usize) < WIDE[0] && (y as usize) < WIDE[1];
        is_inside.then(|| self.light[y as usize * WIDE[0] + x as usize])
    }

    fn is_side(&self, [x, y, direction]: [i32; 3]) -> bool {
        let [dx, dy] = STEPS[(direction as usize + 3) % 4];
        self.light_at(x, y) == Some(true) && self.light_at(x + dx, y + dy) == Some(false)
    }

    /// Points to the side that goes on from the end of another.
    fn next(&self, [x, y, direction]: [i32; 3]) -> Pointer {
        let [dx, dy] = STEPS[direction as usize];
        let [left_x, left_y] = STEPS[(direction as usize + 3) % 4];
        let turns = [
            [x, y, (direction + 1) % 4],
            [x + dx, y + dy, direction],
            [x + dx + left_x, y + dy + left_y, (direction + 3) % 4],
        ];
        let next = turns.into_iter().find(|side| self.is_side(*side));
        let number = |[x, y, direction]: [i32; 3]| (y as usize * WIDE[0] + x as usize) * 4 + direction as usize;
        next.and_then(|side| self.numbers[number(side)])
            .map_or(Pointer::NOWHERE, Pointer::to)
    }
}

fn rank_outlines(device: &Device) -> Result<Vec<RgbaImage>> {
    let photograph = blur(&Photograph::Coffee.read(WIDE)?, 1.2);
    let levels = levels(&photograph);
    let outlines = Outlines::new(&levels, 100);
    let pointers: Vec<Pointer> = outlines.sides.iter().map(|side| outlines.next(*side)).collect();
    let ranks = list_rank(device, &device.stream(&pointers)?)?.read()?;
    let endless = list_rank::endless(pointers.len());
    let longest = ranks.iter().filter(|rank| **rank != endless).max().copied().unwrap_or(1).max(1);
    let mut canvas = Canvas::new([WIDE[0] as u32 * 2, WIDE[1] as u32 * 2]);
    let whole = Area::new(0.0, 0.0, WIDE[0] as f32 * 2.0, WIDE[1] as f32 * 2.0);
    canvas.cells(whole, WIDE, |i| [levels[i] as f32 / 255.0 * 0.25; 3]);
    for (side, rank) in outlines.sides.iter().zip(&ranks) {
        let colour: Colour = if *rank == endless { [0.45; 3] } else { heat(0.3 + 0.7 * *rank as f32 / longest as f32) };
        canvas.disc([side[0] as f32 * 2.0 + 1.0, side[1] as f32 * 2.0 + 1.0], 1.7, colour);
    }
    Ok(vec![canvas.into_image()])
}

fn spread_over_bunny(device: &Device) -> Result<Vec<RgbaImage>> {
    let bunny = Shape::bunny()?;
    let both_ways: Vec<[u32; 2]> = bunny
        .edges()
        .iter()
        .flat_map(|[a, b]| [[*a as u32, *b as u32], [*b as u32, *a as u32]])
        .collect();
    let graph = Graph::new(bunny.points.len(), &both_ways)?;
    let points = bunny.turned(0.2, 0.15);
    let nose = (0..points.len())
        .min_by(|a, b| points[*a].x.total_cmp(&points[*b].x))
        .unwrap_or(0);
    let found = bfs(device, &Edges::new(device, &graph)?, nose)?.read()?;
    let mut canvas = Canvas::new(CHART);
    let whole = Area::new(0.0, 0.0, 480.0, 360.0);
    paint_shape(&mut canvas, whole, &points, &bunny.triangles, |point| match found[point] {
        bfs::UNREACHED => [0.3; 3],
        level => rainbow(level as f32 / 24.0).map(|lane| if level % 4 == 0 { lane * 0.35 } else { lane }),
    });
    Ok(vec![canvas.into_image()])
}

const HILLS: [usize; 2] = [16, 12];

fn map_distances(device: &Device) -> Result<Vec<RgbaImage>> {
    let heights = levels(&Photograph::Astronaut.read(HILLS)?);
    let nodes = HILLS[0] * HILLS[1];
    let mut weights = vec![floyd_warshall::NO_PATH; nodes * nodes];
    for from in 0..nodes {
        let [x, y] = [from % HILLS[0], from / HILLS[0]];
        for to in 0..nodes {
            let apart = x.abs_diff(to % HILLS[0]) + y.abs_diff(to / HILLS[0]);
            if apart == 1 {
                weights[from * nodes + to] = 12 + heights[to].saturating_sub(heights[from]);
            }
        }
    }
    let distances = floyd_warshall(device, &device.stream_of([nodes, nodes], &weights)?)?.read()?;
    let most = distances.iter().copied().max().unwrap_or(1).max(1) as f32;
    // A map of 28 by 27 pixels for each place, in a grid of places.
    let colour = |i: usize| {
        let [x, y] = [i % 512, i / 512];
        let [place_x, place_y] = [x / 32, y / 32];
        let [cell_x, cell_y] = [x % 32 / 2, y % 32 / 2];
        if cell_x >= 15 || cell_y >= 11 {
            return NIGHT;
        }
        let from = place_y * HILLS[0] + place_x;
        let to = cell_y * HILLS[0] + cell_x;
        if from == to { [1.0; 3] } else { sea(1.0 - (distances[from * nodes + to] as f32 / most).sqrt()) }
    };
    Ok(vec![picture_of([512, 384], colour)])
}

fn colour_valleys(device: &Device) -> Result<Vec<RgbaImage>> {
    let photograph = blur(&Photograph::Cat.read(WIDE)?, 2.2);
    let heights = levels(&photograph);
    let parents: Vec<Pointer> = (0..heights.len()).map(|i| point_downhill(&heights, i)).collect();
    let forest = tree_depth(device, &device.stream(&parents)?)?;
    let [depth, root] = [forest.depth.read()?, forest.root.read()?.iter().map(valley_number).collect()];
    let longest = depth.iter().copied().max().unwrap_or(1).max(1) as f32;
    let colour = |i: usize| {
        let tone = rainbow(random::uniform(3, root[i], 0));
        let grey = heights[i] as f32 / 255.0;
        let far = (depth[i] as f32 / longest * 2.0).min(1.0);
        tone.map(|lane| (lane * (0.5 + 0.5 * far)) * 0.45 + grey * 0.6)
    };
    Ok(vec![picture_of(WIDE, colour)])
}

fn valley_number(root: &Pointer) -> u32 {
    root.target().unwrap_or(0) as u32
}

/// Points to the darkest neighbour if it is darker than the pixel; among equals to the first, so
/// that no way is a circle.
fn point_downhill(heights: &[u32], i: usize) -> Pointer {
    let [x, y] = [(i % WIDE[0]) as i32, (i / WIDE[0]) as i32];
    let around = (0..9).map(|number| [x + number % 3 - 1, y + number / 3 - 1]);
    let is_inside = |[x, y]: &[i32; 2]| *x >= 0 && *y >= 0 && (*x as usize) < WIDE[0] && (*y as usize) < WIDE[1];
    let place = |[x, y]: [i32; 2]| y as usize * WIDE[0] + x as usize;
    let lowest = around
        .filter(is_inside)
        .map(place)
        .min_by_key(|place| (heights[*place], *place));
    lowest.map_or(Pointer::NOWHERE, Pointer::to)
}
