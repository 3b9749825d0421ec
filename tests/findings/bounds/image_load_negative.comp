#version 430 core
// The pixel to the left of the first column has a negative coordinate.
// run: image source=random:16x16
// run: buffer Result=zero:256
layout(local_size_x = 16, local_size_y = 16) in;
layout(r32f) readonly uniform image2D source;
layout(std430) writeonly buffer Result { float result[]; };

void main() {
    ivec2 at = ivec2(gl_LocalInvocationID.xy);
    float left = imageLoad(source, at - ivec2(1, 0)).r;
    result[at.y * 16 + at.x] = imageLoad(source, at).r - left;
}
