#version 430 core
// fluid_picture: one pixel of the picture: the dye there on a dark ground, walls in grey.
#include "stream.glsl"

layout(local_size_x = 32, local_size_y = 8) in;

uniform vec2 cells_a_pixel;
uniform ivec4 dye_shape;                              // columns and rows; the library sets it
uniform ivec4 result_shape;
layout(std430, binding = 0) readonly  buffer Dye    { vec4 dye[]; };
layout(std430, binding = 1) readonly  buffer Faces  { uint faces[]; };
layout(std430, binding = 2) writeonly buffer Result { vec4 result[]; };

vec4 at(ivec2 cell) {                                 // the dye, and in the fourth lane whether it is a wall
    ivec2 place = clamp(cell, ivec2(0), dye_shape.xy - 1);
    int i = place.y * dye_shape.x + place.x;
    return vec4(dye[i].rgb, faces[i] == 0u ? 1.0 : 0.0);
}

void main() {
    ivec2 pixel = ivec2(gl_GlobalInvocationID.xy);
    if (pixel.x >= result_shape.x || pixel.y >= result_shape.y) return;
    vec2 place = (vec2(pixel) + 0.5) * cells_a_pixel - 0.5;
    ivec2 low = ivec2(floor(place));
    vec2 part = place - vec2(low);
    vec4 upper = mix(at(low), at(low + ivec2(1, 0)), part.x);
    vec4 lower = mix(at(low + ivec2(0, 1)), at(low + ivec2(1, 1)), part.x);
    vec4 seen = mix(upper, lower, part.y);
    vec3 light = mix(vec3(0.02, 0.03, 0.07) + seen.rgb, vec3(0.55, 0.57, 0.62), seen.a);
    result[pixel.y * result_shape.x + pixel.x] = vec4(clamp(light, 0.0, 1.0), 1.0);
}
