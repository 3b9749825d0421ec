#version 430 core
// volume_render: one pixel of a picture of a volume, by a ray through it.
#define LAYOUT LINEAR
#include "volume_render.glsl"

layout(local_size_x = 8, local_size_y = 8) in;

uniform ivec4 output_shape;          // of the picture; the library sets it

layout(std430, binding = 1) writeonly buffer Picture { vec4 picture[]; };

void main() {
    ivec2 at = ivec2(gl_GlobalInvocationID.xy);
    if (at.x >= output_shape.x || at.y >= output_shape.y) return;
    picture[at.y * output_shape.x + at.x] = pixel(at, output_shape.xy);
}
