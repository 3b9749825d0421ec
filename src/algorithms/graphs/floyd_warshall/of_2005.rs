//! Distances as floats, four to a texel, by a kernel of GLSL 1.10.

use super::packed::{check_packed, packed, unpacked};
use super::trial::{build_check, build_weights};
use super::{NO_PATH, Trial, Workload};
use crate::{Device, Era, KernelSource, PingPong, Result, Stream, fragment_kernel};

const OF_2005: KernelSource = fragment_kernel!("graphs/floyd_warshall_2005");

/// Distance if there is no path, as a float: 2^40, which is less than the largest float of any card.
///
/// ```
/// use gristmill::algorithms::floyd_warshall::NO_PATH_2005;
/// assert_eq!(NO_PATH_2005, 1_048_576.0 * 1_048_576.0);
/// ```
pub const NO_PATH_2005: f32 = (1_u64 << 40) as f32;

/// Runs a pass for each node that a path may lead through, with four distances per texel, by a kernel of GLSL 1.10 for
/// any card that calculates in floats.
///
/// `distances` are packed by [`packed_2005`], and so is the result. Whole distances are exact below 2^17 on a
/// Radeon 9700, below 2^24 in 32 bits. A path of [`NO_PATH_2005`] or more counts as none.
///
/// Source: Micikevicius, General Parallel Computation on Commodity Graphics Hardware: Case Study with the All-Pairs
/// Shortest Paths Problem, 2004.
///
/// # Errors
/// As [`super::fragment_packed`].
pub fn fragment_2005(device: &Device, distances: &Stream<[f32; 4]>) -> Result<Stream<[f32; 4]>> {
    let device = device.with_era(Era::Fragment)?;
    let nodes = check_packed(distances.shape())?;
    let mut distances = PingPong::new(device.copy_of(distances)?, device.empty(distances.shape())?);
    let kernel = device.kernel(&OF_2005)?;
    // ANCHOR: passes
    for k in 0..nodes {
        let mut channel = [0.0; 4];
        channel[k % 4] = 1.0;
        distances.step(|now, next| {
            kernel
                .call()
                .uniform("through", [(k / 4) as f32 + 0.5, k as f32 + 0.5])
                .uniform("channel", channel)
                .input("distances", now)
                .output("gl_FragColor", next)
                .run()
        })?;
    }
    // ANCHOR_END: passes
    Ok(distances.into_now())
}

/// Packs the distances before the first step as [`packed`] does, in floats.
///
/// ```
/// use gristmill::algorithms::floyd_warshall::{NO_PATH, NO_PATH_2005, packed_2005, unpacked_2005};
/// let texels = packed_2005(&[9, 1, NO_PATH, 9], 2);
/// assert_eq!(texels, [[0.0, 1.0, NO_PATH_2005, NO_PATH_2005], [NO_PATH_2005, 0.0, NO_PATH_2005, NO_PATH_2005]]);
/// assert_eq!(unpacked_2005(&texels, 2), [0, 1, NO_PATH, 0]);
/// ```
pub fn packed_2005(weights: &[u32], nodes: usize) -> Vec<[f32; 4]> {
    let to_float = |weight: u32| if weight < NO_PATH { weight as f32 } else { NO_PATH_2005 };
    packed(weights, nodes).into_iter().map(|texel| texel.map(to_float)).collect()
}

/// Unpacks the square of [`packed_2005`] texels, with [`NO_PATH`] for a distance of [`NO_PATH_2005`].
pub fn unpacked_2005(texels: &[[f32; 4]], nodes: usize) -> Vec<u32> {
    let to_word = |distance: f32| if distance < NO_PATH_2005 { distance as u32 } else { NO_PATH };
    let words: Vec<[u32; 4]> = texels.iter().map(|texel| texel.map(to_word)).collect();
    unpacked(&words, nodes)
}

/// Bound of a trial's weights: each distance is less than 2^17.
const WEIGHTS: u32 = 100;

/// Builds the trial of small weights.
pub(super) fn trial(device: &Device, workload: &Workload) -> Result<Trial> {
    let (weights, nodes) = build_weights(workload, WEIGHTS);
    let judge = build_check(&weights, nodes);
    let texels = device.stream_of([nodes.div_ceil(4), nodes], &packed_2005(&weights, nodes))?;
    let device = device.clone();
    Ok(Trial::new(
        move || fragment_2005(&device, &texels),
        move |result: &Stream<_>| Ok(judge(&unpacked_2005(&result.read()?, nodes))),
    )
    .sized(nodes * nodes))
}
