//! Compares a vertex kernel with a card.
//!
//! A vertex unit calculated in floats of 32 bits and had enough slots. It lacked newer language
//! features, textures, and a way to store its results.

use super::fact::Fact;
use super::host::HostRefusal;
use super::profile::Profile;
use gristmill_shader::{self as shader, Dialect, ExpandedKernel};

/// The first version of GLSL with integers and `gl_VertexID`.
const FIRST_INTEGER_VERSION: u32 = 130;

impl Profile {
    /// Returns the reasons why the card refuses a vertex kernel that compiled to these words.
    /// `alone` means that it writes streams.
    pub fn vertex_refusals(&self, expanded: &ExpandedKernel, words: &[u32], alone: bool) -> Vec<HostRefusal> {
        let title = self.title;
        let mut all = vec![];
        if alone && !self.vertex_streams.value {
            let says = format!("it writes streams from vertices, which {title} cannot");
            let next = "draw points, one per element";
            all.push(build_refusal("vertex streams", says, &self.vertex_streams, "stream_model", next));
        }
        let (dialect, _) = Dialect::detect(&expanded.text);
        if !dialect.is_es() && dialect.version >= FIRST_INTEGER_VERSION && !self.integers.value {
            let version = dialect.version;
            let says = format!(
                "it is GLSL {}.{}; {title} has no integers, and so no gl_VertexID",
                version / 100,
                version % 100
            );
            let next = "write it in GLSL 1.10 with its numbers in vertex streams";
            all.push(build_refusal("integers", says, &self.integers, "cards", next));
        }
        let textures = shader::count_textures(words);
        let most = self.vertex_textures.value;
        if textures > most as usize {
            let says = format!("its vertex kernel reads {textures} textures; the limit of {title} is {most}");
            let next = "give the numbers in vertex streams";
            all.push(build_refusal("vertex textures", says, &self.vertex_textures, "primitives/scatter", next));
        }
        all
    }
}

fn build_refusal<T>(
    thing: &'static str,
    says: String,
    fact: &Fact<T>,
    chapter: &'static str,
    next: &str,
) -> HostRefusal {
    let sentence = format!("{thing}: {says}; {next} (the book: {chapter}.md)");
    HostRefusal { thing, name: String::new(), sentence, mark: fact.mark, source: fact.source, chapter }
}
