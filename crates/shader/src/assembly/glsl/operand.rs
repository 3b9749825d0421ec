//! Operands and results in GLSL.

use super::{Translation, names};
use crate::assembly::limits;
use crate::assembly::program::{Attribute, Operand, Output, Parameter, Source, Taken};

/// Returns the letter of a lane.
pub(super) fn letter(lane: u8) -> char {
    match lane {
        0 => 'x',
        1 => 'y',
        2 => 'z',
        _ => 'w',
    }
}

/// The form of a source before its swizzle.
enum Base {
    /// A vector.
    Vector(String),
    /// Four scalars.
    Lanes([String; 4]),
}

impl Translation<'_> {
    /// Returns one component of an operand as a float.
    pub(super) fn lane(&mut self, operand: &Operand, place: usize) -> String {
        self.value(operand, &[place])
    }

    /// Returns the listed components of an operand: a float if there is only one.
    pub(super) fn value(&mut self, operand: &Operand, places: &[usize]) -> String {
        let lanes: Vec<u8> = places.iter().filter_map(|place| operand.swizzle.get(*place)).copied().collect();
        let base = self.base(&operand.source);
        let mut value = match (&base, lanes.as_slice()) {
            (Base::Vector(name), [0, 1, 2, 3]) => name.clone(),
            (Base::Vector(name), lanes) => {
                format!("{name}.{}", lanes.iter().map(|&lane| letter(lane)).collect::<String>())
            }
            (Base::Lanes(all), lanes) => joined(lanes.iter().filter_map(|&lane| all.get(usize::from(lane)).cloned())),
        };
        if operand.absolute {
            value = format!("abs({value})");
        }
        if operand.negative { format!("(-{value})") } else { value }
    }

    fn base(&mut self, source: &Source) -> Base {
        match source {
            Source::Temporary(n) => Base::Vector(names::temporary(*n)),
            Source::Attribute(attribute) => self.attribute(*attribute),
            Source::Parameter(parameter) => self.parameter(parameter),
            Source::Relative(array, register, offset) => {
                let (name, count) = self.array(*array);
                let address = names::address(*register);
                let index = if *offset == 0 { address } else { format!("{address} + ({offset})") };
                Base::Vector(format!("{name}[gristmill_at({index}, {count})]"))
            }
            Source::LoopTexcoord(offset) => {
                let depth = self.loops.iter().rposition(|has_index| *has_index).map_or(1, |at| at + 1);
                let all: Vec<String> = (0..limits::TEXTURE_COORDS)
                    .map(|n| self.attribute_name(Attribute::Texcoord(n)))
                    .collect();
                let made = "gristmill_texcoords_";
                let line = format!("vec4 {made}[{}];", all.len());
                if !self.names.authored.contains_key(made) {
                    self.names
                        .start
                        .push_str(&format!("{made} = vec4[{}]({}); ", all.len(), all.join(", ")));
                    self.bounded();
                }
                self.names.line(line);
                self.names.author(made, "fragment.texcoord");
                let index = format!("max({}, 0) + {offset}", names::index(depth));
                Base::Vector(format!("{made}[gristmill_at({index}, {})]", all.len()))
            }
        }
    }

    /// Declares an array and returns its name and length.
    fn array(&mut self, number: usize) -> (String, usize) {
        let program = self.program;
        let Some(array) = program.arrays.get(number) else { return (String::new(), 0) };
        let (made, count) = (format!("gristmill_p{number}_"), array.items.len());
        if !self.names.authored.contains_key(&made) {
            let items: Vec<String> = array
                .items
                .iter()
                .map(|item| match self.parameter(item) {
                    Base::Vector(name) => name,
                    Base::Lanes(lanes) => format!("vec4({})", lanes.join(", ")),
                })
                .collect();
            let value = format!("vec4[{count}]({})", items.join(", "));
            let constant = array.items.iter().all(|item| matches!(item, Parameter::Constant(_)));
            if constant {
                self.names.line(format!("const vec4 {made}[{count}] = {value};"));
            } else {
                self.names.line(format!("vec4 {made}[{count}];"));
                self.names.start.push_str(&format!("{made} = {value}; "));
            }
            self.names.author(made.clone(), array.name.clone());
            self.bounded();
        }
        (made, count)
    }

    /// Declares the macro that indices go through. The emulator reports an index that is out of range; a driver must not fail on it, so it gets
    /// another definition of the macro.
    fn bounded(&mut self) {
        self.names.line(UNBOUNDED.to_string());
    }

    fn attribute(&mut self, attribute: Attribute) -> Base {
        let lanes = |of: [&str; 4]| Base::Lanes(of.map(str::to_string));
        match attribute {
            Attribute::Position if self.program.level.fragment => self.place_of_fragment(),
            Attribute::Facing => lanes(["(gl_FrontFacing ? 1.0 : -1.0)", "0.0", "0.0", "1.0"]),
            Attribute::Fogcoord => {
                let name = self.attribute_name(attribute);
                lanes([&name, "0.0", "0.0", "1.0"])
            }
            Attribute::Normal => {
                let name = self.attribute_name(attribute);
                let [x, y, z] = ["x", "y", "z"].map(|lane| format!("{name}.{lane}"));
                lanes([&x, &y, &z, "1.0"])
            }
            _ => Base::Vector(self.attribute_name(attribute)),
        }
    }

    /// Returns a fragment's position, by the conventions of the program's options.
    fn place_of_fragment(&mut self) -> Base {
        let options = self.program.options;
        if options.upper_left {
            self.names.line("layout(origin_upper_left) in vec4 gl_FragCoord;".to_string());
        }
        Base::Vector(match options.whole_place {
            true => "(gl_FragCoord - vec4(0.5, 0.5, 0.0, 0.0))".to_string(),
            false => "gl_FragCoord".to_string(),
        })
    }

    /// Declares the variable of an attribute and returns its name. Stages match by name; translations of old GLSL use the same names.
    pub(super) fn attribute_name(&mut self, attribute: Attribute) -> String {
        if self.program.level.fragment {
            let (made, own, kind) = match attribute {
                Attribute::Color => ("FrontColor".to_string(), "color".to_string(), "vec4"),
                Attribute::Secondary => ("FrontSecondaryColor".to_string(), "color.secondary".to_string(), "vec4"),
                Attribute::Fogcoord => ("FogFragCoord".to_string(), "fogcoord".to_string(), "float"),
                Attribute::Texcoord(n) => (format!("TexCoord_{n}"), format!("texcoord[{n}]"), "vec4"),
                _ => return "gl_FragCoord".to_string(),
            };
            return self
                .names
                .declare(format!("gristmill_{made}"), &format!("fragment.{own}"), &format!("in {kind}"));
        }
        let (own, kind) = match attribute {
            Attribute::Position => ("position".to_string(), "vec4"),
            Attribute::Color => ("color".to_string(), "vec4"),
            Attribute::Secondary => ("color.secondary".to_string(), "vec4"),
            Attribute::Fogcoord => ("fogcoord".to_string(), "float"),
            // Streams of three lanes are stored with four.
            Attribute::Normal => ("normal".to_string(), "vec4"),
            Attribute::Texcoord(n) => (format!("texcoord[{n}]"), "vec4"),
            Attribute::Weight(n) => (format!("weight[{n}]"), "vec4"),
            Attribute::MatrixIndex(n) => (format!("matrixindex[{n}]"), "vec4"),
            Attribute::Generic(n) => (format!("attrib[{n}]"), "vec4"),
            Attribute::Facing => return "1.0".to_string(),
        };
        let own = format!("vertex.{own}");
        self.names.declare(names::made_of(&own), &own, &format!("in {kind}"))
    }

    fn parameter(&mut self, parameter: &Parameter) -> Base {
        match parameter {
            Parameter::Constant(vector) => Base::Lanes(vector.map(number)),
            Parameter::Environment(n) => self.own(&format!("program.env[{n}]")),
            Parameter::Local(n) => self.own(&format!("program.local[{n}]")),
            Parameter::State(name) => Base::Vector(self.names.state(name)),
            Parameter::Row(name, taken, row) => {
                let matrix = match taken {
                    Taken::Plain | Taken::Transpose => self.names.matrix(name),
                    Taken::Inverse | Taken::InverseTranspose => self.names.inverse(name),
                };
                // GLSL indexes matrices by column.
                match taken {
                    Taken::Transpose | Taken::InverseTranspose => Base::Vector(format!("{matrix}[{row}]")),
                    _ => Base::Lanes([0, 1, 2, 3].map(|column| format!("{matrix}[{column}][{row}]"))),
                }
            }
        }
    }

    /// Returns a parameter of the program itself. Vertex and fragment programs have separate ones, so those of vertex programs are named apart.
    fn own(&mut self, name: &str) -> Base {
        Base::Vector(match self.program.level.fragment {
            true => self.names.state(name),
            false => self.names.state(&format!("vertex.{name}")),
        })
    }

    /// Declares the variable of a result and returns its name.
    pub(super) fn output_name(&mut self, output: Output) -> String {
        let (made, own, kind) = match output {
            Output::Color(n, _) => {
                let made = format!("gristmill_FragData_{n}");
                // A color without a number is draw buffer 0, under the name that the author wrote first.
                let own = match self.names.authored.get(&made) {
                    Some(known) => known.clone(),
                    None if matches!(output, Output::Color(_, true)) => format!("result.color[{n}]"),
                    None => "result.color".to_string(),
                };
                return self.names.declare(made, &own, &format!("layout(location = {n}) out vec4"));
            }
            Output::Depth => return "gl_FragDepth".to_string(),
            Output::Position => return "gl_Position".to_string(),
            Output::PointSize => return "gl_PointSize".to_string(),
            Output::Fogcoord => ("FogFragCoord".to_string(), "fogcoord".to_string(), "float"),
            Output::Texcoord(n) => (format!("TexCoord_{n}"), format!("texcoord[{n}]"), "vec4"),
            Output::Side(back, secondary) => {
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
        };
        self.names
            .declare(format!("gristmill_{made}"), &format!("result.{own}"), &format!("out {kind}"))
    }
}

/// The emulator's definition of `gristmill_at`.
pub(super) const UNBOUNDED: &str = "#define gristmill_at(index, count) (index)";

/// Joins scalars into one vector; a single scalar stays as it is.
pub(super) fn joined(lanes: impl Iterator<Item = String>) -> String {
    let lanes: Vec<String> = lanes.collect();
    match lanes.as_slice() {
        [one] => one.clone(),
        many => format!("vec{}({})", many.len(), many.join(", ")),
    }
}

/// Writes a float as a GLSL literal of exactly that value.
fn number(value: f32) -> String {
    match value {
        _ if value.is_infinite() && value > 0.0 => "uintBitsToFloat(0x7f800000u)".to_string(),
        _ if value.is_infinite() => "uintBitsToFloat(0xff800000u)".to_string(),
        _ if value.is_sign_negative() => format!("({value:?})"),
        _ => format!("{value:?}"),
    }
}
