//! Lists, trees and graphs, represented by pointers.

pub mod bfs;
pub mod floyd_warshall;
mod graph;
pub mod list_rank;
pub mod tree_depth;

use super::{Check, Trial, Workload};
