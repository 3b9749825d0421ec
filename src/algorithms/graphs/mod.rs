//! Lists, trees and graphs, as pointers.

pub mod bfs;
pub mod floyd_warshall;
mod graph;
pub mod list_rank;
pub mod tree_depth;

use super::{Check, Trial, Workload};
