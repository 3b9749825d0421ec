//! The fragment era's occlusion queries, one per bin.

use crate::{Device, Era, KernelSource, Result, Stream, fragment_kernel};

const QUERY: KernelSource = fragment_kernel!("primitives/histogram_query");

/// One pass per bin over all elements, with an occlusion query that counts the fragments; the host reads the counts and
/// uploads them.
///
/// Source: Green, Image Processing Tricks in OpenGL, GDC 2005.
///
/// # Errors
/// As [`super::histogram`], but for any number of elements.
pub fn fragment_queries(device: &Device, source: &Stream<f32>, bins: usize) -> Result<Stream<u32>> {
    let device = device.with_era(Era::Fragment)?;
    let kernel = device.kernel(&QUERY)?;
    // ANCHOR: queries
    let mut kept = device.empty::<f32>(source.shape())?;
    let mut queries = Vec::with_capacity(bins);
    for bin in 0..bins {
        let mut query = device.query()?;
        kernel
            .call()
            .uniform("bins", bins as i32)
            .uniform("bin", bin as i32)
            .input("source", source)
            .output("kept", &mut kept)
            .count(&mut query)
            .run()?;
        queries.push(query);
    }
    let counts: Vec<u32> = queries.iter().map(|query| query.fragments()).collect::<Result<_>>()?;
    // ANCHOR_END: queries
    device.stream(&counts)
}
