#version 330 core
// life_repeat: the next state of one cell of Conway's Game of Life, on a torus that the sampler makes.
//
// GPU Gems 2, listing 33-2, lets GL_REPEAT take the remainder of an address: behind the last column the sampler
// goes on with the first, and the kernel compares nothing.
#include "stream.glsl"

uniform ivec4 output_shape;          // columns and rows; the library sets it
uniform usampler2D cells;            // sampled nearest and repeated

layout(location = 0) out uint result;

#define alive(x, y) (textureOffset(cells, middle, ivec2(x, y)).r & 1u)

void main() {
    vec2 middle = (vec2(here()) + 0.5) / vec2(output_shape.xy);
    uint neighbours = alive(-1, -1) + alive(0, -1) + alive(1, -1)
                    + alive(-1,  0)                + alive(1,  0)
                    + alive(-1,  1) + alive(0,  1) + alive(1,  1);
    result = (neighbours | alive(0, 0)) == 3u ? 1u : 0u;     // three, or two around a living cell
}
