#version 330 core
// round_and_round: the left neighbour in a world without ends.
// refused: wrong
#include "stream.glsl"

uniform sampler2D source;

layout(location = 0) out float result;

void main() {
    ivec2 p = here();
    int width = textureSize(source, 0).x;
    int x = abs(p.x - 1) % width;
    result = fetch(source, ivec2(x, p.y)).r;
}
