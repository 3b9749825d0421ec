// Workgroup memory and variables begin as zeros in WGSL; every invocation adds to what nobody wrote.
// run: buffer bins=zero:16
@group(0) @binding(0) var<storage, read_write> bins: array<u32>;
var<workgroup> counts: array<atomic<u32>, 16>;

@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) at: u32) {
    var nothing: u32;
    atomicAdd(&counts[(at * at + nothing) % 16u], 1u);
    workgroupBarrier();
    if at < 16u {
        bins[at] = atomicLoad(&counts[at]);
    }
}
