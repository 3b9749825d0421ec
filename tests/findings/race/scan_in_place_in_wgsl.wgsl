// The reads of a step and the writes of the same step are not told apart.
// run: buffer source=random:64
@group(0) @binding(0) var<storage, read> source: array<u32>;
@group(0) @binding(1) var<storage, read_write> result: array<u32>;
var<workgroup> block: array<u32, 64>;

@compute @workgroup_size(64)
fn main(@builtin(local_invocation_id) lane: vec3<u32>) {
    let at = lane.x;
    block[at] = source[at];
    workgroupBarrier();
    for (var step = 1u; step < 64u; step *= 2u) {
        if at >= step {
            block[at] += block[at - step];
        }
        workgroupBarrier();
    }
    result[at] = block[at];
}
