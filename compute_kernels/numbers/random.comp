#version 430 core
// random: one block of four random words, of its number and the key alone.
//
// No block needs the one before it: the number is encrypted, and good encryption leaves no pattern (Salmon et
// al., 2011).
#include "stream.glsl"
#include "random.glsl"

layout(local_size_x = 256) in;

uniform uvec2 key;

layout(std430, binding = 0) writeonly buffer Result { uvec4 result[]; };

void main() {
    int i = element();
    if (i >= element_count) return;
    result[i] = philox(uvec4(i, 0, 0, 0), key);
}
