//! Runs the commands of a test as piglit's shader_runner does, on any kernel that can be dispatched or drawn.

use super::lift::{Lifted, has_word};
use super::shader_test::{Command, Parameter, Refusal, ShaderTest, Triangles, VertexData, refuse};
use std::collections::BTreeMap;

/// The outcome of a test.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
    Passed,
    Failed(String),
    /// It was not run, or not to its end; the words name what is not known.
    Refused(String),
}

/// A compiled kernel of some machine.
pub trait Kernel {
    /// Runs so many work groups on the memory.
    fn dispatch(&mut self, groups: [u32; 3], memory: &mut Memory) -> Result<(), Refusal>;
    /// The texels of a target after a draw.
    fn draw(&mut self, drawn: &Drawn, memory: &Memory) -> Result<Vec<u32>, Refusal>;
}

/// The vertices that are drawn, and the texture that they are drawn over.
#[derive(Debug)]
pub struct Drawn<'t> {
    pub target: &'t Texture,
    /// The number of vertices, three for each triangle.
    pub vertices: u32,
    /// The words of all vertices, by name.
    pub attributes: Vec<(String, Vec<u32>)>,
    /// True if the vertices come in another order than in the data, and some more than once.
    pub turned: bool,
    /// The matrix of the fixed pipeline, column by column.
    pub matrix: [f32; 16],
}

/// The data that kernels read and write.
#[derive(Debug, Default)]
pub struct Memory {
    /// The words by name; a sampler's or an image's is its unit.
    pub uniforms: BTreeMap<String, Vec<u32>>,
    /// The textures by unit.
    pub textures: BTreeMap<usize, Texture>,
    /// The words of the buffer of each binding.
    pub buffers: BTreeMap<u32, Vec<u32>>,
    /// The atomic counters of binding 0.
    pub counters: Vec<u32>,
}

/// A texture of four 8-bit lanes, red in the lowest byte; rows from the bottom up.
#[derive(Debug, Clone, PartialEq)]
pub struct Texture {
    pub size: [u32; 2],
    pub texels: Vec<u32>,
    pub clamped_to_border: bool,
    pub border: [f32; 4],
}

/// A matrix that changes nothing.
const IDENTITY: [f32; 16] = [1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0];

/// The side of piglit's window.
const WINDOW: u32 = 250;

/// The most by which a probed lane may be off.
const TOLERANCE: f32 = 0.01;

/// Runs a test whose kernel is compiled.
pub fn execute(test: &ShaderTest, kernel: &mut dyn Kernel) -> Verdict {
    match Run::new(kernel).all(test) {
        Ok(None) => Verdict::Passed,
        Ok(Some(difference)) => Verdict::Failed(difference),
        Err(refusal) => Verdict::Refused(refusal.0),
    }
}

/// A test whose file is read, lifted, compiled and run.
pub fn judge<K: Kernel>(text: &str, compile: impl Fn(&Lifted) -> Result<K, Refusal>) -> Verdict {
    let ready = ShaderTest::parse(text).and_then(|test| Ok((compile(&super::lift::lift(&test)?)?, test)));
    match ready {
        Ok((mut kernel, test)) => execute(&test, &mut kernel),
        Err(refusal) => Verdict::Refused(refusal.0),
    }
}

struct Run<'k> {
    kernel: &'k mut dyn Kernel,
    memory: Memory,
    window: Texture,
    /// The unit of the texture that is drawn to instead of the window.
    target: Option<usize>,
    clear: [f32; 4],
    /// The matrix of the fixed pipeline, column by column.
    matrix: [f32; 16],
    /// The most by which each lane may be off.
    tolerance: [f32; 4],
}

impl Texture {
    fn new(size: [u32; 2]) -> Texture {
        let texels = vec![0; size[0] as usize * size[1] as usize];
        Texture { size, texels, clamped_to_border: false, border: [0.0; 4] }
    }

    /// Red, green, blue and white quarters.
    fn rgbw([width, height]: [u32; 2]) -> Texture {
        let mut texture = Texture::new([width, height]);
        let places = (0..height).flat_map(|y| (0..width).map(move |x| (x, y)));
        for (texel, (x, y)) in texture.texels.iter_mut().zip(places) {
            *texel = packed(match (x < width / 2, y < height / 2) {
                (true, true) => [1.0, 0.0, 0.0, 1.0],
                (false, true) => [0.0, 1.0, 0.0, 1.0],
                (true, false) => [0.0, 0.0, 1.0, 1.0],
                (false, false) => [1.0; 4],
            });
        }
        texture
    }

    fn at(&mut self, x: u32, y: u32) -> Option<&mut u32> {
        let [width, height] = self.size;
        let inside = x < width && y < height;
        let place = inside.then(|| y as usize * width as usize + x as usize)?;
        self.texels.get_mut(place)
    }
}

/// A colour in 8-bit lanes.
pub fn packed(color: [f32; 4]) -> u32 {
    u32::from_le_bytes(color.map(|lane| (lane.clamp(0.0, 1.0) * 255.0).round() as u8))
}

/// The words of vertices with four lanes each: what lacks is 0, and 1 for the last.
fn filled(lanes: usize, words: &[u32]) -> Vec<u32> {
    let fill = [0, 0, 0, 1.0_f32.to_bits()];
    let four = |vertex: &[u32]| {
        (0..4)
            .map(|lane| vertex.get(lane).copied().unwrap_or(fill[lane]))
            .collect::<Vec<_>>()
    };
    words.chunks(lanes).flat_map(four).collect()
}

impl<'k> Run<'k> {
    fn new(kernel: &'k mut dyn Kernel) -> Run<'k> {
        let window = Texture::new([WINDOW; 2]);
        Run {
            kernel,
            memory: Memory::default(),
            window,
            target: None,
            clear: [0.0; 4],
            matrix: IDENTITY,
            tolerance: [TOLERANCE; 4],
        }
    }

    /// The first difference, with its line.
    fn all(&mut self, test: &ShaderTest) -> Result<Option<String>, Refusal> {
        for (line, command) in &test.commands {
            self.refuse_fixed(command, test)?;
            if let Some(difference) = self.one(command, test.vertices.as_ref())? {
                return Ok(Some(format!("line {line}: {difference}")));
            }
        }
        Ok(None)
    }

    fn one(&mut self, command: &Command, data: Option<&VertexData>) -> Result<Option<String>, Refusal> {
        match command {
            Command::ClearColor(color) => self.clear = *color,
            Command::Clear => {
                let color = packed(self.clear);
                self.target()?.texels.fill(color);
            }
            Command::Uniform(_, name, words) => {
                self.memory.uniforms.insert(name.clone(), words.clone());
            }
            Command::TextureRgbw(unit, size) => {
                self.memory.textures.insert(*unit, Texture::rgbw(*size));
            }
            Command::ImageTexture(unit) => {
                self.texture(*unit)?;
            }
            Command::Target(unit) => {
                self.texture(*unit)?;
                self.target = Some(*unit);
            }
            Command::TexParameter(parameter) => {
                // piglit changes the texture that was bound last, and only files with one texture do.
                let Some(texture) = self.memory.textures.values_mut().next_back() else {
                    return refuse("texparameter without a texture");
                };
                match parameter {
                    Parameter::ClampToBorder => texture.clamped_to_border = true,
                    Parameter::BorderColor(color) => texture.border = *color,
                }
            }
            Command::AtomicCounters(count) => self.memory.counters = vec![0; *count],
            Command::StorageBuffer(binding, bytes) => {
                self.memory.buffers.insert(*binding, vec![0; bytes / 4]);
            }
            Command::StorageWord(binding, place, word) => {
                let buffer = self.memory.buffers.get_mut(binding);
                match buffer.and_then(|buffer| buffer.get_mut(place / 4)) {
                    Some(place) => *place = *word,
                    None => return refuse("ssbo subdata outside its buffer"),
                }
            }
            Command::Compute(groups) => self.kernel.dispatch(*groups, &mut self.memory)?,
            Command::DrawRect(place) => self.draw_rect(*place)?,
            Command::DrawPixels([x, y, width, height]) => {
                let side = WINDOW as f32;
                self.draw_rect([
                    -1.0 + 2.0 * x / side,
                    -1.0 + 2.0 * y / side,
                    2.0 * width / side,
                    2.0 * height / side,
                ])?;
            }
            Command::DrawArrays(mode, range) => {
                let Some(data) = data else { return refuse("draw arrays without vertex data") };
                self.draw_arrays(*mode, *range, data)?;
            }
            Command::Ortho([left, right, bottom, top]) => {
                self.matrix = IDENTITY;
                (self.matrix[0], self.matrix[5], self.matrix[10]) = (2.0 / (right - left), 2.0 / (top - bottom), -1.0);
                self.matrix[12] = -(right + left) / (right - left);
                self.matrix[13] = -(top + bottom) / (top - bottom);
            }
            Command::Frustum([left, right, bottom, top, near, far]) => {
                self.matrix = [0.0; 16];
                self.matrix[0] = 2.0 * near / (right - left);
                self.matrix[5] = 2.0 * near / (top - bottom);
                self.matrix[8] = (right + left) / (right - left);
                self.matrix[9] = (top + bottom) / (top - bottom);
                self.matrix[10] = -(far + near) / (far - near);
                self.matrix[11] = -1.0;
                self.matrix[14] = -2.0 * far * near / (far - near);
            }
            Command::Tolerance(lanes) => self.tolerance = *lanes,
            Command::Linked | Command::TwoSide | Command::ShadeFlat => {}
            Command::Probe(rect, color) => return self.probe(*rect, color),
            Command::ProbePart(part, color) => {
                let [width, height] = self.target()?.size;
                let place = |part: f32, side: u32| ((part * side as f32) as u32).min(side - 1);
                let size = |part: f32, side: u32| ((part * side as f32) as u32).max(1);
                let [x, y, across, up] = *part;
                let rect = [place(x, width), place(y, height), size(across, width), size(up, height)];
                return self.probe(Some(rect), color);
            }
            Command::ProbeCounter(counter, comparison, wanted) => {
                return self.probe_counter(*counter, comparison, *wanted);
            }
        }
        Ok(None)
    }

    /// Refuses the work of the fixed pipeline on built-in colours, which is not done here.
    fn refuse_fixed(&self, command: &Command, test: &ShaderTest) -> Result<(), Refusal> {
        let fixed: &[&str] = match command {
            Command::TwoSide => &["gl_BackColor", "gl_BackSecondaryColor"],
            Command::ShadeFlat => &["gl_FrontColor", "gl_BackColor", "gl_FrontSecondaryColor", "gl_BackSecondaryColor"],
            _ => return Ok(()),
        };
        let of = |text: &str| fixed.iter().find(|name| has_word(text, name));
        match test.shaders.iter().find_map(|(_, text)| of(text)) {
            Some(name) => refuse(format!("{name} of the fixed pipeline, by side or flat")),
            None => Ok(()),
        }
    }

    fn texture(&mut self, unit: usize) -> Result<&mut Texture, Refusal> {
        self.memory
            .textures
            .get_mut(&unit)
            .ok_or_else(|| Refusal(format!("texture unit {unit}, which nothing fills")))
    }

    fn target(&mut self) -> Result<&mut Texture, Refusal> {
        match self.target {
            Some(unit) => self.texture(unit),
            None => Ok(&mut self.window),
        }
    }

    /// A rectangle as piglit draws it: two triangles.
    fn draw_rect(&mut self, [x, y, width, height]: [f32; 4]) -> Result<(), Refusal> {
        let corner = |right: bool, up: bool| {
            let place = [x + if right { width } else { 0.0 }, y + if up { height } else { 0.0 }, 0.0, 1.0];
            place.map(f32::to_bits).to_vec()
        };
        let rows = vec![corner(false, false), corner(true, false), corner(false, true), corner(true, true)];
        let columns = vec![("piglit_vertex".to_string(), "float", 4)];
        self.draw_arrays(Triangles::Strip, [0, 4], &VertexData { columns, rows })
    }

    fn draw_arrays(&mut self, mode: Triangles, [first, count]: [u32; 2], data: &VertexData) -> Result<(), Refusal> {
        let triangles = (0..count.saturating_sub(2)).flat_map(|at| match mode {
            Triangles::Fan => vec![0, at + 1, at + 2],
            // Every other one the other way round, so that all show the same side.
            Triangles::Strip if at % 2 == 1 => vec![at + 1, at, at + 2],
            Triangles::Strip => vec![at, at + 1, at + 2],
            Triangles::Single if at % 3 == 0 => vec![at, at + 1, at + 2],
            Triangles::Single => vec![],
        });
        let order: Vec<usize> = triangles.map(|at| (first + at) as usize).collect();
        let mut attributes = vec![];
        let mut from = 0;
        for (name, _, lanes) in &data.columns {
            let vertex = |at: &usize| data.rows.get(*at).and_then(|row| row.get(from..from + lanes));
            let words: Option<Vec<&[u32]>> = order.iter().map(vertex).collect();
            let Some(words) = words else { return refuse("draw arrays of vertices that there are not") };
            attributes.push((name.clone(), *lanes, words.concat()));
            from += lanes;
        }
        let matrix = self.matrix;
        let target = match self.target {
            Some(unit) => self.memory.textures.get(&unit).cloned(),
            None => Some(self.window.clone()),
        };
        let Some(target) = target else { return refuse("a target that nothing fills") };
        let attributes = attributes
            .into_iter()
            .map(|(name, lanes, words)| (name, filled(lanes, &words)))
            .collect();
        let turned = mode != Triangles::Single;
        let drawn = Drawn { target: &target, vertices: order.len() as u32, attributes, turned, matrix };
        let texels = self.kernel.draw(&drawn, &self.memory)?;
        if texels.len() != target.texels.len() {
            return refuse(format!("a draw that gives {} texels of {}", texels.len(), target.texels.len()));
        }
        self.target()?.texels = texels;
        Ok(())
    }

    fn probe(&mut self, rect: Option<[u32; 4]>, wanted: &[f32]) -> Result<Option<String>, Refusal> {
        let tolerance = self.tolerance;
        let target = self.target()?;
        let [left, bottom, width, height] = rect.unwrap_or([0, 0, target.size[0], target.size[1]]);
        for y in bottom..bottom + height {
            for x in left..left + width {
                let Some(texel) = target.at(x, y) else {
                    return refuse(format!("a probe at {x} {y}, outside the target"));
                };
                let found = texel.to_le_bytes().map(|lane| f32::from(lane) / 255.0);
                // Written so that what is no number is no match.
                if !found
                    .iter()
                    .zip(wanted)
                    .zip(tolerance)
                    .all(|((found, wanted), tolerance)| (found - wanted).abs() < tolerance)
                {
                    return Ok(Some(format!("at {x} {y} there is {found:?}, wanted {wanted:?}")));
                }
            }
        }
        Ok(None)
    }

    fn probe_counter(&self, counter: usize, comparison: &str, wanted: u32) -> Result<Option<String>, Refusal> {
        let Some(&found) = self.memory.counters.get(counter) else {
            return refuse(format!("a probe of atomic counter {counter}, which there is not"));
        };
        let holds = match comparison {
            "==" => found == wanted,
            "!=" => found != wanted,
            "<" => found < wanted,
            "<=" => found <= wanted,
            ">" => found > wanted,
            ">=" => found >= wanted,
            _ => return refuse(format!("the comparison {comparison}")),
        };
        let difference = format!("atomic counter {counter} is {found}, wanted {comparison} {wanted}");
        Ok((!holds).then_some(difference))
    }
}
