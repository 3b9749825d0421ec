//! Translates Cg and Direct3D 9's HLSL for the emulator's module. The book's pages load this module when a text in one
//! of them is there, so that the module that all pages load is smaller.
//!
//! Questions and answers are those of [`gristmill_cg::answer_question`].
#![warn(missing_debug_implementations, missing_docs)]

// The emulator's module passes texts to a page by the same three functions.
#[path = "../../live/src/memory.rs"]
mod memory;

// The name by which the memory of a module calls it.
use gristmill_cg::answer_question as answer;
