#version 330 core
// level_set_message: what the cells of one page ask together, in one texel: the host reads a sixty-fourth of
// the bits.
//
// A reduction in one fat pass. Pages that are not in use say what they said when they were; nobody listens.
#include "stream.glsl"
#include "page_table.glsl"

uniform usampler2D bits;

layout(location = 0) out uint message;

void main() {
    uint all = 0u;
    for (int cell = 0; cell < CELLS; ++cell) {
        all |= fetch(bits, SIDE * here() + ivec2(cell & (SIDE - 1), cell / SIDE)).r;
    }
    message = all;
}
