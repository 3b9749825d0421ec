//! Plots of time against size, with both axes logarithmic.

use crate::html::escape_html;
use crate::measure::RungMeasurement;
use gristmill::{Era, Error, Result};
use plotters::coord::Shift;
use plotters::coord::ranged1d::{DefaultFormatting, KeyPointHint, Ranged};
use plotters::prelude::*;
use std::ops::Range;

/// The plot line of one rung.
pub struct RungLine {
    pub name: String,
    pub era: Era,
    /// In ascending order of size.
    pub points: Vec<SizePoint>,
}

/// The runs of a rung on one size.
#[derive(Clone, Copy)]
pub struct SizePoint {
    pub elements: f64,
    /// The median in seconds; then the times of the fastest and of the slowest run.
    pub median: f64,
    pub fastest: f64,
    pub slowest: f64,
}

impl SizePoint {
    pub fn from_measurement(measured: &RungMeasurement) -> SizePoint {
        let median = measured.median();
        let fastest = measured.times.first().unwrap_or(&median);
        let slowest = measured.times.last().unwrap_or(&median);
        SizePoint {
            elements: measured.size as f64,
            median: median.as_secs_f64(),
            fastest: fastest.as_secs_f64(),
            slowest: slowest.as_secs_f64(),
        }
    }
}

/// Blues and greens for fragment rungs, reds and browns for compute rungs. In greyscale, brightness and markers tell
/// them apart.
const FRAGMENT_COLOURS: [RGBColor; 6] = [
    RGBColor(31, 95, 168),
    RGBColor(0, 150, 136),
    RGBColor(106, 61, 181),
    RGBColor(66, 165, 245),
    RGBColor(46, 105, 48),
    RGBColor(40, 53, 90),
];
const COMPUTE_COLOURS: [RGBColor; 6] = [
    RGBColor(198, 40, 40),
    RGBColor(239, 124, 0),
    RGBColor(121, 71, 40),
    RGBColor(194, 24, 120),
    RGBColor(170, 140, 0),
    RGBColor(90, 20, 30),
];

const PLOT_SIZE: (u32, u32) = (860, 520);
pub const INK: RGBColor = RGBColor(40, 46, 54);
pub const GRID: RGBColor = RGBColor(222, 226, 230);

/// These colours on a dark background, in the same order.
const FRAGMENT_DARK: [RGBColor; 6] = [
    RGBColor(110, 168, 240),
    RGBColor(60, 200, 185),
    RGBColor(180, 140, 245),
    RGBColor(144, 202, 249),
    RGBColor(129, 199, 132),
    RGBColor(160, 176, 224),
];
const COMPUTE_DARK: [RGBColor; 6] = [
    RGBColor(244, 120, 120),
    RGBColor(255, 170, 80),
    RGBColor(200, 150, 115),
    RGBColor(244, 120, 190),
    RGBColor(220, 196, 80),
    RGBColor(225, 130, 150),
];

/// The colours of background, text and grid, each with its counterpart in the dark scheme.
const GROUND_COLOURS: [(RGBColor, RGBColor); 3] =
    [(WHITE, RGBColor(15, 18, 21)), (INK, RGBColor(232, 234, 237)), (GRID, RGBColor(52, 59, 67))];

/// Draws the plot as SVG, in the reader's colour scheme, light or dark.
pub fn plot_times(title: &str, device: &str, lines: &[&RungLine]) -> Result<String> {
    let mut svg = String::new();
    draw_plot(&mut svg, title, device, lines).map_err(|error| Error::data(format!("the plot of {title}: {error}")))?;
    Ok(describe_svg(&svg, &format!("{title}: time against size, both axes logarithmic")))
}

/// Adds a description for screen readers, and the colours of the dark scheme.
pub fn describe_svg(svg: &str, words: &str) -> String {
    let mut rules = String::new();
    for (colour, dark) in GROUND_COLOURS {
        rules += &recolour_rules(colour, dark);
    }
    let light_lines = FRAGMENT_COLOURS.into_iter().chain(COMPUTE_COLOURS);
    for (colour, dark) in light_lines.zip(FRAGMENT_DARK.into_iter().chain(COMPUTE_DARK)) {
        rules += &recolour_rules(colour, dark);
    }
    let style = format!("<style>@media(prefers-color-scheme:dark){{{rules}}}</style>\n");
    let head = svg.find('>').map_or(0, |end| end + 1);
    let svg = format!("{}\n{style}{}", svg.get(..head).unwrap_or(""), svg.get(head..).unwrap_or(svg));
    let told = format!("role=\"img\" aria-label=\"{}\" font-family=\"system-ui, sans-serif\"", escape_html(words));
    svg.replacen("<svg ", &format!("<svg {told} "), 1) + "\n"
}

/// Returns the CSS rules that replace a colour; a style sheet overrides an element's attributes.
fn recolour_rules(colour: RGBColor, other: RGBColor) -> String {
    let colour = hex_colour(colour);
    let other = hex_colour(other);
    format!("[fill=\"{colour}\"]{{fill:{other}}}[stroke=\"{colour}\"]{{stroke:{other}}}")
}

fn hex_colour(RGBColor(red, green, blue): RGBColor) -> String {
    format!("#{red:02X}{green:02X}{blue:02X}")
}

/// The result of a drawing function.
pub type DrawResult<T = ()> = std::result::Result<T, Box<dyn std::error::Error>>;

/// A part of a drawing.
pub type PlotArea<'a> = DrawingArea<SVGBackend<'a>, Shift>;

/// Returns a text style of that size in pixels.
pub fn text_style(size: u32) -> TextStyle<'static> {
    ("sans-serif", size).into_font().color(&INK)
}

/// Starts a white page with a title and a line below it; returns the areas of the chart and of its key.
pub fn new_page<'a>(svg: &'a mut String, title: &str, below: String) -> DrawResult<(PlotArea<'a>, PlotArea<'a>)> {
    let area = SVGBackend::with_string(svg, PLOT_SIZE).into_drawing_area();
    area.fill(&WHITE)?;
    area.draw(&Text::new(title.to_string(), (20, 14), text_style(19)))?;
    area.draw(&Text::new(below, (20, 40), text_style(13)))?;
    Ok(area.margin(62, 8, 8, 12).split_horizontally(PLOT_SIZE.0 - 216))
}

fn draw_plot(svg: &mut String, title: &str, device: &str, lines: &[&RungLine]) -> DrawResult {
    let points: Vec<SizePoint> = lines.iter().flat_map(|line| line.points.clone()).collect();
    let times = points.iter().flat_map(|point| [point.fastest, point.median, point.slowest]);
    let across = PowerAxis::spanning(points.iter().map(log_size), 2);
    let up = PowerAxis::spanning(times.map(log_time), 1);

    let below = format!("median time of a run on {device}, with the fastest and the slowest; both axes logarithmic");
    let (plot, key) = new_page(svg, title, below)?;
    let mut chart = ChartBuilder::on(&plot)
        .x_label_area_size(50)
        .y_label_area_size(76)
        .margin_right(16)
        .margin_top(6)
        .build_cartesian_2d(across, up)?;
    chart
        .configure_mesh()
        .x_desc("elements")
        .y_desc("time")
        .x_label_formatter(&|power| size_label(*power))
        .y_label_formatter(&|power| time_label(*power))
        .label_style(text_style(13))
        .axis_desc_style(text_style(14))
        .axis_style(INK)
        .bold_line_style(GRID)
        .light_line_style(TRANSPARENT)
        .draw()?;

    let mut numbers = [0; 2];
    for (row, line) in lines.iter().enumerate() {
        let number = &mut numbers[usize::from(line.era == Era::Compute)];
        let colour = rung_colour(line.era, *number);
        // The rungs that the eras' functions run have thicker lines.
        let stroke = colour.stroke_width(if line.name == line.era.to_string() { 3 } else { 2 });
        *number += 1;

        let medians = line.points.iter().map(|point| (log_size(point), log_time(point.median)));
        let y = 20 + row as i32 * 24;
        chart.draw_series(LineSeries::new(medians.clone(), stroke))?;
        for point in &line.points {
            let across = log_size(point);
            let ends = [point.fastest, point.slowest].map(log_time);
            chart.draw_series([PathElement::new(ends.map(|end| (across, end)).to_vec(), colour)])?;
            let caps =
                ends.map(|end| EmptyElement::at((across, end)) + PathElement::new(vec![(-3, 0), (3, 0)], colour));
            chart.draw_series(caps)?;
        }
        key.draw(&PathElement::new(vec![(4, y), (36, y)], stroke))?;
        match line.era {
            Era::Fragment => {
                chart.draw_series(medians.map(|at| Circle::new(at, 4, colour.filled())))?;
                key.draw(&Circle::new((20, y), 4, colour.filled()))?;
            }
            Era::Compute => {
                chart.draw_series(medians.map(|at| TriangleMarker::new(at, 6, colour.filled())))?;
                key.draw(&TriangleMarker::new((20, y), 6, colour.filled()))?;
            }
        }
        key.draw(&Text::new(line.name.clone(), (44, y - 7), text_style(13)))?;
    }
    plot.present()?;
    Ok(())
}

/// Returns the colour of an era's line of that number.
pub fn rung_colour(era: Era, number: usize) -> RGBColor {
    let colours = if era == Era::Fragment { &FRAGMENT_COLOURS } else { &COMPUTE_COLOURS };
    colours[number % colours.len()]
}

/// Returns the horizontal position of a point; sizes below one element are raised to one.
fn log_size(point: &SizePoint) -> f64 {
    point.elements.max(1.0).log2()
}

/// Returns the vertical position of a time; times below a nanosecond are raised to it.
fn log_time(seconds: f64) -> f64 {
    seconds.max(1e-9).log10()
}

/// An axis of powers of a base: its values are exponents, with ticks at whole ones.
struct PowerAxis(Range<i32>);

impl PowerAxis {
    /// Creates an axis around all exponents, from whole to whole, at least `least` long.
    fn spanning(exponents: impl Iterator<Item = f64>, least: i32) -> PowerAxis {
        let (low, high) = exponents.fold((f64::INFINITY, f64::NEG_INFINITY), |(l, h), e| (l.min(e), h.max(e)));
        if low > high {
            return PowerAxis(0..least);
        }
        let low = low.floor() as i32;
        let high = high.ceil() as i32;
        PowerAxis(low..high.max(low + least))
    }
}

impl Ranged for PowerAxis {
    type FormatOption = DefaultFormatting;
    type ValueType = f64;

    fn map(&self, exponent: &f64, limit: (i32, i32)) -> i32 {
        let share = (exponent - f64::from(self.0.start)) / f64::from(self.0.end - self.0.start);
        limit.0 + (share * f64::from(limit.1 - limit.0)).round() as i32
    }

    fn key_points<Hint: KeyPointHint>(&self, _: Hint) -> Vec<f64> {
        let step = (self.0.len() / 14 + 1) as i32;
        self.0
            .clone()
            .chain([self.0.end])
            .filter(|power| power.rem_euclid(step) == 0)
            .map(f64::from)
            .collect()
    }

    fn range(&self) -> Range<f64> {
        f64::from(self.0.start)..f64::from(self.0.end)
    }
}

/// Labels a power of two: 256, 4 Ki, 1 Mi.
pub fn size_label(power: f64) -> String {
    let power = power.round() as i32;
    match power {
        0..10 => format!("{}", 1 << power),
        10..20 => format!("{} Ki", 1 << (power - 10)),
        20..30 => format!("{} Mi", 1 << (power - 20)),
        _ => format!("2^{power}"),
    }
}

/// Labels a power of ten seconds: 10 us, 1 ms, 1 s.
fn time_label(power: f64) -> String {
    let power = power.round() as i32;
    match power {
        -9..-6 => format!("{} ns", 10_u32.pow((power + 9) as u32)),
        -6..-3 => format!("{} us", 10_u32.pow((power + 6) as u32)),
        -3..0 => format!("{} ms", 10_u32.pow((power + 3) as u32)),
        0..4 => format!("{} s", 10_u32.pow(power as u32)),
        _ => format!("1e{power} s"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels() {
        assert_eq!([4.0, 9.0, 12.0, 22.0].map(size_label), ["16", "512", "4 Ki", "4 Mi"]);
        assert_eq!([-7.0, -5.0, -3.0, 0.0].map(time_label), ["100 ns", "10 us", "1 ms", "1 s"]);
    }

    #[test]
    fn a_plot_of_anything_is_a_picture() -> Result<()> {
        let line = |points: &[(f64, f64)]| {
            let points = points
                .iter()
                .copied()
                .map(|(elements, median)| SizePoint { elements, median, fastest: median / 2.0, slowest: median * 3.0 })
                .collect();
            RungLine { name: "a & b".into(), era: Era::Compute, points }
        };
        for lines in [vec![], vec![line(&[])], vec![line(&[(16.0, 0.0)])], vec![line(&[(16.0, 1e-5), (4e6, 2.0)])]] {
            let svg = plot_times("title", "device", &lines.iter().collect::<Vec<_>>())?;
            assert!(svg.starts_with("<svg ") && svg.trim_end().ends_with("</svg>"), "{svg}");
        }
        Ok(())
    }

    #[test]
    fn every_colour_is_another_one_in_the_dark() -> Result<()> {
        let point = SizePoint { elements: 64.0, median: 1e-3, fastest: 1e-3, slowest: 2e-3 };
        let lines: Vec<RungLine> = Era::ALL
            .into_iter()
            .flat_map(|era| (0..6).map(move |n| RungLine { name: n.to_string(), era, points: vec![point] }))
            .collect();
        let svg = plot_times("title", "device", &lines.iter().collect::<Vec<_>>())?;
        let (style, drawing) = svg.split_once("</style>").unwrap();
        for attribute in ["fill=\"#", "stroke=\"#"] {
            for (at, _) in drawing.match_indices(attribute) {
                let colour = &drawing[at..at + attribute.len() + 7];
                assert!(style.contains(&format!("[{colour}]")), "{colour} stays in the dark");
            }
        }
        Ok(())
    }

    #[test]
    fn noise_has_whiskers() -> Result<()> {
        let with = |slowest: f64| {
            let points = vec![SizePoint { elements: 64.0, median: 1e-3, fastest: 1e-3, slowest }];
            plot_times("title", "device", &[&RungLine { name: "a".into(), era: Era::Compute, points }])
        };
        assert_ne!(with(1e-3)?, with(2e-3)?);
        Ok(())
    }
}
