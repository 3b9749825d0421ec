//! A device in an existing context: by a loader function, by glow, by glium.

use super::Device;
use crate::machine::Machine;
use crate::stream::{RawStream, Stream};
use glium::backend::Facade;
use gristmill_base::element::Element;
use gristmill_base::era::Era;
use gristmill_base::error::Result;
use gristmill_gl::{Gl, HostContext};
use gristmill_machine::GlName;
use std::ffi::c_void;
use std::rc::Rc;

/// Devices in a program's own OpenGL context. Every call of the device saves the program's state and restores it:
/// programs, buffers, textures, samplers, images, targets, and the drawing state of a pass. The program must not use
/// what a call cannot save: a query or a transform feedback that has begun, and viewports and scissors beyond the
/// first.
///
/// Streams are textures and buffers of that context: [`Stream::gl_name`](crate::Stream::gl_name) returns their names,
/// and [`Device::adopt`] accepts the program's own. A device frees what it has created with its last stream, kernel
/// and copy, if the context is current then.
#[cfg_attr(docsrs, doc(cfg(feature = "gl")))]
impl Device {
    /// Creates a device in the OpenGL context that is current on this thread. `loader` finds its functions: SDL's,
    /// GLFW's or glutin's `get_proc_address`.
    ///
    /// ```no_run
    /// use gristmill::{Device, Era};
    /// # struct Display;
    /// # impl Display { fn get_proc_address(&self, _: &std::ffi::CStr) -> *const std::ffi::c_void { std::ptr::null() } }
    /// # let display = Display;
    /// let loader = |name: &str| display.get_proc_address(&std::ffi::CString::new(name).unwrap_or_default());
    /// // SAFETY: the context is current here, and will be whenever the device or a stream of it is used.
    /// let device = unsafe { Device::from_loader(Era::Fragment, loader) }?;
    /// # Ok::<(), gristmill::Error>(())
    /// ```
    ///
    /// # Safety
    /// `loader` returns functions of OpenGL by their names. The context is current on this thread whenever the
    /// device, or a stream or kernel of it, is used or dropped. A call in another context is refused if EGL, WGL or
    /// CGL reports the current one; otherwise it is undefined behaviour.
    ///
    /// # Errors
    /// [`Error::NoDevice`](crate::Error::NoDevice) if no context is current, or if it is older than the era needs:
    /// OpenGL 3.3 for fragments, 4.3 for compute.
    pub unsafe fn from_loader(era: Era, mut loader: impl FnMut(&str) -> *const c_void) -> Result<Device> {
        open_embedded(era, HostContext { loader: &mut loader, glow: None, make_current: Box::new(|| ()) })
    }

    /// Creates a device as [`Device::from_loader`] does, in the context whose functions glow has loaded.
    ///
    /// ```no_run
    /// use gristmill::{Device, Era, glow};
    /// # fn gl() -> std::rc::Rc<glow::Context> { unimplemented!() }
    /// # fn loader(_: &str) -> *const std::ffi::c_void { std::ptr::null() }
    /// let gl: std::rc::Rc<glow::Context> = gl();
    /// // SAFETY: the context is current here, and will be whenever the device or a stream of it is used.
    /// let device = unsafe { Device::from_glow(Era::Compute, gl, loader) }?;
    /// # Ok::<(), gristmill::Error>(())
    /// ```
    ///
    /// # Safety
    /// As [`Device::from_loader`].
    ///
    /// # Errors
    /// As [`Device::from_loader`].
    pub unsafe fn from_glow(
        era: Era,
        gl: Rc<glow::Context>,
        mut loader: impl FnMut(&str) -> *const c_void,
    ) -> Result<Device> {
        open_embedded(era, HostContext { loader: &mut loader, glow: Some(gl), make_current: Box::new(|| ()) })
    }

    /// Creates a device as [`Device::from_loader`] does, in a context of glium, which makes it current before each
    /// call.
    ///
    /// ```no_run
    /// use gristmill::{Device, Era, glium};
    /// # fn context() -> std::rc::Rc<glium::backend::Context> { unimplemented!() }
    /// # fn loader(_: &str) -> *const std::ffi::c_void { std::ptr::null() }
    /// let display: std::rc::Rc<glium::backend::Context> = context(); // or a glium::Display
    /// // SAFETY: the functions are those of the display's context.
    /// let device = unsafe { Device::from_glium(Era::Fragment, &display, loader) }?;
    /// # Ok::<(), gristmill::Error>(())
    /// ```
    ///
    /// # Safety
    /// `loader` returns the functions of that context.
    ///
    /// # Errors
    /// As [`Device::from_loader`].
    pub unsafe fn from_glium(
        era: Era,
        display: &(impl Facade + ?Sized),
        mut loader: impl FnMut(&str) -> *const c_void,
    ) -> Result<Device> {
        let context = display.get_context().clone();
        // SAFETY: the closure does nothing; the call is made for the context switch before it.
        let make_current = move || unsafe { context.exec_in_context(|| ()) };
        open_embedded(era, HostContext { loader: &mut loader, glow: None, make_current: Box::new(make_current) })
    }

    /// Wraps a texture or a buffer of the program in whose context this device is as a stream: a 2D texture as a
    /// stream of its width and height, a buffer as a stream of all its elements. Nothing is copied. The program keeps
    /// it, and frees it after the stream.
    ///
    /// ```
    /// use gristmill::{Device, Era, MachineChoice};
    /// # let Ok(device) = Device::choose(Era::Fragment, MachineChoice::Driver) else { return Ok::<(), gristmill::Error>(()) };
    /// let own = device.stream_of([3, 2], &[1, 2, 3, 4, 5, 6])?; // in the place of a program's texture
    /// // SAFETY: the texture lives longer than the stream.
    /// let same = unsafe { device.adopt::<i32>(own.gl_name()?) }?;
    /// assert_eq!((same.shape(), same.read()?), (own.shape(), own.read()?));
    /// # Ok::<(), gristmill::Error>(())
    /// ```
    ///
    /// # Safety
    /// The texture or the buffer lives as long as the stream, keeps its size and its format, and no other
    /// stream's call reads what this one's writes.
    ///
    /// # Errors
    /// [`Error::Data`](crate::Error::Data) if the name is of nothing, or its texels or bytes are not such elements;
    /// [`Error::NoDevice`](crate::Error::NoDevice) on the emulator.
    pub unsafe fn adopt<T: Element>(&self, name: GlName) -> Result<Stream<T>> {
        Ok(Stream::new(RawStream::adopt_memory(&self.machine, name, T::FORMAT)?))
    }
}

fn open_embedded(era: Era, host: HostContext) -> Result<Device> {
    Device::from_machine(Machine::new(Box::new(Gl::open_embedded(host)?), None).without_pooling()).with_era(era)
}
