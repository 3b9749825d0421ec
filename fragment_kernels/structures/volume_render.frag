#version 330 core
// volume_render: one pixel of a picture of a volume, by a ray through it.
#include "volume_render.glsl"

uniform ivec4 output_shape;          // of the picture; the library sets it

layout(location = 0) out vec4 picture;

void main() {
    picture = pixel(here(), output_shape.xy);
}
