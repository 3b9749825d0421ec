//! Writes the results of cases into the files that they expect.

use crate::case_run::CaseRunner;
use crate::outcome::{CaseFault, CaseOutcome, CaseState};
use crate::program::Program;
use crate::test_case::TestCase;
use gristmill_base::error::{Error, Result};
use gristmill_base::files;
use gristmill_check::{IncludeFiles, ResultArray};
use image::ImageFormat;
use std::io::Cursor;
use std::path::{Path, PathBuf};

/// Runs a case and writes the files of its expected results. Returns the files written.
///
/// # Errors
/// [`Error::Data`] if the case is wrong by itself, or a file cannot be written.
pub fn write_expected<L: IncludeFiles>(runner: &mut CaseRunner<L>, case: &TestCase) -> Result<Vec<PathBuf>> {
    let wanted: Vec<(String, PathBuf)> = case
        .program
        .expected_files()
        .map(|(name, path)| (name.to_string(), path))
        .collect();
    if wanted.is_empty() {
        return Ok(vec![]);
    }
    let own = Program { expected: vec![], ..case.program.clone() };
    let run = runner.run_program(&own)?;
    let faults: Vec<CaseFault> = run.faults.into_iter().filter(|fault| fault.rule != "not_judged").collect();
    if CaseOutcome::state_of(&faults) != CaseState::Right {
        let first = faults.iter().map(|fault| fault.sentence.as_str()).next().unwrap_or("");
        return Err(Error::data(format!("{}: nothing is blessed, for it is wrong by itself: {first}", case.name())));
    }
    let mut written = vec![];
    for (name, path) in wanted {
        let Some(array) = run.memories.array_of(&name) else {
            let sentence = format!("{}: nothing wrote {name}, so {} was not written", case.name(), path.display());
            return Err(Error::data(sentence));
        };
        let bytes = encode_array(&path, &array)?;
        if std::fs::read(&path).ok().as_deref() == Some(&bytes) {
            continue;
        }
        files::replace(&path, &bytes)
            .map_err(|error| Error::of_system(format!("{} cannot be written", path.display()), &error))?;
        written.push(path);
    }
    Ok(written)
}

/// Returns the bytes of a file of that ending.
fn encode_array(path: &Path, array: &ResultArray) -> Result<Vec<u8>> {
    let ending = path
        .extension()
        .map(|ending| ending.to_string_lossy().to_ascii_lowercase())
        .unwrap_or_default();
    match ending.as_str() {
        "npy" => array.to_npy(),
        "png" => {
            let mut bytes = Cursor::new(vec![]);
            let written = array.to_picture()?.write_to(&mut bytes, ImageFormat::Png);
            written.map_err(|error| Error::data(format!("{} cannot be made: {error}", path.display())))?;
            Ok(bytes.into_inner())
        }
        _ => Err(Error::data(format!("{}: results are blessed as .npy or .png; rename it", path.display()))),
    }
}
