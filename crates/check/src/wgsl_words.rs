//! Rewrites findings in WGSL's words, and judges them by its rules.

use gristmill_base::finding::{Finding, FindingKind};

/// WGSL's words for GLSL's words in findings, the longer ones first.
const WGSL_WORDS: [(&str, &str); 19] = [
    ("memoryBarrierBuffer(); barrier()", "storageBarrier()"),
    ("memoryBarrierImage(); barrier()", "textureBarrier()"),
    ("memoryBarrierShared(); barrier()", "workgroupBarrier()"),
    ("memoryBarrierBuffer()", "storageBarrier()"),
    ("memoryBarrierImage()", "textureBarrier()"),
    ("memoryBarrierShared()", "workgroupBarrier()"),
    ("groupMemoryBarrier()", "workgroupBarrier()"),
    ("memoryBarrier()", "storageBarrier()"),
    (" barrier()", " workgroupBarrier()"),
    ("declare it coherent", "use an atomic"),
    ("gl_SubgroupSize", "subgroup_size"),
    ("gl_SubgroupInvocationID", "subgroup_invocation_id"),
    ("gl_SubgroupID", "subgroup_id"),
    ("gl_LocalInvocationIndex", "local_invocation_index"),
    ("gl_LocalInvocationID", "local_invocation_id"),
    ("gl_GlobalInvocationID", "global_invocation_id"),
    ("gl_WorkGroupID", "workgroup_id"),
    ("to an int", "to an i32"),
    ("to int", "to i32"),
];

/// Turns an index out of range into a note if WGSL defines the result: for reads, and for stores to texels.
pub(super) fn acquit_read(finding: &mut Finding) {
    if finding.kind != FindingKind::Bounds {
        return;
    }
    let did = finding.witnesses.first().map_or("", |witness| witness.did.as_str());
    let (is_read, is_texel) =
        (did.starts_with("read"), finding.place.starts_with("texture") || finding.place.starts_with("image"));
    let rule = match (is_read, is_texel) {
        (true, true) => "WGSL gives 0 or another texel of it there",
        (true, false) => "WGSL gives 0 or another value of it there",
        (false, true) => "WGSL stores nothing there",
        (false, false) => "WGSL leaves open which value of it is changed instead, or whether any is",
    };
    if is_read || is_texel {
        finding.kind = FindingKind::Note;
    }
    finding.mend = format!("{rule}; {}", finding.mend);
}

/// Replaces GLSL's words in a finding by WGSL's.
pub(super) fn use_wgsl_words(finding: &mut Finding) {
    for (glsl, wgsl) in WGSL_WORDS {
        finding.mend = finding.mend.replace(glsl, wgsl);
        for witness in &mut finding.witnesses {
            witness.did = witness.did.replace(glsl, wgsl);
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
            use_wgsl_words(&mut finding);
            assert_eq!(
                (finding.mend.as_str(), finding.witnesses[0].did.as_str()),
                (wgsl, "waits at workgroupBarrier()")
            );
        }
    }

    #[test]
    fn reads_and_texels_are_notes_and_other_stores_are_errors() {
        for (place, did, kind) in [
            ("buffer `a`", "read a[9] of 4", FindingKind::Note),
            ("texture `a`", "read it at 9 of 4", FindingKind::Note),
            ("image `a`", "wrote it at 9 of 4", FindingKind::Note),
            ("buffer `a`", "wrote a[9] of 4", FindingKind::Bounds),
            ("buffer `a`", "changed a[9] of 4", FindingKind::Bounds),
        ] {
            let mut finding = test_finding(FindingKind::Bounds, place, did, "compare it before");
            acquit_read(&mut finding);
            assert_eq!(finding.kind, kind, "{place} {did}");
            assert!(finding.mend.starts_with("WGSL "), "{}", finding.mend);
        }
    }
}
