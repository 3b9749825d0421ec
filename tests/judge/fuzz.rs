//! Inputs that nobody would write: the reader of `// run:` comments, the include expander and the loader of
//! SPIR-V end with a result, never with a panic.
//!
//! The same inputs every time. `GRISTMILL_FUZZ=1000000 cargo test --release --test judge fuzz` makes that
//! many of them instead of a few.

use gristmill::check::{self, KernelCheck, LaunchOptions};
use gristmill::random::pcg;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

/// The number of inputs that a test makes, if nothing is said. Compiling with glslang is not part
/// of it.
const FEW: u64 = 20_000;

/// The time that a damaged kernel may run.
const SHORT: Duration = Duration::from_millis(200);

fn inputs() -> u64 {
    std::env::var("GRISTMILL_FUZZ")
        .ok()
        .and_then(|count| count.parse().ok())
        .unwrap_or(FEW)
}

/// Random numbers from a number.
struct Dice(u32);

impl Dice {
    fn roll(&mut self) -> u32 {
        self.0 = self.0.wrapping_add(0x9e37_79b9);
        pcg(self.0)
    }

    fn below(&mut self, limit: usize) -> usize {
        self.roll() as usize % limit.max(1)
    }

    fn of<'a, T>(&mut self, all: &'a [T]) -> &'a T {
        &all[self.below(all.len())]
    }
}

/// Tries inputs one after another; every panic is counted, and the first few are told with what made them.
fn none_panics<T>(
    what: &str,
    make: impl Fn(&mut Dice) -> T,
    attempt: impl Fn(&T) -> bool,
    tell: impl Fn(&T) -> String,
) {
    let silent = std::panic::take_hook();
    std::panic::set_hook(Box::new(|_| {}));
    let (mut panics, mut told, mut accepted) = (0_u64, vec![], 0_u64);
    let (mut longest, start) = ((Duration::ZERO, 0), Instant::now());
    for number in 0..inputs() {
        let input = make(&mut Dice(pcg(number as u32) ^ (number >> 32) as u32));
        let began = Instant::now();
        let result = catch_unwind(AssertUnwindSafe(|| attempt(&input)));
        longest = longest.max((began.elapsed(), number));
        match result {
            Ok(right) => accepted += u64::from(right),
            Err(panic) => {
                panics += 1;
                let words = panic.downcast_ref::<String>().map(String::as_str);
                let words = words.or(panic.downcast_ref::<&str>().copied()).unwrap_or("no words");
                if told.len() < 5 {
                    told.push(format!("input {number}: {words}\n{}", tell(&input)));
                }
            }
        }
    }
    std::panic::set_hook(silent);
    let (all, (longest, slowest)) = (start.elapsed(), longest);
    println!("{what}: {} inputs, {accepted} accepted, {panics} panics in {all:.0?}", inputs());
    println!("{what}: input {slowest} took longest, {longest:.1?}");
    assert_eq!(panics, 0, "{what}\n{}", told.join("\n"));
    // Inputs that are all refused at once would test the first check alone.
    assert!(accepted > 0 && accepted < inputs(), "{what}: {accepted} of {} are accepted", inputs());
}

/// Changes a text: characters out of it, in it, twice, or a word of others.
fn mutated(dice: &mut Dice, text: &str, words: &[&str]) -> String {
    let mut letters: Vec<char> = text.chars().collect();
    for _ in 0..1 + dice.below(4) {
        let at = dice.below(letters.len() + 1);
        match dice.below(6) {
            0 if at < letters.len() => drop(letters.remove(at)),
            1 => letters.insert(at, char::from_u32(dice.roll() % 0x0011_0000).unwrap_or('\0')),
            2 => letters.insert(at, char::from(32 + (dice.roll() % 96) as u8)),
            3 => drop(letters.splice(at..at, dice.of(words).chars())),
            4 => letters.truncate(at),
            _ => {
                let end = at + dice.below(letters.len() - at + 1);
                let again = letters[at..end].to_vec();
                drop(letters.splice(at..at, again));
            }
        }
    }
    letters.into_iter().collect()
}

const COMMENTS: &[&str] = &[
    "// run: groups 4,4\n// run: buffer Source=random:1024\n// run: uniform n=1000",
    "// run: size 33x17\n// run: image photo=random:64x48x2\n// run: output colour=photo",
    "// run: buffer a=[1,-2.5,0xff,true]\n// run: warp 32\n// run: watch non-finite\n// run: steps 100000",
    "// run: schedules 16\n// run: memory 512\n// run: image photo=a.png",
    "// run: schedule random:3@a1b2c3\n// run: uniform lights[2].colour=1,2,3",
];

#[test]
fn run_comments() {
    const WORDS: &[&str] =
        &["=", ":", ",", "x", "[", "]", "0x", "random:", "4294967296", "-", "e308", "nan", "\n// run: ", "@"];
    none_panics(
        "run comments",
        |dice| {
            let text = *dice.of(COMMENTS);
            mutated(dice, text, WORDS)
        },
        |text| check::comments("fuzz.comp", text).is_ok(),
        |text| format!("{text:?}"),
    );
}

#[test]
fn includes() {
    const TEXT: &str = "#version 430 core\n// one\n#include \"a.glsl\"\n/* two\n*/\n#if 1\n#include \"b.glsl\"\n#endif\nvoid main() {}\n";
    const WORDS: &[&str] = &[
        "#include \"a.glsl\"\n",
        "#include \"fuzz.comp\"\n",
        "/*",
        "*/",
        "//",
        "\\\n",
        "\r",
        "\"",
        "#version 430\n",
        "\u{feff}",
        "#line 3\n",
        "../",
        "#",
        "\u{2028}",
    ];
    none_panics(
        "includes",
        |dice| [TEXT, "int a;\n#include \"b.glsl\"\n", "// b\nfloat b;\n"].map(|text| mutated(dice, text, WORDS)),
        |[text, a, b]| {
            let check = KernelCheck::source("fuzz.comp", text.clone())
                .include("a.glsl", a.clone())
                .include("b.glsl", b.clone());
            check.expands().is_ok()
        },
        |texts| format!("{texts:?}"),
    );
}

/// Kernels that between them have most of what SPIR-V can say.
const KERNELS: &[(&str, &str)] = &[
    (
        "fuzz.comp",
        "#version 430 core
layout(local_size_x = 8, local_size_y = 2) in;
struct Body { vec3 place; float mass; mat2 spin; };
layout(std430) buffer Bodies { uint count; Body bodies[]; };
layout(std140) uniform Block { mat3 turn; float weights[4]; };
layout(rgba32f) uniform image2D canvas;
uniform int steps[3];
shared float tile[16];
float energy(inout Body body, float by) { body.mass += by; return length(turn * body.place) * body.spin[1][0]; }
void main() {
    uint at = gl_GlobalInvocationID.x;
    Body body = bodies[at];
    tile[gl_LocalInvocationIndex] = body.mass;
    barrier();
    for (int step = 0; step < steps[1]; ++step) {
        if (tile[step & 15] > 0.5) continue;
        switch (step) { case 1: body.mass = sin(body.mass); break; default: body.place.zx += vec2(energy(body, 1.0)); }
        if (body.mass > weights[step]) break;
    }
    atomicAdd(count, uint(bitfieldExtract(at, 1, 3)));
    bodies[at] = body;
    imageStore(canvas, ivec2(at), vec4(body.place, packHalf2x16(body.place.xy)));
}
",
    ),
    (
        "fuzz.frag",
        "#version 330 core
uniform sampler2D photo;
uniform sampler3D volume;
uniform bool on;
flat in ivec2 corner;
in vec3 normal;
out vec4 colour;
void main() {
    vec2 at = gl_FragCoord.xy / vec2(textureSize(photo, 0));
    vec4 sum = vec4(0.0);
    do { sum += texture(photo, at) + texelFetch(photo, corner, 0) * dFdx(at.x); at *= 2.0; } while (at.x < 4.0 && on);
    if (sum.a < 0.1) discard;
    colour = mix(sum, textureLod(volume, normal, 1.0), isnan(sum.x) ? 0.0 : inverse(mat3(sum.xyz, normal, normal))[0].y);
}
",
    ),
];

#[test]
fn spirv_modules() {
    let modules: Vec<(&str, Vec<u32>)> = KERNELS
        .iter()
        .map(|(name, text)| {
            let stages = check::to_spirv(&KernelCheck::source(*name, *text)).unwrap_or_else(|error| panic!("{error}"));
            (*name, stages.into_iter().next_back().unwrap_or_default())
        })
        .collect();
    for (name, words) in &modules {
        check::spirv(name, words).unwrap_or_else(|error| panic!("{name}, unchanged: {error}"));
    }
    none_panics(
        "SPIR-V",
        |dice| {
            let (name, words) = dice.of(&modules).clone();
            (name, damaged(dice, words))
        },
        |(name, words)| {
            let Ok(checked) = check::spirv(name, words) else { return false };
            // A module that lowers runs too, or is refused for what it wants; either is a result.
            let launch = LaunchOptions::new().size([2, 2]).groups([2, 1, 1]).steps(1000).deadline(SHORT);
            let _ = checked.launch(&launch);
            true
        },
        |(name, words)| format!("{name} {words:?}"),
    );
}

/// Changes words of a module: bits, small numbers, words of elsewhere, whole instructions.
fn damaged(dice: &mut Dice, mut words: Vec<u32>) -> Vec<u32> {
    for _ in 0..1 + dice.below(3) {
        let at = dice.below(words.len());
        let there = dice.below(words.len());
        match dice.below(20) {
            0 | 1 => words[at] ^= 1 << dice.below(32),
            2..=6 => words[at] = dice.roll() % 512,
            7 => words[at] = dice.roll(),
            8..=11 => words[at] = words[there],
            12..=15 => words[at] = words[at].wrapping_add(1),
            16 | 17 => {
                // An instruction becomes another with as many words.
                words[at] = (words[at] & 0xffff_0000) | (dice.roll() % 400);
            }
            18 => drop(words.remove(at)),
            _ => words.truncate(at.max(8)),
        }
        if words.is_empty() {
            words.push(0);
        }
    }
    words
}

/// Modules of other compilers, with and without what they say of their author's text.
const MODULES: &[&str] = &[
    "race/nameless.spv",
    "race/scan_of_hlsl.spv",
    "barrier/some_return.spv",
    "silent/ways_optimised.spv",
    "silent/two_samplers_of_hlsl.spv",
    "silent/specialisation_constants.spv",
    "silent/other_order_of_bytes.spv",
    "steps/without_debug_information.spv",
];

#[test]
fn modules_of_others() {
    let modules: Vec<Vec<u32>> = MODULES
        .iter()
        .map(|path| {
            let bytes = super::modules::module(path);
            let words = bytes.chunks_exact(4);
            words
                .map(|word| u32::from_le_bytes([word[0], word[1], word[2], word[3]]))
                .collect()
        })
        .collect();
    none_panics(
        "modules of others",
        |dice| {
            let words = dice.of(&modules).clone();
            let mut bytes: Vec<u8> = damaged(dice, words).iter().flat_map(|word| word.to_le_bytes()).collect();
            if dice.below(50) == 0 {
                bytes.truncate(dice.below(bytes.len()));
            }
            bytes
        },
        |bytes| {
            let launch = LaunchOptions::new().size([2, 2]).groups([2, 1, 1]).steps(1000).deadline(SHORT);
            KernelCheck::module("fuzz.spv", bytes.clone()).run(&launch).is_ok()
        },
        |bytes| format!("{bytes:?}"),
    );
}

#[test]
#[cfg(feature = "wgsl")]
fn wgsl() {
    const TEXTS: &[&str] = &[
        include_str!("../findings/silent/loop_with_continuing.wgsl"),
        include_str!("../findings/silent/matrices_and_structs.wgsl"),
        include_str!("../findings/silent/texture_with_two_samplers.wgsl"),
        include_str!("../findings/silent/histogram_by_atomics.wgsl"),
        include_str!("../findings/race/scan_in_place_in_wgsl.wgsl"),
    ];
    const WORDS: &[&str] = &[
        "0u",
        "1.5",
        "at",
        "[",
        "]",
        "array<u32, 4>",
        "vec4<f32>",
        "&",
        "*",
        "loop {",
        "}",
        "{",
        "return;",
        "if true {",
        "-1",
        "0xffffffffu",
        "u32(",
        ")",
        "workgroupBarrier();",
        "\u{feff}",
        "\r",
        "/*",
        "*/",
        "\u{2028}",
        "@id(7)",
        "discard;",
        "switch at {",
        "var a = 1;",
        "atomic<u32>",
        "f16",
        "ptr<function, u32>",
        "override",
        "const",
    ];
    none_panics(
        "WGSL",
        |dice| {
            let text = *dice.of(TEXTS);
            mutated(dice, text, WORDS)
        },
        |text| {
            let launch = LaunchOptions::new().size([2, 2]).steps(1000).deadline(SHORT);
            KernelCheck::source("fuzz.wgsl", text.clone()).run(&launch).is_ok()
        },
        |text| format!("{text:?}"),
    );
}
