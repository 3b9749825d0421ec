//! Judges a way that was right at one size on edge sizes, at which kernels without a guard go wrong.

use gristmill::Result;
use gristmill::algorithms::{Algorithm, Rung};
use gristmill::judge::cases;
use serde_json::{Value, json};
use std::time::{Duration, Instant};

/// Edge sizes up to this one are always judged, even if a reader asks for fewer elements.
const ALWAYS_JUDGED: usize = 1_000;

/// The time after which the larger sizes are left out.
const TIME_LIMIT: Duration = Duration::from_secs(2);

/// Judges a way on edge sizes up to the one that was right: sizes that end inside a group or a row, and one element and
/// none, if the way allows those. The answer gets the sizes at which it is right, or the verdict of the first at which
/// it is not. `run` judges one size.
pub(crate) fn judge_edge_sizes(
    told: &mut Value,
    algorithm: &'static Algorithm,
    way: &Rung,
    run: impl Fn(usize) -> Result<Value>,
) -> Result<()> {
    let begin = Instant::now();
    let mut right = vec![];
    let asked = told["size"].as_u64().unwrap_or(0) as usize;
    for size in case_sizes(algorithm, way, asked.max(ALWAYS_JUDGED)) {
        if size == asked {
            continue;
        }
        if begin.elapsed() > TIME_LIMIT {
            break;
        }
        let other = run(size)?;
        if other["verdict"] == "right" {
            right.push(size);
        } else if other["verdict"] != "left out" {
            let sentence = other["sentence"].as_str().unwrap_or_default();
            told["sentence"] = format!("on {size} element{}: {sentence}", if size == 1 { "" } else { "s" }).into();
            told["wrong_size"] = size.into();
            for field in ["verdict", "findings", "lines"] {
                told[field] = other[field].clone();
            }
            return Ok(());
        }
    }
    right.sort_unstable_by(|one, other| other.cmp(one));
    if let Some(sizes) = join_sizes(&right) {
        let sentence = told["sentence"].as_str().unwrap_or_default();
        told["sentence"] = format!("{sentence}; right on {sizes} too").into();
    }
    told["sizes"] = json!(right);
    Ok(())
}

/// Returns the sizes of a way's cases up to `most`, in ascending order.
fn case_sizes(algorithm: &'static Algorithm, way: &Rung, most: usize) -> Vec<usize> {
    let of_way = cases(algorithm).filter(|case| (case.rung.name, case.rung.era) == (way.name, way.era));
    of_way
        .filter(|case| !case.at_the_edge && case.turns.is_none() && case.size <= most)
        .map(|case| case.size)
        .collect()
}

/// Joins sizes as in a sentence: `1,000, 43 and 1 elements`.
fn join_sizes(sizes: &[usize]) -> Option<String> {
    let words: Vec<String> = sizes
        .iter()
        .map(|size| if *size < 1_000 { size.to_string() } else { format!("{},{:03}", size / 1_000, size % 1_000) })
        .collect();
    let (last, before) = words.split_last()?;
    let s = if sizes == [1] { "" } else { "s" };
    Some(if before.is_empty() {
        format!("{last} element{s}")
    } else {
        format!("{} and {last} elements", before.join(", "))
    })
}
