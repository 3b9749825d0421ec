//! The report of a suite: its outcomes without times, so that the shards of any machines make the report of one.

use crate::outcome::{CaseOutcome, CaseState};
use crate::shard::Shard;
use gristmill_base::error::{Error, Result};
use serde::{Deserialize, Serialize};

/// The outcomes of a suite, or of a shard of it.
///
/// ```
/// use gristmill::test::{Suite, SuiteReport};
/// let folder = std::env::temp_dir().join(format!("gristmill_report_{}", std::process::id()));
/// std::fs::create_dir_all(&folder)?;
/// std::fs::write(folder.join("ones.comp"), "#version 430 core
/// layout(local_size_x = 1) in;
/// layout(std430) buffer Ones { uint ones[]; };
/// void main() { ones[gl_WorkGroupID.x] = 1u; }")?;
/// std::fs::write(folder.join("ones.test.toml"), "[[case]]
/// name = \"all\"
/// kernel = \"ones.comp\"
/// sizes = [1, 2, 3, 4, 5, 6, 7, 8]
/// groups = \"n\"
/// buffers = { Ones = \"zero:n\" }
/// expect = { Ones = \"one:n\" }
/// points = 2")?;
/// let suite = Suite::folder(&folder);
/// let whole: SuiteReport = suite.run()?;
/// assert_eq!((whole.points(), whole.most_points(), whole.verdict()), (16, 16, "8 cases: 8 right; 16 of 16 points".into()));
/// let mut shards = Vec::new();
/// for shard in ["1/2", "2/2"] {
///     let report = suite.clone().shard(shard.parse()?).run()?;
///     shards.push((format!("{shard}.json"), SuiteReport::from_json(&report.to_json())?));
/// }
/// assert_eq!(SuiteReport::merge_shards(&shards)?.to_json(), whole.to_json());
/// shards.pop();
/// let error = SuiteReport::merge_shards(&shards).unwrap_err();
/// assert_eq!(error.to_string(), "shard 2 of 2 is missing; run it, and name its report too");
/// # std::fs::remove_dir_all(&folder)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct SuiteReport {
    /// The version of this library.
    gristmill: String,
    /// A hash of the case files and the kernels.
    files: String,
    /// The text that the names of the cases contain.
    filter: Option<String>,
    /// Which part of the suite it is, if not all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    shard: Option<Shard>,
    /// The outcomes, in the order of the cases.
    pub cases: Vec<CaseOutcome>,
}

impl SuiteReport {
    pub(crate) fn new(
        files: String,
        filter: Option<String>,
        shard: Option<Shard>,
        cases: Vec<CaseOutcome>,
    ) -> SuiteReport {
        let mut report = SuiteReport { gristmill: env!("CARGO_PKG_VERSION").to_string(), files, filter, shard, cases };
        report.sort_cases();
        report
    }

    /// Sorts the outcomes by their names alone, as any number of shards can.
    fn sort_cases(&mut self) {
        self.cases.sort_by(|one, other| one.name.cmp(&other.name));
    }

    /// Returns true if every case is right.
    ///
    /// ```
    /// use gristmill::test::Suite;
    /// let folder = std::env::temp_dir().join(format!("gristmill_right_{}", std::process::id()));
    /// std::fs::create_dir_all(&folder)?;
    /// std::fs::write(folder.join("gone.test.toml"), "[[case]]\nname = \"a\"\nkernel = \"gone.comp\"")?;
    /// assert!(!Suite::folder(&folder).run()?.is_right());
    /// # std::fs::remove_dir_all(&folder)?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn is_right(&self) -> bool {
        self.cases.iter().all(|case| case.state == CaseState::Right)
    }

    /// Returns the number of cases in a state.
    ///
    /// ```
    /// use gristmill::test::{CaseState, Suite};
    /// let folder = std::env::temp_dir().join(format!("gristmill_count_{}", std::process::id()));
    /// std::fs::create_dir_all(&folder)?;
    /// std::fs::write(folder.join("gone.test.toml"), "[[case]]\nname = \"a\"\nkernel = \"gone.comp\"")?;
    /// let report = Suite::folder(&folder).run()?;
    /// assert_eq!((report.count_state(CaseState::Right), report.count_state(CaseState::NotJudged)), (0, 1));
    /// # std::fs::remove_dir_all(&folder)?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn count_state(&self, state: CaseState) -> usize {
        self.cases.iter().filter(|case| case.state == state).count()
    }

    /// Returns the points of the cases that are right.
    pub fn points(&self) -> u64 {
        let right = self.cases.iter().filter(|case| case.state == CaseState::Right);
        right.map(|case| u64::from(case.points)).sum()
    }

    /// Returns the points of all cases.
    pub fn most_points(&self) -> u64 {
        self.cases.iter().map(|case| u64::from(case.points)).sum()
    }

    /// Returns the verdict in one line: `12 cases: 10 right, 1 wrong, 1 not judged; 10 of 12 points`. Points are left out
    /// if each case has one.
    pub fn verdict(&self) -> String {
        let states = [CaseState::Right, CaseState::Wrong, CaseState::NotJudged, CaseState::Short];
        let counts = states.map(|state| (state, self.count_state(state)));
        let shown = counts.iter().filter(|(state, count)| *count > 0 || *state == CaseState::Right);
        let shown: Vec<String> = shown.map(|(state, count)| format!("{count} {}", state.state_name())).collect();
        let all = self.cases.len();
        let points = if self.most_points() == all as u64 {
            String::new()
        } else {
            format!("; {} of {} points", self.points(), self.most_points())
        };
        let shard = self.shard.map_or(String::new(), |shard| format!(" of shard {shard}"));
        format!("{all} case{}{shard}: {}{points}", if all == 1 { "" } else { "s" }, shown.join(", "))
    }

    /// Returns the report as JSON, with a newline at its end.
    pub fn to_json(&self) -> String {
        // Only a map whose keys are not strings could fail.
        serde_json::to_string_pretty(self).unwrap_or_default() + "\n"
    }

    /// Reads a report from JSON.
    ///
    /// # Errors
    /// [`Error::Data`] if it is not one.
    pub fn from_json(text: &str) -> Result<SuiteReport> {
        serde_json::from_str(text)
            .map_err(|error| Error::data(format!("it is not a report of `gristmill test --format json`: {error}")))
    }

    /// Joins the reports of all shards of a suite, each with the name of its file. It is the report that one run of all
    /// cases would have made.
    ///
    /// # Errors
    /// [`Error::Data`] if they are of different versions or files, or if a shard is missing or there twice.
    pub fn merge_shards(reports: &[(String, SuiteReport)]) -> Result<SuiteReport> {
        let Some((first_name, first)) = reports.first() else {
            return Err(Error::data("there is no report to merge; name the files of all shards"));
        };
        for (name, report) in reports {
            if report.gristmill != first.gristmill {
                return Err(Error::data(format!(
                    "{first_name} was made by gristmill {}, and {name} by {}; run all shards with one version",
                    first.gristmill, report.gristmill
                )));
            }
            if report.files != first.files {
                return Err(Error::data(format!(
                    "{first_name} and {name} were made from different case files or kernels; run all shards on the same"
                )));
            }
            if report.filter != first.filter {
                return Err(Error::data(format!(
                    "{first_name} and {name} have different filters; run all shards with the same --filter"
                )));
            }
        }
        refuse_incomplete(reports)?;
        let mut merged = SuiteReport { shard: None, cases: vec![], ..first.clone() };
        for (_, report) in reports {
            merged.cases.extend(report.cases.iter().cloned());
        }
        merged.sort_cases();
        Ok(merged)
    }
}

/// Refuses reports that are not each shard of a suite once.
fn refuse_incomplete(reports: &[(String, SuiteReport)]) -> Result<()> {
    let count = match reports {
        [(_, SuiteReport { shard: None, .. })] => return Ok(()),
        [(_, SuiteReport { shard: Some(shard), .. }), ..] => shard.count(),
        _ => 0,
    };
    let mut names: Vec<Option<&str>> = vec![None; count as usize];
    for (name, report) in reports {
        let Some(shard) = report.shard.filter(|shard| shard.count() == count) else {
            return Err(Error::data(format!(
                "{name} is not one of {count} shards as {}; merge the shards of one suite",
                reports.first().map_or("", |(first, _)| first)
            )));
        };
        let Some(known) = names.get_mut(shard.number().saturating_sub(1) as usize) else {
            return Err(Error::data(format!("{name}: there is no shard {shard}; run it again")));
        };
        if let Some(other) = known.replace(name) {
            return Err(Error::data(format!("shard {shard} is given twice, by {other} and {name}; leave one out")));
        }
    }
    match names.iter().position(Option::is_none) {
        Some(missing) => {
            Err(Error::data(format!("shard {} of {count} is missing; run it, and name its report too", missing + 1)))
        }
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn report(version: &str, files: &str, shard: Option<&str>) -> (String, SuiteReport) {
        let shard = shard.map(|shard| shard.parse().unwrap());
        let report = SuiteReport { gristmill: version.into(), files: files.into(), filter: None, shard, cases: vec![] };
        (format!("{version}{files}.json"), report)
    }

    #[test]
    fn other_shards_are_refused() {
        let merge = |reports: &[(String, SuiteReport)]| SuiteReport::merge_shards(reports).unwrap_err().to_string();
        let one = report("1", "a", Some("1/2"));
        for (other, part) in [
            (
                report("2", "a", Some("2/2")),
                "was made by gristmill 1, and 2a.json by 2; run all shards with one version",
            ),
            (report("1", "b", Some("2/2")), "1a.json and 1b.json were made from different case files"),
            (report("1", "a", Some("1/2")), "shard 1/2 is given twice"),
            (report("1", "a", Some("2/3")), "is not one of 2 shards"),
            (report("1", "a", None), "is not one of 2 shards"),
        ] {
            let told = merge(&[one.clone(), other]);
            assert!(told.contains(part), "{told}");
        }
        assert!(merge(&[]).contains("there is no report to merge"));
        assert!(merge(&[one]).contains("shard 2 of 2 is missing"));
        assert!(SuiteReport::merge_shards(&[report("1", "a", None)]).is_ok());
        assert!(SuiteReport::from_json("{}").is_err());
    }
}
