//! Mistakes that once went unnoticed, each with a name: the tests find them now.

use super::kernel_file::kernel_files;
use super::{MutantVerdict, for_each_in_parallel};
use std::sync::Mutex;

/// Description, file, a piece of its text, and the wrong replacement.
const MISTAKES: &[(&str, &str, &str, &str)] = &[
    (
        "a minimum of nothing is 0",
        "reduce.glsl",
        "#define IDENTITY uintBitsToFloat(0x7f800000u)",
        "#define IDENTITY 0.0",
    ),
    (
        "a maximum of nothing is 0",
        "reduce.glsl",
        "#define IDENTITY uintBitsToFloat(0xff800000u)",
        "#define IDENTITY 0.0",
    ),
    ("a pointer just behind the table", "gather.frag", "pointer < uint(table_count)", "pointer <= uint(table_count)"),
    ("a pointer just behind the table", "gather.comp", "pointer < uint(table_count)", "pointer <= uint(table_count)"),
    (
        "a pointer just behind the table",
        "gather_packed.frag",
        "pointer < uint(table_count)",
        "pointer <= uint(table_count)",
    ),
    ("a grid without its border", "jacobi.frag", "return inside ?", "return true ?"),
    ("a grid without its border", "jacobi.comp", "return inside ?", "return true ?"),
    ("a grid without its left border", "jacobi.frag", "column >= 0 && ", ""),
    ("a grid without its right border", "jacobi.frag", " && column < x_shape.x", ""),
    ("a grid without its lower border", "jacobi.frag", " && row < x_shape.y", ""),
    ("an empty slot is read", "spmv_blocks.frag", "pointer == NOWHERE ? 0.0 : ", ""),
    ("a bird is as fast as it likes", "boids.glsl", "    speed *= pace.z / max(length(speed), pace.z);\n", ""),
    ("a row's last word is taken for a whole one", "life_packed.frag", "x == last ? end : 31", "31"),
    ("a row's last word is taken for a whole one", "life_packed.comp", "x == last ? end : 31", "31"),
    ("the word before the first is taken for a whole one", "life_packed.frag", "before == last ? end : 31", "31"),
    ("the word before the first is taken for a whole one", "life_packed.comp", "before == last ? end : 31", "31"),
    ("a path leaves 32 bits", "collatz.glsl", "odd && path.x > 1431655764u", "false"),
    // Three times 1,431,655,765 and one is 0 in 32 bits, which ends a path too; the next odd number is the first that
    // continues.
    ("a path leaves 32 bits by one", "collatz.glsl", "path.x > 1431655764u", "path.x > 1431655767u"),
    ("an option on a spot that is no number", "black_scholes.glsl", "any(isnan(given)) || ", ""),
    ("an option on an infinite spot", "black_scholes.glsl", "any(isinf(given)) || ", ""),
    ("an option on a spot below 0", "black_scholes.glsl", "spot <= 0.0 || ", ""),
    ("an option at a strike of 0", "black_scholes.glsl", "strike <= 0.0 || ", ""),
    ("an option of yesterday", "black_scholes.glsl", " || years < 0.0", ""),
    ("what is behind the kept elements", "compact.frag", "if (number > fetch(sums, source_count - 1).r) return;", ""),
    ("what is behind the kept elements", "compact_down.frag", "if (rest >= fetch(count, 0).r) return;", ""),
    ("blue weighs 3 % more", "grayscale.frag", "0.0722", "0.0744"),
    ("blue weighs 3 % more", "grayscale.comp", "0.0722", "0.0744"),
];

#[test]
fn mistakes_that_passed_are_seen() {
    let files: Vec<_> = kernel_files().into_iter().map(Mutex::new).collect();
    let passed = Mutex::new(Vec::new());
    for_each_in_parallel(MISTAKES, |(what, name, from, to)| {
        let file = files.iter().find(|file| file.lock().unwrap().name == *name);
        let Some(mut file) = file.map(|file| file.lock().unwrap()) else { return };
        let text = file.text.replacen(from, to, 1);
        assert_ne!(text, file.text, "{name} has changed");
        match file.judge_text(&text, usize::MAX) {
            MutantVerdict::Right => passed.lock().unwrap().push(format!("{name}: {what}: {from} is now {to}")),
            MutantVerdict::DoesNotCompile => panic!("{name} with {to} is no GLSL"),
            MutantVerdict::Panic(rung) => passed.lock().unwrap().push(format!("{name}: {what}: {rung} panics")),
            MutantVerdict::Found(_) | MutantVerdict::Wrong(_) => {}
        }
    });
    let passed = passed.into_inner().unwrap();
    assert!(passed.is_empty(), "{}", passed.join("\n"));
}
