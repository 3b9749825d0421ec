//! The plots and stream graphs within the page: their style sheets move to the page's own, so that its button for light
//! and dark holds for them too.

use std::fmt::Write;

/// The style sheets of the drawings so far; those of one kind are the same.
#[derive(Default)]
pub struct Drawings {
    plots: Option<String>,
    graphs: Option<String>,
    count: usize,
}

const DARK_QUERIES: [&str; 2] = ["@media(prefers-color-scheme:dark){", "@media (prefers-color-scheme:dark){"];

impl Drawings {
    /// Returns a plot without its style sheet.
    pub fn take_plot(&mut self, svg: &str) -> String {
        let (svg, style) = split_style(svg);
        self.plots.get_or_insert(style);
        format!("<div class=\"plot\">{svg}</div>\n")
    }

    /// Returns a stream graph without its style sheet; the mark at the end of its arrows has a name of its own.
    pub fn take_graph(&mut self, svg: &str) -> String {
        let (svg, style) = split_style(svg);
        self.graphs.get_or_insert(style);
        self.count += 1;
        let tip = format!("tip{}", self.count);
        let svg = svg
            .replace("id=\"tip\"", &format!("id=\"{tip}\""))
            .replace("url(#tip)", &format!("url(#{tip})"));
        format!("<div class=\"graph\">{svg}</div>\n")
    }

    /// Returns the rules of all drawings, in light and dark.
    pub fn rules(&self) -> String {
        let mut rules = String::new();
        for (class, style) in [("plot", &self.plots), ("graph", &self.graphs)] {
            let Some((light, dark)) = style.as_deref().map(split_dark) else { continue };
            let _ = writeln!(
                rules,
                ".{class}{{{light}}}\n@media(prefers-color-scheme:dark){{:root:not([data-theme=light]) .{class}{{{dark}}}}}\n\
                 :root[data-theme=dark] .{class}{{{dark}}}"
            );
        }
        rules
    }
}

/// Separates a drawing from its style sheet.
fn split_style(svg: &str) -> (String, String) {
    let Some((before, rest)) = svg.split_once("<style>") else { return (svg.to_string(), String::new()) };
    let Some((style, after)) = rest.split_once("</style>") else { return (svg.to_string(), String::new()) };
    (format!("{before}{after}"), style.to_string())
}

/// Separates the rules of the light scheme from those of the dark one.
fn split_dark(style: &str) -> (&str, &str) {
    let found = DARK_QUERIES.iter().find_map(|query| style.split_once(query));
    found.map_or((style, ""), |(light, dark)| {
        (light, dark.trim_end().trim_end_matches('\n').strip_suffix('}').unwrap_or(dark))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn style_sheets_move_to_the_page() {
        let mut drawings = Drawings::default();
        let plot = drawings.take_plot("<svg><style>@media(prefers-color-scheme:dark){[a]{b:c}}</style><g/></svg>");
        let graph = drawings.take_graph(
            "<svg><style>text{d:e}@media (prefers-color-scheme:dark){text{d:f}}</style><m id=\"tip\"/></svg>",
        );
        assert_eq!(plot, "<div class=\"plot\"><svg><g/></svg></div>\n");
        assert_eq!(graph, "<div class=\"graph\"><svg><m id=\"tip1\"/></svg></div>\n");
        let rules = drawings.rules();
        assert!(rules.contains(":root[data-theme=dark] .plot{[a]{b:c}}"), "{rules}");
        assert!(rules.contains(".graph{text{d:e}}") && rules.contains("dark] .graph{text{d:f}}"), "{rules}");
    }
}
