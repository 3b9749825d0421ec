//! Every instruction of NVIDIA's vertex languages with swizzles, signs, absolute values, masks, conditions and
//! condition codes, against a plain evaluation of the extensions' text: to the bit where a float decides it.

use crate::machine::chosen;
use crate::random_numbers::Numbers;
use gristmill::{Device, Era, KernelSource, Layout, MachineChoice};

type Vector = [f32; 4];

/// A language, by its first lines.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Language {
    Program1,
    Program1_1,
    Program2,
    Option2,
    Option3,
}

const LANGUAGES: [Language; 5] =
    [Language::Program1, Language::Program1_1, Language::Program2, Language::Option2, Language::Option3];

const NAN: f32 = f32::NAN;
const INF: f32 = f32::INFINITY;

/// Numbers at the edges; each vertex has four of them in each attribute.
#[rustfmt::skip]
const EDGES: [f32; 24] = [
    0.0, -0.0, 1.0, -1.0, 0.5, -0.5, 2.5, -2.5, 3.0, -7.0, 100.25, 1e20, -1e20, 1e-20, -1e-20, 127.5, 128.0, -126.5,
    -150.0, 0.999_999_9, INF, -INF, NAN, 5.75,
];

/// The most by which a function that the extension approximates may be off, as a part of its value and at least.
const NEAR: f32 = 4e-6;

/// An instruction: its name, the kind of its operands, and the languages that have it.
struct Instruction {
    name: &'static str,
    vectors: usize,
    scalars: usize,
    since: Since,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Since {
    /// `!!VP1.0` and all later ones.
    Program1,
    /// `!!VP1.1` and all later ones.
    Program1_1,
    /// `!!VP2.0` and the options.
    Program2,
    /// The options alone, which have what ARB_vertex_program has.
    Options,
}

const fn vectors(name: &'static str, vectors: usize, since: Since) -> Instruction {
    Instruction { name, vectors, scalars: 0, since }
}

const fn scalars(name: &'static str, scalars: usize, since: Since) -> Instruction {
    Instruction { name, vectors: 0, scalars, since }
}

const INSTRUCTIONS: [Instruction; 36] = [
    vectors("ABS", 1, Since::Program1_1),
    vectors("ADD", 2, Since::Program1),
    scalars("COS", 1, Since::Program2),
    vectors("DP3", 2, Since::Program1),
    vectors("DP4", 2, Since::Program1),
    vectors("DPH", 2, Since::Program1_1),
    vectors("DST", 2, Since::Program1),
    scalars("EX2", 1, Since::Program2),
    scalars("EXP", 1, Since::Program1),
    vectors("FLR", 1, Since::Program2),
    vectors("FRC", 1, Since::Program2),
    scalars("LG2", 1, Since::Program2),
    vectors("LIT", 1, Since::Program1),
    scalars("LOG", 1, Since::Program1),
    vectors("MAD", 3, Since::Program1),
    vectors("MAX", 2, Since::Program1),
    vectors("MIN", 2, Since::Program1),
    vectors("MOV", 1, Since::Program1),
    vectors("MUL", 2, Since::Program1),
    scalars("POW", 2, Since::Options),
    scalars("RCC", 1, Since::Program1_1),
    scalars("RCP", 1, Since::Program1),
    scalars("RSQ", 1, Since::Program1),
    vectors("SEQ", 2, Since::Program2),
    vectors("SFL", 2, Since::Program2),
    vectors("SGE", 2, Since::Program1),
    vectors("SGT", 2, Since::Program2),
    scalars("SIN", 1, Since::Program2),
    vectors("SLE", 2, Since::Program2),
    vectors("SLT", 2, Since::Program1),
    vectors("SNE", 2, Since::Program2),
    vectors("SSG", 1, Since::Program2),
    vectors("STR", 2, Since::Program2),
    vectors("SUB", 2, Since::Program1_1),
    vectors("SWZ", 1, Since::Options),
    vectors("XPD", 2, Since::Options),
];

impl Language {
    fn has(self, instruction: &Instruction) -> bool {
        let level = match self {
            Language::Program1 => 1,
            Language::Program1_1 => 2,
            _ => 3,
        };
        let is_option = matches!(self, Language::Option2 | Language::Option3);
        match instruction.since {
            Since::Program1 => true,
            Since::Program1_1 => level >= 2,
            Since::Program2 => level >= 3,
            Since::Options => is_option,
        }
    }

    fn has_codes(self) -> bool {
        matches!(self, Language::Program2 | Language::Option2 | Language::Option3)
    }

    /// `!!VP1.0` and `!!VP1.1`: zero times anything is zero, and SGE and SLT order zeros and NaNs.
    fn is_early(self) -> bool {
        matches!(self, Language::Program1 | Language::Program1_1)
    }

    fn is_option(self) -> bool {
        matches!(self, Language::Option2 | Language::Option3)
    }
}

/// An operand with its modifiers.
#[derive(Debug, Clone, Copy)]
struct Operand {
    swizzle: [usize; 4],
    inner_minus: bool,
    absolute: bool,
    outer_minus: bool,
}

impl Operand {
    fn random(numbers: &mut Numbers, language: Language, is_scalar: bool) -> Operand {
        let mut swizzle = [0; 4].map(|_| numbers.below(4));
        if is_scalar {
            swizzle = [swizzle[0]; 4];
        }
        let absolute = language.has_codes() && numbers.below(3) == 0;
        Operand {
            swizzle,
            inner_minus: absolute && numbers.below(2) == 0,
            absolute,
            outer_minus: numbers.below(3) == 0,
        }
    }

    fn text(&self, register: &str, is_scalar: bool) -> String {
        let letters: String = self.swizzle.iter().map(|lane| ["x", "y", "z", "w"][*lane]).collect();
        let letters = match letters.as_str() {
            "xyzw" if !is_scalar => String::new(),
            _ if is_scalar => format!(".{}", &letters[..1]),
            _ => format!(".{letters}"),
        };
        let minus = |is: bool| if is { "-" } else { "" };
        let bar = if self.absolute { "|" } else { "" };
        format!("{}{bar}{}{register}{letters}{bar}", minus(self.outer_minus), minus(self.inner_minus))
    }

    fn load(&self, register: Vector) -> Vector {
        self.swizzle.map(|lane| {
            let mut value = register[lane];
            if self.inner_minus {
                value = -value;
            }
            if self.absolute {
                value = value.abs();
            }
            if self.outer_minus { -value } else { value }
        })
    }
}

/// The codes of comparisons with zero.
fn code_of(value: f32) -> &'static str {
    match value {
        _ if value.is_nan() => "UN",
        _ if value < 0.0 => "LT",
        _ if value == 0.0 => "EQ",
        _ => "GT",
    }
}

fn passes(rule: &str, code: &str) -> bool {
    match rule {
        "EQ" => code == "EQ",
        "NE" => code != "EQ",
        "LT" => code == "LT",
        "GE" => code == "GT" || code == "EQ",
        "LE" => code == "LT" || code == "EQ",
        "GT" => code == "GT",
        "FL" => false,
        _ => true,
    }
}

const RULES: [&str; 8] = ["EQ", "NE", "LT", "GE", "LE", "GT", "TR", "FL"];

/// An instruction with all that may be written at it.
#[derive(Debug, Clone)]
struct Trial {
    language: Language,
    number: usize,
    operands: Vec<Operand>,
    mask: [bool; 4],
    /// A rule, a swizzle, and the condition code's number.
    condition: Option<(&'static str, [usize; 4], usize)>,
    updates: Option<usize>,
    saturates: bool,
    /// The components of SWZ: 0, 1, or a lane and 2, each with a sign.
    extended: [(usize, bool); 4],
}

impl Trial {
    fn random(numbers: &mut Numbers, language: Language, number: usize) -> Trial {
        let instruction = &INSTRUCTIONS[number];
        let is_scalar = instruction.scalars > 0;
        let count = instruction.vectors + instruction.scalars;
        let mut operands: Vec<Operand> = (0..count).map(|_| Operand::random(numbers, language, is_scalar)).collect();
        if instruction.name == "SWZ" {
            operands = vec![Operand { swizzle: [0, 1, 2, 3], inner_minus: false, absolute: false, outer_minus: false }];
        }
        let codes = if language == Language::Option3 { 2 } else { 1 };
        let mut mask = [0; 4].map(|_| numbers.below(3) > 0);
        if !mask.contains(&true) || instruction.name == "XPD" {
            mask = [true, true, true, instruction.name != "XPD"];
        }
        let condition = match language.has_codes() && numbers.below(2) == 0 {
            true => Some((RULES[numbers.below(8)], [0; 4].map(|_| numbers.below(4)), numbers.below(codes))),
            false => None,
        };
        let updates = (language.has_codes() && numbers.below(2) == 0).then(|| numbers.below(codes));
        let saturates = language == Language::Option3 && numbers.below(3) == 0;
        let extended = [0; 4].map(|_| (numbers.below(6), numbers.below(2) == 0));
        Trial { language, number, operands, mask, condition, updates, saturates, extended }
    }

    fn name(&self) -> &'static str {
        INSTRUCTIONS[self.number].name
    }

    /// The statement: to R0, from R1, R2 and R3.
    fn statement(&self) -> String {
        let is_scalar = INSTRUCTIONS[self.number].scalars > 0;
        let letters = |lanes: &[usize]| lanes.iter().map(|lane| ["x", "y", "z", "w"][*lane]).collect::<String>();
        let lanes: Vec<usize> = (0..4).filter(|lane| self.mask[*lane]).collect();
        let mask = if lanes.len() == 4 { String::new() } else { format!(".{}", letters(&lanes)) };
        let condition = self.condition.map_or(String::new(), |(rule, swizzle, code)| {
            let code = if code == 1 { "1" } else { "" };
            format!(" ({rule}{code}.{})", letters(&swizzle))
        });
        let update = match self.updates {
            None => "",
            Some(0) => "C",
            Some(_) => "C1",
        };
        let clamp = if self.saturates { "_SAT" } else { "" };
        let mut text = format!("{}{update}{clamp} R0{mask}{condition}", self.name());
        for (number, operand) in self.operands.iter().enumerate() {
            text.push_str(&format!(", {}", operand.text(&format!("R{}", number + 1), is_scalar)));
        }
        if self.name() == "SWZ" {
            for (selected, negative) in self.extended {
                let sign = if negative { "-" } else { "" };
                text.push_str(&format!(", {sign}{}", ["0", "1", "x", "y", "z", "w"][selected]));
            }
        }
        text
    }

    fn program(&self) -> String {
        let statement = self.statement();
        if !self.language.has_codes() {
            let head = if self.language == Language::Program1 { "!!VP1.0" } else { "!!VP1.1" };
            return format!(
                "{head}\nMOV R1, v[1];\nMOV R2, v[2];\nMOV R3, v[3];\nMOV R0, v[4];\nMOV o[HPOS], R0;\n{statement};\n\
                 MOV o[TEX0], R0;\nMOV o[TEX1], R1;\nEND\n"
            );
        }
        // Each code is told by a number: 1 for GT, 2 for EQ, 3 for LT, 0 for UN.
        let report = |rule: &str, value: &str| format!("MOV R4 ({rule}), {value};\n");
        let second = if self.language == Language::Option3 { ["GT1", "EQ1", "LT1"] } else { ["GT", "EQ", "LT"] };
        let reports = |rules: [&str; 3]| -> String {
            rules
                .iter()
                .zip(["k.x", "k.y", "k.z"])
                .map(|(rule, value)| report(rule, value))
                .collect()
        };
        let [first, second] = [reports(["GT", "EQ", "LT"]), reports(second)];
        let prepare = match self.language {
            Language::Option3 => "MOVC0 CC, v[5];\nMOVC1 CC, v[6];\n",
            _ => "MOVC CC, v[5];\n",
        };
        let body = format!(
            "MOV R1, v[1];\nMOV R2, v[2];\nMOV R3, v[3];\nMOV R0, v[4];\n{prepare}{statement};\n\
             MOV R4, k.w;\n{first}MOV o[TEX1], R4;\nMOV R4, k.w;\n{second}MOV o[TEX2], R4;\n\
             MOV o[HPOS], R0;\nMOV o[TEX0], R0;\nEND\n"
        );
        if self.language == Language::Program2 {
            return format!("!!VP2.0\n{}", body.replace("k.", "c[7]."));
        }
        let option = if self.language == Language::Option2 { "NV_vertex_program2" } else { "NV_vertex_program3" };
        let body = body
            .replace("v[", "vertex.attrib[")
            .replace("o[HPOS]", "result.position")
            .replace("o[TEX", "result.texcoord[");
        let names = "TEMP R0, R1, R2, R3, R4;\nPARAM k = program.local[7];\n";
        format!("!!ARBvp1.0\nOPTION {option};\n{names}{body}")
    }

    /// Returns the register that a vertex must have, and the two condition codes as numbers.
    fn wanted(&self, given: &[Vector; 7]) -> ([Lane; 4], [Vector; 2]) {
        let loaded: Vec<Vector> = (0..3)
            .map(|n| self.operands.get(n).map_or([0.0; 4], |operand| operand.load(given[n + 1])))
            .collect();
        let mut result = evaluate(self, [loaded[0], loaded[1], loaded[2]]);
        if self.saturates {
            for lane in &mut result {
                lane.clamp();
            }
        }
        let mut register = given[4].map(Lane::exact);
        let mut codes = [given[5], given[6]].map(|code| code.map(code_of));
        let before = codes;
        for lane in 0..4 {
            let tested = self
                .condition
                .is_none_or(|(rule, swizzle, code)| passes(rule, before[code][swizzle[lane]]));
            if !(self.mask[lane] && tested) {
                continue;
            }
            register[lane] = result[lane];
            if let Some(code) = self.updates {
                codes[code][lane] = if result[lane].is_open { "??" } else { code_of(result[lane].value) };
            }
        }
        let told = |code: &str| match code {
            "GT" => 1.0,
            "EQ" => 2.0,
            "LT" => 3.0,
            "??" => NAN,
            _ => 0.0,
        };
        (register, codes.map(|code| code.map(told)))
    }
}

/// A lane that is wanted.
#[derive(Debug, Clone, Copy)]
struct Lane {
    value: f32,
    /// True if the extension approximates it.
    is_near: bool,
    /// True if the extension leaves it open.
    is_open: bool,
}

impl Lane {
    fn exact(value: f32) -> Lane {
        Lane { value, is_near: false, is_open: false }
    }

    fn near(value: f64) -> Lane {
        Lane { value: value as f32, is_near: true, is_open: false }
    }

    fn open() -> Lane {
        Lane { value: NAN, is_near: false, is_open: true }
    }

    /// Clamps from 0 to 1, as the text does: a NaN stays one.
    fn clamp(&mut self) {
        // A NaN and -0 stay.
        self.value = self.value.clamp(0.0, 1.0);
    }

    fn is_met(&self, got: f32) -> bool {
        if self.is_open || self.value.is_nan() && got.is_nan() {
            return true;
        }
        if self.is_near && self.value.is_finite() {
            return (got - self.value).abs() <= (self.value.abs() * NEAR).max(2e-7);
        }
        got.to_bits() == self.value.to_bits()
    }
}

fn all(lane: Lane) -> [Lane; 4] {
    [lane; 4]
}

fn each(value: impl Fn(usize) -> f32) -> [Lane; 4] {
    [0, 1, 2, 3].map(|n| Lane::exact(value(n)))
}

/// SGE and SLT of NV_vertex_program: -NaN, -infinity, .., -0, +0, .., infinity, NaN.
fn order(value: f32) -> i64 {
    let bits = i64::from(value.to_bits());
    if bits < 1 << 31 { bits } else { (1 << 31) - 1 - bits }
}

fn truth(is: bool) -> f32 {
    if is { 1.0 } else { 0.0 }
}

/// The instruction, by the extensions' text.
fn evaluate(trial: &Trial, [a, b, c]: [Vector; 3]) -> [Lane; 4] {
    let language = trial.language;
    let times = |x: f32, y: f32| if language.is_early() && (x == 0.0 || y == 0.0) { 0.0 } else { x * y };
    let product = |n: usize| times(a[n], b[n]);
    // A comparison with a NaN is NaN in !!VP2.0, and false with an option.
    let compare = |is: fn(f32, f32) -> bool| {
        each(|n| match language == Language::Program2 && (a[n].is_nan() || b[n].is_nan()) {
            true => NAN,
            false => truth(is(a[n], b[n])),
        })
    };
    let near_dot = language.is_option();
    let sum = |value: f32| if near_dot { sum_lane(trial.name(), a, b, value) } else { Lane::exact(value) };
    let x = a[0];
    match trial.name() {
        "ABS" => each(|n| a[n].abs()),
        "ADD" => each(|n| a[n] + b[n]),
        "SUB" => each(|n| a[n] - b[n]),
        "MUL" => each(product),
        "MAD" => each(|n| product(n) + c[n]),
        "MOV" => each(|n| a[n]),
        "DP3" => all(sum(product(0) + product(1) + product(2))),
        "DP4" => all(sum(product(0) + product(1) + product(2) + product(3))),
        "DPH" => all(sum(product(0) + product(1) + product(2) + b[3])),
        "DST" => [1.0, product(1), a[2], b[3]].map(Lane::exact),
        "FLR" => each(|n| a[n].floor()),
        "FRC" => each(|n| a[n] - a[n].floor()),
        "SFL" => each(|_| 0.0),
        "STR" => each(|_| 1.0),
        "SGE" if language.is_early() => each(|n| truth(order(a[n]) >= order(b[n]))),
        "SLT" if language.is_early() => each(|n| truth(order(a[n]) < order(b[n]))),
        "SEQ" => compare(|a, b| a == b),
        "SGE" => compare(|a, b| a >= b),
        "SGT" => compare(|a, b| a > b),
        "SLE" => compare(|a, b| a <= b),
        "SLT" => compare(|a, b| a < b),
        "SNE" => compare(|a, b| a != b),
        "SSG" => each(|n| match a[n] {
            v if v > 0.0 => 1.0,
            v if v < 0.0 => -1.0,
            0.0 => 0.0,
            nan => nan,
        }),
        "MAX" | "MIN" => [0, 1, 2, 3].map(|n| choose(language, trial.name() == "MAX", a[n], b[n])),
        "SWZ" => [0, 1, 2, 3].map(|n| {
            let (selected, negative) = trial.extended[n];
            let value = match selected {
                0 => 0.0,
                1 => 1.0,
                lane => a[lane - 2],
            };
            Lane::exact(if negative { -value } else { value })
        }),
        "XPD" => {
            let lane = |n: usize, m: usize| {
                let value = f64::from(a[n]) * f64::from(b[m]) - f64::from(a[m]) * f64::from(b[n]);
                let scale = (a[n] * b[m]).abs().max((a[m] * b[n]).abs());
                if value.abs() < f64::from(scale) * 1e-2 || !scale.is_finite() {
                    Lane::open()
                } else {
                    Lane::near(value)
                }
            };
            [lane(1, 2), lane(2, 0), lane(0, 1), Lane::open()]
        }
        "RCP" => all(if x == 0.0 || !x.is_finite() { Lane::exact(1.0 / x) } else { Lane::near(1.0 / f64::from(x)) }),
        "RCC" => {
            let r = 1.0 / x;
            let near = r.abs().clamp(2.0_f32.powi(-64), 2.0_f32.powi(64));
            all(match r.is_nan() {
                true => Lane::exact(NAN),
                false => Lane::near(f64::from(if r.is_sign_negative() { -near } else { near })),
            })
        }
        "RSQ" => all(match x {
            _ if language == Language::Program2 && x < 0.0 => Lane::exact(NAN),
            _ if language == Language::Program2 && x == 0.0 => Lane::exact(1.0 / x),
            _ if x == 0.0 => Lane::exact(INF),
            _ => Lane::near(1.0 / f64::from(x.abs()).sqrt()),
        }),
        "EX2" => all(Lane::near(f64::from(x).exp2())),
        "LG2" => all(match x {
            _ if language.is_option() && x <= 0.0 => Lane::open(),
            _ if x == 0.0 => Lane::exact(-INF),
            _ if x < 0.0 => Lane::exact(NAN),
            _ => Lane::near(f64::from(x).log2()),
        }),
        // An argument whose reduction a float can carry.
        "COS" | "SIN" if x.is_finite() && x.abs() > 101.0 => all(Lane::open()),
        "COS" => all(Lane::near(f64::from(x).cos())),
        "SIN" => all(Lane::near(f64::from(x).sin())),
        "POW" => all(match (x, b[0]) {
            (base, _) if base <= 0.0 || !base.is_finite() => Lane::open(),
            (_, power) if !power.is_finite() => Lane::open(),
            (base, power) => match f64::from(base).powf(f64::from(power)) {
                // Beyond a float's normal range, and where a float's logarithm is too coarse for the product.
                value if !(1e-30..1e30).contains(&value) => Lane::open(),
                value if f64::from(power * base.log2()).abs() > 4.0 => {
                    Lane { is_open: value.is_nan(), ..coarse(value) }
                }
                value => Lane::near(value),
            },
        }),
        "EXP" => exponential(language, x),
        "LOG" => logarithm(language, x),
        "LIT" => light(language, a),
        other => panic!("{other}"),
    }
}

/// A value of a logarithm that a float holds coarsely: not compared.
fn coarse(value: f64) -> Lane {
    Lane { is_open: true, ..Lane::near(value) }
}

/// The sum of an option's dot product, which a machine may add in any order.
fn sum_lane(name: &str, a: Vector, b: Vector, value: f32) -> Lane {
    let count = if name == "DP4" { 4 } else { 3 };
    let scale = (0..count).map(|n| (a[n] * b[n]).abs()).fold(b[3].abs(), f32::max);
    let is_open = !scale.is_finite() || value.abs() < scale * 1e-2;
    Lane { value, is_near: true, is_open }
}

/// MAX and MIN.
fn choose(language: Language, largest: bool, a: f32, b: f32) -> Lane {
    if language.is_early() {
        let first = if largest { a >= b } else { a < b };
        return Lane::exact(if first { a } else { b });
    }
    if a.is_nan() || b.is_nan() {
        return if language == Language::Program2 { Lane::exact(NAN) } else { Lane::open() };
    }
    // Which zero it is, the text leaves open.
    if a == 0.0 && b == 0.0 {
        return Lane::open();
    }
    Lane::exact(if largest { a.max(b) } else { a.min(b) })
}

fn exponential(language: Language, x: f32) -> [Lane; 4] {
    let last = Lane::exact(1.0);
    if language.is_early() && x >= 128.0 {
        return [Lane::exact(INF), Lane::exact(0.0), Lane::exact(INF), last];
    }
    if language.is_early() && x.floor() < -126.0 {
        return [Lane::exact(0.0), Lane::exact(0.0), Lane::exact(0.0), last];
    }
    let whole = f64::from(x).floor();
    // Below a float's normal range it depends on how a machine holds such numbers.
    let power = if whole < -126.0 && whole.is_finite() { Lane::open() } else { Lane::near(whole.exp2()) };
    let value = f64::from(x).exp2();
    let approximate = if value != 0.0 && value < 1.2e-38 { Lane::open() } else { Lane::near(value) };
    [power, Lane::exact(x - x.floor()), approximate, last]
}

fn logarithm(language: Language, x: f32) -> [Lane; 4] {
    let last = Lane::exact(1.0);
    let x = x.abs();
    if x.is_nan() {
        return [Lane::open(), Lane::open(), Lane::exact(NAN), last];
    }
    if x == 0.0 {
        return [Lane::exact(-INF), Lane::exact(1.0), Lane::exact(-INF), last];
    }
    if x == INF {
        // The option's text has no infinity.
        let mantissa = if language.is_option() { Lane::open() } else { Lane::exact(1.0) };
        let exponent = if language.is_option() { Lane::open() } else { Lane::exact(INF) };
        return [exponent, mantissa, Lane::exact(INF), last];
    }
    let exponent = f64::from(x).log2().floor();
    let mantissa = f64::from(x) / exponent.exp2();
    [Lane::exact(exponent as f32), Lane::near(mantissa), Lane::near(f64::from(x).log2()), last]
}

fn light(language: Language, a: Vector) -> [Lane; 4] {
    let one = Lane::exact(1.0);
    let [x, y, _, w] = a;
    let diffuse = match x {
        _ if x.is_nan() => Lane::open(),
        // The zero's sign: the text replaces what is below 0 alone.
        _ if x < 0.0 => Lane::exact(0.0),
        _ if x == 0.0 && language.is_option() => Lane::open(),
        _ => Lane::exact(x),
    };
    let power = w.clamp(-(128.0 - 1.0 / 256.0), 128.0 - 1.0 / 256.0);
    let base = if y < 0.0 { 0.0 } else { y };
    let specular = match (f64::from(base), f64::from(power)) {
        _ if x.is_nan() => Lane::open(),
        _ if x <= 0.0 => Lane::exact(0.0),
        (base, power) if base.is_nan() || power.is_nan() => match language.is_option() {
            true => Lane::open(),
            false => Lane::exact(NAN),
        },
        (_, 0.0) if !language.is_option() || base > 0.0 && base.is_finite() => Lane::exact(1.0),
        (base, _) if language.is_option() && !base.is_finite() => Lane::open(),
        (0.0, 0.0) => Lane::exact(1.0),
        (0.0, power) => Lane::exact(if power > 0.0 { 0.0 } else { INF }),
        (base, power) => match base.powf(power) {
            value if !value.is_finite() || !(1e-30..1e30).contains(&value) && base.is_finite() => {
                match base.is_finite() {
                    true => Lane::open(),
                    false => Lane::exact(value as f32),
                }
            }
            value if !base.is_finite() => Lane::exact(value as f32),
            // The exponent of 128 is cut at another place by ARB_vertex_program.
            _ if language.is_option() && w.abs() > 127.0 => Lane::open(),
            value if (power * base.log2()).abs() > 4.0 => coarse(value),
            value => Lane::near(value),
        },
    };
    [one, diffuse, specular, one]
}

/// The attributes of the vertices of a run.
fn vertices(numbers: &mut Numbers, count: usize) -> [Vec<Vector>; 7] {
    [0; 7].map(|_| (0..count).map(|_| [0; 4].map(|_| EDGES[numbers.below(EDGES.len())])).collect())
}

/// Runs a program on vertices: the streams of texture coordinates 0, 1 and 2.
fn run(device: &Device, trial: &Trial, given: &[Vec<Vector>; 7]) -> [Vec<Vector>; 3] {
    let text = trial.program();
    let count = given[0].len();
    let tries = || {
        let kernel = device.kernel(&KernelSource::new("trial").vertex(text.clone()))?;
        let mut streams = vec![];
        for values in given {
            streams.push(device.stream_in(Layout::Linear, count, values)?);
        }
        let option = trial.language.is_option();
        let codes = trial.language.has_codes();
        let mut results = [0, 1, 2].map(|_| device.empty_in::<Vector>(Layout::Linear, count).unwrap());
        let names: Vec<String> = (0..7)
            .map(|n| if option { format!("vertex.attrib[{n}]") } else { format!("v[{n}]") })
            .collect();
        let result_name = |n: usize| if option { format!("result.texcoord[{n}]") } else { format!("o[TEX{n}]") };
        let result_names = [0, 1, 2].map(result_name);
        let mut call = kernel.call();
        for (name, stream) in names.iter().zip(&streams).skip(1) {
            if text.contains(name.as_str()) {
                call = call.vertex_stream(name, stream);
            }
        }
        if codes {
            let name = if option { "vertex.program.local[7]" } else { "c[7]" };
            call = call.uniform(name, [1.0_f32, 2.0, 3.0, 0.0]);
        }
        for (name, stream) in result_names.iter().zip(&mut results).take(if codes { 3 } else { 2 }) {
            call = call.output(name, stream);
        }
        call.run()?;
        let [first, second, third] = &results;
        let third = if codes { third.read()? } else { vec![[0.0; 4]; count] };
        Ok([first.read()?, second.read()?, third])
    };
    tries().unwrap_or_else(|error: gristmill::Error| panic!("{error}\n{text}"))
}

/// Compares a trial with the plain evaluation; returns the lanes that were compared.
fn judge(device: &Device, trial: &Trial, numbers: &mut Numbers) -> usize {
    let given = vertices(numbers, 96);
    let got = run(device, trial, &given);
    let mut compared = 0;
    for vertex in 0..given[0].len() {
        let own = [0, 1, 2, 3, 4, 5, 6].map(|n| given[n][vertex]);
        let (wanted, codes) = trial.wanted(&own);
        for (lane, one) in wanted.iter().enumerate() {
            let value = got[0][vertex][lane];
            let statement = trial.statement();
            assert!(
                one.is_met(value),
                "{:?}: {statement} of {own:?}: lane {lane} is {value:?} ({:#x}), wanted {one:?} ({:#x})\n{}",
                trial.language,
                value.to_bits(),
                one.value.to_bits(),
                trial.program()
            );
            compared += usize::from(!one.is_open);
            if !trial.language.has_codes() {
                continue;
            }
            let second = if trial.language == Language::Option3 { 1 } else { 0 };
            for (stream, code) in [(1, codes[0][lane]), (2, codes[second][lane])] {
                // An approximate result may be on either side of zero.
                let is_open = code.is_nan() || one.is_near && one.value == 0.0;
                let told = got[stream][vertex][lane];
                assert!(
                    is_open || told == code,
                    "{statement} of {own:?}: code of lane {lane} is {told}, wanted {code}"
                );
            }
        }
    }
    compared
}

#[test]
fn every_instruction_computes_what_its_language_says() {
    let device = chosen(MachineChoice::Emulator, Era::Fragment).unwrap();
    let mut numbers = Numbers(0x1234_5678_9abc_def1);
    let (mut programs, mut compared) = (0, 0);
    for language in LANGUAGES {
        for number in (0..INSTRUCTIONS.len()).filter(|number| language.has(&INSTRUCTIONS[*number])) {
            for _ in 0..4 {
                let trial = Trial::random(&mut numbers, language, number);
                compared += judge(&device, &trial, &mut numbers);
                programs += 1;
            }
        }
    }
    println!("{programs} programs of 96 vertices each, {compared} components compared");
    assert!(programs > 450 && compared > 100_000, "{programs} {compared}");
}

#[test]
fn every_instruction_of_the_tables_is_here() {
    // Tables X.4 and X.5 of NV_vertex_program2, and X.5 of its option, without those of addresses and branches.
    let of_tables = [
        "ABS", "ADD", "COS", "DP3", "DP4", "DPH", "DST", "EX2", "EXP", "FLR", "FRC", "LG2", "LIT", "LOG", "MAD", "MAX",
        "MIN", "MOV", "MUL", "POW", "RCC", "RCP", "RSQ", "SEQ", "SFL", "SGE", "SGT", "SIN", "SLE", "SLT", "SNE", "SSG",
        "STR", "SUB", "SWZ", "XPD",
    ];
    assert_eq!(INSTRUCTIONS.map(|instruction| instruction.name), of_tables);
    let count = |language: Language| INSTRUCTIONS.iter().filter(|one| language.has(one)).count();
    // With ARL 17 and 21; with ARA, ARL, ARR, BRA, CAL and RET 39 and 42.
    assert_eq!([Language::Program1, Language::Program1_1].map(count), [16, 20]);
    assert_eq!([Language::Program2, Language::Option2].map(count), [33, 36]);
}
