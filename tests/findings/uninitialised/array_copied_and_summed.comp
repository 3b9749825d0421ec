#version 430 core
// Four of five are filled, the array is copied, and all five are summed.
// run: buffer Source=random:32
// run: buffer Result=zero:8
layout(local_size_x = 8) in;
layout(std430) readonly buffer Source { float source[]; };
layout(std430) writeonly buffer Result { float result[]; };

float sum(float items[5]) {
    float all = 0.0;
    for (int i = 0; i < 5; i++)
        all += items[i];
    return all;
}

void main() {
    uint lane = gl_LocalInvocationID.x;
    float items[5];
    for (uint i = 0u; i < 4u; i++) items[i] = source[lane * 4u + i];
    float kept[5] = items;
    result[lane] = sum(kept);
}
