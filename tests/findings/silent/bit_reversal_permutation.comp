#version 430 core
// Right: the first lane of each pair swaps it; a lane that is its own partner leaves its element alone.
// run: buffer Values=index:64
layout(local_size_x = 64) in;
layout(std430) buffer Values { uint values[]; };

void main() {
    uint here = gl_LocalInvocationID.x, there = bitfieldReverse(here) >> 26;
    if (here < there) {
        uint mine = values[here];
        values[here] = values[there];
        values[there] = mine;
    }
}
