//! The fragment era: doubling strides, and trees of levels.

use super::Kind;
use super::number::{Number, of};
use crate::{Device, Era, KernelSource, PingPong, Result, Stream, fragment_kernel};

const UP: KernelSource = fragment_kernel!("primitives/scan_up");
const DOWN: KernelSource = fragment_kernel!("primitives/scan_down");

/// Doubling strides; inclusive.
pub(super) fn doubling<T: Number>(device: &Device, source: &Stream<T>) -> Result<Stream<T>> {
    let device = device.with_era(Era::Fragment)?;
    if source.len() < 2 {
        return device.copy_of(source); // its own sum
    }
    let kernel = device.kernel(&of::<T>(&super::SCAN))?;
    let pass = |stride: usize, source: &Stream<T>, result: &mut Stream<T>| {
        kernel
            .call()
            .uniform("stride", stride as i32)
            .input("source", source)
            .output("result", result)
            .run()
    };
    // ANCHOR: doubling
    let mut first = device.empty(source.shape())?;
    pass(1, source, &mut first)?;
    if source.len() == 2 {
        return Ok(first);
    }
    let mut sums = PingPong::new(first, device.empty(source.shape())?);
    let mut stride = 2;
    while stride < source.len() {
        sums.step(|now, next| pass(stride, now, next))?;
        stride *= 2;
    }
    // ANCHOR_END: doubling
    Ok(sums.into_now())
}

/// Up and down a tree whose families have `fan` children.
pub(super) fn tree<T: Number>(device: &Device, source: &Stream<T>, kind: Kind, fan: usize) -> Result<Stream<T>> {
    let device = device.with_era(Era::Fragment)?;
    let kernel = |kernel| device.kernel(&of::<T>(kernel).define("FAN", fan));
    let (up, down) = (kernel(&UP)?, kernel(&DOWN)?);
    let level_down = |source: &Stream<T>, parents: &Stream<T>, inclusive: i32, result: &mut Stream<T>| {
        let call = down.call().uniform("inclusive", inclusive);
        call.input("source", source)
            .gather("parents", parents)
            .output("result", result)
            .run()
    };
    // ANCHOR: tree
    // Up: each level has the sums of the families of the level below. One family is enough: nothing comes before it.
    let mut levels: Vec<Stream<T>> = Vec::new();
    while levels.last().unwrap_or(source).len() > fan {
        let below = levels.last().unwrap_or(source);
        let mut level = device.empty(below.len().div_ceil(fan))?;
        up.call().gather("source", below).output("result", &mut level).run()?;
        levels.push(level);
    }
    // Down: from what comes before each family to what comes before each of its members.
    let mut before = device.empty(1)?; // zero: before everything comes nothing
    for level in levels.iter().rev() {
        let mut result = device.empty(level.shape())?;
        level_down(level, &before, 0, &mut result)?;
        before = result;
    }
    let mut result = device.empty(source.shape())?;
    level_down(source, &before, i32::from(kind == Kind::Inclusive), &mut result)?;
    // ANCHOR_END: tree
    Ok(result)
}
