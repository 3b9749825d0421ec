//! Values of uniforms.

use nalgebra as na;

/// The value of a uniform.
///
/// ```
/// use gristmill::Value;
/// assert_eq!(Value::from([1.0, 2.0]).glsl(), "vec2");
/// assert_eq!(Value::from(7_u32), Value::UInt(7));
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
#[allow(missing_docs, reason = "the names are those of the GLSL types")]
pub enum Value {
    Float(f32),
    Vec2([f32; 2]),
    Vec3([f32; 3]),
    Vec4([f32; 4]),
    Int(i32),
    IVec2([i32; 2]),
    IVec3([i32; 3]),
    IVec4([i32; 4]),
    UInt(u32),
    UVec2([u32; 2]),
    UVec3([u32; 3]),
    UVec4([u32; 4]),
    Bool(bool),
    Mat2([[f32; 2]; 2]),
    Mat3([[f32; 3]; 3]),
    Mat4([[f32; 4]; 4]),
}

impl Value {
    /// The GLSL type of the value.
    pub fn glsl(&self) -> &'static str {
        match self {
            Value::Float(_) => "float",
            Value::Vec2(_) => "vec2",
            Value::Vec3(_) => "vec3",
            Value::Vec4(_) => "vec4",
            Value::Int(_) => "int",
            Value::IVec2(_) => "ivec2",
            Value::IVec3(_) => "ivec3",
            Value::IVec4(_) => "ivec4",
            Value::UInt(_) => "uint",
            Value::UVec2(_) => "uvec2",
            Value::UVec3(_) => "uvec3",
            Value::UVec4(_) => "uvec4",
            Value::Bool(_) => "bool",
            Value::Mat2(_) => "mat2",
            Value::Mat3(_) => "mat3",
            Value::Mat4(_) => "mat4",
        }
    }

    /// Returns its numbers, those of a matrix column by column; a `bool` is 0 or 1.
    ///
    /// ```
    /// use gristmill::Value;
    /// assert_eq!(Value::from([1, -2]).numbers(), [1.0, -2.0]);
    /// assert_eq!(Value::from(true).numbers(), [1.0]);
    /// ```
    pub fn numbers(&self) -> Vec<f64> {
        fn to_f64s<T: Into<f64> + Copy>(numbers: &[T]) -> Vec<f64> {
            numbers.iter().map(|number| (*number).into()).collect()
        }
        match self {
            Value::Float(x) => to_f64s(&[*x]),
            Value::Vec2(v) => to_f64s(v),
            Value::Vec3(v) => to_f64s(v),
            Value::Vec4(v) => to_f64s(v),
            Value::Int(x) => to_f64s(&[*x]),
            Value::IVec2(v) => to_f64s(v),
            Value::IVec3(v) => to_f64s(v),
            Value::IVec4(v) => to_f64s(v),
            Value::UInt(x) => to_f64s(&[*x]),
            Value::UVec2(v) => to_f64s(v),
            Value::UVec3(v) => to_f64s(v),
            Value::UVec4(v) => to_f64s(v),
            Value::Bool(x) => to_f64s(&[u8::from(*x)]),
            Value::Mat2(m) => to_f64s(m.as_flattened()),
            Value::Mat3(m) => to_f64s(m.as_flattened()),
            Value::Mat4(m) => to_f64s(m.as_flattened()),
        }
    }
}

impl Value {
    /// Returns its bits; a `bool` is one byte.
    pub fn as_bytes(&self) -> &[u8] {
        match self {
            Value::Float(x) => bytemuck::bytes_of(x),
            Value::Vec2(v) => bytemuck::bytes_of(v),
            Value::Vec3(v) => bytemuck::bytes_of(v),
            Value::Vec4(v) => bytemuck::bytes_of(v),
            Value::Int(x) => bytemuck::bytes_of(x),
            Value::IVec2(v) => bytemuck::bytes_of(v),
            Value::IVec3(v) => bytemuck::bytes_of(v),
            Value::IVec4(v) => bytemuck::bytes_of(v),
            Value::UInt(x) => bytemuck::bytes_of(x),
            Value::UVec2(v) => bytemuck::bytes_of(v),
            Value::UVec3(v) => bytemuck::bytes_of(v),
            Value::UVec4(v) => bytemuck::bytes_of(v),
            Value::Bool(x) => bytemuck::bytes_of(x),
            Value::Mat2(m) => bytemuck::bytes_of(m),
            Value::Mat3(m) => bytemuck::bytes_of(m),
            Value::Mat4(m) => bytemuck::bytes_of(m),
        }
    }
}

macro_rules! impl_from_values {
    ($($from:ty => $variant:ident,)*) => {$(
        impl From<$from> for Value {
            fn from(value: $from) -> Value {
                Value::$variant(value.into())
            }
        }
    )*};
}

impl_from_values! {
    f32 => Float, [f32; 2] => Vec2, [f32; 3] => Vec3, [f32; 4] => Vec4,
    i32 => Int, [i32; 2] => IVec2, [i32; 3] => IVec3, [i32; 4] => IVec4,
    u32 => UInt, [u32; 2] => UVec2, [u32; 3] => UVec3, [u32; 4] => UVec4,
    bool => Bool,
    na::Vector2<f32> => Vec2, na::Vector3<f32> => Vec3, na::Vector4<f32> => Vec4, na::Point3<f32> => Vec3,
    na::Vector2<i32> => IVec2, na::Vector3<i32> => IVec3, na::Vector4<i32> => IVec4,
    na::Matrix2<f32> => Mat2, na::Matrix3<f32> => Mat3, na::Matrix4<f32> => Mat4,
}
