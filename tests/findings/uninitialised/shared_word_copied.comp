#version 430 core
// The last lane takes a neighbour that nobody wrote, and uses it a line later.
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
    result[lane] = right;
}
