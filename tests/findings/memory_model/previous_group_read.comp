#version 430 core
// Each group reads the total that the group before it wrote in the same dispatch: nothing says it has run.
// run: groups 4
// run: buffer Source=random:128
// run: buffer Totals=zero:4
// run: buffer Result=zero:4
layout(local_size_x = 32) in;
layout(std430) readonly buffer Source { uint source[]; };
layout(std430) buffer Totals { uint totals[]; };
layout(std430) writeonly buffer Result { uint result[]; };
shared uint sum;

void main() {
    uint group = gl_WorkGroupID.x;
    if (gl_LocalInvocationID.x == 0u) sum = 0u;
    barrier();
    atomicAdd(sum, source[gl_GlobalInvocationID.x]);
    barrier();
    if (gl_LocalInvocationID.x != 0u) return;
    totals[group] = sum;
    result[group] = sum + (group > 0u ? totals[group - 1u] : 0u);
}
