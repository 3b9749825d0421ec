//! Finds registers that only hold numbers of a card's format: operations need not round them again.

use super::super::assembly::{Assembly, Binary, Instruction, Register, SampleMethod, SampleUse, Ternary, Unary};
use super::super::lower::operands;
use super::super::rounding::Rounder;
use gristmill_base::element::Scalar;

/// Treatment of floats by a unary operator.
pub(super) enum FloatRole {
    /// It does not use them.
    None,
    /// It reads them, and its result needs no rounding: it is of the format, not a float, or rounded by its reader.
    Read,
    /// It reads them, and its result must be rounded.
    Made,
    /// It reads no floats, and its result must be rounded.
    MadeOfOthers,
}

pub(super) fn unary_role(op: Unary) -> FloatRole {
    use Unary::*;
    match op {
        NegateFloat | AbsFloat | SignFloat | Floor | Ceil | Trunc | Round | RoundEven | Fract | FloatToInt
        | FloatToUint | FrexpMantissa | FrexpExponent => FloatRole::Read,
        // A card without infinities has none for a half that is too large either.
        RoundHalf | RoundFixed | RoundPartial | CutRange => FloatRole::Made,
        Sqrt | InverseSqrt | Radians | Degrees | Sin | Cos | Tan | Asin | Acos | Atan | Sinh | Cosh | Tanh | Asinh
        | Acosh | Atanh | Exp | Log | Exp2 | Log2 | Dx | Dy | DxFine | DyFine => FloatRole::Made,
        IntToFloat | UintToFloat | HalfLow | HalfHigh => FloatRole::MadeOfOthers,
        _ => FloatRole::None,
    }
}

/// Returns true if a unary operator's result is a number of the format.
fn makes_format_number(op: Unary) -> bool {
    use Unary::*;
    match unary_role(op) {
        FloatRole::Made | FloatRole::MadeOfOthers => true,
        // Negated, without its sign, or an integer.
        FloatRole::Read => matches!(op, NegateFloat | AbsFloat | SignFloat | Floor | Ceil | Trunc | Round | RoundEven),
        FloatRole::None => false,
    }
}

/// Returns for each register true if it only ever holds numbers of the format. `begins` returns the word of a register
/// before the code runs.
pub(super) fn find_exact_registers(code: &Assembly, rounder: Rounder, begins: impl Fn(Register) -> u32) -> Vec<bool> {
    let mut known = vec![false; code.registers as usize];

    // Constants and uniforms are set before the code runs, and all other registers are zero.
    for register in 0..code.registers {
        set_known(&mut known, register, rounder.is_representable(begins(register)));
    }
    let variables = code
        .variables
        .iter()
        .flat_map(|slot| slot.first..slot.first.saturating_add(slot.words));
    for register in code.inputs.iter().map(|(register, _)| *register).chain(variables) {
        set_known(&mut known, register, false);
    }
    // Any other write excludes a register, and the registers copied from it.
    let mut shrunk = true;
    while shrunk {
        shrunk = false;
        for instruction in &code.instructions {
            let (first, count) = operands::written_registers(code, instruction);
            if count == 0 || writes_exact_number(code, instruction, rounder, &known) {
                continue;
            }
            for register in first..first.saturating_add(count) {
                shrunk |= known.get(register as usize).copied().unwrap_or(false);
                set_known(&mut known, register, false);
            }
        }
    }
    known
}

#[inline]
fn set_known(known: &mut [bool], register: Register, value: bool) {
    if let Some(place) = known.get_mut(register as usize) {
        *place = value;
    }
}

/// Returns true if an instruction writes numbers of the format, given the registers known so far.
fn writes_exact_number(code: &Assembly, instruction: &Instruction, rounder: Rounder, known: &[bool]) -> bool {
    match *instruction {
        Instruction::Unary { op: Unary::Copy, a, .. } => known.get(a as usize).copied().unwrap_or(false),
        Instruction::Unary { op, .. } => makes_format_number(op),
        Instruction::Binary { op, .. } => {
            use Binary::*;
            matches!(
                op,
                AddFloat
                    | SubFloat
                    | MulFloat
                    | DivFloat
                    | ModFloat
                    | RemFloat
                    | Pow
                    | MinFloat
                    | MaxFloat
                    | Step
                    | Atan2
            )
        }
        Instruction::Ternary { op, b, c, .. } => match op {
            Ternary::Select => {
                known.get(b as usize).copied().unwrap_or(false) && known.get(c as usize).copied().unwrap_or(false)
            }
            Ternary::FieldInt | Ternary::FieldUint => false,
            Ternary::Fma | Ternary::Mix | Ternary::SmoothStep | Ternary::ClampFloat => true,
        },
        Instruction::Sample { sample, .. } => {
            let sample = code.samples.get(sample as usize);
            sample.is_some_and(|sample| rounder.rounds_texels() && reads_float_texels(code, sample))
        }
        _ => false,
    }
}

/// Returns true if a texture instruction returns floats of a texture.
pub(super) fn reads_float_texels(code: &Assembly, sample: &SampleUse) -> bool {
    let read = matches!(sample.method, SampleMethod::Filter | SampleMethod::Fetch | SampleMethod::Gather);
    let texture = code.textures.get(usize::from(sample.texture));
    read && sample.compare.is_none() && texture.is_some_and(|texture| texture.scalar == Scalar::F32)
}
