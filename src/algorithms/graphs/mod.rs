//! Lists, trees and graphs, as pointers.

pub mod bfs;
mod graph;
pub mod list_rank;

use super::{Algorithm, Check, Rung, Trial, Workload};
