#version 330 core
// random: one block of four random words, of its number and the key alone.
//
// No block needs the one before it: the number is encrypted, and good encryption leaves no pattern (Salmon et
// al., 2011).
#include "stream.glsl"
#include "random.glsl"

uniform uvec2 key;

layout(location = 0) out uvec4 result;

void main() {
    result = philox(uvec4(element(), 0, 0, 0), key);
}
