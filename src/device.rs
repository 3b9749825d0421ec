//! A machine seen from one era: what makes streams and kernels.

mod at_hand;
mod capturing;
mod card;
mod choice;
mod clock;
#[cfg(feature = "gl")]
mod embedding;
mod memory;
mod opening;
mod order;
mod suited;
mod surfaces;
mod timelines;
mod uniforms;

use crate::depth_stencil::{DepthStencil, Query};
use crate::kernel::{Kernel, KernelSource, Kernels};
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
use gristmill_machine::{Contents, DeviceInfo, Limits};
use image::RgbaImage;
use std::fmt;
use std::rc::Rc;

pub use choice::MachineChoice;
pub use surfaces::Surfaces;

/// The version of OpenGL that brought compute shaders.
const COMPUTE: (u8, u8) = (4, 3);

/// A machine seen from one era.
///
/// It is cheap to clone; clones and the other era's view share the machine and its memory. A device stays on
/// its thread: open one per thread. On llvmpipe one thread at a time is in the driver, whose
/// contexts read each other's work.
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
/// It makes streams, kernels and what a pass is drawn with:
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
/// let (buffer, query) = (device.depth_stencil(4, 4)?, device.query()?);
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
/// The emulator watches every lane:
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
    // Before the machine that they are of: fields are dropped in this order.
    kernels: Rc<Kernels>,
    machine: Rc<Machine>,
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
    /// Opens the machine that `GRISTMILL_DEVICE` names, or else the first driver that works, or else the
    /// emulator. `GRISTMILL_CARD` names a card that it plays: see [`Device::with_card`].
    ///
    /// # Errors
    /// [`Error::NoDevice`] where there is none, or its OpenGL is older than 3.3 for fragments, 4.3 for compute.
    pub fn open(era: Era) -> Result<Device> {
        suited::check_environment()?;
        let choice = std::env::var("GRISTMILL_DEVICE").unwrap_or_default().parse()?;
        Device::choose(era, choice)?.with_card_of_environment()
    }

    /// Opens the machine chosen.
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
            MachineChoice::Any => opening::gl(None).or_else(opening::fall_back)?,
            MachineChoice::Driver => opening::gl(None)?,
            MachineChoice::Number(number) => opening::gl(Some(number))?,
            MachineChoice::Emulator => opening::emulator()?,
        };
        Device::of(opened).with_era(era)
    }

    fn of(machine: Machine) -> Device {
        Device { era: Era::Fragment, kernels: Rc::default(), machine: Rc::new(machine) }
    }

    /// Opens the emulator, and lets it watch for all faults: what it found is in [`Device::findings`].
    ///
    /// # Errors
    /// [`Error::NoDevice`] in a build without it.
    pub fn emulator(era: Era) -> Result<Device> {
        let device = Device::choose(era, MachineChoice::Emulator)?;
        device.listen(Some(Listening::FAULTS))?;
        Ok(device)
    }

    /// Lets the emulator listen for that from now on, or for nothing.
    ///
    /// # Errors
    /// [`Error::NoDevice`] on another machine: a driver says nothing.
    pub fn listen(&self, listening: Option<Listening>) -> Result<()> {
        self.log()?.listening.set(listening);
        Ok(())
    }

    /// What the emulator found since it was last asked, the earliest first.
    ///
    /// # Errors
    /// [`Error::NoDevice`] on another machine: a driver says nothing.
    pub fn findings(&self) -> Result<Vec<Finding>> {
        Ok(self.log()?.findings.take())
    }

    /// What the emulator counted since it was last asked, where it listens for [`Listening::COUNTERS`].
    ///
    /// # Errors
    /// [`Error::NoDevice`] on another machine: a driver says nothing.
    pub fn counters(&self) -> Result<Counters> {
        Ok(self.log()?.counters.take())
    }

    /// Begins to note the numbers that the host reads, or ends it; gives those noted until now.
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

    /// What the emulator was asked and has told.
    ///
    /// # Errors
    /// [`Error::NoDevice`] on another machine: a driver says nothing.
    pub(crate) fn log(&self) -> Result<&FindingsLog> {
        let name = &self.info().name;
        self.machine.log.as_deref().ok_or_else(|| {
            Error::no_device(
                Missing::Emulator,
                format!("{name} does not say what its lanes do; take the emulator (GRISTMILL_DEVICE=emulator)"),
            )
        })
    }

    /// How many devices can be chosen by number.
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
    /// [`Error::NoDevice`] where the driver's library is missing.
    pub fn count() -> Result<usize> {
        #[cfg(opengl)]
        return gristmill_gl::device_count();
        #[cfg(not(opengl))]
        return Ok(0);
    }

    /// The same machine and memory, programmed as the other era.
    ///
    /// # Errors
    /// [`Error::NoDevice`] for the compute era on OpenGL before 4.3, and where the card that it plays had none.
    pub fn with_era(&self, era: Era) -> Result<Device> {
        self.refuse_groups(era)?;
        let DeviceInfo { name, opengl, .. } = self.info();
        if era == Era::Compute && *opengl < COMPUTE {
            let (major, minor) = opengl;
            return Err(Error::no_device(
                Missing::Version { needed: COMPUTE, offered: Some(*opengl) },
                format!(
                    "the compute era needs OpenGL 4.3, {name} offers {major}.{minor}: take the fragment era (--era fragment), which computes the same"
                ),
            ));
        }
        Ok(Device { era, ..self.clone() })
    }

    /// The era it is programmed as.
    pub fn era(&self) -> Era {
        self.era
    }

    /// Who the machine is.
    pub fn info(&self) -> &DeviceInfo {
        self.machine.backend.info()
    }

    /// What the machine allows, or the card that it plays.
    pub fn limits(&self) -> &Limits {
        self.machine.limits()
    }

    /// A 1D stream of these elements, in the era's own layout: a texture in the fragment era, a buffer in the
    /// compute era.
    ///
    /// # Errors
    /// [`Error::Limit`] where it does not fit the machine.
    pub fn stream<T: Element>(&self, elements: &[T]) -> Result<Stream<T>> {
        self.stream_of(elements.len(), elements)
    }

    /// A stream of that shape, in the era's own layout.
    ///
    /// # Errors
    /// [`Error::Limit`] where it does not fit the machine, [`Error::Data`] where the elements are not as many
    /// as the shape has.
    pub fn stream_of<T: Element>(&self, shape: impl Into<Shape>, elements: &[T]) -> Result<Stream<T>> {
        self.stream_in(self.layout(), shape, elements)
    }

    /// A stream of that shape and layout.
    ///
    /// # Errors
    /// As [`Device::stream_of`].
    pub fn stream_in<T: Element>(&self, layout: Layout, shape: impl Into<Shape>, elements: &[T]) -> Result<Stream<T>> {
        let mut stream = self.uninit_in(layout, shape)?;
        stream.write(elements)?;
        Ok(stream)
    }

    /// A stream of zeros, in the era's own layout.
    ///
    /// # Errors
    /// [`Error::Limit`] where it does not fit the machine.
    pub fn empty<T: Element>(&self, shape: impl Into<Shape>) -> Result<Stream<T>> {
        self.empty_in(self.layout(), shape)
    }

    /// A stream of zeros, of that layout.
    ///
    /// # Errors
    /// [`Error::Limit`] where it does not fit the machine.
    pub fn empty_in<T: Element>(&self, layout: Layout, shape: impl Into<Shape>) -> Result<Stream<T>> {
        self.made(layout, shape.into(), Contents::Zero)
    }

    /// The same elements in this device's era: a copy made on the device.
    ///
    /// # Errors
    /// [`Error::Limit`] where it does not fit the machine in this era's layout.
    pub fn copy_of<T: Element>(&self, stream: &Stream<T>) -> Result<Stream<T>> {
        let mut copy = self.uninit(stream.shape())?;
        copy.copy_from(stream)?;
        Ok(copy)
    }

    /// A photograph as a 2D stream of its pixels, the top row first.
    ///
    /// # Errors
    /// [`Error::Limit`] where it is larger than the machine's textures.
    pub fn image(&self, image: &RgbaImage) -> Result<Stream<image::Rgba<u8>>> {
        let pixels: Vec<_> = image.pixels().copied().collect();
        self.stream_of([image.width() as usize, image.height() as usize], &pixels)
    }

    /// A depth and stencil buffer for passes over 2D streams of that width and height; depth 1, stencil 0
    /// everywhere.
    ///
    /// # Errors
    /// [`Error::Limit`] where a side is 0 or larger than the machine's textures.
    pub fn depth_stencil(&self, width: usize, height: usize) -> Result<DepthStencil> {
        DepthStencil::new(&self.machine, width, height)
    }

    /// A count of the fragments that pass: an occlusion query.
    ///
    /// # Errors
    /// [`Error::Driver`] where the driver has no more.
    pub fn query(&self) -> Result<Query> {
        Query::new(&self.machine)
    }

    /// The kernel's side for this device's era, compiled once and remembered.
    ///
    /// # Errors
    /// [`Error::Source`] where it does not compile, or needs more than the machine allows; [`Error::Call`]
    /// where it has no side for this era.
    pub fn kernel(&self, source: &KernelSource) -> Result<Kernel> {
        self.kernels.get(&self.machine, self.era, source)
    }

    /// Returns when all work asked for is done.
    ///
    /// # Errors
    /// [`Error::Driver`] with what the driver found wrong since.
    pub fn finish(&self) -> Result<()> {
        self.machine.backend.wait()
    }

    /// Runs `work` and records each pass, dispatch, barrier and transfer of this machine, each launch with the
    /// time that it took until it was finished, by [`Device::launch_clock`].
    ///
    /// # Errors
    /// Those of `work`; [`Error::Call`] inside of [`Device::timed`].
    pub fn trace<T>(&self, work: impl FnOnce() -> Result<T>) -> Result<(T, Trace)> {
        self.machine.not_timed("Device::trace")?;
        *self.machine.recorder.borrow_mut() = Some(Recorder::new(self.memory()));
        let result = work();
        let recorder = self.machine.recorder.take().unwrap_or_default();
        Ok((result?, recorder.finish(&self.info().name, self.memory())))
    }

    #[cfg(opengl_window)] // who draws on a window
    pub(crate) fn on(gl: gristmill_gl::Gl) -> Device {
        Device::of(Machine::new(Box::new(gl), None))
    }

    /// The layout of a stream that asks for none.
    fn layout(&self) -> Layout {
        match self.era {
            Era::Fragment => Layout::Packed,
            Era::Compute => Layout::Linear,
        }
    }
}
