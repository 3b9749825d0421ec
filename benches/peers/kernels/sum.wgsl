// sum: the sum of all numbers, twice.

// The textbook's: each number in shared memory, then a tree for each 256.

@group(0) @binding(0) var<storage, read> source: array<f32>;
@group(0) @binding(1) var<storage, read_write> result: array<f32>;

override columns: u32 = 1;            // of work groups, since a row has 65,535 at most
var<workgroup> block: array<f32, 256>;

@compute @workgroup_size(256)
fn tree(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(local_invocation_index) lane: u32,
) {
    let at = group.x + columns * group.y;
    let i = 256u * at + lane;
    block[lane] = 0.0;
    if i < arrayLength(&source) { block[lane] = source[i]; }
    for (var rest = 128u; rest > 0u; rest /= 2u) {
        workgroupBarrier();           // every lane has written what this round reads
        if lane < rest { block[lane] += block[lane + rest]; }
    }
    if lane == 0u && at < arrayLength(&result) { result[at] = block[0]; }
}

// Gristmill's, reduce_image.comp: a share of the source's texels for each lane, then a tree for each eight.

@group(0) @binding(0) var texels: texture_storage_2d<rgba32float, read>;

override share: u32 = 1;              // texels of a lane, at most
var<workgroup> eight: array<f32, 8>;

@compute @workgroup_size(8)
fn shares(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(global_invocation_id) own: vec3<u32>,
    @builtin(local_invocation_index) lane: u32,
) {
    let size = textureDimensions(texels);
    let first = own.x * share;
    let end = min(first + share, size.x * size.y);
    var at = vec2(first % size.x, first / size.x);
    var total = vec4(0.0);
    for (var turn = first; turn < end; turn++) {
        total += textureLoad(texels, at);
        at.x++;
        if at.x >= size.x { at = vec2(0u, at.y + 1u); }
    }
    eight[lane] = (total.x + total.y) + (total.z + total.w);
    for (var rest = 4u; rest > 0u; rest /= 2u) {
        workgroupBarrier();           // every lane has written what this round reads
        if lane < rest { eight[lane] += eight[lane + rest]; }
    }
    if lane == 0u { result[group.x] = eight[0]; }
}
