#version 330 core
// game_of_life: one generation of a cell.
// refused: wrong
#include "stream.glsl"

uniform sampler2D source;

layout(location = 0) out float result;

void main() {
    ivec2 size = textureSize(source, 0);
    int own = int(here(source).r);
    int sum = 0;
    for (int y = -1; y <= 1; y++) {
        for (int x = -1; x <= 1; x++) sum += int(fetch(source, (here() + ivec2(x, y) + size) % size).r);
    }
    int count = sum - own;
    result = own == 1 && (count == 3 || count == 2) ? 1.0 : 0.0;
}
