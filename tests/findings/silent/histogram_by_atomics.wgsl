// Every word that several add to is added to by atomics.
// run: groups 4
// run: buffer source=random:256
// run: buffer bins=zero:64
struct Bins { total: atomic<u32>, bins: array<atomic<u32>> }
@group(0) @binding(0) var<storage, read> source: array<u32>;
@group(0) @binding(1) var<storage, read_write> histogram: Bins;
// run: uniform total=0

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    atomicAdd(&histogram.bins[source[id.x] % 64u], 1u);
    atomicMax(&histogram.total, source[id.x]);
}
