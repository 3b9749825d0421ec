#version 430 core
// The largest value by test and plain store: another lane may store a smaller one after the test.
// run: buffer Source=index:32
// run: buffer Result=zero:1
layout(local_size_x = 32) in;
layout(std430) readonly buffer Source { uint source[]; };
layout(std430) writeonly buffer Result { uint result[]; };
shared uint best;

void main() {
    uint lane = gl_LocalInvocationID.x;
    if (lane == 0u) best = 0u;
    barrier();
    if (source[lane] > best) best = source[lane];
    barrier();
    if (lane == 0u) result[0] = best;
}
