#version 430 core
// A value of 16 falls outside the sixteen bins; nobody has bounded it.
// run: buffer Source=[0,3,15,7,16,2,9,11]
// run: buffer Result=zero:16
layout(local_size_x = 8) in;
layout(std430) readonly buffer Source { uint source[]; };
layout(std430) writeonly buffer Result { uint result[]; };
shared uint bins[16];

void main() {
    uint lane = gl_LocalInvocationID.x;
    bins[lane] = 0u;
    bins[lane + 8u] = 0u;
    barrier();
    atomicAdd(bins[source[lane]], 1u);
    barrier();
    result[lane] = bins[lane];
    result[lane + 8u] = bins[lane + 8u];
}
