#version 450 core
// Sums of floats and of whole numbers of 64 bits by atomics; the floats are whole, so that their order is no matter.
// run: groups 4
// run: schedules 8
// run: buffer Sums=zero:4
#extension GL_ARB_gpu_shader_int64 : require
#extension GL_EXT_shader_atomic_int64 : require
#extension GL_EXT_shader_atomic_float : require
layout(local_size_x = 64) in;
layout(std430) buffer Sums { uint64_t big; float small; };

void main() {
    atomicAdd(big, uint64_t(gl_GlobalInvocationID.x) << 32);
    atomicAdd(small, 1.0);
}
