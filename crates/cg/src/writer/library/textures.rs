//! Reads of textures.

use super::computed_value;
use crate::source_error::{CgError, CgResult};
use crate::token::Place;
use crate::types::{Base, SamplerKind, Shape, Type};
use crate::writer::{Value, Writer, strip_parentheses};

/// A way to read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum ReadWay {
    Plain,
    /// The coordinates are divided by the last one.
    Projected,
    /// The last coordinate is the level.
    Level,
    /// The last coordinate is added to the level.
    Bias,
    /// The derivatives are arguments.
    Gradient,
}

/// A function that reads.
#[derive(Debug, Clone, Copy)]
pub(super) struct TextureRead {
    kind: SamplerKind,
    way: ReadWay,
    base: Base,
    components: usize,
}

/// Returns the read that a name means, as `tex2D`, `f4texRECTproj` or `h3texCUBE`.
pub(super) fn read_name(name: &str) -> Option<TextureRead> {
    let (base, components, rest) = match name.as_bytes() {
        [letter @ (b'f' | b'h' | b'x'), count @ b'1'..=b'4', ..] => {
            let base = match letter {
                b'f' => Base::Float,
                b'h' => Base::Half,
                _ => Base::Fixed,
            };
            (base, usize::from(count - b'0'), name.get(2..)?)
        }
        _ => (Base::Float, 4, name),
    };
    let rest = rest.strip_prefix("tex")?;
    let kinds = [
        ("1D", SamplerKind::OneD),
        ("2D", SamplerKind::TwoD),
        ("3D", SamplerKind::ThreeD),
        ("CUBE", SamplerKind::Cube),
        ("RECT", SamplerKind::Rect),
    ];
    let (word, kind) = kinds.into_iter().find(|(word, _)| rest.starts_with(word))?;
    let way = match rest.get(word.len()..)? {
        "" => ReadWay::Plain,
        "proj" => ReadWay::Projected,
        "lod" => ReadWay::Level,
        "bias" => ReadWay::Bias,
        "grad" => ReadWay::Gradient,
        _ => return None,
    };
    Some(TextureRead { kind, way, base, components })
}

/// The coordinates of a read: how many are taken, and whether one is a depth to compare with.
struct Coordinates {
    count: usize,
    compares: bool,
}

impl Writer<'_> {
    pub(super) fn texture_value(
        &mut self,
        name: &str,
        read: TextureRead,
        values: Vec<Value>,
        place: Place,
    ) -> CgResult<Value> {
        let read = match (read.way, values.len()) {
            (ReadWay::Plain, 4) => TextureRead { way: ReadWay::Gradient, ..read },
            (ReadWay::Plain | ReadWay::Projected | ReadWay::Level | ReadWay::Bias, 2) | (ReadWay::Gradient, 4) => read,
            _ => {
                let wanted = match read.way {
                    ReadWay::Gradient => "4 arguments, a sampler, a coordinate and two derivatives",
                    _ => "2 arguments, a sampler and a coordinate",
                };
                return Err(CgError::new(place, format!("{name} takes {wanted}; found {}", values.len())));
            }
        };
        let mut values = values.into_iter();
        let (Some(sampler), Some(at)) = (values.next(), values.next()) else {
            return Err(CgError::new(place, "expected a sampler and a coordinate"));
        };
        let Some(slot) = sampler.sampler else {
            let found = self.describe_type(&sampler.kind);
            return Err(CgError::new(sampler.place, format!("{name} reads a {}, found {found}", read.kind.word())));
        };
        let Type::Number(own, shape) = at.kind else {
            return Err(self.mismatch_error(&at, &Type::vector(Base::Float, read.kind.coordinate_count())));
        };
        let is_shadow = matches!(&sampler.kind, Type::Sampler(kind) if kind.with_comparison() == *kind && kind.word().ends_with("Shadow"));
        let coordinates = self.count_coordinates(name, read, shape, is_shadow, place)?;
        let at = self.convert_base(at, if own.is_float() { own } else { Base::Float });
        let at = match at.kind {
            Type::Number(base, _) => self.convert_value(at, &Type::vector(base, coordinates.count))?,
            _ => at,
        };
        self.note_read(slot, read.kind, coordinates.compares, sampler.place, name)?;
        let sides = Type::vector(Base::Float, read.kind.coordinate_count());
        let mut rest = Vec::new();
        for value in values {
            rest.push(self.convert_value(value, &sides)?);
        }
        let code = self.read_code(read, &sampler.code, &coordinates, &at, &rest);
        let code = if coordinates.compares { format!("vec4(vec3({code}), 1.0)") } else { code };
        let letters = "xyzw".get(..read.components).unwrap_or("xyzw");
        let code = if read.components == 4 { code } else { format!("{code}.{letters}") };
        let shape = Shape::with_components(read.components);
        let code = self.round_code(code, read.base, shape);
        let mut parts = vec![at];
        parts.append(&mut rest);
        Ok(computed_value(code, Type::Number(read.base, shape), place, &parts))
    }

    /// Returns the coordinates that a read takes of those that are given.
    fn count_coordinates(
        &self,
        name: &str,
        read: TextureRead,
        given: Shape,
        is_shadow: bool,
        place: Place,
    ) -> CgResult<Coordinates> {
        let own = read.kind.coordinate_count();
        let can_compare = matches!(read.kind, SamplerKind::OneD | SamplerKind::TwoD | SamplerKind::Rect);
        let found = given.component_count();
        let exact = |count: usize, compares: bool| Ok(Coordinates { count, compares });
        match read.way {
            ReadWay::Level | ReadWay::Bias => exact(4, false),
            ReadWay::Plain | ReadWay::Gradient if is_shadow => exact(own + 1, true),
            ReadWay::Projected if is_shadow => exact(own + 2, true),
            ReadWay::Projected if self.is_hlsl() || !can_compare => {
                exact(if found > own + 1 || !can_compare { 4 } else { own + 1 }, false)
            }
            ReadWay::Projected if found == own + 1 => exact(own + 1, false),
            ReadWay::Projected if found == own + 2 => exact(own + 2, true),
            ReadWay::Plain | ReadWay::Gradient if self.is_hlsl() || !can_compare || found == own => exact(own, false),
            ReadWay::Plain | ReadWay::Gradient if found == own + 1 => exact(own + 1, true),
            _ => {
                let base = |count: usize| self.describe_type(&Type::vector(Base::Float, count));
                let (few, many) = match read.way {
                    ReadWay::Projected => (own + 1, own + 2),
                    _ => (own, own + 1),
                };
                let message = format!(
                    "{name} takes {}, or {} with a depth to compare with, found {found} components; cut it, as v.xy",
                    base(few),
                    base(many)
                );
                Err(CgError::new(place, message))
            }
        }
    }

    /// Returns the GLSL of a read.
    fn read_code(
        &mut self,
        read: TextureRead,
        sampler: &str,
        coordinates: &Coordinates,
        at: &Value,
        rest: &[Value],
    ) -> String {
        let code = strip_parentheses(&at.code);
        let rest: Vec<&str> = rest.iter().map(|value| strip_parentheses(&value.code)).collect();
        let is_rect = read.kind == SamplerKind::Rect;
        let is_one = read.kind == SamplerKind::OneD;
        let count = read.kind.coordinate_count();
        let letters = ["x", "xy", "xyz"].get(count - 1).copied().unwrap_or("xyz");
        if coordinates.compares {
            let kind = read.kind.with_comparison().glsl_word();
            return match read.way {
                // GLSL has an unused coordinate before the depth of one dimension.
                ReadWay::Plain if is_one => {
                    self.call_comparison(kind, "vec2", "texture(s, vec3(v.x, 0.0, v.y))", sampler, code)
                }
                ReadWay::Projected if is_one => {
                    self.call_comparison(kind, "vec3", "textureProj(s, vec4(v.x, 0.0, v.y, v.z))", sampler, code)
                }
                ReadWay::Projected => format!("textureProj({sampler}, {code})"),
                ReadWay::Gradient if is_one => {
                    self.declare_function(format!("float cg_compare_sides({kind} s, vec2 v, float a, float b) {{ return textureGrad(s, vec3(v.x, 0.0, v.y), a, b); }}"));
                    format!("cg_compare_sides({sampler}, {code}, {})", rest.join(", "))
                }
                ReadWay::Gradient => format!("textureGrad({sampler}, {code}, {})", rest.join(", ")),
                _ => format!("texture({sampler}, {code})"),
            };
        }
        let kind = read.kind.glsl_word();
        match read.way {
            ReadWay::Plain => format!("texture({sampler}, {code})"),
            ReadWay::Gradient => format!("textureGrad({sampler}, {code}, {})", rest.join(", ")),
            ReadWay::Projected if read.kind == SamplerKind::Cube => {
                self.declare_function(format!(
                    "vec4 cg_project({kind} s, vec4 v) {{ return texture(s, v.xyz / v.w); }}"
                ));
                format!("cg_project({sampler}, {code})")
            }
            ReadWay::Projected => format!("textureProj({sampler}, {code})"),
            // A rectangle has one level.
            ReadWay::Level | ReadWay::Bias if is_rect => format!("texture({sampler}, {}.xy)", at.code),
            ReadWay::Level | ReadWay::Bias => {
                let (word, call) = match read.way {
                    ReadWay::Level => ("level", "textureLod"),
                    _ => ("bias", "texture"),
                };
                self.declare_function(format!(
                    "vec4 cg_read_{word}({kind} s, vec4 v) {{ return {call}(s, v.{letters}, v.w); }}"
                ));
                format!("cg_read_{word}({sampler}, {code})")
            }
        }
    }

    fn call_comparison(&mut self, kind: &str, vector: &str, body: &str, sampler: &str, code: &str) -> String {
        self.declare_function(format!("float cg_compare({kind} s, {vector} v) {{ return {body}; }}"));
        format!("cg_compare({sampler}, {code})")
    }
}
