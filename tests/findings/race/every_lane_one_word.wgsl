// Every invocation stores its own number to the same word.
@group(0) @binding(0) var<storage, read_write> result: array<u32>;

@compute @workgroup_size(32)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    result[0] = id.x;
}
