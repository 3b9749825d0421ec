//! The pages on structures.

use super::shows;
use gristmill::algorithms::level_set::{self, LevelSet, SurfaceMotion, fragment_dense_2005};
use gristmill::algorithms::page_table::{Cell, PageTable, WANTED};
use gristmill::algorithms::photon_map::{HostPhotons, Photons, Search, photon_map};
use gristmill::algorithms::{hash_grid, sort, volume};
use gristmill::nalgebra::Vector4;
use gristmill::{
    Compare, DepthStencil, DepthStencilState, Device, KernelSource, Layout, PingPong, Result, StencilUpdate, Stream,
    fragment_kernel,
};

/// No triangle, no list.
const NOWHERE: u32 = u32::MAX;

/// A distance beyond everything, as in ray_grid.glsl.
const FAR: f32 = 1e30;

/// Returns the time at which a row is written, in words.
fn after(what: &str, count: usize) -> String {
    if count == 0 { "at the start".into() } else { format!("after {what} {count}") }
}

#[test]
fn volume_of_eight() {
    shows("structures/volume", |device, block| {
        let cells = [0.0, 0.0, 0.0, 512.0, 0.0, 0.0, 0.0, 0.0];
        block.line("cell", 0..8);
        let source = device.stream_in(Layout::BySlice, [8, 1, 1], &cells)?;
        for steps in 0..=3 {
            let now = volume::fragment(device, &source, 0.125, steps)?.read()?;
            block.line(after("step", steps), &now);
            let wanted = volume::reference(&cells, [8, 1, 1], 0.125, steps);
            assert!(now.into_iter().map(f64::from).eq(wanted));
        }
        Ok(())
    });
}

#[test]
fn samples_of_eight() {
    shows("structures/volume_render", |device, block| {
        let values = [0.10, 0.32, 0.42, 0.42, 0.60, 0.68, 0.80, 0.30];
        let kernel = KernelSource::new("samples").fragment(
            "#version 330 core
#include \"volume_render.glsl\"
uniform sampler2D values;
layout(location = 0) out vec4 result;
void main() {
    float clear = 1.0, whole = 0.0, half_cell = 0.0, light = 0.0;
    for (int i = 0; i <= element(); ++i) {
        whole = transfer(fetch(values, i).r).a;
        half_cell = 1.0 - pow(1.0 - whole, STEP);
        light = clear * half_cell;
        clear *= 1.0 - half_cell;
    }
    result = vec4(whole, half_cell, light, clear);
}
",
        );
        let mut result = device.empty::<[f32; 4]>(8)?;
        let kernel = device.kernel(&kernel)?;
        let source = device.stream(&values)?;
        let volume = device.stream_in(Layout::BySlice, [2, 2, 2], &[[0.0_f32; 4]; 8])?; // nothing is read from it
        let views = ["eye", "forward", "right", "up"];
        let call = views
            .into_iter()
            .fold(kernel.call(), |call, view| call.uniform(view, [0.0_f32; 3]));
        let call = call.gather("source", &volume).gather("values", &source);
        call.output("result", &mut result).run()?;
        let lines = ["a cell of it stops", "half a cell stops", "part of the picture", "light still through"];
        block.line("value", values.map(|value| format!("{value:.2}")));
        for (lane, name) in lines.into_iter().enumerate() {
            block.line(name, result.read()?.iter().map(|sample| format!("{:.2}", sample[lane])));
        }
        Ok(())
    });
}

#[test]
fn hash_grid_of_eight() {
    shows("structures/hash_grid", |device, block| {
        let x = [2.5, 5.5, 0.5, 6.5, 3.5, 1.5, 4.5, 0.75];
        let points = x.map(|x| Vector4::new(x, 0.0, 0.0, 0.0));
        block.line("number", 0..8);
        block.line("x", x);
        block.line("cell", x.map(|x: f32| x.floor()));
        let position = device.stream(&points)?;
        let bucket = device.kernel(&fragment_kernel!("structures/hash_grid"))?;
        let merge = device.kernel(&fragment_kernel!("structures/hash_grid_merge"))?;
        let mut pairs = device.empty::<[u32; 2]>(8)?;
        let call = bucket.call().uniform("cells", 256.0_f32 / 257.0).uniform("bits", [2, 2, 2]);
        call.gather("position", &position).output("result", &mut pairs).run()?;
        let mut pairs = PingPong::new(pairs, device.empty(8)?);
        let lane = |pairs: &Stream<[u32; 2]>, lane: usize| -> Result<Vec<u32>> {
            Ok(pairs.read()?.iter().map(|pair| pair[lane]).collect())
        };
        block.line("bucket: the cell's last two bits", lane(pairs.now(), 0)?);
        let row_bits = pairs.now().plan().size()[0].ilog2() as i32;
        for stretch in [1, 2, 4] {
            pairs.step(|source, result| {
                let call = merge.call().uniform("stretch", stretch).uniform("row_bits", row_bits);
                call.gather("source", source).output("result", result).run()
            })?;
            block.line(format!("stretches of {}", 2 * stretch), lane(pairs.now(), 0)?);
        }
        block.line("which point it is", lane(pairs.now(), 1)?);
        let grid = hash_grid(device, &position, 1.0)?;
        assert_eq!(grid.order.read()?, lane(pairs.now(), 1)?);
        block.line("buckets 0 to 3 begin at", &grid.starts.read()?[..5]);
        let near = grid.neighbours(device, &position)?.read()?;
        block.line("points within 1 of point 0 to 7", near.iter().map(|[count, _]| *count));
        assert_eq!(near, hash_grid::reference(&points, &points, 1.0));
        Ok(())
    });
}

#[test]
fn page_table_of_eight() {
    shows("structures/page_table", |device, block| {
        let first = |page: i32| -> Cell { [8 * page, 0, 0, 0] };
        block.line("page of the volume", 0..8);
        let mut pages = PageTable::new(device, [64, 8, 1], 4, &[0.0])?;
        let mut memory = pages.memory()?;
        let all = device.stream(&[0, 1, 2, 3, 4, 5, 6, 7].map(first))?;
        for (wanted, write) in [([1, 3, 6], true), ([3, 4, 6], false)] {
            let cells = device.stream(&wanted.map(first))?;
            let mut wants = pages.wants(&cells)?;
            block.line("wanted", wants.read()?.iter().map(|mark| mark / WANTED));
            pages.keep(&mut wants, &mut memory)?;
            if write {
                pages.write(&mut memory, &cells, &device.stream(&[10.0, 30.0, 60.0])?)?;
            }
            block.line("the table: page of memory", pages.table().read()?);
            block.line("its first cell reads", pages.read(&memory, &all)?.read()?);
        }
        Ok(())
    });
}

#[test]
fn level_set_of_eight() {
    shows("structures/level_set", |device, block| {
        let start = [-3.0, -3.0, -2.0, -1.0, 0.0, 1.0, 2.0, 3.0];
        let motion = SurfaceMotion { interval: 0.25, ..SurfaceMotion::even([8, 1, 1], 1.0) };
        block.line("cell", 0..8);
        for steps in 0..=4 {
            let now = fragment_dense_2005(device, &motion, &start, steps)?.read()?;
            block.line(after("step", steps), now.iter().map(|distance| format!("{distance:.2}")));
            let wanted = level_set::reference(&motion, &start, steps);
            assert!(now.iter().zip(wanted).all(|(now, wanted)| (now - wanted).abs() < 1e-5));
        }
        Ok(())
    });
}

#[test]
fn level_set_band_of_eight() {
    shows("structures/level_set_band", |device, block| {
        let start: Vec<f32> = (0_u8..8).flat_map(|_| (0_u8..64).map(|x| f32::from(x) - 20.0)).collect();
        let motion = SurfaceMotion { interval: 0.25, ..SurfaceMotion::even([64, 8, 1], 1.0) };
        let mut set = LevelSet::new(device, &motion, &start, 4)?;
        block.line("page of the volume", 0..8);
        block.line("its first cell", (0..8).map(|page| 8 * page));
        for steps in 0..=6 {
            block.line(format!("table, surface at {}", 20 + 2 * steps), set.pages().table().read()?);
            set.steps(8)?;
        }
        Ok(())
    });
}

#[test]
fn photon_map_of_eight() {
    shows("structures/photon_map", |device, block| {
        let x = [0.30, 0.75, 0.52, 0.05, 0.44, 0.90, 0.61, 0.47];
        let photons = HostPhotons {
            position: x.map(|x| Vector4::new(x, 0.0, 0.5, 3.0)).to_vec(),
            direction: vec![Vector4::new(0.0, -1.0, 0.0, 0.0); 8],
            power: vec![Vector4::new(1.0, 1.0, 1.0, 0.0); 8],
            count: 8,
        };
        let photons = Photons::new(device, &photons)?;
        let (mut cells, mut indices) = (device.empty::<u32>(8)?, device.empty::<u32>(8)?);
        let kernel = device.kernel(&fragment_kernel!("structures/photon_map_cells"))?;
        let call = kernel.call().uniform("side", 8).uniform("first", 0);
        let call = call.input("position", &photons.position);
        call.output("cells", &mut cells).output("indices", &mut indices).run()?;
        block.line("entry", 0..8);
        block.line("x", x.map(|x| format!("{x:.2}")));
        block.line("cell along x", cells.read()?.iter().map(|cell| cell % 8));
        let (sorted, indices) = sort(device, &cells, &indices)?;
        block.line("sorted by cell", sorted.read()?.iter().map(|cell| cell % 8));
        block.line("which entry it is", indices.read()?);
        let point = device.stream(&[Vector4::new(0.5, 0.0, 0.5, 3.0)])?;
        let mut light = vec![];
        for neighbours in 1..=8 {
            let search = Search { neighbours, radius: 0.5, side: 8, straight: true };
            light.push(photon_map(device, &photons, &point, &search)?.read()?[0]);
        }
        block.line("nearest to x = 0.50", 1..=8);
        block.line("radius of the disc", light.iter().map(|light| format!("{:.2}", light.w)));
        block.line("light, W per sq. m", light.iter().map(|light| format!("{:.0}", light.x)));
        Ok(())
    });
}

/// A walk through the grid as ray_grid.glsl has it.
fn walk_of(cell: [u32; 3], state: u32, entry: u32) -> [u32; 4] {
    let [x, y, z] = cell;
    [(state << 30) | (z << 20) | (y << 10) | x, entry, NOWHERE, FAR.to_bits()]
}

#[test]
fn ray_grid_of_eight() {
    shows("structures/ray_grid", |device, block| {
        let (origin, way) = ([0.5, 0.5, 0.5], [1.0, 0.5, 0.0]);
        let [x, y, z] = origin;
        let origins = device.stream(&[[x, y, z, 0.0]])?;
        let directions = device.stream(&[[way[0], way[1], way[2], -1.0]])?;
        let cells = device.stream(&[NOWHERE; 32])?; // no triangle in any
        let kernel = device.kernel(&fragment_kernel!("structures/ray_grid_traverse"))?;
        let mut walk = PingPong::new(device.stream(&[walk_of([0, 0, 0], 0, NOWHERE)])?, device.empty(1)?);
        let mut entered = vec![];
        for _ in 0..8 {
            let word = walk.now().read()?[0][0];
            entered.push([word & 1023, (word >> 10) & 1023]);
            walk.step(|now, next| {
                let call = kernel.call().uniform("sides", [8, 4, 1]).uniform("lamp", [0.0_f32; 3]);
                let call = call
                    .gather("cells", &cells)
                    .input("origin", &origins)
                    .input("direction", &directions);
                call.input("walk", now).output("new_walk", next).run()
            })?;
        }
        block.line("cube entered", 1..=8);
        let reach = |cell: [u32; 2], axis: usize| (cell[axis] as f32 + 1.0 - origin[axis]) / way[axis];
        for (axis, name) in [(0, "x"), (1, "y")] {
            block.line(format!("its {name}"), entered.iter().map(|cell| cell[axis]));
        }
        for (axis, name) in [(0, "x"), (1, "y")] {
            let reaches = entered.iter().map(|cell| format!("{:.1}", reach(*cell, axis)));
            block.line(format!("next wall in {name}, reach"), reaches);
        }
        Ok(())
    });
}

/// Returns the mask's part in the pass of a state: only the rays of that state are drawn.
fn about(state: u8) -> DepthStencilState {
    DepthStencilState { stencil: Compare::Equal, reference: state, ..DepthStencilState::default() }
}

/// Marks the rays that are in a state.
fn mark(device: &Device, walk: &Stream<[u32; 4]>, state: u8, mask: &mut DepthStencil) -> Result<()> {
    let marking =
        DepthStencilState { reference: state, on_pass: StencilUpdate::Replace, ..DepthStencilState::default() };
    let mut marks = device.empty::<u32>(8)?;
    let kernel = device.kernel(&fragment_kernel!("structures/ray_grid_mark"))?;
    let call = kernel.call().uniform("state", u32::from(state)).input("walk", walk);
    call.output("marks", &mut marks).depth_stencil(mask, marking).run()
}

#[test]
fn ray_grid_states_of_eight() {
    shows("structures/ray_grid_states", |device, block| {
        let across = [0_u8, 1, 2, 3, 4, 5, 6, 7];
        let lane = |ray: u8| if ray.is_multiple_of(2) { 0.25 } else { 0.75 };
        let origin = device.stream(&across.map(|ray| [f32::from(ray / 2) + 0.5, 0.5, lane(ray), 0.0]))?;
        let direction = device.stream(&[[1.0, 0.0, 0.0, -1.0]; 8])?;
        let (cells, list) = (device.stream(&[NOWHERE, NOWHERE, 0, NOWHERE])?, device.stream(&[0, 1, NOWHERE])?);
        let triangles = device.stream(&[[0_u32, 1, 2, 0], [3, 4, 5, 0]])?;
        let small = [[2.75_f32, -5.0, 0.5, 1.0], [2.75, 5.0, 0.5, 1.0], [2.75, 0.5, -8.0, 1.0]];
        let large = [[2.875_f32, -5.0, -5.0, 1.0], [2.875, 10.0, -5.0, 1.0], [2.875, 0.0, 10.0, 1.0]];
        let vertices = device.stream(&[small, large].concat())?;
        let first = across.map(|ray| match u32::from(ray / 2) {
            2 => walk_of([2, 0, 0], 1, 0),
            cell => walk_of([cell, 0, 0], 0, NOWHERE),
        });
        let mut walk = PingPong::new(device.stream(&first)?, device.stream(&first)?);
        let [width, height, _] = walk.now().plan().size();
        let mut mask = device.depth_stencil(width, height)?;
        let traverse = device.kernel(&fragment_kernel!("structures/ray_grid_traverse"))?;
        let intersect = device.kernel(&fragment_kernel!("structures/ray_grid_intersect"))?;
        block.line("ray", 0..8);
        for round in 0..=5 {
            let states = walk.now().read()?;
            let named = |walk: &[u32; 4]| format!("{}{}", ["go", "try", "end"][(walk[0] >> 30) as usize], walk[0] & 7);
            block.line(after("round", round), states.iter().map(named));
            for state in [0, 1, 2] {
                mark(device, walk.now(), state, &mut mask)?;
            }
            let ended: Vec<[u32; 4]> = states;
            walk.step(|now, next| {
                next.write_range(0, &ended)?; // rays that have ended stay as they are
                let call = traverse.call().uniform("sides", [4, 1, 1]).uniform("lamp", [0.0_f32; 3]);
                let call = call
                    .gather("cells", &cells)
                    .input("origin", &origin)
                    .input("direction", &direction);
                let call = call.input("walk", now).output("new_walk", &mut *next);
                call.depth_stencil(&mut mask, about(0)).run()?;
                let call = intersect.call().uniform("lamp", [0.0_f32; 3]).gather("list", &list);
                let call = call.gather("triangles", &triangles).gather("vertices", &vertices);
                let call = call.input("origin", &origin).input("direction", &direction).input("walk", now);
                call.output("new_walk", next).depth_stencil(&mut mask, about(1)).run()
            })?;
        }
        Ok(())
    });
}
