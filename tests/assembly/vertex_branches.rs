//! Generated programs of `!!VP2.0` that jump to any label, forward and back, call and return, against a plain evaluation
//! of one vertex after the other: to the bit.

use super::vertex_programs::run;
use crate::machine::chosen;
use crate::random_numbers::Numbers;
use gristmill::{Era, MachineChoice};

type Vector = [f32; 4];

/// Programs in CI; `GRISTMILL_FUZZ` sets another number.
const GENERATED: u64 = 100;

/// Vertices of a run.
const VERTICES: usize = 32;

/// The rules of conditions, as the text of the extension orders them.
const RULES: [&str; 8] = ["EQ", "NE", "LT", "GE", "LE", "GT", "TR", "FL"];

/// A test of the condition code: a rule, and the component for each component.
#[derive(Debug, Clone, Copy)]
struct Condition {
    rule: usize,
    swizzle: [usize; 4],
}

/// An operand: R0 to R3, then the attribute and the parameter.
#[derive(Debug, Clone, Copy)]
struct Operand {
    register: usize,
    swizzle: [usize; 4],
    negative: bool,
}

#[derive(Debug, Clone)]
enum Statement {
    /// An operation with its result: R0 to R3, `o[TEX0]`, or the condition code alone.
    Compute {
        name: &'static str,
        to: usize,
        mask: [bool; 4],
        updates: bool,
        condition: Option<Condition>,
        operands: Vec<Operand>,
    },
    /// `BRA`, `CAL` or `RET`, and the label's number.
    Jump { name: &'static str, label: usize, condition: Option<Condition> },
}

/// A generated program: its statements, and for each label the statement behind it.
struct Program {
    statements: Vec<Statement>,
    labels: Vec<usize>,
}

impl Numbers {
    fn draw_condition(&mut self) -> Option<Condition> {
        (self.below(3) > 0).then(|| Condition { rule: self.below(8), swizzle: [0; 4].map(|_| self.below(4)) })
    }
}

const REGISTERS: [&str; 6] = ["R0", "R1", "R2", "R3", "v[1]", "c[0]"];
const TARGETS: [&str; 6] = ["R0", "R1", "R2", "R3", "o[TEX0]", "CC"];
const RESULT: usize = 4;

fn generate_program(seed: u64) -> Program {
    let mut numbers = Numbers(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
    let sections = 2 + numbers.below(7);
    let mut program = Program { statements: vec![], labels: vec![] };
    for section in 0..sections {
        program.labels.push(program.statements.len());
        for _ in 0..numbers.below(4) + usize::from(section == 0) {
            program.statements.push(generate_operation(&mut numbers));
        }
        let label = numbers.below(sections + 1);
        let name = ["BRA", "BRA", "BRA", "CAL", "CAL", "RET", ""][numbers.below(7)];
        if !name.is_empty() {
            program
                .statements
                .push(Statement::Jump { name, label, condition: numbers.draw_condition() });
        }
    }
    // The last label is the end of the program.
    program.labels.push(program.statements.len());
    program
}

fn generate_operation(numbers: &mut Numbers) -> Statement {
    let (name, count) = [("ADD", 2), ("MUL", 2), ("MOV", 1), ("SLT", 2), ("MAD", 3), ("SGE", 2)][numbers.below(6)];
    let mut mask = [0; 4].map(|_| numbers.below(3) > 0);
    mask[numbers.below(4)] = true;
    let operand = |numbers: &mut Numbers| Operand {
        register: numbers.below(REGISTERS.len()),
        swizzle: [0; 4].map(|_| numbers.below(4)),
        negative: numbers.below(3) == 0,
    };
    Statement::Compute {
        name,
        to: numbers.below(TARGETS.len()),
        mask,
        updates: numbers.below(2) == 0,
        condition: numbers.draw_condition().filter(|_| numbers.below(2) == 0),
        operands: (0..count).map(|_| operand(numbers)).collect(),
    }
}

fn write_lanes(lanes: &[usize]) -> String {
    lanes.iter().map(|lane| ["x", "y", "z", "w"][*lane]).collect()
}

impl Program {
    fn write_text(&self) -> String {
        let mut text = "!!VP2.0\nMOV o[HPOS], v[0];\nMOV o[TEX0], R0;\n".to_string();
        for at in 0..=self.statements.len() {
            for (label, _) in self.labels.iter().enumerate().filter(|(_, start)| **start == at) {
                text.push_str(&format!("l{label}:\n"));
            }
            let Some(statement) = self.statements.get(at) else { break };
            let write_condition = |condition: &Option<Condition>| {
                condition.map_or(String::new(), |one| format!(" ({}.{})", RULES[one.rule], write_lanes(&one.swizzle)))
            };
            text.push_str(&match statement {
                Statement::Compute { name, to, mask, updates, condition, operands } => {
                    let lanes: Vec<usize> = (0..4).filter(|lane| mask[*lane]).collect();
                    let code = if *updates { "C" } else { "" };
                    let mut line =
                        format!("{name}{code} {}.{}{}", TARGETS[*to], write_lanes(&lanes), write_condition(condition));
                    for one in operands {
                        let sign = if one.negative { "-" } else { "" };
                        line.push_str(&format!(", {sign}{}.{}", REGISTERS[one.register], write_lanes(&one.swizzle)));
                    }
                    line + ";\n"
                }
                Statement::Jump { name, label, condition } => {
                    let to = if *name == "RET" { String::new() } else { format!(" l{label}") };
                    format!("{name}{to}{};\n", write_condition(condition))
                }
            });
        }
        text + "END\n"
    }

    /// Runs the program for one vertex; returns the result, and true if it ended by its limit.
    fn evaluate(&self, attribute: Vector, parameter: Vector) -> (Vector, bool) {
        let mut registers = [[0.0; 4], [0.0; 4], [0.0; 4], [0.0; 4], attribute, parameter];
        let mut result: Vector = [0.0; 4];
        let mut code: Vector = [0.0; 4];
        let mut stack = vec![];
        let mut at = 0;
        // The two moves at the start have run.
        for _ in 2..65_536 {
            let Some(statement) = self.statements.get(at) else { return (result, false) };
            at += 1;
            match statement {
                Statement::Compute { name, to, mask, updates, condition, operands } => {
                    let loaded: Vec<Vector> = operands
                        .iter()
                        .map(|one| {
                            one.swizzle.map(|lane| {
                                let value = registers[one.register][lane];
                                if one.negative { -value } else { value }
                            })
                        })
                        .collect();
                    let before = code;
                    for lane in (0..4).filter(|lane| mask[*lane]) {
                        if condition.is_some_and(|one| !is_passed(one.rule, before[one.swizzle[lane]])) {
                            continue;
                        }
                        let value = compute(name, &loaded, lane);
                        match *to {
                            RESULT => result[lane] = value,
                            register if register < 4 => registers[register][lane] = value,
                            _ => {}
                        }
                        if *updates {
                            code[lane] = value;
                        }
                    }
                }
                Statement::Jump { name, label, condition } => {
                    let holds = |one: Condition| one.swizzle.iter().any(|lane| is_passed(one.rule, code[*lane]));
                    if !condition.is_none_or(holds) {
                        continue;
                    }
                    match *name {
                        "RET" => match stack.pop() {
                            Some(behind) => at = behind,
                            None => return (result, false),
                        },
                        "CAL" if stack.len() == 4 => return (result, false),
                        _ => {
                            stack.extend((*name == "CAL").then_some(at));
                            at = self.labels[*label];
                        }
                    }
                }
            }
        }
        (result, at < self.statements.len())
    }
}

fn is_passed(rule: usize, code: f32) -> bool {
    match RULES[rule] {
        "EQ" => code == 0.0,
        "NE" => code != 0.0,
        "LT" => code < 0.0,
        "GE" => code >= 0.0,
        "LE" => code <= 0.0,
        "GT" => code > 0.0,
        "TR" => true,
        _ => false,
    }
}

fn compute(name: &str, operands: &[Vector], lane: usize) -> f32 {
    let [a, b] = [operands[0][lane], operands.get(1).map_or(0.0, |operand| operand[lane])];
    let compared = |holds: bool| match a.is_nan() || b.is_nan() {
        true => f32::NAN,
        false => f32::from(u8::from(holds)),
    };
    match name {
        "ADD" => a + b,
        "MUL" => a * b,
        "MAD" => a * b + operands[2][lane],
        "SLT" => compared(a < b),
        "SGE" => compared(a >= b),
        _ => a,
    }
}

#[test]
fn programs_that_jump_anywhere_run_as_they_are_written() {
    let device = chosen(MachineChoice::Emulator, Era::Fragment).unwrap();
    let given = std::env::var("GRISTMILL_FUZZ").ok().and_then(|count| count.parse().ok());
    let (mut limited, mut moved) = (0, 0);
    let parameter = [1.0, -0.5, 0.25, -2.0];
    for seed in 0..given.unwrap_or(GENERATED) {
        let program = generate_program(seed);
        let text = program.write_text();
        let mut numbers = Numbers(seed + 7);
        let attributes: Vec<Vector> = (0..VERTICES)
            .map(|_| [0; 4].map(|_| numbers.below(17) as f32 * 0.5 - 4.0))
            .collect();
        let streams: [(&str, &[Vector]); 2] = [("v[0]", &attributes), ("v[1]", &attributes)];
        let used: Vec<(&str, &[Vector])> = streams.into_iter().filter(|(name, _)| text.contains(name)).collect();
        let parameters = [("c[0]", parameter)];
        let parameters = if text.contains("c[0]") { &parameters[..] } else { &[] };
        let got = run(&device, &text, parameters, &used, "o[TEX0]");
        for (attribute, found) in attributes.iter().zip(&got) {
            let (wanted, is_limited) = program.evaluate(*attribute, parameter);
            let is_same = |lane: usize| {
                found[lane].to_bits() == wanted[lane].to_bits() || found[lane].is_nan() && wanted[lane].is_nan()
            };
            assert!((0..4).all(is_same), "seed {seed}: {found:?}, wanted {wanted:?} of {attribute:?}\n{text}");
            limited += usize::from(is_limited);
            moved += usize::from(wanted != [0.0; 4]);
        }
    }
    println!("{limited} vertices end by the limit, {moved} have other results than zeros");
    assert!(limited > 10 && moved > 500, "{limited} {moved}");
}
