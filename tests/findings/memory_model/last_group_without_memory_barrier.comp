#version 430 core
// The last group sums what the others wrote, but nobody made it visible before counting itself as done.
// run: groups 8
// run: buffer Source=random:8
// run: buffer Totals=zero:8
// run: buffer Done=[0,0]
layout(local_size_x = 1) in;
layout(std430) readonly buffer Source { uint source[]; };
layout(std430) coherent buffer Totals { uint totals[]; };
layout(std430) buffer Done { uint done; uint total; };

void main() {
    uint group = gl_WorkGroupID.x, sum = 0u;
    totals[group] = source[group] * 2u;
    if (atomicAdd(done, 1u) != 7u) return;
    memoryBarrierBuffer();
    for (uint i = 0u; i < 8u; i++) sum += totals[i];
    total = sum;
}
