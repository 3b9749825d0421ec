//! Draws the curves of an experiment.

use crate::plots::time_plot::{DrawResult, GRID, INK, describe_svg, new_page, rung_colour, size_label, text_style};
use crate::terminal::number_format::{format_count, format_seconds};
use gristmill::experiments::{Chart, Scale};
use gristmill::{Era, Error, Result};
use plotters::coord::ranged1d::{DefaultFormatting, KeyPointHint, Ranged};
use plotters::coord::types::RangedCoordf64;
use plotters::prelude::*;
use std::ops::Range;

/// Draws the chart as SVG, in the reader's colours. Neighbours in its key have colours of two families.
pub fn draw_chart(chart: &Chart, device: &str) -> Result<String> {
    draw_coloured_chart(chart, format!("on {device}"), |row| rung_colour(Era::ALL[row % 2], row / 2))
}

/// Draws the chart with a line below its title, and a colour for each curve.
pub fn draw_coloured_chart(chart: &Chart, below: String, colour: impl Fn(usize) -> RGBColor) -> Result<String> {
    let mut svg = String::new();
    let words = format!("{}, {below}", chart.title);
    draw_curves(&mut svg, chart, below, colour)
        .map_err(|error| Error::data(format!("the chart of {}: {error}", chart.title)))?;
    Ok(describe_svg(&svg, &words))
}

/// Curves of more points are drawn without point marks.
const MAX_MARKED_POINTS: usize = 32;

fn draw_curves(svg: &mut String, chart: &Chart, below: String, colour: impl Fn(usize) -> RGBColor) -> DrawResult {
    let Some(first) = chart.curves.first() else {
        let (plot, _) = new_page(svg, &chart.title, format!("nothing was measured {below}"))?;
        plot.present()?;
        return Ok(());
    };
    let points = chart.curves.iter().flat_map(|curve| &curve.points);
    let across = ChartAxis::spanning(points.clone().map(|point| axis_position(chart.across, point.0)), chart.across);
    let up = ChartAxis::spanning(points.map(|point| axis_position(chart.up, point.1)), chart.up);
    let (plot, key) = new_page(svg, &chart.title, below)?;
    let mut drawing = ChartBuilder::on(&plot)
        .x_label_area_size(50)
        .y_label_area_size(76)
        .margin_right(16)
        .margin_top(6)
        .build_cartesian_2d(across, up)?;
    drawing
        .configure_mesh()
        .x_desc(&first.across)
        .y_desc(&first.up)
        .x_label_formatter(&|at| axis_label(chart.across, *at, &first.across))
        .y_label_formatter(&|at| axis_label(chart.up, *at, &first.up))
        .label_style(text_style(13))
        .axis_desc_style(text_style(14))
        .axis_style(INK)
        .bold_line_style(GRID)
        .light_line_style(TRANSPARENT)
        .draw()?;
    for (row, curve) in chart.curves.iter().enumerate() {
        let colour = colour(row);
        let stroke = colour.stroke_width(2);
        let y = 20 + row as i32 * 24;
        let points = curve
            .points
            .iter()
            .map(|point| (axis_position(chart.across, point.0), axis_position(chart.up, point.1)));
        drawing.draw_series(LineSeries::new(points.clone(), stroke))?;
        let marked = points.filter(|_| curve.points.len() <= MAX_MARKED_POINTS);
        drawing.draw_series(marked.map(|at| Circle::new(at, 3, colour.filled())))?;
        key.draw(&PathElement::new(vec![(4, y), (36, y)], stroke))?;
        key.draw(&Text::new(curve.name.clone(), (44, y - 7), text_style(13)))?;
    }
    plot.present()?;
    Ok(())
}

/// Returns the position of a number on its axis.
fn axis_position(scale: Scale, number: f64) -> f64 {
    match scale {
        Scale::Log2 => number.max(1e-12).log2(),
        Scale::Log10 => number.max(1e-12).log10(),
        _ => number,
    }
}

/// Returns the number at a position.
fn axis_value(scale: Scale, place: f64) -> f64 {
    match scale {
        Scale::Log2 => place.exp2(),
        Scale::Log10 => 10_f64.powf(place),
        _ => place,
    }
}

/// An axis of a chart; on logarithmic scales, ticks are at whole exponents.
struct ChartAxis {
    range: Range<f64>,
    scale: Scale,
}

impl ChartAxis {
    /// Creates an axis from the least to the greatest position, from zero if it is linear.
    fn spanning(places: impl Iterator<Item = f64>, scale: Scale) -> ChartAxis {
        let (low, high) = places.fold((f64::INFINITY, f64::NEG_INFINITY), |(l, h), at| (l.min(at), h.max(at)));
        let range = match scale {
            _ if low > high => 0.0..1.0,
            Scale::Linear => 0.0..high.max(f64::MIN_POSITIVE) * 1.05,
            _ => low.floor()..high.ceil().max(low.floor() + 1.0),
        };
        ChartAxis { range, scale }
    }
}

impl Ranged for ChartAxis {
    type FormatOption = DefaultFormatting;
    type ValueType = f64;

    fn map(&self, place: &f64, limit: (i32, i32)) -> i32 {
        let share = (place - self.range.start) / (self.range.end - self.range.start);
        limit.0 + (share * f64::from(limit.1 - limit.0)).round() as i32
    }

    fn key_points<Hint: KeyPointHint>(&self, hint: Hint) -> Vec<f64> {
        if self.scale == Scale::Linear {
            return RangedCoordf64::from(self.range.clone()).key_points(hint);
        }
        let low = self.range.start as i32;
        let high = self.range.end as i32;
        let step = (high - low) / 14 + 1;
        (low..=high)
            .filter(|power| power.rem_euclid(step) == 0)
            .map(f64::from)
            .collect()
    }

    fn range(&self) -> Range<f64> {
        self.range.clone()
    }
}

/// Labels a position of an axis: times with their unit, other numbers short.
fn axis_label(scale: Scale, place: f64, quantity: &str) -> String {
    let number = axis_value(scale, place);
    match number {
        _ if quantity.starts_with("seconds") => format_seconds(number),
        _ if scale == Scale::Log2 && number >= 1024.0 => size_label(place),
        _ if number.fract() == 0.0 && number >= 0.0 => format_count(number as usize),
        _ if number.abs() >= 10.0 => format!("{number:.0}"),
        _ => format!("{number:.2}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gristmill::algorithms::Curve;

    fn curve_of(points: &[(f64, f64)]) -> Curve {
        Curve { name: "a & b".into(), across: "elements".into(), up: "seconds".into(), points: points.to_vec() }
    }

    #[test]
    fn a_chart_of_anything_is_a_picture() -> Result<()> {
        let two = vec![curve_of(&[(0.0, 0.0)]), curve_of(&[(8.0, 1e-3), (64.0, 2.0)])];
        for curves in [vec![], vec![curve_of(&[])], two] {
            for (across, up) in [(Scale::Log2, Scale::Log10), (Scale::Linear, Scale::Linear)] {
                let svg = draw_chart(&Chart { title: "title".into(), curves: curves.clone(), across, up }, "device")?;
                assert!(svg.starts_with("<svg ") && svg.trim_end().ends_with("</svg>"), "{svg}");
            }
        }
        Ok(())
    }
}
