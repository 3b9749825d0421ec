//! Which of the two it is when two lanes meet at a word: a race, or a value that is in order but need not be
//! visible.
//!
//! `barrier()` waits, and orders shared memory alone. `memoryBarrier()` and its kin order what a lane writes,
//! and wait for nobody. Between groups a value is visible behind an atomic with a memory barrier on both
//! sides, in memory that is `coherent`.

use super::super::assembly::{Assembly, Fence, Instruction, MemoryScope, Pc, Sharing, SlotRef, Space};
use super::code::innermost_loop;
use super::groups::SyncOrder;
use super::shadow::Action;
use super::sync::Link;
use gristmill_base::finding::FindingKind;
use std::ops::Range;

/// Two lanes at one word: who did what where, and what orders them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Meeting {
    /// Where the later one found it.
    pub place: SlotRef,
    /// What orders them.
    pub order: SyncOrder,
    /// What the earlier one did.
    pub did: Action,
    /// And at which instruction.
    pub first: Pc,
    /// What the later one does.
    pub does: Action,
    /// And at which instruction.
    pub second: Pc,
    /// Whether both wrote the same value.
    pub same: bool,
}

/// What kind of fault a meeting is, and its mend; none if it is right.
pub(super) fn judge(meeting: &Meeting, assembly: &Assembly, same_value: bool) -> Option<(FindingKind, String)> {
    let Meeting { place, order, did, does, first, second, same } = *meeting;
    let note = same && !same_value;
    let fence = fence_for(assembly, place);
    let says = |kind: FindingKind, mend: &str| Some((kind, mend.to_string()));
    match order {
        SyncOrder::Done => None,
        SyncOrder::None | SyncOrder::Between(Link::None) if note => {
            says(FindingKind::Note, "they write the same value, so it is right whoever comes last")
        }
        SyncOrder::None => {
            if let Some(called) = fence_instead_of_barrier(assembly, place, first, second) {
                let mend = format!("{called} orders, but does not wait: write barrier()");
                return Some((FindingKind::MemoryModel, mend));
            }
            let mend = match (did, does) {
                _ if is_of_next_turn(assembly, first, second) => {
                    "no barrier() on the way to the next turn of the loop: write one before the loop begins again"
                        .to_string()
                }
                (Action::Write, Action::Write) if first == second => {
                    "several lanes write one word: let one lane do it, or use an atomic".to_string()
                }
                (Action::Atomic, _) | (_, Action::Atomic) => {
                    "one of them is no atomic, and no barrier() is between them".to_string()
                }
                _ if shared(assembly, place) => "no barrier() between them".to_string(),
                _ => format!("no barrier() with {fence} before it between them"),
            };
            Some((FindingKind::Race, mend))
        }
        SyncOrder::Hidden => Some((
            FindingKind::MemoryModel,
            format!("barrier() waits, but makes nothing visible here: write {fence} before it"),
        )),
        SyncOrder::Between(Link::None) => {
            if did != Action::Read && does == Action::Read {
                let mend =
                    "groups of one dispatch run in any order: read it in a dispatch of its own, or behind an atomic";
                return says(FindingKind::MemoryModel, mend);
            }
            let mend = if did == Action::Atomic || does == Action::Atomic {
                "one of them is no atomic, and groups of one dispatch run in any order"
            } else if (did, does) == (Action::Write, Action::Write) {
                "groups of one dispatch run in any order: let one of them write it, or use an atomic"
            } else {
                "groups of one dispatch run in any order: write to another memory than is read"
            };
            says(FindingKind::Race, mend)
        }
        SyncOrder::Between(Link::WriterUnfenced) => {
            let mend = format!("the {} need not come before the atomic: write {fence} between them", act(did));
            Some((FindingKind::MemoryModel, mend))
        }
        SyncOrder::Between(Link::ReaderUnfenced) => {
            let mend = format!("the {} need not come after the atomic: write {fence} between them", act(does));
            Some((FindingKind::MemoryModel, mend))
        }
        SyncOrder::Between(Link::Ordered) => {
            let mend = match &assembly.sharing {
                Some(_) => match [first, second].map(|pc| is_for_all(assembly, pc)) {
                    [true, true] => return None,
                    [false, _] => {
                        "the write is for its own lane or group alone: declare it coherent, or devicecoherent"
                    }
                    _ => {
                        "the read may find an older value of its own lane or group: declare it coherent, or devicecoherent"
                    }
                },
                None if coherent(assembly, place) => return None,
                None => "what another group wrote may stay in its cache: declare it coherent",
            };
            says(FindingKind::MemoryModel, mend)
        }
    }
}

/// What something that a lane did is called.
fn act(action: Action) -> &'static str {
    match action {
        Action::Read => "read",
        Action::Write => "write",
        Action::Atomic => "change",
    }
}

/// Whether under the Vulkan memory model an instruction makes what it writes available to all lanes, or what it reads
/// visible from all.
fn is_for_all(assembly: &Assembly, pc: Pc) -> bool {
    let sharing = assembly.sharing.as_ref().and_then(|sharing| sharing.get(&pc));
    matches!(sharing, Some(Sharing::ByFence | Sharing::AtOnce(MemoryScope::Device)))
}

/// Whether two instructions of one interval can only have met because a lane was a turn of their loop ahead: every
/// straight way from the one to the other has a barrier.
fn is_of_next_turn(assembly: &Assembly, one: Pc, other: Pc) -> bool {
    let (low, high) = (one.min(other), one.max(other));
    let Some(between) = assembly.instructions.get(low as usize..high as usize) else { return false };
    let mut depth = 0;
    let mut waits = false;
    for instruction in between {
        match instruction {
            Instruction::If { .. } | Instruction::Loop | Instruction::Switch | Instruction::Call => depth += 1,
            Instruction::EndIf | Instruction::EndLoop | Instruction::EndSwitch | Instruction::EndCall => depth -= 1,
            // One in a branch or a loop of its own may be left out.
            Instruction::Barrier => waits |= depth <= 0,
            _ => {}
        }
    }
    waits && innermost_loop(&assembly.instructions, low, high).is_some()
}

fn shared(assembly: &Assembly, place: SlotRef) -> bool {
    let SlotRef::Memory(slot) = place else { return false };
    assembly
        .memories
        .get(usize::from(slot))
        .is_some_and(|slot| matches!(slot.space, Space::Shared(_)))
}

fn coherent(assembly: &Assembly, place: SlotRef) -> bool {
    match place {
        SlotRef::Memory(slot) => assembly.memories.get(usize::from(slot)).is_some_and(|slot| slot.coherent),
        SlotRef::Image(slot) => assembly.images.get(usize::from(slot)).is_some_and(|slot| slot.coherent),
        SlotRef::Texture(_) | SlotRef::Variable(_) => false,
    }
}

/// The memory barrier that such a place needs.
fn fence_for(assembly: &Assembly, place: SlotRef) -> &'static str {
    match place {
        SlotRef::Image(_) | SlotRef::Texture(_) => "memoryBarrierImage()",
        _ if shared(assembly, place) => "memoryBarrierShared()",
        _ => "memoryBarrierBuffer()",
    }
}

/// What the memory barrier is called that stands between two instructions where a barrier should: on the way
/// from one to the other, or, in a loop, on the way round it.
fn fence_instead_of_barrier(assembly: &Assembly, place: SlotRef, one: Pc, other: Pc) -> Option<&'static str> {
    let (low, high) = (one.min(other), one.max(other));
    let between = low..high;
    let there = fence_on(assembly, place, std::slice::from_ref(&between));
    there.or_else(|| {
        let round = innermost_loop(&assembly.instructions, low, high)?;
        fence_on(assembly, place, &[high..round.end, round.start..low])
    })
}

fn fence_on(assembly: &Assembly, place: SlotRef, ways: &[Range<Pc>]) -> Option<&'static str> {
    let mut called = None;
    for way in ways {
        for instruction in assembly.instructions.get(way.start as usize..way.end as usize)? {
            match *instruction {
                Instruction::Barrier => return None,
                Instruction::MemoryBarrier(Fence { buffers, images, shared, .. }) => {
                    let (applies, alone) = match place {
                        SlotRef::Image(_) | SlotRef::Texture(_) => (images, !buffers && !shared),
                        _ if self::shared(assembly, place) => (shared, !buffers && !images),
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
