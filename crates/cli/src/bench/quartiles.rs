//! The distribution of a rung's times: best, quartiles and slowest, and a picture for several rungs.

use crate::plots::time_plot::{DrawResult, describe_svg, new_page, rung_colour, text_style};
use gristmill::{Era, Error, Result};
use plotters::prelude::*;
use std::time::Duration;

/// Times in seconds.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Quartiles {
    pub best: f64,
    /// The first quartile, the median and the third quartile.
    pub quartiles: [f64; 3],
    pub slowest: f64,
    pub runs: usize,
}

impl Quartiles {
    pub fn from_times(mut times: Vec<Duration>) -> Quartiles {
        times.sort_unstable();
        let last = times.len().saturating_sub(1);
        let [best, low, median, high, slowest] =
            [0, 1, 2, 3, 4].map(|quarter| times.get(last * quarter / 4).map_or(0.0, Duration::as_secs_f64));
        Quartiles { best, quartiles: [low, median, high], slowest, runs: times.len() }
    }
}

/// Draws a bar for each rung, from zero to its median, with its quartiles as a box and its best as a tick.
pub fn draw_quartiles(title: &str, device: &str, rows: &[(&str, Era, Quartiles)]) -> Result<String> {
    let mut svg = String::new();
    draw_bars(&mut svg, title, device, rows)
        .map_err(|error| Error::data(format!("the picture of {title}: {error}")))?;
    Ok(describe_svg(
        &svg,
        &format!("{title}: a bar for the median time of each rung, with a box from its first to its third quartile"),
    ))
}

fn draw_bars(svg: &mut String, title: &str, device: &str, rows: &[(&str, Era, Quartiles)]) -> DrawResult {
    let below = format!("medians on {device}; boxes are the quartiles, ticks the best runs");
    let (plot, key) = new_page(svg, title, below)?;
    let most = rows
        .iter()
        .map(|(_, _, times)| times.quartiles[2])
        .fold(f64::MIN_POSITIVE, f64::max);
    let mut chart = ChartBuilder::on(&plot)
        .x_label_area_size(50)
        .margin(10)
        .build_cartesian_2d(0.0..most * 1.05 * 1e3, 0.0..rows.len().max(1) as f64)?;
    chart
        .configure_mesh()
        .disable_y_mesh()
        .disable_y_axis()
        .x_desc("milliseconds")
        .label_style(text_style(13))
        .axis_desc_style(text_style(14))
        .axis_style(crate::plots::time_plot::INK)
        .bold_line_style(crate::plots::time_plot::GRID)
        .light_line_style(TRANSPARENT)
        .draw()?;
    let mut numbers = [0; 2];
    for (at, (name, era, times)) in rows.iter().enumerate() {
        let number = &mut numbers[usize::from(*era == Era::Compute)];
        let colour = rung_colour(*era, *number);
        *number += 1;
        let bottom = (rows.len() - 1 - at) as f64;
        let [low, median, high] = times.quartiles.map(|time| time * 1e3);
        chart.draw_series([Rectangle::new([(0.0, bottom + 0.3), (median, bottom + 0.7)], colour.filled())])?;
        chart.draw_series([Rectangle::new([(low, bottom + 0.15), (high, bottom + 0.85)], colour.stroke_width(2))])?;
        let best = times.best * 1e3;
        chart.draw_series([PathElement::new(
            vec![(best, bottom + 0.1), (best, bottom + 0.9)],
            crate::plots::time_plot::INK,
        )])?;
        let y = 20 + at as i32 * 24;
        key.draw(&Rectangle::new([(4, y - 6), (36, y + 6)], colour.filled()))?;
        key.draw(&Text::new((*name).to_string(), (44, y - 7), text_style(13)))?;
    }
    plot.present()?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quarters_of_the_runs() {
        let times = (1..=5).rev().map(Duration::from_secs).collect();
        let quartiles = Quartiles::from_times(times);
        assert_eq!(quartiles, Quartiles { best: 1.0, quartiles: [2.0, 3.0, 4.0], slowest: 5.0, runs: 5 });
        assert_eq!(Quartiles::from_times(vec![]).runs, 0);
    }

    #[test]
    fn a_picture_names_each_rung() {
        let times = Quartiles { best: 1.0, quartiles: [1.5, 2.0, 3.0], slowest: 9.0, runs: 9 };
        let svg = draw_quartiles(
            "scan",
            "a machine",
            &[("fragment", Era::Fragment, times), ("compute_chunks", Era::Compute, times)],
        );
        let svg = svg.unwrap_or_default();
        assert!(svg.contains("compute_chunks") && svg.contains("milliseconds") && svg.contains("role=\"img\""));
    }
}
