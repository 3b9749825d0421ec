#version 430 core
// Two lanes paint each pixel of a mask with the same colour.
// run: image mask=zero:16x1
layout(local_size_x = 32) in;
layout(r32f) writeonly uniform image2D mask;

void main() {
    imageStore(mask, ivec2(gl_LocalInvocationID.x / 2u, 0), vec4(1.0));
}
