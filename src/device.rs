//! A device seen from one era: it creates streams and kernels.

mod choice;
mod clock;
mod current_profile;
#[cfg(feature = "gl")]
mod embedding;
mod kernel_shape;
mod launch_capture;
mod launch_order;
mod memory;
mod opening;
mod played_card;
mod rectangles;
mod surfaces;
mod timelines;
mod uniforms;

use crate::depth_stencil::{DepthStencil, Query};
use crate::kernel::{Kernel, KernelCache, KernelSource};
use crate::machine::Machine;
use crate::stream::Stream;
use crate::trace::{Recorder, Trace};
use gristmill_base::counters::Counters;
use gristmill_base::element::Element;
use gristmill_base::era::Era;
use gristmill_base::error::{Error, Missing, Result};
use gristmill_base::finding::{Finding, Listening};
use gristmill_base::layout::Layout;
use gristmill_base::log::FindingsLog;
use gristmill_base::shape::Shape;
use gristmill_machine::{DeviceInfo, InitialContents, Limits};
use image::RgbaImage;
use std::fmt;
use std::rc::Rc;

pub use choice::MachineChoice;
pub use surfaces::Surfaces;

/// The first version of OpenGL with compute shaders.
const COMPUTE_VERSION: (u8, u8) = (4, 3);

/// A device seen from one era.
///
/// It is cheap to clone; clones and the other era's view share the hardware and its memory. A device stays on its
/// thread: open one per thread. llvmpipe runs one thread at a time in the driver, because its contexts read each
/// other's work.
///
/// ```
/// use gristmill::{Device, Era, Error};
/// match Device::open(Era::Fragment) {
///     Ok(device) => println!("{} runs the {} era", device.info().name, device.era()),
///     Err(Error::NoDevice { sentence, .. }) => println!("{sentence}"),
///     Err(error) => panic!("{error}"),
/// }
/// ```
///
/// It creates streams, kernels, depth-stencil buffers and queries:
///
/// ```
/// use gristmill::image::RgbaImage;
/// use gristmill::{Device, Era, Layout, kernel_pair};
/// # let Ok(device) = Device::open(Era::Fragment) else { return Ok(()) };
/// let line = device.stream(&[1.0, 2.0, 3.0])?;
/// let square = device.stream_of([2, 2], &[1, 2, 3, 4])?;
/// let stack = device.stream_in(Layout::Slices, [2, 1, 2], &[1, 2, 3, 4])?;
/// assert_eq!((line.len(), square.len(), stack.layout()), (3, 4, Layout::Slices));
/// assert_eq!(device.empty::<f32>(3)?.len(), device.empty_in::<f32>(Layout::Linear, 3)?.len());
/// assert_eq!(device.copy_of(&line)?.read()?, line.read()?);
/// assert_eq!(device.image(&RgbaImage::new(3, 2))?.shape().extents(), [3, 2]);
/// let buffer = device.depth_stencil(4, 4)?;
/// let query = device.query()?;
/// assert_eq!(device.kernel(&kernel_pair!("streams/saxpy"))?.era(), device.era());
/// assert!(device.limits().texture_side >= 4);
/// device.finish()?;
///
/// let fragment = device.with_era(Era::Fragment)?; // the same machine
/// let (_, trace) = fragment.trace(|| fragment.stream(&[1.0]))?;
/// assert_eq!(trace.passes(), 0);
/// # drop((buffer, query));
/// # Ok::<(), gristmill::Error>(())
/// ```
///
/// The emulator observes every lane:
///
/// ```
/// # #[cfg(feature = "emulator")] {
/// use gristmill::finding::Listening;
/// use gristmill::{Device, Era, KernelSource};
/// let device = Device::emulator(Era::Compute)?;
/// let text = "#version 430 core
/// layout(local_size_x = 4) in;
/// layout(std430) buffer Result { uint result[]; };
/// void main() { result[0] = gl_LocalInvocationID.x; }"; // four lanes, one word
/// let kernel = device.kernel(&KernelSource::new("one").compute(text))?;
/// let mut result = device.empty::<u32>(1)?;
/// kernel.call().output("result", &mut result).groups([1, 1, 1]).run()?;
/// assert!(!device.findings()?.is_empty());
///
/// device.listen(Some(Listening::COUNTERS))?;
/// kernel.call().output("result", &mut result).groups([1, 1, 1]).run()?;
/// assert!(device.counters()?.total.instructions() > 0);
/// # }
/// # Ok::<(), gristmill::Error>(())
/// ```
#[derive(Clone)]
pub struct Device {
    era: Era,
    // Declared before the machine that they belong to: fields are dropped in this order.
    kernels: Rc<KernelCache>,
    machine: Rc<Machine>,
    /// True if the fragment era's 2D textures are rectangles.
    rectangles: bool,
}

impl fmt::Debug for Device {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Device")
            .field("era", &self.era)
            .field("info", self.info())
            .finish_non_exhaustive()
    }
}

impl Device {
    /// Opens the device that `GRISTMILL_DEVICE` names, else the first driver that works, else WebGPU in a build
    /// with that feature, else the emulator. WebGPU also takes the compute era where the driver's OpenGL is older than
    /// 4.3. On macOS, whose OpenGL has the fragment era alone, a driver must be named.
    /// `GRISTMILL_CARD` names a card for it to play: see [`Device::with_card`].
    ///
    /// # Errors
    /// [`Error::NoDevice`] if there is none, or its OpenGL is older than 3.3 for fragments, 4.3 for compute.
    pub fn open(era: Era) -> Result<Device> {
        kernel_shape::check_environment()?;
        let choice = std::env::var("GRISTMILL_DEVICE").unwrap_or_default().parse()?;
        Device::choose(era, choice)?.with_environment_card()
    }

    /// Opens the chosen device.
    ///
    /// ```
    /// use gristmill::{Device, Era, MachineChoice};
    /// # #[cfg(feature = "emulator")]
    /// assert!(Device::choose(Era::Compute, MachineChoice::Emulator).is_ok());
    /// ```
    ///
    /// # Errors
    /// As [`Device::open`].
    pub fn choose(era: Era, choice: MachineChoice) -> Result<Device> {
        let opened = match choice {
            MachineChoice::Any => opening::open_any(era)?,
            MachineChoice::Driver => opening::open_gl(None)?,
            MachineChoice::Number(number) => opening::open_gl(Some(number))?,
            MachineChoice::WebGpu => opening::open_webgpu()?,
            MachineChoice::Emulator => opening::open_emulator()?,
        };
        Device::from_machine(opened).with_era(era)
    }

    pub(crate) fn from_machine(machine: Machine) -> Device {
        Device { era: Era::Fragment, kernels: Rc::default(), machine: Rc::new(machine), rectangles: false }
    }

    /// Opens the emulator with all its checks enabled: their findings are in [`Device::findings`].
    ///
    /// # Errors
    /// [`Error::NoDevice`] in a build without it.
    pub fn emulator(era: Era) -> Result<Device> {
        let device = Device::choose(era, MachineChoice::Emulator)?;
        device.listen(Some(Listening::FAULTS))?;
        Ok(device)
    }

    /// Sets what the emulator observes from now on; `None` for nothing.
    ///
    /// # Errors
    /// [`Error::NoDevice`] on any other device: a driver reports nothing.
    pub fn listen(&self, listening: Option<Listening>) -> Result<()> {
        self.findings_log()?.listening.set(listening);
        Ok(())
    }

    /// Takes the emulator's findings since the last call, the earliest first.
    ///
    /// # Errors
    /// [`Error::NoDevice`] on any other device: a driver reports nothing.
    pub fn findings(&self) -> Result<Vec<Finding>> {
        Ok(self.findings_log()?.findings.take())
    }

    /// Takes the emulator's counters since the last call, if it observes [`Listening::COUNTERS`].
    ///
    /// # Errors
    /// [`Error::NoDevice`] on any other device: a driver reports nothing.
    pub fn counters(&self) -> Result<Counters> {
        Ok(self.findings_log()?.counters.take())
    }

    /// Starts or stops recording the numbers that the host reads; returns those recorded until now.
    ///
    /// ```
    /// # use gristmill::{Device, Era};
    /// # let Ok(device) = Device::open(Era::Fragment) else { return Ok(()) };
    /// let stream = device.stream(&[1_u32, 2])?;
    /// device.note_reads(true);
    /// stream.read()?;
    /// assert_eq!(device.note_reads(false), [1.0, 2.0]);
    /// # Ok::<(), gristmill::Error>(())
    /// ```
    #[cfg(feature = "emulator")]
    pub fn note_reads(&self, from_now: bool) -> Vec<f64> {
        self.machine.reads.replace(from_now.then(Vec::new)).unwrap_or_default()
    }

    /// Returns the emulator's settings and findings.
    ///
    /// # Errors
    /// [`Error::NoDevice`] on any other device: a driver reports nothing.
    pub(crate) fn findings_log(&self) -> Result<&FindingsLog> {
        let name = &self.info().name;
        self.machine.log.as_deref().ok_or_else(|| {
            Error::no_device(
                Missing::Emulator,
                format!("{name} cannot report what its lanes do; use the emulator (GRISTMILL_DEVICE=emulator)"),
            )
        })
    }

    /// Returns the number of devices that can be chosen by number.
    ///
    /// ```
    /// use gristmill::{Device, Era, MachineChoice};
    /// for number in 0..Device::count().unwrap_or(0) {
    ///     match Device::choose(Era::Fragment, MachineChoice::Number(number)) {
    ///         Ok(device) => println!("{number}: {}", device.info().name),
    ///         Err(error) => println!("{number}: {error}"),
    ///     }
    /// }
    /// ```
    ///
    /// # Errors
    /// [`Error::NoDevice`] if the driver's library is missing.
    pub fn count() -> Result<usize> {
        #[cfg(opengl)]
        return gristmill_gl::device_count();
        #[cfg(not(opengl))]
        return Ok(0);
    }

    /// Returns the adapters that WebGPU finds, each as a line: its name, interface and driver. None in a build without
    /// the feature `webgpu`.
    ///
    /// ```
    /// use gristmill::{Device, Era, MachineChoice};
    /// for adapter in Device::webgpu_adapters() {
    ///     println!("{adapter}");
    /// }
    /// assert!(!Device::webgpu_adapters().is_empty() || Device::choose(Era::Compute, MachineChoice::WebGpu).is_err());
    /// ```
    pub fn webgpu_adapters() -> Vec<String> {
        opening::list_webgpu_adapters()
    }

    /// Returns the same device and memory, programmed in the other era.
    ///
    /// # Errors
    /// [`Error::NoDevice`] for the compute era on OpenGL before 4.3, and on a played card that had no compute era.
    pub fn with_era(&self, era: Era) -> Result<Device> {
        self.check_card_era(era)?;
        let info = self.info();
        if era == Era::Compute && !info.has_compute() {
            let (name, offered) = (&info.name, info.describe_interface());
            return Err(Error::no_device(
                Missing::Version { needed: COMPUTE_VERSION, offered: info.opengl },
                format!(
                    "the compute era needs OpenGL 4.3, {name} offers {offered}: take the fragment era (--era fragment), which computes the same"
                ),
            ));
        }
        Ok(Device { era, ..self.clone() })
    }

    /// Returns the era in which it is programmed.
    pub fn era(&self) -> Era {
        self.era
    }

    /// Returns the device's description.
    pub fn info(&self) -> &DeviceInfo {
        self.machine.backend.device_info()
    }

    /// Returns the limits of the device, or of the card that it plays.
    pub fn limits(&self) -> &Limits {
        self.machine.limits()
    }

    /// Creates a 1D stream of these elements, in the era's own layout: a texture in the fragment era, a buffer in the
    /// compute era.
    ///
    /// # Errors
    /// [`Error::Limit`] if it does not fit the device.
    pub fn stream<T: Element>(&self, elements: &[T]) -> Result<Stream<T>> {
        self.stream_of(elements.len(), elements)
    }

    /// Creates a stream of this shape, in the era's own layout.
    ///
    /// # Errors
    /// [`Error::Limit`] if it does not fit the device, [`Error::Data`] if the number of elements is not the shape's.
    pub fn stream_of<T: Element>(&self, shape: impl Into<Shape>, elements: &[T]) -> Result<Stream<T>> {
        self.stream_in(self.default_layout(), shape, elements)
    }

    /// Creates a stream of this shape and layout.
    ///
    /// # Errors
    /// As [`Device::stream_of`].
    pub fn stream_in<T: Element>(&self, layout: Layout, shape: impl Into<Shape>, elements: &[T]) -> Result<Stream<T>> {
        let mut stream = self.uninit_in(layout, shape)?;
        stream.write(elements)?;
        Ok(stream)
    }

    /// Creates a stream of zeros, in the era's own layout.
    ///
    /// # Errors
    /// [`Error::Limit`] if it does not fit the device.
    pub fn empty<T: Element>(&self, shape: impl Into<Shape>) -> Result<Stream<T>> {
        self.empty_in(self.default_layout(), shape)
    }

    /// Creates a stream of zeros, in this layout.
    ///
    /// # Errors
    /// [`Error::Limit`] if it does not fit the device.
    pub fn empty_in<T: Element>(&self, layout: Layout, shape: impl Into<Shape>) -> Result<Stream<T>> {
        self.create_stream(layout, shape.into(), InitialContents::Zero)
    }

    /// Copies a stream to this device's era; the copy is made on the device.
    ///
    /// # Errors
    /// [`Error::Limit`] if it does not fit the device in this era's layout.
    pub fn copy_of<T: Element>(&self, stream: &Stream<T>) -> Result<Stream<T>> {
        let mut copy = self.uninit(stream.shape())?;
        copy.copy_from(stream)?;
        Ok(copy)
    }

    /// Creates a 2D stream of a photograph's pixels, the top row first.
    ///
    /// # Errors
    /// [`Error::Limit`] if it is larger than the device's textures.
    pub fn image(&self, image: &RgbaImage) -> Result<Stream<image::Rgba<u8>>> {
        let pixels: Vec<_> = image.pixels().copied().collect();
        self.stream_of([image.width() as usize, image.height() as usize], &pixels)
    }

    /// Creates a depth and stencil buffer for passes over 2D streams of this width and height; depth 1, stencil 0
    /// everywhere.
    ///
    /// # Errors
    /// [`Error::Limit`] if a side is 0 or larger than the device's textures.
    pub fn depth_stencil(&self, width: usize, height: usize) -> Result<DepthStencil> {
        DepthStencil::new(&self.machine, width, height)
    }

    /// Creates a count of the fragments that pass: an occlusion query.
    ///
    /// # Errors
    /// [`Error::Driver`] if the driver has no more.
    pub fn query(&self) -> Result<Query> {
        Query::new(&self.machine)
    }

    /// Compiles the kernel's side for this device's era, or returns it from the cache.
    ///
    /// # Errors
    /// [`Error::Source`] if it does not compile, or needs more than the device allows; [`Error::Call`] if it has no
    /// side for this era.
    pub fn kernel(&self, source: &KernelSource) -> Result<Kernel> {
        let source = self.with_texture_kind(source);
        self.kernels.get_or_compile(&self.machine, self.era, &source)
    }

    /// Waits until all requested work is done.
    ///
    /// # Errors
    /// [`Error::Driver`] with any error that the driver has found since.
    pub fn finish(&self) -> Result<()> {
        self.machine.backend.wait_idle()
    }

    /// Runs `work` and records each pass, dispatch, barrier and transfer of this device, and the time of each launch
    /// until it was finished, by [`Device::launch_clock`].
    ///
    /// # Errors
    /// Errors of `work`; [`Error::Call`] inside [`Device::timed`].
    pub fn trace<T>(&self, work: impl FnOnce() -> Result<T>) -> Result<(T, Trace)> {
        self.machine.check_not_timed("Device::trace")?;
        *self.machine.recorder.borrow_mut() = Some(Recorder::new(self.memory()));
        let result = work();
        let recorder = self.machine.recorder.take().unwrap_or_default();
        Ok((result?, recorder.finish_trace(&self.info().name, self.memory())))
    }

    #[cfg(opengl_window)] // who draws on a window
    pub(crate) fn from_gl(gl: gristmill_gl::Gl) -> Device {
        Device::from_machine(Machine::new(Box::new(gl), None))
    }

    /// Returns the layout of a stream that requests none.
    fn default_layout(&self) -> Layout {
        match self.era {
            Era::Fragment => Layout::Packed,
            Era::Compute => Layout::Linear,
        }
    }
}
