#version 430 core
// Several lanes set the same flag to the same value: harmless on real machines, a note.
// run: buffer Source=[0,7,0,7,7,0,0,7]
// run: buffer Result=zero:1
layout(local_size_x = 8) in;
layout(std430) readonly buffer Source { uint source[]; };
layout(std430) writeonly buffer Result { uint result[]; };
shared uint found;

void main() {
    uint lane = gl_LocalInvocationID.x;
    if (lane == 0u) found = 0u;
    barrier();
    if (source[lane] == 7u) found = 1u;
    barrier();
    if (lane == 0u) result[0] = found;
}
