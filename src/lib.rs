//! Gristmill: the stream programming of 2002 to 2006 next to the compute shaders that replaced it.
//!
//! Every algorithm exists in two eras. In the fragment era arrays are textures, kernels are fragment shaders
//! and computing is drawing; in the compute era arrays are buffers, kernels are compute shaders and computing
//! is dispatching. The program is the same:
//!
//! ```
//! use gristmill::{Device, Era, KernelSource, kernel_pair};
//!
//! const SAXPY: KernelSource = kernel_pair!("streams/saxpy"); // saxpy.frag and saxpy.comp; a missing twin does not compile
//!
//! # fn main() -> gristmill::Result<()> {
//! for era in Era::ALL {
//!     let device = match Device::open(era) {
//!         Ok(device) => device,
//!         Err(error) => {
//!             println!("{error}"); // one sentence: what is missing, and what to do
//!             continue;
//!         }
//!     };
//!     let x = device.stream(&[1.0, 2.0, 3.0])?;
//!     let y = device.stream(&[10.0, 20.0, 30.0])?;
//!     let mut result = device.empty::<f32>(x.shape())?;
//!     device
//!         .kernel(&SAXPY)?
//!         .call()
//!         .uniform("alpha", 2.0)
//!         .input("x", &x)
//!         .input("y", &y)
//!         .output("result", &mut result)
//!         .run()?;
//!     assert_eq!(result.read()?, [12.0, 24.0, 36.0]);
//! }
//! # Ok(())
//! # }
//! ```
//!
//! The main types: [`Device`], [`Era`], [`Shape`], [`Layout`], [`Stream`], [`Pointer`], [`KernelSource`], [`Kernel`],
//! [`Call`], [`PingPong`], [`Trace`].
#![cfg_attr(docsrs, feature(doc_cfg))]
#![warn(missing_debug_implementations, missing_docs)]
#![cfg_attr(not(feature = "gl"), allow(dead_code, reason = "without a machine nothing crosses the backend"))]

// Types of these crates are in the public API; users that name them through here have the same version.
pub use half;
pub use image;
pub use nalgebra;
#[cfg(feature = "gl")]
pub use {glium, glow};

/// The cards of 2002 to 2008, and kernels held against them.
pub use gristmill_cards as card;

pub mod algorithms;
#[cfg(feature = "emulator")]
#[cfg_attr(docsrs, doc(cfg(feature = "emulator")))]
pub mod audit;
mod call;
mod capture;
#[cfg(feature = "emulator")]
#[cfg_attr(docsrs, doc(cfg(feature = "emulator")))]
pub mod check;
mod depth_stencil;
mod device;
pub mod experiments;
#[cfg(feature = "emulator")]
#[cfg_attr(docsrs, doc(cfg(feature = "emulator")))]
pub mod judge;
mod kernel;
mod machine;
mod mipmaps;
mod ping_pong;
mod scene;
#[cfg(feature = "emulator")]
mod split;
mod stream;
#[cfg(feature = "suite")]
#[cfg_attr(docsrs, doc(cfg(feature = "suite")))]
pub mod test;
pub mod trace;

pub use call::{Call, TexelRect};
pub use capture::Capture;
#[doc(hidden)]
pub use capture::CommandLog;
pub use depth_stencil::{DepthStencil, Query};
pub use device::{Device, MachineChoice, Surfaces};
pub use gristmill_base::element::{Element, Format, Scalar};
pub use gristmill_base::era::Era;
pub use gristmill_base::error::{Error, Missing, Result};
pub use gristmill_base::files;
pub use gristmill_base::layout::{Address, ElementRect, Layout, Plan, TextureLimits};
pub use gristmill_base::nearest_names::nearest;
pub use gristmill_base::pointer::Pointer;
pub use gristmill_base::random;
pub use gristmill_base::shape::Shape;
pub use gristmill_base::{counters, finding, includes, timeline};
pub use gristmill_cards::Profile;
pub use gristmill_machine::{
    Barriers, Blend, Compare, DepthStencilState, DeviceInfo, DeviceKind, GlName, LaunchClock, Limits, RenderToTexture,
    Sampling, StencilUpdate, SurfaceBinding, SurfaceCounts, Topology, Value, Wrap,
};
pub use gristmill_shader::WebProgram;
pub use kernel::{Kernel, KernelSource, library as kernels};
pub use machine::HostUniform;
pub use mipmaps::Mipmaps;
pub use ping_pong::PingPong;
#[cfg(opengl_window)]
#[cfg_attr(docsrs, doc(cfg(feature = "window")))]
pub use scene::Window;
pub use scene::{Animation, Mouse, Scene, image_of};
#[cfg(feature = "emulator")]
#[cfg_attr(docsrs, doc(cfg(feature = "emulator")))]
pub use split::{SplitCall, SplitKernel};
pub use stream::{Reading, Stream};
pub use trace::Trace;

/// Runs the program of README.md as a doc test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
