//! Operands and results in GLSL.

use super::{ProgramTranslation, declarations};
use crate::assembly::limits;
use crate::assembly::program::{MatrixForm, Operand, OperandSource, ProgramAttribute, ProgramOutput, ProgramParameter};
use crate::assembly::reader::vertex_result_name;

/// Returns the letter of a lane.
pub(super) fn lane_letter(lane: u8) -> char {
    match lane {
        0 => 'x',
        1 => 'y',
        2 => 'z',
        _ => 'w',
    }
}

/// The form of a source before its swizzle.
pub(super) enum OperandBase {
    /// A vector.
    Vector(String),
    /// Four scalars.
    Lanes([String; 4]),
}

impl ProgramTranslation<'_> {
    /// Returns one component of an operand as a float.
    pub(super) fn operand_lane(&mut self, operand: &Operand, place: usize) -> String {
        self.operand_value(operand, &[place])
    }

    /// Returns the listed components of an operand: a float if there is only one.
    pub(super) fn operand_value(&mut self, operand: &Operand, places: &[usize]) -> String {
        let lanes: Vec<u8> = places.iter().filter_map(|place| operand.swizzle.get(*place)).copied().collect();
        let base = self.source_base(&operand.source);
        let mut value = match (&base, lanes.as_slice()) {
            (OperandBase::Vector(name), [0, 1, 2, 3]) => name.clone(),
            (OperandBase::Vector(name), lanes) => {
                format!("{name}.{}", lanes.iter().map(|&lane| lane_letter(lane)).collect::<String>())
            }
            (OperandBase::Lanes(all), lanes) => {
                build_vector(lanes.iter().filter_map(|&lane| all.get(usize::from(lane)).cloned()))
            }
        };
        if operand.absolute {
            value = format!("abs({value})");
        }
        if operand.negative { format!("(-{value})") } else { value }
    }

    fn source_base(&mut self, source: &OperandSource) -> OperandBase {
        match source {
            OperandSource::Temporary(n) => OperandBase::Vector(declarations::temporary_name(*n)),
            OperandSource::Attribute(attribute) => self.attribute_base(*attribute),
            OperandSource::Parameter(parameter) => self.parameter_base(parameter),
            OperandSource::Relative(array, address, offset) => {
                let (name, count) = self.declare_array(*array);
                let index = self.address_index(*address, *offset);
                if self.program.level.vertex.has_early_numbers() {
                    return OperandBase::Vector(self.read_parameter_or_zero(&name, count, &index));
                }
                OperandBase::Vector(format!("{name}[gristmill_at({index}, {count})]"))
            }
            OperandSource::IndexedGeneric(address, offset) => {
                let all = (0..limits::VERTEX_ATTRIBUTES).map(ProgramAttribute::Generic);
                self.indexed_attribute("attrib", all.collect(), *address, *offset)
            }
            OperandSource::IndexedTexcoord(address, offset) => {
                let all = (0..limits::TEXTURE_COORDS).map(ProgramAttribute::Texcoord);
                self.indexed_attribute("texcoord", all.collect(), *address, *offset)
            }
            // An instruction that reads a whole address register builds its own components.
            OperandSource::Address(register) => OperandBase::Vector(declarations::address_name(*register)),
            OperandSource::LoopTexcoord(offset) => {
                let depth = self.loops.iter().rposition(|has_index| *has_index).map_or(1, |at| at + 1);
                let all: Vec<String> = (0..limits::TEXTURE_COORDS)
                    .map(|n| self.attribute_name(ProgramAttribute::Texcoord(n)))
                    .collect();
                let made = "gristmill_texcoords_";
                let line = format!("vec4 {made}[{}];", all.len());
                if !self.names.authored.contains_key(made) {
                    self.names
                        .start
                        .push_str(&format!("{made} = vec4[{}]({}); ", all.len(), all.join(", ")));
                    self.declare_index_macro();
                }
                self.names.add_line(line);
                self.names.set_author_name(made, "fragment.texcoord");
                let index = format!("max({}, 0) + {offset}", declarations::index_name(depth));
                OperandBase::Vector(format!("{made}[gristmill_at({index}, {})]", all.len()))
            }
        }
    }

    /// Declares an array and returns its name and length.
    fn declare_array(&mut self, number: usize) -> (String, usize) {
        let program = self.program;
        let Some(array) = program.arrays.get(number) else { return (String::new(), 0) };
        let made = format!("gristmill_p{number}_");
        let count = array.items.len();
        if !self.names.authored.contains_key(&made) {
            let items: Vec<String> = array
                .items
                .iter()
                .map(|item| match self.parameter_base(item) {
                    OperandBase::Vector(name) => name,
                    OperandBase::Lanes(lanes) => format!("vec4({})", lanes.join(", ")),
                })
                .collect();
            let value = format!("vec4[{count}]({})", items.join(", "));
            let constant = array.items.iter().all(|item| matches!(item, ProgramParameter::Constant(_)));
            if constant {
                self.names.add_line(format!("const vec4 {made}[{count}] = {value};"));
            } else {
                self.names.add_line(format!("vec4 {made}[{count}];"));
                self.names.start.push_str(&format!("{made} = {value}; "));
            }
            self.names.set_author_name(made.clone(), array.name.clone());
            self.declare_index_macro();
        }
        (made, count)
    }

    /// Declares the macro that indices go through. The emulator reports an index that is out of
    /// range; a driver must not fail on it, so it gets another definition of the macro.
    pub(super) fn declare_index_macro(&mut self) {
        self.names.add_line(INDEX_MACRO.to_string());
    }

    pub(super) fn attribute_base(&mut self, attribute: ProgramAttribute) -> OperandBase {
        match attribute {
            ProgramAttribute::Position if self.program.level.fragment => self.fragment_position(),
            ProgramAttribute::Facing => build_lanes(["(gl_FrontFacing ? 1.0 : -1.0)", "0.0", "0.0", "1.0"]),
            ProgramAttribute::Fogcoord => {
                let name = self.attribute_name(attribute);
                build_lanes([&name, "0.0", "0.0", "1.0"])
            }
            ProgramAttribute::Normal => {
                let name = self.attribute_name(attribute);
                let [x, y, z] = ["x", "y", "z"].map(|lane| format!("{name}.{lane}"));
                build_lanes([&x, &y, &z, "1.0"])
            }
            _ => OperandBase::Vector(self.attribute_name(attribute)),
        }
    }

    /// Returns a fragment's position, by the conventions of the program's options.
    fn fragment_position(&mut self) -> OperandBase {
        let options = self.program.options;
        if options.upper_left {
            self.names
                .add_line("layout(origin_upper_left) in vec4 gl_FragCoord;".to_string());
        }
        OperandBase::Vector(match options.whole_place {
            true => "(gl_FragCoord - vec4(0.5, 0.5, 0.0, 0.0))".to_string(),
            false => "gl_FragCoord".to_string(),
        })
    }

    /// Declares the variable of an attribute and returns its name. Stages match by name;
    /// translations of old GLSL use the same names.
    pub(super) fn attribute_name(&mut self, attribute: ProgramAttribute) -> String {
        if self.program.level.fragment {
            let (made, own, kind) = match attribute {
                ProgramAttribute::Color => ("FrontColor".to_string(), "color".to_string(), "vec4"),
                ProgramAttribute::Secondary => {
                    ("FrontSecondaryColor".to_string(), "color.secondary".to_string(), "vec4")
                }
                ProgramAttribute::Fogcoord => ("FogFragCoord".to_string(), "fogcoord".to_string(), "float"),
                ProgramAttribute::Texcoord(n) => (format!("TexCoord_{n}"), format!("texcoord[{n}]"), "vec4"),
                _ => return "gl_FragCoord".to_string(),
            };
            let own = match self.program.level.registers {
                true => self.program.register_name(attribute),
                false => format!("fragment.{own}"),
            };
            return self
                .names
                .declare_variable(format!("gristmill_{made}"), &own, &format!("in {kind}"));
        }
        if let (true, ProgramAttribute::Generic(n)) = (self.program.level.registers, attribute) {
            let own = self.program.register_name(attribute);
            return self
                .names
                .declare_variable(declarations::glsl_name(&format!("v[{n}]")), &own, "in vec4");
        }
        let (own, kind) = match attribute {
            ProgramAttribute::Position => ("position".to_string(), "vec4"),
            ProgramAttribute::Color => ("color".to_string(), "vec4"),
            ProgramAttribute::Secondary => ("color.secondary".to_string(), "vec4"),
            ProgramAttribute::Fogcoord => ("fogcoord".to_string(), "float"),
            // Streams of three lanes are stored with four.
            ProgramAttribute::Normal => ("normal".to_string(), "vec4"),
            ProgramAttribute::Texcoord(n) => (format!("texcoord[{n}]"), "vec4"),
            ProgramAttribute::Weight(n) => (format!("weight[{n}]"), "vec4"),
            ProgramAttribute::MatrixIndex(n) => (format!("matrixindex[{n}]"), "vec4"),
            ProgramAttribute::Generic(n) => (format!("attrib[{n}]"), "vec4"),
            ProgramAttribute::Facing => return "1.0".to_string(),
        };
        let own = format!("vertex.{own}");
        self.names
            .declare_variable(declarations::glsl_name(&own), &own, &format!("in {kind}"))
    }

    pub(super) fn parameter_base(&mut self, parameter: &ProgramParameter) -> OperandBase {
        match parameter {
            ProgramParameter::Constant(vector) => OperandBase::Lanes(vector.map(declarations::float_literal)),
            ProgramParameter::Environment(n) => self.program_parameter(&format!("program.env[{n}]")),
            ProgramParameter::Local(n) if self.program.level.has_vertex_registers() => {
                OperandBase::Vector(self.vertex_parameter(*n))
            }
            ProgramParameter::Local(n) if self.program.level.registers => {
                OperandBase::Vector(self.names.declare_state(&format!("p[{n}]")))
            }
            ProgramParameter::Local(n) => self.program_parameter(&format!("program.local[{n}]")),
            ProgramParameter::State(name) => OperandBase::Vector(self.names.declare_state(name)),
            ProgramParameter::Declared(name, value) => OperandBase::Vector(self.names.declare_parameter(name, *value)),
            ProgramParameter::Row(name, taken, row) => {
                let matrix = match taken {
                    MatrixForm::Plain | MatrixForm::Transpose => self.names.declare_matrix(name),
                    MatrixForm::Inverse | MatrixForm::InverseTranspose => self.names.declare_inverse(name),
                };
                // GLSL indexes matrices by column.
                match taken {
                    MatrixForm::Transpose | MatrixForm::InverseTranspose => {
                        OperandBase::Vector(format!("{matrix}[{row}]"))
                    }
                    _ => OperandBase::Lanes([0, 1, 2, 3].map(|column| format!("{matrix}[{column}][{row}]"))),
                }
            }
        }
    }

    /// Returns a parameter of the program itself. Vertex and fragment programs have separate ones,
    /// so those of vertex programs are named apart.
    fn program_parameter(&mut self, name: &str) -> OperandBase {
        OperandBase::Vector(match self.program.level.fragment {
            true => self.names.declare_state(name),
            false => self.names.declare_state(&format!("vertex.{name}")),
        })
    }

    /// Declares the variable of a result and returns its name.
    pub(super) fn output_name(&mut self, output: ProgramOutput) -> String {
        let (made, own, kind) = match output {
            ProgramOutput::Color(n, _) => {
                let made = format!("gristmill_FragData_{n}");
                // A color without a number is draw buffer 0, under the name that the author wrote first.
                let own = match self.names.authored.get(&made) {
                    Some(known) => known.clone(),
                    None if self.program.level.registers => "o[COLR]".to_string(),
                    None if matches!(output, ProgramOutput::Color(_, true)) => format!("result.color[{n}]"),
                    None => "result.color".to_string(),
                };
                return self
                    .names
                    .declare_variable(made, &own, &format!("layout(location = {n}) out vec4"));
            }
            ProgramOutput::Depth => return "gl_FragDepth".to_string(),
            ProgramOutput::Position => return "gl_Position".to_string(),
            ProgramOutput::PointSize => return "gl_PointSize".to_string(),
            ProgramOutput::Fogcoord => ("FogFragCoord".to_string(), "fogcoord".to_string(), "float"),
            ProgramOutput::Texcoord(n) => (format!("TexCoord_{n}"), format!("texcoord[{n}]"), "vec4"),
            ProgramOutput::Side(back, secondary) => {
                let side = if back { "Back" } else { "Front" };
                let own = match (back, secondary) {
                    (false, false) => "color",
                    (false, true) => "color.secondary",
                    (true, false) => "color.back",
                    (true, true) => "color.back.secondary",
                };
                let middle = if secondary { "Secondary" } else { "" };
                (format!("{side}{middle}Color"), own.to_string(), "vec4")
            }
            ProgramOutput::Clip(n) => (format!("ClipDistance_{n}"), format!("clip[{n}]"), "float"),
        };
        let own = match self.program.level.registers {
            true => vertex_result_name(output),
            false => format!("result.{own}"),
        };
        self.names
            .declare_variable(format!("gristmill_{made}"), &own, &format!("out {kind}"))
    }
}

fn build_lanes(of: [&str; 4]) -> OperandBase {
    OperandBase::Lanes(of.map(str::to_string))
}

/// The emulator's definition of `gristmill_at`.
pub(super) const INDEX_MACRO: &str = "#define gristmill_at(index, count) (index)";

/// Joins scalars into one vector; a single scalar stays as it is.
pub(super) fn build_vector(lanes: impl Iterator<Item = String>) -> String {
    let lanes: Vec<String> = lanes.collect();
    match lanes.as_slice() {
        [one] => one.clone(),
        many => format!("vec{}({})", many.len(), many.join(", ")),
    }
}
