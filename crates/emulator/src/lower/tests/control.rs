//! Control flow that splits a warp, against the same program in Rust, one lane at a time.

use super::run_kernel;

const HEAD: &str = "layout(local_size_x = 64) in;
layout(std430) buffer Data { int data[]; };
";

/// Runs `body`, a GLSL function `int f(int i)`, on 100 lanes and compares the results with the same function in Rust.
fn compare_with_rust(functions: &str, truth: impl Fn(i32) -> i32) {
    let text = format!(
        "{HEAD}{functions}\nvoid main() {{ int i = int(gl_GlobalInvocationID.x); if (i < 100) data[i] = f(i); }}"
    );
    let result = run_kernel(&text, 2, &[], &[("Data", &[7; 110])]);
    let wanted: Vec<u32> = (0..110).map(|i| if i < 100 { truth(i) as u32 } else { 7 }).collect();
    assert_eq!(result[0], wanted);
}

#[test]
fn loops_of_different_lengths() {
    compare_with_rust(
        "int f(int i) {
            int sum = 0;
            for (int j = 0; j < i; j++) {
                if (j % 3 == 1) continue;
                if (sum > 500) break;
                sum += j;
            }
            return sum;
        }",
        |i| {
            let mut sum = 0;
            for j in 0..i {
                if j % 3 == 1 {
                    continue;
                }
                if sum > 500 {
                    break;
                }
                sum += j;
            }
            sum
        },
    );
}

#[test]
fn loops_in_loops_with_ways_out() {
    compare_with_rust(
        "int f(int i) {
            int n = 0;
            for (int a = 0; a < 7; a++) {
                int b = 0;
                while (true) {
                    b++;
                    if (b > i % 5) break;
                    if (a * b == 6) return 1000 + n;
                    if ((a + b + i) % 4 == 0) continue;
                    n += a * 10 + b;
                }
                if (n > 150) break;
                do { n++; if (n % 7 == 3) break; } while (n % 5 != 0);
            }
            return n;
        }",
        |i| {
            let mut n = 0;
            for a in 0..7 {
                let mut b = 0;
                loop {
                    b += 1;
                    if b > i % 5 {
                        break;
                    }
                    if a * b == 6 {
                        return 1000 + n;
                    }
                    if (a + b + i) % 4 == 0 {
                        continue;
                    }
                    n += a * 10 + b;
                }
                if n > 150 {
                    break;
                }
                loop {
                    n += 1;
                    if n % 7 == 3 || n % 5 == 0 {
                        break;
                    }
                }
            }
            n
        },
    );
}

#[test]
fn switches_with_everything() {
    compare_with_rust(
        "int f(int i) {
            int n = 0;
            for (int j = 0; j < 4; j++) {
                switch ((i + j) % 8) {
                    case 0: n += 1;
                    case 1: n += 10; break;
                    default: n += 100;
                    case 3: case 4:
                        if (i % 3 == 0) { n += 1000; break; }
                        n += 2000;
                    case 5: if (j == 2) continue; n *= 2; break;
                    case 6: if (i > 50) return -n; break;
                }
                n++;
            }
            switch (i) { case 5: return 55; }
            switch (i & 1) { default: n += 3; }
            return n;
        }",
        |i| {
            let mut n = 0i32;
            'rounds: for j in 0..4 {
                let c = (i + j) % 8;
                'switch: {
                    if c == 6 {
                        if i > 50 {
                            return -n;
                        }
                        break 'switch;
                    }
                    if c == 0 || c == 1 {
                        n += if c == 0 { 11 } else { 10 };
                        break 'switch;
                    }
                    if c != 3 && c != 4 && c != 5 {
                        n += 100;
                    }
                    if c != 5 {
                        if i % 3 == 0 {
                            n += 1000;
                            break 'switch;
                        }
                        n += 2000;
                    }
                    if j == 2 {
                        continue 'rounds;
                    }
                    n *= 2;
                }
                n += 1;
            }
            if i == 5 { 55 } else { n + 3 }
        },
    );
}

#[test]
fn functions_that_change_their_arguments() {
    compare_with_rust(
        "int depth = 0;
        void add(inout int x, int by) { depth++; if (by == 3) return; x += by; }
        int both(out int second, in int from) { second = from * 2; if (from > 20) return from; second++; return from + 1; }
        int f(int i) {
            int a = i;
            add(a, i % 5);
            int old = a;
            add(a, a);
            int second;
            int first = both(second, a) + both(a, old);
            int list[4] = int[](1, 2, 3, 4);
            add(list[i % 4], 10);
            return a + old * 3 + first * 7 + second + list[0] + list[1] * 2 + list[2] * 3 + list[3] * 4 + depth;
        }",
        |i| {
            let mut a = i;
            add_unless_three(&mut a, i % 5);
            let old = a;
            let by = a;
            add_unless_three(&mut a, by);
            let (one, second) = expect_both(a);
            let (two, new) = expect_both(old);
            a = new;
            let mut list = [1, 2, 3, 4];
            add_unless_three(&mut list[(i % 4) as usize], 10);
            let listed: i32 = list.iter().zip(1..).map(|(item, factor)| item * factor).sum();
            a + old * 3 + (one + two) * 7 + second + listed + 3
        },
    );
}

fn add_unless_three(x: &mut i32, by: i32) {
    if by != 3 {
        *x += by;
    }
}

fn expect_both(from: i32) -> (i32, i32) {
    if from > 20 { (from, from * 2) } else { (from + 1, from * 2 + 1) }
}

#[test]
fn conditions_that_stop_early() {
    compare_with_rust(
        "int calls;
        bool count(bool b) { calls++; return b; }
        int f(int i) {
            calls = 0;
            bool a = count(i % 2 == 0) && (count(i % 3 == 0) || count(i % 5 == 0));
            bool b = count(i > 30) || count(i < 10) && count(a);
            int c = a ? (b ? 1 : calls) : count(b) ? 7 : 9;
            return calls * 100 + c * 10 + int(a) * 2 + int(b) + int(a ^^ b) * 4;
        }",
        |i| {
            let mut calls = 0;
            let mut count = |b: bool| {
                calls += 1;
                b
            };
            let a = count(i % 2 == 0) && (count(i % 3 == 0) || count(i % 5 == 0));
            let b = count(i > 30) || count(i < 10) && count(a);
            let so_far = calls;
            let c = if a {
                if b { 1 } else { so_far }
            } else {
                calls += 1;
                if b { 7 } else { 9 }
            };
            calls * 100 + c * 10 + i32::from(a) * 2 + i32::from(b) + i32::from(a ^ b) * 4
        },
    );
}

#[test]
fn values_are_those_of_before_a_change() {
    // Each right side is read before the variable changes.
    compare_with_rust(
        "int f(int i) {
            ivec4 v = ivec4(i, i + 1, i + 2, i + 3);
            v = v.wzyx;
            v.xy = v.yx;
            int x = v.x;
            int y = x++ + x++ * 10 + x;
            v = ivec4(v.yz, v.x + v.w, x = x + v.x);
            ivec4 w = v;
            v.x = 100;
            w += v * 2;
            ivec4 u = w; w = v; v = u;
            int t = x; x = y; y = t;
            return v.x + v.y * 3 + v.z * 5 + v.w * 7 + w.x * 11 + x * 13 + y * 17;
        }",
        |i| {
            let v = [i + 2, i + 3, i + 1, i];
            let mut x = v[0];
            let mut y = x + (x + 1) * 10 + (x + 2);
            x += 2;
            let old = v;
            x += old[0];
            let mut v = [old[1], old[2], old[0] + old[3], x];
            let mut w = v;
            v[0] = 100;
            for lane in 0..4 {
                w[lane] += v[lane] * 2;
            }
            std::mem::swap(&mut v, &mut w);
            std::mem::swap(&mut x, &mut y);
            v[0] + v[1] * 3 + v[2] * 5 + v[3] * 7 + w[0] * 11 + x * 13 + y * 17
        },
    );
}

#[test]
fn a_variable_that_was_never_set_is_zero() {
    compare_with_rust(
        "int f(int i) { int x; if (i % 2 == 0) x = i; int y[3]; y[i % 3] = 5; return x + y[0] * 100; }",
        |i| (if i % 2 == 0 { i } else { 0 }) + if i % 3 == 0 { 500 } else { 0 },
    );
}

#[test]
fn lanes_that_return_from_main_do_not_come_back() {
    let text = format!(
        "{HEAD}void main() {{
            int i = int(gl_GlobalInvocationID.x);
            for (int j = 0; j < 10; j++) {{ if (j == i % 16) {{ data[i] = j; if (i % 2 == 0) return; }} }}
            data[i] += 100;
        }}"
    );
    let result = run_kernel(&text, 1, &[], &[("Data", &[0; 64])]);
    let wanted =
        (0..64).map(|i| if i % 16 < 10 && i % 2 == 0 { i % 16 } else { 100 + if i % 16 < 10 { i % 16 } else { 0 } });
    assert_eq!(result[0], wanted.collect::<Vec<u32>>());
}

#[test]
fn constructs_may_lie_deep_in_one_another_but_not_too_deep() {
    let result = run_kernel(&nest_branches(300), 1, &[], &[("Data", &[0; 64])]);
    assert_eq!(result[0], [300; 64]);
    let text = format!("#version 430 core\n{}", nest_branches(1050));
    let report = super::refusal_report(super::Stage::Compute, &text);
    assert!(report.contains("constructs inside one another") && report.contains("1000"), "{report}");
}

fn nest_branches(depth: usize) -> String {
    let open: String = (0..depth).map(|level| format!("if (i != {}) {{ n++; ", level + 200)).collect();
    format!(
        "{HEAD}void main() {{ int i = int(gl_GlobalInvocationID.x), n = 0; {open}{} data[i] = n; }}",
        "}".repeat(depth)
    )
}
