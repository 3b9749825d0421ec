//! The report of a machine: the least time of every way, in the form that the book's page of all algorithms saves, too.

use gristmill::{Era, Error, Result};
use serde_json::{Value, json};
use std::process::Command;
use std::time::{SystemTime, UNIX_EPOCH};

/// The number of the form; another one is another form.
const FORM: u64 = 1;

/// The mark by which a file is known as a report.
const MARK: &str = "gristmill report";

/// The longest text of a field.
const MAX_TEXT: usize = 300;

/// Times of one machine.
#[derive(Debug, Clone, PartialEq)]
pub struct MachineReport {
    /// The name of the card, or of the processor that stands for one.
    pub adapter: String,
    pub driver: String,
    /// The interface by which launches go, as `OpenGL 4.5` or `WebGPU`.
    pub interface: String,
    /// True if a processor ran the kernels: its times are none of a card.
    pub is_processor: bool,
    /// The day, as `2026-11-26`.
    pub date: String,
    /// The commit of the sources, or the version.
    pub commit: String,
    pub algorithms: Vec<ReportedAlgorithm>,
}

/// The ways of one algorithm.
#[derive(Debug, Clone, PartialEq)]
pub struct ReportedAlgorithm {
    pub name: String,
    pub ways: Vec<ReportedWay>,
}

/// A way that was run.
#[derive(Debug, Clone, PartialEq)]
pub struct ReportedWay {
    pub name: String,
    pub era: Era,
    pub size: u64,
    /// True if its results were right.
    pub agrees: bool,
    /// The least time; `None` if it did not run.
    pub nanoseconds: Option<f64>,
}

impl MachineReport {
    /// Reads a report; `name` is the file's, for errors.
    ///
    /// # Errors
    /// [`Error::Data`] in one sentence: the field, what was expected and what was found.
    pub fn parse_report(name: &str, text: &str) -> Result<MachineReport> {
        let told: Value = serde_json::from_str(text)
            .map_err(|error| Error::data(format!("{name} is no JSON: {error}; save the report once more")))?;
        if told["what"] != MARK {
            return Err(Error::data(format!(
                "{name} is no report: expected \"what\": \"{MARK}\", found {}; make one by gristmill bench --report",
                told["what"]
            )));
        }
        if told["form"] != FORM {
            return Err(Error::data(format!(
                "{name} has the form {}, expected {FORM}; make it again by this version",
                told["form"]
            )));
        }
        let reader = FieldReader(name);
        let algorithms = reader.read_list(&told, "algorithms")?;
        Ok(MachineReport {
            adapter: reader.read_text(&told, "adapter")?,
            driver: reader.read_text(&told, "driver")?,
            interface: reader.read_text(&told, "interface")?,
            is_processor: reader.read_flag(&told, "is_processor")?,
            date: reader.read_text(&told, "date")?,
            commit: reader.read_text(&told, "commit")?,
            algorithms: algorithms.iter().map(|one| reader.read_algorithm(one)).collect::<Result<_>>()?,
        })
    }

    /// Returns the report as JSON, in the page's form.
    pub fn to_json(&self) -> Value {
        let way = |way: &ReportedWay| {
            json!({
                "era": way.era.to_string(), "way": way.name, "size": way.size, "agrees": way.agrees,
                "nanoseconds": way.nanoseconds.map(|min| json!({ "min": min })),
            })
        };
        let algorithms = self
            .algorithms
            .iter()
            .map(|one| json!({ "algorithm": one.name, "ways": one.ways.iter().map(way).collect::<Vec<_>>() }));
        json!({
            "what": MARK, "form": FORM, "source": "bench", "adapter": self.adapter, "driver": self.driver,
            "interface": self.interface, "is_processor": self.is_processor, "date": self.date, "commit": self.commit,
            "algorithms": algorithms.collect::<Vec<_>>(),
        })
    }
}

impl ReportedAlgorithm {
    /// Returns the quickest right way of an era.
    pub fn find_quickest(&self, era: Era) -> Option<&ReportedWay> {
        let ran = self
            .ways
            .iter()
            .filter(|way| way.era == era && way.agrees && way.nanoseconds.is_some());
        ran.min_by(|a, b| a.nanoseconds.unwrap_or(f64::MAX).total_cmp(&b.nanoseconds.unwrap_or(f64::MAX)))
    }
}

/// Reads the fields of the file of this name.
struct FieldReader<'n>(&'n str);

impl FieldReader<'_> {
    fn refuse_field(&self, field: &str, expected: &str, found: &Value) -> Error {
        let found: String = found.to_string().chars().take(40).collect();
        Error::data(format!("{}: expected {expected} in {field:?}, found {found}; save the report once more", self.0))
    }

    fn read_text(&self, of: &Value, field: &str) -> Result<String> {
        match of[field].as_str() {
            Some(text) if !text.is_empty() && text.len() <= MAX_TEXT && !text.contains(['\n', '\r']) => {
                Ok(text.to_string())
            }
            _ => Err(self.refuse_field(field, "a line of text", &of[field])),
        }
    }

    fn read_flag(&self, of: &Value, field: &str) -> Result<bool> {
        of[field]
            .as_bool()
            .ok_or_else(|| self.refuse_field(field, "true or false", &of[field]))
    }

    fn read_list<'v>(&self, of: &'v Value, field: &str) -> Result<&'v Vec<Value>> {
        of[field]
            .as_array()
            .ok_or_else(|| self.refuse_field(field, "a list", &of[field]))
    }

    fn read_algorithm(&self, one: &Value) -> Result<ReportedAlgorithm> {
        let ways = self.read_list(one, "ways")?;
        Ok(ReportedAlgorithm {
            name: self.read_text(one, "algorithm")?,
            ways: ways.iter().map(|way| self.read_way(way)).collect::<Result<_>>()?,
        })
    }

    fn read_way(&self, way: &Value) -> Result<ReportedWay> {
        let era = self.read_text(way, "era")?;
        let era = era
            .parse::<Era>()
            .map_err(|_| self.refuse_field("era", "fragment or compute", &way["era"]))?;
        let time = &way["nanoseconds"];
        let nanoseconds = match time {
            Value::Null => None,
            _ => match time["min"].as_f64() {
                Some(least) if least.is_finite() && least >= 0.0 => Some(least),
                _ => return Err(self.refuse_field("min", "nanoseconds", &time["min"])),
            },
        };
        Ok(ReportedWay {
            name: self.read_text(way, "way")?,
            era,
            size: way["size"]
                .as_u64()
                .ok_or_else(|| self.refuse_field("size", "a number of elements", &way["size"]))?,
            agrees: self.read_flag(way, "agrees")?,
            nanoseconds,
        })
    }
}

/// Returns the present day, as `2026-11-26`.
pub fn format_date() -> String {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    format_day(since.as_secs() / 86_400)
}

/// Formats a day by its number since the first of 1970 (Howard Hinnant, chrono-Compatible Low-Level Date Algorithms).
fn format_day(day: u64) -> String {
    let shifted = day + 719_468; // from the first of March of the year 0
    let era = shifted / 146_097;
    let of_era = shifted % 146_097;
    let year = (of_era - of_era / 1_460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year + year / 4 - year / 100);
    let month = (5 * of_year + 2) / 153;
    let date = of_year - (153 * month + 2) / 5 + 1;
    let number = if month < 10 { month + 3 } else { month - 9 };
    format!("{:04}-{number:02}-{date:02}", year + era * 400 + u64::from(number <= 2))
}

/// Returns the commit of these sources, or the version if they are in no repository.
pub fn find_commit() -> String {
    let version = env!("CARGO_PKG_VERSION").to_string();
    let asked = Command::new("git")
        .args(["-C", env!("CARGO_MANIFEST_DIR"), "rev-parse", "--short=12", "HEAD"])
        .output();
    let commit = asked.ok().filter(|output| output.status.success());
    commit.map_or(version, |output| String::from_utf8_lossy(&output.stdout).trim().to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn build_report() -> MachineReport {
        let way = |name: &str, era, least| ReportedWay {
            name: name.to_string(),
            era,
            size: 64,
            agrees: true,
            nanoseconds: least,
        };
        MachineReport {
            adapter: "a card".to_string(),
            driver: "its driver 1.2".to_string(),
            interface: "OpenGL 4.5".to_string(),
            is_processor: false,
            date: "2026-11-26".to_string(),
            commit: "0123456789ab".to_string(),
            algorithms: vec![ReportedAlgorithm {
                name: "scan".to_string(),
                ways: vec![
                    way("fragment", Era::Fragment, Some(900.0)),
                    way("fragment_2005", Era::Fragment, Some(800.5)),
                    way("compute", Era::Compute, None),
                ],
            }],
        }
    }

    #[test]
    fn a_report_comes_back_as_it_was() {
        let text = build_report().to_json().to_string();
        assert_eq!(MachineReport::parse_report("r.json", &text), Ok(build_report()));
        let scan = &build_report().algorithms[0];
        assert_eq!(scan.find_quickest(Era::Fragment).map(|way| way.name.as_str()), Some("fragment_2005"));
        assert_eq!(scan.find_quickest(Era::Compute), None);
    }

    #[test]
    fn what_is_malformed_is_said_in_one_sentence() {
        let changed = |at: &str, value: Value| {
            let mut told = build_report().to_json();
            if let Some(place) = told.pointer_mut(at) {
                *place = value;
            }
            MachineReport::parse_report("r.json", &told.to_string())
                .map(drop)
                .map_err(|error| error.to_string())
        };
        for (at, value, expected) in [
            (
                "/what",
                json!("a song"),
                "r.json is no report: expected \"what\": \"gristmill report\", found \"a song\"; make one by gristmill bench --report",
            ),
            ("/form", json!(2), "r.json has the form 2, expected 1; make it again by this version"),
            (
                "/adapter",
                json!(7),
                "r.json: expected a line of text in \"adapter\", found 7; save the report once more",
            ),
            (
                "/is_processor",
                json!("no"),
                "r.json: expected true or false in \"is_processor\", found \"no\"; save the report once more",
            ),
            (
                "/algorithms",
                json!({}),
                "r.json: expected a list in \"algorithms\", found {}; save the report once more",
            ),
            (
                "/algorithms/0/ways/0/era",
                json!("stone"),
                "r.json: expected fragment or compute in \"era\", found \"stone\"; save the report once more",
            ),
            (
                "/algorithms/0/ways/0/nanoseconds/min",
                json!(-1),
                "r.json: expected nanoseconds in \"min\", found -1; save the report once more",
            ),
        ] {
            assert_eq!(changed(at, value), Err(expected.to_string()));
        }
        let cut = MachineReport::parse_report("r.json", "{\"what\":")
            .map(drop)
            .map_err(|error| error.to_string());
        assert!(cut.is_err_and(|sentence| sentence.starts_with("r.json is no JSON: ")));
    }

    #[test]
    fn days_have_dates() {
        let days = [(0, "1970-01-01"), (59, "1970-03-01"), (11_016, "2000-02-29"), (20_783, "2026-11-26")];
        for (day, date) in days {
            assert_eq!(format_day(day), date);
        }
    }
}
