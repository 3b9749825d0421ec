//! Kernels of anybody's, judged: what is wrong is found, what is right is silent, what is broken is refused,
//! and nothing panics.
#![cfg(feature = "emulator")]

mod findings;
mod fuzz;
mod modules;
mod shrunk;
mod undefined;
