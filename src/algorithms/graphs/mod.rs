//! Lists, trees and graphs, as pointers.

pub mod list_rank;

use super::{Algorithm, Check, Rung, Trial, Workload};
