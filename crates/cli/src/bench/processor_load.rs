//! Measures the processor time that other programs use during a benchmark.

use std::time::Instant;

/// The start of a measurement: the time, and the processor ticks so far.
pub struct ProcessorLoad {
    start: Instant,
    /// Ticks of all programs, and of this one; `None` if the system does not report them.
    before: Option<[f64; 2]>,
}

impl ProcessorLoad {
    pub fn start() -> ProcessorLoad {
        ProcessorLoad { start: Instant::now(), before: read_ticks() }
    }

    /// Returns the number of processors that other programs kept busy; `None` if the system does not report it, or too
    /// little time has passed.
    pub fn others_load(&self) -> Option<f64> {
        let [all, own] = read_ticks()?;
        let [all_before, own_before] = self.before?;
        let passed = self.start.elapsed().as_secs_f64();
        (passed > 0.2).then(|| ((all - all_before) - (own - own_before)).max(0.0) / TICKS_PER_SECOND / passed)
    }

    /// Describes the load in a sentence.
    pub fn describe_load(others: Option<f64>) -> String {
        match others {
            None => "This system does not report the load of other programs.".to_string(),
            Some(busy) if busy > 0.1 => {
                format!(
                    "Other programs kept {busy:.2} processors busy meanwhile, so times are longer than on an idle \
                     machine."
                )
            }
            Some(busy) => format!("Other programs kept {busy:.2} processors busy meanwhile: the machine was quiet."),
        }
    }
}

/// Linux reports times in this unit on all machines in use.
const TICKS_PER_SECOND: f64 = 100.0;

/// Reads the busy ticks of all programs and of this one, on Linux.
fn read_ticks() -> Option<[f64; 2]> {
    let all = std::fs::read_to_string("/proc/stat").ok()?;
    let own = std::fs::read_to_string("/proc/self/stat").ok()?;
    Some([busy_ticks(&all)?, own_ticks(&own)?])
}

/// Returns the ticks of user, nice, system, interrupts and stolen time from the first line.
fn busy_ticks(stat: &str) -> Option<f64> {
    let fields: Vec<f64> = stat
        .lines()
        .next()?
        .split_whitespace()
        .skip(1)
        .map_while(|field| field.parse().ok())
        .collect();
    (fields.len() >= 7).then(|| fields[0] + fields[1] + fields[2] + fields[5] + fields[6])
}

/// Returns the ticks of user and system time. The program's name before them may contain anything, so fields are
/// counted from its closing bracket.
fn own_ticks(stat: &str) -> Option<f64> {
    let fields: Vec<&str> = stat.rsplit_once(')')?.1.split_whitespace().collect();
    Some(fields.get(11)?.parse::<f64>().ok()? + fields.get(12)?.parse::<f64>().ok()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_linux_says() {
        assert_eq!(busy_ticks("cpu  10 20 30 400 50 6 7 0 0 0\ncpu0 1 2 3"), Some(73.0));
        assert_eq!(own_ticks("12 (a) b (c) S 1 2 3 4 5 6 7 8 9 10 11 22 0 0"), Some(33.0));
        assert_eq!((busy_ticks("intr 1"), own_ticks("nothing")), (None, None));
        assert!(
            ProcessorLoad::describe_load(Some(0.0)).contains("quiet")
                && ProcessorLoad::describe_load(Some(1.0)).contains("longer")
        );
    }
}
