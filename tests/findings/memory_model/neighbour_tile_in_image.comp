#version 430 core
// A group loads pixels from the tile to its left that another group has stored in the same dispatch.
// run: groups 4
// run: image picture=zero:32x1
// run: buffer Result=zero:4
layout(local_size_x = 1) in;
layout(r32f) uniform image2D picture;
layout(std430) writeonly buffer Result { float result[]; };

void main() {
    int group = int(gl_WorkGroupID.x);
    for (int x = 0; x < 8; x++) imageStore(picture, ivec2(group * 8 + x, 0), vec4(float(x)));
    if (group > 0) result[group] = imageLoad(picture, ivec2(group * 8 - 1, 0)).r;
}
