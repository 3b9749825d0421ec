//! Functions with a form of their own.

use super::{call_code, computed_value};
use crate::source_error::{CgError, CgResult};
use crate::token::Place;
use crate::types::{Base, Shape, Type};
use crate::writer::{Value, Writer, glsl_number, strip_parentheses};

/// `lit`, as the instruction LIT has it: the power of 0 to 0 is 1.
const LIT_FUNCTION: &str = "vec4 cg_lit(float a, float b, float m) { \
    float e = clamp(m, -127.99999, 127.99999); \
    float p = b > 0.0 ? exp2(e * log2(b)) : e == 0.0 ? 1.0 : e > 0.0 ? 0.0 : uintBitsToFloat(0x7f800000u); \
    return vec4(1.0, max(a, 0.0), a > 0.0 ? p : 0.0, 1.0); }";

impl Writer<'_> {
    pub(super) fn special_value(&mut self, name: &str, values: Vec<Value>, place: Place) -> CgResult<Value> {
        let count = match name {
            "all" | "any" | "clip" | "isfinite" | "isinf" | "isnan" | "normalize" | "D3DCOLORtoUBYTE4" => 1,
            "faceforward" | "lit" | "refract" | "sincos" => 3,
            _ => 2,
        };
        self.expect_arguments(name, count, &values, place)?;
        match name {
            "any" | "all" => self.quantified_value(name, values, place),
            "isnan" | "isinf" | "isfinite" => self.class_value(name, values, place),
            "clip" => self.clip_value(values, place),
            "sincos" | "modf" | "frexp" => self.split_value(name, values, place),
            "lit" => {
                let (values, base) = self.convert_scalars(values, place)?;
                self.declare_function(LIT_FUNCTION.to_string());
                let code = self.round_code(call_code("cg_lit", &values), base, Shape::Vector(4));
                Ok(computed_value(code, Type::vector(base, 4), place, &values))
            }
            "dst" => {
                let values = self.convert_vectors(values, 4)?;
                self.declare_function(
                    "vec4 cg_dst(vec4 a, vec4 b) { return vec4(1.0, a.y * b.y, a.z, b.w); }".to_string(),
                );
                self.vector_result("cg_dst", values, 4, place)
            }
            "cross" => {
                let values = self.convert_vectors(values, 3)?;
                self.vector_result("cross", values, 3, place)
            }
            "D3DCOLORtoUBYTE4" => {
                let values = self.convert_vectors(values, 4)?;
                let code = values
                    .first()
                    .map_or(String::new(), |value| format!("ivec4({}.zyxw * 255.001953)", value.code));
                Ok(computed_value(code, Type::vector(Base::Int, 4), place, &values))
            }
            "refract" => self.refract_value(values, place),
            _ => {
                let (values, base, shape) = self.unify_floats(name, values, place)?;
                self.refuse_matrices(name, shape, place)?;
                let code = self.round_code(call_code(name, &values), base, shape);
                Ok(computed_value(code, Type::Number(base, shape), place, &values))
            }
        }
    }

    /// Converts arguments to floats.
    fn convert_scalars(&mut self, values: Vec<Value>, place: Place) -> CgResult<(Vec<Value>, Base)> {
        let mut base = Base::Fixed;
        for value in &values {
            let Type::Number(own, _) = value.kind else { return Err(self.mismatch_error(value, &Type::FLOAT)) };
            base =
                base.max(if own == Base::LooseFloat || own == Base::LooseInt { Base::Fixed } else { own.to_float() });
        }
        let is_loose = values
            .iter()
            .all(|value| matches!(value.kind, Type::Number(Base::LooseFloat | Base::LooseInt, _)));
        let base = if is_loose { Base::Float } else { base };
        let mut scalars = Vec::new();
        for value in values {
            scalars.push(self.convert_value(
                Value { place: if value.place == Place::default() { place } else { value.place }, ..value },
                &Type::Number(base, Shape::Scalar),
            )?);
        }
        Ok((scalars, base))
    }

    /// Converts arguments to vectors of a size.
    fn convert_vectors(&mut self, values: Vec<Value>, count: usize) -> CgResult<Vec<Value>> {
        let mut base = Base::LooseFloat;
        for value in &values {
            if let Type::Number(own, _) = value.kind {
                base = base.max(own.to_float());
            }
        }
        let mut vectors = Vec::new();
        for value in values {
            vectors.push(self.convert_value(value, &Type::vector(base, count))?);
        }
        Ok(vectors)
    }

    fn vector_result(&mut self, glsl: &str, values: Vec<Value>, count: usize, place: Place) -> CgResult<Value> {
        let base = values.iter().find_map(|value| match value.kind {
            Type::Number(base, _) => Some(base),
            _ => None,
        });
        let base = base.unwrap_or(Base::Float);
        let code = self.round_code(call_code(glsl, &values), base, Shape::with_components(count));
        Ok(computed_value(code, Type::vector(base, count), place, &values))
    }

    fn refract_value(&mut self, mut values: Vec<Value>, place: Place) -> CgResult<Value> {
        let Some(ratio) = values.pop() else { return Err(CgError::new(place, "expected three arguments")) };
        let (mut values, base, shape) = self.unify_floats("refract", values, place)?;
        self.refuse_matrices("refract", shape, place)?;
        values.push(self.convert_value(ratio, &Type::Number(base, Shape::Scalar))?);
        let code = self.round_code(call_code("refract", &values), base, shape);
        Ok(computed_value(code, Type::Number(base, shape), place, &values))
    }

    fn quantified_value(&mut self, name: &str, values: Vec<Value>, place: Place) -> CgResult<Value> {
        let Some(value) = values.into_iter().next() else { return Err(CgError::new(place, "expected an argument")) };
        let parts = [value.clone()];
        let code = match value.kind {
            Type::Number(_, Shape::Vector(_)) => {
                let value = self.convert_base(value, Base::Bool);
                format!("{name}({})", strip_parentheses(&value.code))
            }
            _ => self.any_component(value)?,
        };
        Ok(computed_value(code, Type::BOOL, place, &parts))
    }

    /// Returns true for each component of a class of floats.
    fn class_value(&mut self, name: &str, values: Vec<Value>, place: Place) -> CgResult<Value> {
        let (values, _, shape) = self.unify_floats(name, values, place)?;
        self.refuse_matrices(name, shape, place)?;
        let kind = glsl_number(Base::Float, shape);
        let glsl = match name {
            "isfinite" => {
                let truth = glsl_number(Base::Bool, shape);
                let test = |part: &str| format!("!isnan({part}) && !isinf({part})");
                let tests: Vec<String> = match shape.component_count() {
                    1 => vec![test("v")],
                    count => "xyzw".chars().take(count).map(|letter| test(&format!("v.{letter}"))).collect(),
                };
                self.declare_function(format!(
                    "{truth} cg_isfinite({kind} v) {{ return {truth}({}); }}",
                    tests.join(", ")
                ));
                "cg_isfinite"
            }
            other => other,
        };
        Ok(computed_value(call_code(glsl, &values), Type::Number(Base::Bool, shape), place, &values))
    }

    fn clip_value(&mut self, values: Vec<Value>, place: Place) -> CgResult<Value> {
        self.refuse_outside_fragments("clip", place)?;
        let (values, _, shape) = self.unify_floats("clip", values, place)?;
        self.refuse_matrices("clip", shape, place)?;
        let kind = glsl_number(Base::Float, shape);
        let test = match shape.component_count() {
            1 => "v < 0.0".to_string(),
            _ => format!("any(lessThan(v, {kind}(0.0)))"),
        };
        self.declare_function(format!("void cg_clip({kind} v) {{ if ({test}) discard; }}"));
        Ok(Value { has_effect: true, ..computed_value(call_code("cg_clip", &values), Type::Void, place, &values) })
    }

    /// Calls a function that stores results in its arguments.
    fn split_value(&mut self, name: &str, values: Vec<Value>, place: Place) -> CgResult<Value> {
        let mut values = values.into_iter();
        let Some(value) = values.next() else { return Err(CgError::new(place, "expected an argument")) };
        let mut outs: Vec<Value> = values.collect();
        let Some(Type::Number(base, shape)) = outs.first().map(|out| out.kind.clone()) else {
            return Err(CgError::new(place, format!("{name} stores numbers; give it a variable of float")));
        };
        self.refuse_matrices(name, shape, place)?;
        let stored = Type::Number(base, shape);
        // The exponent may be an int, as in Cg.
        let has_exponent = name == "frexp" && base == Base::Int;
        if !base.is_float() && !has_exponent {
            return Err(CgError::new(place, format!("{name} stores floats, found {}", self.describe_type(&stored))));
        }
        let base = if has_exponent { Base::Float } else { base };
        let kind = Type::Number(base, shape);
        let value = self.convert_value(value, &kind)?;
        let mut codes = vec![strip_parentheses(&value.code).to_string()];
        for out in outs.drain(..) {
            codes.push(self.out_argument(out, &stored, "of the library")?);
        }
        let glsl = glsl_number(base, shape);
        let suffix = if matches!(base, Base::Half | Base::Fixed) { format!("_{}", base.word()) } else { String::new() };
        let mut rounded = |code: &str| self.round_code(code.to_string(), base, shape);
        let helper = match name {
            "sincos" => {
                let (sine, cosine) = (rounded("sin(a)"), rounded("cos(a)"));
                format!("void cg_sincos{suffix}({glsl} a, out {glsl} s, out {glsl} c) {{ s = {sine}; c = {cosine}; }}")
            }
            "modf" => {
                format!("{glsl} cg_modf{suffix}({glsl} a, out {glsl} i) {{ i = trunc(a); return a - i; }}")
            }
            _ => {
                let zero = match shape.component_count() {
                    1 => "a == 0.0 ? 0.0 : floor(log2(max(abs(a), 1e-37))) + 1.0".to_string(),
                    _ => format!("mix(floor(log2(max(abs(a), 1e-37))) + 1.0, {glsl}(0.0), equal(a, {glsl}(0.0)))"),
                };
                let exponent = if has_exponent { glsl_number(Base::Int, shape) } else { glsl.clone() };
                format!(
                    "{glsl} cg_frexp{suffix}({glsl} a, out {exponent} e) {{ {glsl} n = {zero}; e = {exponent}(n); return a * exp2(-n); }}"
                )
            }
        };
        self.declare_function(helper);
        let code = format!("cg_{name}{suffix}({})", codes.join(", "));
        let result = if name == "sincos" { Type::Void } else { kind };
        Ok(Value { has_effect: true, ..Value::new(code, result, place) })
    }
}
