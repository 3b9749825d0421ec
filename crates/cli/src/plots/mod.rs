//! Plots and charts, as SVG in the reader's colours.

pub mod algorithm_plots;
pub mod chart;
pub mod time_plot;
