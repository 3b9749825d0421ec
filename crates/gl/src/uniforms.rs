//! The values of a program's uniforms: the actual ones, and those that glium believes.

use glow::{HasContext, NativeProgram, NativeUniformLocation};
use gristmill_machine::Value;

/// One uniform of a program whose launches are repeated without glium.
struct KnownUniform {
    name: String,
    /// `None` if the driver found it unused.
    location: Option<NativeUniformLocation>,
    /// The value that glium set last, and believes.
    believed: Value,
    /// The actual value.
    now: Value,
}

/// The uniforms of a program whose launches are repeated without glium.
#[derive(Default)]
pub(super) struct TrackedUniforms(Vec<KnownUniform>);

impl TrackedUniforms {
    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the index of a uniform that glium has just set, and adds it if it is new.
    pub(super) fn find_or_add(
        &mut self,
        gl: &glow::Context,
        program: NativeProgram,
        name: &str,
        value: Value,
    ) -> usize {
        if let Some(place) = self.0.iter().position(|known| known.name == name) {
            return place;
        }
        // SAFETY: the program lives.
        let location = unsafe { gl.get_uniform_location(program, name) };
        self.0
            .push(KnownUniform { name: name.to_string(), location, believed: value, now: value });
        self.0.len() - 1
    }

    /// Sets a uniform of the program in use, unless it already has this value.
    pub(super) fn set_uniform(&mut self, gl: &glow::Context, place: usize, value: Value) {
        let known = &mut self.0[place];
        if !has_same_bits(known.now, value) {
            upload_uniform(gl, known.location.as_ref(), value);
            known.now = value;
        }
    }

    /// Restores all uniforms to the values that glium believes.
    pub(super) fn restore_believed(&mut self, gl: &glow::Context, program: NativeProgram) {
        let mut changed = self
            .0
            .iter_mut()
            .filter(|known| !has_same_bits(known.now, known.believed))
            .peekable();
        if changed.peek().is_none() {
            return;
        }
        // SAFETY: the program lives; the one in use is restored.
        unsafe {
            let before = gl.get_parameter_program(glow::CURRENT_PROGRAM);
            gl.use_program(Some(program));
            for known in changed {
                upload_uniform(gl, known.location.as_ref(), known.believed);
                known.now = known.believed;
            }
            gl.use_program(before);
        }
    }

    /// Records a value that glium has set.
    pub(super) fn note_believed(&mut self, name: &str, value: Value) {
        if let Some(known) = self.0.iter_mut().find(|known| known.name == name) {
            (known.believed, known.now) = (value, value);
        }
    }
}

/// Returns true if both values have the same bits: `-0.0` differs from `0.0`.
fn has_same_bits(one: Value, other: Value) -> bool {
    match (one, other) {
        (Value::Float(one), Value::Float(other)) => one.to_bits() == other.to_bits(),
        (Value::Int(one), Value::Int(other)) => one == other,
        (Value::IVec4(one), Value::IVec4(other)) => one == other,
        _ => one.glsl() == other.glsl() && one.as_bytes() == other.as_bytes(),
    }
}

fn upload_uniform(gl: &glow::Context, location: Option<&NativeUniformLocation>, value: Value) {
    // SAFETY: the program is in use, and the uniform has this type according to reflection.
    unsafe {
        match value {
            Value::Float(x) => gl.uniform_1_f32(location, x),
            Value::Vec2(v) => gl.uniform_2_f32_slice(location, &v),
            Value::Vec3(v) => gl.uniform_3_f32_slice(location, &v),
            Value::Vec4(v) => gl.uniform_4_f32_slice(location, &v),
            Value::Int(x) => gl.uniform_1_i32(location, x),
            Value::IVec2(v) => gl.uniform_2_i32_slice(location, &v),
            Value::IVec3(v) => gl.uniform_3_i32_slice(location, &v),
            Value::IVec4(v) => gl.uniform_4_i32_slice(location, &v),
            Value::UInt(x) => gl.uniform_1_u32(location, x),
            Value::UVec2(v) => gl.uniform_2_u32_slice(location, &v),
            Value::UVec3(v) => gl.uniform_3_u32_slice(location, &v),
            Value::UVec4(v) => gl.uniform_4_u32_slice(location, &v),
            Value::Bool(x) => gl.uniform_1_i32(location, i32::from(x)),
            Value::Mat2(m) => gl.uniform_matrix_2_f32_slice(location, false, m.as_flattened()),
            Value::Mat3(m) => gl.uniform_matrix_3_f32_slice(location, false, m.as_flattened()),
            Value::Mat4(m) => gl.uniform_matrix_4_f32_slice(location, false, m.as_flattened()),
        }
    }
}
