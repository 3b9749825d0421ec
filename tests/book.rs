//! The programs that the book's first chapters show, run in both eras.

#[path = "book/before.rs"]
mod before;
#[path = "machine/mod.rs"]
mod machine;
#[cfg(feature = "emulator")]
#[path = "book/numbers/mod.rs"]
mod numbers;
#[path = "book/questions.rs"]
mod questions;
#[cfg(feature = "emulator")]
#[path = "book/registers.rs"]
mod registers;
#[path = "book/stream_types.rs"]
mod stream_types;

use gristmill::{
    Blend, Device, Element, Era, KernelSource, Layout, PingPong, Pointer, Result, Shape, Stream, TexelRect,
};

/// A kernel of `tests/book`, in both eras or in one.
macro_rules! shown {
    ($name:literal) => {
        shown!($name, fragment).compute(include_str!(concat!("book/", $name, ".comp")))
    };
    ($name:literal, fragment) => {
        KernelSource::new($name).fragment(include_str!(concat!("book/", $name, ".frag")))
    };
    ($name:literal, compute) => {
        KernelSource::new($name).compute(include_str!(concat!("book/", $name, ".comp")))
    };
}

/// Runs a program in every era that this machine has.
fn in_both_eras(program: impl Fn(&Device) -> Result<()>) {
    for era in Era::ALL {
        in_era(era, &program);
    }
}

fn in_era(era: Era, program: impl Fn(&Device) -> Result<()>) {
    if let Some(device) = machine::device(era) {
        program(&device).unwrap();
    }
}

// ---- Ping-pong -----------------------------------------------------------------------------------------------------------

#[test]
fn heat_spreads() {
    in_both_eras(|device| {
        let shape = Shape::from([65, 33]);
        let mut start = vec![0.0; shape.len()];
        start[shape.index([32, 16, 0, 0])] = 1000.0;
        // ANCHOR: ping_pong
        let kernel = device.kernel(&shown!("heat"))?;
        let mut heat = PingPong::new(device.stream_of(shape, &start)?, device.empty(shape)?);
        for _ in 0..10 {
            heat.step(|now, next| {
                kernel
                    .call()
                    .uniform("rate", 0.5)
                    .gather("source", now)
                    .output("result", next)
                    .run()
            })?;
        }
        let plate = heat.now().read()?;
        // ANCHOR_END: ping_pong
        let mut expected = start;
        for _ in 0..10 {
            expected = heat_reference(&expected, shape);
        }
        for (given, wanted) in plate.iter().zip(&expected) {
            approx::assert_abs_diff_eq!(given, wanted, epsilon = 1e-3);
        }
        // Ten steps reach ten cells far, and not eleven.
        assert!(plate[shape.index([42, 16, 0, 0])] > 0.0);
        assert_eq!(plate[shape.index([43, 16, 0, 0])], 0.0);
        Ok(())
    });
}

fn heat_reference(plate: &[f32], shape: Shape) -> Vec<f32> {
    let at = |x: isize, y: isize| {
        let x = x.clamp(0, shape.extent(0) as isize - 1) as usize;
        let y = y.clamp(0, shape.extent(1) as isize - 1) as usize;
        plate[shape.index([x, y, 0, 0])]
    };
    let step = |index: usize| {
        let [x, y, ..] = shape.position(index).map(|place| place as isize);
        let mean = 0.25 * (at(x - 1, y) + at(x + 1, y) + at(x, y - 1) + at(x, y + 1));
        0.5 * at(x, y) + 0.5 * mean
    };
    (0..shape.len()).map(step).collect()
}

#[test]
fn a_pass_may_not_read_what_it_writes() {
    in_era(Era::Fragment, |device| {
        let kernel = device.kernel(&shown!("heat"))?;
        let mut plate = device.empty::<f32>([8, 8])?;
        // ANCHOR: refused
        let error = kernel
            .call()
            .uniform("rate", 0.5)
            .update("source", &mut plate)
            .run()
            .unwrap_err();
        // ANCHOR_END: refused
        println!("{error}");
        assert!(error.to_string().contains("the fragment era cannot read the stream it writes"));
        Ok(())
    });
}

#[test]
fn a_border_apart_from_the_inside() {
    in_era(Era::Fragment, |device| {
        let kernel = device.kernel(&shown!("heat"))?;
        let plate = device.stream_of([8, 8], &[1.0; 64])?;
        let mut result = device.empty::<f32>([8, 8])?;
        // ANCHOR: regions
        let inside = [TexelRect { x: 1, y: 1, width: 6, height: 6 }];
        kernel
            .call()
            .uniform("rate", 0.5)
            .gather("source", &plate)
            .output("result", &mut result)
            .regions(&inside)
            .run()?;
        // ANCHOR_END: regions
        assert_eq!(result.read()?.iter().sum::<f32>(), 36.0);
        Ok(())
    });
}

// ---- Streams and kernels -------------------------------------------------------------------------------------------------

#[test]
fn points_scatter() {
    // 4096 at most: Mesa's softpipe (22.3) splits longer draws and begins gl_VertexID again in each part.
    let values: Vec<u32> = (0..4096).map(|i| gristmill::random::word(1, i, 0) % 200).collect();
    let mut expected = vec![0_u32; 200];
    for value in &values {
        expected[*value as usize] += 1;
    }
    in_era(Era::Fragment, |device| {
        // ANCHOR: scatter_fragment
        let count = shown!("count", fragment).vertex(include_str!("book/count.vert"));
        let source = device.stream(&values)?;
        let mut result = device.empty::<f32>(200)?;
        device
            .kernel(&count)?
            .call()
            .gather("source", &source)
            .output("result", &mut result)
            .points(source.len())
            .blend(Blend::Add)
            .run()?;
        // ANCHOR_END: scatter_fragment
        let counts: Vec<u32> = result.read()?.into_iter().map(|count| count as u32).collect();
        assert_eq!(counts, expected);
        Ok(())
    });
    in_era(Era::Compute, |device| {
        // ANCHOR: scatter_compute
        let source = device.stream(&values)?;
        let mut result = device.empty::<u32>(200)?;
        device
            .kernel(&shown!("count", compute))?
            .call()
            .gather("source", &source)
            .update("result", &mut result)
            .elements(source.len())
            .run()?;
        // ANCHOR_END: scatter_compute
        assert_eq!(result.read()?, expected);
        Ok(())
    });
}

// ---- Arrays in textures --------------------------------------------------------------------------------------------------

#[test]
fn one_shape_in_four_layouts() {
    in_era(Era::Fragment, |device| {
        // ANCHOR: layouts
        let shape = Shape::from([10, 6, 9]);
        let numbers: Vec<f32> = (0..shape.len()).map(|i| i as f32).collect();
        let flat = [Layout::Packed, Layout::PackedAt(17), Layout::Row, Layout::BySlice];
        for layout in flat.into_iter().chain([Layout::Slices, Layout::Volume]) {
            let stream = device.stream_in(layout, shape, &numbers)?;
            let plan = stream.plan();
            let [width, height, depth] = plan.size();
            println!("{layout:?}: {} of {width}x{height}x{depth}, {:?}", plan.textures(), plan.address(250));
            assert_eq!(stream.read()?, numbers);
        }
        // ANCHOR_END: layouts
        Ok(())
    });
}

#[test]
fn slices_beside_each_other() {
    in_era(Era::Fragment, |device| {
        let shape = Shape::from([4, 3, 5]);
        let numbers: Vec<f32> = (0..shape.len()).map(|i| (i / 12 * 10) as f32).collect();
        // ANCHOR: slices
        let stack = device.stream_in(Layout::Slices, shape, &numbers)?;
        let mut result = device.empty_in::<f32>(Layout::Slices, shape)?;
        let ((), trace) = device.trace(|| {
            let kernel = device.kernel(&shown!("between", fragment))?;
            kernel
                .call()
                .slice("below", &stack, -1)
                .slice("above", &stack, 1)
                .output("result", &mut result)
                .run()
        })?;
        assert_eq!(trace.passes(), 5); // one a slice
        // ANCHOR_END: slices
        let means: Vec<f32> = result.read()?.into_iter().step_by(12).collect();
        assert_eq!(means, [5.0, 10.0, 20.0, 30.0, 35.0]); // at the ends a slice stands in for the missing one
        Ok(())
    });
}

#[test]
fn an_array_has_four_dimensions() {
    in_both_eras(|device| {
        // ANCHOR: four_dimensions
        let shape = Shape::from([8, 6, 4, 3]); // a volume of 8x6x4 cells in three frames
        let numbers: Vec<f32> = (0..shape.len()).map(|i| (i * i % 97) as f32).collect();
        let source = device.stream_of(shape, &numbers)?;
        let mut result = device.empty::<f32>(shape)?;
        device
            .kernel(&shown!("between_frames"))?
            .call()
            .gather("source", &source)
            .output("result", &mut result)
            .run()?;
        // ANCHOR_END: four_dimensions
        let result = result.read()?;
        for i in 0..shape.len() {
            let [x, y, z, w] = shape.position(i);
            let before = shape.index([x, y, z, w.saturating_sub(1)]);
            assert_eq!(result[i], numbers[i] - numbers[before], "{x}, {y}, {z}, {w}");
        }
        Ok(())
    });
}

// ---- Pointer streams -----------------------------------------------------------------------------------------------------

#[test]
fn pointers_are_followed() {
    in_both_eras(|device| {
        // ANCHOR: pointers
        let table = device.stream(&[10.0, 11.0, 12.0, 13.0])?;
        let pointers =
            device.stream(&[Pointer::to(3), Pointer::to(0), Pointer::NOWHERE, Pointer::to(3), Pointer::to(2)])?;
        let mut result = device.empty::<f32>(pointers.shape())?;
        device
            .kernel(&shown!("follow"))?
            .call()
            .input("pointers", &pointers)
            .gather("table", &table)
            .output("result", &mut result)
            .run()?;
        assert_eq!(result.read()?, [13.0, 10.0, 0.0, 13.0, 12.0]);
        // ANCHOR_END: pointers
        Ok(())
    });
}

// ---- Structs of streams --------------------------------------------------------------------------------------------------

// ANCHOR: struct
/// Weights on springs: a struct of streams.
struct Springs {
    position: Stream<[f32; 2]>,
    velocity: Stream<[f32; 2]>,
}

impl Springs {
    fn empty(device: &Device, count: usize) -> Result<Springs> {
        Ok(Springs { position: device.empty(count)?, velocity: device.empty(count)? })
    }

    /// One pass or dispatch that writes both streams of `next`.
    fn step(&self, device: &Device, next: &mut Springs) -> Result<()> {
        device
            .kernel(&shown!("springs"))?
            .call()
            .uniform("step", 0.125)
            .input("position", &self.position)
            .input("velocity", &self.velocity)
            .output("next_position", &mut next.position)
            .output("next_velocity", &mut next.velocity)
            .run()
    }
}
// ANCHOR_END: struct

#[test]
fn springs_swing() {
    in_both_eras(|device| {
        let count = 1000;
        let mut now = Springs::empty(device, count)?;
        let mut next = Springs::empty(device, count)?;
        let starts: Vec<[f32; 2]> = (0..count).map(|i| [i as f32, 1.0]).collect();
        now.position.write(&starts)?;
        let mut expected: Vec<[[f32; 2]; 2]> = starts.iter().map(|start| [*start, [0.0; 2]]).collect();
        for _ in 0..20 {
            now.step(device, &mut next)?;
            std::mem::swap(&mut now, &mut next);
            for [position, velocity] in &mut expected {
                for axis in 0..2 {
                    velocity[axis] -= 0.125 * position[axis];
                    position[axis] += 0.125 * velocity[axis];
                }
            }
        }
        for (given, [wanted, _]) in now.position.read()?.iter().zip(&expected) {
            approx::assert_relative_eq!(given[0], wanted[0], epsilon = 1e-2);
            approx::assert_relative_eq!(given[1], wanted[1], epsilon = 1e-2);
        }
        Ok(())
    });
}

#[test]
fn a_point_fills_four_lanes() {
    use nalgebra::{Point3, Vector3};
    // ANCHOR: padding
    assert_eq!(Vector3::<f32>::FORMAT.bytes(), 16);
    assert_eq!(*Vector3::words(&[Vector3::new(1.0, 2.0, 3.0)]), [1.0, 2.0, 3.0, 0.0].map(f32::to_bits));
    assert_eq!(*Point3::words(&[Point3::new(1.0, 2.0, 3.0)]), [1.0, 2.0, 3.0, 1.0].map(f32::to_bits));
    // ANCHOR_END: padding
}

// ---- Work groups ---------------------------------------------------------------------------------------------------------

#[test]
fn blocks_turn_round() {
    in_both_eras(|device| {
        for count in [0, 1, 63, 64, 65, 1000] {
            let numbers: Vec<f32> = (0..count).map(|i| i as f32).collect();
            let source = device.stream(&numbers)?;
            let mut result = device.empty::<f32>(count)?;
            // ANCHOR: reverse
            let reverse = device.kernel(&shown!("reverse"))?;
            reverse.call().gather("source", &source).output("result", &mut result).run()?;
            // ANCHOR_END: reverse
            let turned: Vec<f32> = numbers.chunks(64).flat_map(|block| block.iter().rev().copied()).collect();
            assert_eq!(result.read()?, turned);
        }
        Ok(())
    });
}

#[test]
fn barriers_are_chosen_and_recorded() {
    in_era(Era::Compute, |device| {
        let source = device.stream(&(0..1000).map(|i| i as f32).collect::<Vec<_>>())?;
        let mut once = device.empty::<f32>(1000)?;
        let mut twice = device.empty::<f32>(1000)?;
        let reverse = device.kernel(&shown!("reverse", compute))?;
        // ANCHOR: barriers
        let ((), trace) = device.trace(|| {
            reverse.call().gather("source", &source).output("result", &mut once).run()?;
            reverse.call().gather("source", &once).output("result", &mut twice).run()?;
            assert_eq!(twice.read()?, source.read()?);
            Ok(())
        })?;
        for event in &trace.events {
            if let gristmill::trace::Event::Barrier { names, because } = event {
                println!("{} because {because}", names.join(" and "));
            }
        }
        assert_eq!(trace.barriers(), 2); // for the second dispatch, and for the read
        // ANCHOR_END: barriers
        Ok(())
    });
}

#[test]
fn the_device_decides_how_much() {
    in_era(Era::Compute, |device| {
        let numbers: Vec<f32> = (0..1024).map(|i| i as f32).collect();
        let source = device.stream(&numbers)?;
        let mut result = device.empty::<f32>(1024)?;
        // ANCHOR: indirect
        let mut groups = device.empty::<u32>(3)?;
        device
            .kernel(&shown!("half", compute))?
            .call()
            .gather("source", &source)
            .output("groups", &mut groups)
            .groups([1, 1, 1])
            .run()?;
        device
            .kernel(&shown!("reverse", compute))?
            .call()
            .gather("source", &source)
            .output("result", &mut result)
            .indirect(&groups, 0)
            .run()?;
        // ANCHOR_END: indirect
        let result = result.read()?;
        assert_eq!(result[..64], numbers[..64].iter().rev().copied().collect::<Vec<_>>());
        assert!(result[512..].iter().all(|element| *element == 0.0)); // the second half was never launched
        Ok(())
    });
}

/// The barriers that order the memory of each kernel, and those of another memory.
#[cfg(feature = "emulator")]
#[test]
fn each_memory_has_its_own_barrier_inside_a_kernel() {
    use gristmill::check::{KernelCheck, LaunchOptions};
    use gristmill::finding::FindingKind;
    let report = |name: &str, text: &str| KernelCheck::source(name, text).run(&LaunchOptions::new()).unwrap();
    let turned: Vec<u32> = (0..64).map(|i| ((i % 8 * 8 + i / 8) as f32).to_bits()).collect();
    let shifted: Vec<u32> = (0..64).map(|i| (i + 1) % 64 * ((i + 1) % 64)).collect();
    for (name, text, line, result) in [
        ("turned_tile.comp", include_str!("book/turned_tile.comp"), "memoryBarrierImage();", turned),
        ("shifted_block.comp", include_str!("book/shifted_block.comp"), "groupMemoryBarrier();", shifted),
    ] {
        let right = report(name, text);
        assert!(right.findings.is_empty(), "{name}: {}", right.findings[0]);
        assert_eq!(right.output("Result"), Some(&result[..]), "{name}");
        for wrong in ["", "memoryBarrierShared();"] {
            let findings = report(name, &text.replace(line, wrong)).findings;
            assert!(findings.iter().any(|finding| finding.kind == FindingKind::MemoryModel), "{name}, `{wrong}`");
        }
    }
    let counted = report("counted_hits.comp", include_str!("book/counted_hits.comp"));
    assert!(counted.is_right(), "{}", counted.findings[0]);
    assert_eq!(counted.output("Result"), Some(&[32; 64][..]));
}

// ---- Kernels of your own -------------------------------------------------------------------------------------------------

#[test]
fn a_kernel_tells_what_it_saw() {
    let mut numbers: Vec<f32> = (0..1000).map(|i| i as f32).collect();
    (numbers[7], numbers[900]) = (-1.5, -2.5);
    in_era(Era::Compute, |device| {
        // ANCHOR: told
        let source = device.stream(&numbers)?;
        let mut result = device.empty::<f32>(1000)?;
        let mut told = device.empty::<u32>(21)?; // room for ten
        device
            .kernel(&shown!("told"))?
            .call()
            .input("source", &source)
            .output("result", &mut result)
            .update("told", &mut told)
            .elements(1000)
            .run()?;
        let told = told.read()?;
        let (count, pairs) = (told[0] as usize, told[1..].as_chunks::<2>().0);
        for [element, bits] in &pairs[..count.min(pairs.len())] {
            println!("element {element} was {}", f32::from_bits(*bits));
        }
        // ANCHOR_END: told
        let mut seen: Vec<_> = pairs[..count]
            .iter()
            .map(|[element, bits]| (*element, f32::from_bits(*bits)))
            .collect();
        seen.sort_by_key(|(element, _)| *element);
        assert_eq!(seen, [(7, -1.5), (900, -2.5)]);
        Ok(())
    });
    in_era(Era::Fragment, |device| {
        let source = device.stream(&numbers)?;
        let (mut result, mut told) = (device.empty::<f32>(1000)?, device.empty::<[f32; 2]>(1000)?);
        let kernel = device.kernel(&shown!("told", fragment))?;
        let call = kernel.call().input("source", &source).output("result", &mut result);
        call.output("told", &mut told).run()?;
        let told = told.read()?;
        let seen: Vec<_> = told.iter().enumerate().filter(|(_, [said, _])| *said == 1.0).collect();
        assert_eq!(seen, [(7, &[1.0, -1.5]), (900, &[1.0, -2.5])]);
        Ok(())
    });
}

#[test]
fn what_goes_back_and_forth_is_counted() {
    in_both_eras(|device| {
        let numbers = vec![1.0_f32; 4096];
        // ANCHOR: transfers
        let ((), trace) = device.trace(|| {
            let source = device.stream(&numbers)?; // all of it goes to the device
            source.read_range(0..16)?; // sixteen elements come back
            let reading = source.read_later()?; // the copy begins, and nobody waits
            assert_eq!(reading.finish()?, numbers); // now somebody does
            Ok(())
        })?;
        let bytes = trace.events.iter().filter_map(|event| match event {
            gristmill::trace::Event::Transfer { bytes, .. } => Some(*bytes),
            _ => None,
        });
        assert_eq!(bytes.collect::<Vec<_>>(), [16_384, 64, 16_384]);
        // ANCHOR_END: transfers
        Ok(())
    });
}

// ---- How the emulator works ----------------------------------------------------------------------------------------------

/// Compares a listing of the book with a run; if they differ, the run's file is written next to it.
#[cfg(feature = "emulator")]
fn is_shown(path: &str, given: &str) {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    let shown = std::fs::read_to_string(&path).unwrap_or_default();
    if shown != given {
        let new = path.with_extension("new");
        std::fs::write(&new, given).unwrap();
        panic!("{} is not what the run gives, which is {}; move it there", path.display(), new.display());
    }
}

#[cfg(feature = "emulator")]
#[test]
fn lanes_wait_for_each_other() {
    use gristmill::check::{KernelCheck, LaunchOptions};
    use std::fmt::Write;
    let checked = KernelCheck::source("hailstones.comp", include_str!("book/hailstones.comp"))
        .compile()
        .unwrap();
    is_shown("tests/book/hailstones.code", &checked.listing().unwrap());
    let report = checked.launch(&LaunchOptions::new().timeline()).unwrap();
    assert!(report.is_right());
    let counts = |mut number: u32| {
        let mut count = 0;
        while number != 1 {
            number = if number.is_multiple_of(2) { number / 2 } else { 3 * number + 1 };
            count += 1;
        }
        count
    };
    assert_eq!(report.output("Result").unwrap(), [1, 2, 3, 4].map(counts));
    let mut shown = String::new();
    for stretch in &report.timelines[0].spans {
        let lanes: String = (0..4)
            .map(|lane| if stretch.active >> lane & 1 == 1 { 'x' } else { '.' })
            .collect();
        let text = include_str!("book/hailstones.comp")
            .lines()
            .nth(stretch.line.wrapping_sub(1))
            .unwrap_or("");
        writeln!(shown, "step {:3}  lanes {lanes}  line {:2}  {}", stretch.first, stretch.line, text.trim()).unwrap();
    }
    is_shown("tests/book/hailstones.steps", &shown);
}

#[cfg(feature = "emulator")]
#[path = "../examples/race/drawing.rs"]
mod drawing;
#[cfg(feature = "emulator")]
#[path = "../examples/race/kernels.rs"]
#[allow(dead_code, reason = "the example uses all of it")]
mod kernels;

#[cfg(feature = "emulator")]
#[test]
fn the_timelines_are_those_of_a_run() {
    for (name, picture) in kernels::pictures().unwrap() {
        is_shown(&format!("book/src/figures/{name}"), &picture);
    }
}

#[cfg(feature = "emulator")]
#[test]
fn a_race_shows_or_hides_as_the_order_likes() {
    use gristmill::check::LaunchOptions;
    let wrong = |order: &str, warp: u32| {
        let launch = LaunchOptions::new().option("schedule", order).unwrap().warp(warp);
        let report = kernels::watch("race.comp", kernels::RACE, 1024, launch).unwrap();
        assert!(!report.is_right(), "{order}: the race is there in any order");
        kernels::wrong(kernels::result(&report).unwrap(), 1024)
    };
    // The lanes that read too early: the first lane alone; the first lane of each warp but the
    // first, which comes last; nobody.
    assert_eq!([wrong("in-order", 32), wrong("reversed", 32), wrong("round-robin", 32)], [1, 31, 0]);
    assert_eq!([wrong("random:0", 32), wrong("random:1", 32)], [16, 12]); // as the book has it
    assert_eq!([wrong("in-order", 64), wrong("reversed", 64)], [1, 15]);
    assert_eq!([wrong("in-order", 1), wrong("reversed", 1)], [1, 1023]);
}
