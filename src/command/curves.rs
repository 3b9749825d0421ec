//! What runs tell besides their time, rung by rung: a plot and a short table for each two quantities.

use super::columns::{table, text};
use super::plot::{Drawn, GRID, INK, colour_of, described, font, page};
use gristmill::algorithms::{Curve, Rung};
use gristmill::{Error, Result};
use plotters::prelude::*;

/// The curves of one rung.
pub struct Told {
    pub rung: &'static Rung,
    pub curves: Vec<Curve>,
}

/// The curves of two quantities, over all rungs.
pub struct Sheet<'a> {
    pub across: &'a str,
    pub up: &'a str,
    lines: Vec<(&'static Rung, &'a Curve)>,
}

/// Rows of a table; a curve of more points shows so many of them.
const ROWS: usize = 12;

/// The curves by what they are of, in the order told.
pub fn sheets(told: &[Told]) -> Vec<Sheet<'_>> {
    let mut sheets: Vec<Sheet> = Vec::new();
    for Told { rung, curves } in told {
        for curve in curves {
            let same = |sheet: &&mut Sheet| sheet.across == curve.across && sheet.up == curve.up;
            match sheets.iter_mut().find(same) {
                Some(sheet) => sheet.lines.push((rung, curve)),
                None => sheets.push(Sheet { across: &curve.across, up: &curve.up, lines: vec![(rung, curve)] }),
            }
        }
    }
    sheets
}

impl Sheet<'_> {
    /// Its words as a file's name has them.
    pub fn slug(&self) -> String {
        let word = |c: char| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '_' };
        self.up.chars().map(word).collect()
    }

    /// Some points of every curve, the first and the last among them.
    pub fn table(&self) -> String {
        let mut rows = table(&["rung", "curve", &format!(">{}", self.across), &format!(">{}", self.up)]);
        for (rung, curve) in &self.lines {
            let last = curve.points.len().saturating_sub(1);
            let shown = ROWS.min(curve.points.len());
            for row in 0..shown {
                let (across, up) = curve.points[if shown > 1 { row * last / (shown - 1) } else { 0 }];
                let name = |name: &str| if row == 0 { name.to_string() } else { String::new() };
                rows.add_row([name(rung.name), name(&curve.name), number(across), number(up)]);
            }
        }
        text(&rows)
    }

    /// The plot as SVG, on a white ground.
    pub fn plot(&self, title: &str, device: &str) -> Result<String> {
        let mut svg = String::new();
        self.draw(&mut svg, title, device)
            .map_err(|error| Error::data(format!("the plot of {title}: {error}")))?;
        Ok(described(&svg, &format!("{title}: {}", self.up)))
    }

    fn draw(&self, svg: &mut String, title: &str, device: &str) -> Drawn {
        let points = || self.lines.iter().flat_map(|(_, curve)| &curve.points);
        let most = |axis: fn(&(f64, f64)) -> f64| points().map(axis).fold(1.0, f64::max);
        let (plot, key) = page(svg, title, format!("{} by {}, on {device}", self.up, self.across))?;
        let mut chart = ChartBuilder::on(&plot)
            .x_label_area_size(50)
            .y_label_area_size(76)
            .margin_right(16)
            .margin_top(6)
            .build_cartesian_2d(0.0..most(|point| point.0), 0.0..most(|point| point.1))?;
        chart
            .configure_mesh()
            .x_desc(self.across)
            .y_desc(self.up)
            .x_label_formatter(&|value| number(*value))
            .y_label_formatter(&|value| number(*value))
            .label_style(font(13))
            .axis_desc_style(font(14))
            .axis_style(INK)
            .bold_line_style(GRID)
            .light_line_style(TRANSPARENT)
            .draw()?;
        for (row, (rung, curve)) in self.lines.iter().enumerate() {
            let before = self.lines[..row].iter().filter(|(other, _)| other.era == rung.era).count();
            let stroke = colour_of(rung.era, before).stroke_width(2);
            let y = 20 + row as i32 * 24;
            chart.draw_series(LineSeries::new(curve.points.iter().copied(), stroke))?;
            key.draw(&PathElement::new(vec![(4, y), (36, y)], stroke))?;
            key.draw(&Text::new(format!("{} {}", rung.name, curve.name), (44, y - 7), font(13)))?;
        }
        plot.present()?;
        Ok(())
    }
}

/// Whole numbers without a fraction, others with three digits.
fn number(value: f64) -> String {
    match value.abs() {
        _ if value.fract() == 0.0 => format!("{value}"),
        size if size >= 100.0 => format!("{value:.0}"),
        size if size >= 1.0 => format!("{value:.2}"),
        _ => format!("{value:.4}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gristmill::algorithms::TABLE;

    #[test]
    fn curves_of_one_kind_share_a_sheet() -> Result<()> {
        let curve = |up: &str, points: &[(f64, f64)]| Curve {
            name: "all".into(),
            across: "pass".into(),
            up: up.into(),
            points: points.to_vec(),
        };
        let many: Vec<_> = (0..100).map(|pass| (f64::from(pass), 0.5 * f64::from(pass))).collect();
        let rungs = TABLE[0].rungs;
        let told = [
            Told { rung: &rungs[0], curves: vec![curve("rays", &many), curve("pages", &[])] },
            Told { rung: &rungs[1], curves: vec![curve("rays", &[(3.0, 0.25)])] },
        ];
        let sheets = sheets(&told);
        assert_eq!(
            sheets.iter().map(|sheet| (sheet.up, sheet.lines.len())).collect::<Vec<_>>(),
            [("rays", 2), ("pages", 1)]
        );
        let rows = sheets[0].table();
        assert_eq!(rows.lines().count(), 2 + ROWS + 1, "{rows}");
        assert!(rows.contains("49.50") && rows.contains("0.2500"), "{rows}");
        for sheet in &sheets {
            assert!(sheet.plot("title", "device")?.starts_with("<svg "));
        }
        Ok(())
    }
}
