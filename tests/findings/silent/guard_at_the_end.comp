#version 430 core
// Right: 1000 elements, 1024 lanes, and a guard.
// run: groups 16
// run: uniform count=1000
// run: buffer Source=random:1000
// run: buffer Result=zero:1000
layout(local_size_x = 64) in;
uniform uint count;
layout(std430) readonly buffer Source { float source[]; };
layout(std430) writeonly buffer Result { float result[]; };

void main() {
    uint i = gl_GlobalInvocationID.x;
    if (i >= count) return;
    result[i] = 2.0 * source[i];
}
