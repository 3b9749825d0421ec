//! Reads parameters: OpenGL's state, the program's own, and constants.

use super::{Fault, Kind, Parameter, Read, Reader};
use crate::assembly::limits;
use crate::assembly::program::Taken;

/// Properties of materials.
const MATERIAL: [&str; 5] = ["ambient", "diffuse", "specular", "emission", "shininess"];
/// Properties of lights, except `spot.direction`.
const LIGHT: [&str; 6] = ["ambient", "diffuse", "specular", "position", "attenuation", "half"];
/// Products of light and material.
const PRODUCT: [&str; 3] = ["ambient", "diffuse", "specular"];

impl Reader<'_> {
    /// Reads `program.env[a]`, `program.local[a]`, and in arrays `[a..b]`.
    pub(super) fn program_parameters(&mut self, many: bool) -> Read<Vec<Parameter>> {
        self.next();
        self.sign(".")?;
        let which = self.one_of(&["env", "local"])?;
        let (what, limit, make): (_, _, fn(u32) -> Parameter) = match which {
            "env" => ("environment parameter", limits::ENVIRONMENT, Parameter::Environment),
            _ => ("local parameter", limits::LOCALS, Parameter::Local),
        };
        self.sign("[")?;
        let numbers = self.range(what, limit, many)?;
        self.sign("]")?;
        Ok(numbers.map(make).collect())
    }

    /// Reads `a`, and in arrays `a..b`.
    fn range(&mut self, what: &str, limit: u32, many: bool) -> Read<std::ops::RangeInclusive<u32>> {
        let first = self.number(what, limit)?;
        if !(many && self.take("..")) {
            return Ok(first..=first);
        }
        let at = self.peek().at;
        let last = self.number(what, limit)?;
        if first > last {
            return Err(Fault::new(
                at,
                format!("the range {first}..{last} ends before it begins; write the lower first"),
            ));
        }
        Ok(first..=last)
    }

    /// Reads a scalar or a vector; only scalars in declarations may have a sign.
    pub(super) fn constant(&mut self, declared: bool) -> Read<Parameter> {
        if !self.take("{") {
            let scalar = self.float(declared)?;
            return Ok(Parameter::Constant([scalar; 4]));
        }
        let mut vector = [0.0, 0.0, 0.0, 1.0];
        let count = vector.len();
        for (place, lane) in vector.iter_mut().enumerate() {
            *lane = self.float(true)?;
            if place + 1 == count || !self.take(",") {
                break;
            }
        }
        self.sign("}")?;
        Ok(Parameter::Constant(vector))
    }

    /// Reads a number as a float.
    fn float(&mut self, signed: bool) -> Read<f32> {
        let negative = signed && self.is("-");
        if signed && (self.is("-") || self.is("+")) {
            self.next();
        }
        let token = self.peek();
        let number = match token.kind {
            Kind::Integer | Kind::Float => token.text.parse::<f32>().ok(),
            _ => None,
        };
        let Some(number) = number else { return Err(self.unexpected("a number")) };
        self.next();
        Ok(if negative { -number } else { number })
    }

    /// Reads one of these words.
    fn one_of(&mut self, words: &[&'static str]) -> Read<&'static str> {
        let found = words.iter().find(|word| self.is(word)).copied();
        let Some(found) = found else { return Err(self.unexpected(&words.join(" or "))) };
        self.next();
        Ok(found)
    }

    /// Reads a point and one of these words.
    fn property(&mut self, words: &[&'static str]) -> Read<&'static str> {
        self.sign(".")?;
        self.one_of(words)
    }

    /// Reads an optional `.front` or `.back`; returns front if there is none.
    fn face(&mut self) -> &'static str {
        let face = match self.ahead(1).text {
            "front" => "front",
            "back" => "back",
            _ => return "front",
        };
        if self.is(".") {
            self.at += 2;
        }
        face
    }

    /// Reads `state.item`: a vector, or in arrays the rows of a matrix.
    pub(super) fn state_parameters(&mut self, many: bool) -> Read<Vec<Parameter>> {
        self.next();
        self.sign(".")?;
        let fragment = self.program.level.fragment;
        let item = self.peek();
        self.word("an item of OpenGL's state")?;
        let name = match item.text {
            "matrix" => return self.matrix(many),
            "material" => {
                let face = self.face();
                format!("material.{face}.{}", self.property(&MATERIAL)?)
            }
            "light" => {
                let n = self.index("light", limits::LIGHTS)?;
                if self.is(".") && self.ahead(1).text == "spot" {
                    self.at += 2;
                    format!("light[{n}].spot.{}", self.property(&["direction"])?)
                } else {
                    format!("light[{n}].{}", self.property(&LIGHT)?)
                }
            }
            "lightmodel" => {
                let said = self.ahead(1).text;
                let face = self.face();
                match (said, self.property(&["ambient", "scenecolor"])?) {
                    ("ambient", _) => "lightmodel.ambient".to_string(),
                    (_, "scenecolor") => format!("lightmodel.{face}.scenecolor"),
                    _ => {
                        self.at -= 1;
                        return Err(self.unexpected("scenecolor"));
                    }
                }
            }
            "lightprod" => {
                let n = self.index("light", limits::LIGHTS)?;
                let face = self.face();
                format!("lightprod[{n}].{face}.{}", self.property(&PRODUCT)?)
            }
            "fog" => format!("fog.{}", self.property(&["color", "params"])?),
            "texenv" if fragment => {
                let n = self.optional_index("texture unit", limits::TEXTURE_COORDS)?;
                format!("texenv[{n}].{}", self.property(&["color"])?)
            }
            "depth" if fragment => format!("depth.{}", self.property(&["range"])?),
            "texgen" if !fragment => {
                let n = self.optional_index("texture unit", limits::TEXTURE_COORDS)?;
                let kind = self.property(&["eye", "object"])?;
                format!("texgen[{n}].{kind}.{}", self.property(&["s", "t", "r", "q"])?)
            }
            "clip" if !fragment => {
                let n = self.index("clip plane", limits::CLIP_PLANES)?;
                format!("clip[{n}].{}", self.property(&["plane"])?)
            }
            "point" if !fragment => format!("point.{}", self.property(&["size", "attenuation"])?),
            _ => {
                self.at -= 1;
                return Err(self.unexpected("an item of OpenGL's state"));
            }
        };
        Ok(vec![Parameter::State(format!("state.{name}"))])
    }

    /// Reads the rest of `state.matrix`: a row, or in arrays several.
    fn matrix(&mut self, many: bool) -> Read<Vec<Parameter>> {
        let base = match self.property(&["modelview", "projection", "mvp", "texture", "palette", "program"])? {
            // Without a number the first one is meant; its name has none.
            "modelview" => numbered("modelview", self.optional_index("modelview matrix", limits::VERTEX_UNITS)?),
            "texture" => numbered("texture", self.optional_index("texture matrix", limits::TEXTURE_COORDS)?),
            "palette" => format!("palette[{}]", self.index("palette matrix", limits::PALETTE_MATRICES)?),
            "program" => format!("program[{}]", self.index("program matrix", limits::PROGRAM_MATRICES)?),
            plain => plain.to_string(),
        };
        let name = format!("state.matrix.{base}");
        let taken = match self.ahead(1).text {
            "inverse" => Taken::Inverse,
            "transpose" => Taken::Transpose,
            "invtrans" => Taken::InverseTranspose,
            _ => Taken::Plain,
        };
        if taken != Taken::Plain && self.is(".") {
            self.at += 2;
        }
        let rows = if self.is(".") && self.ahead(1).text == "row" {
            self.at += 2;
            self.sign("[")?;
            let rows = self.range("row", 4, many)?;
            self.sign("]")?;
            rows
        } else if many {
            0..=3
        } else {
            return Err(self.unexpected("'.row[n]', since a whole matrix takes an array"));
        };
        Ok(rows.map(|row| Parameter::Row(name.clone(), taken, row)).collect())
    }
}

fn numbered(name: &str, number: u32) -> String {
    if number == 0 { name.to_string() } else { format!("{name}[{number}]") }
}
