// The sum of a step reads what the neighbour has just written: there is no barrier in the loop.
// run: buffer source=random:64
struct Params { count: u32, scale: u32 }
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> source: array<u32>;
@group(0) @binding(2) var<storage, read_write> sums: array<u32>;
var<workgroup> tile: array<u32, 64>;
// run: uniform count=64

fn own(at: u32) -> u32 {
    return select(0u, source[at], at < params.count);
}

@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) at: u32, @builtin(workgroup_id) group: vec3<u32>) {
    tile[at] = own(at);
    workgroupBarrier();
    for (var half = 32u; half > 0u; half /= 2u) {
        if at < half {
            tile[at] += tile[at + half];
        }
    }
    if at == 0u {
        sums[group.x] = tile[0];
    }
}
