//! Samplers with a border colour, which glium 0.36 does not support.
//!
//! glium binds a sampler of its own, whose border is zero. Between its binding and the launch we bind ours instead, and
//! after the launch we restore glium's, so that glium's tracking of the state stays correct.

use glow::{HasContext, NativeProgram, NativeSampler};
use gristmill_base::error::{Error, Result};
use gristmill_machine::{Filter, Sampling, Wrap};
use std::cell::RefCell;
use std::num::NonZeroU32;

/// The sampler for one sampler name of a kernel.
#[derive(Debug, Clone)]
pub(super) struct BorderSampler {
    name: String,
    sampler: NativeSampler,
}

/// A pool of our samplers, as large as the largest launch so far; each launch sets their parameters again.
#[derive(Debug, Default)]
pub(super) struct BorderSamplers(RefCell<Vec<NativeSampler>>);

impl BorderSamplers {
    /// Deletes the samplers.
    pub(super) fn free_samplers(&self, gl: &glow::Context) {
        for sampler in self.0.take() {
            // SAFETY: the sampler is ours and not used again; the context is current on this thread.
            unsafe { gl.delete_sampler(sampler) }
        }
    }

    /// Returns a configured sampler for each of the names.
    pub(super) fn prepare_samplers(
        &self,
        gl: &glow::Context,
        wanted: &[(&str, Sampling)],
    ) -> Result<Vec<BorderSampler>> {
        let mut ours = self.0.borrow_mut();
        while ours.len() < wanted.len() {
            // SAFETY: the context is current on this thread.
            let sampler = unsafe { gl.create_sampler() };
            ours.push(sampler.map_err(|message| Error::driver("making a sampler", message))?);
        }
        let pairs = wanted.iter().zip(ours.iter());
        Ok(pairs
            .map(|((name, sampling), sampler)| {
                configure_sampler(gl, *sampler, sampling);
                BorderSampler { name: (*name).to_string(), sampler: *sampler }
            })
            .collect())
    }
}

fn configure_sampler(gl: &glow::Context, sampler: NativeSampler, sampling: &Sampling) {
    let (magnify, minify) = match (sampling.filter, sampling.by_level) {
        (Filter::Nearest, false) => (glow::NEAREST, glow::NEAREST),
        (Filter::Linear, false) => (glow::LINEAR, glow::LINEAR),
        (Filter::Nearest, true) => (glow::NEAREST, glow::NEAREST_MIPMAP_NEAREST),
        (Filter::Linear, true) => (glow::LINEAR, glow::LINEAR_MIPMAP_LINEAR),
    };
    let wraps = sampling.wraps.map(|wrap| match wrap {
        Wrap::Clamp => glow::CLAMP_TO_EDGE,
        Wrap::Repeat => glow::REPEAT,
        Wrap::Mirror => glow::MIRRORED_REPEAT,
        Wrap::Border => glow::CLAMP_TO_BORDER,
    });
    let [s, t, r] = wraps;
    let parameters = [
        (glow::TEXTURE_MIN_FILTER, minify),
        (glow::TEXTURE_MAG_FILTER, magnify),
        (glow::TEXTURE_WRAP_S, s),
        (glow::TEXTURE_WRAP_T, t),
        (glow::TEXTURE_WRAP_R, r),
    ];
    // SAFETY: the sampler is ours and lives; samplers are of OpenGL 3.3.
    unsafe {
        for (name, value) in parameters {
            gl.sampler_parameter_i32(sampler, name, value as i32);
        }
        gl.sampler_parameter_f32_slice(sampler, glow::TEXTURE_BORDER_COLOR, &sampling.border);
    }
}

/// Runs `launch` with these samplers in place of those that glium has bound for the same names.
pub(super) fn with_borders(gl: &glow::Context, borders: &[BorderSampler], launch: impl FnOnce()) {
    if borders.is_empty() {
        return launch();
    }
    let mut before = Vec::with_capacity(borders.len());
    // SAFETY: glium has bound the program and given each sampler's name a unit; units that are asked about
    // exist, and each gets back the sampler that was there.
    unsafe {
        let active = gl.get_parameter_i32(glow::ACTIVE_TEXTURE);
        let program = gl.get_parameter_i32(glow::CURRENT_PROGRAM) as u32;
        let Some(program) = NonZeroU32::new(program).map(NativeProgram) else { return launch() };
        for BorderSampler { name, sampler } in borders {
            // A name that the compiler found unused has no location.
            let Some(location) = gl.get_uniform_location(program, name) else { continue };
            let mut unit = [0];
            gl.get_uniform_i32(program, &location, &mut unit);
            let [unit] = unit.map(|unit| unit as u32);
            gl.active_texture(glow::TEXTURE0 + unit);
            let theirs = gl.get_parameter_i32(glow::SAMPLER_BINDING) as u32;
            before.push((unit, NonZeroU32::new(theirs).map(NativeSampler)));
            gl.bind_sampler(unit, Some(*sampler));
        }
        gl.active_texture(active as u32);
        launch();
        for (unit, sampler) in before {
            gl.bind_sampler(unit, sampler);
        }
    }
}
