//! The stage of a kernel: by its file's ending, by the header of an assembly program, or by an option.

use gristmill_base::error::{Error, Result};
use gristmill_shader::{self as shader, Stage};

/// Endings of files, each with its stage; `None` if the text determines it.
const ENDINGS: [(&str, Option<Stage>); 13] = [
    ("comp", Some(Stage::Compute)),
    ("frag", Some(Stage::Fragment)),
    ("fp", Some(Stage::Fragment)),
    ("fs", Some(Stage::Fragment)),
    ("fsh", Some(Stage::Fragment)),
    ("ps", Some(Stage::Fragment)),
    ("psh", Some(Stage::Fragment)),
    ("vert", Some(Stage::Vertex)),
    ("vp", Some(Stage::Vertex)),
    ("vs", Some(Stage::Vertex)),
    ("vsh", Some(Stage::Vertex)),
    ("vfp", None),
    ("glsl", None),
];

/// Words that only kernels of one stage have, by their beginnings.
const STAGE_WORDS: [(&str, Stage); 16] = [
    ("gl_FragColor", Stage::Fragment),
    ("gl_FragData", Stage::Fragment),
    ("gl_FragCoord", Stage::Fragment),
    ("gl_FragDepth", Stage::Fragment),
    ("gl_FrontFacing", Stage::Fragment),
    ("gl_PointCoord", Stage::Fragment),
    ("discard", Stage::Fragment),
    ("gl_Position", Stage::Vertex),
    ("gl_Vertex", Stage::Vertex),
    ("gl_PointSize", Stage::Vertex),
    ("ftransform", Stage::Vertex),
    ("attribute", Stage::Vertex),
    ("local_size_", Stage::Compute),
    ("gl_GlobalInvocationID", Stage::Compute),
    ("gl_LocalInvocationI", Stage::Compute),
    ("gl_WorkGroupI", Stage::Compute),
];

/// Returns the ending of a file's name with its stage, if it is known; case is ignored.
fn known_ending(name: &str) -> Option<(&'static str, Option<Stage>)> {
    let (_, ending) = name.rsplit_once('.')?;
    ENDINGS.into_iter().find(|(known, _)| known.eq_ignore_ascii_case(ending))
}

/// Returns the stage of a kernel: the one that is set, else that of its ending or of its text.
///
/// # Errors
/// [`Error::Data`] if nothing determines it, or if the text is of another stage than the one set.
pub(super) fn find_stage(name: &str, text: &str, said: Option<Stage>) -> Result<Stage> {
    if let Some(stage) = said {
        return refuse_other(name, text, stage).map(|()| stage);
    }
    if let Some(sentence) = explain_program_heads(text) {
        return Err(Error::data(format!("{name}: {sentence}")));
    }
    match known_ending(name) {
        None if program_stage(text).is_some() => find_text_stage(name, text),
        None => Err(Error::data(format!(
            "{name}: a kernel that is checked ends with .comp, .frag, .vert, .fs, .vs, .fsh, .vsh, .fp, .vp, .vfp, .ps, .psh, .glsl, .cg, .hlsl, .fx, .cgfx, .wgsl or .spv; \
             give a file of another ending --stage fragment, vertex or compute"
        ))),
        Some((_, Some(stage))) => Ok(stage),
        Some(_) if is_include_file(text) => Err(Error::data(format!(
            "{name}: it has no function main, as a file for #include; name the kernel that includes it"
        ))),
        Some(_) => stem_stage(name).map_or_else(|| find_text_stage(name, text), Ok),
    }
}

fn find_text_stage(name: &str, text: &str) -> Result<Stage> {
    text_stage(text).ok_or_else(|| {
        let sentence = format!(
            "{name}: its stage follows neither from its ending nor from its text; add --stage fragment, vertex or compute"
        );
        Error::data(sentence)
    })
}

/// Returns the stage in a name before its ending, if there is one: `blur.frag.glsl`, `vertexShader.glsl`.
fn stem_stage(name: &str) -> Option<Stage> {
    let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem).to_ascii_lowercase();
    if let Some((_, Some(stage))) = known_ending(&stem) {
        return Some(stage);
    }
    let words = [("frag", Stage::Fragment), ("vert", Stage::Vertex), ("comp", Stage::Compute)];
    let said: Vec<Stage> = words
        .into_iter()
        .filter(|(word, _)| stem.contains(word))
        .map(|(_, stage)| stage)
        .collect();
    said.first().copied().filter(|_| said.len() == 1)
}

/// Returns true if a text is only for inclusion by others.
pub(super) fn is_include_file(text: &str) -> bool {
    !shader::is_program(text) && shader::find_word(text, "main").is_none()
}

/// Explains why a text with assembly programs is not one program: there are several, or other text stands before it.
fn explain_program_heads(text: &str) -> Option<String> {
    let is_head = |(_, line): &(usize, &str)| line.starts_with("!!") && shader::program_stage(line).is_some();
    let heads: Vec<String> = (1..)
        .zip(text.lines())
        .filter(is_head)
        .map(|(line, _)| line.to_string())
        .collect();
    match heads.as_slice() {
        [] => None,
        [_] if text.starts_with("!!") => None,
        [line] => {
            Some(format!("its program begins in line {line}; remove the lines before it, they are no part of it"))
        }
        lines => Some(format!(
            "it holds {} programs, which begin in the lines {}; put each into a file of its own, as the game that reads it \
             does before it loads them",
            lines.len(),
            lines.join(" and ")
        )),
    }
}

/// Returns the stage in the header of an assembly program.
fn program_stage(text: &str) -> Option<Stage> {
    shader::program_stage(text.trim_start())
}

/// Returns the stage whose words a text has, if all of them are of one stage.
fn text_stage(text: &str) -> Option<Stage> {
    if let Some(stage) = program_stage(text) {
        return Some(stage);
    }
    let mut stages = stage_words(text).map(|(_, _, stage)| stage);
    let first = stages.next()?;
    stages.all(|stage| stage == first).then_some(first)
}

/// Returns the words of the text that only one stage has, each with its line.
fn stage_words(text: &str) -> impl Iterator<Item = (&'static str, usize, Stage)> + '_ {
    STAGE_WORDS
        .into_iter()
        .filter_map(move |(word, stage)| Some((word, shader::find_word(text, word)?, stage)))
}

/// Refuses a text that has words of another stage and none of this one.
fn refuse_other(name: &str, text: &str, stage: Stage) -> Result<()> {
    if let Some(own) = program_stage(text).filter(|own| *own != stage) {
        return Err(Error::data(format!(
            "{name}: the program declares itself a {own} program; leave --stage {stage} out"
        )));
    }
    if stage_words(text).any(|(_, _, own)| own == stage) {
        return Ok(());
    }
    match stage_words(text).next() {
        Some((word, line, own)) => Err(Error::data(format!(
            "{name}:{line}: {word} is of a {own} kernel, and --stage says {stage}; write --stage {own}"
        ))),
        None => Ok(()),
    }
}
