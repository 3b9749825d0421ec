//! Several generations in one dispatch.

use super::packed::{check_packed_board, compute_packed};
use crate::{Device, DeviceKind, Era, KernelSource, PingPong, Result, Stream, compute_kernel};

const GENERATIONS: KernelSource = compute_kernel!("simulations/life_generations");

/// Work of an invocation: the size of its group, the generations it computes, the words side by side and the rows
/// of them.
struct GenerationWork {
    lanes: usize,
    generations: usize,
    words: usize,
    rows: usize,
}

/// A CPU needs few invocations, and has room for state that does not fit a GPU's registers.
const CPU_WORK: GenerationWork = GenerationWork { lanes: 8, generations: 16, words: 4, rows: 128 };
const GPU_WORK: GenerationWork = GenerationWork { lanes: 64, generations: 4, words: 1, rows: 32 };

/// Computes several generations of 32 cells per word in one dispatch, on a CPU up to 16: an invocation walks down
/// its words with two rows of every generation in its registers, and computes the rim of its neighbours that it
/// needs itself. Streams as in [`super::fragment_packed`]. Boards whose rows end inside a word use
/// [`compute_packed`].
///
/// Source: Fujita, Nakano and Ito, Bulk Execution of the Game of Life, 2016.
///
/// # Errors
/// As [`super::fragment_packed`].
pub fn compute_generations(
    device: &Device,
    cells: &Stream<u32>,
    columns: usize,
    generations: usize,
) -> Result<Stream<u32>> {
    let device = device.with_era(Era::Compute)?;
    let shape = check_packed_board(cells, columns)?;
    if !columns.is_multiple_of(32) || generations == 0 || shape.is_empty() {
        return compute_packed(&device, cells, columns, generations);
    }
    let share = match device.suited_to() {
        DeviceKind::Cpu => CPU_WORK,
        _ => GPU_WORK,
    };
    let [words, rows] = [shape.extent(0), shape.extent(1)];
    let strips = words.div_ceil(share.words);
    // ANCHOR: generations
    let dispatches = generations.div_ceil(share.generations);
    let play = |dispatch: usize, now: &Stream<u32>, next: &mut Stream<u32>| {
        let some = generations * (dispatch + 1) / dispatches - generations * dispatch / dispatches; // as equal as can be
        let kernel = GENERATIONS.define("GENERATIONS", some).define("OWN", share.words);
        device
            .kernel(&kernel.define("LANES", share.lanes))?
            .call()
            .uniform("rows", share.rows as i32)
            .uniform("strips", strips as i32)
            .gather("cells", now)
            .output("result", next)
            .elements(strips * rows.div_ceil(share.rows))
            .run()
    };
    let mut first = device.empty(shape)?;
    play(0, cells, &mut first)?;
    if dispatches == 1 {
        return Ok(first);
    }
    let mut boards = PingPong::new(first, device.empty(shape)?);
    for dispatch in 1..dispatches {
        boards.step(|now, next| play(dispatch, now, next))?;
    }
    // ANCHOR_END: generations
    Ok(boards.into_now())
}
