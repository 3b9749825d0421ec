//! Texts that chance has changed, and texts at the limits: no panic, and an end soon.

use super::{find_error, translate_fragment, translate_hlsl};
use crate::{ProgramStage, TranslationRequest, expand_includes, translate};
use std::time::{Duration, Instant};

/// Texts that are changed; together they have most of the language.
const SEEDS: [&str; 5] = [
    "struct S { float4 c : TEXCOORD0; half3 n; sampler2D t; }; uniform S u; static const float w[3] = { 1, 2, 3 };\n\
     #define SQ(x) ((x) * (x))\nfloat f(float a, out float b, inout half h = 1) { b = SQ(a); h++; return a; }\n\
     float4 main(S v, uniform float4x4 m, uniform samplerRECT r) : COLOR { float q; half h = 1; \
     for (int i = 0; i < 3; i++) { q += w[i]; if (q > 2) break; else continue; } f(v.c.x, q, h); m._m00_m11 = v.c.xy; \
     return mul(m, v.c) + texRECT(r, v.c.xy).wzyx + (q > 1 ? v.c : h) + tex2D(u.t, v.c.xy); }",
    "technique T { pass P { VertexShader = compile vs_2_0 a(1); PixelShader = compile ps_2_0 b(); Blend = true; } }\n\
     float4 a(float4 p : POSITION, uniform float k) : POSITION { return p * k; } float4 b() : COLOR { return 1; }",
    "#if defined(A) && (1 + 2 > 2)\n#include \"x\"\n#elif !B\n#define C(a, b) a ## b # a\nint C(x, y);\n#else\n#endif\n\
     float4 main(float2 a : WPOS, float b : FACE) : COLOR0 { int i = a.x; switch (i & 3) { case 0: return 1; default: break; } \
     do { i--; } while (i > 0 && b < 0 || !i); discard; return float4(lit(1, 2, 3).xyz, dot(a, a)); }",
    "typedef float4 V; typedef struct { V a[2][3]; } A; V main(A x) : COLOR { A y = (A)0; y.a[1][2] = x.a[0][1].wwww; \
     float2x3 m = { 1, 2, 3, 4, 5, 6 }; return mul(m, transpose(m))[0].xyxy + y.a[1][2] + (V)sin(1.5h) + frac(0x1F); }",
    "void main(in float4 p : TEXCOORD0, out float4 c : COLOR, out float d : DEPTH) { sincos(p.x, c.x, c.y); c.zw = modf(p.xy, c.xy); \
     d = p.z; c = lerp(c, p, saturate(p.w)); clip(p.x - .5); c.xyz = refract(p.xyz, reflect(p.xyz, c.xyz), 1.3); }",
];

/// Pieces that are put in.
const PIECES: [&str; 40] = [
    "{",
    "}",
    "(",
    ")",
    "[",
    "]",
    ";",
    ",",
    ":",
    "?",
    "=",
    "==",
    "<",
    ">",
    "#",
    "##",
    "\"",
    "'",
    "\\\n",
    "/*",
    "*/",
    "//",
    "\n#if 1\n",
    "\n#endif\n",
    "\n#define main f\n",
    "float4",
    "half",
    "sampler2D",
    "struct",
    "main",
    "return",
    ".xyzw",
    "._m00",
    "-1",
    "1e39",
    "0x",
    "\u{e9}",
    "in",
    "static",
    "tex2D(",
];

/// A generator of numbers, which needs no seed from outside.
struct Lottery(u64);

impl Lottery {
    fn draw(&mut self, below: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % below.max(1)
    }
}

/// Returns a text with some changes.
fn change_text(text: &str, lottery: &mut Lottery) -> String {
    let mut letters: Vec<char> = text.chars().collect();
    for _ in 0..1 + lottery.draw(4) {
        let at = lottery.draw(letters.len() + 1);
        match lottery.draw(4) {
            0 if at < letters.len() => {
                letters.remove(at);
            }
            1 => {
                let piece = PIECES[lottery.draw(PIECES.len())];
                letters.splice(at..at, piece.chars());
            }
            2 => {
                let end = (at + lottery.draw(12)).min(letters.len());
                letters.drain(at..end);
            }
            _ => {
                let end = (at + lottery.draw(30)).min(letters.len());
                let part: Vec<char> = letters[at..end].to_vec();
                let to = lottery.draw(letters.len() + 1);
                letters.splice(to..to, part);
            }
        }
    }
    letters.into_iter().collect()
}

/// Returns the number of texts to change: `GRISTMILL_MUTANTS`, or some thousands.
fn count_mutants() -> usize {
    let said = std::env::var("GRISTMILL_MUTANTS").ok().and_then(|count| count.parse().ok());
    said.unwrap_or(20_000)
}

/// The longest time of one text, on a machine with much else to do. A text that takes longer is tried again.
const LONGEST_TIME: Duration = Duration::from_secs(10);

#[test]
fn changed_texts_make_no_panic_and_end_soon() {
    let mut lottery = Lottery(37);
    let (mut taken, mut slow) = (0, Vec::new());
    for number in 0..count_mutants() {
        let begin = Instant::now();
        let text = change_text(SEEDS[number % SEEDS.len()], &mut lottery);
        let stage = if number % 3 == 0 { ProgramStage::Vertex } else { ProgramStage::Fragment };
        let _ = expand_includes("a.cg", &text, &[], &|request| {
            request.find_text(|name| (name == "x").then(|| "float4 x;\n".into())).map(Ok)
        });
        let entry = (number % 7 == 0).then_some("T.P");
        let done = match number % 2 {
            0 => translate(&text, &TranslationRequest::new(stage, entry)),
            _ => translate_hlsl(&text),
        };
        match done {
            Ok(_) => taken += 1,
            Err(error) => {
                let is_of_request = ["to begin with", "compiles no", "no technique"]
                    .iter()
                    .any(|part| error.message.contains(part));
                assert!(!error.message.is_empty() && (error.place.line > 0 || is_of_request), "{text}: {error:?}");
            }
        }
        if begin.elapsed() > LONGEST_TIME {
            slow.push(text);
        }
    }
    // A machine that was suspended takes long for one text, but not for that text again.
    for text in slow {
        let begin = Instant::now();
        let _ = (translate_fragment(&text), translate_hlsl(&text));
        assert!(begin.elapsed() < LONGEST_TIME, "{text}");
    }
    // Some changes leave a text right, so the rest of the way was tested, too.
    assert!(taken > 100, "{taken}");
}

#[test]
fn the_seeds_themselves_are_right() {
    for seed in [0, 3, 4] {
        translate_fragment(SEEDS[seed]).unwrap_or_else(|error| panic!("{seed}: {error:?}"));
    }
}

#[test]
fn deep_texts_are_refused() {
    let nested = |open: &str, close: &str| {
        format!("float4 main() : COLOR {{ return {}1{}; }}", open.repeat(100_000), close.repeat(100_000))
    };
    for (open, close) in
        [("(", ")"), ("-", ""), ("float4(", ")"), ("(float)", ""), ("1 ? 1 : ", ""), ("!", ""), ("sin(", ")")]
    {
        let (.., message) = find_error(&nested(open, close));
        assert!(message.contains("deeper") || message.contains("levels"), "{open}: {message}");
    }
    let sum = format!("float4 main(float a) : COLOR {{ return a{}; }}", " + a".repeat(100_000));
    assert!(find_error(&sum).2.contains("levels"));
    for part in ["if (1) ", "{", "for (;;) ", "if (1) ; else ", "do "] {
        let (.., message) = find_error(&format!("float4 main() : COLOR {{ {}", part.repeat(100_000)));
        assert!(message.contains("deeper"), "{part}: {message}");
    }
    let brackets = format!("#if {}1\n#endif\n", "(".repeat(100_000));
    assert!(find_error(&brackets).2.contains("deeper"));
    let macros =
        format!("#define F(x) x\nfloat4 main() : COLOR {{ return {}1{}; }}", "F(".repeat(10_000), ")".repeat(10_000));
    assert!(find_error(&macros).2.contains("deeper"));
}

#[test]
fn time_grows_with_the_length() {
    let long = |count: usize| {
        let line = "    a = a * 1.5 + float4(a.xy, 1, 2); if (a.x > 3) { float b = a.y; a.z += b; }\n";
        format!("float4 main(float4 a : TEXCOORD0) : COLOR\n{{\n{}return a; }}\n", line.repeat(count))
    };
    let time = |count: usize| {
        let text = long(count);
        let start = Instant::now();
        translate_fragment(&text).unwrap();
        start.elapsed()
    };
    time(100);
    let (short, tenfold) = (time(500), time(5_000));
    assert!(tenfold < short * 40 + Duration::from_millis(200), "{short:?} {tenfold:?}");
}
