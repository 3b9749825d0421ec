//! Programs in the assembly languages of 2002: read, counted and run, against the extensions' own words, a plain evaluation,
//! Mesa's counts, and piglit's verdicts where that package is installed.
#![cfg(feature = "emulator")]

#[path = "../machine/mod.rs"]
mod machine;
mod counts;
mod instructions;
mod piglit;
mod positions;
mod programs;
