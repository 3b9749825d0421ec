// scan: inclusive prefix sums, twice.

@group(0) @binding(0) var<storage, read> source: array<f32>;
@group(0) @binding(1) var<storage, read_write> result: array<f32>;
@group(0) @binding(2) var<storage, read_write> totals: array<f32>;

// The textbook's (OpenGL SuperBible; Harris, Sengupta and Owens): blocks of 256 in shared memory, the scan of
// their totals, then `add`.

override columns: u32 = 1;            // of work groups, since a row has 65,535 at most
var<workgroup> block: array<f32, 256>;

@compute @workgroup_size(256)
fn blocks(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(local_invocation_index) lane: u32,
) {
    let at = group.x + columns * group.y;
    let i = 256u * at + lane;
    var sum = 0.0;
    if i < arrayLength(&source) { sum = source[i]; }
    for (var stride = 1u; stride < 256u; stride *= 2u) {
        block[lane] = sum;
        workgroupBarrier();           // every lane has written
        if lane >= stride { sum += block[lane - stride]; }
        workgroupBarrier();           // every lane has read
    }
    if i < arrayLength(&result) { result[i] = sum; }
    if lane == 255u && at < arrayLength(&totals) { totals[at] = sum; }
}

@group(0) @binding(0) var<storage, read> before: array<f32>;

@compute @workgroup_size(256)
fn add(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(local_invocation_index) lane: u32,
) {
    let at = group.x + columns * group.y;
    let i = 256u * at + lane;
    if at > 0u && i < arrayLength(&result) { result[i] += before[at - 1u]; }
}

// Gristmill's for the lanes of a CPU, scan_chunk_totals.comp and scan_chunks.comp: a chunk for each lane.

@group(0) @binding(0) var<storage, read> fours: array<vec4<f32>>;
@group(0) @binding(1) var<storage, read_write> result_fours: array<vec4<f32>>;
@group(0) @binding(1) var<storage, read_write> chunk_sums: array<f32>;

override chunk: u32 = 4;              // fours of a chunk, a multiple of four

@compute @workgroup_size(8)
fn chunk_totals(@builtin(global_invocation_id) own: vec3<u32>) {
    var at = own.x * chunk;
    let end = min(at + chunk, arrayLength(&fours));
    var sums = vec4(0.0);
    for (; at + 4u <= end; at += 4u) {
        sums += (fours[at] + fours[at + 1u]) + (fours[at + 2u] + fours[at + 3u]);
    }
    for (; at < end; at++) { sums += fours[at]; }
    chunk_sums[own.x] = (sums.x + sums.y) + (sums.z + sums.w);
}

var<private> sum: f32;

fn next(given: vec4<f32>) -> vec4<f32> {
    var four = given;
    four.x += sum;
    four.y += four.x;
    four.z += four.y;
    four.w += four.z;
    sum = four.w;
    return four;
}

@compute @workgroup_size(8)
fn chunks(@builtin(global_invocation_id) own: vec3<u32>) {
    var at = own.x * chunk;
    let end = min(at + chunk, arrayLength(&fours));
    sum = 0.0;
    if own.x > 0u { sum = totals[own.x - 1u]; }
    for (; at + 4u <= end; at += 4u) {
        result_fours[at] = next(fours[at]);
        result_fours[at + 1u] = next(fours[at + 1u]);
        result_fours[at + 2u] = next(fours[at + 2u]);
        result_fours[at + 3u] = next(fours[at + 3u]);
    }
    for (; at < end; at++) { result_fours[at] = next(fours[at]); }
}
