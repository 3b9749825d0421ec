#version 430 core
// Votes are counted in an image by load, add and store: two lanes with the same cell lose a vote.
// run: image votes=zero:4x4
layout(local_size_x = 64) in;
layout(r32ui) uniform uimage2D votes;

void main() {
    ivec2 cell = ivec2(gl_LocalInvocationID.x & 3u, (gl_LocalInvocationID.x >> 2) & 3u);
    imageStore(votes, cell, imageLoad(votes, cell) + gl_LocalInvocationID.x);
}
