#version 330 core
// fluid_prolong: what the next grid found, added to one block, which is a cell there.
//
// A quarter of it from the cell beside, a quarter from the cell above or below, half from the cell itself: exact where the pressure is a
// plane. What a wall hides has no say.
#include "stream.glsl"
#include "fluid.glsl"

uniform sampler2D pressure;
uniform sampler2D coarse;
uniform usampler2D coarse_faces;

layout(location = 0) out vec4 result;

float at(ivec2 cell) { return lane(fetch(coarse, cell / 2), cell); }

void main() {
    ivec2 cell = here();
    uint walls = lane(fetch(coarse_faces, cell / 2), cell);
    float middle = at(cell);
    float left = openness(walls, LEFT) > 0.0 ? at(cell - ivec2(1, 0)) : middle;
    float right = openness(walls, RIGHT) > 0.0 ? at(cell + ivec2(1, 0)) : middle;
    float above = openness(walls, ABOVE) > 0.0 ? at(cell - ivec2(0, 1)) : middle;
    float below = openness(walls, BELOW) > 0.0 ? at(cell + ivec2(0, 1)) : middle;
    result = here(pressure) + 0.5 * middle + 0.25 * (vec4(left, right, left, right) + vec4(above, above, below, below));
}
