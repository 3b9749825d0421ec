//! Reads a `.shader_test` file of piglit: what it requires, its shaders, and the commands of its test.

use std::fmt;

/// A file, read.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct ShaderTest {
    /// The lines of `[require]`.
    pub requires: Vec<String>,
    /// The shaders in the order of the file; a stage may have several.
    pub shaders: Vec<(Stage, String)>,
    /// `[vertex data]`.
    pub vertices: Option<VertexData>,
    /// The commands of `[test]`, each with its line.
    pub commands: Vec<(usize, Command)>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stage {
    Vertex,
    Fragment,
    Compute,
}

/// The data of each vertex.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct VertexData {
    /// Name, scalar and lanes of each column.
    pub columns: Vec<(String, &'static str, usize)>,
    /// The words of all columns, vertex by vertex.
    pub rows: Vec<Vec<u32>>,
}

/// The ways in which vertices make triangles.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Triangles {
    Fan,
    Strip,
    Single,
}

/// A command of `[test]`.
#[derive(Debug, Clone, PartialEq)]
pub enum Command {
    ClearColor([f32; 4]),
    Clear,
    /// The GLSL type, the name, and the words column by column.
    Uniform(String, String, Vec<u32>),
    /// The unit, and the width and height of a texture of 8-bit lanes in red, green, blue and white quarters.
    TextureRgbw(usize, [u32; 2]),
    /// An image unit shows a texture unit.
    ImageTexture(usize),
    /// The texture of a unit is drawn to, cleared and probed.
    Target(usize),
    TexParameter(Parameter),
    /// The number of counters at binding 0, all zero.
    AtomicCounters(usize),
    /// A binding, and the bytes of its buffer, all zero.
    StorageBuffer(u32, usize),
    /// A binding, a place in bytes, and a word.
    StorageWord(u32, usize, u32),
    Compute([u32; 3]),
    /// x, y, width and height where the window is from -1 to 1.
    DrawRect([f32; 4]),
    /// The same in pixels.
    DrawPixels([f32; 4]),
    /// Triangles of the vertex data: from the vertex of a number on, so many.
    DrawArrays(Triangles, [u32; 2]),
    /// Left, right, bottom and top of what a shader sees that multiplies with the matrix of the fixed pipeline.
    Ortho([f32; 4]),
    /// Left, right, bottom, top, near and far of a pyramid, for the same matrix.
    Frustum([f32; 6]),
    /// Triangles that show their back have the back's colours.
    TwoSide,
    /// Built-in colours are those of a triangle's last vertex.
    ShadeFlat,
    /// The most by which each lane of a probe may be off.
    Tolerance([f32; 4]),
    /// The lanes from the first on must be near these, in a rectangle or everywhere.
    Probe(Option<[u32; 4]>, Vec<f32>),
    /// The same, of a rectangle in parts of the target; without a size it is one pixel.
    ProbePart([f32; 4], Vec<f32>),
    /// A question of piglit that the machines have answered already.
    Linked,
    /// A counter, a comparison, and a number.
    ProbeCounter(usize, String, u32),
}

/// A `texparameter 2D`.
#[derive(Debug, Clone, PartialEq)]
pub enum Parameter {
    /// Clamps to the border along s or t.
    ClampToBorder,
    BorderColor([f32; 4]),
}

/// The reason why a file is not run: it has what the runner, or a machine, does not know. The words
/// name it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Refusal(pub String);

impl fmt::Display for Refusal {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        to.write_str(&self.0)
    }
}

pub fn refuse<T>(what: impl Into<String>) -> Result<T, Refusal> {
    Err(Refusal(what.into()))
}

impl ShaderTest {
    /// Reads a whole file.
    pub fn parse(text: &str) -> Result<ShaderTest, Refusal> {
        let mut test = ShaderTest::default();
        let mut section = String::new();
        for (number, line) in (1..).zip(text.lines()) {
            if let Some(name) = line
                .strip_prefix('[')
                .and_then(|rest| rest.split_once(']'))
                .map(|(name, _)| name)
            {
                section = name.to_string();
                test.open(&section)?;
                continue;
            }
            if let "vertex shader" | "fragment shader" | "compute shader" = section.as_str() {
                if let Some((_, shader)) = test.shaders.last_mut() {
                    shader.push_str(line);
                    shader.push('\n');
                }
                continue;
            }
            let line = line.split('#').next().unwrap_or("").trim();
            if line.is_empty() {
                continue;
            }
            match section.as_str() {
                "require" => test.requires.push(line.to_string()),
                "vertex data" => test.vertex(line)?,
                "test" => test.commands.push((number, command(line)?)),
                _ => {}
            }
        }
        if test.commands.iter().any(|(_, command)| {
            matches!(command, Command::Probe(..) | Command::ProbePart(..) | Command::ProbeCounter(..))
        }) {
            Ok(test)
        } else {
            refuse("a test that probes nothing")
        }
    }

    fn open(&mut self, section: &str) -> Result<(), Refusal> {
        let stage = match section {
            "vertex shader" => Stage::Vertex,
            "fragment shader" => Stage::Fragment,
            "compute shader" => Stage::Compute,
            "vertex shader passthrough" => {
                self.shaders.push((Stage::Vertex, PASSES_ON.to_string()));
                return Ok(());
            }
            "vertex data" => {
                self.vertices = Some(VertexData::default());
                return Ok(());
            }
            "require" | "test" => return Ok(()),
            _ => return refuse(format!("the section [{section}]")),
        };
        self.shaders.push((stage, String::new()));
        Ok(())
    }

    /// A line of `[vertex data]`: the names first, then rows of numbers.
    fn vertex(&mut self, line: &str) -> Result<(), Refusal> {
        let Some(data) = &mut self.vertices else { return Ok(()) };
        let words: Vec<&str> = line.split_whitespace().collect();
        let read = if data.columns.is_empty() {
            let columns: Option<Vec<_>> = words.iter().map(|word| column(word)).collect();
            columns.map(|columns| data.columns = columns)
        } else {
            let kinds = data.columns.iter().flat_map(|(_, scalar, lanes)| vec![*scalar; *lanes]);
            let row: Option<Vec<u32>> = kinds.zip(&words).map(|(scalar, text)| word(scalar, text)).collect();
            let all = data.columns.iter().map(|(.., lanes)| lanes).sum::<usize>();
            row.filter(|row| row.len() == all && words.len() == all)
                .map(|row| data.rows.push(row))
        };
        match read {
            Some(()) => Ok(()),
            None => refuse(format!("the vertex data {}", words.first().unwrap_or(&""))),
        }
    }

    /// The text of a stage, if it has one shader.
    pub fn shaders_of(&self, stage: Stage) -> impl Iterator<Item = &str> {
        self.shaders
            .iter()
            .filter(move |(of, _)| *of == stage)
            .map(|(_, text)| text.as_str())
    }
}

/// The shader of `[vertex shader passthrough]`.
pub const PASSES_ON: &str = "#version 140\nin vec4 piglit_vertex;\nvoid main() { gl_Position = piglit_vertex; }\n";

/// `vertex/float/2` or `vertex/float/vec2`: a name, a scalar and how many lanes.
fn column(text: &str) -> Option<(String, &'static str, usize)> {
    let (name, kind) = text.split_once('/')?;
    let (scalar, lanes) = kind.split_once('/')?;
    let scalar = ["float", "int", "uint"].into_iter().find(|known| *known == scalar)?;
    let digits = lanes.trim_start_matches(|letter: char| letter.is_ascii_alphabetic());
    let lanes = if digits.is_empty() { 1 } else { digits.parse().ok()? };
    (1..=4).contains(&lanes).then(|| (name.to_string(), scalar, lanes))
}

/// Reads a command; what is not known is refused by its words without the numbers.
fn command(line: &str) -> Result<Command, Refusal> {
    known(line).ok_or_else(|| {
        let words = line
            .split_whitespace()
            .filter(|word| word.starts_with(|c: char| c.is_ascii_alphabetic()));
        Refusal(format!("the command {}", words.collect::<Vec<_>>().join(" ")))
    })
}

fn known(line: &str) -> Option<Command> {
    let plain = line.replace(['(', ')', ','], " ");
    let words: Vec<&str> = plain.split_whitespace().collect();
    Some(match words.as_slice() {
        ["clear"] => Command::Clear,
        ["clear", "color", color @ ..] => Command::ClearColor(floats(color)?),
        ["uniform", kind, name, numbers @ ..] => {
            let (scalar, count) = glsl(kind)?;
            let words = numbers.iter().map(|text| words_of(scalar, text)).collect::<Option<Vec<_>>>()?;
            return (words.len() == count)
                .then(|| Command::Uniform(kind.to_string(), name.to_string(), words.concat()));
        }
        ["texture", "rgbw", unit, width, height] | ["texture", "rgbw", unit, width, height, "GL_RGBA8"] => {
            Command::TextureRgbw(unit.parse().ok()?, [width.parse().ok()?, height.parse().ok()?])
        }
        ["image", "texture", unit, "GL_RGBA8"] => Command::ImageTexture(unit.parse().ok()?),
        ["fb", "tex", "2d", unit] => Command::Target(unit.parse().ok()?),
        ["texparameter", "2D", "wrap_s" | "wrap_t", "clamp_to_border"] => {
            Command::TexParameter(Parameter::ClampToBorder)
        }
        ["texparameter", "2D", "border_color", color @ ..] => {
            Command::TexParameter(Parameter::BorderColor(floats(color)?))
        }
        ["atomic", "counters", count] => Command::AtomicCounters(count.parse().ok()?),
        ["ssbo", binding, bytes] => Command::StorageBuffer(binding.parse().ok()?, bytes.parse().ok()?),
        ["ssbo", binding, "subdata", kind @ ("int" | "uint" | "float"), place, number] => {
            Command::StorageWord(binding.parse().ok()?, place.parse().ok()?, word(kind, number)?)
        }
        ["compute", groups @ ..] => Command::Compute(wholes(groups)?),
        ["draw", "rect", "ortho", place @ ..] => Command::DrawPixels(floats(place)?),
        ["draw", "rect", place @ ..] => Command::DrawRect(floats(place)?),
        ["draw", "arrays", mode, vertices @ ..] => {
            let mode = match *mode {
                "GL_TRIANGLE_FAN" => Triangles::Fan,
                "GL_TRIANGLE_STRIP" => Triangles::Strip,
                "GL_TRIANGLES" => Triangles::Single,
                _ => return None,
            };
            Command::DrawArrays(mode, wholes(vertices)?)
        }
        ["ortho"] => Command::Ortho([0.0, 250.0, 0.0, 250.0]),
        ["ortho", sides @ ..] => Command::Ortho(floats(sides)?),
        ["frustum", sides @ ..] => Command::Frustum(floats(sides)?),
        ["enable", "GL_VERTEX_PROGRAM_TWO_SIDE"] => Command::TwoSide,
        ["shade", "model", "flat"] => Command::ShadeFlat,
        ["shade", "model", "smooth"] => Command::Linked,
        ["tolerance", lanes @ ..] => Command::Tolerance(floats(lanes)?),
        ["link", "success"] => Command::Linked,
        ["relative", "probe", "rgba", x, y, color @ ..] => {
            Command::ProbePart(floats(&[x, y, "0", "0"])?, floats::<4>(color)?.to_vec())
        }
        ["relative", "probe", "rgb", x, y, color @ ..] => {
            Command::ProbePart(floats(&[x, y, "0", "0"])?, floats::<3>(color)?.to_vec())
        }
        ["relative", "probe", "rect", "rgba", x, y, width, height, color @ ..] => {
            Command::ProbePart(floats(&[x, y, width, height])?, floats::<4>(color)?.to_vec())
        }
        ["relative", "probe", "rect", "rgb", x, y, width, height, color @ ..] => {
            Command::ProbePart(floats(&[x, y, width, height])?, floats::<3>(color)?.to_vec())
        }
        ["probe", "rect", "rgb", x, y, width, height, color @ ..] => {
            Command::Probe(Some(wholes(&[x, y, width, height])?), floats::<3>(color)?.to_vec())
        }
        ["probe", "all", "rgba", color @ ..] => Command::Probe(None, floats::<4>(color)?.to_vec()),
        ["probe", "all", "rgb", red, green, blue, ..] => {
            Command::Probe(None, floats::<3>(&[red, green, blue])?.to_vec())
        }
        ["probe", "rect", "rgba", x, y, width, height, color @ ..] => {
            Command::Probe(Some(wholes(&[x, y, width, height])?), floats::<4>(color)?.to_vec())
        }
        ["probe", "rgba", x, y, color @ ..] => {
            Command::Probe(Some(wholes(&[x, y, "1", "1"])?), floats::<4>(color)?.to_vec())
        }
        // piglit reads three numbers of what its own generator writes four.
        ["probe", "rgb", x, y, red, green, blue, ..] => {
            Command::Probe(Some(wholes(&[x, y, "1", "1"])?), floats::<3>(&[red, green, blue])?.to_vec())
        }
        ["probe", "atomic", "counter", counter, comparison, number] => {
            Command::ProbeCounter(counter.parse().ok()?, comparison.to_string(), word("uint", number)?)
        }
        _ => return None,
    })
}

/// The scalar of a GLSL type, and how many of it there are.
fn glsl(kind: &str) -> Option<(&'static str, usize)> {
    let digits = |from: usize| {
        kind.get(from..)
            .and_then(|rest| rest.parse::<usize>().ok())
            .filter(|n| (2..=4).contains(n))
    };
    match kind {
        "float" => return Some(("float", 1)),
        "int" => return Some(("int", 1)),
        "uint" => return Some(("uint", 1)),
        "double" => return Some(("double", 1)),
        "int64_t" => return Some(("int64_t", 1)),
        "uint64_t" => return Some(("uint64_t", 1)),
        _ => {}
    }
    let double = kind.strip_prefix('d').filter(|rest| rest.starts_with("mat"));
    if let Some(sides) = double.unwrap_or(kind).strip_prefix("mat") {
        let scalar = if double.is_some() { "double" } else { "float" };
        let (columns, rows) = sides.split_once('x').unwrap_or((sides, sides));
        return Some((scalar, columns.parse::<usize>().ok()? * rows.parse::<usize>().ok()?));
    }
    match kind.as_bytes() {
        [b'v', b'e', b'c', _] => Some(("float", digits(3)?)),
        [b'i', b'6', b'4', ..] => Some(("int64_t", digits(6)?)),
        [b'u', b'6', b'4', ..] => Some(("uint64_t", digits(6)?)),
        [b'i', b'v', ..] => Some(("int", digits(4)?)),
        [b'u', b'v', ..] => Some(("uint", digits(4)?)),
        [b'd', b'v', ..] => Some(("double", digits(4)?)),
        _ => None,
    }
}

/// The words of a number: two where it has 64 bits, the lower one first.
fn words_of(scalar: &str, text: &str) -> Option<Vec<u32>> {
    let hex = || text.strip_prefix("0x").and_then(|digits| u64::from_str_radix(digits, 16).ok());
    let bits = match scalar {
        "double" => hex().or_else(|| Some(text.parse::<f64>().ok()?.to_bits())),
        "int64_t" => hex().or_else(|| Some(text.parse::<i64>().ok()? as u64)),
        "uint64_t" => hex()
            .or_else(|| text.parse().ok())
            .or_else(|| Some(text.parse::<i64>().ok()? as u64)),
        _ => return word(scalar, text).map(|word| vec![word]),
    };
    bits.map(|bits| vec![bits as u32, (bits >> 32) as u32])
}

/// The bits of a number as piglit reads it: whole numbers wrap at 32 bits, and hexadecimal ones may
/// be the bits of a float.
fn word(scalar: &str, text: &str) -> Option<u32> {
    let text = text.trim_end_matches(if scalar == "float" { &[';'][..] } else { &['u', ';'][..] });
    let (sign, digits) = text.strip_prefix('-').map_or((1, text), |rest| (-1, rest));
    let hex = digits.strip_prefix("0x").map(|digits| i64::from_str_radix(digits, 16));
    match (scalar, hex) {
        ("float", Some(bits)) => u32::try_from(bits.ok()?).ok(),
        ("float", None) => Some((text.parse::<f64>().ok()? as f32).to_bits()),
        // The number may have GLSL's u, or a semicolon, behind it.
        ("int" | "uint", hex) => Some((sign * hex.unwrap_or_else(|| digits.parse()).ok()?) as u32),
        _ => None,
    }
}

fn floats<const COUNT: usize>(words: &[&str]) -> Option<[f32; COUNT]> {
    let numbers = words
        .iter()
        .map(|text| word("float", text).map(f32::from_bits))
        .collect::<Option<Vec<_>>>()?;
    numbers.try_into().ok()
}

fn wholes<const COUNT: usize>(words: &[&str]) -> Option<[u32; COUNT]> {
    words
        .iter()
        .map(|text| text.parse().ok())
        .collect::<Option<Vec<_>>>()?
        .try_into()
        .ok()
}
