#version 430 core
// Right: the last lane reads a word that nobody wrote, and does not use it.
// run: buffer Source=random:16
// run: buffer Result=zero:16
layout(local_size_x = 16) in;
layout(std430) readonly buffer Source { float source[]; };
layout(std430) writeonly buffer Result { float result[]; };
shared float tile[17];

void main() {
    uint lane = gl_LocalInvocationID.x;
    tile[lane] = source[lane];
    barrier();
    float right = tile[lane + 1u];
    float own = tile[lane];
    if (lane < 15u) own += right;
    result[lane] = own;
}
