// x / 0 is x, x % 0 is 0, and shifts take the last five bits, by definition.
// run: buffer values=[7,0,9,0]
// run: buffer result=zero:4
@group(0) @binding(0) var<storage, read> values: array<i32>;
@group(0) @binding(1) var<storage, read_write> result: array<i32>;

@compute @workgroup_size(4)
fn main(@builtin(local_invocation_index) at: u32) {
    let by = values[at];
    result[at] = 100 / by + 100 % by + i32(f32(by) * 1e30);
}
