#version 430 core
// The guard against the end of the data encloses the barrier too, and the last group is not full.
// run: groups 2
// run: buffer Values=random:40
layout(local_size_x = 32) in;
layout(std430) buffer Values { float values[]; };
shared float block[32];

void main() {
    uint i = gl_GlobalInvocationID.x, lane = gl_LocalInvocationID.x;
    if (i < values.length()) {
        block[lane] = values[i];
        barrier();
        values[i] = block[lane] * 2.0;
    }
}
