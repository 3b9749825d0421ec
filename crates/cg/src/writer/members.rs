//! Members of structs, components of vectors, elements of matrices and arrays.

use super::Writer;
use super::value::{Target, Value, strip_parentheses};
use crate::source_error::{CgError, CgResult};
use crate::token::Place;
use crate::types::{Base, Shape, Type};
use gristmill_base::nearest_names::nearest;

/// The letters of components, by set.
const LETTER_SETS: [&str; 3] = ["xyzw", "rgba", "stpq"];

impl Writer<'_> {
    /// Returns a member of a value.
    pub(super) fn member_value(&mut self, of: Value, name: &str, place: Place) -> CgResult<Value> {
        let of = of.settle_vector();
        match of.kind {
            Type::Struct(index) => self.struct_member(of, index, name, place),
            Type::Number(base, Shape::Matrix(rows, columns)) => {
                self.matrix_swizzle(of, base, rows, columns, name, place)
            }
            Type::Number(base, shape) => self.swizzle_value(of, base, shape, name, place),
            _ => {
                let message =
                    format!("'.{name}' needs a struct, a vector or a matrix, found {}", self.describe_type(&of.kind));
                Err(CgError::new(place, message))
            }
        }
    }

    fn struct_member(&mut self, of: Value, index: usize, name: &str, place: Place) -> CgResult<Value> {
        let Some(structure) = self.structures.get(index) else {
            return Err(CgError::new(place, "there is no such struct"));
        };
        let Some(member) = structure.members.iter().find(|member| &*member.name == name).cloned() else {
            let known: Vec<&str> = structure.members.iter().map(|member| &*member.name).collect();
            let next = match nearest(name, &known) {
                Some(near) => format!("; did you mean {near}?"),
                None => format!("; it has {}", known.join(", ")),
            };
            let message = format!("the struct {} has no member '{name}'{next}", self.describe_type(&of.kind));
            return Err(CgError::new(place, message));
        };
        let path = of.path.as_ref().map(|path| format!("{path}.{name}"));
        if let Type::Sampler(_) = member.kind {
            let slot = path.as_ref().and_then(|path| self.member_samplers.get(path)).copied();
            return match slot {
                Some(slot) => Ok(self.sampler_value(slot, place)),
                None => {
                    let message = format!(
                        "the sampler '{name}' is in a struct that was copied or chosen, which is not followed; name the uniform itself"
                    );
                    Err(CgError::new(place, message))
                }
            };
        }
        let target = match of.target.clone() {
            Target::Variable { code, global } => Target::Variable { code: format!("{code}.{}", member.made), global },
            other => other,
        };
        let path = path.filter(|_| self.has_samplers(&member.kind));
        let code = format!("{}.{}", of.code, member.made);
        let code = self.round_uniform(&of, code, &member.kind);
        Ok(Value { target, path, ..of.with_code(code, member.kind) })
    }

    /// Rounds a short number that is read out of a uniform struct or array.
    fn round_uniform(&mut self, of: &Value, code: String, kind: &Type) -> String {
        let Target::Variable { global: Some(number), .. } = of.target else { return code };
        let is_uniform = self
            .globals
            .get(number)
            .is_some_and(|global| global.role == super::globals::GlobalRole::Uniform);
        match kind {
            Type::Number(base @ (Base::Half | Base::Fixed), shape) if is_uniform => {
                self.round_code(code, *base, *shape)
            }
            _ => code,
        }
    }

    /// Returns components of a scalar or a vector.
    fn swizzle_value(&mut self, of: Value, base: Base, shape: Shape, name: &str, place: Place) -> CgResult<Value> {
        let is_known = name.chars().all(|letter| find_lane(letter).is_some());
        let has_set = LETTER_SETS
            .into_iter()
            .any(|set| name.chars().all(|letter| set.contains(letter)));
        // NVIDIA's compiler mixes the letters.
        let lanes: Vec<usize> = match is_known && (has_set || !self.is_hlsl()) {
            true => name.chars().filter_map(find_lane).collect(),
            false => {
                let message = match is_known {
                    true => format!("'.{name}' mixes the letters xyzw and rgba; use those of one set"),
                    false => format!(
                        "{} has no member '{name}'; it has the components xyzw, or rgba",
                        self.describe_type(&of.kind)
                    ),
                };
                return Err(CgError::new(place, message));
            }
        };
        if lanes.len() > 4 {
            return Err(CgError::new(place, format!("'.{name}' has more than 4 components")));
        }
        if let Some(lane) = lanes.iter().find(|lane| **lane >= shape.component_count()) {
            let letter = name
                .chars()
                .nth(lanes.iter().position(|one| one == lane).unwrap_or(0))
                .unwrap_or('x');
            let message = format!(
                "{} has no component '{letter}'; it has {}",
                self.describe_type(&of.kind),
                count_components(shape)
            );
            return Err(CgError::new(place, message));
        }
        let letters: String = lanes.iter().filter_map(|lane| "xyzw".chars().nth(*lane)).collect();
        let kind = Type::vector(base, lanes.len());
        let is_unique = (0..lanes.len()).all(|at| !lanes.iter().take(at).any(|lane| Some(lane) == lanes.get(at)));
        let suffixed = |code: &str| match shape {
            Shape::Scalar => code.to_string(),
            _ => format!("{code}.{letters}"),
        };
        let target = match &of.target {
            Target::Variable { code, global } if is_unique => {
                Target::Variable { code: suffixed(code), global: *global }
            }
            Target::Refused(why) => Target::Refused(why.clone()),
            Target::Elements { matrix, rows, columns, cells, global } if is_unique => {
                let cells = lanes.iter().filter_map(|lane| cells.get(*lane).copied()).collect();
                Target::Elements { matrix: matrix.clone(), rows: *rows, columns: *columns, cells, global: *global }
            }
            _ => Target::Nothing,
        };
        let code = match (shape, lanes.len()) {
            (Shape::Scalar, 1) => of.code.clone(),
            (Shape::Scalar, count) => super::smear_code(&of.code, base, Shape::with_components(count)),
            _ => suffixed(&of.code),
        };
        let number = of.number.filter(|_| lanes.len() == 1);
        Ok(Value { target, number, ..of.with_code(code, kind) })
    }

    /// Returns elements of a matrix, as `_m00_m11` or `_11_22`.
    fn matrix_swizzle(
        &mut self,
        of: Value,
        base: Base,
        rows: u8,
        columns: u8,
        name: &str,
        place: Place,
    ) -> CgResult<Value> {
        let Some(cells) = read_cells(name) else {
            let message = format!("'.{name}' is not an element of a matrix; write ._m00 to ._m33, or ._11 to ._44");
            return Err(CgError::new(place, message));
        };
        if let Some((row, column)) = cells.iter().find(|(row, column)| *row >= rows || *column >= columns) {
            let message = format!(
                "{} has no row {row} and column {column}, counted from 0; it has {rows} rows and {columns} columns",
                self.describe_type(&of.kind)
            );
            return Err(CgError::new(place, message));
        }
        let kind = Type::vector(base, cells.len());
        // Matrices of int and bool are floats in GLSL.
        let is_stored = base.is_float() || rows == 1 || columns == 1;
        let codes: Vec<String> = cells
            .iter()
            .map(|cell| cell_code(&of.code, rows, columns, *cell))
            .map(|code| if is_stored { code } else { format!("{}({code})", base.word()) })
            .collect();
        let code = match codes.as_slice() {
            [one] => one.clone(),
            _ => format!("{}({})", super::glsl_number(base, Shape::with_components(cells.len())), codes.join(", ")),
        };
        let is_unique = cells
            .iter()
            .enumerate()
            .all(|(at, cell)| !cells.iter().take(at).any(|other| other == cell));
        let target = match &of.target {
            Target::Variable { .. } if !is_stored => {
                Target::Refused(format!("elements of {} are floats in GLSL", self.describe_type(&of.kind)))
            }
            Target::Variable { code, global } => match cells.as_slice() {
                [cell] => Target::Variable { code: cell_code(code, rows, columns, *cell), global: *global },
                _ if is_unique => Target::Elements { matrix: code.clone(), rows, columns, cells, global: *global },
                _ => Target::Nothing,
            },
            Target::Refused(why) => Target::Refused(why.clone()),
            _ => Target::Nothing,
        };
        Ok(Value { target, ..of.with_code(code, kind) })
    }

    /// Returns the code that stores elements of a matrix.
    pub(super) fn elements_store(&mut self, target: &Value, value: &Value) -> String {
        let Target::Elements { matrix, rows, columns, cells, .. } = &target.target else { return String::new() };
        let kind = super::glsl_number(Base::Float, Shape::Matrix(*rows, *columns));
        let vector = super::glsl_number(Base::Float, Shape::with_components(cells.len()));
        let name: String = cells.iter().map(|(row, column)| format!("_{row}{column}")).collect();
        let stores: String = cells
            .iter()
            .enumerate()
            .map(|(at, cell)| {
                let letter = "xyzw".get(at..=at).unwrap_or("x");
                let part = if cells.len() == 1 { "v".to_string() } else { format!("v.{letter}") };
                format!("{} = {part}; ", cell_code("m", *rows, *columns, *cell))
            })
            .collect();
        self.declare_function(format!("{vector} cg_store{name}(inout {kind} m, {vector} v) {{ {stores}return v; }}"));
        format!("cg_store{name}({matrix}, {})", strip_parentheses(&value.code))
    }

    /// Returns an element of an array, a row of a matrix, or a component of a vector.
    pub(super) fn element_value(&mut self, of: Value, index: Value, place: Place) -> CgResult<Value> {
        let index = index.settle_vector();
        let Type::Number(_, Shape::Scalar) = index.kind else {
            let found = self.describe_type(&index.kind);
            return Err(CgError::new(index.place, format!("expected an index of one component, found {found}")));
        };
        let index = self.convert_base(index, Base::Int);
        let (kind, count) = match &of.kind {
            Type::Array(element, length) => ((**element).clone(), *length),
            Type::Number(base, Shape::Vector(count)) => (Type::Number(*base, Shape::Scalar), (*count).into()),
            Type::Number(base, Shape::Matrix(rows, columns)) => {
                (Type::vector(*base, (*columns).into()), (*rows).into())
            }
            other => {
                let message = format!("[ ] needs an array, a vector or a matrix, found {}", self.describe_type(other));
                return Err(CgError::new(place, message));
            }
        };
        if let Some(number) = index.number.filter(|number| *number < 0.0 || *number >= count as f64) {
            let message = format!(
                "the index {number} is outside of {}, which has 0 to {}",
                self.describe_type(&of.kind),
                count - 1
            );
            return Err(CgError::new(index.place, message));
        }
        let inside = strip_parentheses(&index.code);
        let suffixed = |code: &str| match of.kind {
            Type::Number(_, Shape::Matrix(1, _) | Shape::Vector(1)) => code.to_string(),
            _ => format!("{code}[{inside}]"),
        };
        let row_base = match of.kind {
            Type::Number(base, Shape::Matrix(rows, columns)) if rows > 1 && columns > 1 && !base.is_float() => {
                Some(base)
            }
            _ => None,
        };
        let target = match &of.target {
            Target::Variable { .. } if row_base.is_some() => {
                Target::Refused(format!("rows of {} are floats in GLSL", self.describe_type(&of.kind)))
            }
            Target::Variable { code, global } => Target::Variable { code: suffixed(code), global: *global },
            Target::Refused(why) => Target::Refused(why.clone()),
            _ => Target::Nothing,
        };
        let code = suffixed(&of.code);
        let code = match (row_base, &kind) {
            (Some(base), Type::Number(_, shape)) => format!("{}({code})", super::glsl_number(base, *shape)),
            _ => code,
        };
        let code = match of.kind {
            Type::Array(..) => self.round_uniform(&of, code, &kind),
            _ => code,
        };
        let value = Value::of_parts(code, kind, place, &[&of, &index]);
        Ok(Value { target, is_constant: value.is_constant && index.number.is_some(), ..value })
    }
}

/// Returns the component that a letter names.
fn find_lane(letter: char) -> Option<usize> {
    LETTER_SETS.into_iter().find_map(|set| set.find(letter))
}

fn count_components(shape: Shape) -> String {
    match shape.component_count() {
        1 => "one component".to_string(),
        count => format!("{count} components"),
    }
}

/// Returns the rows and columns of a matrix's swizzle, counted from 0.
fn read_cells(name: &str) -> Option<Vec<(u8, u8)>> {
    let mut cells = Vec::new();
    for part in name.strip_prefix('_')?.split('_') {
        let (digits, first) = match part.strip_prefix('m') {
            Some(digits) => (digits, b'0'),
            None => (part, b'1'),
        };
        let [row, column] = digits.as_bytes() else { return None };
        let cell = (row.checked_sub(first)?, column.checked_sub(first)?);
        if cell.0 > 3 || cell.1 > 3 {
            return None;
        }
        cells.push(cell);
    }
    (1..=4).contains(&cells.len()).then_some(cells)
}

/// Returns the code of an element of a matrix. One with a single row or column is a vector in GLSL.
fn cell_code(matrix: &str, rows: u8, columns: u8, (row, column): (u8, u8)) -> String {
    match (rows, columns) {
        (1, 1) => matrix.to_string(),
        (1, _) => format!("{matrix}[{column}]"),
        (_, 1) => format!("{matrix}[{row}]"),
        _ => format!("{matrix}[{row}][{column}]"),
    }
}
