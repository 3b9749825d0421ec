#version 430 core
// Lane 0 alone calls memoryBarrierBuffer(), which orders its own stores and not those of the other lanes.
// run: groups 4
// run: buffer Cells=zero:128
// run: buffer Done=[0,0]
layout(local_size_x = 32) in;
layout(std430) coherent buffer Cells { uint cells[]; };
layout(std430) buffer Done { uint done; uint total; };

void main() {
    uint sum = 0u;
    cells[gl_GlobalInvocationID.x] = gl_LocalInvocationID.x;
    barrier();
    if (gl_LocalInvocationID.x != 0u) return;
    memoryBarrierBuffer();
    if (atomicAdd(done, 1u) != 3u) return;
    memoryBarrierBuffer();
    for (uint i = 0u; i < 96u; i++) sum += cells[i];
    total = sum;
}
