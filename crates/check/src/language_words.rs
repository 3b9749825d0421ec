//! Rewrites findings in the words of WGSL and HLSL, and judges them by the rules of these languages.

use super::compiled::Checked;
use super::module_source::{Language, find_language};
use gristmill_base::finding::{Finding, FindingKind};
use gristmill_emulator::undefined::RuleLanguage;
use gristmill_shader::is_hlsl;

/// GLSL's words in findings, the longer ones first, each with those of WGSL and of HLSL.
const WORDS: [(&str, &str, &str); 19] = [
    ("memoryBarrierBuffer(); barrier()", "storageBarrier()", "DeviceMemoryBarrierWithGroupSync()"),
    ("memoryBarrierImage(); barrier()", "textureBarrier()", "DeviceMemoryBarrierWithGroupSync()"),
    ("memoryBarrierShared(); barrier()", "workgroupBarrier()", "GroupMemoryBarrierWithGroupSync()"),
    ("memoryBarrierBuffer()", "storageBarrier()", "DeviceMemoryBarrier()"),
    ("memoryBarrierImage()", "textureBarrier()", "DeviceMemoryBarrier()"),
    ("memoryBarrierShared()", "workgroupBarrier()", "GroupMemoryBarrier()"),
    ("groupMemoryBarrier()", "workgroupBarrier()", "AllMemoryBarrier()"),
    ("memoryBarrier()", "storageBarrier()", "AllMemoryBarrier()"),
    (" barrier()", " workgroupBarrier()", " GroupMemoryBarrierWithGroupSync()"),
    ("declare it coherent", "use an atomic", "declare it globallycoherent"),
    ("gl_SubgroupSize", "subgroup_size", "WaveGetLaneCount()"),
    ("gl_SubgroupInvocationID", "subgroup_invocation_id", "WaveGetLaneIndex()"),
    ("gl_SubgroupID", "subgroup_id", "the wave's number"),
    ("gl_LocalInvocationIndex", "local_invocation_index", "SV_GroupIndex"),
    ("gl_LocalInvocationID", "local_invocation_id", "SV_GroupThreadID"),
    ("gl_GlobalInvocationID", "global_invocation_id", "SV_DispatchThreadID"),
    ("gl_WorkGroupID", "workgroup_id", "SV_GroupID"),
    ("to an int", "to an i32", "to an int"),
    ("to int", "to i32", "to int"),
];

/// Returns the language by whose rules a kernel is judged.
pub(super) fn find_rules(checked: &Checked) -> RuleLanguage {
    let main = checked.stages.last();
    match find_language(&checked.name) {
        Some(Language::Wgsl) => RuleLanguage::Wgsl,
        _ if main.is_some_and(|stage| is_hlsl(&stage.expanded.text)) => RuleLanguage::Hlsl,
        _ => RuleLanguage::Glsl,
    }
}

/// Turns an index out of range into a note if the language defines the result.
pub(super) fn acquit_access(finding: &mut Finding, language: RuleLanguage) {
    if finding.kind != FindingKind::Bounds {
        return;
    }
    let did = finding.witnesses.first().map_or("", |witness| witness.did.as_str());
    let is_read = did.starts_with("read");
    let is_texel = finding.place.starts_with("texture") || finding.place.starts_with("image");
    let is_buffer = finding.place.starts_with("buffer");
    let (is_defined, rule) = match (language, is_read, is_texel) {
        (RuleLanguage::Glsl, ..) => return,
        (RuleLanguage::Wgsl, true, true) => (true, "WGSL gives 0 or another texel of it there"),
        (RuleLanguage::Wgsl, true, false) => (true, "WGSL gives 0 or another value of it there"),
        (RuleLanguage::Wgsl, false, true) => (true, "WGSL stores nothing there"),
        (RuleLanguage::Wgsl, false, false) => {
            (false, "WGSL leaves open which value of it is changed instead, or whether any is")
        }
        (RuleLanguage::Hlsl, true, _) if !is_texel && !is_buffer => {
            (true, "Direct3D gives any value there, and `a ? b : c` reads both sides before HLSL 2021")
        }
        (RuleLanguage::Hlsl, false, _) if !is_texel && !is_buffer => return,
        (RuleLanguage::Hlsl, true, _) => (true, "Direct3D gives 0 there, but for a root descriptor"),
        (RuleLanguage::Hlsl, false, _) => (true, "Direct3D stores nothing there, but for a root descriptor"),
    };
    if is_defined {
        finding.kind = FindingKind::Note;
    }
    finding.mend = format!("{rule}; {}", finding.mend);
}

/// Replaces GLSL's words in a finding by those of the language.
pub(super) fn replace_words(finding: &mut Finding, language: RuleLanguage) {
    for (glsl, wgsl, hlsl) in WORDS {
        let word = match language {
            RuleLanguage::Glsl => return,
            RuleLanguage::Wgsl => wgsl,
            RuleLanguage::Hlsl => hlsl,
        };
        finding.mend = finding.mend.replace(glsl, word);
        for witness in &mut finding.witnesses {
            witness.did = witness.did.replace(glsl, word);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn test_finding(kind: FindingKind, place: &str, did: &str, mend: &str) -> Finding {
        let witness = gristmill_base::finding::Witness {
            who: None,
            did: did.to_string(),
            file: "a.wgsl".to_string(),
            line: 1,
            text: String::new(),
        };
        let kernel = "a.wgsl".to_string();
        let name = "a".to_string();
        Finding {
            kind,
            kernel,
            name,
            place: place.to_string(),
            witnesses: vec![witness],
            mend: mend.to_string(),
            times: 1,
            cause: String::new(),
        }
    }

    #[test]
    fn barriers_are_those_of_wgsl() {
        for (glsl, wgsl) in [
            (
                "put memoryBarrierBuffer(); barrier(); between the two accesses",
                "put storageBarrier(); between the two accesses",
            ),
            ("put barrier(); between the two accesses", "put workgroupBarrier(); between the two accesses"),
            (
                "memoryBarrier() orders memory, but does not wait: put barrier() after it",
                "storageBarrier() orders memory, but does not wait: put workgroupBarrier() after it",
            ),
        ] {
            let mut finding = test_finding(FindingKind::Race, "", "waits at barrier()", glsl);
            replace_words(&mut finding, RuleLanguage::Wgsl);
            assert_eq!(
                (finding.mend.as_str(), finding.witnesses[0].did.as_str()),
                (wgsl, "waits at workgroupBarrier()")
            );
        }
    }

    #[test]
    fn each_language_defines_some_accesses_out_of_range() {
        let (note, error) = (FindingKind::Note, FindingKind::Bounds);
        for (place, did, in_wgsl, in_hlsl) in [
            ("buffer `a`", "read a[9] of 4", note, note),
            ("texture `a`", "read it at 9 of 4", note, note),
            ("image `a`", "wrote it at 9 of 4", note, note),
            ("buffer `a`", "wrote a[9] of 4", error, note),
            ("buffer `a`", "changed a[9] of 4", error, note),
            ("shared `a`", "read a[9] of 4", note, note),
            ("shared `a`", "wrote a[9] of 4", error, error),
        ] {
            for (language, kind) in [(RuleLanguage::Wgsl, in_wgsl), (RuleLanguage::Hlsl, in_hlsl)] {
                let mut finding = test_finding(FindingKind::Bounds, place, did, "compare it before");
                acquit_access(&mut finding, language);
                assert_eq!(finding.kind, kind, "{place} {did}");
                let is_judged = language == RuleLanguage::Wgsl || kind == note;
                assert_eq!(finding.mend == "compare it before", !is_judged, "{}", finding.mend);
            }
        }
    }
}
