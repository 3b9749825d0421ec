//! Behaviour that a user of the library may rely on: layouts, streams, passes, dispatches,
//! refusals, errors of the texts it grew from.

mod addressing;
mod addressing_model;
mod addressing_on_device;
#[cfg(feature = "emulator")]
mod audit;
mod cards;
mod clock;
mod dispatches;
#[cfg(feature = "gl")]
mod embedded;
#[cfg(feature = "emulator")]
mod errata;
mod experiments;
#[cfg(feature = "gl")]
mod glium;
mod halves;
#[cfg(feature = "gl")]
#[path = "../../examples/embed/host.rs"]
mod host;
#[path = "../machine/mod.rs"]
mod machine;
mod memory;
mod mipmaps;
mod passes;
mod process;
mod rectangles;
mod refusals;
mod repeated;
mod sampling;
#[cfg(feature = "emulator")]
mod split;
mod streams;
mod surfaces;
mod textures;
mod uniforms;
mod uninterrupted;
mod vertex_streams;
