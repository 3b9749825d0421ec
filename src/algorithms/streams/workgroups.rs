//! Work groups: a picture of the ids that a dispatch gives its invocations, coloured by their position in the group and
//! by the group.
//!
//! Red and green are the local id along x and y, 17 steps of the byte per invocation; blue is the group's id,
//! its two lowest bits along x and y. A fragment has neither: it computes the same picture from its position by
//! arithmetic.
//!
#![doc = table!()]
//!
//! Every way on the same data:
//!
//! ```
//! use gristmill::algorithms::workgroups::GROUP;
//! use gristmill::algorithms::workgroups;
//! use gristmill::{Device, Era};
//! # let Ok(device) = Device::open(Era::Compute) else { return Ok(()) };
//! let (fragment, compute) = (device.with_era(Era::Fragment)?, device.with_era(Era::Compute)?);
//! let size = [GROUP + 1, 2]; // two groups side by side
//! let picture = workgroups::reference(size);
//! assert_ne!(picture[GROUP - 1], picture[GROUP]);
//! assert_eq!(workgroups(&device, size)?.read()?, picture);
//! assert_eq!(workgroups::fragment(&fragment, size)?.read()?, picture);
//! assert_eq!(workgroups::fragment_2005(&fragment, size)?.read()?, picture);
//! assert_eq!(workgroups::compute(&compute, size)?.read()?, picture);
//! assert_eq!(workgroups::compute_image(&compute, size)?.read()?, picture);
//! # Ok::<(), gristmill::Error>(())
//! ```

use super::{Check, Trial, Workload};
use crate::{Device, Era, KernelSource, Layout, Result, Stream, compute_kernel, fragment_kernel, kernel_pair};
use image::Rgba;

rungs! {
    "the local and global ids of a dispatch, as a picture", 1 << 20, trial;
    fragment: "division and remainder of gl_FragCoord", "1 pass; 4 bytes per pixel", "GPU Gems 2, chapter 33";
    fragment_2005: "the remainder is a fraction", "1 pass; 4 bytes per pixel", "GPU Gems 2, chapter 33, 2005",
        on "radeon-9700";
    compute: "ids of groups of 16x16, into a buffer", "1 dispatch; 4 bytes per pixel",
        "Shreiner et al., OpenGL Programming Guide, 8th edition, 2013, chapter 12";
    compute_image: "the same into an image", "1 dispatch; 4 bytes per pixel", "Red Book 8, chapter 12";
}

const WORKGROUPS: KernelSource = kernel_pair!("streams/workgroups");
const OF_2005: KernelSource = fragment_kernel!("streams/workgroups_2005");
const IMAGE: KernelSource = compute_kernel!("streams/workgroups_image");

/// Invocations along each side of a group.
pub const GROUP: usize = 16;

/// Draws the picture of `size` pixels along x and y, in the device's era; returns a 2D stream.
///
/// # Errors
/// [`crate::Error::Limit`] if the device has no room for it.
pub fn workgroups(device: &Device, size: [usize; 2]) -> Result<Stream<Rgba<u8>>> {
    match device.era() {
        Era::Fragment => fragment(device, size),
        Era::Compute => compute(device, size),
    }
}

// ANCHOR: reference
/// Computes the same picture by two loops on the host.
pub fn reference([width, height]: [usize; 2]) -> Vec<Rgba<u8>> {
    let mut result = Vec::with_capacity(width * height);
    for y in 0..height {
        for x in 0..width {
            let local = [x % GROUP, y % GROUP];
            let group = [x / GROUP, y / GROUP];
            let tile = group[0] % 4 + 4 * (group[1] % 4);
            result.push(Rgba([17 * local[0] as u8, 17 * local[1] as u8, 17 * tile as u8, 255]));
        }
    }
    result
}
// ANCHOR_END: reference

/// One fragment per pixel; each computes its ids from its position.
///
/// # Errors
/// As [`workgroups`].
pub fn fragment(device: &Device, size: [usize; 2]) -> Result<Stream<Rgba<u8>>> {
    draw_ids(&device.with_era(Era::Fragment)?, &WORKGROUPS, Layout::Packed, size)
}

/// One fragment per pixel, by a kernel of GLSL 1.10 for any card that calculates in floats.
///
/// Source: Lefohn, Kniss and Owens, Implementing Efficient Parallel Data Structures on GPUs, GPU Gems 2, chapter 33,
/// 2005 (addresses by division and remainder).
///
/// # Errors
/// As [`workgroups`].
pub fn fragment_2005(device: &Device, size: [usize; 2]) -> Result<Stream<Rgba<u8>>> {
    let device = device.with_era(Era::Fragment)?;
    let mut result = device.uninit_in(Layout::Packed, size)?;
    device.kernel(&OF_2005)?.call().output("gl_FragColor", &mut result).run()?;
    Ok(result)
}

/// One invocation per pixel; each reads its ids.
///
/// # Errors
/// As [`workgroups`].
pub fn compute(device: &Device, size: [usize; 2]) -> Result<Stream<Rgba<u8>>> {
    draw_ids(&device.with_era(Era::Compute)?, &WORKGROUPS, Layout::Linear, size)
}

/// Works like [`compute`], but writes to an image. The result has [`Layout::Packed`].
///
/// # Errors
/// As [`workgroups`].
pub fn compute_image(device: &Device, size: [usize; 2]) -> Result<Stream<Rgba<u8>>> {
    draw_ids(&device.with_era(Era::Compute)?, &IMAGE, Layout::Packed, size)
}

fn draw_ids(device: &Device, kernel: &KernelSource, layout: Layout, size: [usize; 2]) -> Result<Stream<Rgba<u8>>> {
    let mut result = device.uninit_in(layout, size)?;
    device.kernel(kernel)?.call().output("result", &mut result).run()?;
    Ok(result)
}

type WorkgroupsRung = fn(&Device, [usize; 2]) -> Result<Stream<Rgba<u8>>>;

fn trial(device: &Device, workload: &Workload, rung: WorkgroupsRung) -> Result<Trial> {
    let size = match &workload.photograph {
        Some(photograph) => [photograph.width() as usize, photograph.height() as usize],
        None => workload.rectangle(),
    };
    let wanted = reference(size);
    let device = device.clone();
    let trial = Trial::with_picture(
        move || rung(&device, size),
        move |result| Ok(Check::exact(&result.read()?, &wanted)),
        Stream::to_image,
    );
    Ok(trial.sized(size[0] * size[1]))
}
