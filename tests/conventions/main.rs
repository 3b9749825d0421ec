//! The conventions of `ARCHITECTURE.md`, read from the source: who may use whom, what things are called, how
//! kernels, Rust and prose are written; and that the texts are true of the tree.
//!
//! Each convention is a function from text to faults, a test that applies it to the project, and a test that
//! shows it failing. A fault says where, and how to mend it.

mod architecture;
mod circles;
mod compiles;
mod counted;
mod examples;
mod glossary;
mod kernels;
mod lessons;
mod links;
mod listings;
#[path = "../machine/mod.rs"]
mod machine;
mod names;
mod pages;
mod path;
mod prose;
mod rust;
mod source;
mod sources;
mod visibility;
