//! The tour's page: one folder that needs nothing else.

use super::measure::Measured;
use super::plot::{Line, plot};
use super::say::escape;
use super::say::{save, save_picture};
use super::table::{RATIO, bytes, count, error, ratio, time};
use gristmill::algorithms::Algorithm;
use gristmill::trace::graphs_svg;
use gristmill::{DeviceInfo, Error, Result};
use image::RgbaImage;
use std::fmt::Write;
use std::path::{Path, PathBuf};

/// What the page shows of one algorithm.
pub struct Exhibit<'a> {
    pub algorithm: &'static Algorithm,
    pub measured: Vec<&'a Measured>,
    /// Algorithm, rung and picture.
    pub pictures: Vec<&'a (&'static str, &'static str, RgbaImage)>,
    pub lines: Vec<&'a Line>,
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
figcaption{font-size:.85rem;color:var(--soft)}";

/// Writes the page and its pictures into a folder, and gives the page's path.
pub fn write(
    folder: &Path,
    device: &DeviceInfo,
    no_compute: Option<&Error>,
    all: &[Measured],
    exhibits: &[Exhibit],
) -> Result<PathBuf> {
    let (major, minor) = device.opengl;
    let mut html = format!(
        "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n<title>Gristmill: both eras, side by side</title>\n\
         <style>{STYLE}</style>\n<h1>Gristmill</h1>\n<p class=\"soft\">Every algorithm as fragment shaders of 2005 and as compute shaders \
         of today, on {}, OpenGL {major}.{minor}.</p>\n",
        escape(&device.name),
    );
    if let Some(error) = no_compute {
        let _ = writeln!(html, "<p>The fragment era alone: {}</p>", escape(&error.to_string()));
    }
    let _ = writeln!(html, "{}\n<p class=\"soft\">{RATIO}</p>", rows(all.iter(), all, true));
    for exhibit in exhibits {
        show(&mut html, folder, &device.name, exhibit, all)?;
    }
    let _ = writeln!(
        html,
        "<p class=\"soft\">Made by <code>gristmill</code> {}; bytes are those of the streams read and written, times are wall clock.</p>\n</html>",
        env!("CARGO_PKG_VERSION")
    );
    let path = folder.join("index.html");
    save(&path, html)?;
    Ok(path)
}

fn show(html: &mut String, folder: &Path, device: &str, exhibit: &Exhibit, all: &[Measured]) -> Result<()> {
    let name = exhibit.algorithm.name;
    let _ = writeln!(html, "<h2 id=\"{name}\">{name}</h2>\n<p>{}</p>", escape(exhibit.algorithm.summary));
    html.push_str(&rows(exhibit.measured.iter().copied(), all, false));

    let mut figure = |file: &str, class: &str, alt: &str| {
        let _ = writeln!(
            html,
            "<figure><a href=\"{file}\"><img class=\"{class}\" src=\"{file}\" alt=\"{0}\"></a><figcaption>{0}</figcaption></figure>",
            escape(alt)
        );
    };
    for (_, rung, picture) in &exhibit.pictures {
        let file = format!("{name}_{rung}.png");
        save_picture(&folder.join(&file), picture)?;
        figure(&file, "pixels", &format!("{name}, {rung}: the result as a picture"));
    }
    save(&folder.join(format!("{name}.svg")), plot_of(exhibit.algorithm, device, &exhibit.lines)?)?;
    figure(&format!("{name}.svg"), "", &format!("{name}: time against size"));
    save(&folder.join(format!("{name}_graph.svg")), graphs_of(&exhibit.measured))?;
    figure(&format!("{name}_graph.svg"), "", &format!("{name}: stream graphs of both eras"));
    Ok(())
}

/// The plot of an algorithm.
pub fn plot_of(algorithm: &Algorithm, device: &str, lines: &[&Line]) -> Result<String> {
    plot(&format!("{}: {}", algorithm.name, algorithm.summary), device, lines)
}

/// The stream graphs of the plain rungs side by side.
pub fn graphs_of(measured: &[&Measured]) -> String {
    let plain: Vec<_> = measured.iter().filter(|m| m.plain).map(|m| (m.rung.name, &m.trace)).collect();
    graphs_svg(&plain)
}

fn rows<'a>(measured: impl Iterator<Item = &'a Measured>, all: &[Measured], linked: bool) -> String {
    let mut html = String::from("<div class=\"wide\"><table>\n<tr>");
    if linked {
        html.push_str("<th>algorithm");
    }
    html.push_str("<th>rung<th>method<th class=\"n\">size<th class=\"n\">passes<th class=\"n\">bytes moved");
    html.push_str("<th class=\"n\">median time<th class=\"n\">ratio<th class=\"n\">largest error<th>result\n");
    let mut last = "";
    for row in measured {
        let name = row.algorithm.name;
        html.push_str("<tr>");
        if linked {
            let link = if name == last { String::new() } else { format!("<a href=\"#{name}\">{name}</a>") };
            let _ = write!(html, "<td>{link}");
        }
        last = name;
        let verdict = if row.check.passed() { "<td class=\"right\">ok" } else { "<td class=\"wrong\">WRONG" };
        let _ = write!(html, "<td>{}<td>{}", row.rung.name, escape(row.rung.method));
        for number in [
            count(row.size),
            count(row.trace.passes()),
            bytes(row.trace.bytes()),
            time(row.median()),
            ratio(row, all),
            error(row.check.error),
        ] {
            let _ = write!(html, "<td class=\"n\">{number}");
        }
        let _ = writeln!(html, "{verdict}");
    }
    html + "</table></div>\n"
}
