//! Curves that runs record besides their time, for all rungs: a plot and a short table for each pair of quantities.

use crate::plots::chart::draw_coloured_chart;
use crate::plots::time_plot::rung_colour;
use crate::terminal::text_table::{format_table, new_table};
use gristmill::Result;
use gristmill::algorithms::{Curve, Rung};
use gristmill::experiments::{Chart, Scale};

/// The curves of one rung.
pub struct RungCurves {
    pub rung: &'static Rung,
    pub curves: Vec<Curve>,
}

/// The curves of one pair of quantities, for all rungs.
pub struct CurveSheet<'a> {
    pub across: &'a str,
    pub up: &'a str,
    lines: Vec<(&'static Rung, &'a Curve)>,
}

/// The most rows for a curve in a table; a longer curve shows this many of its points.
const MAX_ROWS: usize = 12;

/// Groups the curves by their quantities, in the order of the rungs.
pub fn group_curves(told: &[RungCurves]) -> Vec<CurveSheet<'_>> {
    let mut sheets: Vec<CurveSheet> = Vec::new();
    for RungCurves { rung, curves } in told {
        for curve in curves {
            match sheets
                .iter_mut()
                .find(|sheet: &&mut CurveSheet| sheet.across == curve.across && sheet.up == curve.up)
            {
                Some(sheet) => sheet.lines.push((rung, curve)),
                None => sheets.push(CurveSheet { across: &curve.across, up: &curve.up, lines: vec![(rung, curve)] }),
            }
        }
    }
    sheets
}

impl CurveSheet<'_> {
    /// Returns its title in the form of a file name.
    pub fn slug(&self) -> String {
        self.up
            .chars()
            .map(|c: char| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '_' })
            .collect()
    }

    /// Formats some points of every curve, the first and the last among them.
    pub fn points_table(&self) -> String {
        let mut rows = new_table(&["rung", "curve", &format!(">{}", self.across), &format!(">{}", self.up)]);
        for (rung, curve) in &self.lines {
            let last = curve.points.len().saturating_sub(1);
            let shown = MAX_ROWS.min(curve.points.len());
            for row in 0..shown {
                let (across, up) = curve.points[if shown > 1 { row * last / (shown - 1) } else { 0 }];
                let [rung_name, curve_name] = if row == 0 { [rung.name, &curve.name] } else { ["", ""] };
                rows.add_row([rung_name, curve_name, &format_number(across), &format_number(up)]);
            }
        }
        format_table(&rows)
    }

    /// Draws the plot as SVG, each curve in a colour of its rung's era.
    pub fn plot(&self, title: &str, device: &str) -> Result<String> {
        let curves = self
            .lines
            .iter()
            .map(|(rung, curve): &(&Rung, &Curve)| Curve {
                name: format!("{} {}", rung.name, curve.name),
                ..(*curve).clone()
            })
            .collect();
        let across = Scale::Linear;
        let up = Scale::Linear;
        let below = format!("{} by {}, on {device}", self.up, self.across);
        draw_coloured_chart(&Chart { title: title.to_string(), curves, across, up }, below, |row| {
            let era = self.lines[row].0.era;
            rung_colour(era, self.lines[..row].iter().filter(|(other, _)| other.era == era).count())
        })
    }
}

/// Formats whole numbers without a fraction, others with three digits.
fn format_number(value: f64) -> String {
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

    fn curve(up: &str, points: &[(f64, f64)]) -> Curve {
        Curve { name: "all".into(), across: "pass".into(), up: up.into(), points: points.to_vec() }
    }

    #[test]
    fn curves_of_one_kind_share_a_sheet() -> Result<()> {
        let many: Vec<_> = (0..100).map(|pass| (f64::from(pass), 0.5 * f64::from(pass))).collect();
        let rungs = TABLE[0].rungs;
        let told = [
            RungCurves { rung: &rungs[0], curves: vec![curve("rays", &many), curve("pages", &[])] },
            RungCurves { rung: &rungs[1], curves: vec![curve("rays", &[(3.0, 0.25)])] },
        ];
        let sheets = group_curves(&told);
        assert_eq!(
            sheets.iter().map(|sheet| (sheet.up, sheet.lines.len())).collect::<Vec<_>>(),
            [("rays", 2), ("pages", 1)]
        );
        let rows = sheets[0].points_table();
        assert_eq!(rows.lines().count(), 2 + MAX_ROWS + 1, "{rows}");
        assert!(rows.contains("49.50") && rows.contains("0.2500"), "{rows}");
        for sheet in &sheets {
            assert!(sheet.plot("title", "device")?.starts_with("<svg "));
        }
        Ok(())
    }
}
