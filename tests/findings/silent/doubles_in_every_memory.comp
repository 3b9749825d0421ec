#version 450 core
// Doubles and whole numbers of 64 bits in buffers, shared variables and locals.
// run: buffer Source=index:128
// run: buffer Result=zero:128
// run: uniform scale=0.5
#extension GL_ARB_gpu_shader_int64 : require
layout(local_size_x = 64) in;
uniform double scale;
layout(std430) readonly buffer Source { double source[]; };
layout(std430) writeonly buffer Result { double result[]; };
shared dvec2 kept[64];

void main() {
    uint lane = gl_LocalInvocationIndex;
    kept[lane] = dvec2(source[lane], scale);
    barrier();
    dvec2 other = kept[lane ^ 1u];
    int64_t bits = int64_t(other.x) << 40;
    result[lane] = other.x * other.y + double(bits >> 40);
}
