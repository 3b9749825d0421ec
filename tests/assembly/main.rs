//! Programs in the assembly languages of 2001 to 2006: read, counted and run, against the languages' own
//! words, a plain evaluation, Mesa's counts, and piglit's verdicts where that package is installed.
#![cfg(feature = "emulator")]

mod broken;
mod compiler_constants;
mod coordinates;
mod counts;
mod direct3d;
mod fragment_faults;
mod instructions;
#[path = "../machine/mod.rs"]
mod machine;
mod mesa;
mod piglit;
mod plain_counts;
mod positions;
mod programs;
mod random_numbers;
mod run_limit;
mod shader_tests;
mod undefined;
mod vertex_branches;
mod vertex_counts;
mod vertex_instructions;
mod vertex_positions;
mod vertex_programs;
