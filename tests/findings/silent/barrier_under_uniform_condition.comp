#version 430 core
// Right: a condition that is the same for all lanes may have a barrier in its branch.
// run: uniform mirrored=1
// run: buffer Values=random:64
layout(local_size_x = 64) in;
uniform int mirrored;
layout(std430) buffer Values { float values[]; };
shared float block[64];

void main() {
    uint lane = gl_LocalInvocationID.x;
    if (mirrored == 1) {
        block[lane] = values[lane];
        barrier();
        values[lane] = block[63u - lane];
    }
}
