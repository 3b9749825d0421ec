//! Runs the commands of a test as piglit's shader_runner does, on any kernel that can be dispatched or drawn.

use super::lift::Lifted;
use super::shader_test::{Command, Parameter, Refusal, ShaderTest, refuse};
use std::collections::BTreeMap;

/// What came of a test.
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
    /// The colours of a target of that width and height, drawn whole.
    fn draw(&mut self, size: [u32; 2], memory: &Memory) -> Result<Vec<u32>, Refusal>;
}

/// What kernels read and write.
#[derive(Debug, Default)]
pub struct Memory {
    /// By name; a sampler's or an image's is its unit.
    pub uniforms: BTreeMap<String, Vec<u32>>,
    /// By unit.
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

/// The side of piglit's window.
const WINDOW: u32 = 250;

/// How near a probed lane must be.
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

impl<'k> Run<'k> {
    fn new(kernel: &'k mut dyn Kernel) -> Run<'k> {
        let window = Texture::new([WINDOW; 2]);
        Run { kernel, memory: Memory::default(), window, target: None, clear: [0.0; 4] }
    }

    /// The first difference, with its line.
    fn all(&mut self, test: &ShaderTest) -> Result<Option<String>, Refusal> {
        for (line, command) in &test.commands {
            if let Some(difference) = self.one(command)? {
                return Ok(Some(format!("line {line}: {difference}")));
            }
        }
        Ok(None)
    }

    fn one(&mut self, command: &Command) -> Result<Option<String>, Refusal> {
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
            Command::DrawRect(rect) => self.draw(*rect)?,
            Command::DrawFan => {
                let [width, height] = self.target()?.size;
                self.draw([0, 0, width, height])?;
            }
            Command::Probe(rect, color) => return self.probe(*rect, color),
            Command::ProbeCounter(counter, comparison, wanted) => {
                return self.probe_counter(*counter, comparison, *wanted);
            }
        }
        Ok(None)
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

    /// A region is drawn as a target of its own, then laid where it belongs: no shader that runs here asks where it lies.
    fn draw(&mut self, [left, bottom, width, height]: [u32; 4]) -> Result<(), Refusal> {
        let colors = self.kernel.draw([width, height], &self.memory)?;
        if colors.len() != width as usize * height as usize {
            return refuse(format!("a draw of {width} x {height} that gives {} colours", colors.len()));
        }
        let target = self.target()?;
        let places = (0..height).flat_map(|y| (0..width).map(move |x| (x, y)));
        for ((x, y), color) in places.zip(colors) {
            if let Some(texel) = target.at(left + x, bottom + y) {
                *texel = color;
            }
        }
        Ok(())
    }

    fn probe(&mut self, rect: Option<[u32; 4]>, wanted: &[f32]) -> Result<Option<String>, Refusal> {
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
                    .all(|(found, wanted)| (found - wanted).abs() < TOLERANCE)
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
