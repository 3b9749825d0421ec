#version 430 core
// Lanes of many groups mark the buckets they meet, always with 1: the same value from several groups.
// run: groups 4
// run: buffer Source=index:128
// run: buffer Marked=zero:8
layout(local_size_x = 32) in;
layout(std430) readonly buffer Source { uint source[]; };
layout(std430) writeonly buffer Marked { uint marked[]; };

void main() {
    marked[source[gl_GlobalInvocationID.x] & 7u] = 1u;
}
