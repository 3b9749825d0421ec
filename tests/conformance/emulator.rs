//! The emulator's verdict: a file lifted, compiled once, and launched by the door for strangers' kernels.

use super::changed::changed;
use super::execute::{self, Drawn, Kernel, Memory, Texture, Verdict, packed};
use super::lift::{Lifted, has_word};
use super::shader_test::{Refusal, Stage, refuse};
use gristmill::check::{Checked, KernelCheck, LaunchOptions, Report, Texels};
use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::rc::Rc;

/// Files in which the checks find something, and what: a race on a value that others change
/// atomically with no barrier between; stores beside an image; 0.0 / 0.0, log(0.0) and shifts by as
/// many bits as there are, which GLSL leaves undefined; a lane that nobody writes.
const FOUND: [(&str, &str); 27] = [
    ("shared-atomicCompSwap-int", "race"),
    ("shared-atomicMax-int", "race"),
    ("shared-atomicMax-uint", "race"),
    ("shared-atomicMin-int", "race"),
    ("shared-atomicMin-uint", "race"),
    ("min-dvec4-double-large-group-size", "bounds"),
    ("fs-fract-of-NaN", "undefined"),
    ("fs-ge-nan-tautology", "undefined"),
    ("fs-isnan-vec2", "undefined"),
    ("fs-isnan-vec3", "undefined"),
    ("fs-isnan-vec4", "undefined"),
    ("fs-lt-nan-tautology", "undefined"),
    ("fs-nan-builtin-max", "undefined"),
    ("fs-nan-builtin-min", "undefined"),
    ("glsl-fs-log2", "undefined"),
    ("glsl-rotate-left", "undefined"),
    ("glsl-rotate-right", "undefined"),
    ("range_analysis_fmax_of_nan", "undefined"),
    ("range_analysis_fmin_of_nan", "undefined"),
    ("range_analysis_fsat_of_nan", "undefined"),
    ("vs-isnan-and-more-comparison", "undefined"),
    ("vs-isnan-vec2", "undefined"),
    ("vs-isnan-vec3", "undefined"),
    ("vs-isnan-vec4", "undefined"),
    ("vs-nan-builtin-max", "undefined"),
    ("vs-nan-builtin-min", "undefined"),
    ("glsl-fs-post-increment-01", "uninitialised"),
];

/// The verdict on a file, and on what the checks say of it.
pub fn judge(file: &Path) -> Verdict {
    with_text(file, |text| {
        let (found, seen) = (found(file), Rc::new(Cell::new(false)));
        match execute::judge(text, |lifted| compile(lifted, found, seen.clone())) {
            Verdict::Refused(why) if why.starts_with(FALSE_ALARM) => Verdict::Failed(why),
            Verdict::Passed if found.is_some() && !seen.get() => Verdict::Failed(format!("{found:?} is not found")),
            verdict => verdict,
        }
    })
}

/// The verdict on a file that was changed so that it is wrong: passed if that is seen.
pub fn judge_changed(file: &Path) -> Verdict {
    with_text(file, |text| {
        let Some(text) = changed(text) else {
            return Verdict::Refused("nothing in it can be changed".to_string());
        };
        match execute::judge(&text, |lifted| compile(lifted, found(file), Rc::default())) {
            Verdict::Passed => Verdict::Failed("a wrong value is not seen".to_string()),
            Verdict::Failed(_) => Verdict::Passed,
            refused => refused,
        }
    })
}

fn with_text(file: &Path, judge: impl Fn(&str) -> Verdict) -> Verdict {
    match std::fs::read_to_string(file) {
        Ok(text) => judge(&text),
        Err(error) => Verdict::Refused(error.to_string()),
    }
}

/// Returns the kind of fault that the checks find in a file.
fn found(file: &Path) -> Option<&'static str> {
    let stem = file.file_stem().and_then(|name| name.to_str())?;
    if stem.starts_with("glsl-array-bounds-") {
        return Some("bounds");
    }
    FOUND.iter().find(|(name, _)| *name == stem).map(|(_, kind)| *kind)
}

/// A kernel of the emulator, and what its text calls the things that piglit numbers.
#[derive(Debug)]
pub struct Compiled {
    checked: Checked,
    /// Samplers and images.
    textures: Vec<String>,
    /// Storage blocks with their bindings.
    buffers: Vec<(String, u32)>,
    /// The block of atomic counters, once a launch has said its name.
    counters: Option<String>,
    /// The kind of fault that the checks find in it.
    found: Option<&'static str>,
    seen: Rc<Cell<bool>>,
    /// The uniforms that OpenGL begins with 0 and the file may leave so.
    zeros: Vec<DeclaredUniform>,
    /// All its texts.
    text: String,
}

/// A uniform of numbers: its name, the words of an item, and its items if it is an array.
#[derive(Debug, PartialEq)]
pub struct DeclaredUniform {
    pub name: String,
    pub words: usize,
    pub items: Option<usize>,
}

impl DeclaredUniform {
    /// Returns the names that the file has not set, each with its words: the uniform, or items of it.
    fn list_unset(&self, memory: &Memory) -> Vec<(String, usize)> {
        let is_set = |name: &str| memory.uniforms.contains_key(name);
        let names = match self.items {
            _ if is_set(&self.name) => vec![],
            None => vec![self.name.clone()],
            Some(items) => (0..items).map(|item| format!("{}[{item}]", self.name)).collect(),
        };
        let unset = names.into_iter().filter(|name| !is_set(name));
        unset.map(|name| (name, self.words)).collect()
    }
}

/// Lists the uniforms of numbers that a text declares.
pub fn list_uniforms(text: &str) -> Vec<DeclaredUniform> {
    let mut declared = vec![];
    let mut with_value = vec![];
    for statement in text.split(';') {
        let words: Vec<&str> = statement.split_whitespace().collect();
        let Some(at) = words.iter().position(|word| *word == "uniform") else { continue };
        let mut rest = words[at + 1..]
            .iter()
            .skip_while(|word| ["lowp", "mediump", "highp"].contains(*word));
        let Some(count) = rest.next().and_then(|kind| count_words(kind)) else { continue };
        let names: String = rest.copied().collect();
        // One with a value begins with that, in the other stage, too.
        if let Some((names, _)) = names.split_once('=') {
            with_value.extend(names.split(',').map(|name| name.split('[').next().unwrap_or(name).to_string()));
            continue;
        }
        for name in names.split(',') {
            let (name, items) = match name.trim_end_matches(']').split_once('[') {
                Some((name, items)) => (name, items.parse().ok()),
                None => (name, None),
            };
            declared.push(DeclaredUniform { name: name.to_string(), words: count, items });
        }
    }
    declared.retain(|uniform| !with_value.contains(&uniform.name));
    declared
}

/// Returns the words of a number, a vector or a matrix; `None` for another type.
fn count_words(kind: &str) -> Option<usize> {
    let (letters, digits) = kind.split_at(kind.find(|letter: char| letter.is_ascii_digit()).unwrap_or(kind.len()));
    let numbers: Vec<usize> = digits.split('x').filter_map(|digit| digit.parse().ok()).collect();
    match (letters, numbers.as_slice()) {
        ("float" | "int" | "uint" | "bool", []) => Some(1),
        ("vec" | "ivec" | "uvec" | "bvec", [lanes]) => Some(*lanes),
        ("mat", [size]) => Some(size * size),
        ("mat", [columns, rows]) => Some(columns * rows),
        _ => None,
    }
}

fn compile(lifted: &Lifted, found: Option<&'static str>, seen: Rc<Cell<bool>>) -> Result<Compiled, Refusal> {
    let name = if lifted.stage == Stage::Compute { "piglit.comp" } else { "piglit.frag" };
    let mut check = KernelCheck::source(name, &*lifted.text);
    if let Some(vertex) = &lifted.vertex {
        check = check.vertex(&**vertex);
    }
    let checked = check.compile().map_err(sentence)?;
    let text = format!("{}\n{}", lifted.vertex.as_deref().unwrap_or(""), lifted.text);
    let words: Vec<&str> = text.split_whitespace().collect();
    let mut textures = vec![];
    let mut buffers = vec![];
    for (at, pair) in words.windows(2).enumerate() {
        match pair {
            [kind, name] if kind.starts_with("sampler") || kind.starts_with("image2D") => {
                textures.push(name.trim_end_matches(';').to_string());
            }
            ["buffer", name] => {
                let declared = words[..at]
                    .rsplit(|word| word.ends_with(['}', ';']))
                    .next()
                    .unwrap_or(&[])
                    .concat();
                let binding = declared.split("binding=").nth(1).and_then(|rest| rest.split([',', ')']).next());
                buffers.push((name.to_string(), binding.and_then(|binding| binding.parse().ok()).unwrap_or(0)));
            }
            _ => {}
        }
    }
    let zeros = list_uniforms(&text);
    Ok(Compiled { checked, textures, buffers, counters: None, found, seen, zeros, text })
}

fn sentence(error: gristmill::Error) -> Refusal {
    Refusal(error.to_string())
}

impl Compiled {
    /// The lanes of an attribute that a vertex shader declares, or has from the fixed pipeline.
    fn lanes(&self, name: &str) -> Option<usize> {
        if name.starts_with("gl_") {
            return has_word(&self.text, name)
                .then_some(4)
                .or(has_word(&self.text, "ftransform").then_some(4));
        }
        let words: Vec<&str> = self
            .text
            .split([' ', '\t', '\n', ';', ','])
            .filter(|word| !word.is_empty())
            .collect();
        let declared = words
            .windows(3)
            .find(|words| ["in", "attribute"].contains(&words[0]) && words[2] == name)?;
        let digits = declared[1].trim_start_matches(|letter: char| letter.is_ascii_alphabetic());
        Some(digits.parse().unwrap_or(1))
    }

    fn launch(&self, memory: &Memory) -> Result<LaunchOptions, Refusal> {
        let mut launch = LaunchOptions::new();
        for (name, words) in &memory.uniforms {
            if !self.textures.contains(name) {
                launch = launch.uniform(name, words.clone());
            }
        }
        for (name, words) in self.zeros.iter().flat_map(|uniform| uniform.list_unset(memory)) {
            launch = launch.uniform(&name, vec![0; words]);
        }
        for name in &self.textures {
            let Some(texture) = unit(memory, name).and_then(|unit| memory.textures.get(&unit)) else {
                return refuse(format!("the texture {name}, which nothing fills"));
            };
            launch = launch.texture(name, texels(texture));
        }
        for (name, binding) in &self.buffers {
            let Some(words) = memory.buffers.get(binding) else {
                return refuse(format!("the buffer {name}, which nothing fills"));
            };
            launch = launch.buffer(name, words.clone());
        }
        if let Some(name) = &self.counters {
            launch = launch.buffer(name, memory.counters.clone());
        }
        Ok(launch)
    }

    /// Runs with all checks, which must not cry wolf, nor be silent.
    fn run(&self, launch: &LaunchOptions) -> Result<Report, Refusal> {
        let report = self.checked.launch(launch).map_err(sentence)?;
        let kinds: BTreeSet<String> = report.findings.iter().map(|finding| finding.kind.to_string()).collect();
        self.seen.set(self.seen.get() || !kinds.is_empty());
        match self.found {
            Some(found) if kinds.iter().all(|kind| kind == found || kind == "note") => Ok(report),
            None if report.is_right() => Ok(report),
            _ => refuse(format!("{FALSE_ALARM}{}", report.drawings.join("\n"))),
        }
    }
}

/// The beginning of a refusal that is a fault of the checks.
pub const FALSE_ALARM: &str = "a false alarm: ";

/// The unit of a sampler or an image.
fn unit(memory: &Memory, name: &str) -> Option<usize> {
    let unit = memory.uniforms.get(name).and_then(|words| words.first().copied()).unwrap_or(0);
    usize::try_from(unit).ok()
}

fn texels(texture: &Texture) -> Texels {
    let [width, height] = texture.size;
    let texels = Texels::new("rgba8", [width, height, 1], texture.texels.clone());
    if texture.clamped_to_border { texels.border(texture.border) } else { texels }
}

impl Kernel for Compiled {
    fn dispatch(&mut self, groups: [u32; 3], memory: &mut Memory) -> Result<(), Refusal> {
        let report = self.run(&self.launch(memory)?.groups(groups))?;
        let mut outputs: BTreeMap<String, Vec<u32>> = report.outputs.into_iter().collect();
        for name in &self.textures {
            let texture = unit(memory, name).and_then(|unit| memory.textures.get_mut(&unit));
            if let Some((texture, words)) = texture.zip(outputs.remove(name)) {
                texture.texels = words;
            }
        }
        for (name, binding) in &self.buffers {
            if let Some(words) = outputs.remove(name) {
                memory.buffers.insert(*binding, words);
            }
        }
        // The output that is left has the counters of binding 0; no file asks for others.
        if let Some((name, mut words)) = outputs.pop_first() {
            words.resize(memory.counters.len(), 0);
            memory.counters = words;
            self.counters = Some(name);
        }
        Ok(())
    }

    fn draw(&mut self, drawn: &Drawn, memory: &Memory) -> Result<Vec<u32>, Refusal> {
        if drawn.turned && ["gl_VertexID", "gl_PrimitiveID"].iter().any(|name| has_word(&self.text, name)) {
            return refuse("numbers of vertices of a strip or fan, which is drawn as single triangles");
        }
        let output = self.checked.outputs().find(|(_, location, _)| *location == 0);
        let Some((output, ..)) = output else { return refuse("a fragment shader without an output") };
        let lanes = |texel: &u32| texel.to_le_bytes().map(|lane| (f32::from(lane) / 255.0).to_bits());
        let over = drawn.target.texels.iter().flat_map(lanes).collect();
        let mut launch = self
            .launch(memory)?
            .size(drawn.target.size)
            .vertices(drawn.vertices)
            .drawn_over(output, over);
        for (name, words) in &drawn.attributes {
            // Places have other names in the fixed pipeline, and where they are the first attribute.
            let others: &[&str] = if name == "piglit_vertex" { &["gl_Vertex", "vertex"] } else { &[] };
            let known = [name.as_str()].into_iter().chain(others.iter().copied());
            if let Some((known, lanes)) = known.into_iter().find_map(|name| Some((name, self.lanes(name)?))) {
                let words = words.chunks(4).flat_map(|vertex| vertex.iter().take(lanes).copied());
                launch = launch.buffer(known, words.collect());
            }
        }
        if ["gl_ModelViewProjectionMatrix", "ftransform"]
            .iter()
            .any(|name| has_word(&self.text, name))
        {
            let matrix = drawn.matrix.map(f32::to_bits).to_vec();
            launch = launch.uniform("gl_ModelViewProjectionMatrix", matrix);
        }
        let report = self.run(&launch)?;
        let Some(lanes) = report.output(output) else { return refuse("an output that is not there") };
        let (colors, _) = lanes.as_chunks::<4>();
        Ok(colors.iter().map(|color| packed(color.map(f32::from_bits))).collect())
    }
}
