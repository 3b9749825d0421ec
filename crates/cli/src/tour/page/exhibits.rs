//! The viewer of an algorithm: both eras' pictures with their difference, its plot, its graphs and its rungs.

use super::drawings::Drawings;
use super::picture_styles::PictureStyles;
use super::results::results_html;
use super::speed_ratio::describe_speed;
use super::{Exhibit, plain_graphs, plot_algorithm};
use crate::html::escape_html;
use crate::measure::RungMeasurement;
use crate::terminal::number_format::{format_count, format_time};
use crate::tour::showcase::{EraPictures, Likeness};
use gristmill::{Era, Result};
use std::fmt::Write;

/// The classes of an algorithm's pictures.
#[derive(Default)]
pub struct ShownPictures {
    /// Width and height in pixels.
    size: [u32; 2],
    /// The last picture of the fragment era and of the compute era.
    eras: [Option<String>; 2],
    /// The film whose left half is of the fragment era and whose right half is of the compute era.
    film: Option<String>,
    difference: Option<String>,
    likeness: Option<Likeness>,
    /// The errors of the eras that drew nothing.
    errors: Vec<String>,
    alt: String,
}

impl ShownPictures {
    /// Encodes the pictures of an algorithm.
    pub fn encode(styles: &mut PictureStyles, exhibit: &Exhibit) -> Result<ShownPictures> {
        let Some(pictures) = exhibit.pictures else { return Ok(ShownPictures::default()) };
        let mut shown = ShownPictures {
            alt: escape_html(&format!("{}: {}", exhibit.algorithm.name, pictures.piece.caption)),
            likeness: pictures.compare(),
            errors: list_errors(pictures),
            ..ShownPictures::default()
        };
        for (place, era) in Era::ALL.into_iter().enumerate() {
            if let Some(last) = pictures.frames(era).and_then(<[_]>::last) {
                shown.eras[place] = Some(styles.add_picture(last)?);
                shown.size = [last.width(), last.height()];
            }
        }
        let frames = pictures.joined_frames();
        if frames.len() > 1 {
            shown.film = Some(styles.add_film(&frames)?);
        }
        if let Some(difference) = shown.likeness.as_ref().and_then(|likeness| likeness.picture.as_ref()) {
            shown.difference = Some(styles.add_picture(difference)?);
        }
        Ok(shown)
    }

    /// Returns the picture for a box of that width over height: a film, or the halves of both eras.
    pub fn thumbnail(&self, aspect: f32) -> Option<String> {
        let alt = &self.alt;
        if let Some(film) = &self.film {
            let own = self.size[0] as f32 / self.size[1].max(1) as f32;
            let cover = (own / aspect * 100.0).max(100.0);
            return Some(format!(
                "<span class=\"pic seam\" role=\"img\" aria-label=\"{alt}\"><i class=\"f {film}\" style=\"aspect-ratio:{}/{};width:{cover:.0}%\"></i></span>",
                self.size[0], self.size[1],
            ));
        }
        match &self.eras {
            [Some(left), Some(right)] if left != right => Some(format!(
                "<span class=\"pic seam\" role=\"img\" aria-label=\"{alt}\"><i class=\"l {left}\"></i><i class=\"r {right}\"></i></span>"
            )),
            [Some(both), _] | [_, Some(both)] => {
                Some(format!("<span class=\"pic seam {both}\" role=\"img\" aria-label=\"{alt}\"></span>"))
            }
            [None, None] => None,
        }
    }

    /// Describes why there is no picture.
    pub fn describe_missing(&self) -> String {
        self.errors
            .first()
            .cloned()
            .unwrap_or_else(|| "no time was left for its picture".to_string())
    }

    fn write_figure(&self, html: &mut String, class: &str, caption: &str) {
        let [width, height] = self.size;
        let _ = writeln!(
            html,
            "<figure><span class=\"pic {class}\" role=\"img\" aria-label=\"{}\" style=\"aspect-ratio:{width}/{height}\"></span>\
             <figcaption>{caption}</figcaption></figure>",
            self.alt,
        );
    }

    fn write_film(&self, html: &mut String, film: &str) {
        let [width, height] = self.size;
        let _ = writeln!(
            html,
            "<figure><span class=\"pic seam\" role=\"img\" aria-label=\"{}\" style=\"aspect-ratio:{width}/{height}\">\
             <i class=\"f {film}\" style=\"aspect-ratio:{width}/{height}\"></i></span>\
             <figcaption><b>Both, moving</b>: left fragment, right compute</figcaption></figure>",
            self.alt,
        );
    }

    fn write_difference(&self, html: &mut String) {
        let Some(likeness) = &self.likeness else { return };
        let Some(class) = &self.difference else {
            let [width, height] = self.size;
            let _ = writeln!(
                html,
                "<figure><span class=\"pic none\" style=\"aspect-ratio:{width}/{height}\">no pixel differs</span>\
                 <figcaption><b>Difference</b>: none in {} pixels</figcaption></figure>",
                format_count(likeness.pixels),
            );
            return;
        };
        let caption = format!(
            "<b>Difference</b>, times {}: {} of {} pixels, by {} of 255 levels at most",
            likeness.factor,
            format_count(likeness.different),
            format_count(likeness.pixels),
            likeness.most,
        );
        self.write_figure(html, class, &caption);
    }
}

fn list_errors(pictures: &EraPictures) -> Vec<String> {
    let error = |era: Era, error: &gristmill::Error| format!("no picture of the {era} era: {error}");
    let fragment = pictures.fragment.as_ref().err().map(|found| error(Era::Fragment, found));
    let compute = pictures.compute.as_ref().err().map(|found| error(Era::Compute, found));
    fragment.into_iter().chain(compute).collect()
}

/// The viewer of one algorithm.
pub struct Viewer<'a> {
    pub exhibit: &'a Exhibit<'a>,
    pub shown: &'a ShownPictures,
    /// The names of the algorithms before and after it.
    pub beside: [Option<&'static str>; 2],
    pub device: &'a str,
}

impl Viewer<'_> {
    /// Writes the section, which is shown when its name is in the address.
    pub fn write(&self, html: &mut String, drawings: &mut Drawings, all: &[RungMeasurement]) -> Result<()> {
        let algorithm = self.exhibit.algorithm;
        let name = algorithm.name;
        let _ = writeln!(
            html,
            "<section class=\"exhibit\" id=\"{name}\"><div>\n<nav><a class=\"close\" href=\"#card-{name}\">\u{2190} all</a>"
        );
        for (class, sign, beside) in [("before", "\u{2039}", self.beside[0]), ("after", "\u{203a}", self.beside[1])] {
            if let Some(beside) = beside {
                let _ =
                    writeln!(html, "<a class=\"{class}\" href=\"#{beside}\">{sign} {}</a>", beside.replace('_', " "));
            }
        }
        let _ = writeln!(
            html,
            "</nav>\n<h2>{}</h2>\n<p class=\"soft\">{}</p>",
            name.replace('_', " "),
            escape_html(algorithm.summary)
        );
        self.write_pictures(html);
        let _ =
            writeln!(html, "{}<div class=\"svgs\">", results_html(self.exhibit.measured.iter().copied(), all, false));
        let plot = plot_algorithm(algorithm, self.device, &self.exhibit.lines)?;
        html.push_str(&drawings.take_plot(&plot));
        html.push_str(&drawings.take_graph(&plain_graphs(&self.exhibit.measured)));
        html.push_str("</div>\n</div></section>\n");
        Ok(())
    }

    fn write_pictures(&self, html: &mut String) {
        if let Some(pictures) = self.exhibit.pictures {
            let piece = pictures.piece;
            let _ = writeln!(
                html,
                "<p>{} <span class=\"soft\">Input: {}.</span></p>",
                escape_html(piece.caption),
                escape_html(piece.input)
            );
        }
        html.push_str("<div class=\"eras\">\n");
        if let Some(film) = &self.shown.film {
            self.shown.write_film(html, film);
        }
        for (place, title) in ["<b class=\"old\">Fragment</b>", "<b class=\"new\">Compute</b>"]
            .into_iter()
            .enumerate()
        {
            let time = self.exhibit.plain[place]
                .map(|plain| format!(": {} for {} elements", format_time(plain.median()), format_count(plain.size)));
            if let Some(class) = &self.shown.eras[place] {
                self.shown
                    .write_figure(html, class, &format!("{title}{}", time.unwrap_or_default()));
            }
        }
        self.shown.write_difference(html);
        html.push_str("</div>\n");
        for error in &self.shown.errors {
            let _ = writeln!(html, "<p class=\"soft\">{}</p>", escape_html(error));
        }
        let _ = writeln!(html, "<p>{}</p>", describe_speed(self.exhibit.speed_ratio()));
    }
}
