//! Random programs, run by the interpreter and by a model of one lane at a time.

use super::*;
use crate::assembly::{Binary, Pc, Register, StageInput, StageOutput, Unary};
use crate::storage::AtomicOp;
use proptest::prelude::*;

/// Variables of a lane.
const VARIABLES: u32 = 5;
/// Words of its own that a lane can store to.
const CELLS: u32 = 2;
const LANES: u32 = 64;

#[derive(Debug, Clone)]
enum Statement {
    /// Sets a variable to the sum, or the exclusive or, of two.
    Set(u32, bool, u32, u32),
    /// Adds this to a variable.
    Add(u32, u32),
    /// A branch on a bit of a variable.
    If(u32, u32, Vec<Statement>, Vec<Statement>),
    /// A loop; the low bits of the variable are the number of iterations.
    Loop(u32, Vec<Statement>),
    /// A switch on the low bits of the variable: bodies with their labels, where 4 is the default, and
    /// true if they fall through.
    Switch(u32, Vec<(u32, Vec<Statement>, bool)>),
    /// A function call.
    Call(Vec<Statement>),
    Break,
    Continue,
    Return,
    Discard,
    /// Stores the variable in a word of the lane's own.
    Store(u32, u32),
    /// Adds the variable to a word shared by all lanes.
    Count(u32),
    Barrier,
}

fn statements() -> impl Strategy<Value = Vec<Statement>> {
    use Statement::*;
    let variable = || 0..VARIABLES;
    let leaf = prop_oneof![
        4 => (variable(), any::<bool>(), variable(), variable()).prop_map(|(to, sum, a, b)| Set(to, sum, a, b)),
        4 => (variable(), 1..9u32).prop_map(|(to, by)| Add(to, by)),
        2 => Just(Break),
        2 => Just(Continue),
        1 => Just(Return),
        1 => Just(Discard),
        2 => (0..CELLS, variable()).prop_map(|(cell, from)| Store(cell, from)),
        1 => variable().prop_map(Count),
        1 => Just(Barrier),
    ];
    let one = leaf.prop_recursive(5, 60, 4, move |inner| {
        let block = || prop::collection::vec(inner.clone(), 0..4);
        let switch = prop::collection::vec((0..5u32, block(), any::<bool>()), 1..5);
        prop_oneof![
            4 => (variable(), 0..4u32, block(), block()).prop_map(|(of, bit, yes, no)| If(of, bit, yes, no)),
            3 => (variable(), block()).prop_map(|(rounds, body)| Loop(rounds, body)),
            2 => (variable(), switch).prop_map(|(by, mut bodies)| {
                let mut seen = std::collections::HashSet::new();
                bodies.retain(|(label, _, _)| seen.insert(*label));
                Switch(by, bodies)
            }),
            1 => block().prop_map(Call),
        ]
    });
    prop::collection::vec(one, 1..8)
}

/// The model of one lane.
#[derive(Debug, Clone, PartialEq)]
struct Lane {
    variables: [u32; VARIABLES as usize],
    cells: [u32; CELLS as usize],
    counted: u32,
}

#[derive(PartialEq)]
enum After {
    Next,
    Break,
    Continue,
    Return,
    Discard,
}

/// The constructs around a body, in its function: (a loop, a loop or switch).
type Inside = (bool, bool);

impl Lane {
    fn block(&mut self, block: &[Statement], inside: Inside) -> After {
        for statement in block {
            let after = self.statement(statement, inside);
            if after != After::Next {
                return after;
            }
        }
        After::Next
    }

    fn statement(&mut self, statement: &Statement, inside: Inside) -> After {
        let variable = |n: u32| self.variables[n as usize];
        match statement {
            &Statement::Set(to, sum, a, b) => {
                let (a, b) = (variable(a), variable(b));
                self.variables[to as usize] = if sum { a.wrapping_add(b) } else { a ^ b };
            }
            &Statement::Add(to, by) => self.variables[to as usize] = variable(to).wrapping_add(by),
            Statement::If(of, bit, yes, no) => {
                return self.block(if variable(*of) >> bit & 1 == 1 { yes } else { no }, inside);
            }
            Statement::Loop(rounds, body) => {
                for _ in 0..variable(*rounds) & 3 {
                    match self.block(body, (true, true)) {
                        After::Break => break,
                        After::Next | After::Continue => {}
                        out => return out,
                    }
                }
            }
            Statement::Switch(by, bodies) => {
                let value = variable(*by) & 3;
                let place = |label| bodies.iter().position(|(other, _, _)| *other == label);
                let Some(start) = place(value).or(place(4)) else { return After::Next };
                for (_, body, falls) in &bodies[start..] {
                    match self.block(body, (inside.0, true)) {
                        After::Break => break,
                        After::Next if *falls => {}
                        After::Next => break,
                        out => return out,
                    }
                }
            }
            Statement::Call(body) => {
                if self.block(body, (false, false)) == After::Discard {
                    return After::Discard;
                }
            }
            Statement::Break if inside.1 => return After::Break,
            Statement::Continue if inside.0 => return After::Continue,
            Statement::Break | Statement::Continue | Statement::Barrier => {}
            Statement::Return => return After::Return,
            Statement::Discard => return After::Discard,
            &Statement::Store(cell, from) => self.cells[cell as usize] = variable(from),
            &Statement::Count(from) => self.counted = self.counted.wrapping_add(variable(from)),
        }
        After::Next
    }
}

/// The frames of a program that is being written.
#[derive(Clone, Copy, PartialEq)]
enum Frame {
    If,
    Loop,
    Switch,
    Call,
}

/// Writes register code.
struct Writer {
    code: Vec<Instruction>,
    /// The frames, each with the instructions that jump to its next place where lanes may wait.
    frames: Vec<(Frame, Vec<usize>)>,
    constants: Vec<(Register, u32)>,
    registers: Register,
    lists: Vec<Register>,
}

impl Writer {
    fn register(&mut self) -> Register {
        self.registers += 1;
        self.registers - 1
    }

    fn constant(&mut self, word: u32) -> Register {
        let register = self.register();
        self.constants.push((register, word));
        register
    }

    fn calculate(&mut self, op: Binary, a: Register, b: Register) -> Register {
        let to = self.register();
        self.code.push(Instruction::Binary { op, to, a, b });
        to
    }

    fn list(&mut self, register: Register) -> u32 {
        self.lists.push(register);
        self.lists.len() as u32 - 1
    }

    /// Resolves the jumps of the innermost frame to this place, where lanes may wait.
    fn meet(&mut self) {
        let here = self.code.len() as Pc;
        let Some((_, waiting)) = self.frames.last_mut() else { return };
        for at in std::mem::take(waiting) {
            match &mut self.code[at] {
                Instruction::Leave { join: to, .. }
                | Instruction::Kill { join: to }
                | Instruction::If { otherwise: to, .. }
                | Instruction::Else { end: to }
                | Instruction::Case { otherwise: to, .. } => *to = here,
                other => panic!("{other:?} goes nowhere"),
            }
        }
    }

    /// Writes an instruction that jumps to the next place where lanes may wait.
    fn go(&mut self, instruction: Instruction) {
        if let Some((_, waiting)) = self.frames.last_mut() {
            waiting.push(self.code.len());
        }
        self.code.push(instruction);
    }

    fn enter(&mut self, frame: Frame) {
        self.frames.push((frame, Vec::new()));
    }

    fn exit(&mut self, instruction: Instruction) {
        self.meet();
        self.frames.pop();
        self.code.push(instruction);
    }

    /// Returns the number of frames to leave until one of these; `None` if the function has none.
    fn way(&self, to: &[Frame]) -> Option<u16> {
        let frames = self.frames.iter().rev().map(|(frame, _)| *frame);
        let within = frames.take_while(|frame| *frame != Frame::Call || to.contains(&Frame::Call));
        within
            .into_iter()
            .position(|frame| to.contains(&frame))
            .map(|frames| frames as u16)
    }

    fn block(&mut self, block: &[Statement]) {
        block.iter().for_each(|statement| self.statement(statement));
    }

    fn condition_of_bit(&mut self, variable: u32, bit: u32) -> Register {
        let bit = self.constant(1 << bit);
        let zero = self.constant(0);
        let masked = self.calculate(Binary::And, variable, bit);
        self.calculate(Binary::NotEqualInt, masked, zero)
    }

    fn statement(&mut self, statement: &Statement) {
        let join = Pc::MAX;
        match statement {
            &Statement::Set(to, sum, a, b) => {
                let op = if sum { Binary::AddInt } else { Binary::Xor };
                self.code.push(Instruction::Binary { op, to, a, b });
            }
            &Statement::Add(to, by) => {
                let b = self.constant(by);
                self.code.push(Instruction::Binary { op: Binary::AddInt, to, a: to, b });
            }
            Statement::If(of, bit, yes, no) => {
                let condition = self.condition_of_bit(*of, *bit);
                self.enter(Frame::If);
                self.go(Instruction::If { condition, otherwise: 0 });
                self.block(yes);
                if !no.is_empty() {
                    self.meet();
                    self.go(Instruction::Else { end: 0 });
                    self.block(no);
                }
                self.exit(Instruction::EndIf);
            }
            Statement::Loop(rounds, body) => {
                let (three, one) = (self.constant(3), self.constant(1));
                let rounds = self.calculate(Binary::And, *rounds, three);
                let round = self.calculate(Binary::Xor, one, one);
                self.code.push(Instruction::Loop);
                self.enter(Frame::Loop);
                let start = self.code.len() as Pc;
                let done = self.calculate(Binary::LessEqualUint, rounds, round);
                self.enter(Frame::If);
                self.go(Instruction::If { condition: done, otherwise: 0 });
                self.go(Instruction::Leave { frames: 1, again: false, join });
                self.exit(Instruction::EndIf);
                self.code
                    .push(Instruction::Binary { op: Binary::AddInt, to: round, a: round, b: one });
                self.block(body);
                self.meet();
                self.code.push(Instruction::Continue);
                self.code.push(Instruction::Repeat { start });
                self.exit(Instruction::EndLoop);
            }
            Statement::Switch(by, bodies) => {
                let three = self.constant(3);
                let value = self.calculate(Binary::And, *by, three);
                let mut conditions = Vec::new();
                let mut any = self.constant(0);
                for (label, _, _) in bodies {
                    let label = self.constant(*label);
                    let equal = self.calculate(Binary::EqualInt, value, label);
                    any = self.calculate(Binary::Or, any, equal);
                    conditions.push(equal);
                }
                let none = self.register();
                self.code.push(Instruction::Unary { op: Unary::Not, to: none, a: any });
                self.code.push(Instruction::Switch);
                self.enter(Frame::Switch);
                for ((label, body, falls), condition) in bodies.iter().zip(conditions) {
                    self.meet();
                    let condition = if *label == 4 { none } else { condition };
                    self.go(Instruction::Case { condition, otherwise: 0 });
                    self.block(body);
                    if !falls {
                        self.go(Instruction::Leave { frames: 0, again: false, join });
                    }
                }
                self.exit(Instruction::EndSwitch);
            }
            Statement::Call(body) => {
                self.code.push(Instruction::Call);
                self.enter(Frame::Call);
                self.block(body);
                self.exit(Instruction::EndCall);
            }
            Statement::Break => {
                if let Some(frames) = self.way(&[Frame::Loop, Frame::Switch]) {
                    self.go(Instruction::Leave { frames, again: false, join });
                }
            }
            Statement::Continue => {
                if let Some(frames) = self.way(&[Frame::Loop]) {
                    self.go(Instruction::Leave { frames, again: true, join });
                }
            }
            Statement::Return => {
                let frames = self.way(&[Frame::Call]).unwrap_or(self.frames.len() as u16);
                self.go(Instruction::Leave { frames, again: false, join });
            }
            Statement::Discard => self.go(Instruction::Kill { join }),
            &Statement::Store(cell, from) => {
                let list = self.list(from);
                let address = VARIABLES;
                self.code
                    .push(Instruction::Store { memory: 0, words: 1, list, address, offset: cell * LANES + 1 });
            }
            &Statement::Count(from) => {
                let operands = self.list(from);
                let address = self.constant(0);
                let (op, used, to, offset) = (AtomicOp::Add, false, 0, 0);
                self.code
                    .push(Instruction::Atomic { memory: 0, op, used, words: 1, to, address, offset, operands });
            }
            Statement::Barrier => self.code.push(Instruction::Barrier),
        }
    }
}

/// Writes the register code of a program: variables in the first registers, then the lane's index.
fn write(program: &[Statement], main_is_called: bool) -> Assembly {
    let mut writer =
        Writer { code: vec![], frames: vec![], constants: vec![], registers: VARIABLES + 1, lists: vec![] };
    if main_is_called {
        writer.statement(&Statement::Call(program.to_vec()));
    } else {
        writer.block(program);
    }
    writer.code.push(Instruction::End);
    let inputs = vec![(VARIABLES, StageInput::LocalIndex)];
    let mut assembly = code(writer.code, writer.registers);
    assembly.memories = vec![slot()];
    (assembly.constants, assembly.lists, assembly.inputs) = (writer.constants, writer.lists, inputs);
    assembly
}

/// Initial variables of a lane.
fn start(lane: u32, seed: u32) -> [u32; VARIABLES as usize] {
    std::array::from_fn(|n| ((lane * VARIABLES + n as u32) ^ seed).wrapping_mul(0x9e37_79b9).rotate_left(9) % 16)
}

/// Checks the program in all lanes, on a warp of this width with these lanes.
fn check<const W: usize>(program: &[Statement], assembly: &Assembly, lanes: u64, seed: u32, quantum: u64) {
    let bindings = bindings(&vec![0; (1 + CELLS * LANES) as usize], (0, 0));
    let mut warp = Warp::<W>::new(assembly, &[]);
    warp.start(info(W as u32), lanes);
    let exist: Vec<u32> = (0..W as u32).filter(|lane| lanes >> lane & 1 == 1).collect();
    for &lane in &exist {
        warp.register_mut(VARIABLES)[lane as usize] = lane;
        for (register, word) in start(lane, seed).into_iter().enumerate() {
            warp.register_mut(register as Register)[lane as usize] = word;
        }
    }
    finish(&mut warp, assembly, &bindings, &mut [], &mut (), quantum);
    assert_eq!(warp.alive(), 0);
    let memory = buffer(&bindings);
    let mut counted = 0u32;
    for &lane in &exist {
        let mut model = Lane { variables: start(lane, seed), cells: [0; CELLS as usize], counted: 0 };
        let discarded = model.block(program, (false, false)) == After::Discard;
        counted = counted.wrapping_add(model.counted);
        assert_eq!(warp.killed() >> lane & 1 == 1, discarded, "lane {lane}");
        let cells: [u32; CELLS as usize] = std::array::from_fn(|n| memory[1 + n * LANES as usize + lane as usize]);
        assert_eq!(cells, model.cells, "lane {lane} stored");
        if !discarded && !assembly.outputs.is_empty() {
            let variables: [u32; VARIABLES as usize] =
                std::array::from_fn(|n| warp.register(n as Register)[lane as usize]);
            assert_eq!(variables, model.variables, "lane {lane}");
        }
    }
    assert_eq!(memory[0], counted);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn lanes_in_lockstep_do_what_each_would_do_alone(
        program in statements(),
        seed in any::<u32>(),
        lanes in prop_oneof![Just(u64::MAX), any::<u64>()],
        main_is_called in any::<bool>(),
        outputs in any::<bool>(),
        quads in any::<bool>(),
        quantum in prop_oneof![Just(u64::MAX), 1..5u64],
    ) {
        let mut assembly = write(&program, main_is_called);
        assembly.needs_quads = quads;
        if outputs {
            assembly.outputs = (0..VARIABLES).map(|register| (register, StageOutput::Depth)).collect();
        }
        check::<32>(&program, &assembly, lanes & 0xffff_ffff, seed, quantum);
        check::<64>(&program, &assembly, lanes, seed, quantum);
    }

    #[test]
    fn no_code_makes_it_panic(
        picks in prop::collection::vec((0..12u32, any::<u16>(), any::<bool>()), 1..40),
        lanes in any::<u64>(),
    ) {
        let wild = |(kind, number, again): (u32, u16, bool)| {
            let (pc, register) = (Pc::from(number % 50), Register::from(number % 7) * 900);
            match kind {
                0 => Instruction::If { condition: register, otherwise: pc },
                1 => Instruction::Else { end: pc },
                2 => Instruction::EndIf,
                3 => Instruction::Loop,
                4 => Instruction::Continue,
                5 => Instruction::Repeat { start: pc },
                6 => Instruction::Switch,
                7 => Instruction::Case { condition: register, otherwise: pc },
                8 => Instruction::Leave { frames: number, again, join: pc },
                9 => Instruction::Kill { join: pc },
                10 => Instruction::Load { memory: number, words: 3, to: register, address: pc, offset: u32::MAX },
                _ => Instruction::Binary { op: Binary::ModInt, to: register, a: pc, b: register },
            }
        };
        let assembly = code(picks.into_iter().map(wild).collect(), 4);
        let mut warp = Warp::<32>::new(&assembly, &[(77, 1)]);
        warp.start(info(32), lanes);
        let bindings = SlotBindings::default();
        let mut context = WarpContext { bindings: &bindings, shared: &mut [], limit: 1000, other: None, swap: 0 };
        let pause = warp.run(&assembly, &mut context, &mut (), u64::MAX);
        prop_assert!(matches!(pause, Pause::Ended | Pause::Stopped));
    }
}
