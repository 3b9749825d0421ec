//! Tests of a card's arithmetic: registers known to be in its format give the same results without rounding.

use super::*;
use crate::assembly::{Binary, Register, StageInput, Ternary, Unary};
use crate::rounding::Rounder;
use gristmill_base::random::word;
use gristmill_cards::Profile;

const LANES: u32 = 64;
/// Two inputs and the results.
const REGISTERS: u32 = 9;
/// A number of every format, one of single floats only, and one below the least of any format.
const CONSTANTS: [(Register, f32); 3] = [(REGISTERS, 0.75), (REGISTERS + 1, 0.1), (REGISTERS + 2, 1e-40)];

const UNARY: [Unary; 10] = [
    Unary::Copy,
    Unary::NegateFloat,
    Unary::AbsFloat,
    Unary::Floor,
    Unary::Fract,
    Unary::SignFloat,
    Unary::IntToFloat,
    Unary::FloatToInt,
    Unary::Sqrt,
    Unary::Not,
];
const BINARY: [Binary; 9] = [
    Binary::AddFloat,
    Binary::SubFloat,
    Binary::MulFloat,
    Binary::DivFloat,
    Binary::MinFloat,
    Binary::MaxFloat,
    Binary::Step,
    Binary::LessFloat,
    Binary::AddInt,
];
const TERNARY: [Ternary; 3] = [Ternary::Select, Ternary::Fma, Ternary::ClampFloat];

/// Builds a random program that does not write its inputs.
fn random_program(seed: u32) -> Assembly {
    let length = 4 + draw_word(0, 9, 20, seed);
    let instructions = (0..length).map(|at| {
        let to = 2 + draw_word(at, 0, REGISTERS - 2, seed);
        let [a, b, c] = [1, 2, 3].map(|column| draw_word(at, column, REGISTERS + CONSTANTS.len() as u32, seed));
        match draw_word(at, 4, 6, seed) {
            0 => Instruction::Unary { op: UNARY[draw_word(at, 5, 10, seed) as usize], to, a },
            1 => Instruction::Ternary { op: TERNARY[draw_word(at, 5, 3, seed) as usize], to, a, b, c },
            _ => Instruction::Binary { op: BINARY[draw_word(at, 5, 9, seed) as usize], to, a, b },
        }
    });
    let mut assembly =
        assemble_code(instructions.chain([Instruction::End]).collect(), REGISTERS + CONSTANTS.len() as u32);
    assembly.inputs = vec![(0, StageInput::PointCoord(0)), (1, StageInput::PointCoord(1))];
    assembly.constants = CONSTANTS.map(|(register, number)| (register, number.to_bits())).to_vec();
    assembly
}

fn draw_word(at: u32, column: u32, below: u32, seed: u32) -> u32 {
    word(seed, at, column) % below
}

/// Runs a program; returns the words of all registers, and for each, true if it only holds numbers of the format.
fn run_program(assembly: &Assembly, rounder: Rounder, seed: u32, knows: bool) -> (Vec<[u32; 64]>, Vec<bool>) {
    let mut warp = Warp::<64>::new(assembly, &[]).with_rounder(assembly, Some(rounder));
    let known = warp.in_format.clone();
    if !knows {
        warp.in_format.clear();
    }
    warp.start(warp_info(LANES), u64::MAX);
    for register in 0..2 {
        // Near one, tiny, and arbitrary: with more bits than the format has.
        *warp.register_mut(register) = std::array::from_fn(|lane| draw_number(lane as u32, seed, register));
    }
    run_to_end(&mut warp, assembly, &bind_memories(&[], (0, 0)), &mut [], &mut (), u64::MAX);
    ((0..REGISTERS).map(|register| *warp.register(register)).collect(), known)
}

fn draw_number(lane: u32, seed: u32, register: u32) -> u32 {
    match lane % 3 {
        0 => 0x3f00_0000 + word(seed, lane, register) % 0x100_0000,
        1 => word(seed, lane, register) % 0x2000_0000,
        _ => word(seed, lane, register),
    }
}

#[test]
fn what_is_in_the_format_need_not_be_brought_into_it() {
    let mut known_in_all = 0;
    for card in ["radeon-9700", "geforce-6800", "geforce-8800", "geforce-fx-5900"] {
        let Some(rounder) = Rounder::for_arithmetic(Profile::named(card).unwrap().arithmetic.value) else { continue };
        for seed in 0..500 {
            let assembly = random_program(seed);
            let (words, known) = run_program(&assembly, rounder, seed, true);
            let (wanted, _) = run_program(&assembly, rounder, seed, false);
            assert_eq!(words, wanted, "{card}, program {seed}: {:?}", assembly.instructions);
            for (register, words) in words.iter().enumerate().filter(|(register, _)| known[*register]) {
                known_in_all += 1;
                let odd = words
                    .iter()
                    .find(|word| !rounder.is_representable(**word) && !f32::from_bits(**word).is_nan());
                assert_eq!(odd, None, "{card}, program {seed}, register {register}: {:?}", assembly.instructions);
            }
            assert!(!known[0] && !known[1] && known[REGISTERS as usize] && !known[REGISTERS as usize + 2]);
        }
    }
    assert!(known_in_all > 1000, "only {known_in_all} registers are known");
}
