//! Pages and tables that the book includes.

pub mod cards;
pub mod experiment;
pub mod fit;
pub mod gpus;
pub mod puzzles;
pub mod ways;
