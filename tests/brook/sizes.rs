//! Awkward sizes: none, one, odd ones, four dimensions as in Brook's own tests.

use crate::{numbers, run};

/// Runs a kernel that writes its index and its input, over a shape; extents slowest first.
fn indices(extents: &[usize]) -> Vec<f32> {
    let count: usize = extents.iter().product();
    let shape = extents.iter().map(usize::to_string).collect::<Vec<_>>().join(", ");
    let room = count.max(1);
    numbers(&run(&format!(
        "kernel void k(float a<>, out float4 r<>, out float s<>) {{ r = indexof(r); s = a * 2; }}
float4 index[{room}];
float data[{room}];
int main() {{
    float a<{shape}>, s<{shape}>;
    float4 r<{shape}>;
    int i;
    for (i = 0; i < {count}; i++) data[i] = (float)i;
    streamRead(a, data);
    k(a, r, s);
    streamWrite(r, index);
    streamWrite(s, data);
    for (i = 0; i < {count}; i++)
        printf(\"%g %g %g %g %g \", index[i].x, index[i].y, index[i].z, index[i].w, data[i]);
}}"
    )))
}

#[test]
fn every_element_has_its_index() {
    for extents in
        [&[0][..], &[1], &[7], &[64], &[65], &[1001], &[1, 1], &[3, 0], &[5, 7], &[1, 33], &[4, 1, 9], &[3, 5, 2, 7]]
    {
        let found = indices(extents);
        let count: usize = extents.iter().product();
        assert_eq!(found.len(), count * 5);
        for (i, element) in found.chunks(5).enumerate() {
            let mut rest = i;
            for (axis, extent) in extents.iter().rev().enumerate() {
                assert_eq!(element[axis], (rest % extent) as f32, "element {i} of {extents:?}");
                rest /= extent;
            }
            assert_eq!(element[4], 2.0 * i as f32);
        }
    }
}

/// The largest of Brook's own shapes, summed so that the test prints little.
#[test]
fn four_dimensions_of_awkward_extents() {
    let text = "
kernel void k(float4 g[][][][], out float4 r<>) {
    float4 i = indexof(r);
    r = g[i.zwxy];
}
kernel void fill(out float4 r<>) { r = indexof(r); }
float4 data[77220];
int main() {
    float4 g<13, 33, 9, 20>;
    float4 r<9, 20, 13, 33>;
    int x, y, z, w, wrong = 0;
    float4 *at = data;
    fill(g);
    k(g, r);
    streamWrite(r, data);
    for (w = 0; w < 9; w++) for (z = 0; z < 20; z++) for (y = 0; y < 13; y++) for (x = 0; x < 33; x++) {
        if ((int)at->x != z || (int)at->y != w || (int)at->z != x || (int)at->w != y) wrong++;
        at++;
    }
    printf(\"%d\", wrong);
}";
    assert_eq!(run(text), "0");
}

/// An input of m elements for outputs of n: element i reads i * m / n, along each axis.
#[test]
fn inputs_are_repeated_and_strided() {
    for [[in_y, in_x], [out_y, out_x]] in
        [[[1, 1], [3, 5]], [[2, 3], [6, 9]], [[6, 10], [3, 2]], [[7, 2], [1, 8]], [[5, 3], [7, 4]]]
    {
        let (inputs, outputs) = (in_y * in_x, out_y * out_x);
        let found = numbers(&run(&format!(
            "kernel void k(float a<>, out float r<>, out float4 i<>) {{ r = a; i = indexof(a); }}
int main() {{
    float x[{inputs}], y[{outputs}];
    float4 z[{outputs}];
    float a<{in_y}, {in_x}>, r<{out_y}, {out_x}>;
    float4 at<{out_y}, {out_x}>;
    int n;
    for (n = 0; n < {inputs}; n++) x[n] = (float)(n + 100);
    streamRead(a, x);
    k(a, r, at);
    streamWrite(r, y);
    streamWrite(at, z);
    for (n = 0; n < {outputs}; n++) printf(\"%g %g %g \", y[n], z[n].x, z[n].y);
}}"
        )));
        for y in 0..out_y {
            for x in 0..out_x {
                let (from_y, from_x) = (y * in_y / out_y, x * in_x / out_x);
                let element = &found[3 * (y * out_x + x)..][..3];
                assert_eq!(element, [(100 + from_y * in_x + from_x) as f32, from_x as f32, from_y as f32]);
            }
        }
    }
}

/// Sums of every divisor of awkward lengths: passes with a short last group among them.
#[test]
fn reductions_of_every_size() {
    for length in [1_usize, 2, 7, 8, 9, 17, 60, 64, 65, 130] {
        for result in (1..=length).filter(|result| length % result == 0) {
            let found = numbers(&run(&format!(
                "reduce void sum(float a<>, reduce float r<>) {{ r = r + a; }}
reduce void last(float a<>, reduce float r<>) {{ r = a; }}
int main() {{
    float x[{length}], y[{result}], total;
    float a<{length}>, r<{result}>;
    int i;
    for (i = 0; i < {length}; i++) x[i] = (float)(i * i % 31);
    streamRead(a, x);
    sum(a, r);
    streamWrite(r, y);
    for (i = 0; i < {result}; i++) printf(\"%g \", y[i]);
    last(a, r);
    streamWrite(r, y);
    for (i = 0; i < {result}; i++) printf(\"%g \", y[i]);
    sum(a, total);
    printf(\"%g\", total);
}}"
            )));
            let values: Vec<f32> = (0..length).map(|i| (i * i % 31) as f32).collect();
            let mut wanted: Vec<f32> = values.chunks(length / result).map(|block| block.iter().sum()).collect();
            wanted.extend(values.chunks(length / result).map(|block| block[block.len() - 1]));
            wanted.push(values.iter().sum());
            assert_eq!(found, wanted, "{length} to {result}");
        }
    }
}
