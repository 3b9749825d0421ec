//! Uninitialised streams, and the memories of a device.

use super::Device;
use crate::stream::{RawStream, Stream};
use crate::trace::MemoryUse;
use gristmill_base::element::Element;
use gristmill_base::error::Result;
use gristmill_base::layout::Layout;
use gristmill_base::shape::Shape;
use gristmill_machine::InitialContents;

impl Device {
    /// Creates a stream whose elements are not set, in the era's own layout: for results that a kernel writes
    /// completely, for which the zeros of [`Device::empty`] would be wasted.
    ///
    /// An element that is read before it is written has any value on a driver, and on the emulator a conspicuous one:
    /// a NaN, or a large number.
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
    /// [`Error::Limit`](crate::Error::Limit) if it does not fit the device.
    pub fn uninit<T: Element>(&self, shape: impl Into<Shape>) -> Result<Stream<T>> {
        self.uninit_in(self.default_layout(), shape)
    }

    /// Creates such a stream in this layout.
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
        self.create_stream(layout, shape.into(), InitialContents::Unset)
    }

    /// Creates a stream with these initial contents.
    pub(super) fn create_stream<T: Element>(
        &self,
        layout: Layout,
        shape: Shape,
        contents: InitialContents,
    ) -> Result<Stream<T>> {
        let rectangles = self.lays_rectangles();
        Ok(Stream::new(RawStream::new(&self.machine, shape, layout, T::FORMAT, contents, rectangles)?))
    }

    /// Returns the number of memories that this device has created and reused, and their bytes.
    ///
    /// ```
    /// # use gristmill::{Device, Era};
    /// # let Ok(device) = Device::open(Era::Compute) else { return Ok(()) };
    /// let numbers = device.stream(&[1.0; 100])?;
    /// assert_eq!(device.memory().live, 400);
    /// # Ok::<(), gristmill::Error>(())
    /// ```
    pub fn memory(&self) -> MemoryUse {
        self.machine.memory_use()
    }

    /// Returns the pooled memories, which wait for new streams, to the driver.
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
        self.machine.trim_pool();
    }
}
