//! The product of two square matrices.

use super::*;
use crate::opencl::Argument;
use crate::race::{Goal, PageTask, way};
use crate::webgpu::Bound;
use gristmill::Stream;
use gristmill::algorithms::matmul::{compute, fragment_wide};
use nalgebra::DMatrix;
use rayon::prelude::*;

const WGSL: &str = include_str!("../../kernels/matmul.wgsl");
const OPENCL: &str = include_str!("../../kernels/matmul.cl");
const SIDE: usize = 1024;

pub fn problem(peers: &Peers) -> Outcome<Problem> {
    let (a, b) = (floats(SIDE * SIDE, 0), floats(SIDE * SIDE, 1));
    let truth = product(&a, &b);
    let mut ways = Ways::new(peers);

    for era in Era::ALL {
        let (a, b) = (a.clone(), b.clone());
        ways.ours(era, move |device| {
            let (a, b) = (device.stream_of([SIDE, SIDE], &a)?, device.stream_of([SIDE, SIDE], &b)?);
            let run = move |result: &mut Option<Stream<f32>>| {
                *result = Some(match era {
                    Era::Fragment => fragment_wide(&device, &a, &b)?,
                    Era::Compute => compute(&device, &a, &b)?,
                });
                Ok(device.finish()?)
            };
            Ok(way(None, run, |result| Ok(wide(&result.as_ref().ok_or("no run")?.read()?))))
        });
    }
    for shape in [TEXTBOOK, OURS] {
        let given = [a.clone(), b.clone()];
        ways.webgpu(shape, move |gpu| {
            let side = [("side", SIDE as f64)];
            let result = gpu.empty(4 * SIDE * SIDE);
            let [a, b] = given.map(|matrix| gpu.buffer(&matrix));
            let steps = if shape == TEXTBOOK {
                let bound = [Bound::Buffer(&a), Bound::Buffer(&b), Bound::Buffer(&result)];
                vec![gpu.dispatch(WGSL, "tiled", &side, &bound, [SIDE / 16, SIDE / 16])]
            } else {
                let [a_fours, b_fours] = [(); 2].map(|()| gpu.texture(SIDE / 4, &[0.0; SIDE * SIDE]));
                let bound = [Bound::Texture(&a_fours), Bound::Texture(&b_fours), Bound::Buffer(&result)];
                let product = gpu.dispatch(WGSL, "registers", &side, &bound, [SIDE / 8, SIDE / 64]);
                vec![gpu.copy(&a, &a_fours), gpu.copy(&b, &b_fours), product]
            };
            let run = move |(gpu, _): &mut (Rc<WebGpu>, _)| gpu.run(&steps);
            Ok(way((gpu, result), run, |(gpu, result)| gpu.read(result)))
        });
        let given = [a.clone(), b.clone()];
        ways.opencl(shape, move |opencl| {
            let (a, b) = (opencl.buffer(&given[0])?, opencl.buffer(&given[1])?);
            let result = opencl.empty(SIDE * SIDE)?;
            let arguments =
                [Argument::Buffer(&a), Argument::Buffer(&b), Argument::Buffer(&result), Argument::Int(SIDE)];
            let (name, items, group) = match shape {
                TEXTBOOK => ("tiled", [SIDE, SIDE], [16, 16]),
                _ => ("registers", [SIDE, SIDE / 64], [8, 1]),
            };
            let launches = [opencl.launch(OPENCL, "", name, &arguments, items, group)?];
            let run = move |opencl: &mut Rc<OpenCl>| opencl.run(&launches);
            Ok(way(opencl, run, move |opencl| Ok(wide(&opencl.read(&result, SIDE * SIDE)?))))
        });
    }
    let given = (a.clone(), b.clone());
    ways.plain("rayon", move || {
        let run = move |result: &mut Vec<f32>| {
            let rows = result.par_chunks_mut(SIDE).zip(given.0.par_chunks(SIDE));
            rows.for_each(|(to, row)| {
                to.fill(0.0);
                for (factor, other) in row.iter().zip(given.1.chunks(SIDE)) {
                    to.iter_mut().zip(other).for_each(|(to, number)| *to += factor * number);
                }
            });
            Ok(())
        };
        Ok(way(vec![0.0; SIDE * SIDE], run, |result| Ok(wide(result))))
    });
    let given = (a.clone(), b.clone());
    ways.plain("nalgebra", move || {
        let [a, b] = [&given.0, &given.1].map(|matrix| DMatrix::from_row_slice(SIDE, SIDE, matrix));
        let run = move |result: &mut DMatrix<f32>| {
            a.mul_to(&b, result);
            Ok(())
        };
        Ok(way(DMatrix::zeros(SIDE, SIDE), run, |result| Ok(wide(result.transpose().as_slice()))))
    });
    let given = (a.clone(), b.clone());
    ways.plain("matrixmultiply", move || {
        let run = move |result: &mut Vec<f32>| {
            let (a, b, side) = (given.0.as_ptr(), given.1.as_ptr(), SIDE as isize);
            // SAFETY: three matrices of so many rows and columns, row by row, of which only the last is written.
            unsafe {
                matrixmultiply::sgemm(SIDE, SIDE, SIDE, 1.0, a, side, 1, b, side, 1, 0.0, result.as_mut_ptr(), side, 1);
            }
            Ok(())
        };
        Ok(way(vec![0.0; SIDE * SIDE], run, |result| Ok(wide(result))))
    });
    let goals = vec![Goal { ours: Some(Side::Fragment), peer: "GPU.js", least: 18.0 }];
    let page = Some(PageTask { problem: "matmul", inputs: vec![("a", a.to_vec()), ("b", b.to_vec())] });
    let title = format!("Product of two matrices of {SIDE} x {SIDE}");
    Ok(Problem {
        name: "matmul",
        ours: "matmul::fragment_wide, matmul::compute",
        title,
        truth,
        allowed: 2e-3,
        contenders: ways.contenders,
        goals,
        page,
    })
}

fn product(a: &[f32], b: &[f32]) -> Vec<f64> {
    let mut result = vec![0.0; SIDE * SIDE];
    for (to, row) in result.chunks_mut(SIDE).zip(a.chunks(SIDE)) {
        for (factor, other) in row.iter().zip(b.chunks(SIDE)) {
            to.iter_mut()
                .zip(other)
                .for_each(|(to, number)| *to += f64::from(*factor) * f64::from(*number));
        }
    }
    result
}
