//! Streams whose elements nobody has set, and the memories that a machine has.

use super::Device;
use crate::stream::{RawStream, Stream};
use crate::trace::MemoryUse;
use gristmill_base::element::Element;
use gristmill_base::error::Result;
use gristmill_base::layout::Layout;
use gristmill_base::shape::Shape;
use gristmill_machine::Contents;

impl Device {
    /// A stream whose elements are not set, in the era's own layout: for results that a kernel writes wholly, where
    /// [`Device::empty`] would set zeros that nobody sees.
    ///
    /// Whoever reads an element before it is written gets anything from a driver, and from the emulator what shows: a
    /// NaN, or a large number.
    ///
    /// ```
    /// # use gristmill::{Device, Era, kernel_pair};
    /// # let Ok(device) = Device::open(Era::Fragment) else { return Ok(()) };
    /// let x = device.stream(&[1.0, 2.0, 3.0])?;
    /// let mut result = device.uninit::<f32>(x.shape())?;
    /// let saxpy = device.kernel(&kernel_pair!("streams/saxpy"))?;
    /// saxpy.call().uniform("alpha", 2.0).input("x", &x).input("y", &x).output("result", &mut result).run()?;
    /// assert_eq!(result.read()?, [3.0, 6.0, 9.0]);
    /// # Ok::<(), gristmill::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Limit`](crate::Error::Limit) where it does not fit the machine.
    pub fn uninit<T: Element>(&self, shape: impl Into<Shape>) -> Result<Stream<T>> {
        self.uninit_in(self.layout(), shape)
    }

    /// The same in that layout.
    ///
    /// ```
    /// # use gristmill::{Device, Era, Layout};
    /// # let Ok(device) = Device::open(Era::Compute) else { return Ok(()) };
    /// let mut numbers = device.uninit_in(Layout::Packed, 3)?;
    /// numbers.write(&[1, 2, 3])?;
    /// assert_eq!(numbers.read()?, [1, 2, 3]);
    /// # Ok::<(), gristmill::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`Device::uninit`].
    pub fn uninit_in<T: Element>(&self, layout: Layout, shape: impl Into<Shape>) -> Result<Stream<T>> {
        self.made(layout, shape.into(), Contents::Unset)
    }

    /// A stream of those contents.
    pub(super) fn made<T: Element>(&self, layout: Layout, shape: Shape, contents: Contents) -> Result<Stream<T>> {
        Ok(Stream::new(RawStream::new(&self.machine, shape, layout, T::FORMAT, contents)?))
    }

    /// How many memories this machine has made, how many it has used again, and how many bytes there are.
    ///
    /// ```
    /// # use gristmill::{Device, Era};
    /// # let Ok(device) = Device::open(Era::Compute) else { return Ok(()) };
    /// let numbers = device.stream(&[1.0; 100])?;
    /// assert_eq!(device.memory().live, 400);
    /// # Ok::<(), gristmill::Error>(())
    /// ```
    pub fn memory(&self) -> MemoryUse {
        self.machine.memory()
    }

    /// Gives the memories back to the driver that wait for streams to come.
    ///
    /// ```
    /// # use gristmill::{Device, Era};
    /// # let Ok(device) = Device::open(Era::Compute) else { return Ok(()) };
    /// drop(device.stream(&[1.0; 100])?);
    /// assert_eq!(device.memory().kept, 400);
    /// device.trim();
    /// assert_eq!(device.memory().kept, 0);
    /// # Ok::<(), gristmill::Error>(())
    /// ```
    pub fn trim(&self) {
        self.machine.trim();
    }
}
