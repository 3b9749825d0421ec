//! The fragment era: strides that grow, along the rows and then along the columns.

use super::pixel::{Pixel, of};
use super::{SUMMED_AREA, picture};
use crate::{Device, Era, PingPong, Result, Stream};

/// Strides that grow by `fan`, the fetches of a pass.
pub(super) fn strides<T: Pixel>(device: &Device, source: &Stream<T>, fan: i32) -> Result<Stream<T>> {
    let device = device.with_era(Era::Fragment)?;
    let shape = picture(source)?;
    let kernel = device.kernel(&of::<T>(&SUMMED_AREA).define("FAN", fan))?;
    let pass = |stride: [i32; 2], source: &Stream<T>, result: &mut Stream<T>| {
        kernel
            .call()
            .uniform("stride", stride)
            .input("source", source)
            .output("result", result)
            .run()
    };
    // ANCHOR: strides
    let along = |extent: usize| {
        std::iter::successors(Some(1), move |stride| Some(stride * fan))
            .take_while(move |stride| (*stride as usize) < extent)
    };
    let columns = along(shape.extent(0)).map(|stride| [stride, 0]);
    let mut strides = columns.chain(along(shape.extent(1)).map(|stride| [0, stride]));

    let Some(first) = strides.next().filter(|_| !source.is_empty()) else {
        return device.copy_of(source); // one pixel is its own table
    };
    let mut now = device.empty(shape)?;
    pass(first, source, &mut now)?;
    let mut sums = PingPong::new(now, device.empty(shape)?);
    for stride in strides {
        sums.step(|now, next| pass(stride, now, next))?;
    }
    // ANCHOR_END: strides
    Ok(sums.into_now())
}
