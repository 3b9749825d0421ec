#version 430 core
// A blur along the row that stores into the image it loads from.
// run: image picture=random:32x4
layout(local_size_x = 32, local_size_y = 4) in;
layout(r32f) uniform image2D picture;

void main() {
    ivec2 at = ivec2(gl_LocalInvocationID.xy);
    ivec2 left = ivec2(max(at.x - 1, 0), at.y);
    float mean = 0.5 * (imageLoad(picture, at).r + imageLoad(picture, left).r);
    imageStore(picture, at, vec4(mean));
}
