//! Kernels of anybody's, judged: what is wrong is found, what is right is silent, what is broken is refused,
//! and nothing panics.
#![cfg(feature = "emulator")]

mod cards;
mod contradictions;
mod dialects;
mod extensions;
mod findings;
mod fuzz;
mod hlsl;
#[path = "../machine/mod.rs"]
mod machine;
mod messages;
mod modules;
mod shrunk;
mod undefined;
mod vertex_units;
