//! The plot and the stream graphs of an algorithm.

use crate::measure::RungMeasurement;
use crate::plots::time_plot::{RungLine, plot_times};
use gristmill::Result;
use gristmill::algorithms::Algorithm;
use gristmill::trace::graphs_svg;

/// Draws the plot of an algorithm.
pub fn plot_algorithm(algorithm: &Algorithm, device: &str, lines: &[&RungLine]) -> Result<String> {
    plot_times(&format!("{}: {}", algorithm.name, algorithm.summary), device, lines)
}

/// Draws the stream graphs of the plain rungs side by side.
pub fn plain_graphs(measured: &[&RungMeasurement]) -> String {
    let plain: Vec<_> = measured.iter().filter(|m| m.plain).map(|m| (m.rung.name, &m.trace)).collect();
    graphs_svg(&plain)
}
