//! The costs of each rung on the emulator, in counts that do not depend on this computer.

use crate::input;
use crate::terminal::number_format::{format_count, format_share};
use crate::terminal::progress_bar;
use crate::terminal::text_table::{TableCell, format_table, new_table, terminal_width, wrap_text};
use gristmill::algorithms::{Algorithm, Rung, Workload};
use gristmill::counters::Counters;
use gristmill::finding::Listening;
use gristmill::{Device, Era, MachineChoice, Result};
use serde_json::{Value, json};

/// Elements of a counted run: enough for several groups, few enough for an emulator that observes every lane.
pub const COUNTED_SIZE: usize = 4096;

/// The counters of each rung.
pub struct RungCosts {
    size: usize,
    rungs: Vec<(&'static Rung, Counters)>,
}

/// Runs each rung once on the emulator, on `most` elements but not more than `COUNTED_SIZE`; `None` in a build without
/// the emulator.
pub fn count_costs(
    algorithm: &'static Algorithm,
    rungs: &[&'static Rung],
    most: usize,
    seed: u32,
) -> Result<Option<RungCosts>> {
    let Ok(device) = Device::choose(Era::Fragment, MachineChoice::Emulator) else { return Ok(None) };
    let size = most.min(COUNTED_SIZE);
    let workload = input::generate_workload(algorithm, size, seed)?;
    let mut counted = RungCosts { size, rungs: Vec::new() };
    for &rung in rungs {
        let mut trial = (rung.prepare)(&device.with_era(rung.era)?, &workload)?;
        counted.size = trial.size(size);
        device.listen(Some(Listening::COUNTERS))?;
        trial.run()?;
        device.listen(None)?;
        counted.rungs.push((rung, device.counters()?));
    }
    Ok(Some(counted))
}

/// Runs each rung once on the emulator with that workload; returns no counters in a build without the emulator.
pub fn count_costs_on(
    algorithm: &'static Algorithm,
    rungs: &[&'static Rung],
    workload: &Workload,
) -> Result<Vec<Counters>> {
    let Ok(device) = Device::choose(Era::Fragment, MachineChoice::Emulator) else { return Ok(vec![]) };
    let bar = progress_bar(rungs.len());
    let mut counted = Vec::new();
    for rung in rungs {
        bar.set_message(format!("{} {} on the emulator", algorithm.name, rung.name));
        let mut trial = (rung.prepare)(&device.with_era(rung.era)?, workload)?;
        device.listen(Some(Listening::COUNTERS))?;
        trial.run()?;
        device.listen(None)?;
        counted.push(device.counters()?);
        bar.inc(1);
    }
    bar.finish_and_clear();
    Ok(counted)
}

impl RungCosts {
    /// Returns the elements and the counters of the first rung.
    pub fn into_first(self) -> Option<(usize, Counters)> {
        let size = self.size;
        self.rungs.into_iter().next().map(|(_, counters)| (size, counters))
    }

    /// Formats a row for each rung.
    pub fn format_costs(&self) -> String {
        let columns = [
            "rung",
            ">warp\ninstructions",
            ">lanes\nactive",
            ">divergent\nbranches",
            ">sectors /\nrequest",
            ">cache hits\nin rows",
            ">cache hits\nin tiles",
            ">bank\nconflicts",
        ];
        let mut rows = new_table(&columns).with_optional(&[
            "divergent\nbranches",
            "bank\nconflicts",
            "cache hits\nin rows",
            "cache hits\nin tiles",
            "lanes\nactive",
        ]);
        for (rung, counters) in &self.rungs {
            let total = &counters.total;
            let [linear, tiled] = total.hit_rates();
            let hits = [linear, tiled].map(|rate| if total.texels == 0 { "-".to_string() } else { format_share(rate) });
            let sectors =
                if total.requests == 0 { "-".to_string() } else { format!("{:.1}", total.sectors_per_request()) };
            let conflicts = match total.shared_requests {
                0 => "-".to_string(),
                _ => format!("{:.1}", total.conflicts_per_request()),
            };
            rows.add_row(vec![
                TableCell::new(rung.name),
                TableCell::new(format_count(usize::try_from(total.instructions()).unwrap_or(usize::MAX))),
                TableCell::new(format_share(total.utilisation())),
                TableCell::new(format_count(usize::try_from(total.divergent).unwrap_or(usize::MAX))),
                TableCell::new(sectors),
                TableCell::new(&hits[0]),
                TableCell::new(&hits[1]),
                TableCell::new(conflicts),
            ]);
        }
        let title = format!(
            "counted by the emulator on {} elements, in warps of 32; a cache of 16 KiB with texels in rows, and in tiles of 4x4:",
            format_count(self.size)
        );
        let title = wrap_text(&title, terminal_width().unwrap_or(usize::MAX)).join("\n");
        format!("{title}\n{}", format_table(&rows))
    }

    /// Returns the counters as JSON.
    pub fn to_json(&self) -> Vec<Value> {
        self.rungs
            .iter()
            .map(|(rung, counters)| {
                json!({
                    "rung": rung.name,
                    "era": rung.era.to_string(),
                    "size": self.size,
                    "warp_instructions": counters.total.instructions(),
                    "lanes_active": counters.total.utilisation(),
                    "divergent_branches": counters.total.divergent,
                    "sectors_per_request": counters.total.sectors_per_request(),
                    "cache_hits_in_rows": counters.total.hit_rates()[0],
                    "cache_hits_in_tiles": counters.total.hit_rates()[1],
                    "bank_conflicts": counters.total.conflicts_per_request(),
                })
            })
            .collect()
    }
}
