#version 430 core
#extension GL_ARB_gpu_shader_int64 : require
// Wrong: 64-bit integers, which the emulator does not have.
layout(local_size_x = 32) in;
layout(std430) buffer Result { uint result[]; };

void main() {
    uint64_t wide = uint64_t(result[0]) << 33;
    result[0] = uint(wide >> 2);
}
