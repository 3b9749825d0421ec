//! Wrong programs: each with the line, the column and a part of the sentence that says what was expected and found.

use crate::run_in;
use gristmill::Era;
use gristmill_brook::BrookProgram;

/// A text, its place, and words of the sentence.
type Wrong = (&'static str, (u32, u32), &'static str);

const TEXTS: &[Wrong] = &[
    ("kernel void k(float a<>, out float b<>) { b = a }", (1, 49), "expected `;` after this statement, found `}`"),
    ("kernel void k(float a<>, out float b<>) { b = c; }", (1, 47), "c is not declared"),
    ("extern FILE *log;\nint main() { return 0; }", (1, 8), "there are no files here"),
    ("int main() {\n    FILE *f;\n    return 0;\n}", (2, 5), "there are no files here"),
    ("int main() { return fgets(0); }", (1, 21), "there are no files here"),
    ("brook::stream s;", (1, 1), "found `brook` with ::, a sign of C++"),
    ("kernel void k(float a<>, out float value<>) { vlaue = a; }", (1, 47), "did you mean value?"),
    ("kernel void k(float a<>, out float b<>) {\n    b = foo(a);\n}", (2, 9), "there is no function foo"),
    ("kernel void k(float a<>, out float b<>) {\n    b = sine(a);\n}", (2, 9), "did you mean sin"),
    ("kernel void k(float a<>, out float b<>) { b = a.y; }", (1, 49), "expected 1 to 4 of the components x, found .y"),
    ("kernel void k(float2 a<>, out float4 b<>) { b = a; }", (1, 49), "expected a value of type float4, found float2"),
    ("kernel void k(float a<>, out float b<>) { b = float3(a, 1); }", (1, 47), "float3 expects 3 components, found 2"),
    (
        "kernel void k(float a<>, out float b<>) { b = a & 1; }",
        (1, 49),
        "expected whole numbers around `&`, found float",
    ),
    ("kernel void k(float *a, out float b<>) { b = 1; }", (1, 22), "kernels have no pointers"),
    ("kernel void k(float a<>, out float b<>) { float *p; b = a; }", (1, 50), "kernels have no pointers"),
    ("kernel void k(float a<>, out float b<>) { b = \"x\"; }", (1, 47), "expected a number, found a text"),
    ("kernel void k(float a<>, out float b<>) { a + 1 = b; }", (1, 45), "expected a variable on the left"),
    ("kernel void k(float g[][], out float b<>) { b = g[1]; }", (1, 50), "g has 2 dimensions, found one index"),
    ("kernel void k(float g[], out float b<>) { b = g[1][2]; }", (1, 51), "g has 1 dimensions, found 2 indices"),
    (
        "kernel void k(float g[][][][][], out float b<>) { b = 1; }",
        (1, 21),
        "expected a gather of 1 to 4 dimensions, found 5",
    ),
    ("kernel void k(float a, out float b<>) { b = indexof(a).x; }", (1, 45), "expected a stream that is a parameter"),
    ("kernel void k(float a<>, out float b<>) { break; }", (1, 43), "found `break` outside of a loop"),
    ("kernel void k(float a<>, out float b<>) { printf(\"x\"); }", (1, 43), "printf is a function of the host"),
    ("kernel void k(float a<>, out float b<>) { b = dot(a); }", (1, 47), "dot expects 2 arguments, found 1"),
    (
        "kernel void k(float a<>, out float b<>) { push(b); b = a; }",
        (1, 43),
        "push expects the name of a `vout` parameter",
    ),
    ("kernel void k(float a<>, out float b<>) { b = a; goto end; }", (1, 50), "kernels have no goto"),
    (
        "float f(float x) { return x; }\nkernel void k(float a<>, out float b<>) { b = f(a); }",
        (2, 47),
        "f is a function of the host",
    ),
    (
        "float scale;\nkernel void k(float a<>, out float b<>) { b = a * scale; }",
        (2, 51),
        "scale is a variable of the host",
    ),
    (
        "reduce void r(float a<>, float b<>) { b = a; }",
        (1, 13),
        "expects one stream and one `reduce` parameter, found 2 and 0",
    ),
    ("reduce void r(float a<>, reduce float2 b<>) { b = a; }", (1, 40), "expected a value of type float, found float2"),
    ("kernel void k(float a<>, reduce float b<>) { b = a; }", (1, 13), "begin it with `reduce`"),
    ("kernel void k(float a<>, float a<>, out float b<>) { b = a; }", (1, 32), "the parameter a is there twice"),
    (
        "kernel void k(float a<>, out float b<>) { int i; float i; b = a; }",
        (1, 56),
        "i is declared twice in this block",
    ),
    (
        "kernel void k(out float b<>) { b = 1; }\nkernel void k(out float b<>) { b = 2; }",
        (2, 13),
        "the function k is defined twice",
    ),
    (
        "typedef struct { float x; } P;\nkernel void k(P p<>, out float b<>) { b = p.y; }",
        (2, 45),
        "struct P has no member y",
    ),
    (
        "typedef struct { float *x; } P;\nkernel void k(P p<>, out float b<>) { b = 1; }",
        (2, 15),
        "as a stream's element, found float*",
    ),
    ("kernel void k(foo a<>, out float b<>) { b = 1; }", (1, 15), "foo is not a type"),
    ("int main() { float s<1, 2, 3, 4, 5>; }", (1, 20), "expects 1 to 4 extents, found 5"),
    ("int main() { float s<2.5>; }", (1, 22), "expected a value of type int, found double"),
    ("int main() { iter float s<4>; }", (1, 25), "expected `= iter(from, to)` after an iterator"),
    ("int main() { float s<4> = 1; }", (1, 27), "a stream has no first value"),
    ("int main() { float s<4>; float x = s[0]; }", (1, 37), "expected an array before `[`, found float<>"),
    ("int main() { float s<4>; streamRead(s, 5); }", (1, 40), "streamRead expects an array or pointer, found int"),
    ("int main() { float x[4]; streamPrint(x); }", (1, 38), "streamPrint expects a stream, found float[4]"),
    (
        "kernel void k(float a<>, out float b<>) { b = a; }\nint main() { float2 s<4>; float r<4>; k(s, r); }",
        (2, 41),
        "expected a stream of type float<> for a of k, found float2<>",
    ),
    (
        "kernel void k(float a<>, out float b<>) { b = a; }\nint main() { float s<4>; k(s); }",
        (2, 26),
        "k expects 2 arguments, found 1",
    ),
    ("int main() { return x; }", (1, 21), "x is not declared"),
    ("int main() { int x[2] = {1, 2, 3}; }", (1, 25), "expected at most 2 values for int[2], found 3"),
    ("int main() { 5 = 6; }", (1, 14), "expected a variable on the left"),
    ("int main() { float4 v; printf(\"%f\", v); }", (1, 37), "expected a number or text to print, found float4"),
    ("int main() { std::cout << 1; }", (1, 17), "found `::`, a sign of C++"),
    ("class A {};", (1, 1), "found `class`, a word of C++"),
    ("#include <vector>\nint main() {}", (1, 1), "expected a header of C such as <stdio.h>, found <vector>"),
    ("#include \"none.h\"\nint main() {}", (1, 1), "include file none.h not found; check the name"),
    ("#if 1\nint main() {}\n", (1, 1), "this condition is not closed; add #endif"),
    ("int main() { /* open", (1, 14), "the comment that begins here never ends"),
    ("int main() { printf(\"open); }", (1, 21), "the quotes that open here are not closed in this line"),
    ("int main() { int @; }", (1, 18), "found the character '@'"),
    ("int main() {", (1, 12), "expected `}` for this `{`, found the end of the file"),
    ("int main() { switch (1) { case 1: break; case 1: break; } }", (1, 42), "this case is there twice"),
    ("int main() { goto nowhere; }", (1, 14), "the label nowhere is not in this function"),
    ("#define F(a, b) a\nint x = F(1);", (2, 9), "the macro 'F' expects 2 arguments, found 1"),
    ("union u { int a; };", (1, 1), "a union has no place in a stream"),
    ("int f(out int x) { return 1; }", (1, 15), "`out`, `reduce` and `vout` are for kernels"),
];

#[test]
fn wrong_texts_have_their_place_and_sentence() {
    assert!(TEXTS.len() >= 50);
    let mut faults = Vec::new();
    for (text, (line, column), words) in TEXTS {
        match BrookProgram::read("wrong.br", text) {
            Ok(_) => faults.push(format!("accepted: {text}")),
            Err(error) if (error.line(), error.column()) != (*line, *column) || !error.sentence().contains(words) => {
                faults.push(format!("{text}\n  wanted {line}:{column} {words}\n  found {error}"));
            }
            Err(_) => {}
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// Programs that read well and go wrong when they run.
const RUNS: &[Wrong] = &[
    ("int f() { return 1; }", (1, 5), "the program has no function main"),
    ("int main() { while (1) ; }", (1, 14), "the program has run 20000000 steps and has not ended"),
    ("int main() { int x[4]; x[4] = 1; }", (1, 25), "expected a place in an array of 16 bytes, found bytes 16 to 20"),
    ("int main() { int *p = 0; *p = 1; }", (1, 26), "this pointer is null"),
    ("int main() { int *p = (int*)malloc(4); free(p); return *p; }", (1, 56), "memory that is gone"),
    ("int main() { int x = 0; return 1 / x; }", (1, 36), "divides a whole number by 0"),
    ("int f(int x) { return f(x + 1); }\nint main() { return f(0); }", (1, 14), "deep; end the recursion"),
    ("int f();\nint main() { return f(); }", (2, 21), "the function f is declared, and nowhere defined"),
    ("int main() { assert(1 == 2); }", (1, 23), "the program's assert failed"),
    ("int main() { malloc(2000000000); }", (1, 14), "the limit of the host part"),
    ("int main() { int n = -1; float s<n>; }", (1, 34), "expected an extent of 0 or more, found -1"),
    (
        "int main() { float x[3]; float s<4>; streamRead(s, x); }",
        (1, 38),
        "reads 4 elements of 4 bytes, the array has 12 bytes",
    ),
    ("int main() { float s<4>; streamPrint(s.domain(2, 9)); }", (1, 40), "expected a domain inside 0 to 4"),
    (
        "kernel void k(float a<>, out float r<>, out float s<>) { r = s = a; }\nint main() { float a<4>, b<4>; float c<5>; k(a, b, c); }",
        (2, 44),
        "the outputs of k have one shape: r is 4, s is 5",
    ),
    (
        "kernel void k(float a<>, out float r<>) { r = a; }\nint main() { float a<4>; float r<2, 2>; k(a, r); }",
        (2, 41),
        "a stream is repeated or strided to outputs of as many dimensions",
    ),
    (
        "reduce void sum(float a<>, reduce float r<>) { r += a; }\nint main() { float a<10>; float r<3>; sum(a, r); }",
        (2, 39),
        "each extent of the stream is a multiple of the result's",
    ),
    (
        "reduce void sum(float a<>, reduce float r<>) { r += a; }\nint main() { float a<0>; float r; sum(a, r); }",
        (2, 35),
        "a reduction of none has no value",
    ),
    ("kernel void k(float a<>) { }\nint main() { float a<4>; k(a); }", (2, 26), "the kernel k has no `out` stream"),
    (
        "kernel void k(float g[], out float r<>) { r = g[0]; }\nint main() { float g<0>, r<2>; k(g, r); }",
        (2, 32),
        "k reads g, which has no elements",
    ),
    (
        "kernel void k(float a<>, out float r<>) { r = a; }\nvoid f(float s<>) { k(s, s); }\nint main() { float2 s<4>; f(s); }",
        (2, 21),
        "expected a stream of float for a of k, found one of float2",
    ),
    ("int main() { printf(\"%d\", 1.5); }", (1, 14), "%d expects a whole number"),
    ("int main() { printf(\"%d\"); }", (1, 14), "expected a value for %d in this format, found none"),
];

#[test]
fn wrong_runs_have_their_place_and_sentence() {
    let mut faults = Vec::new();
    for (text, (line, column), words) in RUNS {
        for era in Era::ALL {
            match run_in(era, text, &[]) {
                Ok(printed) => faults.push(format!("ran: {text}: {printed}")),
                Err(error)
                    if (error.line(), error.column()) != (*line, *column) || !error.sentence().contains(words) =>
                {
                    faults.push(format!("{text}\n  wanted {line}:{column} {words}\n  found {error}"));
                }
                Err(error) => assert!(error.is_of_run()),
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}
