//! The gallery: a card with a picture for each algorithm, part by part.

use super::Exhibit;
use super::exhibits::ShownPictures;
use super::speed_ratio::describe_speed;
use crate::html::escape_html;
use std::fmt::Write;

/// Writes the cards of all algorithms, under a filter.
pub fn write_gallery(html: &mut String, exhibits: &[Exhibit], shown: &[ShownPictures]) {
    html.push_str(
        "<h2 id=\"pictures\">Pictures</h2>\n<p class=\"soft\">A photograph, a mesh, a scan or a scene through every algorithm. \
         Choose one for both eras, their difference, its passes and its times.</p>\n\
         <div class=\"tools\"><input id=\"filter-pictures\" type=\"search\" placeholder=\"scan, bunny, fluid ..\" aria-label=\"filter the pictures\"></div>\n",
    );
    let mut place = 0;
    for part in exhibits.chunk_by(|one, next| one.algorithm.part == next.algorithm.part) {
        let title = part.first().map_or("", |exhibit| exhibit.algorithm.part).replace('_', " ");
        let _ = writeln!(html, "<section class=\"part\"><h3>{}</h3>\n<div class=\"gallery\">", escape_html(&title));
        for exhibit in part {
            write_card(html, exhibit, &shown[place]);
            place += 1;
        }
        html.push_str("</div></section>\n");
    }
}

fn write_card(html: &mut String, exhibit: &Exhibit, shown: &ShownPictures) {
    let name = exhibit.algorithm.name;
    let thumbnail = shown
        .thumbnail(4.0 / 3.0)
        .unwrap_or_else(|| format!("<span class=\"pic none\">{}</span>", escape_html(&shown.describe_missing())));
    let input = exhibit.pictures.map_or("", |pictures| pictures.piece.input);
    let _ = writeln!(
        html,
        "<a class=\"card\" id=\"card-{name}\" href=\"#{name}\" data-words=\"{}\">{thumbnail}<b>{}</b><small>{}</small>\
         <small class=\"speed\">{}</small></a>",
        escape_html(input),
        name.replace('_', " "),
        escape_html(exhibit.algorithm.summary),
        describe_speed(exhibit.speed_ratio()),
    );
}
