#version 430 core
// Right: every lane makes its own store visible before the barrier, then lane 0 counts for the group.
// run: groups 4
// run: buffer Cells=zero:128
// run: buffer Done=[0,0]
layout(local_size_x = 32) in;
layout(std430) coherent buffer Cells { uint cells[]; };
layout(std430) coherent buffer Done { uint done; uint total; };
shared uint is_last;

void main() {
    uint lane = gl_LocalInvocationID.x;
    cells[gl_GlobalInvocationID.x] = lane;
    memoryBarrierBuffer();
    barrier();
    if (lane == 0u) is_last = atomicAdd(done, 1u) == 3u ? 1u : 0u;
    barrier();
    if (is_last == 1u) {
        memoryBarrierBuffer();
        uint sum = 0u;
        for (uint i = lane; i < 128u; i += 32u) sum += cells[i];
        atomicAdd(total, sum);
    }
}
