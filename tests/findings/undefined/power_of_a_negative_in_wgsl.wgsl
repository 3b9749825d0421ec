// pow of a number below 0 has no defined result.
// run: buffer values=[-2,1,2,3]
@group(0) @binding(0) var<storage, read_write> values: array<f32>;

@compute @workgroup_size(4)
fn main(@builtin(local_invocation_index) at: u32) {
    values[at] = pow(values[at], 3.0);
}
