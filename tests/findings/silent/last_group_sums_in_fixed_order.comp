#version 430 core
// Right: which group comes last depends on the schedule; the floats it sums, and their order, do not.
// run: groups 8
// run: schedules 16
// run: buffer Source=random:8
// run: buffer Totals=zero:8
// run: buffer Done=[0]
// run: buffer Result=zero:1
layout(local_size_x = 1) in;
layout(std430) readonly buffer Source { float source[]; };
layout(std430) coherent buffer Totals { float totals[]; };
layout(std430) buffer Done { uint done; };
layout(std430) writeonly buffer Result { float result[]; };

void main() {
    totals[gl_WorkGroupID.x] = source[gl_WorkGroupID.x] / 3.0;
    memoryBarrierBuffer();
    if (atomicAdd(done, 1u) != 7u) return;
    memoryBarrierBuffer();
    float sum = 0.0;
    for (uint i = 0u; i < 8u; i++) sum += totals[i];
    result[0] = sum;
}
