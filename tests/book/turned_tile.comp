#version 430 core
// turned_tile: a tile of 8x8 numbers turned over its diagonal, by way of an image.
// run: image stage=zero:8x8
// run: buffer Result=zero:64
layout(local_size_x = 8, local_size_y = 8) in;

layout(r32f) coherent uniform image2D stage;
layout(std430) writeonly buffer Result { float result[]; };

void main() {
    ivec2 at = ivec2(gl_LocalInvocationID.xy);
    imageStore(stage, at, vec4(float((at.y * 8) + at.x)));
    memoryBarrierImage();
    barrier();                                        // the whole tile is in the image, for all to see
    result[(at.y * 8) + at.x] = imageLoad(stage, at.yx).r;
}
