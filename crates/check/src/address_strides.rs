//! The integers that nobody set and that places in memory are multiples of: the lengths of rows, layers and lists.

use super::open_values::OpenValue;
use super::request::LaunchRequest;
use gristmill_base::finding::Finding;
use gristmill_emulator::address_factors::find_address_factors;

/// Returns the names of the integers that multiply an address in a finding's lines.
pub(super) fn list_strides(request: &LaunchRequest, open: &[OpenValue], finding: &Finding) -> Vec<String> {
    let mut names = vec![];
    for (stage, assembly) in request.assemblies.iter().enumerate() {
        let Some(lowered) = request.checked.stages.get(stage) else { continue };
        let is_seen = |line: u32| {
            let place = lowered.expanded.locate_line(line as usize);
            place.is_some_and(|(file, line)| has_line(finding, &file.name, line))
        };
        let code = (0..).zip(&assembly.lines);
        let accesses = code.filter(|(_, line)| is_seen(**line)).map(|(pc, _)| pc);
        let factors = find_address_factors(assembly, accesses);
        let own = open.iter().filter(|value| value.is_among(stage, assembly, &factors));
        names.extend(own.map(|value| value.name.clone()));
    }
    names
}

/// Returns true if a finding is seen at that line.
fn has_line(finding: &Finding, file: &str, line: usize) -> bool {
    let mut seen = finding.witnesses.iter();
    seen.any(|witness| witness.file == file && witness.line == line)
}
