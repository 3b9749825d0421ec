//! Programs in the assembly languages of 2002: read, counted and run, against the extensions' own
//! words, a plain evaluation, Mesa's counts, and piglit's verdicts where that package is installed.
#![cfg(feature = "emulator")]

mod broken;
mod counts;
mod instructions;
#[path = "../machine/mod.rs"]
mod machine;
mod mesa;
mod piglit;
mod positions;
mod programs;
mod shader_tests;
mod undefined;
mod vertex_counts;
mod vertex_instructions;
mod vertex_positions;
mod vertex_programs;
