//! The tour's page: a folder that works without other files.

use crate::html::escape_html;
use crate::measure::RungMeasurement;
use crate::measure::comparison_table::{RATIO_LEGEND, era_ratio};
use crate::output_files::{save_file, save_picture};
use crate::plots::algorithm_plots::{plain_graphs, plot_algorithm};
use crate::plots::time_plot::RungLine;
use crate::terminal::number_format::{format_bytes, format_count, format_error, format_time};
use gristmill::algorithms::Algorithm;
use gristmill::{DeviceInfo, Error, Result};
use image::RgbaImage;
use std::fmt::Write;
use std::path::{Path, PathBuf};

/// The content of the page for one algorithm.
pub struct Exhibit<'a> {
    pub algorithm: &'static Algorithm,
    pub measured: Vec<&'a RungMeasurement>,
    /// The name of the algorithm, that of the rung, and the picture.
    pub pictures: Vec<&'a (&'static str, &'static str, RgbaImage)>,
    pub lines: Vec<&'a RungLine>,
}

const STYLE: &str = "\
:root{color-scheme:light dark;--ink:#1b1f24;--paper:#fff;--line:#d6dae0;--soft:#57606a;--wrong:#b3261e;--right:#1a7f37}
@media(prefers-color-scheme:dark){:root{--ink:#e8eaed;--paper:#0f1215;--line:#343b43;--soft:#a3adb8;--wrong:#ff8a80;--right:#6fdc8c}}
body{font:16px/1.5 system-ui,sans-serif;color:var(--ink);background:var(--paper);max-width:70rem;margin:2rem auto;padding:0 1rem}
h1{margin-bottom:0}h2{margin-top:3rem;border-top:1px solid var(--line);padding-top:1.5rem}
.soft{color:var(--soft)}table{border-collapse:collapse;font-variant-numeric:tabular-nums;font-size:.9rem}
th,td{padding:.2rem .8rem .2rem 0;text-align:left;border-bottom:1px solid var(--line)}.n{text-align:right}
.right{color:var(--right)}.wrong{color:var(--wrong);font-weight:bold}.wide{overflow-x:auto}
figure{margin:1.5rem 1.5rem 0 0;display:inline-block;vertical-align:top;max-width:100%}
img{max-width:100%;height:auto}.pixels{image-rendering:pixelated;max-width:30rem}
figcaption{font-size:.85rem;color:var(--soft)}.gallery{display:flex;flex-wrap:wrap;gap:.6rem}
.gallery a{width:8rem;color:inherit;text-decoration:none;font-size:.8rem}.gallery img{width:8rem;height:8rem;object-fit:cover;display:block}
nav p{margin:.2rem 0}input{font:inherit;padding:.3rem .6rem;margin:1.5rem 0 .5rem;width:min(100%,26rem)}[hidden]{display:none}";

/// The script of the filter: it shows only rows and chapters that have every word.
const FILTER: &str = "\
const filter=document.getElementById('filter');
filter.addEventListener('input',()=>{
const words=filter.value.toLowerCase().split(/\\s+/).filter(Boolean);
for(const part of document.querySelectorAll('[data-words]')){
const text=(part.dataset.words+' '+part.textContent).toLowerCase();
part.hidden=!words.every(word=>text.includes(word))}});";

/// Writes the page and its pictures into a folder, and returns the page's path.
pub fn write_page(
    folder: &Path,
    device: &DeviceInfo,
    no_compute: Option<&Error>,
    left_out: &str,
    all: &[RungMeasurement],
    exhibits: &[Exhibit],
) -> Result<PathBuf> {
    let (major, minor) = device.opengl;
    let mut html = format!(
        "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n<title>Gristmill: both eras, side by side</title>\n\
         <style>{STYLE}</style>\n<h1>Gristmill</h1>\n<p class=\"soft\">Every algorithm as fragment shaders of 2005 and as compute shaders \
         of today, on {}, OpenGL {major}.{minor}.</p>\n",
        escape_html(&device.name),
    );
    if let Some(error) = no_compute {
        let _ = writeln!(html, "<p>Only the fragment era runs: {}</p>", escape_html(&error.to_string()));
    }
    let _ = writeln!(html, "<p>{}</p>", escape_html(left_out));
    write_gallery(&mut html, exhibits);
    write_contents(&mut html, exhibits);
    html.push_str(
        "<input id=\"filter\" type=\"search\" placeholder=\"an algorithm, a rung, a method\" aria-label=\"filter\">\n",
    );
    let _ = writeln!(html, "{}\n<p class=\"soft\">{RATIO_LEGEND}</p>", results_html(all.iter(), all, true));
    for exhibit in exhibits {
        write_exhibit(&mut html, folder, &device.name, exhibit, all)?;
    }
    let _ = writeln!(
        html,
        "<p class=\"soft\">Made by <code>gristmill</code> {}; bytes are those of the streams read and written, times are wall clock.</p>\n\
         <script>{FILTER}</script>\n</html>",
        env!("CARGO_PKG_VERSION")
    );
    let path = folder.join("index.html");
    save_file(&path, html)?;
    Ok(path)
}

/// Returns the file name of a picture.
fn picture_file(algorithm: &str, rung: &str) -> String {
    format!("{algorithm}_{rung}.png")
}

/// Writes a thumbnail for each algorithm that has a picture, as a link to its chapter.
fn write_gallery(html: &mut String, exhibits: &[Exhibit]) {
    html.push_str("<div class=\"gallery\">\n");
    for (name, rung, _) in exhibits.iter().filter_map(|exhibit| exhibit.pictures.first()) {
        let file = picture_file(name, rung);
        let _ = writeln!(html, "<a href=\"#{name}\"><img src=\"{file}\" alt=\"\" loading=\"lazy\">{name}</a>");
    }
    html.push_str("</div>\n");
}

/// Writes the contents, part by part.
fn write_contents(html: &mut String, exhibits: &[Exhibit]) {
    html.push_str("<nav>\n");
    for part in exhibits.chunk_by(|one, next| one.algorithm.part == next.algorithm.part) {
        let links = part
            .iter()
            .map(|exhibit: &Exhibit| format!("<a href=\"#{0}\">{0}</a>", exhibit.algorithm.name))
            .collect::<Vec<_>>()
            .join(", ");
        let title = part
            .first()
            .map_or(String::new(), |exhibit| exhibit.algorithm.part.replace('_', " "));
        let _ = writeln!(html, "<p><b>{title}</b>: {links}</p>");
    }
    html.push_str("</nav>\n");
}

fn write_exhibit(
    html: &mut String,
    folder: &Path,
    device: &str,
    exhibit: &Exhibit,
    all: &[RungMeasurement],
) -> Result<()> {
    let name = exhibit.algorithm.name;
    let summary = escape_html(exhibit.algorithm.summary);
    let _ = writeln!(html, "<section data-words=\"{name}\">\n<h2 id=\"{name}\">{name}</h2>\n<p>{summary}</p>");
    html.push_str(&results_html(exhibit.measured.iter().copied(), all, false));

    for (_, rung, picture) in &exhibit.pictures {
        let file = picture_file(name, rung);
        save_picture(&folder.join(&file), picture)?;
        *html += &figure_html(&file, "pixels", &format!("{name}, {rung}: the result as a picture"));
    }
    save_file(&folder.join(format!("{name}.svg")), plot_algorithm(exhibit.algorithm, device, &exhibit.lines)?)?;
    *html += &figure_html(&format!("{name}.svg"), "", &format!("{name}: time against size"));
    save_file(&folder.join(format!("{name}_graph.svg")), plain_graphs(&exhibit.measured))?;
    *html += &figure_html(&format!("{name}_graph.svg"), "", &format!("{name}: stream graphs of both eras"));
    html.push_str("</section>\n");
    Ok(())
}

fn figure_html(file: &str, class: &str, alt: &str) -> String {
    format!(
        "<figure><a href=\"{file}\"><img class=\"{class}\" src=\"{file}\" alt=\"{0}\"></a><figcaption>{0}</figcaption></figure>\n",
        escape_html(alt)
    )
}

fn results_html<'a>(
    measured: impl Iterator<Item = &'a RungMeasurement>,
    all: &[RungMeasurement],
    linked: bool,
) -> String {
    let mut html = String::from("<div class=\"wide\"><table>\n<tr>");
    if linked {
        html.push_str("<th>algorithm");
    }
    html.push_str("<th>rung<th>method<th class=\"n\">size<th class=\"n\">passes<th class=\"n\">bytes moved");
    html.push_str("<th class=\"n\">median time<th class=\"n\">ratio<th class=\"n\">largest error<th>result\n");
    for row in measured {
        let name = row.algorithm.name;
        let _ = write!(html, "<tr data-words=\"{name} {}\">", row.rung.era);
        if linked {
            // Every row has the name, because the filter may hide the first one.
            let _ = write!(html, "<td><a href=\"#{name}\">{name}</a>");
        }
        let verdict = if row.check.passed() { "<td class=\"right\">ok" } else { "<td class=\"wrong\">WRONG" };
        let _ = write!(html, "<td>{}<td>{}", row.rung.name, escape_html(row.rung.method));
        for number in [
            format_count(row.size),
            format_count(row.trace.passes()),
            format_bytes(row.trace.bytes()),
            format_time(row.median()),
            era_ratio(row, all),
            format_error(row.check.error),
        ] {
            let _ = write!(html, "<td class=\"n\">{number}");
        }
        let _ = writeln!(html, "{verdict}");
    }
    html + "</table></div>\n"
}

#[cfg(test)]
mod tests {
    use super::*;
    use gristmill::{Device, Era};

    #[test]
    fn pictures_come_first_then_contents_then_the_table() -> Result<()> {
        let folder = tempfile::tempdir().map_err(|error| Error::data(error.to_string()))?;
        let device = Device::emulator(Era::Fragment)?;
        let invert = Algorithm::find("invert")?;
        let picture = ("invert", "fragment", RgbaImage::new(2, 2));
        let exhibit = Exhibit { algorithm: invert, measured: vec![], pictures: vec![&picture], lines: vec![] };
        let path = write_page(folder.path(), device.info(), None, "left out: none", &[], &[exhibit])?;
        let html = std::fs::read_to_string(path).map_err(|error| Error::data(error.to_string()))?;
        let places = [
            "left out: none",
            "<img src=\"invert_fragment.png\"",
            "<nav>",
            "id=\"filter\"",
            "<table>",
            "<h2 id=\"invert\">",
        ]
        .map(|part| html.find(part));
        assert!(places.iter().all(Option::is_some) && places.is_sorted(), "{places:?}\n{html}");
        assert!(html.contains("href=\"#invert\"") && html.contains("<script>"), "{html}");
        Ok(())
    }
}
