// The halves of 0 are 0.
// run: steps 10000
@group(0) @binding(0) var<storage, read_write> result: array<u32>;

@compute @workgroup_size(8)
fn main(@builtin(local_invocation_index) at: u32) {
    var left = at;
    loop {
        if left == 1u { break; }
        left /= 2u;
    }
    result[at] = left;
}
