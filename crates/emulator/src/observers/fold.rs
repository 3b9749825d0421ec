//! Merges findings that differ only by the member of a block.

use super::super::assembly::{Assembly, SlotRef};
use gristmill_base::finding::{Finding, FindingKey};

/// Up to this many members of one block at the same lines have a finding each.
const MAX_SINGLE_MEMBERS: usize = 2;

/// Merges the findings of many members of a block at the same lines, as from a copy of a whole struct.
pub(super) fn fold_members(assembly: &Assembly, findings: Vec<(Option<SlotRef>, Finding)>) -> Vec<Finding> {
    let mut folded: Vec<(Option<SlotRef>, Vec<Finding>)> = vec![];
    for (slot, finding) in findings {
        let alike = folded.iter_mut().find(|(known, members)| {
            matches!(slot, Some(SlotRef::Memory(_)))
                && *known == slot
                && members
                    .first()
                    .is_some_and(|known| known.key() == FindingKey { name: &known.name, ..finding.key() })
        });
        match alike {
            Some((_, members)) => members.push(finding),
            None => folded.push((slot, vec![finding])),
        }
    }
    folded
        .into_iter()
        .flat_map(
            |(slot, members)| if has_many_members(&members) { merge_members(assembly, slot, members) } else { members },
        )
        .collect()
}

fn has_many_members(members: &[Finding]) -> bool {
    let mut names: Vec<&str> = members.iter().map(|member| member.name.as_str()).collect();
    names.sort_unstable();
    names.dedup();
    names.len() > MAX_SINGLE_MEMBERS
}

/// Returns the first finding, as one for all members.
fn merge_members(assembly: &Assembly, slot: Option<SlotRef>, mut members: Vec<Finding>) -> Vec<Finding> {
    let count = members.len();
    let times = members.iter().map(|member| member.times).sum();
    members.truncate(1);
    let block = match slot {
        Some(SlotRef::Memory(slot)) => assembly.memories.get(usize::from(slot)).map(|slot| slot.name.clone()),
        _ => None,
    };
    let name = block.unwrap_or_default();
    for first in &mut members {
        let place = first.place.trim_start_matches("buffer ");
        first.place = format!("{count} members of buffer `{name}`, the first {place}");
        (first.name, first.times) = (name.clone(), times);
    }
    members
}
