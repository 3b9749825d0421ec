//! The trials of volume rendering, and their row.

use super::super::super::{Algorithm, Check, Rung, Trial, Workload};
use super::{BOUND, View, compute, fragment, reference, slopes};
use crate::{Device, Era, Layout, Result, Stream, image_of, random};
use nalgebra::Vector4;

type Render = fn(&Device, &Stream<Vector4<f32>>, &View, [usize; 2]) -> Result<Stream<Vector4<f32>>>;

/// A picture of `size` pixels, 40 x 40 at most, of a volume of nearly as many cells: a lump with a rough skin.
fn trial(device: &Device, workload: &Workload, layout: Layout, rung: Render) -> Result<Trial> {
    let side = workload.size.isqrt().min(40);
    let size = [side, side - side / 8];
    let shape = [side / 4 + 2, side / 5 + 2, side / 3 + 1];
    let cells: Vec<f32> = (0..shape.iter().product::<usize>())
        .map(|i| {
            let at = [i % shape[0], i / shape[0] % shape[1], i / shape[0] / shape[1]];
            let off = |axis: usize| (at[axis] as f32 + 0.5) / shape[axis] as f32 - 0.5;
            let far = (0..3).map(|axis| off(axis) * off(axis)).sum::<f32>().sqrt();
            1.4 - 2.2 * far + 0.3 * random::uniform(workload.seed, i as u32, 0)
        })
        .collect();
    let view = View::around(shape, 0.7 + workload.seed as f32, 0.4);
    let wanted = reference(&cells, shape, 1.0, &view, size);
    let (device, cells) = (device.clone(), device.stream_in(layout, shape, &cells)?);
    Ok(Trial::with_picture(
        move || rung(&device, &slopes(&device, &cells, 1.0)?, &view, size),
        move |picture| {
            let lanes =
                |picture: &[Vector4<f32>]| picture.iter().flat_map(|v| [v.x, v.y, v.z, v.w]).collect::<Vec<_>>();
            let check = Check::within(&lanes(&picture.read()?), &lanes(&wanted), BOUND);
            Ok(Check { elements: wanted.len(), ..check })
        },
        image_of,
    ))
}

pub(in crate::algorithms) const ROW: Algorithm = Algorithm {
    name: "volume_render",
    part: "structures",
    summary: "a picture of a volume, by rays through it",
    size: 1 << 11,
    rungs: &[
        Rung {
            name: "fragment",
            era: Era::Fragment,
            method: "slices side by side, a fragment a ray",
            source: "Krüger and Westermann 2003",
            cost: "",
            alias: None,
            turns: |_| crate::algorithms::FEW_TURNS,
            prepare: |device, workload| trial(device, workload, Layout::BySlice, fragment),
        },
        Rung {
            name: "fragment_volume",
            era: Era::Fragment,
            method: "a 3D texture, a fragment a ray",
            source: "Krüger and Westermann 2003",
            cost: "",
            alias: None,
            turns: |_| crate::algorithms::FEW_TURNS,
            prepare: |device, workload| trial(device, workload, Layout::Volume, fragment),
        },
        Rung {
            name: "compute",
            era: Era::Compute,
            method: "a buffer, an invocation a ray",
            source: "the same lines",
            cost: "",
            alias: None,
            turns: |_| crate::algorithms::FEW_TURNS,
            prepare: |device, workload| trial(device, workload, Layout::Linear, compute),
        },
    ],
};
