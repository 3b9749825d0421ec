//! The tour's page: one file, which needs no other and asks for nothing from elsewhere.

mod drawings;
mod era_chart;
mod exhibits;
mod gallery;
mod picture_styles;
mod results;
mod speed_ratio;

use crate::html::escape_html;
use crate::measure::RungMeasurement;
use crate::output_files::save_file;
use crate::plots::time_plot::{RungLine, plot_times};
use crate::terminal::number_format::format_count;
use crate::tour::showcase::EraPictures;
use drawings::Drawings;
use exhibits::ShownPictures;
use gristmill::algorithms::Algorithm;
use gristmill::trace::graphs_svg;
use gristmill::{DeviceInfo, Error, Result};
use picture_styles::PictureStyles;
use std::fmt::Write;
use std::path::{Path, PathBuf};

/// The content of the page for one algorithm.
pub struct Exhibit<'a> {
    pub algorithm: &'static Algorithm,
    pub measured: Vec<&'a RungMeasurement>,
    /// The measurements of the rungs that the eras' functions run: the fragment era's and the compute era's.
    pub plain: [Option<&'a RungMeasurement>; 2],
    pub pictures: Option<&'a EraPictures>,
    pub lines: Vec<&'a RungLine>,
}

impl Exhibit<'_> {
    /// Returns the time of the fragment era over that of the compute era; above 1 compute is faster.
    fn speed_ratio(&self) -> Option<f64> {
        let [Some(fragment), Some(compute)] = self.plain else { return None };
        let [fragment, compute] = [fragment, compute].map(|measured| measured.median().as_secs_f64());
        (fragment > 0.0 && compute > 0.0 && self.plain[0]?.asked == self.plain[1]?.asked).then_some(fragment / compute)
    }
}

/// The content of the page.
pub struct TourReport<'a> {
    pub device: &'a DeviceInfo,
    pub no_compute: Option<&'a Error>,
    pub left_out: &'a str,
    pub all: &'a [RungMeasurement],
    pub exhibits: Vec<Exhibit<'a>>,
}

const STYLE: &str = include_str!("page/style.css");
const SCRIPT: &str = include_str!("page/script.js");

/// Writes the page into a folder, and returns its path.
pub fn write_page(folder: &Path, report: &TourReport) -> Result<PathBuf> {
    let path = folder.join("index.html");
    save_file(&path, build_page(report)?)?;
    Ok(path)
}

fn build_page(report: &TourReport) -> Result<String> {
    let mut styles = PictureStyles::default();
    let mut shown = Vec::new();
    for exhibit in &report.exhibits {
        shown.push(ShownPictures::encode(&mut styles, exhibit)?);
    }
    let mut drawings = Drawings::default();
    let mut body = String::new();
    write_head(&mut body, report, &shown);
    gallery::write_gallery(&mut body, &report.exhibits, &shown);
    era_chart::write_chart(&mut body, &report.exhibits);
    results::write_table(&mut body, report.all);
    body.push_str("</main>\n");
    for (place, exhibit) in report.exhibits.iter().enumerate() {
        let beside =
            [place.checked_sub(1), Some(place + 1)].map(|place| Some(report.exhibits.get(place?)?.algorithm.name));
        let viewer = exhibits::Viewer { exhibit, shown: &shown[place], beside, device: &report.device.name };
        viewer.write(&mut body, &mut drawings, report.all)?;
    }
    let _ = writeln!(
        body,
        "<footer class=\"soft\">Made by <code>gristmill</code> {}. Times are wall clock; bytes are those of the streams read and written.</footer>",
        env!("CARGO_PKG_VERSION")
    );
    Ok(format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n\
         <title>Gristmill: two eras of GPU programming, side by side</title>\n<style>\n{STYLE}{}{}</style>\n</head>\n\
         <body id=\"top\">\n{body}<script>\n{SCRIPT}</script>\n</body>\n</html>\n",
        drawings.rules(),
        styles.rules(),
    ))
}

/// The pictures at the top of the page: the first four of these that were drawn.
const HERO_PICTURES: [&str; 8] =
    ["fluid", "level_set", "boids", "reaction_diffusion", "volume_render", "ray_grid", "mandelbrot", "bfs"];

fn write_head(html: &mut String, report: &TourReport, shown: &[ShownPictures]) {
    html.push_str(
        "<div class=\"bar\"><div><b>Gristmill</b><a href=\"#pictures\">pictures</a><a href=\"#chart\">speed</a>\
         <a href=\"#table\">table</a><button id=\"theme\" type=\"button\" aria-label=\"light or dark\">\u{263e} <span>dark</span></button></div></div>\n\
         <main>\n<h1>The same pictures, twenty years apart</h1>\n",
    );
    let right = report.all.iter().filter(|measured| measured.check.passed()).count();
    let verdict = match report.all.len() - right {
        0 => format!("<b class=\"right\">all {} results are right</b>", format_count(right)),
        wrong => format!("<b class=\"wrong\">{wrong} of {} results are wrong</b>", report.all.len()),
    };
    let interface = report.device.describe_interface();
    let _ = writeln!(
        html,
        "<p class=\"lead\">{} algorithms of graphics processors, each as <b class=\"old\">fragment shaders</b> that draw into textures, as in 2005, \
         and as the <b class=\"new\">compute shaders</b> that replaced them. Every picture was just made on this machine ({}, {interface}) \
         in both eras. Against plain loops, {verdict}.</p>",
        report.exhibits.len(),
        escape_html(&report.device.name),
    );
    if let Some(error) = report.no_compute {
        let _ = writeln!(html, "<p>The fragment era alone: {}</p>", escape_html(&error.to_string()));
    }
    html.push_str("<div class=\"hero\">\n");
    let drawn = HERO_PICTURES.iter().filter_map(|name| {
        let place = report.exhibits.iter().position(|exhibit| exhibit.algorithm.name == *name)?;
        Some((name, place, shown[place].thumbnail(1.0)?))
    });
    for (name, place, thumbnail) in drawn.take(4) {
        let _ = writeln!(
            html,
            "<a href=\"#{name}\" title=\"{}\">{thumbnail}<small><span>2005</span><span>today</span></small></a>",
            escape_html(report.exhibits[place].algorithm.summary)
        );
    }
    html.push_str(
        "</div>\n<p class=\"key soft\"><span>In each picture, the left half comes from <b class=\"old\">fragment shaders</b>, \
         the right half from <b class=\"new\">compute shaders</b>. Look for the seam.</span></p>\n",
    );
    let _ = writeln!(html, "<p class=\"soft\"><small>{}</small></p>", escape_html(report.left_out));
}

/// Draws the plot of an algorithm.
pub fn plot_algorithm(algorithm: &Algorithm, device: &str, lines: &[&RungLine]) -> Result<String> {
    plot_times(&format!("{}: {}", algorithm.name, algorithm.summary), device, lines)
}

/// Draws the stream graphs of the plain rungs side by side.
pub fn plain_graphs(measured: &[&RungMeasurement]) -> String {
    let plain: Vec<_> = measured.iter().filter(|m| m.plain).map(|m| (m.rung.name, &m.trace)).collect();
    graphs_svg(&plain)
}

#[cfg(test)]
mod tests;
