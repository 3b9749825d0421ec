//! Gristmill: the stream programming of 2002 to 2006 beside the compute shaders that replaced it.
//!
//! Every algorithm exists in two eras. In the fragment era arrays are textures, kernels are fragment shaders and computing is drawing;
//! in the compute era arrays are buffers, kernels are compute shaders and computing is dispatching. The program is the same:
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
//! The nouns: [`Device`], [`Era`], [`Shape`], [`Layout`], [`Stream`], [`Pointer`], [`KernelSource`], [`Kernel`], [`Call`], [`PingPong`], [`Trace`].
#![warn(missing_docs)]
#![cfg_attr(not(feature = "gl"), allow(dead_code, reason = "without a machine nothing crosses the waist"))]

pub mod algorithms;
mod animation;
mod backend;
mod call;
#[cfg(feature = "emulator")]
pub mod check;
pub mod counters;
mod depth_stencil;
mod device;
mod dispatch;
mod element;
#[cfg(feature = "emulator")]
mod emulator;
mod era;
mod error;
pub mod finding;
#[cfg(feature = "gl")]
mod gl;
mod hazard;
mod kernel;
mod layout;
mod machine;
mod pass;
mod ping_pong;
mod pointer;
pub mod random;
mod scene;
mod shader;
mod shape;
mod stream;
pub mod trace;
#[cfg(feature = "window")]
mod window;

pub use animation::Animation;
pub use backend::{
    Barriers, Blend, Compare, DepthStencilState, DeviceInfo, DeviceKind, Limits, StencilUpdate, Topology, Value,
};
pub use call::{Call, TexelRect};
pub use depth_stencil::{DepthStencil, Query};
pub use device::{Device, MachineChoice};
pub use element::{Element, Format, Scalar};
pub use era::Era;
pub use error::{Error, Result};
pub use kernel::{Kernel, KernelSource};
pub use layout::{Address, ElementRect, Layout, Plan, TextureLimits};
pub use ping_pong::PingPong;
pub use pointer::Pointer;
pub use scene::{Mouse, Scene, image_of};
pub use shape::Shape;
pub use stream::{Reading, Stream};
pub use trace::Trace;
#[cfg(feature = "window")]
pub use window::Window;

/// The program of README.md, run.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
