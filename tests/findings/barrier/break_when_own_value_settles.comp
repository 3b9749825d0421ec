#version 430 core
// A relaxation that each lane leaves when its own value has settled, while the others wait in the loop.
// run: buffer Values=[5,9,1,30,2,2,8,17]
layout(local_size_x = 8) in;
layout(std430) buffer Values { uint values[]; };

void main() {
    uint lane = gl_LocalInvocationID.x, value = values[lane];
    for (uint round = 0u; round < 20u; round++) {
        if (value <= 1u) break;
        value /= 2u;
        barrier();
    }
    values[lane] = value;
}
