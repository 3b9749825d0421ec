//! Every instruction of every version, with every modifier, swizzle, mask and clamp that the version has,
//! against a plain evaluation.

use super::Vector;
use crate::machine::chosen;
use gristmill::{Device, Era, KernelSource, Layout, MachineChoice};

/// The greatest error of a lane, as a part of the largest number in its formula.
const NEAR: f32 = 4e-6;

/// The wanted value of a lane that the language leaves open.
const OPEN: f32 = f32::NAN;

/// A version as these tests know it.
struct Version {
    name: &'static str,
    /// Modifiers of a source register.
    modifiers: &'static [&'static str],
    swizzles: &'static [&'static str],
    masks: &'static [&'static str],
    /// Modifiers of a result.
    results: &'static [&'static str],
    instructions: &'static str,
}

const SIGNED: &[&str] = &["", "-", "_bias", "-_bias", "_bx2", "-_bx2", "1-"];
const DOUBLED: &[&str] = &["", "-", "_bias", "-_bias", "_bx2", "-_bx2", "1-", "_x2", "-_x2"];
const NEGATED: &[&str] = &["", "-"];
const ABSOLUTE: &[&str] = &["", "-", "_abs", "-_abs"];
const SINGLE: &[&str] = &["", ".x", ".y", ".z", ".w"];
const FEW: &[&str] = &["", ".x", ".y", ".z", ".w", ".yzxw", ".zxyw", ".wzyx"];
const ANY: &[&str] = &["", ".x", ".w", ".yzxw", ".wzyx", ".wwxz", ".xy", ".zyx", ".rgba", ".bgra"];
const PIPES: &[&str] = &["", ".rgb", ".a"];
const MASKS: &[&str] = &["", ".x", ".yw", ".xyz", ".w", ".rb"];
const SHIFTS: &[&str] = &["", "_x2", "_x4", "_d2", "_sat", "_x2_sat", "_d2_sat"];
const MORE_SHIFTS: &[&str] = &["", "_x2", "_x4", "_x8", "_d2", "_d4", "_d8", "_sat", "_x8_sat"];
const CLAMPS: &[&str] = &["", "_sat", "_pp", "_pp_sat"];
const NONE: &[&str] = &[""];

const PIXEL_2: &str = "mov add sub mad mul rcp rsq dp3 dp4 min max exp log lrp frc pow crs abs nrm sincos cmp dp2add \
     m4x4 m4x3 m3x4 m3x3 m3x2";
const VERTEX_1: &str =
    "mov add sub mad mul rcp rsq dp3 dp4 min max slt sge exp log lit dst frc expp logp m4x4 m4x3 m3x4 m3x3 m3x2";
const VERTEX_2: &str = "mov add sub mad mul rcp rsq dp3 dp4 min max slt sge exp log lit dst lrp frc pow crs sgn abs nrm \
     sincos expp logp m4x4 m4x3 m3x4 m3x3 m3x2";

const fn version(
    name: &'static str,
    modifiers: &'static [&'static str],
    swizzles: &'static [&'static str],
    masks: &'static [&'static str],
    results: &'static [&'static str],
    instructions: &'static str,
) -> Version {
    Version { name, modifiers, swizzles, masks, results, instructions }
}

const VERSIONS: [Version; 14] = [
    version("ps_1_1", SIGNED, &["", ".a"], PIPES, SHIFTS, "mov add sub mad mul dp3 lrp cnd"),
    version("ps_1_2", SIGNED, &["", ".a"], PIPES, SHIFTS, "mov add sub mad mul dp3 dp4 lrp cnd cmp"),
    version("ps_1_3", SIGNED, &["", ".w"], PIPES, SHIFTS, "mov add sub mad mul dp3 dp4 lrp cnd cmp"),
    version("ps_1_4", DOUBLED, SINGLE, MASKS, MORE_SHIFTS, "mov add sub mad mul dp3 dp4 lrp cnd cmp"),
    version("ps_2_0", NEGATED, FEW, MASKS, CLAMPS, PIXEL_2),
    version("ps_2_b", NEGATED, FEW, MASKS, CLAMPS, PIXEL_2),
    version("ps_2_a", NEGATED, ANY, MASKS, CLAMPS, PIXEL_2),
    version("ps_2_x", NEGATED, ANY, MASKS, CLAMPS, PIXEL_2),
    version("ps_3_0", ABSOLUTE, ANY, MASKS, CLAMPS, PIXEL_2),
    version("vs_1_1", NEGATED, ANY, MASKS, NONE, VERTEX_1),
    version("vs_2_0", NEGATED, ANY, MASKS, NONE, VERTEX_2),
    version("vs_2_a", NEGATED, ANY, MASKS, NONE, VERTEX_2),
    version("vs_2_x", NEGATED, ANY, MASKS, NONE, VERTEX_2),
    version("vs_3_0", ABSOLUTE, ANY, MASKS, &["", "_sat"], VERTEX_2),
];

/// The spelling of an instruction's operands.
#[derive(Clone, Copy, PartialEq)]
enum Form {
    /// Vectors, with any swizzle.
    Vectors(usize),
    /// Numbers, each one component.
    Numbers(usize),
    /// A vector and a matrix of this many rows, which begins at c4.
    Matrix(usize),
}

fn form(name: &str) -> Form {
    match name {
        "rcp" | "rsq" | "exp" | "log" | "expp" | "logp" | "sincos" => Form::Numbers(1),
        "pow" => Form::Numbers(2),
        "mov" | "frc" | "abs" | "nrm" | "lit" | "sgn" => Form::Vectors(1),
        "mad" | "lrp" | "cnd" | "cmp" | "dp2add" => Form::Vectors(3),
        "m4x4" | "m3x4" => Form::Matrix(4),
        "m4x3" | "m3x3" => Form::Matrix(3),
        "m3x2" => Form::Matrix(2),
        _ => Form::Vectors(2),
    }
}

/// The masks that an instruction may have besides those of its version.
fn fits_mask(version: &str, name: &str, mask: &str) -> bool {
    match name {
        "crs" => [".x", ".xyz"].contains(&mask),
        "sincos" => mask == ".x",
        "m4x4" | "m3x4" => ["", ".xyz"].contains(&mask),
        "m4x3" | "m3x3" => mask == ".xyz",
        "m3x2" => false,
        "frc" if version == "vs_1_1" => mask == ".x",
        "dp3" if version < "ps_1_4" => mask != ".a",
        _ => true,
    }
}

/// A variant of an instruction: its modifiers, and the place of the source that has them.
struct Variant {
    version: &'static Version,
    name: &'static str,
    result: &'static str,
    mask: &'static str,
    modifier: &'static str,
    swizzle: &'static str,
}

impl Variant {
    /// Writes the first source with its modifier and swizzle, and the others.
    fn operands(&self, register: &str) -> String {
        let swizzle = match (form(self.name), self.swizzle) {
            (Form::Numbers(_), "") => ".y",
            (_, swizzle) => swizzle,
        };
        let (before, behind) = match self.modifier {
            "1-" => ("1-", ""),
            modifier => modifier.split_at(usize::from(modifier.starts_with('-'))),
        };
        let first = format!("{before}{register}{behind}{swizzle}");
        let is_early = self.version.name < "ps_2_0";
        let [second, third] = if is_early { ["c1", "c2"] } else { ["r2", "r3"] };
        match (form(self.name), self.name) {
            (_, "sincos") if !self.version.name.ends_with("3_0") => format!("{first}, c6, c7"),
            (_, "sgn") if !self.version.name.ends_with("3_0") => format!("{first}, r2, r3"),
            (_, "dp2add") => format!("{first}, r2, r3.y"),
            (Form::Matrix(_), _) => format!("{first}, c4"),
            (Form::Vectors(1) | Form::Numbers(1), _) => first,
            (Form::Vectors(2), _) => format!("{first}, {second}"),
            (Form::Numbers(_), _) => format!("{first}, {second}.w"),
            _ => format!("{first}, {second}, {third}"),
        }
    }

    /// Writes the whole shader.
    fn text(&self) -> String {
        let Variant { version, name, result, mask, .. } = self;
        let version = version.name;
        if version < "ps_2_0" {
            // The first versions compare r0.a.
            let setup = match *name == "cnd" && version < "ps_1_4" {
                true => "mov r0, c0\n".to_string(),
                false => "mov r1, c0\nmov r0, c3\n".to_string(),
            };
            let operands = match *name == "cnd" && version < "ps_1_4" {
                true => "r0.a, c1, c2".to_string(),
                false => self.operands("r1"),
            };
            return format!("{version}\n{setup}{name}{result} r0{mask}, {operands}\n");
        }
        let setup = "mov r1, c0\nmov r2, c1\nmov r3, c2\nmov r0, c3\n";
        let code = format!("{name}{result} r0{mask}, {}\n", self.operands("r1"));
        // A sine and a cosine leave the other components open before model 3.
        let code = match *name == "sincos" && !version.ends_with("3_0") {
            true => format!("{code}mov r0.{}, c3\n", if self.mask == ".x" { "yzw" } else { "zw" }),
            false => code,
        };
        let (declared, end) = match version {
            "vs_3_0" => ("dcl_texcoord0 o0\ndcl_position o1\n", "mov o0, r0\nmov o1, r0\n"),
            _ if version.starts_with("vs") => ("", "mov oT0, r0\nmov oPos, r0\n"),
            _ => ("", "mov oC0, r0\n"),
        };
        format!("{version}\n{declared}{setup}{code}{end}")
    }

    fn output(&self) -> &'static str {
        match self.version.name {
            "vs_3_0" => "o0",
            name if name.starts_with("vs") => "oT0",
            name if name < "ps_2_0" => "r0",
            _ => "oC0",
        }
    }

    /// Returns the wanted vector for the constants c0 to c7.
    fn wanted(&self, given: &[Vector; 8]) -> Vector {
        let early = self.version.name < "ps_2_0";
        let first = modify(self.modifier, given[0]);
        let places = match (form(self.name), self.swizzle) {
            (Form::Numbers(_), "") => [1; 4],
            (_, swizzle) => lanes(swizzle),
        };
        let mut first = places.map(|lane| first[lane]);
        let mut second = given[1];
        if form(self.name) == Form::Numbers(2) {
            second = [second[3]; 4];
        }
        let compares_alpha = self.name == "cnd" && self.version.name < "ps_1_4";
        if compares_alpha {
            first = [given[0][3]; 4];
        }
        let third = if self.name == "dp2add" { [given[2][1]; 4] } else { given[2] };
        let value = evaluate(self.version.name, self.name, [first, second, third], &given[4..]);
        let kept = if compares_alpha { given[0] } else { given[3] };
        let written = mask_lanes(self.mask);
        [0, 1, 2, 3].map(|lane| match written.contains(&lane) {
            true => self.finish(value[lane]),
            false => {
                if early {
                    kept[lane].clamp(-1.0, 1.0)
                } else {
                    kept[lane]
                }
            }
        })
    }

    /// Applies the shift and the clamp of the result.
    fn finish(&self, value: f32) -> f32 {
        let mut value = value;
        for (name, factor) in [("_x2", 2.0), ("_x4", 4.0), ("_x8", 8.0), ("_d2", 0.5), ("_d4", 0.25), ("_d8", 0.125)] {
            if self.result.contains(name) {
                value *= factor;
            }
        }
        if self.result.contains("_sat") && !value.is_nan() { value.clamp(0.0, 1.0) } else { value }
    }
}

fn modify(modifier: &str, vector: Vector) -> Vector {
    let plain = modifier.trim_start_matches('-');
    let negative = modifier.starts_with('-');
    vector.map(|lane| {
        let changed = match plain {
            "_bias" => lane - 0.5,
            "_bx2" => 2.0 * (lane - 0.5),
            "_x2" => 2.0 * lane,
            "_abs" => lane.abs(),
            _ if modifier == "1-" => 1.0 - lane,
            _ => lane,
        };
        if negative { -changed } else { changed }
    })
}

/// Returns the lanes of a swizzle; the last letter is repeated.
fn lanes(swizzle: &str) -> [usize; 4] {
    let letters: Vec<usize> = swizzle.chars().skip(1).map(letter_lane).collect();
    let last = letters.last().copied();
    [0, 1, 2, 3].map(|place| letters.get(place).copied().or(last).unwrap_or(place))
}

fn mask_lanes(mask: &str) -> Vec<usize> {
    match mask {
        "" => vec![0, 1, 2, 3],
        mask => mask.chars().skip(1).map(letter_lane).collect(),
    }
}

fn letter_lane(letter: char) -> usize {
    match letter {
        'x' | 'r' => 0,
        'y' | 'g' => 1,
        'z' | 'b' => 2,
        _ => 3,
    }
}

fn dot(a: Vector, b: Vector, count: usize) -> f32 {
    (0..count).map(|lane| f64::from(a[lane]) * f64::from(b[lane])).sum::<f64>() as f32
}

fn logarithm(x: f32) -> f32 {
    if x == 0.0 { -f32::MAX } else { f64::from(x.abs()).log2() as f32 }
}

fn reciprocal_root(x: f32) -> f32 {
    if x == 0.0 { f32::MAX } else { (1.0 / f64::from(x.abs()).sqrt()) as f32 }
}

/// Evaluates an instruction by the pages of Microsoft's reference.
fn evaluate(version: &str, name: &str, [a, b, c]: [Vector; 3], rows: &[Vector]) -> Vector {
    let each = |value: &dyn Fn(usize) -> f32| [0, 1, 2, 3].map(value);
    match name {
        "mov" => a,
        "add" => each(&|n| a[n] + b[n]),
        "sub" => each(&|n| a[n] - b[n]),
        "mul" => each(&|n| a[n] * b[n]),
        "mad" => each(&|n| a[n] * b[n] + c[n]),
        "lrp" => each(&|n| a[n] * b[n] + (1.0 - a[n]) * c[n]),
        "min" => each(&|n| if a[n] < b[n] { a[n] } else { b[n] }),
        "max" => each(&|n| if a[n] >= b[n] { a[n] } else { b[n] }),
        "slt" => each(&|n| f32::from(u8::from(a[n] < b[n]))),
        "sge" => each(&|n| f32::from(u8::from(a[n] >= b[n]))),
        "abs" => a.map(f32::abs),
        "frc" => a.map(|lane| lane - lane.floor()),
        "cmp" => each(&|n| if a[n] >= 0.0 { b[n] } else { c[n] }),
        "cnd" => each(&|n| if a[n] > 0.5 { b[n] } else { c[n] }),
        "sgn" => a.map(|lane| {
            if lane < 0.0 {
                -1.0
            } else if lane == 0.0 {
                0.0
            } else {
                1.0
            }
        }),
        "dp3" => [dot(a, b, 3); 4],
        "dp4" => [dot(a, b, 4); 4],
        "dp2add" => [dot(a, b, 2) + c[0]; 4],
        "rcp" => [if a[0] == 0.0 { f32::MAX } else { 1.0 / a[0] }; 4],
        "rsq" => [reciprocal_root(a[0]); 4],
        "expp" if version == "vs_1_1" => {
            let x = a[0];
            [x.floor().exp2(), x - x.floor(), f64::from(x).exp2() as f32, 1.0]
        }
        "exp" | "expp" => [f64::from(a[0]).exp2() as f32; 4],
        "log" | "logp" => [logarithm(a[0]); 4],
        "pow" => match a[0] == 0.0 {
            true => {
                [if b[0] > 0.0 {
                    0.0
                } else if b[0] == 0.0 {
                    1.0
                } else {
                    f32::INFINITY
                }; 4]
            }
            false => [f64::from(a[0].abs()).powf(f64::from(b[0])) as f32; 4],
        },
        "nrm" => {
            let scale = reciprocal_root(dot(a, a, 3));
            a.map(|lane| lane * scale)
        }
        "crs" => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0], OPEN],
        "sincos" => [f64::from(a[0]).cos() as f32, f64::from(a[0]).sin() as f32, OPEN, OPEN],
        "dst" => [1.0, a[1] * b[1], a[2], b[3]],
        "lit" => {
            let power = a[3].clamp(-127.9961, 127.9961);
            let is_lit = a[0] > 0.0 && a[1] > 0.0;
            let specular = if is_lit { f64::from(a[1]).powf(f64::from(power)) as f32 } else { 0.0 };
            [1.0, a[0].max(0.0), specular, 1.0]
        }
        "m4x4" | "m4x3" => [0, 1, 2, 3].map(|row| dot(a, rows[row], 4)),
        _ => [0, 1, 2, 3].map(|row| dot(a, rows[row], 3)),
    }
}

/// Constants from -1 to 1, which all versions have.
const SMALL: [[Vector; 8]; 2] = [
    [
        [0.75, -0.5, 0.25, 0.625],
        [-0.25, 1.0, 0.5, -0.75],
        [0.125, 0.375, -1.0, 0.25],
        [0.0, 0.5, 1.0, -0.5],
        [0.5, 0.25, -0.5, 1.0],
        [-1.0, 0.5, 0.25, 0.125],
        [0.25, 0.75, 1.0, -0.25],
        [0.5, -0.125, 0.0, 1.0],
    ],
    [
        [0.0, 0.5, -1.0, 0.0],
        [1.0, 0.0, -0.5, 0.5],
        [-0.5, 1.0, 0.25, -1.0],
        [0.25, 0.25, -0.25, 1.0],
        [1.0, 0.0, 0.0, 0.5],
        [0.0, 1.0, 0.0, -0.5],
        [0.0, 0.0, 1.0, 0.25],
        [0.0, 0.0, 0.0, 1.0],
    ],
];

/// Constants of any size, zeros, and signs.
const LARGE: [[Vector; 8]; 2] = [
    [
        [2.5, -3.0, 0.0, 7.25],
        [-0.5, 4.0, 3.0, 2.0],
        [100.0, -2.0, 0.5, -8.0],
        [1.0, 2.0, 3.0, 4.0],
        [2.0, 0.0, -1.0, 5.0],
        [0.0, 3.0, 0.5, -1.0],
        [1.0, 1.0, 1.0, 1.0],
        [-2.0, 0.25, 8.0, 0.0],
    ],
    [
        [0.0, 0.0, 0.0, 0.0],
        [0.0, 1.0, -1.0, 0.0],
        [3.0, 0.0, 2.0, 1.0],
        [-1.0, -1.0, 0.0, 0.5],
        [1.0, 2.0, 3.0, 4.0],
        [5.0, 6.0, 7.0, 8.0],
        [9.0, 10.0, 11.0, 12.0],
        [13.0, 14.0, 15.0, 16.0],
    ],
];

/// Runs a variant with constants.
fn run(device: &Device, variant: &Variant, given: &[Vector; 8], kernel: &gristmill::Kernel) -> Vector {
    let text = variant.text();
    let vertex = variant.version.name.starts_with("vs");
    let layout = if vertex { Layout::Linear } else { Layout::Packed };
    let run = || {
        let mut result = device.empty_in::<Vector>(layout, 1)?;
        let mut call = kernel.call();
        // The rows of a matrix are named, too.
        let used = match form(variant.name) {
            Form::Matrix(rows) => 4 + rows,
            _ => 4,
        };
        let names = ["c0", "c1", "c2", "c3", "c4", "c5", "c6", "c7"];
        for (name, vector) in names.iter().zip(given).take(used) {
            if text.contains(&format!("{name}\n"))
                || text.contains(&format!("{name},"))
                || names[4..used.max(4)].contains(name)
            {
                call = call.uniform(name, *vector);
            }
        }
        call.output(variant.output(), &mut result).run()?;
        Ok(result.read()?[0])
    };
    run().unwrap_or_else(|error: gristmill::Error| panic!("{text}\n{error}"))
}

fn judge(device: &Device, variant: &Variant) {
    let text = variant.text();
    let source = KernelSource::new("shader");
    let source = match variant.version.name.starts_with("vs") {
        true => source.vertex(text.clone()),
        false => source.fragment(text.clone()),
    };
    let kernel = device.kernel(&source).unwrap_or_else(|error| panic!("{text}\n{error}"));
    let is_early = variant.version.name < "ps_2_0";
    for given in if is_early { &SMALL } else { &LARGE } {
        let (got, wanted) = (run(device, variant, given, &kernel), variant.wanted(given));
        let scale = given.iter().flatten().fold(1.0_f32, |most, lane| most.max(lane.abs()));
        for lane in 0..4 {
            let near = wanted[lane].abs().max(scale) * NEAR;
            let both_huge = wanted[lane].is_infinite() && got[lane] >= f32::MAX;
            let right = wanted[lane].is_nan()
                || got[lane] == wanted[lane]
                || both_huge
                || (got[lane] - wanted[lane]).abs() <= near;
            assert!(right, "{text}{given:?}: {got:?}, wanted {wanted:?} on {}", device.info().name);
        }
    }
}

/// Lists the variants of an instruction: each mask, modifier, swizzle and clamp, with the others plain.
fn variants(version: &'static Version, name: &'static str) -> Vec<Variant> {
    let plain_mask = version
        .masks
        .iter()
        .find(|mask| name != "sincos" && fits_mask(version.name, name, mask));
    let plain_mask = plain_mask.copied().unwrap_or(".xy");
    let one = |result, mask, modifier, swizzle| Variant { version, name, result, mask, modifier, swizzle };
    let is_excluded =
        |result: &str| result.contains("sat") && matches!(name, "frc" | "sincos") && version.name >= "ps_2_0";
    let results = version.results.iter().filter(|result| !is_excluded(result));
    let mut all: Vec<Variant> = results.map(|result| one(result, plain_mask, "", "")).collect();
    let masks = version.masks.iter().filter(|mask| fits_mask(version.name, name, mask));
    all.extend(masks.map(|mask| one("", mask, "", "")));
    let has_modifier = |modifier: &&&str| name != "cnd" || version.name >= "ps_1_4" || modifier.is_empty();
    let has_swizzle = |swizzle: &&&str| match form(name) {
        Form::Numbers(_) => swizzle.len() <= 2,
        _ => name != "cnd" || version.name >= "ps_1_4" || swizzle.is_empty(),
    };
    for modifier in version.modifiers.iter().filter(has_modifier) {
        let swizzles = if modifier.is_empty() { version.swizzles } else { &version.swizzles[..2] };
        all.extend(
            swizzles
                .iter()
                .filter(has_swizzle)
                .map(|swizzle| one("", plain_mask, modifier, swizzle)),
        );
    }
    all
}

#[test]
fn every_instruction_computes_what_the_reference_says() {
    let Some(device) = chosen(MachineChoice::Emulator, Era::Fragment) else { return };
    let mut count = 0;
    for version in &VERSIONS {
        for name in version.instructions.split_whitespace() {
            for variant in variants(version, name) {
                judge(&device, &variant);
                count += 1;
            }
        }
    }
    println!("{count} variants of instructions");
    assert!(count > 2500, "{count}");
}

#[test]
fn a_driver_computes_the_same() {
    let Some(device) = chosen(MachineChoice::Driver, Era::Fragment) else { return };
    for version in &VERSIONS {
        for name in version.instructions.split_whitespace() {
            for variant in variants(version, name).into_iter().take(2) {
                judge(&device, &variant);
            }
        }
    }
}
