#version 430 core
// random_pcg: one block of four random words, each a hash of its place.
//
// A hash is far less work than a cipher; that its sequences keep apart is hoped, not shown (Jarzynski and
// Olano, 2020).
#include "stream.glsl"
#include "random.glsl"

layout(local_size_x = 256) in;

uniform uint seed;

layout(std430, binding = 0) writeonly buffer Result { uvec4 result[]; };

void main() {
    uint i = uint(element());
    if (i >= uint(element_count)) return;
    result[i] = uvec4(random_word(seed, i, 0u), random_word(seed, i, 1u), random_word(seed, i, 2u), random_word(seed, i, 3u));
}
