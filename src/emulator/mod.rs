//! The machine of our own: it runs the kernels lane by lane and watches what each lane does.
#![allow(dead_code, reason = "the interpreter is not wired yet")]

pub(crate) mod storage;
pub(crate) mod texture;
