//! Hashes of results, whose bits are the same on every machine: tests compare those of a page's module with them.

use crate::request::RequestFields;
use gristmill::algorithms::{Algorithm, Rung, TABLE, Workload};
use gristmill::check::{KernelCheck, LaunchOptions};
use gristmill::{Device, Era, Error, Result};
use serde_json::{Value, json};

/// Results of a function, one for each invocation of its kernel.
const RESULT_COUNT: u32 = 1 << 20;

/// Elements of an algorithm's run, and the seed of its generated numbers.
const ELEMENT_COUNT: usize = 300;
const SEED: u32 = 7;

/// Functions of `x`, `y` and `z`, and of the doubles `u`, `v` and `w`, in GLSL; in two sizes of float.
const FUNCTIONS: &[(&str, &str)] = &[
    ("sin", "sin(x)"),
    ("cos", "cos(x)"),
    ("tan", "tan(x)"),
    ("asin", "asin(x)"),
    ("acos", "acos(x)"),
    ("atan", "atan(x)"),
    ("atan of two", "atan(x, y)"),
    ("sinh", "sinh(x)"),
    ("cosh", "cosh(x)"),
    ("tanh", "tanh(x)"),
    ("asinh", "asinh(x)"),
    ("acosh", "acosh(x)"),
    ("atanh", "atanh(x)"),
    ("exp", "exp(x)"),
    ("exp2", "exp2(x)"),
    ("log", "log(x)"),
    ("log2", "log2(x)"),
    ("pow", "pow(x, y)"),
    ("sqrt", "sqrt(x)"),
    ("inversesqrt", "inversesqrt(x)"),
    ("add", "x + y"),
    ("subtract", "x - y"),
    ("multiply", "x * y"),
    ("divide", "x / y"),
    ("fma", "fma(x, y, z)"),
    ("mod", "mod(x, y)"),
    ("min", "min(x, y)"),
    ("max", "max(x, y)"),
    ("clamp", "clamp(x, min(y, z), max(y, z))"),
    ("mix", "mix(x, y, z)"),
    ("smoothstep", "smoothstep(min(y, z), max(y, z), x)"),
    ("floor", "floor(x)"),
    ("ceil", "ceil(x)"),
    ("fract", "fract(x)"),
    ("round", "round(x)"),
    ("sign", "sign(x)"),
    ("ldexp", "ldexp(x, int(i % 300u) - 150)"),
    ("frexp", "frexp(x, exponent)"),
    ("length", "length(vec3(x, y, z))"),
    ("normalize", "normalize(vec3(x, y, z)).y"),
    ("refract", "refract(vec3(x, y, z), vec3(0.0, 1.0, 0.0), 0.75).x"),
    ("determinant", "determinant(mat3(x, y, z, z, x, y, 1.0, y, x))"),
    ("half", "unpackHalf2x16(packHalf2x16(vec2(x, y))).x"),
    ("snorm", "uintBitsToFloat(packSnorm4x8(vec4(x, y, z, 1.0)))"),
    ("to int", "float(int(x))"),
    ("to uint", "float(uint(x))"),
    ("64-bit sqrt", "sqrt(u)"),
    ("64-bit inversesqrt", "inversesqrt(u)"),
    ("64-bit add", "u + v"),
    ("64-bit multiply", "u * v"),
    ("64-bit divide", "u / v"),
    ("64-bit fma", "fma(u, v, w)"),
    ("64-bit mod", "mod(u, v)"),
    ("64-bit fract", "fract(u)"),
    ("64-bit round", "round(u)"),
    ("64-bit mix", "mix(u, v, w)"),
    ("64-bit ldexp", "ldexp(u, int(i % 2000u) - 1000)"),
    ("64-bit to float", "double(float(u))"),
];

/// Answers with the hash of a function's results, with those of an algorithm in both eras, or with the names of all.
pub(crate) fn answer_bits(request: &RequestFields) -> Result<Value> {
    if let Some(name) = request.optional_text("function") {
        let known = FUNCTIONS.iter().find(|(known, _)| *known == name);
        let (_, expression) = known.ok_or_else(|| {
            Error::data(format!("no function is called {name:?}; ask for bits alone, which lists them"))
        })?;
        return Ok(json!({ "bits": hash_function(name, expression)? }));
    }
    if let Some(name) = request.optional_text("algorithm") {
        let algorithm = Algorithm::find(name)?;
        let [fragment, compute] = [hash_algorithm(algorithm, Era::Fragment)?, hash_algorithm(algorithm, Era::Compute)?];
        return Ok(json!({ "bits": format!("{fragment} {compute}") }));
    }
    let functions: Vec<&str> = FUNCTIONS.iter().map(|(name, _)| *name).collect();
    let algorithms: Vec<&str> = TABLE.iter().map(|algorithm| algorithm.name).collect();
    Ok(json!({ "functions": functions, "algorithms": algorithms }))
}

/// Hashes words as FNV-1a hashes bytes, and rotates the result, because a product carries no bits downwards.
fn hash_words(words: impl Iterator<Item = u64>) -> u64 {
    words.fold(0xcbf2_9ce4_8422_2325, |hash, word| (hash ^ word).wrapping_mul(0x0000_0100_0000_01b3).rotate_left(23))
}

/// Returns the hash of a million results. Every second argument is any bit pattern, including NaN and denormals; the
/// others are from -10 to 10, where most functions have their curves.
fn hash_function(name: &str, expression: &str) -> Result<String> {
    let store = if name.starts_with("64-bit ") {
        format!("uvec2 words = unpackDouble2x32({expression}); result[i] = words.x ^ (words.y * 0x9e3779b9u);")
    } else {
        format!("result[i] = floatBitsToUint({expression});")
    };
    let text = format!(
        "#version 450 core
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Result {{ uint result[]; }};
uint pcg(uint word) {{
    uint state = word * 747796405u + 2891336453u;
    uint mixed = ((state >> ((state >> 28u) + 4u)) ^ state) * 277803737u;
    return (mixed >> 22u) ^ mixed;
}}
float number(uint word, bool any) {{
    return any ? uintBitsToFloat(word) : float(word >> 8) * (20.0 / 16777216.0) - 10.0;
}}
double number64(uint low, uint high, bool any) {{
    return any ? packDouble2x32(uvec2(low, high)) : double(low) * 0.001LF - double(high) * 0.0001LF;
}}
void main() {{
    uint i = gl_GlobalInvocationID.x;
    uint a = pcg(i), b = pcg(a), c = pcg(b);
    bool any = (i & 1u) == 0u;
    float x = number(a, any), y = number(b, any), z = number(c, any);
    double u = number64(a, b, any), v = number64(b, c, any), w = number64(c, a, any);
    int exponent;
    {store}
}}
"
    );
    let launch = LaunchOptions::new()
        .unwatched()
        .steps(10_000_000)
        .option("memory", "64")?
        .groups([RESULT_COUNT / 64, 1, 1]);
    let launch = launch.option("buffer", &format!("Result=zero:{RESULT_COUNT}"))?;
    let report = KernelCheck::source("bits.comp", text).run(&launch)?;
    let words = report.output("Result").unwrap_or_default();
    if words.len() != RESULT_COUNT as usize {
        return Err(Error::data(format!(
            "{name} gave {} results of {RESULT_COUNT}; see {}",
            words.len(),
            report.verdict()
        )));
    }
    Ok(format!("{:016x}", hash_words(words.iter().map(|word| u64::from(*word)))))
}

/// Returns the hash of the results of all ways of an algorithm in an era.
fn hash_algorithm(algorithm: &Algorithm, era: Era) -> Result<String> {
    let device = Device::emulator(era)?;
    device.listen(None)?;
    let work = Workload::new(ELEMENT_COUNT.min(algorithm.size), SEED);
    let mut all = vec![];
    for way in algorithm.ways().filter(|way| way.era == era) {
        match result_bits(&device, way, &work) {
            Ok(results) => all.extend(results),
            Err(Error::NoDevice { .. }) => {}
            Err(error) => return Err(error),
        }
    }
    Ok(format!("{:016x}", hash_words(all.into_iter())))
}

/// Returns the bits of all numbers that a way reads back, and of its error from its reference.
fn result_bits(device: &Device, way: &Rung, work: &Workload) -> Result<Vec<u64>> {
    device.note_reads(true);
    let checked = (way.prepare)(device, work).and_then(|mut trial| {
        trial.run()?;
        trial.check()
    });
    let reads = device.note_reads(false);
    Ok(reads.into_iter().chain([checked?.error]).map(f64::to_bits).collect())
}
