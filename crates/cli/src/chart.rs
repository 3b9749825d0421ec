//! Draws the curves of an experiment.

use super::plot::{Drawn, GRID, INK, colour_of, described, font, page, size_label};
use super::table::{count, seconds};
use gristmill::experiments::{Chart, Scale};
use gristmill::{Era, Error, Result};
use plotters::coord::ranged1d::{DefaultFormatting, KeyPointHint, Ranged};
use plotters::coord::types::RangedCoordf64;
use plotters::prelude::*;
use std::ops::Range;

/// Draws the chart as SVG, in the reader's colours. Neighbours in its key have colours of two families.
pub fn chart(chart: &Chart, device: &str) -> Result<String> {
    coloured(chart, format!("on {device}"), |row| colour_of(Era::ALL[row % 2], row / 2))
}

/// Draws the chart with a line below its title, and a colour for each curve.
pub fn coloured(chart: &Chart, below: String, colour: impl Fn(usize) -> RGBColor) -> Result<String> {
    let (mut svg, words) = (String::new(), format!("{}, {below}", chart.title));
    draw(&mut svg, chart, below, colour)
        .map_err(|error| Error::data(format!("the chart of {}: {error}", chart.title)))?;
    Ok(described(&svg, &words))
}

/// Curves of more points are drawn without point marks.
const MARKED: usize = 32;

fn draw(svg: &mut String, chart: &Chart, below: String, colour: impl Fn(usize) -> RGBColor) -> Drawn {
    let Some(first) = chart.curves.first() else {
        let (plot, _) = page(svg, &chart.title, format!("nothing was measured {below}"))?;
        plot.present()?;
        return Ok(());
    };
    let points = || chart.curves.iter().flat_map(|curve| &curve.points);
    let across = Axis::over(points().map(|point| place(chart.across, point.0)), chart.across);
    let up = Axis::over(points().map(|point| place(chart.up, point.1)), chart.up);
    let (plot, key) = page(svg, &chart.title, below)?;
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
        .x_label_formatter(&|at| label(chart.across, *at, &first.across))
        .y_label_formatter(&|at| label(chart.up, *at, &first.up))
        .label_style(font(13))
        .axis_desc_style(font(14))
        .axis_style(INK)
        .bold_line_style(GRID)
        .light_line_style(TRANSPARENT)
        .draw()?;
    for (row, curve) in chart.curves.iter().enumerate() {
        let colour = colour(row);
        let stroke = colour.stroke_width(2);
        let y = 20 + row as i32 * 24;
        let points = || {
            curve
                .points
                .iter()
                .map(|point| (place(chart.across, point.0), place(chart.up, point.1)))
        };
        drawing.draw_series(LineSeries::new(points(), stroke))?;
        let marked = points().filter(|_| curve.points.len() <= MARKED);
        drawing.draw_series(marked.map(|at| Circle::new(at, 3, colour.filled())))?;
        key.draw(&PathElement::new(vec![(4, y), (36, y)], stroke))?;
        key.draw(&Text::new(curve.name.clone(), (44, y - 7), font(13)))?;
    }
    plot.present()?;
    Ok(())
}

/// Returns the position of a number on its axis.
fn place(scale: Scale, number: f64) -> f64 {
    match scale {
        Scale::Log2 => number.max(1e-12).log2(),
        Scale::Log10 => number.max(1e-12).log10(),
        _ => number,
    }
}

/// Returns the number at a position.
fn value(scale: Scale, place: f64) -> f64 {
    match scale {
        Scale::Log2 => place.exp2(),
        Scale::Log10 => 10_f64.powf(place),
        _ => place,
    }
}

/// An axis of a chart; on logarithmic scales, ticks are at whole exponents.
struct Axis {
    range: Range<f64>,
    scale: Scale,
}

impl Axis {
    /// Creates an axis from the least to the greatest position, from zero if it is linear.
    fn over(places: impl Iterator<Item = f64>, scale: Scale) -> Axis {
        let (low, high) = places.fold((f64::INFINITY, f64::NEG_INFINITY), |(l, h), at| (l.min(at), h.max(at)));
        let range = match scale {
            _ if low > high => 0.0..1.0,
            Scale::Linear => 0.0..high.max(f64::MIN_POSITIVE) * 1.05,
            _ => low.floor()..high.ceil().max(low.floor() + 1.0),
        };
        Axis { range, scale }
    }
}

impl Ranged for Axis {
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
        let (low, high) = (self.range.start as i32, self.range.end as i32);
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
fn label(scale: Scale, place: f64, quantity: &str) -> String {
    let number = value(scale, place);
    match number {
        _ if quantity.starts_with("seconds") => seconds(number),
        _ if scale == Scale::Log2 && number >= 1024.0 => size_label(place),
        _ if number.fract() == 0.0 && number >= 0.0 => count(number as usize),
        _ if number.abs() >= 10.0 => format!("{number:.0}"),
        _ => format!("{number:.2}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gristmill::algorithms::Curve;

    #[test]
    fn a_chart_of_anything_is_a_picture() -> Result<()> {
        let curve = |points: &[(f64, f64)]| Curve {
            name: "a & b".into(),
            across: "elements".into(),
            up: "seconds".into(),
            points: points.to_vec(),
        };
        for curves in [vec![], vec![curve(&[])], vec![curve(&[(0.0, 0.0)]), curve(&[(8.0, 1e-3), (64.0, 2.0)])]] {
            for (across, up) in [(Scale::Log2, Scale::Log10), (Scale::Linear, Scale::Linear)] {
                let svg = chart(&Chart { title: "title".into(), curves: curves.clone(), across, up }, "device")?;
                assert!(svg.starts_with("<svg ") && svg.trim_end().ends_with("</svg>"), "{svg}");
            }
        }
        Ok(())
    }
}
