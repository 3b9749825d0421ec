// A bin that counts nothing has no mean.
// run: watch non-finite
// run: buffer sums=[4,1,6,2]
// run: buffer counts=[2,0,3,0]
// run: buffer result=zero:4
@group(0) @binding(0) var<storage, read> sums: array<f32>;
@group(0) @binding(1) var<storage, read> counts: array<f32>;
@group(0) @binding(2) var<storage, read_write> result: array<f32>;

@compute @workgroup_size(4)
fn main(@builtin(local_invocation_index) at: u32) {
    result[at] = sums[at] / counts[at];
}
