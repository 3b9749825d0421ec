//! Translates a program to GLSL: the declarations before the text, and each instruction on its own line.
//!
//! An instruction names only the lanes that it writes, so the emulator's reports of undefined lanes
//! hold for the program. Registers are global variables because subroutines share them.

mod addresses;
mod branches;
mod compute;
mod declarations;
mod names;
mod operand;
mod sections;
mod texture;
mod vertex_numbers;
mod write;

use super::opcode::{Opcode, OperandShape};
use super::program::{
    AssemblyProgram, Condition, ConditionRule, FogMode, ProgramAttribute, ProgramInstruction, ProgramOutput,
    ProgramRegister,
};
use super::program_error::ParseResult;
use crate::dialect::TranslatedText;
use declarations::Declarations;
pub use names::ProgramNames;

/// The GLSL version of translated programs, core profile.
const GLSL_VERSION: u32 = 330;

/// Translates a parsed program.
pub(super) fn translate_program(program: &AssemblyProgram, text: &str) -> ParseResult<TranslatedText> {
    // A vertex program of OpenGL keeps its own stack, so that a subroutine may call itself.
    if program.level.fragment || program.is_of_direct3d() {
        sections::refuse_recursion(program)?;
    }
    Ok(translate_interface(program, text))
}

/// Translates a parsed program without the calls by which a subroutine calls itself: its declarations are those of the
/// whole program.
pub(super) fn translate_interface(program: &AssemblyProgram, text: &str) -> TranslatedText {
    let mut translation = ProgramTranslation::new(program, text);
    let body = translation.translate_body();
    let ProgramTranslation { names, .. } = translation;
    TranslatedText { version: GLSL_VERSION, preamble: names.preamble(), text: body, names: names.authored }
}

/// Returns the declarations with indices clamped to their range.
pub(super) fn bound_indices(preamble: &str) -> String {
    preamble.replace(operand::INDEX_MACRO, "#define gristmill_at(index, count) clamp(index, 0, count - 1)")
}

/// The state of a translation.
struct ProgramTranslation<'p> {
    program: &'p AssemblyProgram,
    text: &'p str,
    names: Declarations,
    out: String,
    /// The line that is being written.
    line: usize,
    /// The open loops: true for LOOP, which has an index; false for REP.
    loops: Vec<bool>,
    /// The calls by which a subroutine calls itself, by their positions.
    recursive_calls: Vec<usize>,
}

impl<'p> ProgramTranslation<'p> {
    fn new(program: &'p AssemblyProgram, text: &'p str) -> ProgramTranslation<'p> {
        ProgramTranslation {
            program,
            text,
            names: Declarations::default(),
            out: String::new(),
            line: 1,
            loops: vec![],
            recursive_calls: sections::recursive_calls(program),
        }
    }
}

impl ProgramTranslation<'_> {
    /// Returns true if the instructions go into functions that main calls.
    fn uses_functions(&self) -> bool {
        !self.program.labels.is_empty() || self.program.options.fog.is_some()
    }

    fn translate_body(&mut self) -> String {
        self.declare_registers();
        if self.uses_branches() {
            self.translate_sections();
            return self.out.replacen(declarations::START_MARK, &self.names.start, 1);
        }
        if self.uses_functions() {
            self.names.declare_function(0);
            self.out.push_str(&format!("void {}() {{", declarations::section_name(0)));
        } else {
            self.out.push_str("void main() { ");
            self.write_main_start();
        }
        let run_limit = self.program.run_limit();
        let mut labels = self.program.labels.iter().enumerate().peekable();
        for (number, instruction) in self.program.instructions.iter().enumerate() {
            while let Some((section, (_, _, at))) = labels.next_if(|(_, (_, before, _))| *before == number) {
                self.open_section(section + 1, *at);
            }
            self.advance_to_line(instruction.at);
            self.translate_counted(instruction, run_limit);
        }
        for (section, (_, _, at)) in labels {
            self.open_section(section + 1, *at);
        }
        self.advance_to_line(self.program.end);
        self.out.push('}');
        if self.uses_functions() {
            let main = self.program.labels.iter().position(|(name, ..)| name == "main");
            let first = declarations::section_name(main.map_or(0, |at| at + 1));
            self.out.push_str(" void main() { ");
            self.write_main_start();
            self.out.push_str(&format!("{first}(); "));
            self.write_fog();
            self.out.push('}');
        }
        self.out.push('\n');
        // The start of main is known only now.
        self.out.replacen(declarations::START_MARK, &self.names.start, 1)
    }

    /// Writes the mark for the start of main; instructions add to it what they need.
    fn write_main_start(&mut self) {
        self.out.push_str(declarations::START_MARK);
        if self.program.options.position_invariant {
            let matrix = self.names.declare_matrix("state.matrix.mvp");
            let vertex = self.attribute_name(match self.program.level.registers {
                true => ProgramAttribute::Generic(0),
                false => ProgramAttribute::Position,
            });
            self.names.start.push_str(&format!("gl_Position = {matrix} * {vertex}; "));
        }
        self.write_first_results();
    }

    /// Writes what the results are before the first instruction: (0, 0, 0, 1) in NVIDIA's vertex languages.
    /// Clip distances are 0 with NVIDIA's options, too.
    fn write_first_results(&mut self) {
        let registers = self.program.instructions.iter();
        let mut written: Vec<ProgramOutput> = vec![];
        for one in registers {
            if let Some(ProgramRegister::Output(output)) = one.destination.map(|destination| destination.register)
                && !written.contains(&output)
            {
                written.push(output);
            }
        }
        let has_registers = self.program.level.has_vertex_registers();
        for output in written {
            if has_registers || matches!(output, ProgramOutput::Clip(_)) {
                let name = self.output_name(output);
                let value = if output.is_scalar() { "0.0" } else { "vec4(0.0, 0.0, 0.0, 1.0)" };
                self.names.start.push_str(&format!("{name} = {value}; "));
            }
        }
    }

    /// Opens the function of a label and closes the one before it, which may fall through into the new one.
    fn open_section(&mut self, section: usize, at: usize) {
        self.advance_to_line(at);
        self.names.declare_function(section);
        let name = declarations::section_name(section);
        let on = if sections::falls_through(self.program, section - 1) { format!("{name}(); ") } else { String::new() };
        self.out.push_str(&format!("{on}}} void {name}() {{ "));
    }

    /// Advances to the line of a byte of the text.
    fn advance_to_line(&mut self, at: usize) {
        let line = self.text.get(..at).unwrap_or(self.text).matches('\n').count() + 1;
        while self.line < line {
            self.out.push('\n');
            self.line += 1;
        }
        self.out.push(' ');
    }

    fn declare_registers(&mut self) {
        let level = self.program.level;
        // Registers of NVIDIA's vertex languages are 0 at first, those of the ARB's are undefined.
        let is_zero = level.has_vertex_registers();
        let vector_address = self.has_vector_addresses();
        let address = if vector_address { "ivec4" } else { "int" };
        for (n, name) in self.program.temporaries.iter().enumerate() {
            let value = if is_zero { Some("vec4(0.0)") } else { None };
            self.names
                .declare_register(declarations::temporary_name(n), name, "vec4", value);
        }
        for (n, name) in self.program.addresses.iter().enumerate() {
            let value = if vector_address { "ivec4(0)" } else { "0" };
            let value = if is_zero { Some(value) } else { None };
            self.names.declare_register(declarations::address_name(n), name, address, value);
        }
        for code in [0, 1] {
            if self.program.instructions.iter().any(|one| uses_condition(one, code)) {
                // The condition code starts as EQ in each component.
                let name = declarations::code_name(code);
                self.names.declare_register(
                    name.to_string(),
                    if code == 0 { "CC" } else { "CC1" },
                    "vec4",
                    Some("vec4(0.0)"),
                );
            }
        }
    }

    /// Translates an instruction of a program that ends after so many. The check is in front of it; at the end of a branch, which
    /// lanes of both sides reach, it is behind.
    fn translate_counted(&mut self, one: &ProgramInstruction, limit: Option<u64>) {
        let Some(limit) = limit else { return self.translate_instruction(one) };
        let run = branches::RUN;
        self.names.add_line(format!("int {run} = 0;"));
        let check = format!("if ({run} >= {limit}) return; {run}++; ");
        if one.opcode == Opcode::EndIf {
            self.translate_instruction(one);
            self.out.push(' ');
            self.out.push_str(&check);
        } else {
            self.out.push_str(&check);
            self.translate_instruction(one);
        }
    }

    fn translate_instruction(&mut self, one: &ProgramInstruction) {
        match one.shape {
            OperandShape::Kill => self.translate_kill(one),
            OperandShape::Address | OperandShape::AddressSum => self.translate_address(one),
            // A program that saves address registers has a stack, and is translated by `branches`.
            OperandShape::AddressPush | OperandShape::AddressPop => {}
            OperandShape::Call | OperandShape::Jump | OperandShape::If | OperandShape::Loop | OperandShape::Alone => {
                self.translate_flow(one)
            }
            OperandShape::Sample(_) => self.translate_sample(one),
            _ => self.translate_computation(one),
        }
    }

    fn translate_kill(&mut self, one: &ProgramInstruction) {
        let test = match (&one.condition, one.sources.first()) {
            (Some(condition), _) => self.any_lane_test(condition),
            (None, Some(operand)) => {
                let mut lanes = operand.swizzle.to_vec();
                lanes.sort_unstable();
                lanes.dedup();
                let places: Vec<usize> = lanes
                    .iter()
                    .filter_map(|lane| operand.swizzle.iter().position(|of| of == lane))
                    .collect();
                let value = self.operand_value(operand, &places);
                match places.len() {
                    1 => format!("{value} < 0.0"),
                    count => format!("any(lessThan({value}, vec{count}(0.0)))"),
                }
            }
            _ => return,
        };
        self.out.push_str(&format!("if ({test}) discard;"));
    }

    /// Builds the test that any component of the condition code passes.
    fn any_lane_test(&self, condition: &Condition) -> String {
        let mut tests: Vec<String> = condition.swizzle.iter().map(|lane| condition_test(condition, *lane)).collect();
        tests.dedup();
        tests.join(" || ")
    }

    fn translate_flow(&mut self, one: &ProgramInstruction) {
        let guarded = one
            .condition
            .as_ref()
            .map(|condition| format!("if ({}) ", self.any_lane_test(condition)));
        let guard = guarded.unwrap_or_default();
        let code = match one.opcode {
            Opcode::If => format!("{guard}{{"),
            Opcode::Else => "} else {".to_string(),
            Opcode::EndIf => "}".to_string(),
            Opcode::EndLoop | Opcode::EndRep => {
                self.loops.pop();
                "}".to_string()
            }
            Opcode::Brk => format!("{guard}break;"),
            Opcode::Ret => format!("{guard}return;"),
            Opcode::Cal if self.recursive_calls.contains(&one.at) => return,
            Opcode::Cal => {
                let label = one.label.as_deref().unwrap_or("");
                let at = self.program.labels.iter().position(|(name, ..)| name == label).unwrap_or(0);
                format!("{guard}{}();", declarations::section_name(at + 1))
            }
            Opcode::Loop | Opcode::Rep => {
                let Some(operand) = one.sources.first() else { return };
                let [count, first, step] =
                    [0, 1, 2].map(|lane| format!("int(floor({}))", self.operand_lane(operand, lane)));
                self.loops.push(one.opcode == Opcode::Loop);
                let depth = self.loops.len();
                let [counter, index] = [declarations::counter_name(depth), declarations::index_name(depth)];
                match one.opcode {
                    Opcode::Rep => format!("for (int {counter} = {count}; {counter} > 0; {counter}--) {{"),
                    _ => format!(
                        "for (int {counter} = {count}, {index} = {first}; {counter} > 0; {counter}--, {index} += {step}) {{"
                    ),
                }
            }
            _ => return,
        };
        self.out.push_str(&code);
    }

    /// Applies fog to the final colour, clamped before, by section 3.10 of the OpenGL specification.
    fn write_fog(&mut self) {
        let Some(fog) = self.program.options.fog else { return };
        let colour = self.output_name(ProgramOutput::Color(0, false));
        let coordinate = self.attribute_name(ProgramAttribute::Fogcoord);
        let fog_colour = self.names.declare_state("state.fog.color");
        let given = self.names.declare_state("state.fog.params");
        let factor = match fog {
            FogMode::Exp => format!("exp(-{given}.x * {coordinate})"),
            FogMode::Exp2 => format!("exp(-({given}.x * {coordinate}) * ({given}.x * {coordinate}))"),
            FogMode::Linear => format!("({given}.z - {coordinate}) * {given}.w"),
        };
        self.out.push_str(&format!(
            "{colour} = clamp({colour}, 0.0, 1.0); {colour}.rgb = mix({fog_colour}.rgb, {colour}.rgb, clamp({factor}, 0.0, 1.0)); "
        ));
    }
}

/// Returns true if an instruction reads or writes a condition code.
fn uses_condition(one: &ProgramInstruction, code: u8) -> bool {
    let write = one.destination.and_then(|destination| destination.condition);
    let tests = [write, one.condition];
    one.updates && one.code == code || tests.iter().flatten().any(|condition| condition.code == code)
}

/// Builds the test of one component of the condition code. It is stored as the number whose sign it
/// is; a NaN passes only NotEqual.
fn condition_test(condition: &Condition, lane: u8) -> String {
    let code = declarations::code_name(condition.code);
    let lane = operand::lane_letter(lane);
    let sign = match condition.rule {
        ConditionRule::Equal => "==",
        ConditionRule::GreaterEqual => ">=",
        ConditionRule::Greater => ">",
        ConditionRule::LessEqual => "<=",
        ConditionRule::Less => "<",
        ConditionRule::NotEqual => "!=",
        ConditionRule::Always => return "true".to_string(),
        ConditionRule::Never => return "false".to_string(),
    };
    format!("{code}.{lane} {sign} 0.0")
}
