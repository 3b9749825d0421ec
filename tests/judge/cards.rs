//! Kernels held against cards: what just fits and what just does not, for each limit of each card, and hand
//! counts of what a kernel comes to when it is made straight.

use gristmill::Profile;
use gristmill::card::{Demand, Fact, Fit, FlatKernel, FloatFormat, LoopCount, Mark, OddSides};
use gristmill::check::{KernelCheck, LaunchOptions};
use gristmill::finding::FindingKind;
use std::path::Path;

fn flat(text: &str) -> FlatKernel {
    let kernel = KernelCheck::source("kernel.frag", text).flat();
    kernel.unwrap_or_else(|error| panic!("{error}\n{}", text.chars().take(2000).collect::<String>()))
}

fn card(name: &str) -> &'static Profile {
    Profile::named(name).unwrap()
}

fn demand<'f>(fit: &'f Fit, thing: &str) -> Option<&'f Demand> {
    fit.demands.iter().find(|demand| demand.thing == thing)
}

/// Arithmetic slots, texture slots and indirections of a kernel of GLSL 1.10.
fn counts(card_name: &str, body: &str) -> [u64; 3] {
    let text = format!(
        "varying vec4 p;\nuniform sampler2D x;\nuniform vec4 a, b;\nuniform mat4 m;\n\
         float square(float x) {{ if (x < 0.0) return 0.0; return x * x; }}\nvoid main() {{ {body} }}"
    );
    let fit = flat(&text).fit(card(card_name));
    ["arithmetic slots", "texture slots", "indirections"].map(|thing| demand(&fit, thing).unwrap().given)
}

/// Each counted by hand for the Radeon 9700, by the rules of `crates/cards/src/cost_model.rs`.
#[test]
fn straight_kernels_have_the_counts_of_a_hand() {
    let by_hand: [(&str, &str, [u64; 3]); 18] = [
        ("a move", "gl_FragColor = p;", [1, 0, 1]),
        ("one multiply-add", "gl_FragColor = a * texture2D(x, p.xy) + b;", [1, 1, 1]),
        ("negation is free", "gl_FragColor = b - a * abs(p);", [1, 0, 1]),
        ("a product of two users is no part of a sum", "vec4 t = a * p; gl_FragColor = (t + b) * t;", [3, 0, 1]),
        ("dead code", "vec4 t = sin(texture2D(x, p.zw)); gl_FragColor = 1.0 * texture2D(x, p.xy) + 0.0;", [1, 1, 1]),
        ("equal expressions", "gl_FragColor = texture2D(x, p.xy * 2.0) + texture2D(x, p.xy * 2.0);", [2, 1, 2]),
        // A comparison and a product in one slot; a choice and the other comparison; its product; its choice; the sum.
        ("calls in line", "gl_FragColor = vec4(square(p.x) + square(p.y));", [5, 0, 1]),
        ("both sides", "vec4 t = p; if (t.x > 0.5) t *= a; else t += a; gl_FragColor = t;", [4, 0, 1]),
        ("a literal branch", "vec4 t = p; if (1 > 2) t = sin(p); gl_FragColor = t * a;", [1, 0, 1]),
        ("columns", "gl_FragColor = m * p;", [4, 0, 1]),
        ("rows", "gl_FragColor = p * m;", [4, 0, 1]),
        ("an order that it has not", "gl_FragColor = p.yxwz * a;", [2, 0, 1]),
        ("normalised", "gl_FragColor = vec4(dot(normalize(p.xyz), a.xyz));", [4, 0, 1]),
        // Eight sums of addresses, for the one at the middle is none; eight sums; a product.
        (
            "nine texels",
            "vec4 s = vec4(0.0); for (int j = -1; j < 2; j++) for (int i = -1; i < 2; i++) s += texture2D(x, p.xy + vec2(i, j)); gl_FragColor = s / 9.0;",
            [17, 9, 2],
        ),
        (
            "two kinds of loops",
            "vec4 s = p; int i = 0; while (true) { s += a; i++; if (i >= 3) break; } do { s *= a; i--; } while (i > 0); gl_FragColor = s;",
            [6, 0, 1],
        ),
        (
            "what is left out",
            "vec4 s = p; for (int i = 0; i < 4; i++) { if (i == 2) continue; s *= a; } gl_FragColor = s;",
            [3, 0, 1],
        ),
        // The comparison, the end of the fragment; the end is a texture instruction that waits for a read.
        ("discard", "vec4 t = texture2D(x, p.xy); if (t.x < 0.5) discard; gl_FragColor = t;", [2, 2, 2]),
        ("a range of sines", "gl_FragColor = vec4(sin(p.x));", [7, 0, 1]),
    ];
    for (what, body, expected) in by_hand {
        assert_eq!(counts("radeon-9700", body), expected, "{what}: {body}");
    }
    // The same where instructions are others.
    assert_eq!(counts("geforce-fx-5900", "gl_FragColor = vec4(sin(p.x));"), [1, 0, 1]);
    assert_eq!(counts("geforce-fx-5900", "gl_FragColor = p * a + b;"), [2, 0, 1], "one constant per instruction");
    // Its macro, and the move into oC0: no other instruction writes an output before ps_3_0.
    assert_eq!(counts("ps-2-0", "gl_FragColor = vec4(cos(p.x));"), [9, 0, 1]);
    assert_eq!(counts("ps-3-0", "gl_FragColor = vec4(cos(p.x));"), [8, 0, 1]);
    assert_eq!(counts("arb-fragment-program", "gl_FragColor = vec4(pow(p.x, a.x));"), [1, 0, 1]);
}

/// Write masks and orders of components, on a card that has any order. cgc 3.1 has the same counts for `fp30`, but
/// that it takes both fractions of the second at once (2) and copies in the eighth (4).
#[test]
fn masks_and_orders_cost_nothing() {
    let by_hand: [(&str, &str, [u64; 2]); 9] = [
        ("in its place", "vec2 t = p.xy * a.xy; t.x = fract(t.x); gl_FragColor = texture2D(x, t);", [2, 1]),
        (
            "one after another",
            "vec2 t = p.xy * a.xy; t.x = fract(t.x); t.y = fract(t.y); gl_FragColor = texture2D(x, t);",
            [3, 1],
        ),
        ("a scalar as a coordinate", "gl_FragColor = texture2D(x, vec2(texture2D(x, p.xy).r));", [0, 2]),
        ("turned round", "gl_FragColor = texture2D(x, p.yx);", [0, 1]),
        ("each component by itself", "gl_FragColor = vec4(p.x * a.x, fract(p.y), dot(p, a), p.w + a.w);", [4, 0]),
        ("two parts of a result", "vec4 t = p * a; t.xy = p.yx * p.zz; t.z = dot(p, a); gl_FragColor = t;", [3, 0]),
        // One move for the two components of the interpolant; the reads find them in the same register.
        (
            "a component of another place",
            "vec2 t = p.xy + a.xy; gl_FragColor = texture2D(x, vec2(t.x, p.y)) + texture2D(x, vec2(t.x, p.y)).gggg;",
            [3, 1],
        ),
        (
            "what is used later is not written over",
            "vec2 t = p.xy * a.xy; float s = t.x; t.x = fract(t.x); gl_FragColor = texture2D(x, t) * s;",
            [3, 1],
        ),
        ("two places of an output", "gl_FragColor = vec4(p.xy * a.xy, b.zw);", [2, 0]),
    ];
    for (what, body, [arithmetic, texture]) in by_hand {
        let counts = counts("geforce-fx-5900", body);
        assert_eq!([counts[0], counts[1]], [arithmetic, texture], "{what}: {body}");
    }
}

/// Functions that no card of the time had and its compilers composed, in a later GLSL. cgc 3.1 takes them for `fp40`, too.
#[test]
fn functions_of_later_years_are_composed() {
    // In a slot each: exponentials with their products, sums, a quotient by a reciprocal, roots, logarithms.
    let by_hand = [
        ("sinh(p.x)", 5),
        ("cosh(p.x)", 5),
        ("tanh(p.x)", 6),
        ("determinant(mat2(a.x, p.x, a.y, p.y))", 2),
        ("determinant(mat3(p.xyz, a.xyz, p.yzx))", 3),
    ];
    for (call, slots) in by_hand {
        let text = format!(
            "#version 150\nin vec4 p;\nuniform vec4 a;\nout vec4 color;\nvoid main() {{ color = vec4({call}); }}"
        );
        let fit = flat(&text).fit(card("geforce-6800"));
        assert!(fit.is_taken(), "{call}: {:?}", fit.demands);
        assert_eq!(demand(&fit, "slots").unwrap().given, slots, "{call}");
    }
    for call in ["asinh(p.x)", "acosh(p.x)", "atanh(p.x)", "determinant(mat4(p, a, p.yzwx, a.wzyx))"] {
        let text = format!(
            "#version 150\nin vec4 p;\nuniform vec4 a;\nout vec4 color;\nvoid main() {{ color = vec4({call}); }}"
        );
        let fit = flat(&text).fit(card("radeon-9700"));
        assert!(fit.is_taken(), "{call}: {:?}", fit.demands);
        assert!(demand(&fit, "arithmetic slots").unwrap().given > 4, "{call}");
    }
}

/// A choice between a boolean and a literal is of booleans; one of floats did not compile.
#[test]
fn a_kernel_with_chosen_booleans_is_cut() {
    let mut text = "varying vec4 p;\nuniform sampler2D x;\nvoid main() {\nfloat a = texture2D(x, p.xy).r;\n\
                    bool k = a < 0.25 ? false : a < 0.75;\nbool n = p.z < 0.5 ? true : k;\n"
        .to_string();
    for _ in 0..100 {
        text += "a = a * a + 0.5;\nif (a > 7.0) k = n ? k : false;\n";
    }
    let kernel = flat(&(text + "gl_FragColor = k ? vec4(a) : vec4(-a);\n}"));
    let passes = kernel.split(card("radeon-9700")).unwrap();
    assert!(passes.len() > 1);
}

#[test]
fn a_wrong_count_would_be_seen() {
    let one = counts("radeon-9700", "gl_FragColor = p * a;");
    assert_ne!(one, counts("radeon-9700", "gl_FragColor = sqrt(p * a);"));
    assert_ne!(one, counts("radeon-9700", "gl_FragColor = p * a * texture2D(x, p.xy);"));
}

/// A limit: its name, where a profile has it, and a kernel that takes so much of it.
struct Limit {
    thing: &'static str,
    of: fn(&Profile) -> Option<u32>,
    kernel: fn(u32) -> String,
    /// Returns true if the kernel stays within all other limits.
    tried: fn(&Profile, u32) -> bool,
}

fn reads(count: u32) -> String {
    let later: Vec<u32> = (1..count).collect();
    // One multiply-add takes two of them, so that no card runs out of arithmetic slots before.
    let more = later.chunks(2).map(|pair| match pair {
        [one, other] => format!("s = s * texture2D(x, p + {one}.0) + texture2D(x, p + {other}.0);\n"),
        one => format!("s += texture2D(x, p + {}.0);\n", one[0]),
    });
    let more: String = more.collect();
    format!(
        "varying vec2 p;\nuniform sampler2D x;\nvoid main() {{ vec4 s = texture2D(x, p);\n{more}gl_FragColor = s; }}"
    )
}

/// Returns a kernel with so many values at once, two of which each later instruction takes.
fn alive(count: u32) -> String {
    let first: String = (0..count).map(|at| format!("vec4 t{at} = p + {}.0;\n", at + 2)).collect();
    let later: Vec<u32> = (1..count).collect();
    let then = later.chunks(2).map(|pair| match pair {
        [one, other] => format!("t0 = t0 * t{one} + t{other};\n"),
        one => format!("t0 *= t{};\n", one[0]),
    });
    format!("varying vec4 p;\nvoid main() {{ {first}{}gl_FragColor = t0; }}", then.collect::<String>())
}

fn sum(declared: &str, item: fn(u32) -> String, count: u32) -> String {
    let items: Vec<String> = (0..count).map(item).collect();
    format!("{}void main() {{ gl_FragColor = {}; }}", declared.replace('N', &count.to_string()), items.join(" + "))
}

const LIMITS: [Limit; 8] = [
    Limit {
        thing: "arithmetic slots",
        of: |profile| profile.arithmetic_slots.value,
        kernel: |count| {
            format!(
                "varying vec4 p;\nvoid main() {{ vec4 x = p;\n{}gl_FragColor = x; }}",
                "x = x * x + x;\n".repeat(count as usize)
            )
        },
        tried: |_, limit| limit < 8000,
    },
    Limit {
        thing: "texture slots",
        of: |profile| profile.texture_slots.value,
        kernel: reads,
        tried: |profile, limit| profile.total_slots.value != Some(limit),
    },
    Limit {
        thing: "indirections",
        of: |profile| profile.indirections.value,
        kernel: |count| {
            let hops = "p = texture2D(x, p).xy;\n".repeat(count as usize);
            format!(
                "varying vec2 place;\nuniform sampler2D x;\nvoid main() {{ vec2 p = place;\n{hops}gl_FragColor = p.xyxy; }}"
            )
        },
        tried: |_, _| true,
    },
    Limit {
        thing: "temporaries",
        of: |profile| profile.temporaries.value,
        kernel: alive,
        tried: |_, limit| limit < 1000,
    },
    Limit {
        thing: "constants",
        of: |profile| profile.constants.value,
        kernel: |count| sum("uniform vec4 c[N];\n", |at| format!("c[{at}]"), count),
        tried: |_, limit| limit < 1000,
    },
    Limit {
        thing: "interpolants",
        of: |profile| profile.interpolants.value,
        kernel: |count| {
            let declared: String = (0..count).map(|at| format!("varying vec4 v{at};\n")).collect();
            sum(&declared, |at| format!("v{at}"), count)
        },
        tried: |_, _| true,
    },
    Limit {
        thing: "samplers",
        of: |profile| Some(profile.samplers.value),
        kernel: |count| {
            let declared: String = (0..count).map(|at| format!("uniform sampler2D s{at};\n")).collect();
            sum(&format!("{declared}varying vec2 p;\n"), |at| format!("texture2D(s{at}, p)"), count)
        },
        tried: |_, _| true,
    },
    Limit {
        thing: "outputs",
        of: |profile| Some(profile.outputs.value),
        kernel: |count| {
            let places = 0..count;
            let declared: String = places
                .clone()
                .map(|at| format!("layout(location = {at}) out vec4 y{at};\n"))
                .collect();
            let written: String = places.map(|at| format!("y{at} = p * {}.0;\n", at + 2)).collect();
            format!("#version 330 core\nin vec4 p;\n{declared}void main() {{ {written} }}")
        },
        tried: |_, _| true,
    },
];

#[test]
fn each_limit_of_each_card_holds_exactly() {
    let mut tried = 0;
    for Limit { thing, of, kernel, tried: is_tried } in &LIMITS {
        for profile in Profile::all() {
            let Some(limit) = of(profile).filter(|limit| is_tried(profile, *limit)) else { continue };
            // A move is one slot more where a move alone writes an output.
            let moves = u32::from(*thing == "arithmetic slots" && profile.costs.value.moved_outputs);
            let fits = flat(&kernel(limit - moves)).fit(profile);
            // The target of floats depends on the host, and is named after it.
            assert!(
                fits.verdict().starts_with("fits"),
                "{thing} {limit} of {}: {:#?}",
                profile.name,
                fits.refusals().next()
            );
            assert_eq!(demand(&fits, thing).unwrap().given, u64::from(limit), "{thing} of {}", profile.name);
            let over = flat(&kernel(limit + 1 - moves)).fit(profile);
            let refused: Vec<&Demand> = over.refusals().collect();
            let [one] = refused.as_slice() else { panic!("{thing} of {}: {refused:#?}", profile.name) };
            assert_eq!((one.thing, one.given, one.limit), (*thing, u64::from(limit) + 1, Some(u64::from(limit))));
            let about = if *thing == "temporaries" { "about " } else { "" };
            let says = format!("{thing}: {about}{} of {limit}", limit + 1);
            assert!(one.sentence.starts_with(&says) && one.sentence.contains(profile.title), "{}", one.sentence);
            assert_eq!(one.sentence.contains("(unverified: no source)"), one.mark == Mark::Memory, "{}", one.sentence);
            tried += 1;
        }
    }
    assert!(tried > 70, "{tried} limits");
}

/// The features that a card has or has not: a kernel asks for each.
#[test]
fn what_a_card_has_not_it_refuses() {
    let today = "#version 430 core\nuniform sampler2D x;\nuniform float c[8];\nin vec4 p;\nout vec4 y;\n";
    type Need = (&'static str, fn(&Profile) -> bool, &'static str);
    let needs: [Need; 8] = [
        ("texelFetch", |card| card.texel_fetch.value, "void main() { y = texelFetch(x, ivec2(1, 2), 0); }"),
        ("textureSize", |card| card.texel_fetch.value, "void main() { y = p * textureSize(x, 0).x; }"),
        ("integers", |card| card.integers.value, "void main() { y = vec4(int(p.x) / 3); }"),
        ("bits of integers", |card| card.integers.value, "uniform uint n;\nvoid main() { y = vec4(n << 3u); }"),
        ("explicit levels", |card| card.explicit_levels.value, "void main() { y = textureLod(x, p.xy, 2.0); }"),
        ("derivatives", |card| card.derivatives.value, "void main() { y = dFdx(p); }"),
        ("computed indices", |card| card.computed_index.value, "void main() { y = vec4(c[int(p.x)]); }"),
        (
            "computed stores",
            |card| card.computed_stores.value,
            "layout(r32f) uniform image2D z;\nvoid main() { y = p; imageStore(z, ivec2(3), p); }",
        ),
    ];
    for (thing, has, body) in needs {
        let kernel = flat(&format!("{today}{body}"));
        for profile in Profile::all() {
            let fit = kernel.fit(profile);
            let demand = demand(&fit, thing).unwrap_or_else(|| panic!("{thing} of {}", profile.name));
            assert_eq!(demand.refused, !has(profile), "{thing} of {}", profile.name);
            if demand.refused {
                // WebGL 1 takes indices of constants and loops, and no others.
                let has_none = format!("{thing}: {} has none", profile.title);
                let by_appendix_a = format!("which appendix A forbids on {}", profile.title);
                let named = demand.sentence.starts_with(&has_none) || demand.sentence.contains(&by_appendix_a);
                assert!(named && demand.sentence.starts_with(thing), "{demand}");
                assert!(demand.text.contains("void main()"), "{demand:?}");
            }
        }
    }
}

#[test]
fn chapters_that_refusals_name_are_there() {
    let texts = [reads(40), alive(40), "#version 330 core\nuniform sampler2D x;\nuniform int n;\nout vec4 y;\nvoid main() { for (int i = 0; i < n; i++) y += dFdx(texelFetch(x, ivec2(i), 0)); }".to_string()];
    for kernel in texts.iter().map(|text| flat(text)) {
        for refusal in Profile::all().iter().flat_map(|profile| kernel.fit(profile).demands) {
            let chapter = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("book/src/{}.md", refusal.chapter));
            assert!(chapter.exists() || refusal.chapter == "work_groups", "{}", chapter.display());
        }
    }
}

#[test]
fn every_number_says_who_says_it() {
    for profile in Profile::all() {
        for row in profile.rows() {
            let place = format!("{}: {}", profile.name, row.name);
            assert_eq!(row.mark.is_sourced(), row.source != "no source", "{place}");
            assert!(!row.source.is_empty() && !row.value.is_empty(), "{place}");
        }
        // An unknown name is never one of another card.
        assert_eq!(Profile::named(profile.name).unwrap().title, profile.title);
    }
    let error = Profile::named("gefroce-6800").unwrap_err().to_string();
    assert!(error.starts_with("unknown card gefroce-6800; known cards: radeon-9700, "), "{error}");
    assert!(error.ends_with("did you mean geforce-6800?"), "{error}");
    let limit: Fact<Option<u32>> = card("radeon-9700").indirections;
    assert_eq!((limit.value, limit.mark), (Some(4), Mark::Driver));
}

// Quirks that a reader should be able to provoke.

#[test]
fn quirk_1_five_hops() {
    let chase = |hops: u32| {
        let text = format!(
            "varying vec2 start;\nuniform sampler2D next;\nvoid main() {{ vec2 p = start; for (int i = 0; i < {hops}; i++) p = texture2D(next, p).xy; gl_FragColor = p.xyxy; }}"
        );
        flat(&text)
    };
    for name in ["radeon-9700", "radeon-x800"] {
        assert!(chase(4).fit(card(name)).is_taken());
        let fit = chase(5).fit(card(name));
        assert_eq!(fit.verdict(), "refused: indirections");
        assert!(fit.refusals().next().unwrap().sentence.starts_with("indirections: 5 of 4"));
    }
    assert!(chase(12).fit(card("geforce-fx-5900")).is_taken());
}

#[test]
fn quirk_2_a_stencil_takes_two_levels_if_addresses_come_first() {
    let fit = flat(&reads(9)).fit(card("radeon-9700"));
    assert_eq!(demand(&fit, "indirections").unwrap().given, 2);
    let text = "varying vec2 a, b, c, d, e;\nuniform sampler2D x;\nvoid main() { gl_FragColor = texture2D(x, a) + texture2D(x, b) + texture2D(x, c) + texture2D(x, d) + texture2D(x, e); }";
    assert_eq!(demand(&flat(text).fit(card("radeon-9700")), "indirections").unwrap().given, 1);
}

#[test]
fn quirk_3_chained_powers() {
    let powers = |count: u32| {
        let text = format!(
            "varying float p;\nuniform float e;\nvoid main() {{ float x = p; for (int i = 0; i < {count}; i++) x = pow(x, e); gl_FragColor = vec4(x); }}"
        );
        flat(&text)
    };
    let fit = powers(21).fit(card("radeon-9700"));
    assert_eq!((fit.verdict().as_str(), demand(&fit, "arithmetic slots").unwrap().given), ("fits", 63));
    let fit = powers(22).fit(card("radeon-9700"));
    let refusal = fit.refusals().next().unwrap();
    let says = "arithmetic slots: 66 of 64; pow x 22 takes 66 of them on ATI Radeon 9700 Pro; split the kernel into passes (the book: cards.md)";
    assert_eq!((refusal.sentence.as_str(), refusal.line), (says, 3));
    // By the lines of the interface it is 22.
    assert!(powers(22).fit(card("arb-fragment-program")).is_taken());
}

#[test]
fn quirk_4_loops_that_cannot_be_unrolled() {
    let loops = |turns: &str| {
        let text = format!(
            "varying vec2 p;\nuniform sampler2D x;\nuniform float n;\nvoid main() {{\nvec4 s = vec4(0.0);\nfor (float i = 0.0; i < {turns}; i += 1.0)\ns += texture2D(x, p + i);\ngl_FragColor = s; }}"
        );
        flat(&text)
    };
    assert!(loops("32.0").fit(card("radeon-9700")).is_taken());
    let fit = loops("33.0").fit(card("radeon-9700"));
    assert!(fit.refusals().next().unwrap().sentence.starts_with("texture slots: 33 of 32"));
    let fit = loops("n").fit(card("radeon-9700"));
    let refusal = fit.refusals().next().unwrap();
    assert!(
        refusal
            .sentence
            .starts_with("loops: a loop whose number of turns is a uniform, and ATI Radeon 9700 Pro has none")
    );
    assert_eq!((refusal.line, fit.verdict().as_str()), (6, "refused: loops"));
    assert!(loops("n").fit(card("geforce-6800")).is_taken());
}

#[test]
fn quirk_5_addresses_beyond_what_a_float_counts() {
    let card = card("radeon-9700");
    assert_eq!(card.address.value, FloatFormat::Fp24);
    assert!(card.addresses(131_073).is_ok());
    let error = card.addresses(512 * 512).unwrap_err().to_string();
    assert!(error.contains("262143 given, the limit is 131072"), "{error}");
}

#[test]
fn quirk_6_one_output() {
    let two = "varying vec4 p;\nvoid main() { gl_FragData[0] = p; gl_FragData[1] = p * 2.0; }";
    let fit = flat(two).fit(card("geforce-fx-5900"));
    let refusal = fit.refusals().next().unwrap();
    assert!(refusal.sentence.starts_with("outputs: 2 of 1"), "{refusal}");
    assert_eq!(refusal.chapter, "structs_of_streams");
    assert!(flat(two).fit(card("radeon-9700")).is_taken());
}

#[test]
fn quirks_8_and_13_what_is_around_a_kernel() {
    for (name, half, single) in [
        ("radeon-9700", false, false),
        ("geforce-fx-5900", false, false),
        ("geforce-6800", true, false),
        ("radeon-x1800", true, false),
        ("geforce-8800", true, true),
    ] {
        assert_eq!([card(name).blends(16).is_ok(), card(name).blends(32).is_ok()], [half, single], "{name}");
    }
    let fx = card("geforce-fx-5900");
    assert_eq!(fx.odd_sides.value, OddSides::Rectangle);
    assert!(fx.takes_texture([1000, 1000], false).is_err() && fx.takes_texture([1000, 1000], true).is_ok());
    assert!(fx.takes_texture([1024, 1024], false).is_ok());
    let error = fx.takes_texture([4096, 8192], false).unwrap_err().to_string();
    assert!(error.contains("8192 given, the limit is 4096"), "{error}");
    assert!(card("geforce-6800").takes_texture([1000, 1000], false).is_ok());
}

#[test]
fn quirk_9_registers_in_use() {
    let rate = |count| {
        let fit = flat(&alive(count)).fit(card("geforce-fx-5900"));
        assert!(fit.is_taken());
        card("geforce-fx-5900").rate(demand(&fit, "temporaries").unwrap().given as u32)
    };
    assert_eq!([rate(2), rate(4), rate(8)], [1.0, 0.75, 0.5]);
}

#[test]
fn quirk_10_turns_of_a_loop() {
    // Too long to be unrolled, so that the loop stays one.
    let loops = |turns: &str| {
        let body = "s = s * s + texture2D(x, p + i);\n".repeat(20);
        let text = format!(
            "varying vec2 p;\nuniform sampler2D x;\nuniform float n;\nvoid main() {{\nvec4 s = vec4(0.0);\nfor (float i = 0.0; i < {turns}; i += 1.0) {{ {body} }}\ngl_FragColor = s; }}"
        );
        flat(&text)
    };
    let card = card("geforce-6800");
    assert_eq!(card.loop_count.value, LoopCount::Uniform);
    assert!(loops("255.0").fit(card).is_taken());
    let fit = loops("256.0").fit(card);
    assert!(
        fit.refusals()
            .next()
            .unwrap()
            .sentence
            .starts_with("turns of a loop: 256 of 255")
    );
    let fit = loops("p.x").fit(card);
    assert!(fit.refusals().next().unwrap().sentence.starts_with(
        "loops: a loop whose turns the kernel computes; on NVIDIA GeForce 6800 Ultra only uniforms and constants are \
         allowed"
    ));
    assert!(loops("n").fit(card).is_taken());
    // Each loop turns seldom enough; both together run too long.
    let nested = "varying vec2 p;\nuniform sampler2D x;\nvoid main() {\nvec4 s = vec4(0.0);\nfor (float j = 0.0; j < 250.0; j += 1.0) for (float i = 0.0; i < 250.0; i += 1.0) s = s * s + texture2D(x, p + i * j);\ngl_FragColor = s; }";
    assert_eq!(flat(nested).fit(card).verdict(), "refused: instructions run");
}

#[test]
fn loops_inside_one_another() {
    let deep = |depth: usize| {
        let heads: String = (0..depth)
            .map(|at| format!("for (float i{at} = 0.0; i{at} < n; i{at} += 1.0)\n"))
            .collect();
        flat(&format!(
            "uniform float n;\nvoid main() {{ float s = n;\n{heads} s = s * s + n;\ngl_FragColor = vec4(s); }}"
        ))
    };
    for name in ["geforce-6800", "radeon-x1800", "ps-3-0"] {
        assert!(deep(4).fit(card(name)).is_taken(), "{name}");
        let fit = deep(5).fit(card(name));
        assert!(
            fit.refusals()
                .any(|refusal| refusal.sentence.starts_with("loops inside one another: 5 of 4")),
            "{name}"
        );
    }
}

// Kernels that nobody should give.

#[test]
fn a_kernel_of_work_groups_is_of_another_time() {
    let text = "#version 430 core\nlayout(local_size_x = 1) in;\nvoid main() {}";
    let kernel = KernelCheck::source("nothing.comp", text).flat().unwrap();
    let fit = kernel.fit(card("geforce-8800"));
    assert!(
        fit.refusals()
            .next()
            .unwrap()
            .sentence
            .starts_with("work groups: NVIDIA GeForce 8800 GTX has none")
    );
    assert!(kernel.fit(card("opengl-4-3")).is_taken());
}

#[test]
fn a_broken_kernel_is_refused_before() {
    let broken = KernelCheck::source("broken.frag", "void main() { gl_FragColor = 1; }").flat();
    assert!(broken.unwrap_err().to_string().contains("does not compile"));
}

#[test]
fn a_kernel_that_no_card_takes() {
    let all: String = (0..9).map(|at| format!("layout(location = {at}) out vec4 y{at};\n")).collect();
    let writes: String = (0..9).map(|at| format!("y{at} = vec4({at}.0);\n")).collect();
    let kernel = flat(&format!("#version 330 core\n{all}void main() {{ {writes} }}"));
    assert!(Profile::all().iter().all(|profile| !kernel.fit(profile).is_taken()));
}

#[test]
fn a_loop_without_an_end_is_counted_all_the_same() {
    let kernel =
        flat("varying vec2 p;\nvoid main() { float s = p.x; while (s > 0.0) { s = s * s; } gl_FragColor = vec4(s); }");
    assert_eq!(kernel.fit(card("geforce-7800")).verdict(), "refused: loops");
    let kernel =
        flat("varying vec2 p;\nvoid main() { float s = p.x; for (;;) { s = s * s; } gl_FragColor = vec4(s); }");
    assert_eq!(demand(&kernel.fit(card("geforce-8800")), "arithmetic slots").unwrap().limit, None);
    // A hundred million turns are not unrolled.
    let kernel = flat(
        "varying vec2 p;\nvoid main() { float s = p.x; for (int i = 0; i < 100000000; i++) { s = s * s + p.y; } gl_FragColor = vec4(s); }",
    );
    assert!(!kernel.fit(card("radeon-9700")).is_taken());
}

#[test]
fn a_watched_run_has_the_refusals_as_findings() {
    let text = "#version 330 core\nuniform sampler2D x;\nout vec4 y;\nvoid main() {\n    y = texelFetch(x, ivec2(gl_FragCoord.xy), 0);\n}";
    let launch = LaunchOptions::new().size([2, 2]).card(card("radeon-9700"));
    let report = KernelCheck::source("copy.frag", text).run(&launch).unwrap();
    assert!(!report.is_right() && report.is_judged());
    let names: Vec<&str> = report.findings.iter().map(|finding| finding.name.as_str()).collect();
    assert_eq!(names, ["texelFetch", "integers"]);
    assert!(
        report
            .findings
            .iter()
            .all(|finding| finding.kind == FindingKind::Refused && finding.witnesses[0].line == 5)
    );
    assert!(report.drawings[0].contains("texelFetch(x, ivec2(gl_FragCoord.xy), 0)"), "{}", report.drawings[0]);
    let launch = LaunchOptions::new().size([2, 2]).card(card("opengl-3-3"));
    assert!(KernelCheck::source("copy.frag", text).run(&launch).unwrap().is_right());
}

/// A program in assembly is counted as the extension counts it, instruction by instruction, whatever it computes.
#[test]
fn assembly_has_the_extensions_counts() {
    let program = |moves: usize| {
        let idle = "MUL t, t, 1.0;\n".repeat(moves);
        format!(
            "!!ARBfp1.0\nTEMP t, u;\nTEX t, fragment.texcoord[0], texture[0], 2D;\n{idle}MOV result.color, t;\nEND\n"
        )
    };
    let fit = |moves: usize, name: &str| {
        let kernel = KernelCheck::source("program.fp", program(moves)).flat().unwrap();
        kernel.fit(card(name))
    };
    // 63 products and the move.
    let just = fit(63, "radeon-9700");
    assert!(just.is_taken(), "{}", just.verdict());
    let given = ["arithmetic slots", "texture slots", "indirections", "temporaries"]
        .map(|thing| demand(&just, thing).unwrap().given);
    assert_eq!(given, [64, 1, 1, 2]);
    let over = fit(64, "radeon-9700");
    assert_eq!(over.verdict(), "refused: arithmetic slots");
    let demand = demand(&over, "arithmetic slots").unwrap();
    assert!(demand.to_string().contains("65 of 64"), "{demand}");
    assert!(fit(64, "geforce-6800").is_taken());
}

/// Each option of a fragment program, and the profiles that take a program for it.
#[test]
fn each_card_has_its_options() {
    let names = |of: &[&str]| -> Vec<String> {
        let profiles = Profile::all().iter().map(|profile| profile.name.to_string());
        profiles.filter(|name| of.iter().any(|one| name.starts_with(one))).collect()
    };
    let since_2004 = names(&["geforce-6800", "geforce-7800", "geforce-8800"]);
    for (option, takers) in [
        ("ARB_fog_exp2", names(&[""])),
        ("ARB_precision_hint_nicest", names(&[""])),
        ("ARB_fragment_program_shadow", names(&["radeon", "geforce"])),
        ("ARB_draw_buffers", names(&["radeon", "geforce-6", "geforce-7", "geforce-8"])),
        ("ARB_fragment_coord_pixel_center_integer", since_2004.clone()),
        ("NV_fragment_program", names(&["geforce"])),
        ("NV_fragment_program2", since_2004),
    ] {
        let text = format!("!!ARBfp1.0\nOPTION {option};\nMOV result.color, fragment.position;\nEND\n");
        let kernel = KernelCheck::source("program.fp", text).flat().unwrap();
        for profile in Profile::all() {
            let fit = kernel.fit(profile);
            let takes = takers.iter().any(|name| name == profile.name);
            assert_eq!(fit.is_taken(), takes, "{option} on {}: {}", profile.name, fit.verdict());
            if let Some(refused) = fit.refusals().next() {
                assert!(
                    refused
                        .sentence
                        .starts_with(&format!("OPTION {option}: {} has none", profile.title)),
                    "{refused}"
                );
                assert_eq!(refused.line, 2, "{refused}");
            }
        }
    }
}
