//! The machine on which a figure was measured.

use std::process::Command;

/// The load from which on times are not those of a quiet machine; a build that has just ended counts, too.
const BUSY: f64 = 1.5;

pub struct Machine {
    pub date: String,
    pub processor: String,
    pub load: String,
    /// Each peer with its driver, or why it is missing.
    pub drivers: Vec<(String, String)>,
}

impl Machine {
    /// This one, now or on the given date.
    pub fn here(date: Option<String>) -> Machine {
        let info = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
        let model = info
            .lines()
            .find_map(|line| line.strip_prefix("model name"))
            .unwrap_or(": unknown processor");
        let model = model.trim_start().trim_start_matches(':').trim();
        let threads = std::thread::available_parallelism().map_or(1, usize::from);
        let load = std::fs::read_to_string("/proc/loadavg").unwrap_or_default();
        let today = || Command::new("date").arg("+%Y-%m-%d").output().ok();
        let today =
            || today().map_or_else(String::new, |output| String::from_utf8_lossy(&output.stdout).trim().to_string());
        Machine {
            date: date.unwrap_or_else(today),
            processor: format!("{model}, {threads} threads"),
            load: load.split_whitespace().next().unwrap_or("unknown").to_string(),
            drivers: Vec::new(),
        }
    }

    pub fn add(&mut self, who: &str, driver: &str) {
        self.drivers.push((who.to_string(), driver.to_string()));
    }

    pub fn lines(&self) -> Vec<String> {
        let Machine { date, processor, load, drivers } = self;
        let busy = load.parse().is_ok_and(|load: f64| load > BUSY);
        let busy = if busy { ": others ran beside it, so ratios are rough" } else { "" };
        let mut lines = vec![format!("{date}, {processor}, load before the run {load}{busy}")];
        lines.extend(drivers.iter().map(|(who, driver)| format!("{who}: {driver}")));
        lines
    }
}
