//! Depth of dependent reads that a card of the time accepts.

use super::read_pattern::place_table;
use crate::experiments::{Answer, Datum, Tabulation};
use crate::{Device, Era, Error, KernelSource, Profile, Result, fragment_kernel};

const CHAIN_KERNEL_2005: KernelSource = fragment_kernel!("experiments/dependent_reads_2005");

const CARDS: [&str; 2] = ["radeon-9700", "geforce-6800"];

/// Texels along a side: their centres are exact in the floats of every card.
const SIDE: usize = 16;

/// The deepest chain that is tried.
const MAX_DEPTH: usize = 6;

/// Adds the table of each card's verdict on chains of one read and more.
pub(super) fn tabulate_cards(answer: &mut Answer) -> Result<()> {
    let profiles = CARDS.map(Profile::named);
    let titles = profiles.iter().flatten().map(|profile| profile.title);
    let columns: Vec<&str> = std::iter::once("reads in a chain").chain(titles).collect();
    let mut table = Tabulation::new("A GLSL 1.10 kernel, checked against two cards", &columns);

    let jumps = place_table(SIDE * SIDE, SIDE * SIDE);
    let words: Vec<[f32; 2]> = jumps.iter().map(|at| locate_middle(*at)).collect();
    let mut devices = Vec::new();
    for profile in profiles {
        let device = Device::emulator(Era::Fragment)?.with_card(profile?)?;
        let stream = device.stream_of([SIDE, SIDE], &words)?;
        let result = device.empty::<[f32; 2]>([SIDE, SIDE])?;
        devices.push((device, stream, result));
    }
    for levels in 1..=MAX_DEPTH {
        let mut row = vec![Datum::Count(levels as u64)];
        for (device, stream, result) in &mut devices {
            let kernel = match device.kernel(&CHAIN_KERNEL_2005.define("LEVELS", levels)) {
                Ok(kernel) => kernel,
                Err(Error::Card { sentence, .. }) => {
                    row.push(Datum::Words(sentence));
                    continue;
                }
                Err(error) => return Err(error),
            };
            kernel.call().input("table", stream).output("gl_FragColor", result).run()?;
            let ends = (0..jumps.len() as u32).map(|start| {
                locate_middle((0..levels).fold(start, |at: u32, _| jumps.get(at as usize).copied().unwrap_or(0)))
            });
            answer.hold(result.read()?.into_iter().eq(ends), || format!("chains of {levels} end in a wrong place"));
            row.push("takes it".into());
        }
        table.row(row);
    }
    answer.tables.push(table);
    Ok(())
}

/// Returns the coordinates of the middle of a texel.
fn locate_middle(at: u32) -> [f32; 2] {
    [at as usize % SIDE, at as usize / SIDE].map(|texel| (texel as f32 + 0.5) / SIDE as f32)
}
