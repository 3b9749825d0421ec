//! Volume rendering: a fog of known depth, the same picture from every layout, passes, and bad input.

use crate::machine;
use gristmill::algorithms::Algorithm;
use gristmill::algorithms::volume_render::{BOUND, Turning, View, slopes, volume_render};
use gristmill::{Era, Layout, Result, Scene};
use nalgebra::Vector3;

fn layouts(era: Era) -> &'static [Layout] {
    let flat = &[Layout::BySlice, Layout::Packed, Layout::Volume];
    if era == Era::Fragment { flat } else { &[Layout::Linear] }
}

/// A block of one value has no slopes, so each cell of it stops the same share of the light: Beer's law.
#[test]
fn physics_fog_stops_light_by_its_depth() -> Result<()> {
    let opacity = 0.25; // of a cell of the value 0.5
    for era in Era::ALL {
        let Some(device) = machine::device(era) else { continue };
        println!("{era} era: the red of one ray through so many cells of fog");
        println!(
            "{:>8} {:>10} {:>10} {:>10} {:>10} {:>10}",
            "cells", "layout", "given", "exact", "difference", "bound"
        );
        for depth in [1, 4, 8, 15] {
            for layout in layouts(era) {
                let cells = vec![0.5; 9 * 9 * (depth + 1)];
                let block = device.stream_in(*layout, [9, depth + 1, 9], &cells)?;
                let forward = Vector3::y();
                let [right, up] = [Vector3::x() * 0.1, Vector3::z() * 0.1];
                let view = View { eye: Vector3::new(4.0, -20.0, 4.0), forward, right, up };
                let picture = volume_render(&device, &slopes(&device, &block, 1.0)?, &view, [1, 1])?.read()?;
                // Two samples a cell. At both walls one counts for nothing, one for half; of a single cell
                // the middle is both.
                let half = (1.0 - opacity / 2.0_f64).sqrt();
                let clear = match depth {
                    1 => half,
                    _ => half * half * (1.0 - opacity).powf((2 * depth - 3) as f64 / 2.0),
                };
                let exact = 0.95 * 0.8 * (1.0 - clear) + 0.09 * clear; // the fog's red, and the wall's behind it
                let given = f64::from(picture[0].x);
                let (difference, layout) = ((given - exact).abs(), format!("{layout:?}"));
                println!("{depth:>8} {layout:>10} {given:>10.6} {exact:>10.6} {difference:>10.1e} {BOUND:>10.1e}");
                assert!(difference <= BOUND);
            }
        }
    }
    Ok(())
}

#[test]
fn a_picture_is_one_pass_from_every_layout() -> Result<()> {
    let shape = [7, 6, 5];
    let cells: Vec<f32> = (0..210).map(|i| gristmill::random::uniform(1, i, 0)).collect();
    let view = View::around(shape, 1.0, 0.3);
    let mut pictures = Vec::new();
    for era in Era::ALL {
        let Some(device) = machine::device(era) else { continue };
        for layout in layouts(era) {
            let volume = device.stream_in(*layout, shape, &cells)?;
            let (slopes, trace) = device.trace(|| slopes(&device, &volume, 1.0))?;
            assert_eq!(trace.passes(), if *layout == Layout::Volume { 5 } else { 1 }, "slopes of {layout:?}");
            let (picture, trace) = device.trace(|| volume_render(&device, &slopes, &view, [17, 13]))?;
            assert_eq!(trace.passes(), 1, "a picture of {layout:?}");
            pictures.push(picture.read()?);
        }
    }
    for picture in &pictures[1..] {
        for (given, first) in picture.iter().zip(&pictures[0]) {
            assert!(f64::from((given - first).amax()) <= 2.0 * BOUND);
        }
    }
    Ok(())
}

#[test]
fn bad_volumes_are_not_drawn() -> Result<()> {
    for era in Era::ALL {
        let Some(device) = machine::device(era) else { continue };
        let cells = device.stream_of([2, 2, 2], &[1.0; 8])?;
        let error = |white: f32| slopes(&device, &cells, white).err().unwrap().to_string();
        assert_eq!(error(0.0), "the value 0 cannot count as white; give a number above 0");
        assert!(error(f32::NAN).contains("NaN"));
        let flat = device.stream_of([4, 2], &[1.0; 8])?;
        let error = slopes(&device, &flat, 1.0).err().unwrap().to_string();
        assert_eq!(error, "a stream of 4x2 is not a volume; give it [width, height, depth]");
        assert!(Turning::new(&device, [2, 2, 3], &[1.0; 8], 1.0).is_err());
        let mut turning = Turning::new(&device, [1, 1, 1], &[1.0], 1.0)?;
        turning.advance(None)?;
        assert!(turning.picture([0, 0])?.read()?.is_empty());
        assert!(
            turning
                .picture([3, 3])?
                .read()?
                .iter()
                .all(|colour| colour.iter().all(|lane| lane.is_finite()))
        );
        if era == Era::Fragment {
            let stack = device.stream_in(Layout::Slices, [2, 2, 2], &[1.0; 8])?;
            let slopes = slopes(&device, &stack, 1.0)?;
            let error = volume_render(&device, &slopes, &View::around([2, 2, 2], 0.0, 0.0), [4, 4])
                .err()
                .unwrap();
            assert!(error.to_string().contains("a stack of slices"), "{error}");
        }
    }
    Ok(())
}

/// A ray is followed over 4,096 cells: nearer than that it sees the block, and from farther off it is
/// refused, not cut.
#[test]
fn a_volume_too_far_off_is_refused() -> Result<()> {
    for era in Era::ALL {
        let Some(device) = machine::device(era) else { continue };
        let block = slopes(&device, &device.stream_in(layouts(era)[0], [2, 2, 2], &[1.0; 8])?, 1.0)?;
        let [right, up] = [Vector3::x() * 1e-4, Vector3::z() * 1e-4];
        let from = |off: f32| View { eye: Vector3::new(0.5, 1.0 - off, 0.5), forward: Vector3::y(), right, up };
        let seen = volume_render(&device, &block, &from(4_095.0), [1, 1])?.read()?[0];
        assert!(seen.x > 0.2, "{era}: the block is brighter than the wall behind it, {seen}");
        let error = volume_render(&device, &block, &from(4_096.5), [1, 1])
            .err()
            .unwrap()
            .to_string();
        assert_eq!(
            error,
            "cells from the eye to the volume's farthest corner: 4097 given, the limit is 4096; look from nearer, or at a smaller volume"
        );
    }
    Ok(())
}

/// Two samples per cell, of five turns each, along the longest ray that is allowed.
#[test]
fn no_size_turns_for_too_long() -> Result<()> {
    for rung in Algorithm::find("volume_render")?.rungs {
        let turns = [0, 1, 1_000, 1 << 20, 1 << 26].map(rung.turns);
        assert!(turns.is_sorted() && turns[4] <= 5 * (2 * 4_096 + 1), "{}: {turns:?}", rung.name);
    }
    Ok(())
}
