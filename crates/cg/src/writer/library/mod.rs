//! The standard library: which functions there are, and their GLSL.

mod absent;
mod algebra;
mod maps;
mod packing;
mod special;
mod textures;

pub(crate) use absent::explain_absent;

use crate::source_error::{CgError, CgResult};
use crate::token::Place;
use crate::types::{Base, Shape, Type};
use crate::writer::{Value, Writer, strip_parentheses};
use maps::{GLSL_MAPS, MAPS};

/// Functions that are not made component by component, in groups.
const OTHERS: [&str; 38] = [
    "all",
    "any",
    "clip",
    "cross",
    "D3DCOLORtoUBYTE4",
    "determinant",
    "distance",
    "dot",
    "dst",
    "faceforward",
    "frexp",
    "isfinite",
    "isinf",
    "isnan",
    "length",
    "lit",
    "modf",
    "mul",
    "normalize",
    "pack_2half",
    "pack_2ushort",
    "pack_4byte",
    "pack_4ubyte",
    "reflect",
    "refract",
    "sincos",
    "transpose",
    "unpack_2half",
    "unpack_2ushort",
    "unpack_4byte",
    "unpack_4ubyte",
    "tex1D",
    "tex2D",
    "tex3D",
    "texCUBE",
    "texRECT",
    "tex2Dproj",
    "texRECTproj",
];

/// Functions of GLSL that are operators here.
const GLSL_OPERATORS: [(&str, &str); 7] = [
    ("equal", "=="),
    ("greaterThan", ">"),
    ("greaterThanEqual", ">="),
    ("lessThan", "<"),
    ("lessThanEqual", "<="),
    ("matrixCompMult", "*"),
    ("notEqual", "!="),
];

/// Functions that cut vectors of two sizes to the shorter, as NVIDIA's compiler does with a warning. It does not for the
/// others: `min(float4, float2)` reads one number of the second, and `min(float2, float4)` is refused.
const CUTTING_FUNCTIONS: [&str; 6] = ["atan2", "faceforward", "fmod", "pow", "reflect", "refract"];

/// Returns true if the library has a function of that name.
pub(crate) fn is_function(name: &str) -> bool {
    let is_glsl =
        GLSL_MAPS.iter().any(|map| map.name == name) || GLSL_OPERATORS.iter().any(|(known, _)| *known == name);
    is_glsl || MAPS.iter().any(|map| map.name == name) || OTHERS.contains(&name) || textures::read_name(name).is_some()
}

/// Returns the names of the functions, for errors.
pub(crate) fn function_names() -> impl Iterator<Item = &'static str> {
    MAPS.iter().map(|map| map.name).chain(OTHERS)
}

/// Functions of which NVIDIA's compiler has one of numbers and one of vectors.
const NUMBER_FUNCTIONS: [&str; 12] =
    ["atan2", "clamp", "distance", "dot", "faceforward", "fmod", "ldexp", "lerp", "max", "min", "pow", "reflect"];

impl Writer<'_> {
    /// Returns the value of a call of the library.
    pub(crate) fn library_value(&mut self, name: &str, values: Vec<Value>, place: Place) -> CgResult<Value> {
        let values: Vec<Value> = match (self.is_hlsl(), name) {
            (true, "mul" | "determinant" | "transpose") => values,
            (true, _) => values.into_iter().map(Value::settle_vector).collect(),
            _ => self.cut_to_numbers(name, values)?,
        };
        if let Some(map) = MAPS.iter().find(|map| map.name == name) {
            return self.map_value(map, values, place);
        }
        if let Some(map) = GLSL_MAPS.iter().find(|map| map.name == name && !self.is_hlsl()) {
            return self.map_value(map, values, place);
        }
        if let Some((_, operator)) = GLSL_OPERATORS.iter().find(|(known, _)| *known == name && !self.is_hlsl()) {
            let [left, right] = values.as_slice() else {
                return Err(CgError::new(place, format!("{name} takes 2 arguments, found {}", values.len())));
            };
            return self.binary_value(operator, left.clone(), right.clone(), place);
        }
        if let Some(sentence) = explain_absent(name) {
            return Err(CgError::new(place, sentence));
        }
        if let Some(read) = textures::read_name(name) {
            return self.texture_value(name, read, values, place);
        }
        match name {
            "dot" | "length" | "distance" => self.scalar_result(name, values, place),
            "mul" | "transpose" | "determinant" => self.algebra_value(name, values, place),
            _ if name.starts_with("pack_") || name.starts_with("unpack_") => self.packing_value(name, values, place),
            _ => self.special_value(name, values, place),
        }
    }

    /// Cuts vectors where NVIDIA's compiler chooses the function of numbers, because a variable of one number comes first. A
    /// number of the text does not choose.
    fn cut_to_numbers(&mut self, name: &str, values: Vec<Value>) -> CgResult<Vec<Value>> {
        let is_number = |value: Option<&Value>| {
            matches!(
                value.map(|value| &value.kind),
                Some(Type::Number(Base::Float | Base::Half | Base::Fixed, Shape::Scalar))
            )
        };
        let is_vector =
            |value: Option<&Value>| matches!(value.map(|value| &value.kind), Some(Type::Number(_, Shape::Vector(_))));
        let begins = is_number(values.first());
        let kept = match name {
            "smoothstep" if begins && is_vector(values.get(1)) => 0,
            // The limits of a vector are two vectors or two numbers.
            "clamp" if is_vector(values.first()) && is_number(values.get(1)) => 2,
            _ if begins && NUMBER_FUNCTIONS.contains(&name) => 0,
            _ => return Ok(values),
        };
        let mut cut = Vec::new();
        for (number, value) in values.into_iter().enumerate() {
            cut.push(match value.kind {
                Type::Number(base, Shape::Vector(_)) if number >= kept => {
                    self.convert_value(value, &Type::Number(base, Shape::Scalar))?
                }
                _ => value,
            });
        }
        Ok(cut)
    }

    /// Refuses another number of arguments.
    fn expect_arguments(&self, name: &str, count: usize, values: &[Value], place: Place) -> CgResult<()> {
        if values.len() == count {
            return Ok(());
        }
        let plural = if count == 1 { "" } else { "s" };
        Err(CgError::new(place, format!("{name} takes {count} argument{plural}, found {}", values.len())))
    }

    /// Converts arguments to floats of one shape. In Cg most functions take no vectors of two sizes; HLSL cuts.
    fn unify_floats(&mut self, name: &str, values: Vec<Value>, place: Place) -> CgResult<(Vec<Value>, Base, Shape)> {
        let values = self.match_sizes(name, values, place)?;
        self.unify_cut(values, place)
    }

    /// Converts arguments to floats of one shape, the shortest that is no scalar.
    fn unify_cut(&mut self, values: Vec<Value>, place: Place) -> CgResult<(Vec<Value>, Base, Shape)> {
        let (values, base, shape) = self.unify_values(values, place)?;
        let base = base.to_float();
        let kind = Type::Number(base, shape);
        let mut wide = Vec::new();
        for value in values {
            wide.push(self.convert_value(value, &kind)?);
        }
        Ok((wide, base, shape))
    }

    /// Cuts matrices of several sizes to what they have in common, as Direct3D's compiler does; in Cg refuses two sizes.
    fn match_sizes(&mut self, name: &str, values: Vec<Value>, place: Place) -> CgResult<Vec<Value>> {
        self.refuse_two_sizes(name, &values, place)?;
        let sizes = values.iter().filter_map(|value| match value.kind {
            Type::Number(_, Shape::Matrix(rows, columns)) => Some((rows, columns)),
            _ => None,
        });
        let Some((rows, columns)) = sizes.reduce(|one, other| (one.0.min(other.0), one.1.min(other.1))) else {
            return Ok(values);
        };
        let mut cut = Vec::new();
        for value in values {
            cut.push(match value.kind {
                Type::Number(base, Shape::Matrix(..)) => {
                    self.convert_value(value, &Type::Number(base, Shape::Matrix(rows, columns)))?
                }
                _ => value,
            });
        }
        Ok(cut)
    }

    fn refuse_two_sizes(&self, name: &str, values: &[Value], place: Place) -> CgResult<()> {
        let mut vectors = values
            .iter()
            .filter(|value| !matches!(value.kind, Type::Number(_, Shape::Scalar)));
        let Some(first) = vectors.next().filter(|_| !self.is_hlsl()) else { return Ok(()) };
        let Type::Number(_, shape) = first.kind else { return Ok(()) };
        let is_vector = |value: &Value| !matches!(value.kind, Type::Number(_, Shape::Matrix(..)));
        if CUTTING_FUNCTIONS.contains(&name) && values.iter().all(is_vector) {
            return Ok(());
        }
        match vectors.find(|other| !matches!(other.kind, Type::Number(_, own) if own == shape)) {
            Some(other) => {
                let (one, other) = (self.describe_type(&first.kind), self.describe_type(&other.kind));
                let message = format!("{name} takes vectors of one size, found {one} and {other}; cut one, as v.xyz");
                Err(CgError::new(place, message))
            }
            None => Ok(()),
        }
    }

    /// Returns a number made of the components of two vectors.
    fn scalar_result(&mut self, name: &str, values: Vec<Value>, place: Place) -> CgResult<Value> {
        self.expect_arguments(name, if name == "length" { 1 } else { 2 }, &values, place)?;
        let matrix = values
            .iter()
            .find(|value| matches!(value.kind, Type::Number(_, Shape::Matrix(..))));
        if let Some(matrix) = matrix.filter(|_| self.is_hlsl()) {
            let message =
                format!("{name} takes vectors, found {}; take its row, as m[0]", self.describe_type(&matrix.kind));
            return Err(CgError::new(place, message));
        }
        // Vectors of two sizes are cut to the shorter, by NVIDIA's compiler too.
        let (values, base, shape) = self.unify_cut(values, place)?;
        self.refuse_matrices(name, shape, place)?;
        let code = self.round_code(call_code(name, &values), base, Shape::Scalar);
        Ok(computed_value(code, Type::Number(base, Shape::Scalar), place, &values))
    }

    fn refuse_matrices(&self, name: &str, shape: Shape, place: Place) -> CgResult<()> {
        match shape {
            Shape::Matrix(rows, columns) if rows > 1 && columns > 1 => {
                let message = format!("{name} takes numbers and vectors, found a matrix; take its rows, as m[0]");
                Err(CgError::new(place, message))
            }
            _ => Ok(()),
        }
    }
}

/// Returns a call of GLSL.
fn call_code(name: &str, values: &[Value]) -> String {
    let codes: Vec<&str> = values.iter().map(|value| strip_parentheses(&value.code)).collect();
    format!("{name}({})", codes.join(", "))
}

/// Returns a value that a function computes.
fn computed_value(code: String, kind: Type, place: Place, values: &[Value]) -> Value {
    let value = Value::of_parts(code, kind, place, &values.iter().collect::<Vec<_>>());
    Value { is_constant: false, ..value }
}
