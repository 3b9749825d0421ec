#version 330 core
// volume_render_slopes: the slope of a volume at one cell, by central differences, and the value there.
#include "volume.glsl"

uniform float white;                 // the value that counts as 1

layout(location = 0) out vec4 slopes;

void main() {
    ivec3 at = position();
    float x = cell(at + ivec3(1, 0, 0)) - cell(at - ivec3(1, 0, 0));
    float y = cell(at + ivec3(0, 1, 0)) - cell(at - ivec3(0, 1, 0));
    float z = cell(at + ivec3(0, 0, 1)) - cell(at - ivec3(0, 0, 1));
    slopes = vec4(0.5 * vec3(x, y, z), cell(at)) / white;
}
