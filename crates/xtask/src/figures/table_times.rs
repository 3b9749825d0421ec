//! The times of a chapter's table: from this run, from an older table, or from other machines.

use gristmill::Error;
use gristmill_command::output_files::save_file;
use gristmill_command::terminal::EarlyExit;
use gristmill_command::terminal::number_format::format_time;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The least number of runs whose quartiles are meaningful.
const MIN_RUNS: usize = 4;
/// The share of a median that its quartiles may differ by before a table shows it.
const NOISE_SHARE: f64 = 0.1;

/// Formats the median, and half the distance of the quartiles if that is more than a twentieth of it.
pub fn format_median(times: &[Duration]) -> String {
    let last = times.len().saturating_sub(1);
    let median = times.get(times.len() / 2).copied().unwrap_or_default();
    let [low, high] = [last / 4, last * 3 / 4].map(|at| times.get(at).copied().unwrap_or_default());
    let apart = high.saturating_sub(low).as_secs_f64();
    if times.len() < MIN_RUNS || apart <= NOISE_SHARE * median.as_secs_f64() {
        return format_time(median);
    }
    format_noisy(median.as_secs_f64(), apart / 2.0)
}

/// Formats seconds with their variation in one unit, both to the first digit of the variation.
fn format_noisy(median: f64, half: f64) -> String {
    let (scale, unit) = match median {
        s if s >= 0.999_5 => (1.0, "s"),
        s if s >= 0.999_5e-3 => (1e3, "ms"),
        _ => (1e6, "us"),
    };
    let median = median * scale;
    let half = half * scale;
    let places = if half >= 0.95 { 0 } else { (-half.log10().floor()).clamp(0.0, 2.0) as usize };
    format!("{median:.places$} \u{b1} {half:.places$} {unit}")
}

/// Splits a line of a table; a vertical bar behind a backslash stays in its cell.
fn table_cells(line: &str) -> Vec<String> {
    let line = line.trim().trim_matches('|').replace("\\|", "\u{0}");
    line.split('|')
        .map(|cell| cell.replace('\u{0}', "\\|").trim().to_string())
        .collect()
}

/// Returns the cells of a column of an older table, by rung.
pub fn parse_column(page: &str, heading: &str) -> BTreeMap<String, String> {
    let mut lines = page.lines();
    let Some(column) = lines
        .next()
        .and_then(|head| table_cells(head).iter().position(|cell| cell == heading))
    else {
        return BTreeMap::new();
    };
    let rows = lines.take_while(|line| line.starts_with('|')).map(table_cells);
    rows.filter_map(|row| {
        let name = row.first()?.strip_prefix('`')?.strip_suffix('`')?.to_string();
        Some((name, row.get(column)?.clone()))
    })
    .collect()
}

/// The times measured on another machine; one file for each.
#[derive(Serialize, Deserialize)]
pub struct MachineTimes {
    /// The name of the machine, which heads a column.
    pub device: String,
    /// The elements of each algorithm, and the time of each rung.
    pub algorithms: BTreeMap<String, AlgorithmTimes>,
}

#[derive(Serialize, Deserialize)]
pub struct AlgorithmTimes {
    pub size: usize,
    pub times: BTreeMap<String, String>,
}

impl MachineTimes {
    /// Reads the times of that machine from a folder of figures; empty if there are none.
    pub fn read_machine(out: &Path, device: &str) -> MachineTimes {
        let known = std::fs::read_to_string(machine_file(out, device)).ok();
        known
            .and_then(|text| serde_json::from_str(&text).ok())
            .unwrap_or_else(|| MachineTimes { device: device.to_string(), algorithms: BTreeMap::new() })
    }

    /// Reads the times of all machines from a folder of figures, in the order of their files.
    pub fn read_all(out: &Path) -> Result<Vec<MachineTimes>, EarlyExit> {
        let Ok(folder) = std::fs::read_dir(out.join(GPU_FOLDER)) else { return Ok(vec![]) };
        let mut paths: Vec<PathBuf> = folder.filter_map(|entry| Some(entry.ok()?.path())).collect();
        paths.retain(|path| path.extension().is_some_and(|extension| extension == "json"));
        paths.sort();
        paths
            .iter()
            .map(|path: &PathBuf| {
                let text = std::fs::read_to_string(path).map_err(|error| error.to_string());
                let read = text.and_then(|text| serde_json::from_str(&text).map_err(|error| error.to_string()));
                read.map_err(|error| {
                    EarlyExit::Error(Error::data(format!("{} cannot be read: {error}", path.display())))
                })
            })
            .collect()
    }

    /// Writes the file of the machine, and returns its path.
    pub fn save(&self, out: &Path) -> Result<PathBuf, EarlyExit> {
        let path = machine_file(out, &self.device);
        std::fs::create_dir_all(out.join(GPU_FOLDER)).map_err(|error| Error::data(error.to_string()))?;
        save_file(&path, format!("{:#}\n", serde_json::json!(self)))?;
        Ok(path)
    }

    /// Returns a rung's time on that number of elements.
    pub fn rung_time(&self, algorithm: &str, size: usize, rung: &str) -> Option<&str> {
        let known = self.algorithms.get(algorithm).filter(|known| known.size == size)?;
        known.times.get(rung).map(String::as_str)
    }
}

const GPU_FOLDER: &str = "gpu";

fn machine_file(out: &Path, device: &str) -> PathBuf {
    let name: String = device
        .chars()
        .map(|letter| if letter.is_ascii_alphanumeric() { letter.to_ascii_lowercase() } else { '_' })
        .collect();
    out.join(GPU_FOLDER).join(format!("{}.json", name.trim_matches('_')))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn from_micros(times: &[u64]) -> Vec<Duration> {
        times.iter().map(|time| Duration::from_micros(*time)).collect()
    }

    #[test]
    fn noise_is_shown_as_noise() {
        assert_eq!(format_median(&from_micros(&[6700, 6750, 6800, 6850, 6900])), "6.80 ms");
        assert_eq!(format_median(&from_micros(&[5000, 5900, 6800, 7700, 9000])), "6.8 \u{b1} 0.9 ms");
        assert_eq!(format_median(&from_micros(&[80_000, 90_000, 100_000, 114_000, 300_000])), "100 \u{b1} 12 ms");
        // Two runs do not show how much times vary.
        assert_eq!(format_median(&from_micros(&[5000, 9000])), "9.00 ms");
        assert_eq!(format_median(&[]), "0.00 us");
    }

    #[test]
    fn times_of_an_older_table_are_kept() {
        let page = "| rung | method | median time |\n|---|---|---:|\n| `fragment` | a \\| b | 1.20 ms |\n\n| `compute` | | 3 |\n";
        let kept = parse_column(page, "median time");
        assert_eq!(kept, [("fragment".to_string(), "1.20 ms".to_string())].into());
    }

    #[test]
    fn a_machine_has_its_file() -> Result<(), &'static str> {
        let folder = tempfile::tempdir().map_err(|_| "no folder")?;
        let all = || MachineTimes::read_all(folder.path()).map_err(|_| "not read");
        assert!(all()?.is_empty());
        let mut measurements = MachineTimes::read_machine(folder.path(), "Some GPU/PCIe");
        let times = [("fragment".to_string(), "1.00 ms".to_string())].into();
        measurements
            .algorithms
            .insert("scan".to_string(), AlgorithmTimes { size: 8, times });
        let path = measurements.save(folder.path()).map_err(|_| "not saved")?;
        assert!(path.ends_with("gpu/some_gpu_pcie.json"));
        let all = all()?;
        let time = |size: usize, rung: &str| all.first().and_then(|all| all.rung_time("scan", size, rung));
        assert_eq!([time(8, "fragment"), time(9, "fragment"), time(8, "compute")], [Some("1.00 ms"), None, None]);
        assert_eq!(MachineTimes::read_machine(folder.path(), "Some GPU/PCIe").algorithms.len(), 1);
        Ok(())
    }
}
