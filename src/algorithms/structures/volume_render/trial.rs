//! Trial of a picture of a volume.

use super::{BOUND, View, reference, slopes};
use crate::algorithms::structures::sample_evenly;
use crate::algorithms::{Check, Trial, Workload};
use crate::{Device, Era, Layout, Result, Stream, image_of, random};
use nalgebra::Vector4;

/// Largest number of pixels that are compared: the reference follows each ray on the host.
const COMPARED: usize = 1_600;

/// Returns the edge, in cells, of the largest cube of at most `cells` cells.
pub(super) fn volume_edge(cells: usize) -> usize {
    (1..).take_while(|side| side * side * side <= cells).last().unwrap_or(0)
}

/// Largest number of turns of a ray through a trial's volume: two samples per cell along its diagonal, and four more
/// turns to read each.
pub(super) fn loop_turns(edge: usize) -> usize {
    (4 * (edge + 2) + 2) * 5
}

type RenderRung = fn(&Device, &Stream<Vector4<f32>>, &View, [usize; 2]) -> Result<Stream<Vector4<f32>>>;

/// Tries a rung in its era's own layout.
pub(super) fn trial(device: &Device, workload: &Workload, rung: RenderRung) -> Result<Trial> {
    let layout = match device.era() {
        Era::Fragment => Layout::BySlice,
        Era::Compute => Layout::Linear,
    };
    trial_in(device, workload, layout, rung)
}

/// Tries a rung on a volume of that layout.
pub(super) fn trial_in(device: &Device, workload: &Workload, layout: Layout, rung: RenderRung) -> Result<Trial> {
    trial_of(device, workload, layout, slopes, rung)
}

type SlopesFn = fn(&Device, &Stream<f32>, f32) -> Result<Stream<Vector4<f32>>>;

/// Tries a picture of `size` pixels of a volume of about as many cells: a lump with a rough skin.
pub(super) fn trial_of(
    device: &Device,
    workload: &Workload,
    layout: Layout,
    slopes: SlopesFn,
    rung: RenderRung,
) -> Result<Trial> {
    let size = workload.rectangle();
    let pixels = size[0] * size[1];
    let edge = volume_edge(pixels);
    let shape = [edge + 1, edge.max(1), edge + 2];
    let cells: Vec<f32> = (0..shape.iter().product::<usize>())
        .map(|i| {
            let at = [i % shape[0], i / shape[0] % shape[1], i / shape[0] / shape[1]];
            let far = (0..3)
                .map(|axis| measure_offset(axis, at, shape) * measure_offset(axis, at, shape))
                .sum::<f32>()
                .sqrt();
            1.4 - 2.2 * far + 0.3 * random::uniform(workload.seed, i as u32, 0)
        })
        .collect();
    let view = View::around(shape, 0.7 + workload.seed as f32, 0.4);
    let compared = sample_evenly(pixels, COMPARED);
    let wanted = reference::reference_pixels(&cells, shape, 1.0, &view, size, &compared);
    let cells = device.stream_in(layout, shape, &cells)?;
    let device = device.clone();
    Ok(Trial::with_picture(
        move || rung(&device, &slopes(&device, &cells, 1.0)?, &view, size),
        move |picture: &Stream<Vector4<f32>>| {
            let picture = picture.read()?;
            let error = compared
                .iter()
                .zip(&wanted)
                .map(|(at, wanted): (&usize, &Vector4<f32>)| {
                    let given = picture.get(*at).map(to_lanes).unwrap_or([f32::NAN; 4]);
                    Check::within(&given, &to_lanes(wanted), BOUND).error
                })
                .fold(0.0, f64::max);
            Ok(Check::new(compared.len(), error, BOUND).out_of(pixels))
        },
        image_of,
    )
    .sized(pixels))
}

fn to_lanes(colour: &Vector4<f32>) -> [f32; 4] {
    [colour.x, colour.y, colour.z, colour.w]
}

fn measure_offset(axis: usize, at: [usize; 3], shape: [usize; 3]) -> f32 {
    (at[axis] as f32 + 0.5) / shape[axis] as f32 - 0.5
}
