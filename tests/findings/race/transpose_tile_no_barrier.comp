#version 430 core
// A tile is transposed through shared memory without waiting until it is full.
// run: buffer Source=random:25
// run: buffer Result=zero:25
layout(local_size_x = 5, local_size_y = 5) in;
layout(std430) readonly buffer Source { float source[]; };
layout(std430) writeonly buffer Result { float result[]; };
shared float tile[5][6];

void main() {
    uvec2 at = gl_LocalInvocationID.xy;
    tile[at.y][at.x] = source[at.y * 5u + at.x];
    result[at.y * 5u + at.x] = tile[at.x][at.y];
}
