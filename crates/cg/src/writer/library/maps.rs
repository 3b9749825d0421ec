//! Functions that work on each component alone.

use super::{call_code, computed_value};
use crate::source_error::CgResult;
use crate::token::Place;
use crate::types::{Base, Shape, Type};
use crate::writer::{Value, Writer, glsl_number, strip_parentheses};

/// A function of each component.
pub(super) struct MapFunction {
    pub name: &'static str,
    arguments: usize,
    code: MapCode,
    /// True if the result of halves is a half.
    is_exact: bool,
    /// True if the result of whole numbers is one.
    keeps_whole: bool,
    is_fragment: bool,
}

enum MapCode {
    /// A function of GLSL.
    Call(&'static str),
    /// An expression of `a`, `b` and `c`, whose type is `T`.
    Body(&'static str),
}

const fn glsl_call(name: &'static str, arguments: usize, glsl: &'static str) -> MapFunction {
    MapFunction { name, arguments, code: MapCode::Call(glsl), is_exact: false, keeps_whole: false, is_fragment: false }
}

const fn glsl_body(name: &'static str, arguments: usize, code: &'static str) -> MapFunction {
    MapFunction { code: MapCode::Body(code), ..glsl_call(name, arguments, "") }
}

const fn keep_exact(map: MapFunction) -> MapFunction {
    MapFunction { is_exact: true, ..map }
}

const fn allow_integers(map: MapFunction) -> MapFunction {
    MapFunction { is_exact: true, keeps_whole: true, ..map }
}

const fn limit_to_fragments(map: MapFunction) -> MapFunction {
    MapFunction { is_fragment: true, ..map }
}

/// The functions.
pub(super) const MAPS: [MapFunction; 39] = [
    allow_integers(glsl_call("abs", 1, "abs")),
    glsl_call("acos", 1, "acos"),
    glsl_call("asin", 1, "asin"),
    glsl_call("atan", 1, "atan"),
    glsl_call("atan2", 2, "atan"),
    keep_exact(glsl_call("ceil", 1, "ceil")),
    allow_integers(glsl_call("clamp", 3, "clamp")),
    glsl_call("cos", 1, "cos"),
    glsl_call("cosh", 1, "cosh"),
    limit_to_fragments(glsl_call("ddx", 1, "dFdx")),
    limit_to_fragments(glsl_call("ddy", 1, "dFdy")),
    glsl_call("degrees", 1, "degrees"),
    glsl_call("exp", 1, "exp"),
    glsl_call("exp2", 1, "exp2"),
    keep_exact(glsl_call("floor", 1, "floor")),
    // The remainder has the sign of the first.
    glsl_body("fmod", 2, "fract(abs(a / b)) * abs(b) * (step(T(0.0), a) * 2.0 - 1.0)"),
    keep_exact(glsl_call("frac", 1, "fract")),
    limit_to_fragments(glsl_call("fwidth", 1, "fwidth")),
    glsl_body("ldexp", 2, "a * exp2(b)"),
    glsl_call("lerp", 3, "mix"),
    glsl_call("log", 1, "log"),
    glsl_body("log10", 1, "log2(a) * 0.301029995663981"),
    glsl_call("log2", 1, "log2"),
    allow_integers(glsl_call("max", 2, "max")),
    allow_integers(glsl_call("min", 2, "min")),
    glsl_call("pow", 2, "pow"),
    glsl_call("radians", 1, "radians"),
    keep_exact(glsl_body("round", 1, "floor(a + 0.5)")),
    glsl_call("rsqrt", 1, "inversesqrt"),
    keep_exact(glsl_body("saturate", 1, "clamp(a, 0.0, 1.0)")),
    allow_integers(glsl_call("sign", 1, "sign")),
    glsl_call("sin", 1, "sin"),
    glsl_call("sinh", 1, "sinh"),
    glsl_call("smoothstep", 3, "smoothstep"),
    glsl_call("sqrt", 1, "sqrt"),
    keep_exact(glsl_call("step", 2, "step")),
    glsl_call("tan", 1, "tan"),
    glsl_call("tanh", 1, "tanh"),
    keep_exact(glsl_call("trunc", 1, "trunc")),
];

/// `clamp` of Cg where its limits may be the wrong way round: the toolkit's reference has the lower limit win. GLSL leaves that
/// undefined, and the compiler of HLSL has the upper limit win, as GLSL's formula does.
const CLAMP: MapFunction = allow_integers(glsl_body("clamp", 3, "max(b, min(a, c))"));

/// `smoothstep` where its edges may descend, which GLSL leaves undefined.
const SMOOTH_STEP: MapFunction = glsl_body(
    "smoothstep",
    3,
    "clamp((c - a) / (b - a), 0.0, 1.0) * clamp((c - a) / (b - a), 0.0, 1.0) * (3.0 - 2.0 * clamp((c - a) / (b - a), 0.0, 1.0))",
);

/// `pow` to the powers that NVIDIA's compiler multiplies out, so that a negative base has a value.
const SQUARE: MapFunction = glsl_body("square", 2, "a * a");
const CUBE: MapFunction = glsl_body("cube", 2, "a * a * a");

/// Functions of GLSL, which NVIDIA's compiler takes in Cg.
pub(super) const GLSL_MAPS: [MapFunction; 6] = [
    limit_to_fragments(glsl_call("dFdx", 1, "dFdx")),
    limit_to_fragments(glsl_call("dFdy", 1, "dFdy")),
    keep_exact(glsl_call("fract", 1, "fract")),
    glsl_call("inversesqrt", 1, "inversesqrt"),
    glsl_call("mix", 3, "mix"),
    glsl_call("mod", 2, "mod"),
];

impl Writer<'_> {
    /// Returns the value of a function of each component.
    pub(super) fn map_value(&mut self, map: &MapFunction, values: Vec<Value>, place: Place) -> CgResult<Value> {
        self.expect_arguments(map.name, map.arguments, &values, place)?;
        if map.is_fragment {
            self.refuse_outside_fragments(map.name, place)?;
        }
        let name = map.name;
        let map = self.choose_map(map, &values);
        let is_whole = |value: &Value| matches!(value.kind, Type::Number(base, _) if base.is_whole());
        let (values, base, shape) = match map.keeps_whole && values.iter().all(is_whole) {
            true => self.unify_whole(name, values, place)?,
            false => self.unify_floats(name, values, place)?,
        };
        let code = match shape {
            Shape::Matrix(rows, columns) if rows > 1 && columns > 1 => {
                if !self.is_hlsl() {
                    self.refuse_matrices(name, shape, place)?;
                }
                self.map_rows(map, rows, columns, &values)
            }
            _ => self.map_code(map, base, shape, &values),
        };
        let code = if map.is_exact { code } else { self.round_code(code, base, shape) };
        Ok(computed_value(code, Type::Number(base, shape), place, &values))
    }

    /// Returns the function itself, or another by the numbers in the text: one whose limits need not ascend, or a product.
    fn choose_map<'m>(&self, map: &'m MapFunction, values: &[Value]) -> &'m MapFunction {
        let numbers: Vec<Option<f64>> = values.iter().map(|value| value.number).collect();
        match (map.name, numbers.as_slice()) {
            ("clamp", [_, Some(low), Some(high)]) if low <= high => map,
            ("clamp", _) if !self.is_hlsl() => &CLAMP,
            ("smoothstep", [Some(low), Some(high), _]) if low < high => map,
            ("smoothstep", _) => &SMOOTH_STEP,
            ("pow", [_, Some(power)]) if *power == 2.0 => &SQUARE,
            ("pow", [_, Some(power)]) if *power == 3.0 => &CUBE,
            _ => map,
        }
    }

    fn unify_whole(&mut self, name: &str, values: Vec<Value>, place: Place) -> CgResult<(Vec<Value>, Base, Shape)> {
        let values = self.match_sizes(name, values, place)?;
        let (values, _, shape) = self.unify_values(values, place)?;
        let kind = Type::Number(Base::Int, shape);
        let mut wide = Vec::new();
        for value in values {
            wide.push(self.convert_value(value, &kind)?);
        }
        Ok((wide, Base::Int, shape))
    }

    fn map_code(&mut self, map: &MapFunction, base: Base, shape: Shape, values: &[Value]) -> String {
        match map.code {
            MapCode::Call(glsl) => call_code(glsl, values),
            MapCode::Body("clamp(a, 0.0, 1.0)") => {
                let code = values.first().map_or("", |value| strip_parentheses(&value.code));
                format!("clamp({code}, 0.0, 1.0)")
            }
            MapCode::Body(body) => {
                let name = format!("cg_{}", map.name);
                self.declare_map(&name, body, map.arguments, &glsl_number(base, shape));
                call_code(&name, values)
            }
        }
    }

    fn declare_map(&mut self, name: &str, body: &str, arguments: usize, kind: &str) {
        let parameters: Vec<String> = ["a", "b", "c"]
            .iter()
            .take(arguments)
            .map(|letter| format!("{kind} {letter}"))
            .collect();
        let body = body.replace("T(", &format!("{kind}("));
        self.declare_function(format!("{kind} {name}({}) {{ return {body}; }}", parameters.join(", ")));
    }

    /// Returns the code of a function of each component of matrices, which HLSL has.
    fn map_rows(&mut self, map: &MapFunction, rows: u8, columns: u8, values: &[Value]) -> String {
        let name = format!("cg_{}_rows", map.name);
        let kind = glsl_number(Base::Float, Shape::Matrix(rows, columns));
        let letters = ["a", "b", "c"];
        let mut parts = Vec::new();
        for row in 0..rows {
            let row_values: Vec<Value> = letters
                .iter()
                .take(map.arguments)
                .map(|letter| Value::new(format!("{letter}[{row}]"), Type::FLOAT, Place::default()))
                .collect();
            parts.push(self.map_code(map, Base::Float, Shape::Vector(columns), &row_values));
        }
        let parameters: Vec<String> = letters
            .iter()
            .take(map.arguments)
            .map(|letter| format!("{kind} {letter}"))
            .collect();
        let line = format!("{kind} {name}({}) {{ return {kind}({}); }}", parameters.join(", "), parts.join(", "));
        self.declare_function(line);
        call_code(&name, values)
    }
}
