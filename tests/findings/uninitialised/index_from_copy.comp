#version 430 core
// The place of the largest is unknown where all are zero.
// run: buffer Source=zero:8
// run: buffer Result=zero:8
layout(local_size_x = 8) in;
layout(std430) readonly buffer Source { uint source[]; };
layout(std430) writeonly buffer Result { uint result[]; };

uint find() {
    uint place, most = 0u;
    for (uint i = 0u; i < 8u; i++)
        if (source[i] > most) { most = source[i]; place = i; }
    return place;
}

void main() {
    uint found = find();
    uint kept = found;
    result[gl_LocalInvocationID.x] = source[kept];
}
