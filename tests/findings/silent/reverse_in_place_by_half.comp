#version 430 core
// Right: the lower half of the lanes swaps pairs, and no element is in two pairs.
// run: groups 2
// run: buffer Values=random:128
layout(local_size_x = 32) in;
layout(std430) buffer Values { uint values[]; };

void main() {
    uint here = gl_GlobalInvocationID.x, there = 127u - here;
    uint mine = values[here];
    values[here] = values[there];
    values[there] = mine;
}
