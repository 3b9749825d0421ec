#version 430 core
// Right: an image of one component takes the first of four, and the others have no value.
// run: groups 2,2
// run: image photo=zero:16x16
layout(local_size_x = 8, local_size_y = 8) in;
layout(r32f) writeonly uniform image2D photo;

void main() {
    vec4 texel;
    texel.x = float(gl_LocalInvocationIndex);
    imageStore(photo, ivec2(gl_GlobalInvocationID.xy), texel);
}
