#version 430 core
// volume_render_slopes: the slope of a volume at one cell, by central differences, and the value there.
#define LAYOUT LINEAR
#include "volume.glsl"

layout(local_size_x = 32, local_size_y = 4) in;

uniform float white;                 // the value that counts as 1

layout(std430, binding = 1) writeonly buffer Slopes { vec4 slopes[]; };

void main() {
    ivec3 at = position();
    if (at.x >= source_shape.x || at.y >= source_shape.y) return;
    float x = cell(at + ivec3(1, 0, 0)) - cell(at - ivec3(1, 0, 0));
    float y = cell(at + ivec3(0, 1, 0)) - cell(at - ivec3(0, 1, 0));
    float z = cell(at + ivec3(0, 0, 1)) - cell(at - ivec3(0, 0, 1));
    slopes[index_3d(at, source_shape.xyz)] = vec4(0.5 * vec3(x, y, z), cell(at)) / white;
}
