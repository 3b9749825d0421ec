//! Generations of the Game of Life on a torus, 32 or 64 cells per word.

use super::*;
use crate::race::{Goal, way};
use gristmill::Stream;
use gristmill::algorithms::life::{compute_generations, fragment_packed, packed, reference};
use rayon::prelude::*;

const SIDE: usize = 2048;
const GENERATIONS: usize = 8;
/// Words of 64 cells in a row.
const WORDS: usize = SIDE / 64;

pub fn problem(peers: &Peers) -> Outcome<Problem> {
    let cells: Vec<u32> = (0..(SIDE * SIDE) as u32).map(|i| random::word(1, i, 0) & 1).collect();
    let board: Arc<[u32]> = packed(&cells, SIDE).into();
    let truth = numbers(&packed(&reference(&cells, [SIDE, SIDE], GENERATIONS), SIDE));
    let mut ways = Ways::new(peers);

    for era in Era::ALL {
        let board = board.clone();
        ways.ours(era, move |device| {
            let board = device.stream_of([SIDE / 32, SIDE], &board)?;
            let run = move |result: &mut Option<Stream<u32>>| {
                *result = Some(match era {
                    Era::Fragment => fragment_packed(&device, &board, SIDE, GENERATIONS)?,
                    Era::Compute => compute_generations(&device, &board, SIDE, GENERATIONS)?,
                });
                Ok(device.finish()?)
            };
            Ok(way(None, run, |result| Ok(numbers(&result.as_ref().ok_or("no run")?.read()?))))
        });
    }
    for name in ["one thread, packed", "rayon, packed"] {
        let board: Vec<u64> = board
            .as_chunks::<2>()
            .0
            .iter()
            .map(|[low, high]| u64::from(*low) | u64::from(*high) << 32)
            .collect();
        ways.plain(name, move || {
            let state = [board.clone(), board.clone()];
            let run = move |[now, next]: &mut [Vec<u64>; 2]| {
                now.copy_from_slice(&board);
                for _ in 0..GENERATIONS {
                    let line = |(y, to): (usize, &mut [u64])| {
                        let row = |y: usize| &now[(y % SIDE) * WORDS..][..WORDS];
                        row_of(to, row(y + SIDE - 1), row(y), row(y + 1));
                    };
                    match name {
                        "rayon, packed" => next.par_chunks_mut(WORDS).with_min_len(64).enumerate().for_each(line),
                        _ => next.chunks_mut(WORDS).enumerate().for_each(line),
                    }
                    std::mem::swap(now, next);
                }
                Ok(())
            };
            Ok(way(state, run, |[now, _]| {
                let halves: Vec<u32> = now.iter().flat_map(|word| [*word as u32, (word >> 32) as u32]).collect();
                Ok(numbers(&halves))
            }))
        });
    }
    let goals = vec![Goal { ours: None, peer: "rayon, packed", least: 0.5 }];
    let title = format!("Eight generations of Life on {SIDE} x {SIDE} cells, packed");
    Ok(Problem {
        name: "life",
        ours: "life::fragment_packed, life::compute_generations",
        title,
        truth,
        allowed: 0.0,
        contenders: ways.contenders,
        goals,
        page: None,
    })
}

fn numbers(words: &[u32]) -> Vec<f64> {
    words.iter().copied().map(f64::from).collect()
}

crate::widest!(fn row_of(to: &mut [u64], north: &[u64], here: &[u64], south: &[u64]) by plain);

/// The words around one: those to the west and to the east shifted by a cell.
#[inline(always)]
fn around(row: &[u64; WORDS + 2], at: usize) -> [u64; 3] {
    [row[at] << 1 | row[at - 1] >> 63, row[at], row[at] >> 1 | row[at + 1] << 63]
}

#[inline(always)]
fn majority(a: u64, b: u64, c: u64) -> u64 {
    (a & b) | (c & (a ^ b))
}

/// The full adders of Gristmill's life_packed.frag, without a branch, so that words are vectors.
#[inline(always)]
fn plain(to: &mut [u64], north: &[u64], here: &[u64], south: &[u64]) {
    let [north, here, south] = [north, here, south].map(|row| {
        let mut wrapped = [0; WORDS + 2];
        wrapped[1..=WORDS].copy_from_slice(row);
        (wrapped[0], wrapped[WORDS + 1]) = (row[WORDS - 1], row[0]);
        wrapped
    });
    for (at, to) in (1..=WORDS).zip(to) {
        let [a, b, c] = around(&north, at);
        let [d, own, e] = around(&here, at);
        let [f, g, h] = around(&south, at);
        let ones = [a ^ b ^ c, f ^ g ^ h, d ^ e];
        let twos = [majority(a, b, c), majority(f, g, h), d & e];
        let carry = majority(ones[0], ones[1], ones[2]);
        let exactly = (twos[0] ^ twos[1] ^ twos[2] ^ carry) & !((twos[0] & twos[1]) | (twos[2] & carry));
        *to = exactly & (ones[0] ^ ones[1] ^ ones[2] | own);
    }
}
