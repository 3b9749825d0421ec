#version 430 core
// Right: an image is changed in place, each lane its own pixel.
// run: groups 2,2
// run: image picture=random:16x8
layout(local_size_x = 8, local_size_y = 4) in;
layout(rgba32f) uniform image2D picture;

void main() {
    ivec2 at = ivec2(gl_GlobalInvocationID.xy);
    imageStore(picture, at, vec4(1.0) - imageLoad(picture, at));
}
