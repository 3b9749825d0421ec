//! Buffers of a module that share one memory, because their compiler gave them one binding.

use super::module_source::{Language, find_language};
use gristmill_base::finding::{Finding, FindingKind};
use gristmill_emulator::assembly::{Assembly, MemorySlot, MemorySpace};

/// Puts a note before the races of a module whose buffers share a binding, which is rarely intended.
pub(super) fn note_shared_bindings(name: &str, assembly: &Assembly, findings: &mut Vec<Finding>) {
    if find_language(name) != Some(Language::SpirV)
        || !findings
            .iter()
            .any(|finding| matches!(finding.kind, FindingKind::Race | FindingKind::MemoryModel))
    {
        return;
    }
    let buffers: Vec<&MemorySlot> = assembly
        .memories
        .iter()
        .filter(|slot| slot.space == MemorySpace::Buffer && slot.binding.is_some())
        .collect();
    for (number, first) in buffers.iter().enumerate() {
        let is_known = buffers.iter().take(number).any(|before| is_at_one_place(before, first));
        let names: Vec<String> = buffers
            .iter()
            .filter(|slot| is_at_one_place(slot, first))
            .map(|slot| format!("`{}`", slot.name))
            .collect();
        let (Some((last, others)), false) = (names.split_last(), is_known) else { continue };
        if others.is_empty() {
            continue;
        }
        let names = format!("{} and {last}", others.join(", "));
        let binding = first.binding.unwrap_or_default();
        let note = Finding {
            kind: FindingKind::Note,
            kernel: name.to_string(),
            name: first.name.clone(),
            place: format!("buffers {names}"),
            witnesses: vec![],
            mend: format!(
                "{names} share one memory, because all are at binding {binding}: give each a register of its own, or \
                 compile with --auto-map-bindings"
            ),
            times: 1,
            cause: String::new(),
        };
        findings.insert(0, note);
    }
}

fn is_at_one_place(one: &MemorySlot, other: &MemorySlot) -> bool {
    (one.set, one.binding) == (other.set, other.binding)
}
