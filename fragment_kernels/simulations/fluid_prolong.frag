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
    vec2 sides = vec2(openness(walls, LEFT), openness(walls, RIGHT));
    vec2 ends = vec2(openness(walls, ABOVE), openness(walls, BELOW));
    float middle = at(cell);
    float left = sides.x > 0.0 ? at(cell - ivec2(1, 0)) : middle;
    float right = sides.y > 0.0 ? at(cell + ivec2(1, 0)) : middle;
    float above = ends.x > 0.0 ? at(cell - ivec2(0, 1)) : middle;
    float below = ends.y > 0.0 ? at(cell + ivec2(0, 1)) : middle;
    result = here(pressure) + 0.5 * middle + 0.25 * (vec4(left, right, left, right) + vec4(above, above, below, below));
}
