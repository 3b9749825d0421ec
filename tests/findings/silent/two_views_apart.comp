#version 430 core
// Right: two blocks of one binding see one buffer, and each lane uses the words of its own by both.
// run: groups 2
// run: buffer Words=zero:64
layout(local_size_x = 32) in;
layout(std430, binding = 0) buffer Words { uint words[]; };
layout(std430, binding = 0) buffer Floats { float floats[]; };

void main() {
    uint i = gl_GlobalInvocationID.x;
    floats[i] = float(i);
    words[i] ^= 0x80000000u;
    floats[i] *= 2.0;
}
