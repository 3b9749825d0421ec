//! The Fourier transform of a square of complex numbers.

use super::*;
use crate::race::{Goal, way};
use gristmill::Stream;
use gristmill::algorithms::fft::{self, Direction};
use rayon::prelude::*;
use rustfft::num_complex::Complex;
use rustfft::{Fft, FftPlanner};

const SIDE: usize = 1024;
/// Rows and columns that are transposed at once.
const TILE: usize = 16;

pub fn problem(peers: &Peers) -> Outcome<Problem> {
    let data = floats(2 * SIDE * SIDE, 0);
    let pairs: Arc<[[f32; 2]]> = data.as_chunks::<2>().0.into();
    let reference = fft::reference(Direction::Forward, [SIDE, SIDE], &pairs);
    let truth = reference.iter().flat_map(|number| [number.re, number.im]).collect();
    let mut ways = Ways::new(peers);

    for era in Era::ALL {
        let pairs = pairs.clone();
        ways.ours(era, move |device| {
            let source = device.stream_of([SIDE, SIDE], &pairs)?;
            let run = move |result: &mut Option<Stream<[f32; 2]>>| {
                *result = Some(match era {
                    Era::Fragment => fft::fragment_fours(&device, Direction::Forward, &source)?,
                    Era::Compute => fft::compute(&device, Direction::Forward, &source)?,
                });
                Ok(device.finish()?)
            };
            Ok(way(None, run, |result| Ok(wide(result.as_ref().ok_or("no run")?.read()?.as_flattened()))))
        });
    }
    for (name, threads) in [("rustfft, one thread", 1), ("rustfft, rayon", rayon::current_num_threads())] {
        let pairs = pairs.clone();
        ways.plain(name, move || {
            let plan = FftPlanner::new().plan_fft_forward(SIDE);
            let source: Vec<Complex<f32>> = pairs.iter().map(|&[re, im]| Complex { re, im }).collect();
            let state = [source.clone(), source.clone()];
            let run = move |[now, next]: &mut [Vec<Complex<f32>>; 2]| {
                now.copy_from_slice(&source);
                for _ in 0..2 {
                    rows(&plan, threads, now);
                    transpose(threads, now, next);
                    std::mem::swap(now, next);
                }
                Ok(())
            };
            Ok(way(state, run, |[now, _]| Ok(wide(bytemuck::cast_slice(&lanes(now))))))
        });
    }
    let goals = vec![Goal { ours: Some(Side::Compute), peer: "rustfft, one thread", least: 0.3 }];
    let title = format!("Fourier transform of {SIDE} x {SIDE} complex numbers");
    Ok(Problem {
        name: "fft",
        ours: "fft::fragment_fours, fft::compute",
        title,
        truth,
        allowed: 0.02,
        contenders: ways.contenders,
        goals,
        page: None,
    })
}

fn lanes(numbers: &[Complex<f32>]) -> Vec<[f32; 2]> {
    numbers.iter().map(|number| [number.re, number.im]).collect()
}

fn rows(plan: &Arc<dyn Fft<f32>>, threads: usize, numbers: &mut [Complex<f32>]) {
    let lines = |numbers: &mut [Complex<f32>]| {
        let mut scratch = vec![Complex::default(); plan.get_inplace_scratch_len()];
        plan.process_with_scratch(numbers, &mut scratch);
    };
    match threads {
        1 => lines(numbers),
        _ => numbers.par_chunks_mut(SIDE * 32).for_each(lines),
    }
}

fn transpose(threads: usize, from: &[Complex<f32>], to: &mut [Complex<f32>]) {
    let stripe = |(at, to): (usize, &mut [Complex<f32>])| {
        for x in (0..SIDE).step_by(TILE) {
            for (row, to) in to.chunks_mut(SIDE).enumerate() {
                for column in x..x + TILE {
                    to[column] = from[column * SIDE + at * TILE + row];
                }
            }
        }
    };
    match threads {
        1 => to.chunks_mut(SIDE * TILE).enumerate().for_each(stripe),
        _ => to.par_chunks_mut(SIDE * TILE).enumerate().for_each(stripe),
    }
}
