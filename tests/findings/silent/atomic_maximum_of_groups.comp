#version 430 core
// Right: groups meet in one word, each with one atomic, and nobody reads it in this dispatch.
// run: groups 8
// run: buffer Source=random:256
// run: buffer Peak=zero:1
layout(local_size_x = 32) in;
layout(std430) readonly buffer Source { uint source[]; };
layout(std430) buffer Peak { uint peak; };
shared uint best;

void main() {
    if (gl_LocalInvocationID.x == 0u) best = 0u;
    barrier();
    atomicMax(best, source[gl_GlobalInvocationID.x]);
    barrier();
    if (gl_LocalInvocationID.x == 0u) atomicMax(peak, best);
}
