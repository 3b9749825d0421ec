#version 430 core
// A buffer is reversed in place by all lanes instead of half of them: each pair is swapped twice at once.
// run: buffer Values=index:64
layout(local_size_x = 64) in;
layout(std430) buffer Values { uint values[]; };

void main() {
    uint here = gl_LocalInvocationID.x, there = 63u - here;
    uint mine = values[here], other = values[there];
    values[here] = other + here; values[there] = mine;
}
