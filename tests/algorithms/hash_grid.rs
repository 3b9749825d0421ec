//! Hashed grids: points in odd places, the passes they take, and what they refuse.

use crate::machine;
use gristmill::algorithms::Algorithm;
use gristmill::algorithms::hash_grid::{self, HashGrid, hash_grid};
use gristmill::{Device, Era, Result, Stream};
use nalgebra::Vector4;

type Build = fn(&Device, &Stream<Vector4<f32>>, f32) -> Result<HashGrid>;

const RUNGS: [(&str, Era, Build); 3] = [
    ("fragment", Era::Fragment, hash_grid::fragment),
    ("compute_sort", Era::Compute, hash_grid::compute_sort),
    ("compute", Era::Compute, hash_grid::compute),
];

fn neighbours_2005(device: &Device, points: &[Vector4<f32>], places: &[Vector4<f32>]) -> Result<Vec<[u32; 2]>> {
    let grid = hash_grid::fragment_2005(device, &device.stream(points)?, 1.0)?;
    grid.read_found(&grid.neighbours(device, &device.stream(places)?)?)
}

fn at(x: f32, y: f32, z: f32) -> Vector4<f32> {
    Vector4::new(x, y, z, 0.0)
}

#[test]
fn points_in_odd_places_are_found() -> Result<()> {
    let line: Vec<_> = (0..40).map(|i| at(0.0, i as f32 * 0.75 - 12.0, 0.0)).collect();
    let crowd = vec![at(0.25, -0.25, 100.0); 300];
    let odd = [f32::NAN, f32::INFINITY, f32::NEG_INFINITY, f32::MAX, -0.0].map(|x| at(x, 0.0, 0.0));
    // The corners of a cube whose sides are a radius long, on all sides of the origin: such neighbours are
    // just near enough.
    let corners: Vec<_> = (0..8)
        .map(|i| at((i & 1) as f32 - 0.5, (i >> 1 & 1) as f32 - 0.5, (i >> 2) as f32 - 0.5))
        .collect();
    let alone = vec![at(1.0, 2.0, 3.0)];
    for points in [line, crowd, odd.to_vec(), corners, alone, Vec::new()] {
        let wanted = hash_grid::reference(&points, &points, 1.0);
        for (name, era, build) in RUNGS {
            let Some(device) = machine::device(era) else { continue };
            let stream = device.stream(&points)?;
            let near = build(&device, &stream, 1.0)?.neighbours(&device, &stream)?.read()?;
            assert_eq!(near, wanted, "{name} of {} points", points.len());
        }
        let Some(device) = machine::device(Era::Fragment) else { continue };
        assert_eq!(neighbours_2005(&device, &points, &points)?, wanted, "fragment_2005 of {} points", points.len());
    }
    Ok(())
}

#[test]
fn a_crowd_too_large_for_a_loop_is_named() -> Result<()> {
    // A place beside the crowd has it in its cells; one far off has not.
    let mut points = vec![at(0.5, 0.5, 0.5); hash_grid::CROWD];
    points.extend([at(1.25, 0.5, 0.5), at(50.0, 0.5, 0.5)]);
    for (name, era, build) in RUNGS {
        let Some(device) = machine::device(era).filter(|device| !machine::is_slow(device)) else { continue };
        let places = device.stream(&points[hash_grid::CROWD..])?;
        let grid = build(&device, &device.stream(&points)?, 1.0)?;
        let far = [1, hash_grid::CROWD as u32 + 1];
        assert_eq!(grid.neighbours(&device, &places)?.read()?, [[u32::MAX; 2], far], "{name}");

        // One less, and all are counted.
        points.remove(0);
        let grid = build(&device, &device.stream(&points)?, 1.0)?;
        let numbers = (0..hash_grid::CROWD as u32).fold(0, u32::wrapping_add);
        let near = grid.neighbours(&device, &places)?.read()?;
        assert_eq!(near, [[hash_grid::CROWD as u32, numbers], [1, hash_grid::CROWD as u32]], "{name}");
        points.insert(0, at(0.5, 0.5, 0.5));
    }
    Ok(())
}

#[test]
fn a_crowd_whose_columns_no_float_adds_is_named() -> Result<()> {
    let Some(device) = machine::device(Era::Fragment) else { return Ok(()) };
    let mut points = vec![at(0.5, 0.5, 0.5); 4_097];
    let places = [at(1.25, 0.5, 0.5), at(50.0, 0.5, 0.5)];
    assert_eq!(neighbours_2005(&device, &points, &places)?, [[u32::MAX; 2], [0, 0]]);
    points.pop();
    assert_eq!(neighbours_2005(&device, &points, &places)?, [[4_096, 4_096 * 4_095 / 2], [0, 0]]);
    Ok(())
}

/// Passes of the network, of the search, and three; and one for every 64 points of the fullest bucket.
#[test]
fn passes_of_2005_are_those_of_the_table() -> Result<()> {
    let Some(device) = machine::device(Era::Fragment) else { return Ok(()) };
    for (power, passes, rounds) in [(6, 21 + 3 + 3, 1), (8, 36 + 3 + 3, 4), (9, 45 + 4 + 3, 8)] {
        let points = device.stream(&vec![at(0.0, 0.0, 0.0); 1 << power])?;
        let (grid, trace) = device.trace(|| hash_grid::fragment_2005(&device, &points, 1.0))?;
        assert_eq!((trace.passes(), grid.fullest), (passes, 1 << power));
        assert_eq!(device.trace(|| grid.neighbours(&device, &points))?.1.passes(), rounds);
    }
    Ok(())
}

#[cfg(feature = "emulator")]
#[test]
fn more_points_than_a_card_counts_are_refused() {
    let device = crate::primitives_2005::open_radeon();
    let points = device.stream(&vec![at(0.0, 0.0, 0.0); (1 << 17) + 1]).unwrap();
    let error = hash_grid::fragment_2005(&device, &points, 1.0)
        .map(drop)
        .unwrap_err()
        .to_string();
    let wanted = "elements counted in the card's floats: 131073 given, the limit is 131072; process the stream in parts, or \
                  use a card with longer floats (see the chapter on cards)";
    assert_eq!(error, wanted);
}

/// The crowd is named before a driver ends a loop, which llvmpipe does after 65,535 turns.
#[test]
fn no_size_turns_for_too_long() -> Result<()> {
    for rung in Algorithm::find("hash_grid")?.rungs {
        for size in [0, 1, 59_999, 60_000, 60_001, 1 << 20, 1 << 26] {
            let turns = (rung.turns)(size);
            assert!(turns > size.min(hash_grid::CROWD) && turns <= 65_535, "{} of {size}: {turns} turns", rung.name);
        }
    }
    Ok(())
}

#[test]
fn points_lie_in_the_order_of_their_buckets() -> Result<()> {
    let points: Vec<_> = (0..500)
        .map(|i| at((i * 37 % 101) as f32 * 0.2, (i * 53 % 89) as f32 * 0.2, 0.0))
        .collect();
    for (name, era, build) in RUNGS {
        let Some(device) = machine::device(era) else { continue };
        let grid = build(&device, &device.stream(&points)?, 1.0)?;
        let (order, starts) = (grid.order.read()?, grid.starts.read()?);
        let moved: Vec<_> = order.iter().map(|number| points[*number as usize]).collect();
        assert_eq!(grid.position.read()?, moved, "{name}");
        assert!(starts.is_sorted() && starts[0] == 0 && starts.len() == grid.fold.buckets() + 1, "{name}");
        assert_eq!(starts[grid.fold.buckets()], 500, "{name}");
        let mut numbers = order;
        numbers.sort_unstable();
        assert!(numbers.into_iter().eq(0..500), "{name}");
    }
    Ok(())
}

#[test]
fn passes_are_those_of_the_table() -> Result<()> {
    let points: Vec<_> = (0..256).map(|i| at(i as f32, 0.0, 0.0)).collect();
    let power = 8; // 2 to the power of that are the points
    for (name, era, build) in RUNGS {
        let Some(device) = machine::device(era) else { continue };
        let points = device.stream(&points)?;
        let (_, trace) = device.trace(|| build(&device, &points, 1.0))?;
        let sorted = device.trace(|| {
            let words = device.stream(&vec![0_u32; 256])?;
            gristmill::algorithms::sort::sort(&device, &words, &words)
        })?;
        let wanted = match name {
            "fragment" => power + 4,
            "compute_sort" => sorted.1.passes() + 3,
            _ => {
                let counts = device.stream(&vec![0_u32; 257])?;
                let scanned = device.trace(|| gristmill::algorithms::scan::exclusive::compute(&device, &counts))?;
                scanned.1.passes() + 3
            }
        };
        assert_eq!(trace.passes(), wanted, "{name}");
    }
    Ok(())
}

#[test]
fn what_makes_no_cells_is_refused() -> Result<()> {
    for era in Era::ALL {
        let Some(device) = machine::device(era) else { continue };
        let points = device.stream(&[at(0.0, 0.0, 0.0)])?;
        for radius in [0.0, -1.0, f32::NAN, f32::INFINITY] {
            let error = hash_grid(&device, &points, radius).map(drop).unwrap_err().to_string();
            assert_eq!(error, format!("a radius of {radius} is not valid; give a finite one above 0"));
        }
        let grid = hash_grid(&device, &points, 1.0)?;
        let error = grid.sorted(&device, &device.empty(2)?).map(drop).unwrap_err().to_string();
        assert_eq!(error, "2 elements given for 1 points; give each point one");
    }
    Ok(())
}
