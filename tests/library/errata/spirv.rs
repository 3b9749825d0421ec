//! The code that glslang makes of a kernel, read from its SPIR-V.

use gristmill::check::{KernelCheck, to_spirv};

/// The instructions of a compute kernel's module: opcode and operands.
pub fn instructions(text: &str) -> Vec<(u32, Vec<u32>)> {
    let stages = to_spirv(&KernelCheck::source("listing.comp", text)).unwrap_or_else(|error| panic!("{error}"));
    let words = stages.last().unwrap();
    let mut found = vec![];
    let mut at = 5; // behind the header
    while at < words.len() {
        let length = (words[at] >> 16) as usize;
        found.push((words[at] & 0xffff, words[at + 1..at + length].to_vec()));
        at += length;
    }
    found
}

pub const CONSTANT: u32 = 43;
pub const VARIABLE: u32 = 59;
pub const DECORATE: u32 = 71;
pub const MEMBER_DECORATE: u32 = 72;
pub const CONTROL_BARRIER: u32 = 224;
pub const MEMORY_BARRIER: u32 = 225;

/// The value of a constant.
pub fn constant(instructions: &[(u32, Vec<u32>)], id: u32) -> u32 {
    let is = |(opcode, operands): &&(u32, Vec<u32>)| *opcode == CONSTANT && operands[1] == id;
    instructions.iter().find(is).map_or(0, |(_, operands)| operands[2])
}
