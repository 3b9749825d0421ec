#version 430 core
// Right: the row goes to shared memory first; after the barrier the image is only written.
// run: image picture=random:32x4
layout(local_size_x = 32, local_size_y = 4) in;
layout(r32f) uniform image2D picture;
shared float row[4][32];

void main() {
    ivec2 at = ivec2(gl_LocalInvocationID.xy);
    row[at.y][at.x] = imageLoad(picture, at).r;
    barrier();
    float mean = 0.5 * (row[at.y][at.x] + row[at.y][max(at.x - 1, 0)]);
    imageStore(picture, at, vec4(mean));
}
