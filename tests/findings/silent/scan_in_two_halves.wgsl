// Each step reads one half and writes the other.
// run: buffer source=random:64
@group(0) @binding(0) var<storage, read> source: array<u32>;
@group(0) @binding(1) var<storage, read_write> result: array<u32>;
var<workgroup> block: array<array<u32, 64>, 2>;

@compute @workgroup_size(64)
fn main(@builtin(local_invocation_id) lane: vec3<u32>) {
    let at = lane.x;
    var half = 0u;
    block[0][at] = source[at];
    workgroupBarrier();
    for (var step = 1u; step < 64u; step *= 2u) {
        var sum = block[half][at];
        if at >= step {
            sum += block[half][at - step];
        }
        half = 1u - half;
        block[half][at] = sum;
        workgroupBarrier();
    }
    result[at] = block[half][at];
}
