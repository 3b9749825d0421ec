//! Brook, the stream language of 2003 (Buck et al., Stanford): its kernels in both eras, its programs by a small
//! interpreter.
//!
//! A `.br` file is C with kernels. Each kernel becomes a fragment kernel and a compute kernel of the library, each statement
//! on the line of its author; the host part runs over the library's streams:
//!
//! ```
//! use gristmill::{Device, Era};
//! use gristmill_brook::{BrookProgram, RunOptions};
//! let program = BrookProgram::read(
//!     "saxpy.br",
//!     "kernel void saxpy(float a, float x<>, float y<>, out float r<>) { r = a * x + y; }
//! int main() {
//!     float data[3] = {1, 2, 3};
//!     float x<3>, r<3>;
//!     streamRead(x, data);
//!     saxpy(2.0f, x, x, r);
//!     streamPrint(r);
//!     return 0;
//! }",
//! )?;
//! for era in Era::ALL {
//!     let Ok(device) = Device::open(era) else { continue };
//!     let mut printed = Vec::new();
//!     program.run(&device, &RunOptions::default(), &mut printed, &mut std::io::stderr())?;
//!     assert_eq!(printed, b"3.00 6.00 9.00 \n");
//! }
//! # Ok::<(), gristmill_brook::BrookError>(())
//! ```
//!
//! Words of Brook and what they are here:
//!
//! - A stream `float4 s<20, 10>` has the shape 10x20: its last extent is x. A struct is a stream for each of its numbers.
//! - An input of another size than the output is repeated or strided: element i of n reads element i * m / n of m.
//! - A gather rounds its index by adding a quarter and taking the floor, and beyond an edge takes the nearest element, as
//!   Brook's CPU runtime did.
//! - A reduction runs passes of its kernel, each of which makes one of up to eight neighbours.
//! - `vout` streams grow: rows keep their length, and what is missing in the last row is infinite.
//! - Scatter and gather with an operator run on the host, in order, as in Brook.
#![warn(missing_debug_implementations, missing_docs)]

mod builtins;
mod fault;
mod glsl;
mod interpreter;
mod lexer;
mod numbers;
mod parser;
mod preprocessor;
mod program;
mod syntax;
mod tree;
mod types;
mod typing;

pub use fault::BrookError;
pub use interpreter::RunOptions;
pub use program::{BrookKernel, BrookProgram};
