//! Translates a program to GLSL: the declarations before the text, and each instruction on its own line.
//!
//! An instruction names only the lanes that it writes, so the emulator's reports of undefined lanes hold for the program. Registers are global
//! variables because subroutines share them.

mod compute;
mod names;
mod operand;
mod sections;
mod texture;
mod write;

use super::fault::Read;
use super::opcode::{Opcode, Shape};
use super::program::{Attribute, Condition, Fog, Instruction, Output, Program, Register, Rule};
use crate::dialect::Translated;
use names::Names;

/// The GLSL version of translated programs, core profile.
const VERSION: u32 = 330;

/// Translates a parsed program.
pub(super) fn translate(program: &Program, text: &str) -> Read<Translated> {
    sections::refuse_recursion(program)?;
    let mut translation =
        Translation { program, text, names: Names::default(), out: String::new(), line: 1, loops: vec![] };
    let body = translation.body();
    let Translation { names, .. } = translation;
    Ok(Translated { version: VERSION, preamble: names.preamble(), text: body, names: names.authored })
}

/// Returns the declarations with indices clamped to their range.
pub(super) fn bounded(preamble: &str) -> String {
    preamble.replace(operand::UNBOUNDED, "#define gristmill_at(index, count) clamp(index, 0, count - 1)")
}

/// The state of a translation.
struct Translation<'p> {
    program: &'p Program,
    text: &'p str,
    names: Names,
    out: String,
    /// The line that is being written.
    line: usize,
    /// The open loops: true for LOOP, which has an index; false for REP.
    loops: Vec<bool>,
}

impl Translation<'_> {
    /// Returns true if the instructions go into functions that main calls.
    fn is_called(&self) -> bool {
        !self.program.labels.is_empty() || self.program.options.fog.is_some()
    }

    fn body(&mut self) -> String {
        self.declare_registers();
        if self.is_called() {
            self.names.function(0);
            self.out.push_str(&format!("void {}() {{", names::section(0)));
        } else {
            self.out.push_str("void main() { ");
            self.start();
        }
        let mut labels = self.program.labels.iter().enumerate().peekable();
        for (number, instruction) in self.program.instructions.iter().enumerate() {
            while let Some((section, (_, _, at))) = labels.next_if(|(_, (_, before, _))| *before == number) {
                self.open_section(section + 1, *at);
            }
            self.go_to(instruction.at);
            self.instruction(instruction);
        }
        for (section, (_, _, at)) in labels {
            self.open_section(section + 1, *at);
        }
        self.go_to(self.program.end);
        self.out.push('}');
        if self.is_called() {
            let main = self.program.labels.iter().position(|(name, ..)| name == "main");
            let first = names::section(main.map_or(0, |at| at + 1));
            self.out.push_str(" void main() { ");
            self.start();
            self.out.push_str(&format!("{first}(); "));
            self.fog();
            self.out.push('}');
        }
        self.out.push('\n');
        // The start of main is known only now.
        self.out.replacen(names::START, &self.names.start, 1)
    }

    /// Writes the mark for the start of main; instructions add to it what they need.
    fn start(&mut self) {
        self.out.push_str(names::START);
        if self.program.options.position_invariant {
            let matrix = self.names.matrix("state.matrix.mvp");
            let vertex = self.attribute_name(Attribute::Position);
            self.names.start.push_str(&format!("gl_Position = {matrix} * {vertex}; "));
        }
    }

    /// Opens the function of a label and closes the one before it, which may fall through into the new one.
    fn open_section(&mut self, section: usize, at: usize) {
        self.go_to(at);
        self.names.function(section);
        let name = names::section(section);
        let on = if sections::goes_on(self.program, section - 1) { format!("{name}(); ") } else { String::new() };
        self.out.push_str(&format!("{on}}} void {name}() {{ "));
    }

    /// Advances to the line of a byte of the text.
    fn go_to(&mut self, at: usize) {
        let line = self.text.get(..at).unwrap_or(self.text).matches('\n').count() + 1;
        while self.line < line {
            self.out.push('\n');
            self.line += 1;
        }
        self.out.push(' ');
    }

    fn declare_registers(&mut self) {
        for (n, name) in self.program.temporaries.iter().enumerate() {
            self.names.declare(names::temporary(n), name, "vec4");
        }
        for (n, name) in self.program.addresses.iter().enumerate() {
            self.names.declare(names::address(n), name, "int");
        }
        let writes_code = |one: &Instruction| {
            let tested = one.destination.is_some_and(|destination| destination.condition.is_some());
            one.updates || one.condition.is_some() || tested
        };
        if self.program.instructions.iter().any(writes_code) {
            // The condition code starts as EQ in each component.
            self.names.line(format!("vec4 {} = vec4(0.0);", names::CODE));
            self.names.author(names::CODE, "CC");
        }
    }

    fn instruction(&mut self, one: &Instruction) {
        match one.shape {
            Shape::Kill => self.kill(one),
            Shape::Address => {
                let (Some(destination), Some(operand)) = (one.destination, one.sources.first()) else { return };
                let Register::Address(n) = destination.register else { return };
                let scalar = self.lane(operand, 0);
                self.out.push_str(&format!("{} = int(floor({scalar}));", names::address(n)));
            }
            Shape::Call | Shape::Jump | Shape::If | Shape::Loop | Shape::Alone => self.flow(one),
            Shape::Sample(_) => self.sample(one),
            _ => self.compute(one),
        }
    }

    fn kill(&mut self, one: &Instruction) {
        let test = match (&one.condition, one.sources.first()) {
            (Some(condition), _) => self.any(condition),
            (None, Some(operand)) => {
                let mut lanes = operand.swizzle.to_vec();
                lanes.sort_unstable();
                lanes.dedup();
                let places: Vec<usize> = lanes
                    .iter()
                    .filter_map(|lane| operand.swizzle.iter().position(|of| of == lane))
                    .collect();
                let value = self.value(operand, &places);
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
    fn any(&self, condition: &Condition) -> String {
        let mut tests: Vec<String> = condition.swizzle.iter().map(|lane| test(condition.rule, *lane)).collect();
        tests.dedup();
        tests.join(" || ")
    }

    fn flow(&mut self, one: &Instruction) {
        let guarded = one.condition.as_ref().map(|condition| format!("if ({}) ", self.any(condition)));
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
            Opcode::Cal => {
                let label = one.label.as_deref().unwrap_or("");
                let at = self.program.labels.iter().position(|(name, ..)| name == label).unwrap_or(0);
                format!("{guard}{}();", names::section(at + 1))
            }
            Opcode::Loop | Opcode::Rep => {
                let Some(operand) = one.sources.first() else { return };
                let [count, first, step] = [0, 1, 2].map(|lane| format!("int(floor({}))", self.lane(operand, lane)));
                self.loops.push(one.opcode == Opcode::Loop);
                let depth = self.loops.len();
                let [counter, index] = [names::counter(depth), names::index(depth)];
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
    fn fog(&mut self) {
        let Some(fog) = self.program.options.fog else { return };
        let colour = self.output_name(Output::Color(0, false));
        let coordinate = self.attribute_name(Attribute::Fogcoord);
        let fog_colour = self.names.state("state.fog.color");
        let given = self.names.state("state.fog.params");
        let factor = match fog {
            Fog::Exp => format!("exp(-{given}.x * {coordinate})"),
            Fog::Exp2 => format!("exp(-({given}.x * {coordinate}) * ({given}.x * {coordinate}))"),
            Fog::Linear => format!("({given}.z - {coordinate}) * {given}.w"),
        };
        self.out.push_str(&format!(
            "{colour} = clamp({colour}, 0.0, 1.0); {colour}.rgb = mix({fog_colour}.rgb, {colour}.rgb, clamp({factor}, 0.0, 1.0)); "
        ));
    }
}

/// Builds the test of one component of the condition code. It is stored as the number whose sign it is; a NaN passes only NotEqual.
fn test(rule: Rule, lane: u8) -> String {
    let code = names::CODE;
    let lane = operand::letter(lane);
    let sign = match rule {
        Rule::Equal => "==",
        Rule::GreaterEqual => ">=",
        Rule::Greater => ">",
        Rule::LessEqual => "<=",
        Rule::Less => "<",
        Rule::NotEqual => "!=",
        Rule::Always => return "true".to_string(),
        Rule::Never => return "false".to_string(),
    };
    format!("{code}.{lane} {sign} 0.0")
}
