#version 430 core
// Right: places come from a scan, so they are distinct, though the data decides which lanes write.
// run: buffer Source=random:32
// run: buffer Kept=zero:33
layout(local_size_x = 32) in;
layout(std430) readonly buffer Source { uint source[]; };
layout(std430) writeonly buffer Kept { uint count; uint kept[]; };
shared uint before[32];

void main() {
    uint lane = gl_LocalInvocationID.x, keep = source[lane] & 1u;
    before[lane] = keep;
    for (uint step = 1u; step < 32u; step *= 2u) {
        barrier();
        uint left = lane >= step ? before[lane - step] : 0u;
        barrier();
        before[lane] += left;
    }
    if (keep == 1u) kept[before[lane] - 1u] = source[lane];
    if (lane == 31u) count = before[31];
}
