//! Each dialect of GLSL: a kernel in its own words is right on the emulator, equal to a plain loop, and equal to the
//! driver's where that takes the dialect; its twin with a fault has that fault found at its line.

use super::machine::chosen;
use gristmill::check::{KernelCheck, LaunchOptions, Texels};
use gristmill::finding::FindingKind;
use gristmill::{Device, Era, Error, KernelSource, MachineChoice, Result};

/// Sides of what is drawn, and of the texture that is read.
const SIDES: [u32; 2] = [13, 7];

/// Elements of what a device draws.
const COUNT: usize = 91;

/// The dialects: the name in the book, and the first line.
const DIALECTS: [(&str, &str); 24] = [
    ("none", ""),
    ("1.10", "#version 110"),
    ("1.20", "#version 120"),
    ("1.30", "#version 130"),
    ("1.40", "#version 140"),
    ("1.50", "#version 150"),
    ("1.50 compatibility", "#version 150 compatibility"),
    ("3.30", "#version 330 core"),
    ("3.30 compatibility", "#version 330 compatibility"),
    ("4.00", "#version 400"),
    ("4.10", "#version 410"),
    ("4.20", "#version 420"),
    ("4.20 compatibility", "#version 420 compatibility"),
    ("4.30", "#version 430"),
    ("4.30 compatibility", "#version 430 compatibility"),
    ("4.40", "#version 440"),
    ("4.40 compatibility", "#version 440 compatibility"),
    ("4.50", "#version 450 core"),
    ("4.50 compatibility", "#version 450 compatibility"),
    ("4.60", "#version 460"),
    ("ES 1.00", "#version 100"),
    ("ES 3.00", "#version 300 es"),
    ("ES 3.10", "#version 310 es"),
    ("ES 3.20", "#version 320 es"),
];

/// The kernel in the words of a dialect; with a fault, a float that nobody wrote reaches its result in line 7.
fn kernel(first: &str, reads: bool, fault: bool) -> String {
    let es = first.ends_with("es") || first.ends_with("100");
    let version = first
        .split(' ')
        .nth(1)
        .and_then(|number| number.parse().ok())
        .unwrap_or(110_u32);
    let old = version < 130 || first.ends_with("compatibility");
    let precision = if es { "precision highp float;" } else { "" };
    let (declared, out) = if old { ("", "gl_FragColor") } else { ("out vec4 colour;", "colour") };
    let texture = if old { "texture2D" } else { "texture" };
    let (given, read) = match reads {
        true => ("uniform sampler2D source; uniform vec2 size;", format!("{texture}(source, at / size).x")),
        false => ("", "at.x * 3.0".to_string()),
    };
    let last = if fault { "unset" } else { "1.0" };
    format!(
        "{first}
{precision} {declared}
{given}
void main() {{
    float unset;
    vec2 at = gl_FragCoord.xy;
    {out} = vec4({read} + at.y, at.x * at.y, max(at.x, at.y), {last});
}}
"
    )
}

/// Returns the result of the kernel at a pixel, by the plain loop.
fn wanted(at: u32, reads: bool) -> [f32; 4] {
    let [x, y] = [at % SIDES[0], at / SIDES[0]].map(|side| side as f32 + 0.5);
    let read = if reads { texel(at) } else { x * 3.0 };
    [read + y, x * y, x.max(y), 1.0]
}

fn texel(at: u32) -> f32 {
    (at * at % 101) as f32 * 0.25
}

fn launch() -> LaunchOptions {
    let texels = (0..SIDES[0] * SIDES[1]).map(|at| texel(at).to_bits()).collect();
    LaunchOptions::new()
        .size(SIDES)
        .texture("source", Texels::new("r32f", [SIDES[0], SIDES[1], 1], texels))
        .uniform("size", SIDES.map(|side| (side as f32).to_bits()).to_vec())
}

/// The bits of what a device draws.
fn drawn(device: &Device, first: &str) -> Result<Vec<[u32; 4]>> {
    let kernel = device.kernel(&KernelSource::new("dialect").fragment(kernel(first, false, false)))?;
    let old = kernel_output(first);
    let mut colour = device.empty::<[f32; 4]>(COUNT)?;
    kernel.call().output(old, &mut colour).run()?;
    Ok(colour.read()?.into_iter().map(|lanes| lanes.map(f32::to_bits)).collect())
}

fn kernel_output(first: &str) -> &'static str {
    if kernel(first, false, false).contains("gl_FragColor") { "gl_FragColor" } else { "colour" }
}

/// A row of the table in the book.
fn row(name: &str, first: &str, driver: Option<&Device>, emulator: &Device) -> String {
    let source = |fault| KernelCheck::source("dialect.frag", kernel(first, true, fault));
    let report = source(false).run(&launch()).unwrap_or_else(|error| panic!("{name}: {error}"));
    assert!(report.is_right(), "{name}: {}", report.verdict());
    let got = report.output(kernel_output(first)).unwrap();
    let want: Vec<u32> = (0..SIDES[0] * SIDES[1])
        .flat_map(|at| wanted(at, true).map(f32::to_bits))
        .collect();
    assert_eq!(got, want, "{name}");

    let report = source(true).run(&launch()).unwrap_or_else(|error| panic!("{name}: {error}"));
    let found: Vec<_> = report
        .findings
        .iter()
        .map(|finding| (finding.kind, finding.name.as_str(), finding.witnesses.first().map(|witness| witness.line)))
        .collect();
    assert_eq!(found, [(FindingKind::Uninitialised, "unset", Some(7))], "{name}");

    let own = drawn(emulator, first).unwrap_or_else(|error| panic!("{name}: {error}"));
    let way = match driver.map(|device| drawn(device, first)) {
        None => "no driver".to_string(),
        Some(Ok(others)) => {
            assert_eq!(own, others, "{name}");
            "equal".to_string()
        }
        Some(Err(Error::Source { .. } | Error::Driver { .. })) => "not taken".to_string(),
        Some(Err(error)) => panic!("{name}: {error}"),
    };
    let first = if first.is_empty() { "no line" } else { first };
    format!("| {name} | `{first}` | right | found | {way} |")
}

#[test]
fn every_dialect_runs_and_is_judged() {
    let emulator = Device::emulator(Era::Fragment).unwrap();
    let driver = chosen(MachineChoice::Driver, Era::Fragment);
    let book = include_str!("../../book/src/dialects.md");
    let rows: Vec<String> = DIALECTS
        .iter()
        .map(|(name, first)| row(name, first, driver.as_ref(), &emulator))
        .collect();
    println!("{}", rows.join("\n"));
    // The page has these rows; what stands behind "found" is one driver's, and may be another's.
    let machine_free = |row: &str| row.rsplit_once(" | ").map(|(row, _)| row.to_string()).unwrap_or_default();
    for row in &rows {
        assert!(book.lines().any(|line| machine_free(line) == machine_free(row)), "the page lacks {row}");
    }
    // Some at least of the dialects that are not today's are the driver's too.
    if driver.is_some() {
        let old = rows.iter().take(6).filter(|row| row.contains("equal")).count();
        assert!(old >= 3, "{}", rows.join("\n"));
    }
}

/// Kernels as the libraries of WebGL generate them, written anew: the page-sized ones are judged from their packages.
const LIBRARIES: [(&str, &str, &str); 3] = [
    (
        "a pass of a simulation, as three.js has it",
        "precision highp float;
#define resolution vec2( 13.0, 7.0 )
uniform sampler2D texturePosition; uniform float delta;
void main() {
    vec2 uv = gl_FragCoord.xy / resolution.xy;
    vec4 tmpPos = texture2D( texturePosition, uv );
    gl_FragColor = vec4( tmpPos.xyz * delta, tmpPos.w );
}",
        "#version 100\n",
    ),
    (
        "a kernel of a function, as GPU.js has it",
        "precision highp float; precision highp int; precision highp sampler2D;
const int LOOP_MAX = 1000;
uniform ivec3 uOutputDim; uniform ivec2 uTexSize; varying vec2 vTexCoord;
float integerMod(float x, float y) { float res = floor(mod(x, y)); return res * (res > floor(y) - 1.0 ? 0.0 : 1.0); }
int integerMod(int x, int y) { return x - (y * int(x / y)); }
ivec3 threadId; uniform sampler2D user_a;
float get(sampler2D tex, ivec2 texSize, int x) {
    vec2 st = vec2(integerMod(float(x), float(texSize.x)), float(x / texSize.x));
    return texture2D(tex, (st + 0.5) / vec2(texSize)).r;
}
void kernel() { float sum = 0.0; for (int i = 0; i < LOOP_MAX; i++) { if (i >= 4) break; sum += get(user_a, uTexSize, threadId.x); } gl_FragData[0][0] = sum; gl_FragData[0].yzw = vec3(0.0); }
void main(void) {
    int index = int(vTexCoord.s * float(uTexSize.x)) + int(vTexCoord.t * float(uTexSize.y)) * uTexSize.x;
    threadId = ivec3(index, 0, 0);
    kernel();
}",
        "#version 100\n",
    ),
    (
        "a unary operation, as TensorFlow.js has it",
        "precision highp float; precision highp int; precision highp sampler2D;
in vec2 resultUV; out vec4 outputColor; const vec2 halfCR = vec2(0.5, 0.5);
#define isnan(value) isnan_custom(value)
#define round(value) newRound(value)
bool isnan_custom(float val) { uint floatToUint = floatBitsToUint(val); return (floatToUint & 0x7fffffffu) > 0x7f800000u; }
int newRound(float value) { return int(floor(value + 0.5)); }
uniform sampler2D A; uniform int offsetA;
vec4 sampleTexture(sampler2D textureSampler, vec2 uv) { return texture(textureSampler, uv); }
float getAAtOutCoords() { return sampleTexture(A, resultUV).r; }
float unaryOperation(float x) { if (isnan(x) || round(x) > 1000) return x; return (x < 0.0) ? 0.0 : x; }
void main() { outputColor = vec4(unaryOperation(getAAtOutCoords()), 0, 0, 0); }",
        "#version 300 es\n",
    ),
];

#[test]
fn kernels_as_libraries_generate_them_give_what_a_plain_loop_gives() {
    let value = |at: u32| texel(at) - 3.0;
    let texels = |lanes: u32| {
        (0..SIDES[0] * SIDES[1])
            .flat_map(|at| (0..lanes).map(move |lane| (value(at) * (lane + 1) as f32).to_bits()))
            .collect::<Vec<u32>>()
    };
    let size = [SIDES[0], SIDES[1], 1];
    let base = LaunchOptions::new().size(SIDES);
    let launches = [
        base.clone()
            .texture("texturePosition", Texels::new("rgba32f", size, texels(4)))
            .uniform("delta", vec![0.5_f32.to_bits()]),
        base.clone()
            .texture("user_a", Texels::new("r32f", size, texels(1)))
            .uniform("uTexSize", SIDES.to_vec()),
        base.texture("A", Texels::new("r32f", size, texels(1))),
    ];
    let outputs = ["gl_FragColor", "gl_FragData[0]", "outputColor"];
    let plain: [&dyn Fn(f32) -> [f32; 4]; 3] =
        [&|v| [v * 0.5, v * 2.0 * 0.5, v * 3.0 * 0.5, v * 4.0], &|v| [v + v + v + v, 0.0, 0.0, 0.0], &|v| {
            [v.max(0.0), 0.0, 0.0, 0.0]
        }];
    for (((what, text, version), launch), (output, plain)) in
        LIBRARIES.iter().zip(launches).zip(outputs.iter().zip(plain))
    {
        let report = KernelCheck::source("library.frag", format!("{version}{text}")).run(&launch);
        let report = report.unwrap_or_else(|error| panic!("{what}: {error}"));
        assert!(report.is_right(), "{what}: {}\n{}", report.verdict(), report.drawings.join("\n"));
        let want: Vec<u32> = (0..SIDES[0] * SIDES[1])
            .flat_map(|at| plain(value(at)).map(f32::to_bits))
            .collect();
        assert_eq!(report.output(output), Some(&want[..]), "{what}");
    }
}

#[test]
fn a_rectangle_texture_is_read_in_texels() {
    let text = "#version 120
#extension GL_ARB_texture_rectangle : require
uniform sampler2DRect state;
void main() { gl_FragColor = texture2DRect(state, gl_TexCoord[0].xy) + texture2DRect(state, gl_TexCoord[0].st + vec2(0.0, 1.0)); }";
    let texels = (0..SIDES[0] * SIDES[1]).map(|at| texel(at).to_bits()).collect();
    let launch = LaunchOptions::new().size([SIDES[0], SIDES[1] - 1]);
    let launch = launch.texture("state", Texels::new("r32f", [SIDES[0], SIDES[1], 1], texels));
    let report = KernelCheck::source("rectangle.frag", text).run(&launch).unwrap();
    let got: Vec<u32> = report.output("gl_FragColor").unwrap().iter().step_by(4).copied().collect();
    let want: Vec<u32> = (0..SIDES[0] * (SIDES[1] - 1))
        .map(|at| (texel(at) + texel(at + SIDES[0])).to_bits())
        .collect();
    assert_eq!(got, want);
}
