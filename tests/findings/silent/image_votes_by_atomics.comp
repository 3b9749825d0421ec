#version 430 core
// Right: several lanes and groups vote for the same pixel with image atomics.
// run: groups 4
// run: image votes=zero:4x4
layout(local_size_x = 64) in;
layout(r32ui) uniform uimage2D votes;

void main() {
    ivec2 cell = ivec2(gl_GlobalInvocationID.x & 3u, (gl_GlobalInvocationID.x >> 2) & 3u);
    imageAtomicAdd(votes, cell, 1u);
    imageAtomicMax(votes, ivec2(0), gl_GlobalInvocationID.x);
}
