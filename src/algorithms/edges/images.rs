//! Rows that are longer than a work group, single colours, and squares larger than the picture.

use super::{EdgeCase, compute_case, exact_trial, fragment_case};
use crate::algorithms::{Check, Trial, Workload, box_blur, epsilon, grayscale, summed_area};
use crate::{Device, Result, Stream};
use image::Rgba;

pub(super) const RUNGS: &[EdgeCase] = &[
    ("summed_area", compute_case("compute_rows, of one row", one_row)),
    ("box_blur", fragment_case("fragment, of strips", thin_strips)),
    ("box_blur", compute_case("compute, of strips", thin_strips)),
    ("box_blur", fragment_case("fragment_2005, of strips", thin_float_strips)),
    (
        "summed_area",
        fragment_case("fragment_2005, of one column", |device, workload| {
            one_column(device, workload, summed_area::fragment_2005)
        }),
    ),
    (
        "summed_area",
        fragment_case("fragment_wide_2005, of one column", |device, workload| {
            one_column(device, workload, summed_area::fragment_wide_2005)
        }),
    ),
    ("grayscale", fragment_case("fragment, of one colour", |device, _| one_colour(device, grayscale::fragment))),
    (
        "grayscale",
        fragment_case("fragment_2005, of one colour", |device, _| one_colour(device, grayscale::fragment_2005)),
    ),
    ("grayscale", compute_case("compute, of one colour", |device, _| one_colour(device, grayscale::compute))),
];

fn one_row(device: &Device, workload: &Workload) -> Result<Trial> {
    let pixels = workload.integers(0, 256);
    let shape = [workload.size, 1];
    let wanted = summed_area::reference(&pixels, workload.size);
    let source = device.stream_of(shape, &pixels)?;
    let device = device.clone();
    exact_trial(move || summed_area::compute_rows(&device, &source), wanted)
}

type PixelRung = fn(&Device, &Stream<Rgba<u8>>) -> Result<Stream<Rgba<u8>>>;

/// Builds the trial of each colour at every brightness without the others: a weight that is off by 3 % never shifts a
/// sum by a whole step, but often by half of one, which changes the rounding.
fn one_colour(device: &Device, rung: PixelRung) -> Result<Trial> {
    let pixels: Vec<_> = (0..3)
        .flat_map(|colour| (0..=255).map(move |value| brighten_channel(colour, value)))
        .collect();
    let wanted = grayscale::reference(&pixels);
    let source = device.stream(&pixels)?;
    let device = device.clone();
    Ok(Trial::new(
        move || rung(&device, &source),
        move |result| {
            let given = result.read()?;
            let off = given.iter().zip(&wanted).filter(|(given, wanted)| given != wanted).count();
            // Floats may round a half the other way: ten of these sums are halves.
            Ok(Check { error: off as f64, bound: 10.0, ..Check::within(&[], &[], 0.0) })
        },
    ))
}

fn brighten_channel(colour: usize, value: u8) -> Rgba<u8> {
    let mut lanes = [0, 0, 0, value];
    lanes[colour] = value;
    Rgba(lanes)
}

/// A very wide and a very high picture of the same pixels, and their blurs.
struct ThinStrips {
    shapes: [[usize; 2]; 2],
    pixels: Vec<u32>,
    radius: Vec<u32>,
    wanted: Vec<f32>,
}

impl ThinStrips {
    fn new(workload: &Workload) -> ThinStrips {
        let long = workload.size.clamp(1, 200);
        let pixels = Workload { size: 2 * long, ..workload.clone() }.integers(0, 256);
        let radius = vec![1_000; pixels.len()];
        let shapes = [[long, 2], [2, long]];
        let blurs = shapes
            .into_iter()
            .flat_map(|shape| box_blur::reference(&pixels, &radius, shape));
        let wanted = blurs.collect();
        ThinStrips { shapes, pixels, radius, wanted }
    }
}

/// Builds the trial of a very wide and a very high picture, with squares larger than both: the mean of all pixels.
fn thin_strips(device: &Device, workload: &Workload) -> Result<Trial> {
    let ThinStrips { shapes, pixels, radius, wanted } = ThinStrips::new(workload);
    let device = device.clone();
    Ok(Trial::new(
        move || {
            Ok(shapes
                .into_iter()
                .map(|shape| {
                    let source = device.stream_of(shape, &pixels)?;
                    let radius = device.stream_of(shape, &radius)?;
                    box_blur::box_blur(&device, &source, &radius)?.read()
                })
                .collect::<Result<Vec<_>>>()?
                .concat())
        },
        move |given: &Vec<f32>| Ok(Check::within(given, &wanted, 1e-3)),
    ))
}

/// Builds the trial of the same strips in floats, of small numbers.
fn thin_float_strips(device: &Device, workload: &Workload) -> Result<Trial> {
    let ThinStrips { shapes, pixels, radius, wanted } = ThinStrips::new(workload);
    let [pixels, radius] = [pixels, radius].map(|numbers| numbers.iter().map(|n| *n as f32).collect::<Vec<f32>>());
    let bound = 2_048.0 * epsilon(device);
    let device = device.clone();
    Ok(Trial::new(
        move || {
            let blur_strip = |shape: [usize; 2]| {
                let source = device.stream_of(shape, &pixels)?;
                let radius = device.stream_of(shape, &radius)?;
                box_blur::fragment_2005(&device, &source, &radius, 127.0)?.read()
            };
            Ok(shapes.into_iter().map(blur_strip).collect::<Result<Vec<_>>>()?.concat())
        },
        move |given: &Vec<f32>| Ok(Check::within(given, &wanted, bound)),
    ))
}

type FloatTableRung = fn(&Device, &Stream<f32>, f32) -> Result<Stream<f32>>;

/// Builds the trial of one column of small numbers, each less 1.
fn one_column(device: &Device, workload: &Workload, rung: FloatTableRung) -> Result<Trial> {
    let pixels: Vec<f32> = workload.integers(0, 4).into_iter().map(|number: u32| number as f32).collect();
    let pixels = &pixels[..pixels.len().min(2_000)];
    let less_one: Vec<f32> = pixels.iter().map(|pixel| pixel - 1.0).collect();
    let wanted = summed_area::reference(&less_one, 1);
    let source = device.stream_of([1, pixels.len()], pixels)?;
    let device = device.clone();
    exact_trial(move || rung(&device, &source, 1.0), wanted)
}
