//! Mutated texts: no panic, no endless work, whatever a file holds.

use gristmill::Era;
use gristmill_brook::BrookProgram;

const TEXTS: [&str; 4] = [
    "#define N 10
typedef struct pair { float first; float4 second; } Pair;
kernel float square(float x) { return x * x; }
kernel void k(float a<>, Pair p<>, float g[], float4 c, out float r<>, out Pair q<>) {
    float i;
    r = 0;
    for (i = 0; i < 4; i++) { if (g[i] > c.x) r += square(g[i]); else r -= p.second.w; }
    q.first = indexof(a).x; q.second = c.wzyx;
}
reduce void sum(float a<>, reduce float r<>) { r += a; }
int main(int argc, char **argv) {
    float data[N] = {1, 2, 3}, total;
    float a<N>, r<N>;
    iter float it<N> = iter(0.0f, 1.0f);
    streamRead(a, data);
    sum(a, total);
    printf(\"%3.2f\\n\", total);
    return 0;
}
",
    "kernel void grow(float a<>, vout[] float4 r<>) {
    int n = (int)a;
    while (n > 0) { r = float4(a, n, 0, 1); push(r); n--; }
    switch (n) { case 0: break; default: discard; }
}
static int helpers[2][3] = {{1, 2, 3}, {4, 5, 6}};
int twice(int x) { return helpers[x % 2][x % 3] << 1; }
int main() {
    float *p = (float*)malloc(4 * sizeof(float));
    float4 v = float4(1, 2, 3, 4);
    float a<2, 2>; float4 r<2, 2>;
    do { *p++ = v.x ? 1 : twice(3) & 7; } while (p < p - 1);
    grow(a.domain(int2(0, 0), int2(1, 2)), r);
    streamPrint(r);
    goto end;
end:
    exit(0);
}
",
    "#if defined(A) && !B || (1 + 2) * 3 >= 4
#define MAX(a, b) ((a) > (b) ? (a) : (b))
#else
#error no
#endif
#undef C
kernel void two(float2 a<10, 10>, float d[10][10], iter float2 i<>, out float2 r<>) {
    float2 t = MAX(a.x, a.y);
    r = d[i] + d[a.y][a.x] + (t < a ? t : a) + (t && a) - fmod(t, 3.5e-1f);
    r.yx = normalize(t) * dot(a, i);
}
",
    "enum colour { RED, GREEN = 5, BLUE };
float f(float (*s)<4, 3>, const char *name, unsigned int n) {
    float t<4, 3>;
    streamSwap(t, *s);
    if (strcmp(name, \"x\\n\") == 0 || n > 0x1fu) return -1.5f;
    return sin(n) + GREEN + sizeof(float4) + sizeof name;
}
",
];

/// Random numbers that are the same each time.
struct Dice(u64);

impl Dice {
    fn below(&mut self, most: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % most.max(1)
    }
}

const WORDS: &[&str] = &[
    "{",
    "}",
    "(",
    ")",
    "[",
    "]",
    "<",
    ">",
    ";",
    ",",
    "=",
    "==",
    "*",
    "&",
    "+",
    "-",
    "/",
    "%",
    "?",
    ":",
    ".",
    "->",
    "#",
    "##",
    "\"",
    "'",
    "\\",
    "/*",
    "*/",
    "//",
    "\n",
    "kernel ",
    "reduce ",
    "out ",
    "vout[] ",
    "iter ",
    "indexof ",
    "float4 ",
    "float ",
    "int ",
    "void ",
    "struct ",
    "typedef ",
    "double ",
    "fixed ",
    "return ",
    "if (",
    "for (",
    "while (1) ",
    "0",
    "1e30",
    "08",
    "4294967296",
    "a",
    "r",
    "g",
    "main",
    "push(r)",
    "streamRead(a, data)",
    "domain(",
    "#define a a a\n",
    "#include \"x\"\n",
    "é",
    "\u{0}",
    "(((((((",
];

fn mutate(text: &str, dice: &mut Dice) -> String {
    let mut letters: Vec<char> = text.chars().collect();
    for _ in 0..=dice.below(2) {
        let at = dice.below(letters.len());
        match dice.below(5) {
            0 => {
                let end = (at + 1 + dice.below(12)).min(letters.len());
                letters.drain(at..end);
            }
            1 | 2 => {
                let word = WORDS[dice.below(WORDS.len())];
                letters.splice(at..at, word.chars());
            }
            3 => {
                let end = (at + 1 + dice.below(30)).min(letters.len());
                let piece: Vec<char> = letters[at..end].to_vec();
                let to = dice.below(letters.len());
                letters.splice(to..to, piece);
            }
            _ => letters.truncate(at.max(1)),
        }
    }
    letters.into_iter().collect()
}

#[test]
fn mutated_texts_end_with_a_sentence() {
    for text in TEXTS {
        BrookProgram::read("whole.br", text).unwrap();
    }
    let mut dice = Dice(20_031_121);
    let (mut read, mut refused, mut printed) = (0, 0, 0);
    for round in 0..20_000 {
        let text = mutate(TEXTS[round % TEXTS.len()], &mut dice);
        match BrookProgram::read("mutated.br", &text) {
            Ok(program) => {
                read += 1;
                for kernel in program.kernels() {
                    for era in Era::ALL {
                        printed += usize::from(kernel.text(era).is_ok());
                    }
                }
            }
            Err(error) => {
                refused += 1;
                assert!(error.line() >= 1 && error.column() >= 1, "{error}\n{text}");
                assert!(!error.sentence().is_empty() && !error.to_string().contains('\n'), "{error}");
            }
        }
    }
    assert!(read > 500 && refused > 5_000 && printed > 500, "{read} read, {refused} refused, {printed} printed");
}

/// Programs that mutate and still read run to an end, of whatever kind.
#[test]
fn mutated_programs_end() {
    let device = gristmill::Device::emulator(Era::Fragment).unwrap();
    let mut dice = Dice(7);
    let options = gristmill_brook::RunOptions { steps: 20_000, bytes: 1 << 22, ..Default::default() };
    let mut ran = 0;
    for round in 0..600 {
        let text = mutate(TEXTS[round % 2], &mut dice);
        if let Ok(program) = BrookProgram::read("mutated.br", &text)
            && program.has_main()
        {
            let (mut out, mut errors) = (std::io::sink(), std::io::sink());
            ran += usize::from(program.run(&device, &options, &mut out, &mut errors).is_ok());
        }
    }
    assert!(ran > 5, "{ran} ran");
}

/// Texts that would take a deep stack or a long time are refused by their size.
#[test]
fn deep_and_long_texts_are_refused() {
    let deep = format!("int main() {{ return {}1{}; }}", "(".repeat(5_000), ")".repeat(5_000));
    let long = format!("int main() {{ return {}1; }}", "1 + ".repeat(50_000));
    let blocks = format!("int main() {{ {} }}", "{".repeat(50_000));
    let chains = format!("int main() {{ {} ; }}", "if (1) ; else ".repeat(10_000));
    let unary = format!("int main() {{ return {}1; }}", "- ".repeat(20_000));
    let bomb: String = (0..40).map(|i| format!("#define A{} A{i} A{i}\n", i + 1)).collect::<String>() + "int x = A40;";
    let stars = format!("int {}x;", "*".repeat(100_000));
    let structs = format!("{} x;", "struct {".repeat(20_000));
    for text in [deep, long, blocks, chains, unary, bomb, stars, structs] {
        let error = BrookProgram::read("a.br", &text).unwrap_err();
        assert!(error.sentence().contains("more than") || error.sentence().contains("expected"), "{error}");
    }
}
