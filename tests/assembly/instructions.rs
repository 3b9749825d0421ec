//! Every instruction against a plain evaluation, on the emulator and on the driver, over numbers at the edges.

use crate::machine::chosen;
use gristmill::{Device, Era, KernelSource, Layout, MachineChoice};

type Vector = [f32; 4];

const LOCALS: [&str; 3] = ["program.local[0]", "program.local[1]", "program.local[2]"];

/// The locals of a vertex program, which have other names.
const VERTEX_LOCALS: [&str; 1] = ["vertex.program.local[0]"];

/// Zero of both signs, one, halves, negative, huge and tiny numbers.
const EDGES: [Vector; 5] = [
    [0.0, 1.0, -1.0, 0.5],
    [2.5, -2.5, 1e20, 1e-20],
    [-0.0, 3.0, -1e20, -1e-20],
    [1.0, 1.0, 1.0, 1.0],
    [0.25, 7.0, 100.0, -7.0],
];

/// The most by which a lane may be off, as a part of the largest number that its formula adds,
/// since machines add in any order.
const NEAR: f32 = 4e-6;

/// Drivers may take smaller numbers for 0.
const SMALLEST: f32 = 1.2e-38;

/// An instruction: its statement without operands, how many it has, and what it computes. A lane
/// that is no number in what is wanted is not compared: the extension leaves it open, or the
/// machine's range does.
struct Case {
    code: &'static str,
    operands: usize,
    vertex: bool,
    wanted: fn([Vector; 3]) -> Vector,
    /// The scale of the error, where it is not the result's own.
    scale: fn([Vector; 3]) -> f32,
}

const fn case(code: &'static str, operands: usize, wanted: fn([Vector; 3]) -> Vector) -> Case {
    Case { code, operands, vertex: false, wanted, scale: |_| 0.0 }
}

/// Makes a case that may lose what products and sums of operands may lose.
const fn sum(code: &'static str, operands: usize, wanted: fn([Vector; 3]) -> Vector) -> Case {
    Case { scale: products, ..case(code, operands, wanted) }
}

const fn vertex(code: &'static str, operands: usize, wanted: fn([Vector; 3]) -> Vector) -> Case {
    Case { vertex: true, ..case(code, operands, wanted) }
}

/// The wanted value of a lane that is not compared.
const OPEN: f32 = f32::NAN;

fn products([a, b, c]: [Vector; 3]) -> f32 {
    let largest = |v: Vector| v.into_iter().fold(1.0_f32, |most, lane| most.max(lane.abs()));
    (largest(a) * largest(b)).max(largest(c))
}

fn each(wanted: impl Fn(usize) -> f32) -> Vector {
    [0, 1, 2, 3].map(wanted)
}

fn all(scalar: f32) -> Vector {
    [scalar; 4]
}

/// Returns the half that is nearest to a number from 0 to 1.
fn half(x: f32) -> f32 {
    let step = (x.log2().floor().max(-14.0) - 10.0).exp2();
    (x / step).round_ties_even() * step
}

fn truth(is: bool) -> f32 {
    f32::from(u8::from(is))
}

/// Computes in double precision, since the terms may be of very different sizes.
fn dot(a: Vector, b: Vector, lanes: usize) -> f32 {
    (0..lanes).map(|n| f64::from(a[n]) * f64::from(b[n])).sum::<f64>() as f32
}

/// Angles whose reduction a float can carry.
fn angle(x: f32, of: fn(f64) -> f64) -> f32 {
    if x.abs() <= 100.0 { of(f64::from(x)) as f32 } else { OPEN }
}

fn power(x: f32, y: f32) -> f32 {
    if x > 0.0 { f64::from(x).powf(f64::from(y)) as f32 } else { OPEN }
}

fn lit(v: Vector) -> Vector {
    let (x, y, w) = (v[0].max(0.0), v[1].max(0.0), v[3].clamp(-127.99999, 127.99999));
    let specular = match (y, w) {
        _ if v[0] <= 0.0 => 0.0,
        (0.0, 0.0) => 1.0,
        _ => f64::from(y).powf(f64::from(w)) as f32,
    };
    [1.0, x, specular, 1.0]
}

fn cross([a, b, _]: [Vector; 3]) -> Vector {
    let lane = |n: usize, m: usize| (f64::from(a[n]) * f64::from(b[m]) - f64::from(a[m]) * f64::from(b[n])) as f32;
    [lane(1, 2), lane(2, 0), lane(0, 1), OPEN]
}

const CASES: [Case; 76] = [
    case("ABS result.color, a", 1, |[a, ..]| a.map(f32::abs)),
    case("ADD result.color, a, b", 2, |[a, b, _]| each(|n| a[n] + b[n])),
    case("CMP result.color, a, b, c", 3, |[a, b, c]| each(|n| if a[n] < 0.0 { b[n] } else { c[n] })),
    case("CMP result.color.y, a, b, c", 3, |[a, b, c]| [OPEN, if a[1] < 0.0 { b[1] } else { c[1] }, OPEN, OPEN]),
    case("COS result.color, a.y", 1, |[a, ..]| all(angle(a[1], f64::cos))),
    sum("DP3 result.color, a, b", 2, |[a, b, _]| all(dot(a, b, 3))),
    sum("DP4 result.color, a, b", 2, |[a, b, _]| all(dot(a, b, 4))),
    sum("DPH result.color, a, b", 2, |[a, b, _]| all((f64::from(dot(a, b, 3)) + f64::from(b[3])) as f32)),
    case("DST result.color, a, b", 2, |[a, b, _]| [1.0, a[1] * b[1], a[2], b[3]]),
    case("EX2 result.color, a.x", 1, |[a, ..]| all(f64::from(a[0]).exp2() as f32)),
    case("EX2 result.color, a.z", 1, |[a, ..]| all(f64::from(a[2]).exp2() as f32)),
    case("FLR result.color, a", 1, |[a, ..]| a.map(f32::floor)),
    case("FRC result.color, a", 1, |[a, ..]| a.map(|lane| lane - lane.floor())),
    case("LG2 result.color, a.y", 1, |[a, ..]| all(if a[1] > 0.0 { a[1].log2() } else { OPEN })),
    case("LG2 result.color, a.w", 1, |[a, ..]| all(if a[3] > 0.0 { a[3].log2() } else { OPEN })),
    case("LIT result.color, a", 1, |[a, ..]| lit(a)),
    case("LIT result.color, a.yxzw", 1, |[a, ..]| lit([a[1], a[0], a[2], a[3]])),
    case("LIT result.color.xz, a.yxzz", 1, |[a, ..]| {
        let [x, _, z, _] = lit([a[1], a[0], a[2], a[2]]);
        [x, OPEN, z, OPEN]
    }),
    sum("LRP result.color, a, b, c", 3, |[a, b, c]| {
        each(|n| (f64::from(a[n]) * f64::from(b[n]) + (1.0 - f64::from(a[n])) * f64::from(c[n])) as f32)
    }),
    sum("MAD result.color, a, b, c", 3, |[a, b, c]| {
        each(|n| (f64::from(a[n]) * f64::from(b[n]) + f64::from(c[n])) as f32)
    }),
    case("MAX result.color, a, b", 2, |[a, b, _]| each(|n| if a[n] > b[n] { a[n] } else { b[n] })),
    case("MIN result.color, a, b", 2, |[a, b, _]| each(|n| if a[n] > b[n] { b[n] } else { a[n] })),
    case("MOV result.color, a", 1, |[a, ..]| a),
    case("MOV result.color, -a.wzyx", 1, |[a, ..]| [-a[3], -a[2], -a[1], -a[0]]),
    case("MOV_SAT result.color, a", 1, |[a, ..]| a.map(|lane| lane.clamp(0.0, 1.0))),
    case("MOV result.color, {1, -2}", 0, |_| [1.0, -2.0, 0.0, 1.0]),
    case("MOV result.color, -1e2.x", 0, |_| all(-100.0)),
    case("MUL result.color, a, b", 2, |[a, b, _]| each(|n| a[n] * b[n])),
    case("MUL_SAT result.color.xw, a, b", 2, |[a, b, _]| {
        [(a[0] * b[0]).clamp(0.0, 1.0), OPEN, OPEN, (a[3] * b[3]).clamp(0.0, 1.0)]
    }),
    case("POW result.color, a.w, b.x", 2, |[a, b, _]| all(power(a[3], b[0]))),
    case("RCP result.color, a.x", 1, |[a, ..]| all(if a[0] == 0.0 { OPEN } else { 1.0 / a[0] })),
    case("RCP result.color, a.w", 1, |[a, ..]| all(1.0 / a[3])),
    case("RSQ result.color, a.y", 1, |[a, ..]| all(1.0 / a[1].abs().sqrt())),
    case("RSQ result.color, a.z", 1, |[a, ..]| all(1.0 / a[2].abs().sqrt())),
    case("SCS result.color, a.y", 1, |[a, ..]| match a[1].abs() < std::f32::consts::PI {
        true => [angle(a[1], f64::cos), angle(a[1], f64::sin), OPEN, OPEN],
        false => all(OPEN),
    }),
    case("SGE result.color, a, b", 2, |[a, b, _]| each(|n| truth(a[n] >= b[n]))),
    case("SGE result.color.z, a, b", 2, |[a, b, _]| [OPEN, OPEN, truth(a[2] >= b[2]), OPEN]),
    case("SIN result.color, a.y", 1, |[a, ..]| all(angle(a[1], f64::sin))),
    case("SLT result.color, a, b", 2, |[a, b, _]| each(|n| truth(a[n] < b[n]))),
    case("SUB result.color, a, b", 2, |[a, b, _]| each(|n| a[n] - b[n])),
    case("SWZ result.color, a, -y, 0, -1, x", 1, |[a, ..]| [-a[1], 0.0, -1.0, a[0]]),
    case("SWZ result.color.yz, a, 1, -w, z, 1", 1, |[a, ..]| [OPEN, -a[3], a[2], OPEN]),
    sum("XPD result.color, a, b", 2, cross),
    sum("XPD result.color.xyz, a, b", 2, cross),
    // NV_fragment_program.
    case("MOV result.color, |a|", 1, |[a, ..]| a.map(f32::abs)),
    case("MOVR result.color, -|a.z|", 1, |[a, ..]| all(-a[2].abs())),
    case("ADDH_SAT result.color, a, b", 2, |[a, b, _]| each(|n| half((a[n] + b[n]).clamp(0.0, 1.0)))),
    case("SEQ result.color, a, b", 2, |[a, b, _]| each(|n| truth(a[n] == b[n]))),
    case("SFL result.color, a, b", 2, |_| all(0.0)),
    case("SGT result.color, a, b", 2, |[a, b, _]| each(|n| truth(a[n] > b[n]))),
    case("SLE result.color, a, b", 2, |[a, b, _]| each(|n| truth(a[n] <= b[n]))),
    case("SNE result.color, a, b", 2, |[a, b, _]| each(|n| truth(a[n] != b[n]))),
    case("STR result.color, a, b", 2, |_| all(1.0)),
    sum("RFL result.color.xyz, a, b", 2, |[a, b, _]| {
        let square = dot(a, a, 3);
        if !(1e-10..1e10).contains(&square) {
            return all(OPEN);
        }
        let twice = 2.0 * f64::from(dot(a, b, 3)) / f64::from(square);
        let [x, y, z] = [0, 1, 2].map(|n| (twice * f64::from(a[n]) - f64::from(b[n])) as f32);
        [x, y, z, OPEN]
    }),
    sum("X2D result.color, a, b, c", 3, |[a, b, c]| {
        let [b, c, a] = [b, c, a].map(|v| v.map(f64::from));
        let x = (a[0] + b[0] * c[0] + b[1] * c[1]) as f32;
        let y = (a[1] + b[0] * c[2] + b[1] * c[3]) as f32;
        [x, y, x, y]
    }),
    case("DDX result.color, a", 1, |_| all(0.0)),
    case("DDY result.color, fragment.position.y", 0, |_| all(1.0)),
    // The condition code: a write by its test, and what keeps its number.
    case("MOV r, b; MOVC CC, a; MOV r (LT), c; MOV result.color, r", 3, |[a, b, c]| {
        each(|n| if a[n] < 0.0 { c[n] } else { b[n] })
    }),
    case("MOV r, b; MOVC CC, a; MOV r.xy (GE.zwxy), c; MOV result.color, r", 3, |[a, b, c]| {
        [if a[2] >= 0.0 { c[0] } else { b[0] }, if a[3] >= 0.0 { c[1] } else { b[1] }, b[2], b[3]]
    }),
    case("MOV r, a; MOVC r (EQ), b; MOV r (NE), c; MOV result.color, r", 3, |[a, b, c]| {
        // At first every component is EQ, so that all of b is written.
        let _ = a;
        each(|n| if b[n] != 0.0 { c[n] } else { b[n] })
    }),
    case("MOVC r, a; MOVC r (GT.yzwx), r.yzwx; MOV result.color, r", 1, |[a, ..]| {
        each(|n| if a[(n + 1) % 4] > 0.0 { a[(n + 1) % 4] } else { a[n] })
    }),
    // Packing, and back.
    case("PK2H r.x, a.xyzw; UP2H result.color, r.x", 1, |[a, ..]| match a[1] {
        _ if a[0] == 0.25 || a[0] == 1.0 || a[0] == 2.5 => [a[0], a[1], a[0], a[1]],
        _ => all(OPEN),
    }),
    case("PK2US r.x, a; UP2US result.color, r.x", 1, |[a, ..]| match a[0] == 0.25 {
        true => [16384.0 / 65535.0, 1.0, 16384.0 / 65535.0, 1.0],
        false => all(OPEN),
    }),
    case("PK4UB r.x, {0.25, 0.5, 7.0, 0.2}; UP4UB result.color, r.x", 0, |_| {
        [64.0 / 255.0, 128.0 / 255.0, 1.0, 51.0 / 255.0]
    }),
    case("PK4B r.x, {0.25, -0.5, 7.0, 0.2}; UP4B result.color, r.x", 0, |_| {
        [32.0 / 127.0, -63.0 / 127.0, 1.0, 25.0 / 127.0]
    }),
    // NV_fragment_program2.
    sum("DP2 result.color, a, b", 2, |[a, b, _]| all(dot(a, b, 2))),
    sum("DP2A result.color, a, b, c", 3, |[a, b, c]| all((f64::from(dot(a, b, 2)) + f64::from(c[0])) as f32)),
    case("DIV result.color, a, b.y", 2, |[a, b, _]| each(|n| a[n] / b[1])),
    case("NRM result.color, a.xwyy", 1, |[a, ..]| {
        let v = [a[0], a[3], a[1], 0.0];
        let square = dot(v, v, 3);
        let [x, y, z] = [0, 1, 2].map(|n| (f64::from(v[n]) / f64::from(square).sqrt()) as f32);
        [x, y, z, OPEN]
    }),
    case("MOV_SSAT result.color, a", 1, |[a, ..]| a.map(|lane| lane.clamp(-1.0, 1.0))),
    // Vertex programs.
    vertex("EXP result.texcoord, a.w", 1, |[a, ..]| {
        let whole = a[3].floor();
        [whole.exp2(), a[3] - whole, a[3].exp2(), 1.0]
    }),
    vertex("LOG result.texcoord, a.y", 1, |[a, ..]| {
        let exponent = a[1].abs().log2().floor();
        [exponent, a[1].abs() / exponent.exp2(), a[1].abs().log2(), 1.0]
    }),
    vertex("LOG result.texcoord, a.z", 1, |[a, ..]| {
        let exponent = a[2].abs().log2().floor();
        [exponent, a[2].abs() / exponent.exp2(), a[2].abs().log2(), 1.0]
    }),
    vertex("LOG result.texcoord, 0.0.x", 0, |_| [f32::NEG_INFINITY, 1.0, f32::NEG_INFINITY, 1.0]),
    vertex("ARL r.x, a.y; MOV result.texcoord, items[r.x + 4]", 1, |[a, ..]| all(a[1].floor() + 4.0)),
    vertex("ARL r.x, a.x; MOV result.texcoord, items[r.x - 0]", 1, |[a, ..]| all(a[0].floor())),
];

impl Case {
    fn text(&self) -> String {
        let parameters = ["a", "b", "c"].iter().enumerate().take(self.operands);
        let parameters: String = parameters
            .map(|(n, name)| format!("PARAM {name} = program.local[{n}];\n"))
            .collect();
        if self.vertex {
            let items: Vec<String> = (0..16).map(|n| format!("{n}.0")).collect();
            let items = items.join(", ");
            let code = self.code;
            return format!("!!ARBvp1.0\n{parameters}PARAM items[] = {{ {items} }};\nADDRESS r;\n{code};\nEND\n");
        }
        let option = match ["DP2", "DIV", "NRM", "SSAT"].iter().any(|word| self.code.contains(word)) {
            true => "OPTION NV_fragment_program2;\n",
            // An instruction that any fragment program has must not need an option.
            false if self.is_of_option() => "OPTION NV_fragment_program;\n",
            false => "",
        };
        format!("!!ARBfp1.0\n{option}{parameters}TEMP r;\n{};\nEND\n", self.code)
    }

    /// Returns the same program in the language of NV_fragment_program itself, if that has its instruction.
    /// An instruction reads one parameter there, so they go to registers first.
    fn text_in_registers(&self) -> Option<String> {
        // These have special cases of their own there.
        let absent = [
            "RSQ",
            "POW",
            "LIT",
            "MAX",
            "MIN",
            "DP2",
            "DIV",
            "NRM",
            "SSAT",
            "ABS",
            "CMP",
            "DPH",
            "SCS",
            "SWZ",
            "XPD",
            "fragment.",
        ];
        if self.vertex || absent.iter().any(|word| self.code.contains(word)) {
            return None;
        }
        let names = ["a", "b", "c"];
        let mut text = "!!FP1.0\n".to_string();
        for (n, name) in names.iter().enumerate().take(self.operands) {
            text.push_str(&format!("DECLARE {name};\nMOV R{}, {name};\n", n + 1));
        }
        let mut word = String::new();
        let code = self.code.replace("result.color", "o[COLR]");
        for letter in code.chars().chain([';']) {
            if letter.is_ascii_alphanumeric() || letter == '_' {
                word.push(letter);
                continue;
            }
            // A component behind a point is no name.
            let is_component = text.ends_with('.');
            match names.iter().position(|name| *name == word) {
                Some(n) if !is_component => text.push_str(&format!("R{}", n + 1)),
                _ if word == "r" && !is_component => text.push_str("R0"),
                // The register that takes only the condition has another name there.
                _ if word == "CC" => text.push_str("RC"),
                _ => text.push_str(&word),
            }
            word.clear();
            text.push(letter);
        }
        Some(text + "\nEND\n")
    }

    fn is_of_option(&self) -> bool {
        let words =
            ["|", "MOVR", "MOVC", "ADDH", "SEQ", "SFL", "SGT", "SLE", "SNE", "STR", "RFL", "X2D", "DDX", "DDY", "PK"];
        words.iter().any(|word| self.code.contains(word))
    }

    /// The result on a device.
    fn run(&self, device: &Device, given: [Vector; 3]) -> Vector {
        let text = self.text();
        let failed = |error: gristmill::Error| -> Vector { panic!("{text}\n{error}") };
        let source = KernelSource::new("instruction");
        let (source, layout, output) = match self.vertex {
            true => (source.vertex(text.clone()), Layout::Linear, "result.texcoord[0]"),
            false => (source.fragment(text.clone()), Layout::Packed, "result.color"),
        };
        let run = || {
            let kernel = device.kernel(&source)?;
            let mut result = device.empty_in::<Vector>(layout, 1)?;
            let mut call = kernel.call();
            let names: &[&str] = if self.vertex { &VERTEX_LOCALS } else { &LOCALS };
            for (name, vector) in names.iter().zip(given).take(self.operands) {
                call = call.uniform(name, vector);
            }
            call.output(output, &mut result).run()?;
            Ok(result.read()?[0])
        };
        run().unwrap_or_else(failed)
    }

    fn judge(&self, device: &Device, given: [Vector; 3]) {
        let (got, wanted) = (self.run(device, given), (self.wanted)(given));
        let scale = (self.scale)(given);
        // A product over a float's range takes its sum with it.
        if scale > 1e37 {
            return;
        }
        for n in 0..4 {
            let near = (wanted[n].abs().max(scale) * NEAR).max(SMALLEST);
            let right = wanted[n].is_nan() || got[n] == wanted[n] || (got[n] - wanted[n]).abs() <= near;
            // A number over a float's range is huge on every machine. The choice of the huge number
            // is open.
            let over = wanted[n].is_infinite() && got[n].abs() >= f32::MAX;
            let name = &device.info().name;
            assert!(right || over, "{} of {given:?} on {name}: {got:?}, wanted {wanted:?}", self.code);
        }
    }
}

/// Runs a program of registers; its parameters are named a, b and c.
fn run_in_registers(device: &Device, text: &str, given: &[Vector]) -> Vector {
    let run = || {
        let kernel = device.kernel(&KernelSource::new("registers").fragment(text.to_string()))?;
        let mut result = device.empty_in::<Vector>(Layout::Packed, 1)?;
        let mut call = kernel.call();
        for (name, vector) in ["a", "b", "c"].iter().zip(given) {
            call = call.uniform(name, *vector);
        }
        call.output("o[COLR]", &mut result).run()?;
        Ok(result.read()?[0])
    };
    run().unwrap_or_else(|error: gristmill::Error| panic!("{text}\n{error}"))
}

#[test]
fn a_program_of_registers_computes_as_the_option_does() {
    let machines = [MachineChoice::Emulator, MachineChoice::Driver];
    for device in machines.iter().filter_map(|choice| chosen(*choice, Era::Fragment)) {
        let mut count = 0;
        for case in &CASES {
            let Some(text) = case.text_in_registers() else { continue };
            count += 1;
            for turn in 0..EDGES.len().pow(case.operands as u32) {
                let given = [0, 1, 2].map(|n: u32| EDGES[turn / EDGES.len().pow(n) % EDGES.len()]);
                let wanted = case.run(&device, given).map(f32::to_bits);
                let got = run_in_registers(&device, &text, &given[..case.operands]).map(f32::to_bits);
                assert_eq!(got, wanted, "{text} of {given:?} on {}", device.info().name);
            }
        }
        assert!(count > 30, "{count} programs");
    }
}

#[test]
fn every_instruction_computes_what_the_extension_says() {
    let machines = [MachineChoice::Emulator, MachineChoice::Driver];
    for device in machines.iter().filter_map(|choice| chosen(*choice, Era::Fragment)) {
        for case in &CASES {
            let turns = EDGES.len().pow(case.operands as u32);
            for turn in 0..turns {
                let pick = |n: u32| EDGES[turn / EDGES.len().pow(n) % EDGES.len()];
                // Arrays are read in range alone.
                if case.code.contains("items") && !(-4.0..8.0).contains(&pick(0)[1]) {
                    continue;
                }
                case.judge(&device, [0, 1, 2].map(pick));
            }
        }
    }
}

#[test]
fn every_instruction_is_here() {
    let named = [
        "ABS", "ADD", "CMP", "COS", "DP3", "DP4", "DPH", "DST", "EX2", "FLR", "FRC", "LG2", "LIT", "LRP", "MAD", "MAX",
        "MIN", "MOV", "MUL", "POW", "RCP", "RSQ", "SCS", "SGE", "SIN", "SLT", "SUB", "SWZ", "XPD", "ARL", "EXP", "LOG",
        "DDX", "DDY", "PK2H", "PK2US", "PK4B", "PK4UB", "RFL", "SEQ", "SFL", "SGT", "SLE", "SNE", "STR", "UP2H",
        "UP2US", "UP4B", "UP4UB", "X2D", "DIV", "DP2", "DP2A", "NRM",
    ];
    for name in named {
        let begins = |code: &str| code.split("; ").any(|one| one.starts_with(name));
        assert!(CASES.iter().any(|case| begins(case.code)), "{name}");
    }
}
