//! Whole programs, each with what it prints: worked out here, in Rust.

use crate::{numbers, run, run_in};
use gristmill::Era;

/// Prints numbers as `%g` prints small whole ones.
fn row(values: impl IntoIterator<Item = f32>) -> String {
    values.into_iter().map(|value| format!("{value} ")).collect()
}

#[test]
fn saxpy() {
    let text = "kernel void saxpy(float a, float4 x<>, float4 y<>, out float4 r<>) { r = a * x + y; }
int main() {
    float x[40], y[40], z[40];
    float4 s<10>, t<10>, r<10>;
    int i;
    for (i = 0; i < 40; i++) { x[i] = (float)i; y[i] = (float)(100 - i); }
    streamRead(s, x); streamRead(t, y);
    saxpy(3.0f, s, t, r);
    streamWrite(r, z);
    for (i = 0; i < 40; i++) printf(\"%g \", z[i]);
}";
    assert_eq!(run(text), row((0..40).map(|i| 3.0 * i as f32 + (100 - i) as f32)));
}

#[test]
fn a_stream_is_input_and_output() {
    let text = "kernel void add(float a<>, float b<>, out float c<>) { c = a + b; }
int main() {
    float x[6] = {1, 2, 3, 4, 5, 6};
    float a<6>, b<6>;
    int i;
    streamRead(a, x); streamRead(b, x);
    for (i = 0; i < 5; i++) add(a, b, b);
    streamPrint(b);
}";
    assert_eq!(run(text), "6.00 12.00 18.00 24.00 30.00 36.00 \n");
}

#[test]
fn matrix_product_by_gathers() {
    let text = "#define N 6
kernel void product(float a[][], float b[][], float n, out float c<>) {
    float2 at = indexof(c).xy;
    float k;
    c = 0;
    for (k = 0; k < n; k += 1) c += a[at.y][k] * b[float2(at.x, k)];
}
int main() {
    float x[N][N], y[N][N], z[N][N];
    float a<N, N>, b<N, N>, c<N, N>;
    int i, j;
    for (i = 0; i < N; i++) for (j = 0; j < N; j++) { x[i][j] = (float)(i + 2 * j); y[i][j] = (float)(i * j % 5); }
    streamRead(a, x); streamRead(b, y);
    product(a, b, N, c);
    streamWrite(c, z);
    for (i = 0; i < N; i++) for (j = 0; j < N; j++) printf(\"%g \", z[i][j]);
}";
    let wanted = (0..36).map(|at| {
        let (i, j) = (at / 6, at % 6);
        (0..6).map(|k| ((i + 2 * k) * (k * j % 5)) as f32).sum()
    });
    assert_eq!(run(text), row(wanted));
}

#[test]
fn gathers_round_and_clamp() {
    let text = "kernel void pick(float i<>, float g[], out float r<>) { r = g[i]; }
int main() {
    float at[8] = {-3, -0.2, 0.7, 0.8, 2.5, 3, 4, 99};
    float x[4] = {10, 11, 12, 13};
    float i<8>, g<4>, r<8>;
    streamRead(i, at); streamRead(g, x);
    pick(i, g, r);
    streamPrint(r);
}";
    // Brook adds a quarter and takes the floor, then the nearest element.
    let wanted = [-3.0_f32, -0.2, 0.7, 0.8, 2.5, 3.0, 4.0, 99.0].map(|i| 10.0 + (i + 0.25).floor().clamp(0.0, 3.0));
    let printed: String = wanted.iter().map(|value| format!("{value:.2} ")).collect();
    assert_eq!(run(text), printed + "\n");
}

#[test]
fn domains_are_read_and_written() {
    let text = "kernel void copy(float a<>, out float b<>) { b = a; }
int main() {
    float x[10][12], y[10][12], z[2][3];
    float a<10, 12>, b<10, 12>;
    int i, j;
    for (i = 0; i < 10; i++) for (j = 0; j < 12; j++) { x[i][j] = (float)(100 * i + j); y[i][j] = -1; }
    streamRead(a, x); streamRead(b, y);
    copy(a.domain(int2(2, 3), int2(7, 9)), b.domain(int2(6, 1), int2(11, 7)));
    streamWrite(b, y);
    for (i = 0; i < 10; i++) for (j = 0; j < 12; j++) printf(\"%g \", y[i][j]);
    streamWrite(a.domain(int2(1, 8), int2(4, 10)), z);
    for (i = 0; i < 2; i++) for (j = 0; j < 3; j++) printf(\"%g \", z[i][j]);
}";
    let copied = (0..120).map(|at| {
        let (i, j) = (at / 12, at % 12);
        let inside = (1..7).contains(&i) && (6..11).contains(&j);
        if inside { (100 * (i - 1 + 3) + (j - 6 + 2)) as f32 } else { -1.0 }
    });
    let part = (0..6).map(|at| (100 * (8 + at / 3) + 1 + at % 3) as f32);
    assert_eq!(run(text), row(copied.chain(part)));
}

#[test]
fn iterators_count_evenly() {
    let text = "kernel void copy(iter float2 i<>, out float2 r<>) { r = i; }
kernel void half(float a<>, out float r<>) { r = a / 2; }
int main() {
    iter float2 i<3, 4> = iter(float2(0, 10), float2(8, 4));
    iter float n<5> = iter(1.0f, 6.0f);
    float2 r<3, 4>;
    float s<5>;
    copy(i, r);
    streamPrint(r);
    half(n, s);
    streamPrint(s);
}";
    let mut wanted = String::new();
    for y in 0..3 {
        for x in 0..4 {
            wanted += &format!("{{{:.2}, {:.2}}}", 2.0 * x as f32, 10.0 - 2.0 * y as f32);
        }
        wanted += "\n";
    }
    wanted += "0.50 1.00 1.50 2.00 2.50 \n";
    assert_eq!(run(text), wanted);
}

#[test]
fn structs_are_streams_of_their_members() {
    let text = "typedef struct particle { float3 place; float mass; float2 kind; } Particle;
kernel void move(Particle p<>, float dt, Particle all[], out Particle q<>) {
    Particle next = all[indexof(p).x + 1];
    q = p;
    q.place += dt * float3(1, p.mass, 0);
    q.kind.y = next.mass;
}
int main() {
    Particle x[4];
    Particle a<4>, b<4>;
    int i;
    for (i = 0; i < 4; i++) { x[i].place = float3(i, 2 * i, 3); x[i].mass = 10.0f + i; x[i].kind = float2(i, -1); }
    streamRead(a, x);
    move(a, 0.5f, a, b);
    streamWrite(b, x);
    for (i = 0; i < 4; i++) printf(\"%g %g %g %g %g %g \", x[i].place.x, x[i].place.y, x[i].place.z, x[i].mass, x[i].kind.x, x[i].kind.y);
}";
    let wanted = (0..4).flat_map(|i| {
        let mass = |i: i32| 10.0 + i as f32;
        [i as f32 + 0.5, 2.0 * i as f32 + 0.5 * mass(i), 3.0, mass(i), i as f32, mass((i + 1).min(3))]
    });
    assert_eq!(run(text), row(wanted));
}

#[test]
fn reductions_to_a_number_and_to_rows() {
    let text = "reduce void sum(float a<>, reduce float r<>) { r = r + a; }
reduce void largest(float2 a<>, reduce float2 r<>) { r = a.x > r.x ? a : r; }
int main() {
    float x[6][10], rows[6], columns[10], total;
    float2 pairs[8], best;
    float a<6, 10>, r<6, 1>, c<1, 10>;
    float2 p<8>;
    int i, j;
    for (i = 0; i < 6; i++) for (j = 0; j < 10; j++) x[i][j] = (float)(i * j);
    for (i = 0; i < 8; i++) pairs[i] = float2((i * 5) % 8, i);
    streamRead(a, x); streamRead(p, pairs);
    sum(a, total); sum(a, r); sum(a, c);
    largest(p, best);
    streamWrite(r, rows); streamWrite(c, columns);
    printf(\"%g %g %g \", total, best.x, best.y);
    for (i = 0; i < 6; i++) printf(\"%g \", rows[i]);
    for (i = 0; i < 10; i++) printf(\"%g \", columns[i]);
}";
    let best = (0..8).map(|i| ((i * 5) % 8, i)).max().unwrap();
    let mut wanted = vec![(0..6).map(|i| i * 45).sum::<i32>() as f32, best.0 as f32, best.1 as f32];
    wanted.extend((0..6).map(|i| (i * 45) as f32));
    wanted.extend((0..10).map(|j| (j * 15) as f32));
    assert_eq!(run(text), row(wanted));
}

/// The order of the elements is kept where the operator does not commute.
#[test]
fn reduction_of_matrices_in_order() {
    let text = "reduce void product(reduce float4 a<>, float4 b<>) {
    a = float4(a.x * b.x + a.y * b.z, a.x * b.y + a.y * b.w, a.z * b.x + a.w * b.z, a.z * b.y + a.w * b.w);
}
int main() {
    float4 m[23], r;
    float4 s<23>;
    int i;
    for (i = 0; i < 23; i++) m[i] = float4(i % 2, 1, 1, i % 3 - 1);
    streamRead(s, m);
    product(r, s);
    printf(\"%g %g %g %g \", r.x, r.y, r.z, r.w);
}";
    let matrix = |i: i32| [(i % 2) as f32, 1.0, 1.0, (i % 3 - 1) as f32];
    let times = |a: [f32; 4], b: [f32; 4]| {
        [a[0] * b[0] + a[1] * b[2], a[0] * b[1] + a[1] * b[3], a[2] * b[0] + a[3] * b[2], a[2] * b[1] + a[3] * b[3]]
    };
    assert_eq!(numbers(&run(text)), (1..23).fold(matrix(0), |product, i| times(product, matrix(i))));
}

#[test]
fn reduction_with_gathers_and_constants() {
    let text = "reduce void weigh(float a<>, float w, float g[], reduce float r<>) { r = r + a + w * g[1]; }
int main() {
    float x[9] = {1, 2, 3, 4, 5, 6, 7, 8, 9}, r;
    float a<9>;
    streamRead(a, x);
    weigh(a, 10.0f, a, r);
    printf(\"%g \", r);
}";
    assert_eq!(run(text), row([45.0 + 8.0 * 20.0]));
}

#[test]
fn growing_streams_keep_the_order_of_pushes() {
    let text = "kernel void grow(float a<>, vout[] float r<>) {
    float i;
    for (i = 0; i < a; i += 1) { r = 10 * a + i; push(r); }
}
int main() {
    float x[6] = {0, 3, 1, 0, 2, 1};
    float a<6>, r<6>;
    float4 none;
    streamRead(a, x);
    grow(a, r);
    streamPrint(r);
    none = streamSize(r);
    printf(\"%g\", none.x);
}";
    let wanted: String = [0, 3, 1, 0, 2, 1]
        .iter()
        .flat_map(|&a| (0..a).map(move |i| format!("{:.2} ", (10 * a + i) as f32)))
        .collect();
    assert_eq!(run(text), wanted + "\n7");
}

#[test]
fn growing_streams_have_rows() {
    let text = "kernel void twice(float a<>, out float kept<>, vout[2] float2 r<>) {
    kept = a;
    r = float2(a, 0); push(r);
    if (a > 3) { r.y = 1; push(r); }
}
int main() {
    float x[6] = {1, 2, 3, 4, 5, 6};
    float a<2, 3>, k<2, 3>;
    float2 r<2, 3>;
    streamRead(a, x);
    twice(a, k, r);
    streamPrint(k);
    streamPrint(r);
}";
    assert_eq!(
        run(text),
        "1.00 2.00 3.00 \n4.00 5.00 6.00 \n{1.00, 0.00}{2.00, 0.00}{3.00, 0.00}\n{4.00, 0.00}{4.00, 1.00}{5.00, 0.00}\n{5.00, 1.00}{6.00, 0.00}{6.00, 1.00}\n"
    );
}

#[test]
fn scatter_adds_in_order() {
    let text = "reduce void add(float a<>, reduce float b<>) { b += a; }
int main() {
    float values[7] = {1, 2, 3, 4, 5, 6, 7}, at[7] = {0, 2, 2, 1, 0, 3, 2}, table[4] = {100, 200, 300, 400};
    float v<7>, i<7>, t<4>, u<4>;
    streamRead(v, values); streamRead(i, at); streamRead(t, table); streamRead(u, table);
    streamScatterOp(t, i, v, add);
    streamPrint(t);
    streamScatterOp(u, i, v, STREAM_SCATTER_ASSIGN);
    streamPrint(u);
}";
    let (mut added, mut assigned) = ([100.0_f32, 200.0, 300.0, 400.0], [100.0_f32, 200.0, 300.0, 400.0]);
    for (value, at) in [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0].into_iter().zip([0, 2, 2, 1, 0, 3, 2]) {
        added[at] += value;
        assigned[at] = value;
    }
    let line = |values: [f32; 4]| values.iter().map(|value| format!("{value:.2} ")).collect::<String>() + "\n";
    assert_eq!(run(text), line(added) + &line(assigned));
}

#[test]
fn gather_with_an_operator_counts() {
    let text = "reduce void next(float a<>, reduce float b<>) { b = a + 1; }
int main() {
    float at[5] = {0, 1, 0, 0, 1}, table[2] = {10, 20};
    float i<5>, t<2>, r<5>;
    streamRead(i, at); streamRead(t, table);
    streamGatherOp(r, i, t, next);
    streamPrint(r); streamPrint(t);
}";
    let (mut table, mut fetched) = ([10.0_f32, 20.0], String::new());
    for at in [0, 1, 0, 0, 1] {
        fetched += &format!("{:.2} ", table[at]);
        table[at] += 1.0;
    }
    assert_eq!(run(text), format!("{fetched}\n{:.2} {:.2} \n", table[0], table[1]));
}

#[test]
fn streams_are_swapped_and_passed_by_pointer() {
    let text = "kernel void next(float g[], out float r<>) { r = g[indexof(r).x - 1] + 1; }
void steps(float s<4>, float (*result)<4>, int n) {
    float t<4>;
    int i;
    next(s, t);
    for (i = 1; i < n; i++) { next(t, *result); streamSwap(t, *result); }
    streamSwap(t, *result);
}
int main() {
    float x[4] = {0, 10, 20, 30};
    float a<4>, b<4>;
    streamRead(a, x);
    steps(a, &b, 3);
    streamPrint(b); streamPrint(a);
}";
    let mut now = [0.0_f32, 10.0, 20.0, 30.0];
    for _ in 0..3 {
        now = [0_usize, 1, 2, 3].map(|i| now[i.saturating_sub(1)] + 1.0);
    }
    let line: String = now.iter().map(|value| format!("{value:.2} ")).collect();
    assert_eq!(run(text), line + "\n0.00 10.00 20.00 30.00 \n");
}

#[test]
fn bitonic_sort() {
    let text = "kernel void sort(float g[], float stride, float block, out float r<>) {
    float i = indexof(r).x;
    float up = fmod(floor(i / block), 2) == 0;
    float first = fmod(floor(i / stride), 2) == 0;
    float other = first ? i + stride : i - stride;
    float mine = g[i], its = g[other];
    r = (first == up) ? min(mine, its) : max(mine, its);
}
int main() {
    float x[32];
    float a<32>, b<32>;
    int i, block, stride;
    for (i = 0; i < 32; i++) x[i] = (float)((i * 19 + 7) % 32);
    streamRead(a, x);
    for (block = 2; block <= 32; block *= 2)
        for (stride = block / 2; stride > 0; stride /= 2) { sort(a, (float)stride, (float)block, b); streamSwap(a, b); }
    streamWrite(a, x);
    for (i = 0; i < 32; i++) printf(\"%g \", x[i]);
}";
    assert_eq!(run(text), row((0..32).map(|i| i as f32)));
}

#[test]
fn prefix_sums() {
    let text = "kernel void add(float a[], float offset, out float r<>) {
    float i = indexof(r).x;
    r = a[i];
    if (i >= offset) r += a[i - offset];
}
int main() {
    float x[50];
    float a<50>, b<50>;
    int i;
    for (i = 0; i < 50; i++) x[i] = (float)(i % 7);
    streamRead(a, x);
    for (i = 1; i < 50; i <<= 1) { add(a, (float)i, b); streamSwap(a, b); }
    streamWrite(a, x);
    for (i = 0; i < 50; i++) printf(\"%g \", x[i]);
}";
    let sums = (0..50).scan(0.0_f32, |sum, i| {
        *sum += (i % 7) as f32;
        Some(*sum)
    });
    assert_eq!(run(text), row(sums));
}

#[test]
fn game_of_life() {
    let text = "kernel void live(float g[][], float2 size, out float r<>) {
    float2 at = indexof(r).xy;
    float2 d;
    float n = 0;
    for (d.y = -1; d.y <= 1; d.y += 1)
        for (d.x = -1; d.x <= 1; d.x += 1)
            if (d.x != 0 || d.y != 0) n += g[fmod(at + d + size, size)];
    r = n == 3 || (n == 2 && g[at] == 1);
}
int main() {
    float x[6][5];
    float a<6, 5>, b<6, 5>;
    int i, j;
    for (i = 0; i < 6; i++) for (j = 0; j < 5; j++) x[i][j] = (float)((i * 5 + j) % 3 == 0);
    streamRead(a, x);
    for (i = 0; i < 4; i++) { live(a, float2(5, 6), b); streamSwap(a, b); }
    streamWrite(a, x);
    for (i = 0; i < 6; i++) for (j = 0; j < 5; j++) printf(\"%g \", x[i][j]);
}";
    let mut cells: Vec<bool> = (0..30).map(|i| i % 3 == 0).collect();
    for _ in 0..4 {
        let alive = |x: i32, y: i32| cells[(y.rem_euclid(6) * 5 + x.rem_euclid(5)) as usize];
        let next = |x: i32, y: i32| {
            let near = (-1..=1)
                .flat_map(|dy| (-1..=1).map(move |dx| (dx, dy)))
                .filter(|d| *d != (0, 0));
            let count = near.filter(|(dx, dy)| alive(x + dx, y + dy)).count();
            count == 3 || (count == 2 && alive(x, y))
        };
        cells = (0..30).map(|i| next(i % 5, i / 5)).collect();
    }
    assert_eq!(run(text), row(cells.iter().map(|alive| f32::from(u8::from(*alive)))));
}

#[test]
fn mandelbrot_counts() {
    let text = "kernel void count(iter float2 c<>, out float r<>) {
    float2 z = 0;
    r = 0;
    while (r < 40 && dot(z, z) < 4) {
        z = float2(z.x * z.x - z.y * z.y, 2 * z.x * z.y) + c;
        r += 1;
    }
}
int main() {
    iter float2 c<8, 16> = iter(float2(-2, -1), float2(2, 1));
    float r<8, 16>;
    float x[128];
    int i;
    count(c, r);
    streamWrite(r, x);
    for (i = 0; i < 128; i++) printf(\"%g \", x[i]);
}";
    let count = |at: usize| {
        let (x, y) = (-2.0 + 0.25 * (at % 16) as f32, -1.0 + 0.25 * (at / 16) as f32);
        let (mut u, mut v, mut n) = (0.0_f32, 0.0_f32, 0);
        while n < 40 && u * u + v * v < 4.0 {
            (u, v) = (u * u - v * v + x, 2.0 * u * v + y);
            n += 1;
        }
        n as f32
    };
    assert_eq!(run(text), row((0..128).map(count)));
}

#[test]
fn jacobi_steps_on_a_grid() {
    let text = "kernel void relax(float g[][], float2 last, out float r<>) {
    float2 at = indexof(r).xy;
    if (at.x == 0 || at.y == 0 || at.x == last.x || at.y == last.y) r = g[at];
    else r = 0.25f * (g[at.y - 1][at.x] + g[at.y + 1][at.x] + g[at.y][at.x - 1] + g[at.y][at.x + 1]);
}
int main() {
    float x[7][9];
    float a<7, 9>, b<7, 9>;
    int i, j;
    for (i = 0; i < 7; i++) for (j = 0; j < 9; j++) x[i][j] = i == 0 ? 64.0f : 0.0f;
    streamRead(a, x);
    for (i = 0; i < 10; i++) { relax(a, float2(8, 6), b); streamSwap(a, b); }
    streamWrite(a, x);
    for (i = 0; i < 7; i++) for (j = 0; j < 9; j++) printf(\"%.9g \", x[i][j]);
}";
    let mut grid = [[0.0_f32; 9]; 7];
    grid[0] = [64.0; 9];
    for _ in 0..10 {
        let old = grid;
        for y in 1..6 {
            for x in 1..8 {
                grid[y][x] = 0.25 * (old[y - 1][x] + old[y + 1][x] + old[y][x - 1] + old[y][x + 1]);
            }
        }
    }
    assert_eq!(numbers(&run(text)), grid.concat());
}

#[test]
fn discarded_elements_stay() {
    let text = "kernel void below(float a<>, float t, out float r<>) { if (a >= t) { discard; } r = a; }
int main() {
    float x[6] = {5, 1, 4, 2, 3, 9}, y[6] = {-1, -2, -3, -4, -5, -6};
    float a<6>, r<6>;
    streamRead(a, x); streamRead(r, y);
    below(a, 4.0f, r);
    streamPrint(r);
}";
    assert_eq!(run(text), "-1.00 1.00 -3.00 2.00 3.00 -6.00 \n");
}

#[test]
fn many_outputs_take_several_passes() {
    let outs: String = (0..11).map(|i| format!(", out float2 o{i}<>")).collect();
    let body: String = (0..11).map(|i| format!("o{i} = float2(a + {i}, {i} * a); ")).collect();
    let streams: String = (0..11).map(|i| format!("float2 o{i}<3>; ")).collect();
    let given: String = (0..11).map(|i| format!(", o{i}")).collect();
    let prints: String = (0..11).map(|i| format!("streamPrint(o{i}); ")).collect();
    let text = format!(
        "kernel void k(float a<>{outs}) {{ {body} }}
int main() {{ float x[3] = {{1, 2, 3}}; float a<3>; {streams} streamRead(a, x); k(a{given}); {prints} }}"
    );
    let line = |i: i32| {
        let each = (1..4).map(|a| format!("{{{:.2}, {:.2}}}", (a + i) as f32, (i * a) as f32));
        each.collect::<String>() + "\n"
    };
    assert_eq!(run(&text), (0..11).map(line).collect::<String>());
}

#[test]
fn kernels_call_kernels() {
    let text = "kernel float square(float x) { return x * x; }
kernel void split(float x, out float whole<>, out float part<>) { whole = floor(x); part = x - whole; }
kernel void where(float a<>, out float r<>) { r = indexof(a).x; }
kernel void k(float a<>, float g[], out float4 r<>) {
    float w, p, i;
    split(g[square(a)], w, p);
    where(a, i);
    r = float4(w, p, i, square(square(a)));
}
int main() {
    float x[4] = {0, 1, 2, 3}, y[10];
    float a<4>, g<10>;
    float4 r<4>;
    int i;
    for (i = 0; i < 10; i++) y[i] = i * 1.25f;
    streamRead(a, x); streamRead(g, y);
    k(a, g, r);
    streamPrint(r);
}";
    let line: String = (0..4)
        .map(|a| {
            let x = (a * a) as f32 * 1.25;
            format!("{{{:.2}, {:.2}, {:.2}, {:.2}}}", x.floor(), x - x.floor(), a as f32, (a * a * a * a) as f32)
        })
        .collect();
    assert_eq!(run(text), line + "\n");
}

#[test]
fn the_host_is_c() {
    let text = "#include <stdio.h>
#define SQUARE(x) ((x) * (x))
#define NAME(a, b) a##b
enum { FEW = 3, MORE };
typedef struct node { int value; struct { int inner; } deep; char name[8]; } Node;
static int calls = 0;
int fibonacci(int n) { calls++; return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2); }
Node make(int value) { Node n; n.value = value; n.deep.inner = -value; strcpy(n.name, \"node\"); return n; }
int main(int argc, char *argv[]) {
    int table[2][3] = {{1, 2, 3}, {4, 5}}, i, NAME(su, m) = 0;
    int *p = &table[0][0];
    unsigned int big = 4000000000u;
    char text[20];
    Node n = make(SQUARE(7));
    for (i = 0; i < 6; i++) sum += *p++;
    printf(\"%d %d %d %s %d\\n\", fibonacci(12), calls, sum, n.name, n.value + n.deep.inner);
    sprintf(text, \"%03d|%-4d|\", 7, 42);
    printf(\"%s %d %u %d\\n\", text, (int)strlen(text), big, MORE + FEW);
    i = 10;
again:
    if (i-- > 7) goto again;
    switch (i) { case 6: printf(\"six \"); case 5: printf(\"five\\n\"); break; default: printf(\"other\\n\"); }
    printf(\"%d %d %g %c\\n\", argc, -7 / 2, 1 / 4.0, 'x');
    return calls > 100 ? 3 : 4;
}";
    let mut calls = 0;
    fn fibonacci(n: i32, calls: &mut i32) -> i32 {
        *calls += 1;
        if n < 2 { n } else { fibonacci(n - 1, calls) + fibonacci(n - 2, calls) }
    }
    let value = fibonacci(12, &mut calls);
    let wanted = format!("{value} {calls} 15 node 0\n007|42  | 9 4000000000 7\nsix five\n1 -3 0.25 x\n");
    assert_eq!(run(text), wanted);
}

#[test]
fn arguments_reach_main() {
    let text = "int main(int argc, char **argv) {
    int i, n = 0;
    for (i = 1; i < argc; i++) n += atoi(argv[i]);
    printf(\"%d %s\", n, argv[argc - 1]);
}";
    for era in Era::ALL {
        assert_eq!(run_in(era, text, &["40", "2"]).unwrap(), "42 2");
    }
}

#[test]
fn local_streams_are_freed() {
    let text = "kernel void fill(float v, out float r<>) { r = v; }
reduce void sum(float a<>, reduce float r<>) { r += a; }
float round_trip(float v) { float big<256, 1024>; float r; fill(v, big); sum(big, r); return r; }
int main() {
    int i;
    float total = 0;
    for (i = 0; i < 20; i++) { float s<100>; fill(1.0f, s); total += round_trip(1.0f) / 262144; }
    printf(\"%g\", total);
}";
    assert_eq!(run(text), "20");
}
