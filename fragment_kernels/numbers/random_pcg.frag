#version 330 core
// random_pcg: one block of four random words, each a hash of its place.
//
// A hash is far less work than a cipher; that its sequences keep apart is hoped, not shown (Jarzynski and
// Olano, 2020).
#include "stream.glsl"
#include "random.glsl"

uniform uint seed;

layout(location = 0) out uvec4 result;

void main() {
    uint i = uint(element());
    result = uvec4(random_word(seed, i, 0u), random_word(seed, i, 1u), random_word(seed, i, 2u), random_word(seed, i, 3u));
}
