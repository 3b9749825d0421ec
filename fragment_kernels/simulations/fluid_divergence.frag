#version 330 core
// fluid_divergence: what flows out of each cell of one block, less what flows in.
#include "stream.glsl"
#include "fluid.glsl"

uniform ivec4 velocity_shape;        // columns and rows; the library sets it
uniform sampler2D velocity;

layout(location = 0) out vec4 result;

/// There is none behind the last cells' right and lower faces, which are walls.
vec2 at(ivec2 cell) {
    bool inside = cell.x < velocity_shape.x && cell.y < velocity_shape.y;
    return inside ? fetch(velocity, cell).xy : vec2(0.0);
}

void main() {
    ivec2 cell = 2 * here();
    vec2 a = at(cell), b = at(cell + ivec2(1, 0)), c = at(cell + ivec2(0, 1)), d = at(cell + ivec2(1, 1));
    vec2 right = vec2(at(cell + ivec2(2, 0)).x, at(cell + ivec2(2, 1)).x);
    vec2 below = vec2(at(cell + ivec2(0, 2)).y, at(cell + ivec2(1, 2)).y);
    result = divergence_of(a, b, c, d, right, below);
}
