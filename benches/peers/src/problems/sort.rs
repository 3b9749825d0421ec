//! Keys of 32 bits with their values, in order.

use super::*;
use crate::race::{Goal, way};
use gristmill::Stream;
use gristmill::algorithms::sort;
use rayon::prelude::*;

const COUNT: usize = 1 << 20;

type Pairs = (Vec<u32>, Vec<u32>);

pub fn problem(peers: &Peers) -> Outcome<Problem> {
    let keys: Arc<[u32]> = (0..COUNT as u32).map(|i| random::word(1, i, 0)).collect();
    let values: Arc<[u32]> = (0..COUNT as u32).collect();
    let mut sorted: Vec<(u32, u32)> = keys.iter().copied().zip(values.iter().copied()).collect();
    sorted.sort();
    let truth = numbers(&sorted.iter().copied().unzip());
    let mut ways = Ways::new(peers);

    for era in Era::ALL {
        let (keys, values) = (keys.clone(), values.clone());
        ways.ours(era, move |device| {
            let (keys, values) = (device.stream(&keys)?, device.stream(&values)?);
            let run = move |result: &mut Option<(Stream<u32>, Stream<u32>)>| {
                *result = Some(sort::sort(&device, &keys, &values)?);
                Ok(device.finish()?)
            };
            Ok(way(None, run, |result| {
                let (keys, values) = result.as_ref().ok_or("no run")?;
                Ok(numbers(&(keys.read()?, values.read()?)))
            }))
        });
    }
    let given = (keys.clone(), values.clone());
    ways.plain("one thread, LSD", move || {
        let state: (Pairs, Pairs) = Default::default();
        let run = move |(now, next): &mut (Pairs, Pairs)| {
            *now = (given.0.to_vec(), given.1.to_vec());
            next.0.resize(COUNT, 0);
            next.1.resize(COUNT, 0);
            for shift in [0, 8, 16, 24] {
                by_digit(shift, now, next);
                std::mem::swap(now, next);
            }
            Ok(())
        };
        Ok(way(state, run, |(now, _)| Ok(numbers(now))))
    });
    ways.plain("rayon", move || {
        let run = move |pairs: &mut Vec<(u32, u32)>| {
            pairs.clear();
            pairs.extend(keys.iter().copied().zip(values.iter().copied()));
            pairs.par_sort_unstable_by_key(|pair| pair.0);
            Ok(())
        };
        // The order of equal keys is anyone's.
        Ok(way(Vec::new(), run, |pairs| {
            let mut pairs = pairs.clone();
            pairs.sort();
            Ok(numbers(&pairs.into_iter().unzip()))
        }))
    });
    let goals = vec![
        Goal { ours: Some(Side::Compute), peer: "one thread, LSD", least: 0.45 },
        Goal { ours: Some(Side::Compute), peer: "rayon", least: 0.7 },
    ];
    let title = "Sort of 2^20 pairs of 32-bit keys and values".to_string();
    Ok(Problem {
        name: "sort",
        ours: "sort::sort in both eras",
        title,
        truth,
        allowed: 0.0,
        contenders: ways.contenders,
        goals,
        page: None,
    })
}

fn numbers((keys, values): &Pairs) -> Vec<f64> {
    keys.iter().chain(values).copied().map(f64::from).collect()
}

/// One pass of a radix sort, by eight bits.
fn by_digit(shift: u32, now: &Pairs, next: &mut Pairs) {
    let digit = |key: u32| (key >> shift & 255) as usize;
    let mut starts = [0; 256];
    for &key in &now.0 {
        starts[digit(key)] += 1;
    }
    let mut start = 0;
    for count in &mut starts {
        start += std::mem::replace(count, start);
    }
    for (&key, &value) in now.0.iter().zip(&now.1) {
        let to = &mut starts[digit(key)];
        (next.0[*to], next.1[*to]) = (key, value);
        *to += 1;
    }
}
