#version 330 core
// fluid_restrict: what one grid's pressure leaves of the divergence, added up for one block of the next: each of its cells is a block of this.
#include "stream.glsl"
#include "fluid.glsl"

uniform ivec4 pressure_shape;        // blocks along and down; the library sets it
uniform sampler2D pressure;
uniform sampler2D divergence;
uniform usampler2D faces;

layout(location = 0) out vec4 result;

vec4 at(ivec2 block) {
    bool inside = block.x >= 0 && block.y >= 0 && block.x < pressure_shape.x && block.y < pressure_shape.y;
    return inside ? fetch(pressure, block) : vec4(0.0);
}

float left_over(ivec2 block) {
    if (block.x >= pressure_shape.x || block.y >= pressure_shape.y) return 0.0;
    vec4 now = at(block);
    uvec4 walls = fetch(faces, block);
    vec4 left = at(block - ivec2(1, 0)), right = at(block + ivec2(1, 0));
    vec4 above = at(block - ivec2(0, 1)), below = at(block + ivec2(0, 1));
    vec4 rest = fetch(divergence, block) - (around(walls, now, left, right, above, below) - open_faces(walls) * now);
    return rest.x + rest.y + (rest.z + rest.w);
}

void main() {
    ivec2 block = 2 * here();
    vec2 upper = vec2(left_over(block), left_over(block + ivec2(1, 0)));
    vec2 lower = vec2(left_over(block + ivec2(0, 1)), left_over(block + ivec2(1, 1)));
    result = vec4(upper, lower);
}
