//! Trial of the rungs: on a board made from a picture.

use super::{fragment_2005, packed, picture, reference, unpacked};
use crate::algorithms::{Check, Trial, Workload};
use crate::{Device, Result, Stream, image_of, random};
use image::RgbaImage;

/// Generations per trial.
const GENERATIONS: usize = 16;

/// Makes a board from a picture: the brighter a pixel, the likelier its cell is alive.
pub fn board_of(picture: &RgbaImage, seed: u32) -> Vec<u32> {
    let pixels = picture.pixels().zip(0..);
    pixels
        .map(|(pixel, i)| u32::from(u32::from(pixel.0[1]) * 65_537 >= random::word(seed, i, 0) >> 8))
        .collect()
}

type LifeRung = fn(&Device, &Stream<u32>, usize) -> Result<Stream<u32>>;
type PackedLifeRung = fn(&Device, &Stream<u32>, usize, usize) -> Result<Stream<u32>>;

fn build_inputs(workload: &Workload) -> (Vec<u32>, [usize; 2]) {
    let photograph = workload.picture();
    let size = [photograph.width() as usize, photograph.height() as usize];
    (board_of(&photograph, workload.seed), size)
}

pub(super) fn trial(device: &Device, workload: &Workload, rung: LifeRung) -> Result<Trial> {
    let (cells, size) = build_inputs(workload);
    let wanted = reference(&cells, size, GENERATIONS);
    let here = device.clone();
    let cells = device.stream_of(size, &cells)?;
    let device = device.clone();
    let trial = Trial::with_picture(
        move || rung(&device, &cells, GENERATIONS),
        move |result| Ok(Check::exact(&result.read()?, &wanted)),
        move |result| image_of(&picture(&here, result, size)?),
    );
    Ok(trial.sized(size[0] * size[1]))
}

/// Builds the trial of a rung whose cells are floats.
pub(super) fn trial_of_floats(device: &Device, workload: &Workload) -> Result<Trial> {
    let (cells, size) = build_inputs(workload);
    let wanted = to_floats(&reference(&cells, size, GENERATIONS));
    let here = device.clone();
    let cells = device.stream_of(size, &to_floats(&cells))?;
    let device = device.clone();
    let trial = Trial::with_picture(
        move || fragment_2005(&device, &cells, GENERATIONS),
        move |result| Ok(Check::exact(&result.read()?, &wanted)),
        move |result| {
            let cells: Vec<_> = result.read()?.iter().map(|cell| *cell as u32).collect();
            image_of(&picture(&here, &here.stream_of(size, &cells)?, size)?)
        },
    );
    Ok(trial.sized(size[0] * size[1]))
}

fn to_floats(cells: &[u32]) -> Vec<f32> {
    cells.iter().map(|cell| *cell as f32).collect()
}

pub(super) fn packed_trial(device: &Device, workload: &Workload, rung: PackedLifeRung) -> Result<Trial> {
    let (cells, size) = build_inputs(workload);
    let wanted = reference(&cells, size, GENERATIONS);
    let [columns, rows] = size;
    let here = device.clone();
    let there = device.clone();
    let device = device.clone();
    let words = device.stream_of([columns.div_ceil(32), rows], &packed(&cells, columns))?;
    let trial = Trial::with_picture(
        move || rung(&device, &words, columns, GENERATIONS),
        move |result| {
            let check = Check::exact(&unpacked(&result.read()?, columns), &wanted);
            Ok(if handles_partial_words(&there, rung)? { check } else { Check { error: f64::INFINITY, ..check } })
        },
        move |result| {
            let cells = here.stream_of(size, &unpacked(&result.read()?, columns))?;
            image_of(&picture(&here, &cells, size)?)
        },
    );
    Ok(trial.sized(columns * rows))
}

/// Returns true if boards whose rows end inside a word come out right, whatever the size of the trial.
fn handles_partial_words(device: &Device, rung: PackedLifeRung) -> Result<bool> {
    for columns in [1_usize, 31, 33, 70] {
        let cells: Vec<u32> = (0..columns * 9).map(|cell| random::word(7, cell as u32, 0) & 1).collect();
        let words = device.stream_of([columns.div_ceil(32), 9], &packed(&cells, columns))?;
        let later = unpacked(&rung(device, &words, columns, GENERATIONS)?.read()?, columns);
        if later != reference(&cells, [columns, 9], GENERATIONS) {
            return Ok(false);
        }
    }
    Ok(true)
}
