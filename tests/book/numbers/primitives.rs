//! The pages on primitives.

use super::{NUMBERS, floats, named, pointers, shows};
use gristmill::algorithms::{
    compact, dispatch_indirect, histogram, reduce, scan, scatter, scatter_add, search, segmented_scan, select, split,
};
use gristmill::{Device, KernelSource, PingPong, Result, Stream, fragment_kernel};

/// 1 for each number that meets the condition, 0 for the others.
fn ones(device: &Device, source: &Stream<u32>, condition: &str) -> Result<Stream<u32>> {
    let kernel = fragment_kernel!("primitives/compact_ones")
        .define("TYPE", "uint")
        .define("FOUR", "uvec4")
        .define("SAMPLER", "usampler2D")
        .define("KEEP", condition);
    let mut ones = device.empty(8)?;
    device
        .kernel(&kernel)?
        .call()
        .input("source", source)
        .output("result", &mut ones)
        .run()?;
    Ok(ones)
}

#[test]
fn reduce_of_eight() {
    shows("primitives/reduce", |device, block| {
        block.line("source", NUMBERS);
        let kernel = device.kernel(&fragment_kernel!("primitives/reduce"))?;
        let mut now = device.stream(&floats())?;
        for (name, count) in [("sums of two", 4), ("sums of four", 2), ("the sum", 1)] {
            let mut next = device.empty(count)?;
            kernel.call().gather("source", &now).output("result", &mut next).run()?;
            block.line(name, next.read()?);
            now = next;
        }
        for (name, operation) in [("the least", reduce::Operation::Min), ("the greatest", reduce::Operation::Max)] {
            block.line(name, [reduce::value(device, operation, &device.stream(&floats())?)?]);
        }
        Ok(())
    });
}

#[test]
fn scan_of_eight() {
    shows("primitives/scan", |device, block| {
        block.line("source", NUMBERS);
        let kernel = device.kernel(&fragment_kernel!("primitives/scan"))?;
        let mut sums = PingPong::new(device.stream(&floats())?, device.empty(8)?);
        for stride in [1, 2, 4] {
            sums.step(|now, next| {
                let call = kernel.call().uniform("stride", stride);
                call.input("source", now).output("result", next).run()
            })?;
            block.line(format!("add the sum {stride} to the left"), sums.now().read()?);
        }
        block.line("exclusive", scan::exclusive(device, &device.stream(&NUMBERS)?)?.read()?);
        let up = device.kernel(&fragment_kernel!("primitives/scan_up"))?;
        let mut levels = vec![device.stream(&floats())?];
        for count in [4, 2] {
            let mut level = device.empty(count)?;
            up.call()
                .gather("source", &levels[levels.len() - 1])
                .output("result", &mut level)
                .run()?;
            block.line("up the tree", level.read()?);
            levels.push(level);
        }
        let down = device.kernel(&fragment_kernel!("primitives/scan_down"))?;
        let mut before = device.stream(&[0.0])?;
        for level in levels.iter().rev() {
            let mut next = device.empty(level.len())?;
            let call = down.call().uniform("inclusive", 0).gather("parents", &before);
            call.input("source", level).output("result", &mut next).run()?;
            block.line("down again", next.read()?);
            before = next;
        }
        Ok(())
    });
}

#[test]
fn segmented_scan_of_eight() {
    shows("primitives/segmented_scan", |device, block| {
        let heads = [1, 0, 0, 1, 0, 1, 0, 0];
        block.line("source", NUMBERS);
        block.line("heads", heads);
        let kernel = device.kernel(&fragment_kernel!("primitives/segmented_scan"))?;
        let (mut sums, mut begun) = (device.stream(&floats())?, device.stream(&heads)?);
        for stride in [1, 2, 4] {
            let (mut next, mut next_begun) = (device.empty(8)?, device.empty(8)?);
            let call = kernel
                .call()
                .uniform("stride", stride)
                .input("source", &sums)
                .input("heads", &begun);
            call.output("result", &mut next).output("result_heads", &mut next_begun).run()?;
            (sums, begun) = (next, next_begun);
            block.line(format!("add the sum {stride} to the left"), sums.read()?);
        }
        assert_eq!(sums.read()?, segmented_scan::reference(&floats(), &heads));
        Ok(())
    });
}

#[test]
fn compact_of_eight() {
    shows("primitives/compact", |device, block| {
        let source = device.stream(&NUMBERS)?;
        let ones = ones(device, &source, "value > 2u")?;
        block.line("source", NUMBERS);
        block.line("greater than 2", ones.read()?);
        block.line("how many so far", scan(device, &ones)?.read()?);
        block.line("kept", compact(device, &source, "value > 2u")?.read()?);
        Ok(())
    });
}

#[test]
fn split_of_eight() {
    shows("primitives/split", |device, block| {
        let source = device.stream(&NUMBERS)?;
        let ones = ones(device, &source, "value % 2u == 0u")?;
        block.line("source", NUMBERS);
        block.line("even", ones.read()?);
        block.line("even ones so far", scan(device, &ones)?.read()?);
        block.line("even, then odd", split(device, &source, "value % 2u == 0u")?.read()?.concat());
        Ok(())
    });
}

/// The places to which the numbers are scattered. Two go to one place, and one goes to none.
const PLACES: [Option<u32>; 8] = [Some(5), Some(2), Some(7), Some(0), Some(2), Some(6), None, Some(4)];

#[test]
fn scatter_of_eight() {
    shows("primitives/scatter", |device, block| {
        block.line("source", NUMBERS);
        block.line("places", named(PLACES));
        block.line("index", 0..8);
        let result = scatter(device, &device.stream(&NUMBERS)?, &device.stream(&pointers(PLACES))?, 8)?;
        block.line("result", result.read()?);
        Ok(())
    });
}

#[test]
fn scatter_add_of_eight() {
    shows("primitives/scatter_add", |device, block| {
        block.line("source", NUMBERS);
        block.line("places", named(PLACES));
        block.line("index", 0..8);
        let result = scatter_add(device, &device.stream(&floats())?, &device.stream(&pointers(PLACES))?, 8)?;
        block.line("sums", result.read()?);
        Ok(())
    });
}

#[test]
fn histogram_of_eight() {
    shows("primitives/histogram", |device, block| {
        block.line("source, in eighths", NUMBERS);
        block.line("bin of four", NUMBERS.map(|number| number / 2));
        block.line("bins", 0..4);
        let counts = histogram(device, &device.stream(&floats().map(|number| number / 8.0))?, 4)?;
        block.line("counts", counts.read()?);
        Ok(())
    });
}

/// A row for each step of a sorting network, and one for where each key was.
fn network_of_eight(page: &str, kernel: &KernelSource) {
    shows(page, |device, block| {
        block.line("keys", NUMBERS);
        let pairs: Vec<[u32; 2]> = NUMBERS.into_iter().zip(0..).map(|(key, index)| [key, index]).collect();
        let mut pairs = PingPong::new(device.stream(&pairs)?, device.empty(8)?);
        let kernel = device.kernel(kernel)?;
        for (size, stride) in [(2, 1), (4, 2), (4, 1), (8, 4), (8, 2), (8, 1)] {
            pairs.step(|now, next| {
                let call = kernel.call().uniform("block", size).uniform("stride", stride);
                call.input("source", now).output("result", next).run()
            })?;
            let keys = pairs.now().read()?.into_iter().map(|[key, _]| key);
            block.line(format!("blocks of {size}, stride {stride}"), keys);
        }
        block.line("where each was", pairs.now().read()?.into_iter().map(|[_, index]| index));
        Ok(())
    });
}

#[test]
fn sort_of_eight() {
    network_of_eight("primitives/sort", &fragment_kernel!("primitives/sort"));
}

#[test]
fn sort_rectangles_of_eight() {
    network_of_eight("primitives/sort_rectangles", &fragment_kernel!("primitives/sort_odd_even"));
}

#[test]
fn sort_radix_of_eight() {
    shows("primitives/sort_radix", |device, block| {
        block.line("keys", NUMBERS);
        let mut keys = NUMBERS.to_vec();
        let digits = [("last", "value % 2u == 0u"), ("middle", "value / 2u % 2u == 0u"), ("first", "value < 4u")];
        for (digit, zero) in digits {
            keys = split(device, &device.stream(&keys)?, zero)?.read()?.concat();
            block.line(format!("by the {digit} bit"), &keys);
        }
        assert!(keys.is_sorted());
        Ok(())
    });
}

#[test]
fn dispatch_indirect_of_eight() {
    shows("primitives/dispatch_indirect", |device, block| {
        let numbers = [1, 2, 3, 4, 5, 6, 7, 8];
        block.line("number", numbers);
        let kernel = fragment_kernel!("primitives/dispatch_indirect")
            .define("STEPS", "4u")
            .define("LIMIT", "1055u");
        let kernel = device.kernel(&kernel)?;
        let mut paths = PingPong::new(device.stream(&numbers.map(|number| [number, 0]))?, device.empty(8)?);
        for round in 1..=4 {
            paths.step(|now, next| kernel.call().input("paths", now).output("new_paths", next).run())?;
            let reached = paths.now().read()?;
            block.line(format!("after {} steps", 4 * round), reached.iter().map(|[number, _]| number));
            let going = numbers.into_iter().zip(&reached).filter(|(_, [number, _])| *number != 1);
            if round < 4 {
                block.line("on their way", going.map(|(number, _)| number));
            } else {
                assert_eq!(going.count(), 0);
            }
        }
        let steps = dispatch_indirect(device, &device.stream(&numbers)?)?.read()?;
        assert!(
            paths
                .now()
                .read()?
                .into_iter()
                .map(|[_, steps]| steps)
                .eq(steps.iter().copied())
        );
        block.line("steps", steps);
        Ok(())
    });
}

#[test]
fn search_of_eight() {
    shows("primitives/search", |device, block| {
        let (sorted, keys) = ([0, 1, 1, 3, 3, 4, 6, 7_u32], [5, 3, 0, 9, 1, 2, 7, 4]);
        block.line("sorted", sorted);
        block.line("keys", keys);
        let kernel = fragment_kernel!("primitives/search_step").define("SAMPLER", "usampler2D");
        let kernel = device.kernel(&kernel)?;
        let (sorted, keys) = (device.stream(&sorted)?, device.stream(&keys)?);
        let mut below = PingPong::new(device.stream(&[0_u32; 8])?, device.empty(8)?);
        for stride in [8, 4, 2, 1] {
            below.step(|now, next| {
                let call = kernel.call().uniform("stride", stride).gather("sorted", &sorted);
                call.input("keys", &keys).input("below", now).output("result", next).run()
            })?;
            block.line(format!("try {stride} more"), below.now().read()?);
        }
        assert_eq!(below.now().read()?, search(device, &sorted, &keys)?.read()?);
        Ok(())
    });
}

#[test]
fn select_of_eight() {
    shows("primitives/select", |device, block| {
        block.line("keys", NUMBERS);
        let keys = device.stream(&NUMBERS)?;
        let guesses = [4, 6, 5]; // of the third largest, a bit each: set, not set, not set
        block.line("guess", guesses);
        let mut reached = vec![];
        for guess in guesses {
            let kept = compact(device, &keys, &format!("value >= {guess}u"))?;
            reached.push(kept.count.read()?[0]);
        }
        block.line("keys that reach it", reached);
        block.line("the third largest", [select(device, &keys, 3)?]);
        Ok(())
    });
}
