// matmul: the product of two square matrices, twice.

@group(0) @binding(2) var<storage, read_write> result: array<f32>;

override side: u32 = 16;              // a multiple of 64

// The textbook's: tiles of 16 x 16 in shared memory, a number of the result for each lane.

@group(0) @binding(0) var<storage, read> a: array<f32>;
@group(0) @binding(1) var<storage, read> b: array<f32>;

var<workgroup> a_tile: array<array<f32, 16>, 16>;
var<workgroup> b_tile: array<array<f32, 16>, 16>;

@compute @workgroup_size(16, 16)
fn tiled(@builtin(global_invocation_id) own: vec3<u32>, @builtin(local_invocation_id) lane: vec3<u32>) {
    var sum = 0.0;
    for (var start = 0u; start < side; start += 16u) {
        a_tile[lane.y][lane.x] = a[own.y * side + start + lane.x];
        b_tile[lane.y][lane.x] = b[(start + lane.y) * side + own.x];
        workgroupBarrier();           // both tiles are complete
        for (var step = 0u; step < 16u; step++) { sum += a_tile[lane.y][step] * b_tile[step][lane.x]; }
        workgroupBarrier();           // every lane is done with both
    }
    result[own.y * side + own.x] = sum;
}

// Gristmill's for the lanes of a CPU, matmul_registers.comp: 8 x 8 numbers in the registers of each lane, from
// textures with four neighbours of a row in each texel.

@group(0) @binding(0) var a_fours: texture_storage_2d<rgba32float, read>;
@group(0) @binding(1) var b_fours: texture_storage_2d<rgba32float, read>;

@compute @workgroup_size(8)
fn registers(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) lane: u32) {
    let at = vec2(16u * group.y + 2u * lane, 8u * group.x);    // groups go down first
    var left: array<vec4<f32>, 8>;
    var right: array<vec4<f32>, 8>;
    for (var four = 0u; four < side / 4u; four++) {
        let left_rows = mat4x4(
            textureLoad(b_fours, vec2(at.x, 4u * four)),
            textureLoad(b_fours, vec2(at.x, 4u * four + 1u)),
            textureLoad(b_fours, vec2(at.x, 4u * four + 2u)),
            textureLoad(b_fours, vec2(at.x, 4u * four + 3u)),
        );
        let right_rows = mat4x4(
            textureLoad(b_fours, vec2(at.x + 1u, 4u * four)),
            textureLoad(b_fours, vec2(at.x + 1u, 4u * four + 1u)),
            textureLoad(b_fours, vec2(at.x + 1u, 4u * four + 2u)),
            textureLoad(b_fours, vec2(at.x + 1u, 4u * four + 3u)),
        );
        for (var row = 0u; row < 8u; row++) {
            let factors = textureLoad(a_fours, vec2(four, at.y + row));
            left[row] += left_rows * factors;
            right[row] += right_rows * factors;
        }
    }
    for (var row = 0u; row < 8u; row++) {
        for (var column = 0u; column < 4u; column++) {
            let to = (at.y + row) * side + 4u * at.x + column;
            result[to] = left[row][column];
            result[to + 4u] = right[row][column];
        }
    }
}
