#version 430 core
// fluid_prolong: what the next grid found, added to one block, which is a cell there.
//
// A quarter of it from the cell beside, a quarter from the cell above or below, half from the cell itself: exact where the pressure is a
// plane. What a wall hides has no say.
#include "stream.glsl"
#include "fluid.glsl"

layout(local_size_x = 32, local_size_y = 8) in;

uniform ivec4 coarse_shape;                           // blocks along and down; the library sets it
uniform ivec4 result_shape;
layout(std430, binding = 0) readonly  buffer Pressure    { vec4 pressure[]; };
layout(std430, binding = 1) readonly  buffer Coarse      { vec4 coarse[]; };
layout(std430, binding = 2) readonly  buffer CoarseFaces { uvec4 coarse_faces[]; };
layout(std430, binding = 3) writeonly buffer Result      { vec4 result[]; };

int block_of(ivec2 cell) { return cell.y / 2 * coarse_shape.x + cell.x / 2; }

float at(ivec2 cell) { return lane(coarse[block_of(cell)], cell); }

void main() {
    ivec2 cell = ivec2(gl_GlobalInvocationID.xy);
    if (cell.x >= result_shape.x || cell.y >= result_shape.y) return;
    uint walls = lane(coarse_faces[block_of(cell)], cell);
    vec2 sides = vec2(openness(walls, LEFT), openness(walls, RIGHT));
    vec2 ends = vec2(openness(walls, ABOVE), openness(walls, BELOW));
    float middle = at(cell);
    float left = sides.x > 0.0 ? at(cell - ivec2(1, 0)) : middle;
    float right = sides.y > 0.0 ? at(cell + ivec2(1, 0)) : middle;
    float above = ends.x > 0.0 ? at(cell - ivec2(0, 1)) : middle;
    float below = ends.y > 0.0 ? at(cell + ivec2(0, 1)) : middle;
    int i = cell.y * result_shape.x + cell.x;
    result[i] = pressure[i] + 0.5 * middle + 0.25 * (vec4(left, right, left, right) + vec4(above, above, below, below));
}
