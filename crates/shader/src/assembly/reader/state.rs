//! Reads parameters: OpenGL's state, the program's own, and constants.

use super::{ParseResult, ProgramError, ProgramParameter, ProgramReader, ProgramTokenKind};
use crate::assembly::limits;
use crate::assembly::program::MatrixForm;

/// Properties of materials.
const MATERIAL_PROPERTIES: [&str; 5] = ["ambient", "diffuse", "specular", "emission", "shininess"];
/// Properties of lights, except `spot.direction`.
const LIGHT_PROPERTIES: [&str; 6] = ["ambient", "diffuse", "specular", "position", "attenuation", "half"];
/// Products of light and material.
const PRODUCT_PROPERTIES: [&str; 3] = ["ambient", "diffuse", "specular"];

impl ProgramReader<'_> {
    /// Reads `program.env[a]`, `program.local[a]`, and in arrays `[a..b]`.
    pub(super) fn read_program_parameters(&mut self, many: bool) -> ParseResult<Vec<ProgramParameter>> {
        self.next();
        self.expect_sign(".")?;
        let which = self.expect_one_of(&["env", "local"])?;
        let (what, limit, make): (_, _, fn(u32) -> ProgramParameter) = match which {
            "env" => ("environment parameter", limits::ENVIRONMENT, ProgramParameter::Environment),
            _ => ("local parameter", limits::LOCALS, ProgramParameter::Local),
        };
        self.expect_sign("[")?;
        let numbers = self.read_range(what, limit, many)?;
        self.expect_sign("]")?;
        Ok(numbers.map(make).collect())
    }

    /// Reads `a`, and in arrays `a..b`.
    fn read_range(&mut self, what: &str, limit: u32, many: bool) -> ParseResult<std::ops::RangeInclusive<u32>> {
        let first = self.read_number(what, limit)?;
        if !(many && self.take_if("..")) {
            return Ok(first..=first);
        }
        let at = self.peek().at;
        let last = self.read_number(what, limit)?;
        if first > last {
            return Err(ProgramError::new(
                at,
                format!("the range {first}..{last} ends before it begins; write the lower first"),
            ));
        }
        Ok(first..=last)
    }

    /// Reads a scalar or a vector; only scalars in declarations may have a sign.
    pub(super) fn read_constant(&mut self, declared: bool) -> ParseResult<ProgramParameter> {
        if !self.take_if("{") {
            let scalar = self.read_float(declared)?;
            return Ok(ProgramParameter::Constant([scalar; 4]));
        }
        let mut vector = [0.0, 0.0, 0.0, 1.0];
        let count = vector.len();
        for (place, lane) in vector.iter_mut().enumerate() {
            *lane = match self.take_scalar_name() {
                Some(number) => number,
                None => self.read_float(true)?,
            };
            if place + 1 == count || !self.take_if(",") {
                break;
            }
        }
        self.expect_sign("}")?;
        Ok(ProgramParameter::Constant(vector))
    }

    /// Reads a number as a float.
    fn read_float(&mut self, signed: bool) -> ParseResult<f32> {
        let negative = signed && self.is_next("-");
        if signed && (self.is_next("-") || self.is_next("+")) {
            self.next();
        }
        let token = self.peek();
        let number = match token.kind {
            ProgramTokenKind::Integer | ProgramTokenKind::Float => token.text.parse::<f32>().ok(),
            _ => None,
        };
        let Some(number) = number else { return Err(self.unexpected_token("a number")) };
        self.next();
        Ok(if negative { -number } else { number })
    }

    /// Reads one of these words.
    fn expect_one_of(&mut self, words: &[&'static str]) -> ParseResult<&'static str> {
        let found = words.iter().find(|word| self.is_next(word)).copied();
        let Some(found) = found else { return Err(self.unexpected_token(&words.join(" or "))) };
        self.next();
        Ok(found)
    }

    /// Reads a point and one of these words.
    fn read_property(&mut self, words: &[&'static str]) -> ParseResult<&'static str> {
        self.expect_sign(".")?;
        self.expect_one_of(words)
    }

    /// Reads an optional `.front` or `.back`; returns front if there is none.
    fn read_face(&mut self) -> &'static str {
        let face = match self.peek_ahead(1).text {
            "front" => "front",
            "back" => "back",
            _ => return "front",
        };
        if self.is_next(".") {
            self.at += 2;
        }
        face
    }

    /// Reads `state.item`: a vector, or in arrays the rows of a matrix.
    pub(super) fn read_state_parameters(&mut self, many: bool) -> ParseResult<Vec<ProgramParameter>> {
        self.next();
        self.expect_sign(".")?;
        let fragment = self.program.level.fragment;
        let item = self.peek();
        self.expect_word("an item of OpenGL's state")?;
        let name = match item.text {
            "matrix" => return self.read_matrix_rows(many),
            "material" => {
                let face = self.read_face();
                format!("material.{face}.{}", self.read_property(&MATERIAL_PROPERTIES)?)
            }
            "light" => {
                let n = self.read_index("light", limits::LIGHTS)?;
                if self.is_next(".") && self.peek_ahead(1).text == "spot" {
                    self.at += 2;
                    format!("light[{n}].spot.{}", self.read_property(&["direction"])?)
                } else {
                    format!("light[{n}].{}", self.read_property(&LIGHT_PROPERTIES)?)
                }
            }
            "lightmodel" => {
                let said = self.peek_ahead(1).text;
                let face = self.read_face();
                match (said, self.read_property(&["ambient", "scenecolor"])?) {
                    ("ambient", _) => "lightmodel.ambient".to_string(),
                    (_, "scenecolor") => format!("lightmodel.{face}.scenecolor"),
                    _ => {
                        self.at -= 1;
                        return Err(self.unexpected_token("scenecolor"));
                    }
                }
            }
            "lightprod" => {
                let n = self.read_index("light", limits::LIGHTS)?;
                let face = self.read_face();
                format!("lightprod[{n}].{face}.{}", self.read_property(&PRODUCT_PROPERTIES)?)
            }
            "fog" => format!("fog.{}", self.read_property(&["color", "params"])?),
            "texenv" if fragment => {
                let n = self.read_optional_index("texture unit", limits::TEXTURE_COORDS)?;
                format!("texenv[{n}].{}", self.read_property(&["color"])?)
            }
            "depth" if fragment => format!("depth.{}", self.read_property(&["range"])?),
            "texgen" if !fragment => {
                let n = self.read_optional_index("texture unit", limits::TEXTURE_COORDS)?;
                let kind = self.read_property(&["eye", "object"])?;
                format!("texgen[{n}].{kind}.{}", self.read_property(&["s", "t", "r", "q"])?)
            }
            "clip" if !fragment => {
                let n = self.read_index("clip plane", limits::CLIP_PLANES)?;
                format!("clip[{n}].{}", self.read_property(&["plane"])?)
            }
            "point" if !fragment => format!("point.{}", self.read_property(&["size", "attenuation"])?),
            _ => {
                self.at -= 1;
                return Err(self.unexpected_token("an item of OpenGL's state"));
            }
        };
        Ok(vec![ProgramParameter::State(format!("state.{name}"))])
    }

    /// Reads the rest of `state.matrix`: a row, or in arrays several.
    fn read_matrix_rows(&mut self, many: bool) -> ParseResult<Vec<ProgramParameter>> {
        let base = match self.read_property(&["modelview", "projection", "mvp", "texture", "palette", "program"])? {
            // Without a number the first one is meant; its name has none.
            "modelview" => {
                numbered_name("modelview", self.read_optional_index("modelview matrix", limits::VERTEX_UNITS)?)
            }
            "texture" => numbered_name("texture", self.read_optional_index("texture matrix", limits::TEXTURE_COORDS)?),
            "palette" => format!("palette[{}]", self.read_index("palette matrix", limits::PALETTE_MATRICES)?),
            "program" => format!("program[{}]", self.read_index("program matrix", limits::PROGRAM_MATRICES)?),
            plain => plain.to_string(),
        };
        let name = format!("state.matrix.{base}");
        let taken = match self.peek_ahead(1).text {
            "inverse" => MatrixForm::Inverse,
            "transpose" => MatrixForm::Transpose,
            "invtrans" => MatrixForm::InverseTranspose,
            _ => MatrixForm::Plain,
        };
        if taken != MatrixForm::Plain && self.is_next(".") {
            self.at += 2;
        }
        let rows = if self.is_next(".") && self.peek_ahead(1).text == "row" {
            self.at += 2;
            self.expect_sign("[")?;
            let rows = self.read_range("row", 4, many)?;
            self.expect_sign("]")?;
            rows
        } else if many {
            0..=3
        } else {
            return Err(self.unexpected_token("'.row[n]', since a whole matrix takes an array"));
        };
        Ok(rows.map(|row| ProgramParameter::Row(name.clone(), taken, row)).collect())
    }
}

fn numbered_name(name: &str, number: u32) -> String {
    if number == 0 { name.to_string() } else { format!("{name}[{number}]") }
}
