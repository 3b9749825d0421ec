#version 430 core
// The groups cover 32 by 32 pixels, the image has 30 by 20.
// run: groups 4,4
// run: image picture=zero:30x20
layout(local_size_x = 8, local_size_y = 8) in;
layout(rgba32f) writeonly uniform image2D picture;

void main() {
    ivec2 at = ivec2(gl_GlobalInvocationID.xy);
    imageStore(picture, at, vec4(vec2(at), 0.0, 1.0));
}
