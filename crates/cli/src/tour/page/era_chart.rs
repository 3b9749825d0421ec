//! The chart of fragment against compute: all algorithms in the order of their ratio, with the crossing.

use super::Exhibit;
use super::speed_ratio::format_ratio;
use std::fmt::Write;

/// Writes a bar for each algorithm that ran in both eras: to the left where fragments are faster, to the right where
/// compute is.
pub fn write_chart(html: &mut String, exhibits: &[Exhibit]) {
    html.push_str("<h2 id=\"chart\">Fragment against compute</h2>\n");
    let ratio = |exhibit: &Exhibit| Some((exhibit.algorithm.name, exhibit.speed_ratio()?));
    let mut ratios: Vec<(&str, f64)> = exhibits.iter().filter_map(ratio).collect();
    if ratios.is_empty() {
        html.push_str("<p class=\"soft\">No algorithm ran in both eras here.</p>\n");
        return;
    }
    ratios.sort_by(|one, other| one.1.total_cmp(&other.1));
    let fragments = ratios.partition_point(|(_, ratio)| *ratio < 1.0);
    let computes = ratios.len() - fragments;
    let _ = writeln!(
        html,
        "<p class=\"soft\">Time of the fragment era over that of the compute era, on one input each, on this machine. \
         <b class=\"old\">Fragments are faster for {fragments}</b>, <b class=\"new\">compute for {computes}</b>. Another machine draws another chart; \
         how it changes with the size stands at each algorithm.</p>\n<div class=\"chart\">"
    );
    let reach = ratios.iter().map(|(_, ratio)| ratio.log2().abs()).fold(2.0, f64::max).ceil();
    write_axis(html, reach);
    for (place, (name, ratio)) in ratios.iter().enumerate() {
        if place == fragments {
            let _ = writeln!(html, "<div class=\"cross\">the crossing: both eras take as long</div>");
        }
        let (era, shown) = if *ratio < 1.0 { ("old", 1.0 / ratio) } else { ("new", *ratio) };
        let at = 50.0 + 50.0 * ratio.log2() / reach;
        let _ = writeln!(
            html,
            "<a href=\"#{name}\"><span>{}</span><span class=\"track\"><i style=\"--at:{at:.1}%;--c:var(--{era})\"></i></span>\
             <span class=\"n {era}\">{}</span></a>",
            name.replace('_', " "),
            format_ratio(shown),
        );
    }
    html.push_str("</div>\n");
}

/// Writes the axis: powers of two or four, as many as have room.
fn write_axis(html: &mut String, reach: f64) {
    let step = (reach / 3.0).ceil();
    html.push_str("<div class=\"axis\"><span></span><span class=\"track\">");
    let mut power = step;
    html.push_str("<span style=\"--at:50%\">1\u{d7}</span>");
    while power < reach {
        for side in [-1.0, 1.0] {
            let at = 50.0 + side * 50.0 * power / reach;
            let _ = write!(html, "<span style=\"--at:{at:.1}%\">{:.0}\u{d7}</span>", power.exp2());
        }
        power += step;
    }
    html.push_str("</span><span></span></div>\n");
}
