//! Classifies a conflict of two lanes at a word: a race, or an ordered value that need not be visible.
//!
//! `barrier()` waits, and orders shared memory only. `memoryBarrier()` and its kin order a lane's writes, and wait for
//! nobody. Between groups a value is visible after an atomic with a memory barrier on both sides, in memory that is
//! `coherent`.

use super::super::assembly::{Assembly, Fence, Instruction, MemoryScope, MemorySpace, Pc, Sharing, SlotRef};
use super::code_analysis::innermost_loop;
use super::groups::SyncOrder;
use super::shadow::Action;
use super::sync::SyncLink;
use gristmill_base::finding::FindingKind;
use std::ops::Range;

/// Two accesses of different lanes to one word.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Conflict {
    /// The slot through which the later access reached the word.
    pub place: SlotRef,
    /// The order of the two.
    pub order: SyncOrder,
    /// The earlier access.
    pub did: Action,
    /// Its instruction.
    pub first: Pc,
    /// The later access.
    pub does: Action,
    /// Its instruction.
    pub second: Pc,
    /// True if both wrote the same value.
    pub same: bool,
}

/// Returns the kind of fault of a conflict, and the advice to fix it; `None` if the accesses are correct.
pub(super) fn judge_conflict(
    meeting: &Conflict,
    assembly: &Assembly,
    same_value: bool,
) -> Option<(FindingKind, String)> {
    let Conflict { place, order, did, does, first, second, same } = *meeting;
    let note = same && !same_value;
    let fence = fence_for(assembly, place);
    match order {
        SyncOrder::Done => None,
        SyncOrder::None | SyncOrder::Between(SyncLink::None) if note => {
            suggest_fix(FindingKind::Note, "both write the same value, so their order does not matter")
        }
        SyncOrder::None => {
            if let Some(called) = fence_instead_of_barrier(assembly, place, first, second) {
                let mend = format!("{called} orders memory, but does not wait: put barrier() after it");
                return Some((FindingKind::MemoryModel, mend));
            }
            let mend = match (did, does) {
                _ if is_across_turns(assembly, first, second) => {
                    "no barrier() before the next turn of the loop: put one at the end of its body".to_string()
                }
                (Action::Write, Action::Write) if first == second => {
                    "several lanes write one word: let one lane do it, or use an atomic".to_string()
                }
                (Action::Atomic, _) | (_, Action::Atomic) => {
                    "one access is not atomic, and no barrier() is between the two".to_string()
                }
                _ if is_shared(assembly, place) => "put barrier(); between the two accesses".to_string(),
                _ => format!("put {fence}; barrier(); between the two accesses"),
            };
            Some((FindingKind::Race, mend))
        }
        SyncOrder::Hidden => Some((
            FindingKind::MemoryModel,
            format!("barrier() waits, but does not make the write visible: put {fence} before it"),
        )),
        SyncOrder::Between(SyncLink::None) => {
            if did != Action::Read && does == Action::Read {
                let mend = "groups of one dispatch run in any order: read it in another dispatch, or after an atomic";
                return suggest_fix(FindingKind::MemoryModel, mend);
            }
            let mend = if did == Action::Atomic || does == Action::Atomic {
                "one access is not atomic, and groups of one dispatch run in any order"
            } else if (did, does) == (Action::Write, Action::Write) {
                "groups of one dispatch run in any order: let one of them write it, or use an atomic"
            } else {
                "groups of one dispatch run in any order: write to another memory than the one that is read"
            };
            suggest_fix(FindingKind::Race, mend)
        }
        SyncOrder::Between(SyncLink::WriterUnfenced) => {
            let mend = format!("the {} is not ordered before the atomic: put {fence} between them", action_noun(did));
            Some((FindingKind::MemoryModel, mend))
        }
        SyncOrder::Between(SyncLink::ReaderUnfenced) => {
            let mend = format!("the {} is not ordered after the atomic: put {fence} between them", action_noun(does));
            Some((FindingKind::MemoryModel, mend))
        }
        SyncOrder::Between(SyncLink::Ordered) => {
            let mend = match &assembly.sharing {
                Some(_) => match [first, second].map(|pc| is_device_wide(assembly, pc)) {
                    [true, true] => return None,
                    [false, _] => "only its own lane or group sees the write: declare it coherent, or devicecoherent",
                    _ => {
                        "the read may return an older value of its own lane or group: declare it coherent, or \
                         devicecoherent"
                    }
                },
                None if is_coherent(assembly, place) => return None,
                None => "what another group wrote may stay in its cache: declare it coherent",
            };
            suggest_fix(FindingKind::MemoryModel, mend)
        }
    }
}

fn suggest_fix(kind: FindingKind, mend: &str) -> Option<(FindingKind, String)> {
    Some((kind, mend.to_string()))
}

/// Returns the noun for an access.
fn action_noun(action: Action) -> &'static str {
    match action {
        Action::Read => "read",
        Action::Write => "write",
        Action::Atomic => "change",
    }
}

/// True if, under the Vulkan memory model, an instruction makes its writes available to all lanes, or all lanes' writes
/// visible to its reads.
fn is_device_wide(assembly: &Assembly, pc: Pc) -> bool {
    let sharing = assembly.sharing.as_ref().and_then(|sharing| sharing.get(&pc));
    matches!(sharing, Some(Sharing::ByFence | Sharing::AtOnce(MemoryScope::Device)))
}

/// True if two instructions of one interval can only conflict because a lane was a turn of their
/// loop ahead: every direct path between them has a barrier.
pub(super) fn is_across_turns(assembly: &Assembly, one: Pc, other: Pc) -> bool {
    let low = one.min(other);
    let high = one.max(other);
    let Some(between) = assembly.instructions.get(low as usize..high as usize) else { return false };
    let mut depth = 0;
    let mut waits = false;
    for instruction in between {
        match instruction {
            Instruction::If { .. } | Instruction::Loop | Instruction::Switch | Instruction::Call => depth += 1,
            Instruction::EndIf | Instruction::EndLoop | Instruction::EndSwitch | Instruction::EndCall => depth -= 1,
            // A barrier in a branch or a loop of its own may be skipped.
            Instruction::Barrier => waits |= depth <= 0,
            _ => {}
        }
    }
    waits && innermost_loop(&assembly.instructions, low, high).is_some()
}

fn is_shared(assembly: &Assembly, place: SlotRef) -> bool {
    let SlotRef::Memory(slot) = place else { return false };
    assembly
        .memories
        .get(usize::from(slot))
        .is_some_and(|slot| matches!(slot.space, MemorySpace::Shared(_)))
}

fn is_coherent(assembly: &Assembly, place: SlotRef) -> bool {
    match place {
        SlotRef::Memory(slot) => assembly.memories.get(usize::from(slot)).is_some_and(|slot| slot.coherent),
        SlotRef::Image(slot) => assembly.images.get(usize::from(slot)).is_some_and(|slot| slot.coherent),
        SlotRef::Texture(_) | SlotRef::Variable(_) => false,
    }
}

/// Returns the memory barrier that such a memory needs.
fn fence_for(assembly: &Assembly, place: SlotRef) -> &'static str {
    match place {
        SlotRef::Image(_) | SlotRef::Texture(_) => "memoryBarrierImage()",
        _ if is_shared(assembly, place) => "memoryBarrierShared()",
        _ => "memoryBarrierBuffer()",
    }
}

/// Returns the memory barrier that is between two instructions where a barrier should be: on the path from one to the
/// other, or, in a loop, on the path around it.
fn fence_instead_of_barrier(assembly: &Assembly, place: SlotRef, one: Pc, other: Pc) -> Option<&'static str> {
    let low = one.min(other);
    let high = one.max(other);
    let between = low..high;
    let there = fence_on_path(assembly, place, std::slice::from_ref(&between));
    there.or_else(|| {
        let round = innermost_loop(&assembly.instructions, low, high)?;
        fence_on_path(assembly, place, &[high..round.end, round.start..low])
    })
}

fn fence_on_path(assembly: &Assembly, place: SlotRef, ways: &[Range<Pc>]) -> Option<&'static str> {
    let mut called = None;
    for way in ways {
        for instruction in assembly.instructions.get(way.start as usize..way.end as usize)? {
            match *instruction {
                Instruction::Barrier => return None,
                Instruction::MemoryBarrier(Fence { buffers, images, shared, .. }) => {
                    let (applies, alone) = match place {
                        SlotRef::Image(_) | SlotRef::Texture(_) => (images, !buffers && !shared),
                        _ if self::is_shared(assembly, place) => (shared, !buffers && !images),
                        _ => (buffers, !images && !shared),
                    };
                    if applies {
                        called = Some(if alone { fence_for(assembly, place) } else { "memoryBarrier()" });
                    }
                }
                _ => {}
            }
        }
    }
    called
}
