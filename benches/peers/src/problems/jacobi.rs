//! Eight sweeps of Jacobi's iteration for Poisson's equation, with zeros around the grid.

use super::*;
use crate::race::{Goal, PageTask, way};
use gristmill::Stream;
use gristmill::algorithms::jacobi::{compute_strips, fragment_packed, packed, reference, unpacked};
use rayon::prelude::*;

const SIDE: usize = 1024;
const SWEEPS: usize = 8;

pub fn problem(peers: &Peers) -> Outcome<Problem> {
    let (b, x) = (floats(SIDE * SIDE, 0), floats(SIDE * SIDE, 1));
    let truth = reference(SIDE, SWEEPS, &b, &x);
    let mut ways = Ways::new(peers);

    for era in Era::ALL {
        let given = [b.clone(), x.clone()];
        ways.ours(era, move |device| {
            let [b, x] = given.map(|cells| {
                let (shape, fours) = packed(SIDE, &cells);
                device.stream_of(shape, &fours)
            });
            let (b, x) = (b?, x?);
            let run = move |result: &mut Option<Stream<[f32; 4]>>| {
                *result = Some(match era {
                    Era::Fragment => fragment_packed(&device, SWEEPS, SIDE, &b, &x)?,
                    Era::Compute => compute_strips(&device, SWEEPS, SIDE, &b, &x)?,
                });
                Ok(device.finish()?)
            };
            Ok(way(None, run, |result| Ok(wide(&unpacked(SIDE, &result.as_ref().ok_or("no run")?.read()?)))))
        });
    }
    for name in ["one thread", "rayon"] {
        let (b, x) = (b.clone(), x.clone());
        ways.plain(name, move || {
            // Rows of zeros above and below.
            let rows = vec![0.0; SIDE * (SIDE + 2)];
            let run = move |[now, next]: &mut [Vec<f32>; 2]| {
                now[SIDE..][..SIDE * SIDE].copy_from_slice(&x);
                for _ in 0..SWEEPS {
                    let inside = &mut next[SIDE..][..SIDE * SIDE];
                    let row =
                        |(y, to): (usize, &mut [f32])| sweep(to, &b[y * SIDE..][..SIDE], &now[y * SIDE..][..3 * SIDE]);
                    match name {
                        "rayon" => inside.par_chunks_mut(SIDE).with_min_len(64).enumerate().for_each(row),
                        _ => inside.chunks_mut(SIDE).enumerate().for_each(row),
                    }
                    std::mem::swap(now, next);
                }
                Ok(())
            };
            Ok(way([rows.clone(), rows], run, |[now, _]| Ok(wide(&now[SIDE..][..SIDE * SIDE]))))
        });
    }
    let goals = vec![Goal { ours: None, peer: "three.js", least: 1.5 }];
    let page = Some(PageTask { problem: "jacobi", inputs: vec![("b", b.to_vec()), ("x", x.to_vec())] });
    let title = format!("Eight sweeps of Jacobi's iteration on {SIDE} x {SIDE} cells");
    Ok(Problem {
        name: "jacobi",
        ours: "jacobi::fragment_packed, jacobi::compute_strips",
        title,
        truth,
        allowed: 1e-5,
        contenders: ways.contenders,
        goals,
        page,
    })
}

crate::widest!(fn sweep(to: &mut [f32], b: &[f32], rows: &[f32]) by plain);

/// One row from three.
#[inline(always)]
fn plain(to: &mut [f32], b: &[f32], rows: &[f32]) {
    let (above, rest) = rows.split_at(SIDE);
    let (row, below) = rest.split_at(SIDE);
    let (to, b) = (&mut to[..SIDE], &b[..SIDE]);
    for x in 1..SIDE - 1 {
        to[x] = 0.25 * (b[x] + row[x - 1] + row[x + 1] + above[x] + below[x]);
    }
    to[0] = 0.25 * (b[0] + row[1] + above[0] + below[0]);
    to[SIDE - 1] = 0.25 * (b[SIDE - 1] + row[SIDE - 2] + above[SIDE - 1] + below[SIDE - 1]);
}
