//! Rays against what is known without a reference: shadows of squares, mirrors, counts of passes; random
//! triangles; meshes that are no good.

use crate::machine;
use gristmill::algorithms::Algorithm;
use gristmill::algorithms::ray_grid::{
    self, BOUND, Camera, Grid, MOST_BOUNCES, Mesh, Picture, Surface, difference, ray_grid,
};
use gristmill::{Device, Era, Error, Result, random};
use nalgebra::{Point3, Vector3};

type Rung = (&'static str, Era, fn(&Device, &Grid, &Camera) -> Result<Picture>);

const RUNGS: [Rung; 4] = [
    ("fragment", Era::Fragment, ray_grid::fragment),
    ("fragment_loop", Era::Fragment, ray_grid::fragment_loop),
    ("compute", Era::Compute, ray_grid::compute),
    ("compute_wavefront", Era::Compute, ray_grid::compute_wavefront),
];

/// Numbers of -1 to 1.
fn number(seed: u32, at: u32) -> f32 {
    random::uniform(seed, at, 0) * 2.0 - 1.0
}

/// Triangles anywhere, some long and thin, some without area, some that mirror.
fn triangles(seed: u32, count: u32) -> Result<Mesh> {
    let point = |at: u32| Point3::new(number(seed, at * 3), number(seed, at * 3 + 1), number(seed, at * 3 + 2));
    let triangle = |at: u32| {
        let [a, b, c] = [point(at * 4), point(at * 4 + 1), point(at * 4 + 2)];
        let corners = match at % 8 {
            5 => [a, a + (b - a) * 0.01, c],
            6 => [a, b, a],
            7 => [a, a + (b - a) * 0.1, a + (c - a) * 0.1],
            _ => [a, b, c],
        };
        let share = if at.is_multiple_of(3) { 120 } else { 0 };
        Mesh::new(&corners, &[[0, 1, 2]], Surface::mirror([200, 150, 100], share))
    };
    (0..count).try_fold(Mesh::default(), |mesh, at| Ok(mesh.with(triangle(at)?)))
}

#[test]
fn random_triangles_are_met_as_without_a_grid() -> Result<()> {
    for (name, era, rung) in RUNGS {
        let Some(device) = machine::device(era) else { continue };
        let (rounds, side) = if machine::is_slow(&device) { (2, 9) } else { (8, 16) };
        for seed in 0..rounds {
            let mesh = triangles(seed, [1, 2, 17, 60][seed as usize % 4])?;
            let eye = Point3::new(number(seed, 9_000), number(seed, 9_001), 2.5 * number(seed, 9_002));
            let view =
                Camera { size: [side, side], eye, lamp: [0.3, 1.5, 0.8].into(), angle: 70.0, ..Camera::default() };
            for cells in [1, 64, 4_000] {
                let grid = Grid::of_cells(&device, &mesh, cells)?;
                let picture = rung(&device, &grid, &view)?;
                let (light, seen) = (picture.light.read()?, picture.seen.read()?);
                let apart = difference(&light, &seen, &mesh, &view, grid.start());
                assert!(apart <= BOUND, "{name}, seed {seed}, {cells} cells: {apart:.1e}");
            }
        }
    }
    Ok(())
}

/// A square of half a unit hangs between a lamp and the floor: the nearer to the lamp, the wider its shadow.
#[test]
fn physics_rays_throw_shadows_by_similar_triangles() -> Result<()> {
    for era in Era::ALL {
        let Some(device) = machine::device(era) else { continue };
        let side = if machine::is_slow(&device) { 40 } else { 200 };
        let grey = Surface::matt([128; 3]);
        let [l, r] = [-2.0, 2.0];
        println!("{era} era: the width of a square's shadow, in units");
        println!("{:>7} {:>10} {:>10} {:>10} {:>10}", "height", "measured", "exact", "apart", "bound");
        for height in [0.25_f32, 0.5, 1.0] {
            let floor = Mesh::square([[l, 0.0, l], [r, 0.0, l], [r, 0.0, r], [l, 0.0, r]], grey)?;
            let [a, b] = [-0.25, 0.25];
            let above = Mesh::square([[a, height, a], [b, height, a], [b, height, b], [a, height, b]], grey)?;
            let mesh = floor.with(above);
            let grid = Grid::of_cells(&device, &mesh, 4_000)?;
            // From so far above that the square hides hardly more than it covers; the picture is 2 units wide
            // at the floor.
            let (eye, angle) = (Point3::new(0.0, 40.0, 0.0), 2.0 * (1.0_f32 / 40.0).atan().to_degrees());
            let (target, lamp) = (Point3::origin(), Point3::new(0.0, 2.0, 0.0));
            let over = Camera { size: [side, side], eye, target, angle, lamp, bounces: 0, ..Camera::default() };
            let light = ray_grid(&device, &grid, &over)?.light.read()?;
            let row = &light[side / 2 * side..][..side];
            let dark = row.iter().filter(|light| light.x < 0.1 && light.w > 39.9).count();
            let covered = row.iter().filter(|light| light.w < 39.9).count();
            let pixel = 2.0 / side as f32;
            let measured = (dark + covered) as f32 * pixel;
            let exact = 0.5 * 2.0 / (2.0 - height);
            let (apart, bound) = ((measured - exact).abs(), 2.0 * pixel);
            println!("{height:>7} {measured:>10.4} {exact:>10.4} {apart:>10.1e} {bound:>10.1e}");
            assert!(apart <= bound);
        }
    }
    Ok(())
}

/// A lamp in a mirror of a share of 0.8; and two mirrors that face each other, where a ray never comes out,
/// and brings nothing.
#[test]
fn physics_mirrors_lose_their_share() -> Result<()> {
    for (name, era, rung) in RUNGS {
        let Some(device) = machine::device(era) else { continue };
        let black = Surface::mirror([0; 3], 204);
        let [l, r] = [-1.0, 1.0];
        let wall = |z| Mesh::square([[l, l, z], [r, l, z], [r, r, z], [l, r, z]], black);
        let lamp = Mesh::square(
            [[-3.0, -3.0, 4.0], [3.0, -3.0, 4.0], [3.0, 3.0, 4.0], [-3.0, 3.0, 4.0]],
            Surface::lamp([255; 3]),
        )?;
        let grid = Grid::of_cells(&device, &wall(-1.0)?.with(lamp), 500)?;
        let two = Grid::of_cells(&device, &wall(-1.0)?.with(wall(1.0)?), 500)?;
        println!("{name}: light after mirrors of a share of 0.8: of a lamp, and of nothing");
        println!("{:>8} {:>10} {:>10} {:>10} {:>10}", "mirrors", "seen", "exact", "apart", "bound");
        let view = Camera { size: [3, 3], eye: Point3::new(0.0, 0.0, 0.5), angle: 1.0, ..Camera::default() };
        let back = Camera { target: Point3::new(0.0, 0.0, -1.0), bounces: 1, ..view };
        for (mirrors, grid, exact) in [(1, &grid, 0.8), (1 + MOST_BOUNCES, &two, 0.0)] {
            let bounces = mirrors.min(MOST_BOUNCES);
            let light = rung(&device, grid, &Camera { bounces, ..back })?.light.read()?[4];
            let (apart, bound) = ((light.x - exact).abs(), 1e-6);
            println!("{mirrors:>8} {:>10.6} {exact:>10.6} {apart:>10.1e} {bound:>10.1e}", light.x);
            assert!(apart <= bound);
        }
    }
    Ok(())
}

/// A round is a pass for each state that a ray has, two and a mark more where one is shaded, and three that
/// count.
#[test]
fn passes_are_those_of_the_longest_ray() -> Result<()> {
    let Some(device) = machine::device(Era::Fragment) else { return Ok(()) };
    let mesh = Mesh::cornell_box()?;
    let grid = Grid::of_cells(&device, &mesh, 64)?;
    let view = Camera { size: [8, 8], ..Camera::default() };
    let (picture, trace) = device.trace(|| ray_grid::fragment(&device, &grid, &view))?;
    let curves = picture.active()?;
    let steps = curves[0].points.len();
    let with = |at: usize| curves[at].points.iter().filter(|(_, rays)| *rays > 0.0).count();
    let (traverse, intersect, shade) = (with(0), with(1), with(2));
    assert_eq!(trace.launches().count(), 1 + 3 * (steps + 1) + traverse + intersect + 3 * shade);
    let first: f64 = curves.iter().map(|curve| curve.points[0].1).sum();
    assert_eq!(first, 64.0, "all rays are active at first");
    // Each pixel looks once and asks for the lamp at most once.
    let shaded: f64 = curves[2].points.iter().map(|(_, rays)| rays).sum();
    assert!((64.0..=128.0).contains(&shaded), "{shaded} rays were shaded");
    Ok(())
}

#[test]
fn the_wavefront_has_as_many_rays_as_the_passes() -> Result<()> {
    let Some(compute) = machine::device(Era::Compute) else { return Ok(()) };
    let fragment = compute.with_era(Era::Fragment)?;
    let mesh = Mesh::cornell_box()?.with(triangles(3, 20)?);
    let view = Camera { size: [16, 16], ..Camera::default() };
    let passes = ray_grid::fragment(&fragment, &Grid::new(&fragment, &mesh)?, &view)?.active()?;
    let queues = ray_grid::compute_wavefront(&compute, &Grid::new(&compute, &mesh)?, &view)?.active()?;
    let sum = |points: &[(f64, f64)]| points.iter().map(|(_, rays)| rays).sum::<f64>();
    assert_eq!(sum(&passes[2].points), sum(&queues[0].points), "each ray is shaded once");
    assert_eq!(queues[0].points[0].1, 256.0);
    Ok(())
}

#[test]
fn a_scene_of_nothing_is_sky() -> Result<()> {
    for (name, era, rung) in RUNGS {
        let Some(device) = machine::device(era) else { continue };
        let line = [Point3::origin(), Point3::new(1.0, 0.0, 0.0), Point3::new(2.0, 0.0, 0.0)];
        let flat = Mesh::new(&line, &[[0, 1, 2], [1, 1, 1]], Surface::matt([255; 3]))?;
        for mesh in [Mesh::default(), Mesh::new(&line, &[], Surface::matt([255; 3]))?, flat] {
            let grid = Grid::new(&device, &mesh)?;
            let view = Camera { size: [5, 3], eye: Point3::new(0.5, 0.1, 4.0), ..Camera::default() };
            let picture = rung(&device, &grid, &view)?;
            assert!(picture.seen.read()?.iter().all(|seen| seen.target().is_none()), "{name}");
            let apart = difference(&picture.light.read()?, &picture.seen.read()?, &mesh, &view, grid.start());
            assert!(apart <= BOUND, "{name}: {apart:.1e}");
        }
        let grid = Grid::new(&device, &Mesh::cornell_box()?)?;
        assert!(
            rung(&device, &grid, &Camera { size: [0, 7], ..Camera::default() })?
                .light
                .is_empty(),
            "{name}"
        );
    }
    Ok(())
}

#[test]
fn views_that_cannot_be_are_refused() -> Result<()> {
    let eye = Camera::default().eye;
    let refused: [(Camera, &str); 7] = [
        (Camera { eye: [0.0, f32::INFINITY, 0.0].into(), ..Camera::default() }, "the view's eye is (0, inf, 0)"),
        (Camera { target: eye, ..Camera::default() }, "the view's eye is its target"),
        (Camera { angle: 180.0, ..Camera::default() }, "the view's angle is 180 degrees"),
        (Camera { angle: f32::NAN, ..Camera::default() }, "the view's angle is NaN degrees"),
        (Camera { power: f32::NAN, ..Camera::default() }, "the view's power or jitter is not finite"),
        (Camera { bounces: 9, ..Camera::default() }, "mirrors in a row: 9 given, the limit is 8"),
        (Camera { eye: [1e9, 0.0, 0.0].into(), ..Camera::default() }, "cells from the eye to the grid's corner"),
    ];
    for (name, era, rung) in RUNGS {
        let Some(device) = machine::device(era) else { continue };
        let grid = Grid::new(&device, &Mesh::cornell_box()?)?;
        for (view, begins) in &refused {
            let error = rung(&device, &grid, &Camera { size: [2, 2], ..*view })
                .err()
                .map(|error| error.to_string());
            assert!(error.as_ref().is_some_and(|error| error.starts_with(begins)), "{name}: {error:?}, not {begins}");
        }
    }
    Ok(())
}

/// So many triangles in one place that a loop over them would not end on every machine.
#[test]
fn a_list_too_long_for_a_loop_is_refused() -> Result<()> {
    let heap: Vec<[u32; 3]> = vec![[0, 1, 2]; 8_000];
    let points = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]].map(Point3::from);
    let mesh = Mesh::new(&points, &heap, Surface::matt([200; 3]))?;
    for (name, era, rung) in &RUNGS[1..] {
        let Some(device) = machine::device(*era) else { continue };
        let grid = Grid::of_cells(&device, &mesh, 27)?;
        let error = rung(&device, &grid, &Camera { size: [2, 2], ..Camera::default() })
            .err()
            .map(|error| error.to_string());
        let error = error.unwrap_or_default();
        assert!(error.contains("steps that a ray of a") && error.contains("the limit is 65000"), "{name}: {error}");
    }
    Ok(())
}

/// As many triangles in one place as a loop may go over, and one more.
#[test]
fn the_longest_list_for_a_loop_is_followed() -> Result<()> {
    let points = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]].map(Point3::from);
    let heap = |count: usize| Mesh::new(&points, &vec![[0, 1, 2]; count], Surface::matt([200; 3]));
    let (eye, target) = (Point3::new(0.2, 0.2, 2.0), Point3::new(0.2, 0.2, 0.0));
    let view = Camera { size: [2, 2], eye, target, angle: 10.0, ..Camera::default() };
    let Some(device) = machine::device(Era::Compute) else { return Ok(()) };
    let cast = |count: usize| ray_grid::compute_wavefront(&device, &Grid::of_cells(&device, &heap(count)?, 27)?, &view);
    let steps = |count: usize| match cast(count).err() {
        Some(Error::Limit { given, .. }) => given as usize,
        other => panic!("{count} triangles: {other:?}"),
    };
    // Each further triangle is as many further steps.
    let (few, many) = (steps(40_000), steps(50_000));
    let each = (many - few) / 10_000;
    let most = 40_000 - (few - 65_000).div_ceil(each);
    assert!(cast(most)?.seen.read()?.iter().all(|seen| seen.target().is_some()));
    assert!(steps(most + 1) > 65_000);
    for rung in Algorithm::find("ray_grid")?.rungs {
        assert!((rung.turns)(1 << 26) <= 65_535, "{}", rung.name);
    }
    Ok(())
}

#[test]
fn meshes_that_are_no_good_are_refused_at_their_line() {
    let corners = "v 0 0 0\nv 1 0 0\nv 0 1 0\n";
    let wrong = [
        ("f 0 1 2", "OBJ line 4: a face has vertex 0; vertices count from 1"),
        ("f 1 2 4", "OBJ line 4: a face has vertex 4, and there are 3 before it; write its vertices first"),
        ("f -4 -2 -1", "OBJ line 4: a face has vertex -4, and there are 3 before it; write its vertices first"),
        ("f 1 2", "OBJ line 4: a face of 2 corners; give it three at least"),
        ("f 1 2 x", "OBJ line 4: a face has the corner x, which is not a number"),
        ("f 1 2 99999999999999999999", "OBJ line 4: a face has the corner 99999999999999999999, which is not a number"),
        ("v 1 2", "OBJ line 4: a vertex of 2 coordinates; give it three"),
        ("v 1 2 three", "OBJ line 4: a vertex has the coordinate three, which is not a number"),
        ("v nan 0 0", "OBJ line 4: a vertex has the coordinate nan; give finite numbers"),
        ("v 1e39 0 0", "OBJ line 4: a vertex has the coordinate 1e39; give finite numbers"),
    ];
    let white = Surface::matt([255; 3]);
    for (line, sentence) in wrong {
        let error = Mesh::from_obj(&format!("{corners}{line}\n"), white).unwrap_err();
        assert_eq!(error.to_string(), sentence);
    }
    let right = |faces: &str| {
        Mesh::from_obj(&format!("{corners}{faces}"), white)
            .unwrap()
            .triangles()
            .to_vec()
    };
    assert_eq!(right("f 1 2 3"), [[0, 1, 2]]);
    assert_eq!(right("f -3 -2 -1 # backwards"), [[0, 1, 2]]);
    assert_eq!(right("f 1/1 2//2 3/3/3"), [[0, 1, 2]]);
    assert_eq!(right("f -3 -2 -1\nv 1 1 0\nf -3 -1 -2"), [[0, 1, 2], [1, 3, 2]]);
    assert!(right("# no faces").is_empty());
    let error = Mesh::new(&[Point3::new(0.0, f32::NAN, 0.0)], &[], white).unwrap_err();
    assert_eq!(error.to_string(), "vertex 0 is (0, NaN, 0); give finite numbers");
}

#[test]
fn the_meshes_of_the_project_are_whole() -> Result<()> {
    let white = Surface::matt([255; 3]);
    let bunny = Mesh::from_obj(include_str!("../../crates/cli/data/bunny.obj"), white)?;
    let teapot = Mesh::from_obj(include_str!("../../crates/cli/data/teapot.obj"), white)?;
    assert_eq!((bunny.vertices().len(), bunny.triangles().len()), (1_839, 3_674));
    assert_eq!(teapot.triangles().len(), 992);
    let standing = teapot.standing([1.0, 2.0, 3.0], 4.0, 0.3);
    let (low, high) = standing.extent().unwrap();
    let middle = (low.coords + high.coords) / 2.0;
    assert!((low.y - 2.0).abs() < 1e-5 && (high.y - 6.0).abs() < 1e-5);
    assert!((middle - Vector3::new(1.0, 4.0, 3.0)).xz().norm() < 0.5, "{middle:?}");
    Ok(())
}
