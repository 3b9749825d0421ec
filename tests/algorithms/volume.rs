//! Volumes: modes of known decay, what stays, what each layout costs, reads between the cells, and bad input.

use crate::machine;
use gristmill::algorithms::volume::{self, volume};
use gristmill::finding::Listening;
use gristmill::{Device, Era, Layout, MachineChoice, Result};

const SHAPE: [usize; 3] = [13, 11, 9];
const FLAT: [Layout; 4] = [Layout::BySlice, Layout::Packed, Layout::Slices, Layout::Volume];

fn layouts(era: Era) -> &'static [Layout] {
    if era == Era::Fragment { &FLAT } else { &[Layout::Linear] }
}

/// A cosine in each direction, which a step makes smaller and nothing else.
fn mode([k, l, m]: [usize; 3]) -> Vec<f32> {
    let [width, height, depth] = SHAPE;
    let wave = |k: usize, i: usize, n: usize| (std::f64::consts::PI * k as f64 * (i as f64 + 0.5) / n as f64).cos();
    (0..width * height * depth)
        .map(|i| wave(k, i % width, width) * wave(l, i / width % height, height) * wave(m, i / width / height, depth))
        .map(|cell| cell as f32)
        .collect()
}

#[test]
fn physics_modes_of_a_volume_decay_as_they_must() -> Result<()> {
    let (rate, steps) = (0.15_f32, 12);
    for era in Era::ALL {
        let Some(device) = machine::device(era) else { continue };
        println!("{era} era: what is left of a mode of diffusion after {steps} steps, 13x11x9 cells, rate {rate}");
        println!(
            "{:>10} {:>10} {:>10} {:>10} {:>10} {:>10}",
            "layout", "mode", "given", "exact", "difference", "bound"
        );
        for layout in layouts(era) {
            for wave in [[0, 0, 0], [1, 0, 0], [0, 2, 1], [3, 3, 3], [12, 10, 8]] {
                let start = mode(wave);
                let result = volume(&device, &device.stream_in(*layout, SHAPE, &start)?, rate, steps)?.read()?;
                let angles = wave.iter().zip(SHAPE).map(|(k, n)| std::f64::consts::PI * *k as f64 / n as f64);
                let factor = 1.0 - 2.0 * f64::from(rate) * angles.map(|angle| 1.0 - angle.cos()).sum::<f64>();
                let exact = factor.powi(steps as i32);
                // The share is read where the mode is largest, and every cell must have it.
                let largest = (0..start.len())
                    .max_by(|a, b| start[*a].abs().total_cmp(&start[*b].abs()))
                    .unwrap();
                let given = f64::from(result[largest]) / f64::from(start[largest]);
                let bound = (steps * 8 + 1) as f64 * f64::from(f32::EPSILON);
                let apart = result
                    .iter()
                    .zip(&start)
                    .map(|(now, then)| f64::from(*now) - exact * f64::from(*then));
                let worst = apart.map(f64::abs).fold(0.0, f64::max);
                let [layout, wave] = [format!("{layout:?}"), format!("{wave:?}").replace(' ', "")];
                println!("{layout:>10} {wave:>10} {given:>10.6} {exact:>10.6} {worst:>10.1e} {bound:>10.1e}");
                assert!(worst <= bound);
            }
        }
    }
    Ok(())
}

#[test]
fn physics_nothing_leaves_a_volume() -> Result<()> {
    let cells: Vec<f32> = (0..SHAPE.iter().product::<usize>())
        .map(|i| (gristmill::random::pcg(i as u32) % 100) as f32)
        .collect();
    let before = cells.iter().copied().map(f64::from).sum::<f64>();
    for era in Era::ALL {
        let Some(device) = machine::device(era) else { continue };
        println!("{era} era: the sum of all cells after 50 steps");
        println!("{:>10} {:>12} {:>12} {:>10} {:>10}", "layout", "given", "exact", "difference", "bound");
        for layout in layouts(era) {
            let now = volume(&device, &device.stream_in(*layout, SHAPE, &cells)?, 1.0 / 6.0, 50)?.read()?;
            let after = now.iter().copied().map(f64::from).sum::<f64>();
            // Roundings of 8 half units per step and cell, of numbers below 128, which fall either way.
            let bound = 50.0 * cells.len() as f64 * 8.0 * 64.0 * f64::from(f32::EPSILON) / 10.0;
            let layout = format!("{layout:?}");
            println!("{layout:>10} {after:>12.4} {before:>12.4} {:>10.1e} {bound:>10.1e}", after - before);
            assert!((after - before).abs() <= bound);
        }
    }
    Ok(())
}

/// The table that the chapter shows. The chapter reads it from a file, and the file must be right.
#[test]
fn the_chapter_knows_what_the_layouts_cost() -> Result<()> {
    let cells = mode([1, 1, 1]);
    let mut table = format!(
        "{:<10} {:>8} {:>7} {:>15} {:>19}\n",
        "layout", "textures", "passes", "texels per cell", "operations per cell"
    );
    for era in Era::ALL {
        let device = Device::choose(era, MachineChoice::Emulator)?;
        for layout in layouts(era) {
            let stream = device.stream_in(*layout, SHAPE, &cells)?;
            let (_, trace) = device.trace(|| volume(&device, &stream, 0.1, 1))?;
            device.listen(Some(Listening::COUNTERS))?;
            volume(&device, &stream, 0.1, 1)?;
            let counts = device.counters()?.total;
            device.listen(None)?;
            let textures = if *layout == Layout::Linear { 0 } else { stream.plan().textures() };
            let [texels, operations] = [counts.texels, counts.lanes].map(|count| count as f64 / cells.len() as f64);
            let (layout, passes) = (format!("{layout:?}"), trace.passes());
            table += &format!("{layout:<10} {textures:>8} {passes:>7} {texels:>15.1} {operations:>19.0}\n");
        }
    }
    println!("{table}");
    assert_eq!(table.trim_end(), include_str!("../../book/src/structures/volume_layouts.txt").trim_end());
    Ok(())
}

#[test]
fn physics_a_volume_is_read_between_its_cells() -> Result<()> {
    let cells: Vec<f32> = (0..SHAPE.iter().product::<usize>())
        .map(|i| gristmill::random::uniform(3, i as u32, 0))
        .collect();
    // Inside, on the borders, half a cell outside, and far away.
    let number = |i: u32, lane: u32| gristmill::random::uniform(5, i, lane) * 1.4 - 0.2;
    let points: Vec<[f32; 4]> = (0..4_000)
        .map(|i| std::array::from_fn(|lane| number(i, lane as u32) * 13.0))
        .collect();
    let exact: Vec<f64> = points
        .iter()
        .map(|[x, y, z, _]| volume::sample_reference(&cells, SHAPE, [*x, *y, *z].map(f64::from)))
        .collect();
    let worst = |given: &[f32]| {
        given
            .iter()
            .zip(&exact)
            .map(|(a, b)| (f64::from(*a) - b).abs())
            .fold(0.0, f64::max)
    };
    // Three blends of numbers below 1; the place between two cells near 13 is known to half a unit there.
    let bound = 24.0 * f64::from(f32::EPSILON);
    for era in Era::ALL {
        let Some(device) = machine::device(era) else { continue };
        println!("{era} era: 4,000 reads between the cells, largest difference from exact trilinear interpolation");
        println!("{:>22} {:>10} {:>10}", "layout", "difference", "bound");
        let streams = device.stream(&points)?;
        for layout in layouts(era).iter().filter(|layout| **layout != Layout::Slices) {
            let volume = device.stream_in(*layout, SHAPE, &cells)?;
            let worst = worst(&volume::sample(&device, &volume, &streams)?.read()?);
            println!("{:>22} {worst:>10.1e} {bound:>10.1e}", format!("{layout:?}"));
            assert!(worst <= bound);
        }
        if era == Era::Fragment {
            let volume = device.stream_in(Layout::BySlice, SHAPE, &cells)?;
            let bled = worst(&volume::sample_bleeding(&device, &volume, &streams)?.read()?);
            println!("{:>22} {bled:>10.1e} {:>10}", "BySlice, bilinear", "bleeds");
            assert!(bled > 0.1, "a sampler that bleeds must be off");
            let error = volume::sample(&device, &device.stream_in(Layout::Slices, SHAPE, &cells)?, &streams)
                .err()
                .unwrap();
            assert!(error.to_string().contains("a stack of slices cannot be sampled"), "{error}");
        }
    }
    Ok(())
}

#[test]
fn slices_by_a_table_and_four_at_a_time() -> Result<()> {
    for device in machine::machines().into_iter().filter(|device| device.era() == Era::Fragment) {
        for shape in [[1, 1, 1], [3, 2, 2], [2, 5, 3], [7, 1, 4], [4, 3, 5], [1, 6, 8], [5, 4, 9], [2, 2, 23]] {
            let count = shape.iter().product::<usize>() as u32;
            let cells: Vec<f32> = (0..count).map(|i| gristmill::random::uniform(3, i, 0) * 2.0 - 1.0).collect();
            let wanted = volume::reference(&cells, shape, 0.15, 3);
            let off = |given: Vec<f32>| {
                let apart = given
                    .iter()
                    .zip(&wanted)
                    .map(|(given, wanted)| (f64::from(*given) - wanted).abs());
                apart.fold(0.0, f64::max)
            };
            let bound = 3.0 * 8.0 * f64::from(f32::EPSILON);
            let flat = device.stream_in(Layout::BySlice, shape, &cells)?;
            let (given, trace) = device.trace(|| volume::fragment_table(&device, &flat, 0.15, 3))?;
            assert!(off(given.read()?) <= bound, "{device:?} {shape:?}: by a table");
            assert_eq!(trace.passes(), 3);
            for layout in FLAT {
                let cells = device.stream_in(layout, shape, &cells)?;
                let (given, trace) = device.trace(|| volume::fragment_four(&device, &cells, 0.15, 3))?;
                assert_eq!((given.layout(), trace.passes()), (layout, 3 * shape[2].div_ceil(4)));
                assert!(off(given.read()?) <= bound, "{device:?} {shape:?}: four at a time");
                assert_eq!(volume::fragment_four(&device, &cells, 0.15, 0)?.read()?, cells.read()?);
            }
        }
        let lines = device.stream_of([2, 2, 2], &[0.0; 8])?;
        assert_eq!(
            volume::fragment_table(&device, &lines, 0.1, 1).err().unwrap().to_string(),
            "this rung needs Layout::BySlice, the volume has Layout::Packed; copy it to Layout::BySlice"
        );
        for layout in [Layout::BySlice, Layout::Slices] {
            let none = device.empty_in::<f32>(layout, [0, 3, 2])?;
            assert!(volume::fragment_four(&device, &none, 0.1, 2)?.is_empty());
        }
        let none = device.empty_in::<f32>(Layout::BySlice, [3, 2, 0])?;
        assert!(volume::fragment_table(&device, &none, 0.1, 2)?.is_empty());
        assert!(
            volume::fragment_four(&device, &lines, 0.17, 1).is_err()
                && volume::fragment_table(&device, &none, 0.17, 1).is_err()
        );
    }
    Ok(())
}

#[test]
fn bad_volumes_are_refused() -> Result<()> {
    for era in Era::ALL {
        let Some(device) = machine::device(era) else { continue };
        let volume_of = |shape: &[usize]| device.empty::<f32>(gristmill::Shape::new(shape)?);
        let refused =
            |shape: &[usize], rate: f32| Ok(volume(&device, &volume_of(shape)?, rate, 1).err().unwrap().to_string());
        let sentence: Result<String> = refused(&[3, 3, 3], 0.17);
        assert_eq!(
            sentence?,
            "a rate of diffusion of 0.17 is given, the limit is 1/6, beyond which a step of six neighbours is \
             unstable; use more and smaller steps"
        );
        for rate in [-0.1, f32::NAN, f32::INFINITY] {
            let sentence: Result<String> = refused(&[3, 3, 3], rate);
            assert!(sentence?.contains("1/6"));
        }
        let sentence: Result<String> = refused(&[9, 3], 0.1);
        assert_eq!(sentence?, "a volume has 3 dimensions, the stream has 2; give it [width, height, depth]");
        let none = volume_of(&[0, 0, 0])?;
        assert_eq!(volume(&device, &none, 0.1, 3)?.read()?, [0.0; 0]);
        let sentence = volume::sample(&device, &none, &device.stream(&[[0.0; 4]])?)
            .err()
            .unwrap()
            .to_string();
        assert!(sentence.contains("without cells"), "{sentence}");
    }
    let error = volume::of_file(&[0; 67_650], [33, 41, 26]).unwrap_err();
    assert_eq!(
        error.to_string(),
        "a volume of 33x41x26 numbers of 16 bits has 70356 bytes, the file 67650; give the shape that the file was written with"
    );
    Ok(())
}

#[test]
fn a_sampler_reads_between_cells_and_no_slice_bleeds() {
    let mut worst = 0.0_f64;
    for device in machine::machines() {
        for shape in [[1, 1, 1], [2, 3, 5], [7, 1, 4], [5, 5, 3]] {
            let count = shape.iter().product::<usize>() as u32;
            let cells: Vec<f32> = (0..count).map(|i| gristmill::random::uniform(3, i, 0) * 2.0 - 1.0).collect();
            let place = |i: u32, axis: usize| {
                let part = gristmill::random::uniform(4, i, axis as u32);
                part * (shape[axis] as f32 + 2.0) - 1.5 // beyond both ends too
            };
            let points: Vec<[f32; 4]> = (0..500).map(|i| [place(i, 0), place(i, 1), place(i, 2), 0.0]).collect();
            let stream = device.stream(&points).unwrap();
            for layout in [Layout::Volume, Layout::BySlice] {
                let volume = device.stream_in(layout, shape, &cells).unwrap();
                let given = volume::sample_linear(&device, &volume, &stream).unwrap().read().unwrap();
                for (point, given) in points.iter().zip(given) {
                    let [x, y, z, _] = point.map(f64::from);
                    let off = (f64::from(given) - volume::sample_reference(&cells, shape, [x, y, z])).abs();
                    // Neighbours differ by 2 at most; a driver may keep eight bits of each of three weights.
                    let kind = device.info().kind;
                    let bound = if kind == gristmill::DeviceKind::Emulator { 1e-5 } else { 3.0 * 2.0 / 256.0 };
                    assert!(off <= bound, "{kind:?} {layout:?} {shape:?} at {point:?}: off by {off:e}");
                    worst = worst.max(off);
                }
            }
        }
        let rows = device.stream_in(Layout::Packed, [2, 2, 2], &[0.0; 8]).unwrap();
        let points = device.stream(&[[0.0; 4]]).unwrap();
        let error = volume::sample_linear(&device, &rows, &points)
            .map(|_| ())
            .unwrap_err()
            .to_string();
        assert_eq!(error, "a sampler cannot filter a volume of Layout::Packed; copy it to Layout::Volume");
    }
    println!("a sampler between cells is off by {worst:.1e}");
}
