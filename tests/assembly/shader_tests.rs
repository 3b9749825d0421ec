//! piglit's shader tests of both extensions, drawn by the emulator.
//!
//! These files ask little of OpenGL beside programs: rectangles, a projection, a colour, probes. A
//! file that asks for more is refused by its command. A stage without a program does what the fixed
//! pipeline did.

use super::piglit::folder;
use gristmill::check::{KernelCheck, LaunchOptions, Texels};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// Pixels of the window's sides.
const SIDE: u32 = 250;

/// The most by which a lane may be off, as piglit has it.
const NEAR: f32 = 0.01;

type Vector = [f32; 4];

const FIXED_VERTEX: &str = "!!ARBvp1.0
OPTION ARB_position_invariant;
MOV result.color, vertex.color;
MOV result.texcoord[0], vertex.texcoord[0];
END";

const FIXED_FRAGMENT: &str = "!!ARBfp1.0
MOV result.color, fragment.color;
END";

/// Files that the extension's own text lets no implementation load, with what is said of them: an offset of an address
/// register is from 0 to 63.
const AGAINST_THE_TEXT: [(&str, &str); 1] =
    [("vp-arl-constant-array-huge-relative-offset.shader_test", "an offset 109 is out of range, the last is 63")];

/// A file on its way.
struct Run {
    vertex: String,
    fragment: String,
    pixels: Vec<Vector>,
    clear: Vector,
    colour: Vector,
    texcoords: BTreeMap<u32, Vector>,
    /// Left, right, bottom and top of the window.
    window: Vector,
    locals: BTreeMap<String, Vector>,
    textures: BTreeMap<u32, [u32; 2]>,
    /// A number that is added to the first lane of what a probe wants, to see that probes can fail.
    off: f32,
}

/// The reason why a file does not pass: it asks for what is not here, or it is wrong.
#[derive(Debug)]
enum Stop {
    Refused(String),
    Wrong(String),
}

impl Run {
    fn new(text: &str, off: f32) -> Run {
        let section = |name: &str| {
            let (_, rest) = text.split_once(&format!("[{name}]\n"))?;
            Some(rest.split("\n[").next().unwrap_or(rest).to_string())
        };
        Run {
            vertex: section("vertex program").unwrap_or(FIXED_VERTEX.to_string()),
            fragment: section("fragment program").unwrap_or(FIXED_FRAGMENT.to_string()),
            pixels: vec![[0.0; 4]; (SIDE * SIDE) as usize],
            clear: [0.0; 4],
            colour: [1.0; 4],
            texcoords: BTreeMap::new(),
            window: [-1.0, 1.0, -1.0, 1.0],
            locals: BTreeMap::new(),
            textures: BTreeMap::new(),
            off,
        }
    }

    fn all(&mut self, text: &str) -> Result<(), Stop> {
        let (_, commands) = text.split_once("[test]").unwrap_or_default();
        for line in commands.lines().map(|line| line.split('#').next().unwrap_or("").trim()) {
            if !line.is_empty() {
                self.command(line)?;
            }
        }
        Ok(())
    }

    fn command(&mut self, line: &str) -> Result<(), Stop> {
        let plain = line.replace(['(', ')', ',', ';'], " ");
        let words: Vec<&str> = plain.split_whitespace().collect();
        let numbers = |from: usize| {
            words[from..]
                .iter()
                .filter_map(|word| word.parse::<f32>().ok())
                .collect::<Vec<f32>>()
        };
        let vector = |from: usize| -> Vector {
            let mut vector = [0.0, 0.0, 0.0, 1.0];
            vector.iter_mut().zip(numbers(from)).for_each(|(lane, number)| *lane = number);
            vector
        };
        match words.as_slice() {
            ["clear"] => self.pixels.fill(self.clear),
            ["clear", "color", ..] => self.clear = vector(2),
            ["color", ..] => self.colour = vector(1),
            ["texcoord", unit, ..] => {
                self.texcoords.insert(unit.parse().unwrap_or(0), vector(2));
            }
            ["ortho"] => self.window = [0.0, SIDE as f32, 0.0, SIDE as f32],
            ["ortho", ..] => self.window = vector(1),
            ["parameter", kind, number, ..] => {
                let (which, stage) = kind.split_once('_').unwrap_or_default();
                let before = if stage == "vp" { "vertex." } else { "" };
                self.locals.insert(format!("{before}program.{which}[{number}]"), vector(3));
            }
            ["texture", "rgbw", unit, width, height] => {
                let size = [width, height].map(|side| side.parse().unwrap_or(1));
                self.textures.insert(unit.parse().unwrap_or(0), size);
            }
            ["draw", "rect", "tex", ..] => {
                let all = numbers(3);
                self.draw([all[0], all[1], all[2], all[3]], Some([all[4], all[5], all[6], all[7]]))?;
            }
            ["draw", "rect", ..] => self.draw(vector(2), None)?,
            ["probe", "all", "rgba", ..] => self.probe(None, &numbers(3))?,
            ["probe", "rgba", x, y, ..] => {
                let at = [x, y].map(|at| at.parse().unwrap_or(0));
                self.probe(Some(at), &numbers(4))?;
            }
            ["relative", "probe", "rgba" | "rgb", x, y, ..] => {
                let part = |text: &str| text.parse::<f32>().unwrap_or(0.0);
                let at = [x, y].map(|at| ((part(at) * SIDE as f32) as u32).min(SIDE - 1));
                self.probe(Some(at), &numbers(5))?;
            }
            _ => {
                let named = words
                    .iter()
                    .take_while(|word| word.starts_with(|c: char| c.is_ascii_alphabetic()));
                return Err(Stop::Refused(named.copied().collect::<Vec<_>>().join(" ")));
            }
        }
        Ok(())
    }

    /// A rectangle as two triangles.
    fn draw(&mut self, [x, y, width, height]: Vector, coordinates: Option<Vector>) -> Result<(), Stop> {
        let corners = [[0.0, 0.0], [1.0, 0.0], [0.0, 1.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]];
        let each = |of: &dyn Fn([f32; 2]) -> Vector| -> Vec<u32> {
            corners.iter().flat_map(|corner| of(*corner).map(f32::to_bits)).collect()
        };
        let bits = |vector: Vector| vector.map(f32::to_bits).to_vec();
        let mut launch = LaunchOptions::new().size([SIDE; 2]).vertices(6).unwatched();
        let vertex: String = self.vertex.chars().filter(|c| !c.is_whitespace()).collect();
        let invariant = vertex.contains("ARB_position_invariant");
        let reads = |name: &str| vertex.contains(name);
        let place = each(&|[right, up]| [x + right * width, y + up * height, 0.0, 1.0]);
        if invariant || reads("vertex.position") {
            launch = launch.buffer("vertex.position", place.clone());
        }
        if reads("vertex.attrib[0]") {
            launch = launch.buffer("vertex.attrib[0]", place);
        }
        if reads("vertex.color") {
            launch = launch.buffer("vertex.color", each(&|_| self.colour));
        }
        for unit in 0..8 {
            let name = format!("vertex.texcoord[{unit}]");
            if reads(&name) || unit == 0 && reads("vertex.texcoord") {
                let given = self.texcoords.get(&unit).copied().unwrap_or([0.0, 0.0, 0.0, 1.0]);
                let drawn = coordinates.filter(|_| unit == 0);
                let at = |[right, up]: [f32; 2]| match drawn {
                    Some([s, t, width, height]) => [s + right * width, t + up * height, 0.0, 1.0],
                    None => given,
                };
                launch = launch.buffer(&name, each(&at));
            }
        }
        if invariant || reads("state.matrix.mvp") {
            let [left, right, bottom, top] = self.window;
            let scale = [2.0 / (right - left), 2.0 / (top - bottom)];
            let moved = [-(right + left) / (right - left), -(top + bottom) / (top - bottom)];
            let columns = [
                [scale[0], 0.0, 0.0, 0.0],
                [0.0, scale[1], 0.0, 0.0],
                [0.0, 0.0, -1.0, 0.0],
                [moved[0], moved[1], 0.0, 1.0],
            ];
            launch = launch.uniform("state.matrix.mvp", columns.concat().iter().map(|lane| lane.to_bits()).collect());
        }
        for (unit, size) in &self.textures {
            launch = launch.texture(&format!("texture[{unit}]"), rgbw(*size));
        }
        let check = KernelCheck::source("test.fp", self.fragment.clone()).vertex(self.vertex.clone());
        // A parameter that no program binds is no uniform, which one pixel shows.
        let small = launch.clone().size([1, 1]);
        let bound = |name: &str| check.run(&small.clone().uniform(name, bits([0.0; 4]))).is_ok();
        for (name, value) in self.locals.iter().filter(|(name, _)| bound(name)) {
            launch = launch.uniform(name, bits(*value));
        }
        let full = launch.drawn_over("result.color", self.pixels.iter().flat_map(|pixel| bits(*pixel)).collect());
        let report = check.run(&full).map_err(|error| Stop::Wrong(error.to_string()))?;
        let words = report.output("result.color").unwrap_or_default();
        self.pixels = words.as_chunks::<4>().0.iter().map(|pixel| pixel.map(f32::from_bits)).collect();
        Ok(())
    }

    fn probe(&self, at: Option<[u32; 2]>, wanted: &[f32]) -> Result<(), Stop> {
        let places = match at {
            Some([x, y]) => vec![(y * SIDE + x) as usize],
            None => (0..self.pixels.len()).collect(),
        };
        for place in places {
            let pixel = self.pixels.get(place).copied().unwrap_or_default();
            // A window's lanes are from 0 to 1.
            let near = pixel.iter().zip(wanted).enumerate().all(|(lane, (found, wanted))| {
                let off = if lane == 0 { self.off } else { 0.0 };
                (found.clamp(0.0, 1.0) - wanted.clamp(0.0, 1.0) - off).abs() < NEAR
            });
            if !near {
                let (x, y) = (place as u32 % SIDE, place as u32 / SIDE);
                return Err(Stop::Wrong(format!("at {x} {y} there is {pixel:?}, wanted {wanted:?}")));
            }
        }
        Ok(())
    }
}

/// Red, green, blue and white quarters.
fn rgbw([width, height]: [u32; 2]) -> Texels {
    let texel = |at: u32| match (at % width >= width / 2, at / width >= height / 2) {
        (false, false) => [1.0, 0.0, 0.0, 1.0],
        (true, false) => [0.0, 1.0, 0.0, 1.0],
        (false, true) => [0.0, 0.0, 1.0, 1.0],
        (true, true) => [1.0_f32; 4],
    };
    let words = (0..width * height).flat_map(|at| texel(at).map(f32::to_bits)).collect();
    Texels::new("rgba32f", [width, height, 1], words)
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let (mut open, mut files) = (vec![folder.to_path_buf()], vec![]);
    while let Some(folder) = open.pop() {
        for path in std::fs::read_dir(folder)
            .into_iter()
            .flatten()
            .flatten()
            .map(|entry| entry.path())
        {
            if path.is_dir() {
                open.push(path);
            } else if path.extension().is_some_and(|ending| ending == "shader_test") {
                files.push(path);
            }
        }
    }
    files.sort();
    files
}

#[test]
fn piglits_programs_draw_what_they_must() {
    let Some(shaders) = folder() else { return };
    let spec = shaders.join("../../spec");
    let folders = ["arb_fragment_program", "arb_vertex_program"].map(|name| spec.join(name));
    let all: Vec<PathBuf> = folders.iter().flat_map(|folder| files(folder)).collect();
    let (mut passed, mut faults, mut refused) = (0, vec![], vec![]);
    for file in &all {
        let text = std::fs::read_to_string(file).unwrap().replace('\r', "");
        let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
        match Run::new(&text, 0.0).all(&text) {
            Ok(()) => {
                passed += 1;
                if text.contains("probe") && Run::new(&text, 0.5).all(&text).is_ok() {
                    faults.push(format!("{name}: wrong numbers pass"));
                }
            }
            Err(Stop::Refused(what)) => refused.push(format!("{name}: {what}")),
            Err(Stop::Wrong(what))
                if AGAINST_THE_TEXT.iter().any(|(known, why)| *known == name && what.contains(why)) =>
            {
                refused.push(name);
            }
            Err(Stop::Wrong(what)) => faults.push(format!("{name}: {what}")),
        }
    }
    println!("{passed} of {} shader tests pass; refused: {}", all.len(), refused.join(", "));
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    assert!(all.is_empty() || passed > 60);
}
