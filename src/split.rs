//! A fragment kernel that runs as several passes because it is too long for a card.

use crate::call::{self, BoundStream, StreamRole};
use crate::device::Device;
use crate::kernel::{AutomaticUniform, Kernel, KernelSource};
use crate::stream::Stream;
use gristmill_base::element::Element;
use gristmill_base::error::{Error, Result};
use gristmill_base::layout::Layout;
use gristmill_base::shape::Shape;
use gristmill_cards::{Profile, SplitPass, pass_name};
use gristmill_machine::Value;
use std::cell::RefCell;
use std::fmt;

/// A fragment kernel cut into passes that a card accepts (Chan et al. 2002). Values that a later
/// pass needs are saved in streams of four floats.
///
/// ```
/// use gristmill::{Device, Era, KernelSource, Profile};
/// # let Ok(device) = Device::open(Era::Fragment) else { return Ok(()) };
/// let mut text = "uniform sampler2D x;\nuniform float c;\nvoid main() {\n".to_string();
/// text += "float a = texture2D(x, gl_TexCoord[0].xy).r;\n";
/// for _ in 0..100 {
///     text += "a = a * a + c;\n"; // 100 multiply-adds, and the Radeon 9700 has 64 slots
/// }
/// let long = KernelSource::new("long").fragment(text + "gl_FragColor = vec4(a);\n}");
/// let split = device.split(&long, Profile::named("radeon-9700")?)?;
/// assert_eq!(split.passes().len(), 2);
///
/// let x = device.stream(&[0.0, 0.5, -0.5])?;
/// let mut result = device.empty::<f32>(3)?;
/// split.call().uniform("c", -0.5).input("x", &x).output("gl_FragColor", &mut result).run()?;
/// let mut wanted = [0.0_f32, 0.5, -0.5];
/// for _ in 0..100 {
///     wanted = wanted.map(|a| a * a - 0.5);
/// }
/// assert!(result.read()?.iter().zip(wanted).all(|(a, b)| (a - b).abs() < 1e-5));
/// # Ok::<(), gristmill::Error>(())
/// ```
pub struct SplitKernel {
    device: Device,
    name: String,
    passes: Vec<SplitPass>,
    /// The names of the outputs, each with its name in the last pass.
    targets: Vec<(String, String)>,
    kernels: Vec<Kernel>,
    /// The names of the textures between passes.
    kept: Vec<String>,
    /// The textures between passes, for the shape and the layout of the last run.
    textures: RefCell<Vec<Stream<[f32; 4]>>>,
}

/// The names of targets.
const TARGETS: [&str; 8] = [
    "gl_FragData[0]",
    "gl_FragData[1]",
    "gl_FragData[2]",
    "gl_FragData[3]",
    "gl_FragData[4]",
    "gl_FragData[5]",
    "gl_FragData[6]",
    "gl_FragData[7]",
];

impl fmt::Debug for SplitKernel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SplitKernel")
            .field("name", &self.name)
            .field("passes", &self.passes)
            .finish_non_exhaustive()
    }
}

impl Device {
    /// Cuts a fragment kernel into passes that the card accepts.
    ///
    /// ```
    /// use gristmill::{Device, Era, Profile, fragment_kernel};
    /// # let Ok(device) = Device::open(Era::Fragment) else { return Ok(()) };
    /// let saxpy = device.split(&fragment_kernel!("streams/saxpy_2005"), Profile::named("radeon-9700")?)?;
    /// assert_eq!(saxpy.passes().len(), 1); // it was short enough
    /// # Ok::<(), gristmill::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Card`] if the kernel cannot be cut, [`Error::Source`] if it does not compile,
    /// [`Error::Call`] if it has no fragment side.
    pub fn split(&self, source: &KernelSource, card: &Profile) -> Result<SplitKernel> {
        let flat = self.with_texture_kind(source).flat()?;
        let passes = flat.split(card)?;
        let targets = flat.pass_targets();
        let kernels: Result<Vec<Kernel>> = passes
            .iter()
            .map(|pass| self.kernel(&KernelSource::new("pass").fragment(pass.text.clone())))
            .collect();
        let textures: usize = passes.iter().map(|pass| pass.writes).sum();
        let kept = (0..textures).map(|number| format!("kept_{number}")).collect();
        // Values between passes lie as the passes read them.
        let device = self.with_rectangles(passes.iter().any(|pass| pass.rectangles));
        let name = source.name().to_string();
        Ok(SplitKernel { device, name, passes, targets, kernels: kernels?, kept, textures: RefCell::default() })
    }
}

impl SplitKernel {
    /// The passes, in order.
    pub fn passes(&self) -> &[SplitPass] {
        &self.passes
    }

    /// Returns the name of a stream or a uniform in the passes. Names of a program in assembly are not valid in GLSL.
    fn name_in_passes<'a>(&'a self, name: &'a str) -> &'a str {
        if let Some((_, target)) = self.targets.iter().find(|(own, _)| own == name) {
            return target;
        }
        let made = pass_name(name);
        if made == name {
            return name;
        }
        let of_kernels = self.kernels.iter().flat_map(|kernel| {
            let uniforms = kernel.compiled.uniforms.iter().map(|(known, _)| known.as_str());
            uniforms.chain(kernel.compiled.streams.iter().map(String::as_str))
        });
        let mut known = of_kernels.chain(TARGETS).chain(["gl_FragColor"]);
        known.find(|known| *known == made).unwrap_or(name)
    }

    /// Returns the textures between passes: those of the last run if they have this shape and layout, else new ones.
    fn reuse_textures(&self, shape: Shape, layout: Layout) -> Result<Vec<Stream<[f32; 4]>>> {
        let last = self.textures.take();
        if last.len() == self.kept.len()
            && last
                .iter()
                .all(|stream: &Stream<[f32; 4]>| stream.shape() == shape && stream.layout() == layout)
        {
            return Ok(last);
        }
        self.kept.iter().map(|_| self.device.empty_in(layout, shape)).collect()
    }

    /// Starts a call: name the streams and uniforms of the whole kernel, then `run`.
    pub fn call(&self) -> SplitCall<'_> {
        SplitCall { split: self, uniforms: Vec::new(), streams: Vec::new() }
    }
}

/// A call of a split kernel: its streams and uniforms for one run, like [`crate::Call`] for a whole kernel.
///
/// ```
/// use gristmill::{Device, Era, KernelSource, Profile, SplitCall};
/// # let Ok(device) = Device::open(Era::Fragment) else { return Ok(()) };
/// let first = "uniform sampler2D x;\nvoid main() { gl_FragColor = texture2D(x, vec2(0.0)); }";
/// let split = device.split(&KernelSource::new("first").fragment(first), Profile::named("radeon-9700")?)?;
/// let x = device.stream(&[3.0, 4.0])?;
/// let mut result = device.empty::<f32>(3)?;
/// let call: SplitCall = split.call().gather("x", &x).output("gl_FragColor", &mut result);
/// call.run()?;
/// assert_eq!(result.read()?, [3.0, 3.0, 3.0]);
/// # Ok::<(), gristmill::Error>(())
/// ```
#[must_use = "a call does nothing before run()"]
pub struct SplitCall<'a> {
    split: &'a SplitKernel,
    uniforms: Vec<(&'a str, Value)>,
    streams: Vec<BoundStream<'a>>,
}

impl fmt::Debug for SplitCall<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SplitCall")
            .field("kernel", &self.split.name)
            .finish_non_exhaustive()
    }
}

impl<'a> SplitCall<'a> {
    /// Sets a uniform, as [`crate::Call::uniform`] does.
    pub fn uniform(mut self, name: &'a str, value: impl Into<Value>) -> Self {
        let name = self.split.name_in_passes(name);
        self.uniforms.push((name, value.into()));
        self
    }

    /// Binds a stream that the kernel reads at the place it writes.
    pub fn input<T: Element>(self, name: &'a str, stream: &'a Stream<T>) -> Self {
        self.bind_stream(name, stream, StreamRole::Input)
    }

    /// Binds a stream of any shape that the kernel reads at any place.
    pub fn gather<T: Element>(self, name: &'a str, stream: &'a Stream<T>) -> Self {
        self.bind_stream(name, stream, StreamRole::Gather)
    }

    /// Binds a stream that the kernel writes.
    pub fn output<T: Element>(self, name: &'a str, stream: &'a mut Stream<T>) -> Self {
        self.bind_stream(name, stream, StreamRole::Output)
    }

    fn bind_stream<T: Element>(mut self, name: &'a str, stream: &'a Stream<T>, role: StreamRole) -> Self {
        let name = self.split.name_in_passes(name);
        self.streams.push(BoundStream { name, raw: stream.raw(), role, sampling: None });
        self
    }

    /// Runs the passes, one after another.
    ///
    /// # Errors
    /// [`Error::Call`] for a name that no pass has, or one that a pass lacks; [`Error::Limit`] if
    /// there is no room for the values between passes.
    pub fn run(self) -> Result<()> {
        self.check_names()?;
        let output = self.streams.iter().find(|bound| bound.role.is_written());
        let Some(output) = output else {
            return Err(Error::call(&self.split.name, "it writes nothing; give it an output"));
        };
        let plan = &output.raw.plan;
        let textures = self.split.reuse_textures(plan.shape(), plan.layout())?;
        let mut first = 0;
        for (pass, kernel) in self.split.passes.iter().zip(&self.split.kernels) {
            let mut call = kernel.call();
            call.known = &self.streams;
            let uniforms = self.uniforms.iter().filter(|(name, _)| has_uniform(kernel, name));
            call.uniforms.extend(uniforms.cloned());
            // A pass may ask for the size of a stream that another one reads.
            for (name, kind) in &kernel.compiled.uniforms {
                if let Some(automatic) = AutomaticUniform::for_uniform(name, kind, &|name| {
                    self.streams.iter().any(|bound| bound.name == name && !bound.role.is_written())
                }) {
                    let value = call::automatic_value(&call, output.raw, &automatic, 0);
                    call.uniforms.push((name, value));
                }
            }
            for bound in &self.streams {
                let used = if bound.role.is_written() { pass.writes == 0 } else { has_stream(kernel, bound.name) };
                if used {
                    call.streams.push(*bound);
                }
            }
            let reads = pass.reads.iter();
            let reads = reads.filter_map(|number| Some((self.split.kept.get(*number)?, textures.get(*number)?)));
            for (name, stream) in reads {
                call.streams
                    .push(BoundStream { name, raw: stream.raw(), role: StreamRole::Input, sampling: None });
            }
            let written = textures.iter().skip(first).take(pass.writes);
            for (stream, name) in written.zip(TARGETS) {
                let name = if pass.writes == 1 { "gl_FragColor" } else { name };
                call.streams
                    .push(BoundStream { name, raw: stream.raw(), role: StreamRole::Output, sampling: None });
            }
            call.run()?;
            first += pass.writes;
        }
        drop(self.split.textures.replace(textures));
        Ok(())
    }

    /// Checks that every name given belongs to a pass.
    fn check_names(&self) -> Result<()> {
        let kernels = &self.split.kernels;
        for (name, _) in &self.uniforms {
            if !kernels.iter().any(|kernel| has_uniform(kernel, name)) {
                return self.refuse_name("uniform", name);
            }
        }
        for bound in self.streams.iter().filter(|bound| !bound.role.is_written()) {
            if !kernels.iter().any(|kernel| has_stream(kernel, bound.name)) {
                return self.refuse_name("stream", bound.name);
            }
        }
        Ok(())
    }

    fn refuse_name(&self, what: &str, name: &str) -> Result<()> {
        Err(Error::call(&self.split.name, format!("it has no {what} {name}")))
    }
}

fn has_uniform(kernel: &Kernel, name: &str) -> bool {
    kernel.compiled.uniforms.iter().any(|(known, _)| known == name)
}

fn has_stream(kernel: &Kernel, name: &str) -> bool {
    kernel.compiled.streams.iter().any(|known| known == name)
}

#[cfg(test)]
mod tests;
