#version 430 core
// A buffer is shifted by one element in place: lanes, and at the seams groups, read what others overwrite.
// run: groups 4
// run: buffer Values=index:129
layout(local_size_x = 32) in;
layout(std430) buffer Values { uint values[]; };

void main() {
    uint i = gl_GlobalInvocationID.x;
    values[i] = values[i + 1u];
}
