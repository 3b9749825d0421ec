//! Buffers, shared variables and arrays, with the layouts that GLSL has for them.

use super::{floats_to_words, run_kernel, words_to_floats};

#[test]
fn structs_lie_as_std430_has_them() {
    // struct Light: position at 0, power at 3, m (3 columns of 2) at 4, 6, 8, flags at 10; 12 words.
    let text = "layout(local_size_x = 4) in;
        struct Light { vec3 position; float power; mat3x2 m; bool flags[1]; };
        layout(std430) buffer Lights { int n; vec3 v[4]; mat3 m; Light lights[]; };
        layout(std430) buffer Result { float result[]; };
        void main() {
            uint i = gl_LocalInvocationIndex;
            Light light = lights[i];
            result[i * 8 + 0] = light.position[i % 3];
            result[i * 8 + 1] = light.power + float(lights.length());
            result[i * 8 + 2] = light.m[i % 3][i % 2];
            result[i * 8 + 3] = float(light.flags[0]);
            light.m[1] = vec2(i, 0.5);
            light.flags[0] = i == 2;
            light.position.y = -1.0;
            lights[3 - i] = light;
            v[i][i % 3] = float(i);
            result[i * 8 + 4] = m[2].y + lights[1].m[2].y * 0.0;
            n = 9;
        }";
    // n 0, v at 4..20, m at 20..32, lights at 32.
    let mut buffer = vec![0u32; 32 + 4 * 12];
    buffer[20..32].copy_from_slice(&floats_to_words(&[1., 2., 3., 0., 4., 5., 6., 0., 7., 8., 9., 0.]));
    for light in 0..4 {
        for word in 0..10 {
            buffer[32 + light * 12 + word] = ((light * 100 + word) as f32).to_bits();
        }
        buffer[32 + light * 12 + 10] = light as u32 % 2;
    }
    let result = run_kernel(text, 1, &[], &[("Lights", &buffer), ("Result", &[0; 32])]);
    let numbers = words_to_floats(&result[1]);
    for i in 0..4usize {
        let base = (i * 100) as f32;
        let wanted =
            [base + (i % 3) as f32, base + 3.0 + 4.0, base + 4.0 + (i % 3 * 2 + i % 2) as f32, (i % 2) as f32, 8.0];
        assert_eq!(numbers[i * 8..i * 8 + 5], wanted, "{i}");
        let stored = &result[0][32 + (3 - i) * 12..];
        assert_eq!(
            words_to_floats(&stored[..10]),
            [base, -1.0, base + 2., base + 3., base + 4., base + 5., i as f32, 0.5, base + 8., base + 9.]
        );
        assert_eq!(stored[10], u32::from(i == 2));
        assert_eq!(result[0][4 + i * 4 + i % 3], (i as f32).to_bits());
    }
    assert_eq!(result[0][0], 9);
}

#[test]
fn matrices_in_rows_and_in_std140() {
    let text = "layout(local_size_x = 1) in;
        layout(std140, row_major) buffer Rows { mat2x3 a; float list[2]; mat3 b; };
        layout(std140) uniform Block { mat2 c; vec3 d; float e; };
        layout(std430) buffer Result { float result[]; };
        void main() {
            result[0] = a[1].x + a[1][2] * 10.0 + list[1] * 100.0;
            vec3 column = b[2];
            result[1] = column.x + column.y * 10.0 + column.z * 100.0;
            mat2x3 whole = a;
            result[2] = whole[0][1] + c[1][0] * 10.0 + d.z * 100.0 + e * 1000.0;
            b = transpose(b);
            a[0] = vec3(7, 8, 9);
            int k = int(result[3]);
            a[k].z = 5.0;
            result[4] = b[k][k + 1];
        }";
    // a: 3 rows of 2, a row every 4 words; list at 12, 16; b at 20: 3 rows.
    let rows = floats_to_words(&[
        1., 2., 0., 0., 3., 4., 0., 0., 5., 6., 0., 0., 7., 0., 0., 0., 8., 0., 0., 0., 1., 2., 3., 0., 4., 5., 6., 0.,
        7., 8., 9., 0.,
    ]);
    let block = floats_to_words(&[1., 2., 0., 0., 3., 4., 0., 0., 5., 6., 7., 8.]);
    let result = run_kernel(
        text,
        1,
        &[],
        &[("Rows", &rows), ("Block", &block), ("Result", &floats_to_words(&[0., 0., 0., 1., 0.]))],
    );
    // Column 1 of a is (2, 4, 6), column 2 of b (3, 6, 9).
    assert_eq!(words_to_floats(&result[2])[..3], [2. + 60. + 800., 3. + 60. + 900., 3. + 30. + 700. + 8000.]);
    // After transposing, column 1 of b is row 1 of before, (4, 5, 6).
    assert_eq!(words_to_floats(&result[2])[4], 6.0);
    let after = words_to_floats(&result[0]);
    assert_eq!(after[..12], [7., 2., 0., 0., 8., 4., 0., 0., 9., 5., 0., 0.]);
    assert_eq!(after[20..32], [1., 4., 7., 0., 2., 5., 8., 0., 3., 6., 9., 0.]);
}

#[test]
fn arrays_of_blocks() {
    let text = "layout(local_size_x = 8) in;
        layout(std430) buffer B { int total; int data[]; } b[3];
        layout(std430) buffer Result { int result[]; };
        void main() {
            int i = int(gl_LocalInvocationIndex);
            result[i] = b[1].data[i] + b[i % 3].data[i / 3] * 100 + b[i % 3].data.length() * 10000;
            atomicAdd(b[i % 3].total, i);
            if (i > 2) b[2].data[i] = -i;
        }";
    let names = ["B[0]", "B[1]", "B[2]"];
    let blocks: Vec<Vec<u32>> = (0..3)
        .map(|block| (0..9 + block).map(|word| word + block * 10).collect())
        .collect();
    let buffers: Vec<(&str, &[u32])> = names
        .iter()
        .copied()
        .zip(blocks.iter().map(Vec::as_slice))
        .chain([("Result", &[0u32; 8][..])])
        .collect();
    let result = run_kernel(text, 1, &[], &buffers);
    let wanted: Vec<u32> = (0..8)
        .map(|i| {
            ((blocks[1][i + 1] as i32) + (blocks[i % 3][i / 3 + 1] as i32) * 100 + (8 + i % 3) as i32 * 10000) as u32
        })
        .collect();
    assert_eq!(result[3], wanted);
    assert_eq!([result[0][0], result[1][0], result[2][0]], [3 + 6, 10 + 1 + 4 + 7, 20 + 2 + 5]);
    assert_eq!(result[2][4..9], (3..8).map(|i: i32| -i as u32).collect::<Vec<u32>>());
}

#[test]
fn out_of_range_reads_zero_and_writes_nothing() {
    let text = "layout(local_size_x = 4) in;
        struct Pair { int a[2]; int b; };
        layout(std430) buffer Data { int k; Pair pairs[2]; int rest[]; };
        layout(std430) buffer Result { int result[]; };
        shared int block[3];
        uniform int table[4];
        void main() {
            int i = int(gl_LocalInvocationIndex);
            int list[2] = int[](5, 6);
            if (i < 3) block[i] = 70 + i;
            barrier();
            block[i + k] = 9;           // k is 3: outside
            pairs[0].a[i + k] = 9;      // inside the block, but not the array
            list[i + k] = 9;
            result[i * 5] = pairs[i].a[1];
            result[i * 5 + 1] = pairs[0].a[i];
            result[i * 5 + 2] = block[i] + rest[i];
            result[i * 5 + 3] = list[i] + table[i + 1];
            result[i * 5 + 4] = rest[-i];
        }";
    let data = [3, 11, 12, 13, 21, 22, 23, 31, 32, 33];
    let uniforms = [("table", 1), ("table+1", 2), ("table+2", 3), ("table+3", 4)];
    let result = run_kernel(text, 1, &uniforms, &[("Data", &data), ("Result", &[0; 20])]);
    assert_eq!(result[0], data);
    let wanted = [[12, 11, 70 + 31, 5 + 2, 31], [22, 12, 71 + 32, 6 + 3, 0], [0, 0, 72 + 33, 4, 0], [0, 0, 0, 0, 0]];
    assert_eq!(result[1], wanted.concat());
}

#[test]
fn atomics_give_what_stood_there() {
    let text = "layout(local_size_x = 64) in;
        layout(std430) buffer Data { int top; uint count; int low; uint bits; uint swap; };
        layout(std430) buffer Seen { uint seen[]; };
        layout(binding = 2, offset = 4) uniform atomic_uint up;
        layout(binding = 2) uniform atomic_uint down[2];
        shared uint inner;
        void main() {
            int i = int(gl_GlobalInvocationID.x);
            if (gl_LocalInvocationIndex == 0u) inner = 0u;
            barrier();
            atomicMax(top, i); atomicMin(low, -i);
            seen[atomicAdd(count, 1u)] = 1u;
            atomicOr(bits, 1u << (i % 32));
            atomicCompSwap(swap, uint(i), uint(i + 1));
            atomicAdd(inner, uint(i));
            seen[200 + i] = atomicCounterIncrement(up) - atomicCounterIncrement(up) == 0xffffffffu ? 1u : 0u;
            seen[400 + i] = atomicCounterDecrement(down[1]) + uint(i) * 0u;
            barrier();
            seen[600 + i] = inner;
        }";
    let text = text.replace("offset = 4) uniform atomic_uint up", "offset = 0) uniform atomic_uint up");
    let text =
        text.replace("(binding = 2) uniform atomic_uint down", "(binding = 2, offset = 8) uniform atomic_uint down");
    let result = run_kernel(&text, 2, &[], &[("Data", &[0; 5]), ("Seen", &[0; 800]), ("up", &[0, 0, 0, 500])]);
    assert_eq!(result[0], [127, 128, (-127_i32) as u32, u32::MAX, 128]);
    assert_eq!(result[1][..200], [vec![1; 128], vec![0; 72]].concat());
    let lower: u32 = (0..64).sum();
    let upper: u32 = (64..128).sum();
    assert_eq!(result[1][600..728], [vec![lower; 64], vec![upper; 64]].concat());
    assert_eq!(result[2], [256, 0, 0, 500 - 128]);
    let mut down = result[1][400..528].to_vec();
    down.sort();
    assert_eq!(down, (372..500).collect::<Vec<u32>>());
}

#[test]
fn shared_structs_and_booleans() {
    let text = "layout(local_size_x = 32) in;
        struct Item { vec3 a; bool on; mat2 m; };
        shared Item items[32];
        shared bool any;
        layout(std430) buffer Data { float data[]; };
        void main() {
            uint i = gl_LocalInvocationIndex;
            if (i == 0u) any = false;
            Item item = Item(vec3(i, i + 1u, i + 2u), i % 3u == 0u, mat2(i));
            items[i] = item;
            barrier();
            if (i == 7u) any = items[9].on;
            barrier();
            Item other = items[31u - i];
            float sum = 0.0;
            for (int k = 0; k < 3; k++) sum += other.a[k];
            data[i] = any && other.on ? sum + other.m[1].y : items[i ^ 1u].m[0][1u - i % 2u] * 0.25;
        }";
    let result = run_kernel(text, 1, &[], &[("Data", &[0; 32])]);
    let wanted: Vec<f32> = (0..32)
        .map(|i| {
            let other = 31 - i;
            let near = if i % 2 == 1 { (i ^ 1) as f32 } else { 0.0 };
            if other % 3 == 0 { (other * 3 + 3 + other) as f32 } else { near * 0.25 }
        })
        .collect();
    assert_eq!(words_to_floats(&result[0]), wanted);
}

#[test]
fn uniforms_of_every_kind() {
    let text = "layout(local_size_x = 2) in;
        struct Light { vec3 position; float power[2]; };
        uniform Light lights[2];
        uniform bool flag;
        uniform mat2 m;
        uniform int grid[2][3];
        layout(std430) buffer Data { float data[]; };
        void main() {
            uint i = gl_LocalInvocationIndex;
            data[i * 4u] = lights[i].position[i + 1u] + lights[1].power[i];
            data[i * 4u + 1u] = flag ? m[i][1u - i] : -1.0;
            data[i * 4u + 2u] = float(grid[1][i] + grid[i][2]);
            Light copy = lights[1u - i];
            data[i * 4u + 3u] = copy.position.x + copy.power[1];
        }";
    let uniforms: Vec<(String, u32)> = [("lights[0].position", 1.0_f32), ("lights[1].position", 10.0)]
        .iter()
        .flat_map(|(name, first)| (0..3).map(move |lane| (format!("{name}+{lane}"), (first + lane as f32).to_bits())))
        .chain((0..2).map(|lane| (format!("lights[0].power+{lane}"), (20.0 + lane as f32).to_bits())))
        .chain((0..2).map(|lane| (format!("lights[1].power+{lane}"), (30.0 + lane as f32).to_bits())))
        .chain((0..4).map(|lane| (format!("m+{lane}"), (40.0 + lane as f32).to_bits())))
        .chain((0..3).map(|lane| (format!("grid[0]+{lane}"), 50 + lane)))
        .chain((0..3).map(|lane| (format!("grid[1]+{lane}"), 60 + lane)))
        .chain([("flag".to_string(), u32::MAX)])
        .collect();
    let uniforms: Vec<(&str, u32)> = uniforms.iter().map(|(name, word)| (name.as_str(), *word)).collect();
    let result = run_kernel(text, 1, &uniforms, &[("Data", &[0; 8])]);
    assert_eq!(words_to_floats(&result[0]), [2. + 30., 41., 60. + 52., 10. + 31., 12. + 31., 42., 61. + 62., 1. + 21.]);
}

#[test]
fn constants_that_may_be_set_have_their_default() {
    let text = "layout(local_size_x = 1) in;
        layout(constant_id = 3) const int N = 5;
        const int M = N * 2 - (N > 3 ? 1 : 0);
        layout(std430) buffer Data { int data[]; };
        int a[2][N];
        float first(const in mat2 m) { return m[a[1][0]].y; }
        void main() {
            for (int i = 0; i < 2; i++) for (int j = 0; j < N; j++) a[i][j] = i * 10 + j;
            a[1][0] = 1;
            data[0] = N; data[1] = M; data[2] = a[0][N - 1] + a[1].length() * 100;
            data[3] = int(first(mat2(1, 2, 3, 4)));
        }";
    let result = run_kernel(text, 1, &[], &[("Data", &[0; 4])]);
    assert_eq!(result[0], [5, 9, 4 + 500, 4]);
}

#[test]
fn uniforms_have_the_value_they_are_declared_with() {
    let text = "layout(local_size_x = 1) in;
        uniform float k = 2.0, other = 3.0;
        uniform int list[2] = int[](5, 6);
        layout(std430) buffer Data { float data[]; };
        void main() { data[0] = k + 10.0 * float(list[1]); data[1] = other; }";
    let result = run_kernel(text, 1, &[("k", 4.0_f32.to_bits())], &[("Data", &[0; 2])]);
    assert_eq!(words_to_floats(&result[0]), [64.0, 3.0]);
}
