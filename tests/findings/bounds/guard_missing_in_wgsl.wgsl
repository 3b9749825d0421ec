// The last group has more invocations than elements are left.
// run: groups 2
// run: buffer source=random:100
// run: buffer result=zero:128
@group(0) @binding(0) var<storage, read> source: array<f32>;
@group(0) @binding(1) var<storage, read_write> result: array<f32>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    result[id.x] = source[id.x] * 2.0;
}
