#version 430 core
// Right: an array is filled as far as it is used, and copied as a whole.
// run: buffer Source=random:64
// run: buffer Result=zero:8
layout(local_size_x = 8) in;
layout(std430) readonly buffer Source { uint source[]; };
layout(std430) writeonly buffer Result { uint result[]; };

uint largest(uint items[8], uint count) {
    uint most = 0u;
    for (uint i = 0u; i < count; i++) most = max(most, items[i]);
    return most;
}

void main() {
    uint lane = gl_LocalInvocationID.x;
    uint items[8];
    for (uint i = 0u; i < lane; i++) items[i] = source[lane * 8u + i];
    uint kept[8] = items;
    result[lane] = largest(kept, lane);
}
