#version 430 core
// Right: the lane that counts has a memory barrier behind its atomic, and barrier() comes after it for all.
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
    if (lane == 0u) {
        is_last = atomicAdd(done, 1u) == 3u ? 1u : 0u;
        memoryBarrierBuffer();
    }
    barrier();
    if (is_last == 1u) {
        uint sum = 0u;
        for (uint i = lane; i < 128u; i += 32u) sum += cells[i];
        atomicAdd(total, sum);
    }
}
