// The length of the buffer is the guard.
// run: groups 3
// run: buffer source=random:100
// run: buffer result=zero:100
@group(0) @binding(0) var<storage, read> source: array<vec2<f32>>;
@group(0) @binding(1) var<storage, read_write> result: array<vec2<f32>>;

@compute @workgroup_size(32)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    if id.x >= arrayLength(&source) || id.x >= arrayLength(&result) {
        return;
    }
    result[id.x] = source[id.x].yx;
}
