//! Description of a device and its limits.

use std::fmt;
use std::time::Duration;

/// Description of a device and its limits.
///
/// ```
/// # use gristmill::{Device, DeviceInfo, Era};
/// # let Ok(device) = Device::open(Era::Fragment) else { return Ok::<(), gristmill::Error>(()) };
/// let info: &DeviceInfo = device.info();
/// assert!(!info.name.is_empty() && info.opengl.is_none_or(|version| version >= (3, 3)));
/// # Ok::<(), gristmill::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct DeviceInfo {
    /// The renderer's own name, as `llvmpipe (LLVM 15.0.6, 256 bits)`.
    pub name: String,
    /// The driver's version text.
    pub version: String,
    /// OpenGL's version, as (4, 5); `None` if launches go by WebGPU.
    pub opengl: Option<(u8, u8)>,
    /// The kind of hardware: a GPU, a CPU that plays one, or the emulator.
    pub kind: DeviceKind,
    /// Time that opening the device took.
    pub opened_in: Duration,
    /// The limits that the device reports.
    pub limits: Limits,
}

impl DeviceInfo {
    /// Returns the interface by which launches go, as `OpenGL 4.5` or `WebGPU`.
    ///
    /// ```
    /// # #[cfg(feature = "emulator")] {
    /// use gristmill::{Device, Era};
    /// assert_eq!(Device::emulator(Era::Fragment)?.info().describe_interface(), "OpenGL 4.3");
    /// # }
    /// # Ok::<(), gristmill::Error>(())
    /// ```
    pub fn describe_interface(&self) -> String {
        match self.opengl {
            Some((major, minor)) => format!("OpenGL {major}.{minor}"),
            None => "WebGPU".to_string(),
        }
    }

    /// Returns true if the device runs compute shaders: OpenGL has them from 4.3 on.
    ///
    /// ```
    /// # #[cfg(feature = "emulator")] {
    /// use gristmill::{Device, Era};
    /// assert!(Device::emulator(Era::Fragment)?.info().has_compute());
    /// # }
    /// # Ok::<(), gristmill::Error>(())
    /// ```
    pub fn has_compute(&self) -> bool {
        self.opengl.is_none_or(|version| version >= (4, 3))
    }

    /// Returns true if a group of a dispatch can wait for what another one has written, as a scan by look-back does.
    /// WebGPU orders no writes between groups.
    ///
    /// ```
    /// # #[cfg(feature = "emulator")] {
    /// use gristmill::{Device, Era};
    /// assert!(Device::emulator(Era::Compute)?.info().has_group_order());
    /// # }
    /// # Ok::<(), gristmill::Error>(())
    /// ```
    pub fn has_group_order(&self) -> bool {
        self.opengl.is_some()
    }
}

/// The hardware that a device computes on. An algorithm may use another kernel on each: the lanes of a CPU are
/// fastest with a chunk of elements each, those of a GPU with neighbouring elements.
///
/// ```
/// use gristmill::{DeviceKind, Era, algorithms::Algorithm};
/// let scan = Algorithm::find("scan")?;
/// assert_eq!(scan.plain(Era::Compute, DeviceKind::Cpu).map(|rung| rung.name), Some("compute_chunks"));
/// assert_eq!(scan.plain(Era::Compute, DeviceKind::Gpu).map(|rung| rung.name), Some("compute_lookback"));
/// # Ok::<(), gristmill::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DeviceKind {
    /// A graphics processor, used through a driver.
    Gpu,
    /// A processor on which the driver plays a GPU, as Mesa's llvmpipe does.
    Cpu,
    /// The emulator of this library.
    Emulator,
}

/// The clock that times the launches of a `Trace`: the device's own if a self-test finds it accurate.
///
/// ```
/// # use gristmill::{Device, Era, LaunchClock};
/// # let Ok(device) = Device::open(Era::Fragment) else { return Ok(()) };
/// match device.launch_clock()? {
///     LaunchClock::Device => println!("passes are timed as the device ran them"),
///     clock => println!("{clock}"), // launches are timed by the host's clock: ...
/// }
/// # Ok::<(), gristmill::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LaunchClock {
    /// The device's own clock: it records the time before and after a launch.
    Device,
    /// The host's clock, from before a launch until the device has finished; with the reason.
    Host(String),
}

impl fmt::Display for LaunchClock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LaunchClock::Device => f.write_str("launches are timed by the device"),
            LaunchClock::Host(why) => write!(f, "launches are timed by the host's clock: {why}"),
        }
    }
}

/// Limits of a device, as the device reports them.
///
/// ```
/// # use gristmill::{Device, Era, Limits};
/// # let Ok(device) = Device::open(Era::Fragment) else { return Ok::<(), gristmill::Error>(()) };
/// let limits: &Limits = device.limits();
/// assert!(limits.texture_side >= 1024 && limits.outputs >= 1); // what OpenGL 3.3 grants
/// # Ok::<(), gristmill::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Limits {
    /// Side of a 2D texture, in texels.
    pub texture_side: usize,
    /// Side of a rectangle texture, in texels.
    pub rectangle_side: usize,
    /// Side of a 3D texture, in texels.
    pub volume_side: usize,
    /// Side of a cube texture's faces, in texels.
    pub cube_side: usize,
    /// Outputs of one pass.
    pub outputs: usize,
    /// Vertex streams that one vertex kernel writes.
    pub vertex_outputs: usize,
    /// Textures read by one kernel.
    pub textures: usize,
    /// Bytes of one storage buffer. 0 without compute shaders, like all limits that follow.
    pub buffer_bytes: usize,
    /// Storage buffers of one kernel.
    pub buffers: usize,
    /// Images of one kernel.
    pub images: usize,
    /// Work groups of a dispatch along x, y and z.
    pub groups: [usize; 3],
    /// Invocations of a work group along x, y and z.
    pub group_size: [usize; 3],
    /// Invocations of a work group.
    pub group_invocations: usize,
    /// Bytes of shared memory of a work group.
    pub shared_bytes: usize,
    /// Iterations of all loops that one invocation may run: llvmpipe ends a loop silently after 65,535; others do not
    /// count.
    pub turns: usize,
}
