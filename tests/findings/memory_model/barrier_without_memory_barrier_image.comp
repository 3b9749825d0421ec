#version 430 core
// A tile is turned through an image; barrier() alone does not make image stores visible.
// run: image stage=zero:8x8
// run: buffer Result=zero:64
layout(local_size_x = 8, local_size_y = 8) in;
layout(r32f) coherent uniform image2D stage;
layout(std430) writeonly buffer Result { float result[]; };

void main() {
    ivec2 at = ivec2(gl_LocalInvocationID.xy);
    imageStore(stage, at, vec4(float(at.x * 8 + at.y)));
    barrier();
    result[at.y * 8 + at.x] = imageLoad(stage, at.yx).r;
}
