//! Vertex kernels held against vertex units: counts by hand, what just fits and what just does not, and the words of
//! refusals.

use gristmill::card::{Demand, Fit, FlatKernel, Mark};
use gristmill::check::KernelCheck;
use gristmill::{Device, Era, KernelSource, Layout, Profile, Sampling, Topology};

fn flat(text: &str) -> FlatKernel {
    let kernel = KernelCheck::source("kernel.vert", text).flat();
    kernel.unwrap_or_else(|error| panic!("{error}\n{}", text.chars().take(2000).collect::<String>()))
}

fn card(name: &str) -> &'static Profile {
    Profile::named(name).unwrap()
}

fn demand<'f>(fit: &'f Fit, thing: &str) -> Option<&'f Demand> {
    fit.demands.iter().find(|demand| demand.thing == thing)
}

fn slots(card_name: &str, body: &str) -> u64 {
    let text = format!(
        "attribute vec4 p;\nattribute vec4 q;\nuniform vec4 a, b;\nuniform mat4 m;\nuniform vec4 list[8];\nvarying vec4 y;\n\
         void main() {{ {body} }}"
    );
    let fit = flat(&text).fit(card(card_name));
    demand(&fit, "slots").unwrap_or_else(|| panic!("{body}: {fit:#?}")).given
}

/// Slots of the Radeon 9700, the GeForce FX and `vs_2_0`, each counted by hand from its instructions; those of the
/// GeForce agree with what cgc 3.1 writes for `vp30`.
#[test]
fn vertex_kernels_have_the_counts_of_a_hand() {
    let by_hand: [(&str, &str, [u64; 3]); 10] = [
        ("a move", "gl_Position = p;", [1, 1, 1]),
        ("a matrix", "gl_Position = m * p;", [4, 4, 4]),
        ("a multiply-add", "gl_Position = p * a + q;", [2, 2, 2]),
        ("one constant in an instruction", "gl_Position = p * a + b;", [2, 2, 2]),
        ("two outputs", "gl_Position = p; y = p * a;", [2, 2, 2]),
        ("a sine", "gl_Position = p; y = vec4(sin(p.x));", [9, 2, 9]),
        ("a power", "gl_Position = p; y = vec4(pow(p.x, a.x));", [2, 4, 4]),
        // Two comparisons in one, for a bound each.
        ("a clamp", "gl_Position = p; y = clamp(p * a.x, 0.0, 1.0);", [4, 4, 4]),
        // The comparison; a difference and a multiply-add, or a conditional move; the product.
        ("a choice", "gl_Position = p; y = p.x < p.y ? p * a.x : b;", [5, 4, 5]),
        // One address for both reads.
        ("an index", "gl_Position = p; int i = int(q.x); y = list[i] + list[i + 0];", [3, 3, 3]),
    ];
    for (what, body, expected) in by_hand {
        let found = ["radeon-9700", "geforce-fx-5900", "ps-2-0"].map(|name| slots(name, body));
        assert_eq!(found, expected, "{what}: {body}");
    }
    // Where a result is clamped for nothing, and a sine is an instruction.
    assert_eq!(slots("geforce-6800", "gl_Position = p; y = clamp(p * a.x, 0.0, 1.0);"), 2);
    assert_ne!(slots("geforce-6800", "gl_Position = p;"), slots("geforce-6800", "gl_Position = m * p;"));
}

/// A limit of the vertex unit, and a kernel that takes so much of it.
type Limit = (&'static str, fn(&Profile) -> Option<u32>, fn(u32) -> String);

fn sum(declared: String, item: fn(u32) -> String, count: u32) -> String {
    let items: Vec<String> = (0..count).map(item).collect();
    format!("{declared}void main() {{ gl_Position = {}; }}", items.join(" + "))
}

const LIMITS: [Limit; 4] = [
    (
        "slots",
        |card| card.vertex.slots.value,
        |count| {
            let steps = "x = x * x + x;\n".repeat(count as usize);
            format!("attribute vec4 p;\nvoid main() {{ vec4 x = p;\n{steps}gl_Position = x; }}")
        },
    ),
    (
        "constants",
        |card| card.vertex.constants.value,
        |count| sum(format!("uniform vec4 c[{count}];\n"), |at| format!("c[{at}]"), count),
    ),
    (
        "attributes",
        |card| card.vertex.attributes.value,
        |count| {
            let declared = (0..count).map(|at| format!("attribute vec4 v{at};\n")).collect();
            sum(declared, |at| format!("v{at}"), count)
        },
    ),
    (
        "outputs",
        |card| card.vertex.outputs.value,
        |count| {
            let declared: String = (1..count).map(|at| format!("varying vec4 y{at};\n")).collect();
            let written: String = (1..count).map(|at| format!("y{at} = p * {at}.0;\n")).collect();
            format!("attribute vec4 p;\n{declared}void main() {{ {written}gl_Position = p; }}")
        },
    ),
];

#[test]
fn each_limit_of_each_vertex_unit_holds_exactly() {
    let mut tried = 0;
    for (thing, of, kernel) in LIMITS {
        for profile in Profile::all() {
            let Some(limit) = of(profile).filter(|limit| *limit < 2000) else { continue };
            let fits = flat(&kernel(limit)).fit(profile);
            let given = demand(&fits, thing).unwrap().given;
            assert_eq!(
                (given, demand(&fits, thing).unwrap().refused),
                (u64::from(limit), false),
                "{thing} of {}",
                profile.name
            );
            let over = flat(&kernel(limit + 1)).fit(profile);
            let one = over.refusals().find(|demand| demand.thing == thing);
            let one = one.unwrap_or_else(|| panic!("{thing} of {}: {:#?}", profile.name, over.demands));
            assert_eq!((one.given, one.limit), (u64::from(limit) + 1, Some(u64::from(limit))));
            let says = format!("{thing}: {} of {limit}", limit + 1);
            assert!(one.sentence.starts_with(&says) && one.sentence.contains(&profile.vertex_title()), "{one}");
            assert_eq!(one.sentence.contains("(unverified: no source)"), one.mark == Mark::Memory, "{one}");
            tried += 1;
        }
    }
    assert!(tried > 45, "{tried} limits");
}

/// Loops, indices, textures and colours on units that have them and units that have not.
#[test]
fn what_a_vertex_unit_has_not_it_refuses() {
    let turns = |count: &str| {
        format!(
            "attribute vec4 p;\nuniform float n;\nuniform float list[64];\nvoid main() {{\nvec4 x = p;\nfor (float i = 0.0; i < {count}; i += 1.0)\nx += sin(x * list[int(i)]);\ngl_Position = x; }}"
        )
    };
    // A uniform says how often: a loop of vs_2_0, and none of ARB_vertex_program.
    assert!(flat(&turns("n")).fit(card("ps-2-0")).is_taken());
    let fit = flat(&turns("n")).fit(card("arb-fragment-program"));
    assert!(fit.refusals().any(|demand| demand.thing == "loops" && demand.line == 6), "{:#?}", fit.demands);
    // The vertex says it: the GeForce FX branches on what it computes, and the Radeon does not.
    for name in ["geforce-fx-5900", "radeon-x1800", "ps-2-a", "ps-3-0"] {
        assert!(flat(&turns("p.w")).fit(card(name)).is_taken(), "{name}");
    }
    let fit = flat(&turns("p.w")).fit(card("radeon-9700"));
    assert!(fit.refusals().any(|demand| demand.thing == "loops"), "{:#?}", fit.demands);
    // A computed index reaches the whole array: 256 registers hold it, 128 do not.
    let palette = "attribute vec4 p;\nuniform vec4 c[200];\nvoid main() { gl_Position = c[int(p.x)]; }";
    assert_eq!(demand(&flat(palette).fit(card("radeon-9700")), "constants").unwrap().given, 200);
    assert_eq!(flat(palette).fit(card("opengl-2-0")).verdict(), "refused: constants");
    let local = "attribute vec4 p;\nvoid main() { vec4 t[2]; t[0] = p; t[1] = p * 2.0; gl_Position = t[int(p.x)]; }";
    let fit = flat(local).fit(card("geforce-6800"));
    assert_eq!(fit.verdict(), "refused: computed indices");
    assert!(flat(local).fit(card("geforce-8800")).is_taken());
}

#[test]
fn a_vertex_texture_is_refused_with_the_way_round() {
    let read = "attribute vec2 place;\nuniform sampler2D x;\nvoid main() { gl_Position = vec4(texture2DLod(x, place, 0.0).xy, 0.0, 1.0); }";
    for name in ["radeon-9700", "geforce-fx-5900", "radeon-x800", "radeon-x1800", "ps-2-0", "arb-fragment-program"] {
        let fit = flat(read).fit(card(name));
        assert_eq!(fit.verdict(), "refused: vertex textures", "{name}");
        let title = card(name).title;
        let says = format!(
            "vertex textures: its vertex kernel reads 1 texture; the limit of {title} is 0; give the numbers in vertex \
             streams, as a copy of a texture makes them (the book: primitives/scatter.md)"
        );
        assert_eq!(fit.refusals().next().unwrap().sentence, says);
    }
    for name in ["geforce-6800", "geforce-7800", "geforce-8800", "ps-3-0"] {
        assert_eq!(flat(read).fit(card(name)).verdict(), "fits", "{name}");
    }
    // vs_3_0 counts a read as two slots.
    let of = |name: &str| demand(&flat(read).fit(card(name)), "slots").unwrap().given;
    assert_eq!(of("ps-3-0"), of("geforce-6800") + 1);
    let volume = read
        .replace("sampler2D", "sampler3D")
        .replace("texture2DLod(x, place,", "texture3DLod(x, vec3(place, 0.5),");
    let fit = flat(&volume).fit(card("geforce-6800"));
    let says = "vertex textures: x is no texture of two dimensions, and the vertex unit of NVIDIA GeForce 6800 Ultra reads \
                R32F, RGBA32F, 2D, nearest; put its numbers into R32F or RGBA32F in two dimensions (the book: primitives/scatter.md)";
    assert_eq!(fit.refusals().next().unwrap().sentence, says);
}

/// Formats and filters are decided when streams are bound: a device that plays the card refuses the call.
#[test]
fn a_call_binds_to_a_vertex_what_the_card_reads() {
    let device = Device::emulator(Era::Fragment)
        .unwrap()
        .with_card(card("geforce-6800"))
        .unwrap();
    let kernel = KernelSource::new("placed")
        .vertex("#version 110\nuniform sampler2D x;\nvarying vec4 y;\nattribute vec2 place;\nvoid main() { y = texture2DLod(x, vec2(0.5), 0.0); gl_Position = vec4(place, 0.0, 1.0); }")
        .fragment("#version 110\nvarying vec4 y;\nvoid main() { gl_FragColor = y; }");
    let kernel = device.kernel(&kernel).unwrap();
    let corners = [[-1.0_f32, -1.0], [3.0, -1.0], [-1.0, 3.0]];
    let place = device.stream_in(Layout::Linear, 3, &corners).unwrap();
    let mut result = device.empty::<f32>(1).unwrap();
    let floats = device.stream(&[1.0_f32]).unwrap();
    let pairs = device.stream(&[[1.0_f32, 2.0]]).unwrap();
    let mut draw = |sampling| {
        let call = kernel.call().vertex_stream("place", &place).vertices(Topology::Triangles, 3);
        call.sampled("x", &floats, sampling).output("gl_FragColor", &mut result).run()
    };
    draw(Sampling::nearest()).unwrap();
    let error = draw(Sampling::linear()).unwrap_err().to_string();
    assert!(error.contains("cannot filter") || error.contains("reads the nearest texel"), "{error}");
    let mut third = device.empty::<f32>(1).unwrap();
    let call = kernel.call().vertex_stream("place", &place).vertices(Topology::Triangles, 3);
    let call = call
        .sampled("x", &pairs, Sampling::nearest())
        .output("gl_FragColor", &mut third);
    let error = call.run().unwrap_err().to_string();
    let says = "x is RG32F, and the vertex unit of NVIDIA GeForce 6800 Ultra reads R32F, RGBA32F, 2D, nearest";
    assert!(error.contains(says), "{error}");
}

/// Both halves of the chapter's rules, of a card whose vertex unit reads textures and of one whose does not.
#[test]
fn the_rules_of_memory_follow_from_the_data() {
    for profile in Profile::all() {
        let rules = profile.memory_rules();
        let half = |access: &str| rules.iter().find(|rule| rule.access == access).unwrap();
        let gather = half("reads textures anywhere");
        assert_eq!(gather.vertex.says == "no", profile.vertex.textures.value == 0, "{}", profile.name);
        assert_eq!(gather.fragment.says, format!("{} textures", profile.samplers.value));
        let scatter = half("writes where it likes");
        assert_eq!(scatter.vertex.says, "where its vertex lies");
        assert_eq!(scatter.fragment.says == "no", !profile.computed_stores.value);
        let own = half("writes at its end");
        let most = profile.vertex.outputs.value.unwrap();
        assert!(own.vertex.says.starts_with(&format!("{most} x 4 floats")), "{}", own.vertex.says);
    }
    // Section 33.2.3 has 12 and 4 for Shader Model 3.
    let rules = card("ps-3-0").memory_rules();
    let own = rules.iter().find(|rule| rule.access == "writes at its end").unwrap();
    assert_eq!((own.vertex.says.as_str(), own.fragment.says.as_str()), ("12 x 4 floats", "4 x 4 floats"));
}

/// Text without end, depth or sense gives a sentence.
#[test]
fn bad_vertex_kernels_are_refused_in_a_sentence() {
    let deep = format!("attribute vec4 p;\nvoid main() {{ gl_Position = {}p{}; }}", "-(".repeat(300), ")".repeat(300));
    let nested = "if (p.x > 0.5) { ".repeat(60);
    let nested = format!(
        "attribute vec4 p;\nvoid main() {{ vec4 x = p; {nested} x = -x; {} gl_Position = x; }}",
        "}".repeat(60)
    );
    for text in
        [deep, nested, "void main() { gl_Position = 1; }".to_string(), "!!ARBvp1.0\nMOV".to_string(), String::new()]
    {
        let name = if text.starts_with("!!") { "bad.vp" } else { "bad.vert" };
        match KernelCheck::source(name, text).flat() {
            Ok(kernel) => Profile::all().iter().for_each(|profile| drop(kernel.fit(profile).verdict())),
            Err(error) => assert!(!error.to_string().is_empty()),
        }
    }
}
