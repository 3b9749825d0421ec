#version 430 core
// Right: totals are coherent and made visible before the atomic count; the group that counts last reads them all.
// run: groups 8
// run: buffer Source=random:256
// run: buffer Totals=zero:8
// run: buffer Done=[0,0]
layout(local_size_x = 32) in;
layout(std430) readonly buffer Source { uint source[]; };
layout(std430) coherent buffer Totals { uint totals[]; };
layout(std430) buffer Done { uint done; uint total; };
shared uint sum;

void main() {
    if (gl_LocalInvocationID.x == 0u) sum = 0u;
    barrier();
    atomicAdd(sum, source[gl_GlobalInvocationID.x]);
    barrier();
    if (gl_LocalInvocationID.x != 0u) return;
    totals[gl_WorkGroupID.x] = sum;
    memoryBarrierBuffer();
    if (atomicAdd(done, 1u) != gl_NumWorkGroups.x - 1u) return;
    memoryBarrierBuffer();
    uint all = 0u;
    for (uint i = 0u; i < gl_NumWorkGroups.x; i++) all += totals[i];
    total = all;
}
