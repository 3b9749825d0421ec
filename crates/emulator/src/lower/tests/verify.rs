//! Checks of sound code: registers and places in range, frames balanced, lanes sent to places where they can wait.

use super::super::super::assembly::{Assembly, Instruction, MemorySpace, Pc};
use super::super::operands;

/// An open frame: the instruction that opened it, and the instructions that wait for its next join.
struct OpenFrame {
    opened: Instruction,
    leaving: Vec<Pc>,
    /// The `If`, `Else` or `Case` whose target is the next place.
    waiting: Option<Pc>,
    start: Pc,
}

/// Panics if the code is not sound.
pub fn assert_sound(assembly: &Assembly) {
    let code = &assembly.instructions;
    assert_eq!(code.len(), assembly.lines.len());
    assert_eq!(code.last(), Some(&Instruction::End));
    let end = code.len() as Pc - 1;
    let mut frames = vec![OpenFrame { opened: Instruction::End, leaving: vec![], waiting: None, start: 0 }];
    for (pc, instruction) in (0..).zip(code) {
        check_registers(assembly, instruction);
        check_slots(assembly, instruction);
        let mut meets = false;
        let mut closes = false;
        match *instruction {
            Instruction::If { .. } | Instruction::Loop | Instruction::Switch | Instruction::Call => {}
            Instruction::Else { .. } => {
                assert!(matches!(frames.last().unwrap().opened, Instruction::If { .. }));
                meets = true;
            }
            Instruction::Case { .. } => {
                assert!(matches!(frames.last().unwrap().opened, Instruction::Switch));
                meets = true;
            }
            Instruction::Continue => {
                assert!(matches!(frames.last().unwrap().opened, Instruction::Loop));
                meets = true;
            }
            Instruction::Repeat { start } => {
                assert_eq!(start, frames.last().unwrap().start);
                assert_eq!(code[pc as usize + 1], Instruction::EndLoop);
            }
            Instruction::EndIf => {
                assert!(matches!(frames.last().unwrap().opened, Instruction::If { .. }));
                closes = true;
            }
            Instruction::EndLoop => {
                assert!(matches!(frames.last().unwrap().opened, Instruction::Loop));
                closes = true;
            }
            Instruction::EndSwitch => {
                assert!(matches!(frames.last().unwrap().opened, Instruction::Switch));
                closes = true;
            }
            Instruction::EndCall => {
                assert!(matches!(frames.last().unwrap().opened, Instruction::Call));
                closes = true;
            }
            Instruction::Leave { frames: count, again, .. } => {
                let target = &frames[frames.len() - 1 - count as usize];
                match target.opened {
                    Instruction::Loop => {}
                    Instruction::Switch | Instruction::Call => assert!(!again),
                    _ => panic!("{pc}: nobody waits there"),
                }
                frames.last_mut().unwrap().leaving.push(pc);
            }
            Instruction::Kill { .. } => frames.last_mut().unwrap().leaving.push(pc),
            Instruction::End => {
                assert_eq!(pc, end);
                meets = true;
            }
            _ => {}
        }
        if meets || closes {
            let frame = frames.last_mut().unwrap();
            for leaving in std::mem::take(&mut frame.leaving) {
                match code[leaving as usize] {
                    Instruction::Leave { join, .. } | Instruction::Kill { join } => assert_eq!(join, pc),
                    _ => unreachable!(),
                }
            }
            if !matches!(
                instruction,
                Instruction::Continue | Instruction::EndLoop | Instruction::EndCall | Instruction::End
            ) {
                match frame.waiting.take().map(|waiting| code[waiting as usize]) {
                    Some(Instruction::If { otherwise, .. } | Instruction::Case { otherwise, .. }) => {
                        assert_eq!(otherwise, pc);
                    }
                    Some(Instruction::Else { end }) => assert_eq!(end, pc),
                    _ => {}
                }
            }
            frame.waiting = matches!(instruction, Instruction::Else { .. } | Instruction::Case { .. }).then_some(pc);
        }
        if closes {
            frames.pop();
        }
        if matches!(instruction, Instruction::If { .. } | Instruction::Loop | Instruction::Switch | Instruction::Call) {
            let waiting = matches!(instruction, Instruction::If { .. }).then_some(pc);
            frames.push(OpenFrame { opened: *instruction, leaving: vec![], waiting, start: pc + 1 });
        }
    }
    assert_eq!(frames.len(), 1, "frames are left open");
    check_tables(assembly);
}

fn check_registers(assembly: &Assembly, instruction: &Instruction) {
    let (first, count) = operands::written_registers(assembly, instruction);
    let fixed = |register: u32| {
        assembly.constants.iter().any(|&(constant, _)| constant == register)
            || assembly
                .uniforms
                .iter()
                .any(|slot| (slot.first..slot.first + slot.words * slot.items).contains(&register))
            || assembly.inputs.iter().any(|&(input, _)| input == register)
    };
    for register in first..first + count {
        assert!(register < assembly.registers, "{instruction:?} writes out of range");
        assert!(!fixed(register), "{instruction:?} writes what never changes");
    }
    operands::for_each_read(assembly, instruction, |register| {
        assert!(register < assembly.registers, "{instruction:?} reads out of range");
    });
}

fn check_slots(assembly: &Assembly, instruction: &Instruction) {
    match *instruction {
        Instruction::Address { step, .. } => assert!((step as usize) < assembly.steps.len()),
        Instruction::Load { memory, words, .. } => {
            assert!((memory as usize) < assembly.memories.len() && (1..=4).contains(&words));
        }
        Instruction::Store { memory, words, list, .. } => {
            assert!((memory as usize) < assembly.memories.len() && (1..=4).contains(&words));
            assert!((list + u32::from(words)) as usize <= assembly.lists.len());
        }
        Instruction::Atomic { memory, operands, words, .. } => {
            assert!((memory as usize) < assembly.memories.len() && (1..=2).contains(&words));
            assert!((operands + 2 * u32::from(words)) as usize <= assembly.lists.len());
        }
        Instruction::LoadNarrow { memory, number, .. } | Instruction::StoreNarrow { memory, number, .. } => {
            assert!((memory as usize) < assembly.memories.len() && number.bit_width() <= 32);
        }
        Instruction::Length { memory, .. } => assert!(assembly.memories[memory as usize].open_end.is_some()),
        Instruction::LoadLocal { variable, words, offset, .. } => {
            assert!(offset + u32::from(words) <= assembly.variables[variable as usize].words);
        }
        Instruction::StoreLocal { variable, words, list, offset, .. } => {
            assert!(offset + u32::from(words) <= assembly.variables[variable as usize].words);
            assert!((list + u32::from(words)) as usize <= assembly.lists.len());
        }
        Instruction::OutputRead { variable, first, words } => {
            let slot = &assembly.variables[variable as usize];
            assert!(first >= slot.first && first + words <= slot.first + slot.words);
        }
        Instruction::Sample { sample, .. } => {
            let sample = &assembly.samples[sample as usize];
            let count = sample.item.map_or(1, |(_, count)| count);
            assert!(usize::from(sample.texture + count) <= assembly.textures.len());
        }
        Instruction::Image { image_use, .. } => {
            let image_use = &assembly.image_uses[image_use as usize];
            let count = image_use.item.map_or(1, |(_, count)| count);
            assert!(usize::from(image_use.image + count) <= assembly.images.len());
        }
        _ => {}
    }
}

fn check_tables(assembly: &Assembly) {
    assembly
        .constants
        .iter()
        .for_each(|&(register, _)| assert!(register < assembly.registers));
    assembly
        .inputs
        .iter()
        .for_each(|&(register, _)| assert!(register < assembly.registers));
    assembly
        .outputs
        .iter()
        .for_each(|&(register, _)| assert!(register < assembly.registers));
    assembly
        .uniforms
        .iter()
        .for_each(|slot| assert!(slot.first + slot.words * slot.items <= assembly.registers));
    assembly
        .variables
        .iter()
        .for_each(|slot| assert!(slot.first + slot.words <= assembly.registers));
    for memory in &assembly.memories {
        if let MemorySpace::Shared(first) = memory.space {
            assert!(first + memory.words <= assembly.shared_words);
        }
    }
}
