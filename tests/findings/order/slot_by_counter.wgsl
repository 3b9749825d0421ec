// Who comes first gets the first slot.
// run: schedules 8
// run: buffer slots=zero:64
@group(0) @binding(0) var<storage, read_write> count: atomic<u32>;
@group(0) @binding(1) var<storage, read_write> slots: array<u32>;

@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) at: u32) {
    let slot = atomicAdd(&count, 1u);
    slots[slot] = at;
}
