#version 430 core
// Right: the lanes beyond the image ask for its size and do nothing.
// run: groups 4,4
// run: image picture=random:30x20
layout(local_size_x = 8, local_size_y = 8) in;
layout(rgba32f) uniform image2D picture;

void main() {
    ivec2 at = ivec2(gl_GlobalInvocationID.xy);
    if (any(greaterThanEqual(at, imageSize(picture)))) return;
    imageStore(picture, at, imageLoad(picture, at).bgra);
}
