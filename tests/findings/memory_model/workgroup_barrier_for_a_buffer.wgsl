// A workgroupBarrier orders workgroup memory alone; for a buffer it takes a storageBarrier.
// run: buffer result=zero:64
// run: buffer exchange=zero:64
@group(0) @binding(0) var<storage, read_write> exchange: array<u32>;
@group(0) @binding(1) var<storage, read_write> result: array<u32>;

@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) at: u32) {
    exchange[at] = at * at;
    workgroupBarrier();
    result[at] = exchange[63u - at];
}
