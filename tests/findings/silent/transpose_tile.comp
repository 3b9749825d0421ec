#version 430 core
// Right: the tile is filled, the group waits, and then each lane takes another lane's element.
// run: groups 2,2
// run: buffer Source=random:100
// run: buffer Result=zero:100
layout(local_size_x = 5, local_size_y = 5) in;
layout(std430) readonly buffer Source { float source[]; };
layout(std430) writeonly buffer Result { float result[]; };
shared float tile[5][6];

void main() {
    uvec2 at = gl_LocalInvocationID.xy, corner = gl_WorkGroupID.xy * 5u;
    tile[at.y][at.x] = source[(corner.y + at.y) * 10u + corner.x + at.x];
    barrier();
    result[(corner.x + at.y) * 10u + corner.y + at.x] = tile[at.x][at.y];
}
