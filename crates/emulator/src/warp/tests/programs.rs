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

fn statement_strategy() -> impl Strategy<Value = Vec<Statement>> {
    use Statement::*;
    let leaf = prop_oneof![
        4 => (0..VARIABLES, any::<bool>(), 0..VARIABLES, 0..VARIABLES).prop_map(|(to, sum, a, b)| Set(to, sum, a, b)),
        4 => (0..VARIABLES, 1..9u32).prop_map(|(to, by)| Add(to, by)),
        2 => Just(Break),
        2 => Just(Continue),
        1 => Just(Return),
        1 => Just(Discard),
        2 => (0..CELLS, 0..VARIABLES).prop_map(|(cell, from)| Store(cell, from)),
        1 => (0..VARIABLES).prop_map(Count),
        1 => Just(Barrier),
    ];
    let one = leaf.prop_recursive(5, 60, 4, move |inner| {
        let block = || prop::collection::vec(inner.clone(), 0..4);
        let switch = prop::collection::vec((0..5u32, block(), any::<bool>()), 1..5);
        prop_oneof![
            4 => (0..VARIABLES, 0..4u32, block(), block()).prop_map(|(of, bit, yes, no)| If(of, bit, yes, no)),
            3 => (0..VARIABLES, block()).prop_map(|(rounds, body)| Loop(rounds, body)),
            2 => (0..VARIABLES, switch).prop_map(|(by, mut bodies)| {
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
struct LaneModel {
    variables: [u32; VARIABLES as usize],
    cells: [u32; CELLS as usize],
    counted: u32,
}

#[derive(PartialEq)]
enum FlowAfter {
    Next,
    Break,
    Continue,
    Return,
    Discard,
}

/// The constructs around a body, in its function: (a loop, a loop or switch).
type EnclosingConstructs = (bool, bool);

impl LaneModel {
    fn run_block(&mut self, block: &[Statement], inside: EnclosingConstructs) -> FlowAfter {
        for statement in block {
            let after = self.run_statement(statement, inside);
            if after != FlowAfter::Next {
                return after;
            }
        }
        FlowAfter::Next
    }

    fn run_statement(&mut self, statement: &Statement, inside: EnclosingConstructs) -> FlowAfter {
        match statement {
            &Statement::Set(to, sum, a, b) => {
                let a = self.variables[a as usize];
                let b = self.variables[b as usize];
                self.variables[to as usize] = if sum { a.wrapping_add(b) } else { a ^ b };
            }
            &Statement::Add(to, by) => self.variables[to as usize] = self.variables[to as usize].wrapping_add(by),
            Statement::If(of, bit, yes, no) => {
                return self.run_block(if self.variables[*of as usize] >> bit & 1 == 1 { yes } else { no }, inside);
            }
            Statement::Loop(rounds, body) => {
                for _ in 0..self.variables[*rounds as usize] & 3 {
                    match self.run_block(body, (true, true)) {
                        FlowAfter::Break => break,
                        FlowAfter::Next | FlowAfter::Continue => {}
                        out => return out,
                    }
                }
            }
            Statement::Switch(by, bodies) => {
                let value = self.variables[*by as usize] & 3;
                let place = |label| bodies.iter().position(|(other, _, _)| *other == label);
                let Some(start) = place(value).or(place(4)) else { return FlowAfter::Next };
                for (_, body, falls) in &bodies[start..] {
                    match self.run_block(body, (inside.0, true)) {
                        FlowAfter::Break => break,
                        FlowAfter::Next if *falls => {}
                        FlowAfter::Next => break,
                        out => return out,
                    }
                }
            }
            Statement::Call(body) => {
                if self.run_block(body, (false, false)) == FlowAfter::Discard {
                    return FlowAfter::Discard;
                }
            }
            Statement::Break if inside.1 => return FlowAfter::Break,
            Statement::Continue if inside.0 => return FlowAfter::Continue,
            Statement::Break | Statement::Continue | Statement::Barrier => {}
            Statement::Return => return FlowAfter::Return,
            Statement::Discard => return FlowAfter::Discard,
            &Statement::Store(cell, from) => self.cells[cell as usize] = self.variables[from as usize],
            &Statement::Count(from) => self.counted = self.counted.wrapping_add(self.variables[from as usize]),
        }
        FlowAfter::Next
    }
}

/// The frames of a program that is being written.
#[derive(Clone, Copy, PartialEq)]
enum WriterFrame {
    If,
    Loop,
    Switch,
    Call,
}

/// Writes register code.
struct CodeWriter {
    code: Vec<Instruction>,
    /// The frames, each with the instructions that jump to its next place where lanes may wait.
    frames: Vec<(WriterFrame, Vec<usize>)>,
    constants: Vec<(Register, u32)>,
    registers: Register,
    lists: Vec<Register>,
}

impl CodeWriter {
    fn new_register(&mut self) -> Register {
        self.registers += 1;
        self.registers - 1
    }

    fn new_constant(&mut self, word: u32) -> Register {
        let register = self.new_register();
        self.constants.push((register, word));
        register
    }

    fn push_binary(&mut self, op: Binary, a: Register, b: Register) -> Register {
        let to = self.new_register();
        self.code.push(Instruction::Binary { op, to, a, b });
        to
    }

    fn push_list(&mut self, register: Register) -> u32 {
        self.lists.push(register);
        self.lists.len() as u32 - 1
    }

    /// Resolves the jumps of the innermost frame to this place, where lanes may wait.
    fn resolve_joins(&mut self) {
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
    fn push_jump(&mut self, instruction: Instruction) {
        if let Some((_, waiting)) = self.frames.last_mut() {
            waiting.push(self.code.len());
        }
        self.code.push(instruction);
    }

    fn enter_frame(&mut self, frame: WriterFrame) {
        self.frames.push((frame, Vec::new()));
    }

    fn exit_frame(&mut self, instruction: Instruction) {
        self.resolve_joins();
        self.frames.pop();
        self.code.push(instruction);
    }

    /// Returns the number of frames to leave until one of these; `None` if the function has none.
    fn frames_to_leave(&self, to: &[WriterFrame]) -> Option<u16> {
        let frames = self.frames.iter().rev().map(|(frame, _)| *frame);
        let within = frames.take_while(|frame| *frame != WriterFrame::Call || to.contains(&WriterFrame::Call));
        within
            .into_iter()
            .position(|frame| to.contains(&frame))
            .map(|frames| frames as u16)
    }

    fn write_block(&mut self, block: &[Statement]) {
        block.iter().for_each(|statement| self.write_statement(statement));
    }

    fn condition_of_bit(&mut self, variable: u32, bit: u32) -> Register {
        let bit = self.new_constant(1 << bit);
        let zero = self.new_constant(0);
        let masked = self.push_binary(Binary::And, variable, bit);
        self.push_binary(Binary::NotEqualInt, masked, zero)
    }

    fn write_statement(&mut self, statement: &Statement) {
        let join = Pc::MAX;
        match statement {
            &Statement::Set(to, sum, a, b) => {
                let op = if sum { Binary::AddInt } else { Binary::Xor };
                self.code.push(Instruction::Binary { op, to, a, b });
            }
            &Statement::Add(to, by) => {
                let b = self.new_constant(by);
                self.code.push(Instruction::Binary { op: Binary::AddInt, to, a: to, b });
            }
            Statement::If(of, bit, yes, no) => {
                let condition = self.condition_of_bit(*of, *bit);
                self.enter_frame(WriterFrame::If);
                self.push_jump(Instruction::If { condition, otherwise: 0 });
                self.write_block(yes);
                if !no.is_empty() {
                    self.resolve_joins();
                    self.push_jump(Instruction::Else { end: 0 });
                    self.write_block(no);
                }
                self.exit_frame(Instruction::EndIf);
            }
            Statement::Loop(rounds, body) => {
                let three = self.new_constant(3);
                let one = self.new_constant(1);
                let rounds = self.push_binary(Binary::And, *rounds, three);
                let round = self.push_binary(Binary::Xor, one, one);
                self.code.push(Instruction::Loop);
                self.enter_frame(WriterFrame::Loop);
                let start = self.code.len() as Pc;
                let done = self.push_binary(Binary::LessEqualUint, rounds, round);
                self.enter_frame(WriterFrame::If);
                self.push_jump(Instruction::If { condition: done, otherwise: 0 });
                self.push_jump(Instruction::Leave { frames: 1, again: false, join });
                self.exit_frame(Instruction::EndIf);
                self.code
                    .push(Instruction::Binary { op: Binary::AddInt, to: round, a: round, b: one });
                self.write_block(body);
                self.resolve_joins();
                self.code.push(Instruction::Continue);
                self.code.push(Instruction::Repeat { start });
                self.exit_frame(Instruction::EndLoop);
            }
            Statement::Switch(by, bodies) => {
                let three = self.new_constant(3);
                let value = self.push_binary(Binary::And, *by, three);
                let mut conditions = Vec::new();
                let mut any = self.new_constant(0);
                for (label, _, _) in bodies {
                    let label = self.new_constant(*label);
                    let equal = self.push_binary(Binary::EqualInt, value, label);
                    any = self.push_binary(Binary::Or, any, equal);
                    conditions.push(equal);
                }
                let none = self.new_register();
                self.code.push(Instruction::Unary { op: Unary::Not, to: none, a: any });
                self.code.push(Instruction::Switch);
                self.enter_frame(WriterFrame::Switch);
                for ((label, body, falls), condition) in bodies.iter().zip(conditions) {
                    self.resolve_joins();
                    let condition = if *label == 4 { none } else { condition };
                    self.push_jump(Instruction::Case { condition, otherwise: 0 });
                    self.write_block(body);
                    if !falls {
                        self.push_jump(Instruction::Leave { frames: 0, again: false, join });
                    }
                }
                self.exit_frame(Instruction::EndSwitch);
            }
            Statement::Call(body) => {
                self.code.push(Instruction::Call);
                self.enter_frame(WriterFrame::Call);
                self.write_block(body);
                self.exit_frame(Instruction::EndCall);
            }
            Statement::Break => {
                if let Some(frames) = self.frames_to_leave(&[WriterFrame::Loop, WriterFrame::Switch]) {
                    self.push_jump(Instruction::Leave { frames, again: false, join });
                }
            }
            Statement::Continue => {
                if let Some(frames) = self.frames_to_leave(&[WriterFrame::Loop]) {
                    self.push_jump(Instruction::Leave { frames, again: true, join });
                }
            }
            Statement::Return => {
                let frames = self.frames_to_leave(&[WriterFrame::Call]).unwrap_or(self.frames.len() as u16);
                self.push_jump(Instruction::Leave { frames, again: false, join });
            }
            Statement::Discard => self.push_jump(Instruction::Kill { join }),
            &Statement::Store(cell, from) => {
                let list = self.push_list(from);
                let address = VARIABLES;
                self.code
                    .push(Instruction::Store { memory: 0, words: 1, list, address, offset: cell * LANES + 1 });
            }
            &Statement::Count(from) => {
                let operands = self.push_list(from);
                let address = self.new_constant(0);
                let op = AtomicOp::Add;
                let used = false;
                let to = 0;
                let offset = 0;
                self.code
                    .push(Instruction::Atomic { memory: 0, op, used, words: 1, to, address, offset, operands });
            }
            Statement::Barrier => self.code.push(Instruction::Barrier),
        }
    }
}

/// Writes the register code of a program: variables in the first registers, then the lane's index.
fn write_program(program: &[Statement], main_is_called: bool) -> Assembly {
    let mut writer =
        CodeWriter { code: vec![], frames: vec![], constants: vec![], registers: VARIABLES + 1, lists: vec![] };
    if main_is_called {
        writer.write_statement(&Statement::Call(program.to_vec()));
    } else {
        writer.write_block(program);
    }
    writer.code.push(Instruction::End);
    let inputs = vec![(VARIABLES, StageInput::LocalIndex)];
    let mut assembly = assemble_code(writer.code, writer.registers);
    assembly.memories = vec![unsized_slot()];
    (assembly.constants, assembly.lists, assembly.inputs) = (writer.constants, writer.lists, inputs);
    assembly
}

/// Initial variables of a lane.
fn start_variables(lane: u32, seed: u32) -> [u32; VARIABLES as usize] {
    std::array::from_fn(|n| ((lane * VARIABLES + n as u32) ^ seed).wrapping_mul(0x9e37_79b9).rotate_left(9) % 16)
}

/// Checks the program in all lanes, on a warp of this width with these lanes.
fn check_program<const W: usize>(program: &[Statement], assembly: &Assembly, lanes: u64, seed: u32, quantum: u64) {
    let bindings = bind_memories(&vec![0; (1 + CELLS * LANES) as usize], (0, 0));
    let mut warp = Warp::<W>::new(assembly, &[]);
    warp.start(warp_info(W as u32), lanes);
    let exist: Vec<u32> = (0..W as u32).filter(|lane| lanes >> lane & 1 == 1).collect();
    for &lane in &exist {
        warp.register_mut(VARIABLES)[lane as usize] = lane;
        for (register, word) in start_variables(lane, seed).into_iter().enumerate() {
            warp.register_mut(register as Register)[lane as usize] = word;
        }
    }
    run_to_end(&mut warp, assembly, &bindings, &mut [], &mut (), quantum);
    assert_eq!(warp.live_lanes(), 0);
    let memory = read_buffer(&bindings);
    let mut counted = 0u32;
    for &lane in &exist {
        let mut model = LaneModel { variables: start_variables(lane, seed), cells: [0; CELLS as usize], counted: 0 };
        let discarded = model.run_block(program, (false, false)) == FlowAfter::Discard;
        counted = counted.wrapping_add(model.counted);
        assert_eq!(warp.killed_lanes() >> lane & 1 == 1, discarded, "lane {lane}");
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
        program in statement_strategy(),
        seed in any::<u32>(),
        lanes in prop_oneof![Just(u64::MAX), any::<u64>()],
        main_is_called in any::<bool>(),
        outputs in any::<bool>(),
        quads in any::<bool>(),
        quantum in prop_oneof![Just(u64::MAX), 1..5u64],
    ) {
        let mut assembly = write_program(&program, main_is_called);
        assembly.needs_quads = quads;
        if outputs {
            assembly.outputs = (0..VARIABLES).map(|register| (register, StageOutput::Depth)).collect();
        }
        check_program::<32>(&program, &assembly, lanes & 0xffff_ffff, seed, quantum);
        check_program::<64>(&program, &assembly, lanes, seed, quantum);
    }

    #[test]
    fn no_code_makes_it_panic(
        picks in prop::collection::vec((0..12u32, any::<u16>(), any::<bool>()), 1..40),
        lanes in any::<u64>(),
    ) {
        let assembly = assemble_code(picks.into_iter().map(|(kind, number, again): (u32, u16, bool)| {
            let pc = Pc::from(number % 50);
            let register = Register::from(number % 7) * 900;
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
        }).collect(), 4);
        let mut warp = Warp::<32>::new(&assembly, &[(77, 1)]);
        warp.start(warp_info(32), lanes);
        let bindings = SlotBindings::default();
        let mut context = WarpContext { bindings: &bindings, shared: &mut [], limit: 1000, other: None, swap: 0 };
        let pause = warp.run(&assembly, &mut context, &mut (), u64::MAX);
        prop_assert!(matches!(pause, Pause::Ended | Pause::Stopped));
    }
}
