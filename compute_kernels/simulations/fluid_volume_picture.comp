#version 430 core
// fluid_volume_picture: one pixel of a volume of smoke seen from the front: light absorbed along the line of sight.
//
// The light comes from above on the left. A sample is in shadow as far as there is more smoke towards the light than in it.
#include "stream.glsl"
#include "addressing.glsl"

layout(local_size_x = 32, local_size_y = 8) in;

uniform vec2 cells_a_pixel;
uniform float density;               // how much of the light a cell full of smoke takes
uniform ivec4 smoke_shape;           // columns, rows and slices; the library sets it
uniform ivec4 result_shape;
layout(std430, binding = 0) readonly  buffer Smoke  { vec4 smoke[]; };
layout(std430, binding = 1) writeonly buffer Result { vec4 result[]; };

float smoke_at(ivec3 cell) {
    ivec3 inside = clamp(cell, ivec3(0), smoke_shape.xyz - 1);
    return smoke[index_3d(inside, smoke_shape.xyz)].w;
}

float between(vec2 place, int z) {
    ivec2 low = ivec2(floor(place));
    vec2 part = place - vec2(low);
    float upper = mix(smoke_at(ivec3(low, z)), smoke_at(ivec3(low + ivec2(1, 0), z)), part.x);
    float lower = mix(smoke_at(ivec3(low + ivec2(0, 1), z)), smoke_at(ivec3(low + ivec2(1, 1), z)), part.x);
    return mix(upper, lower, part.y);
}

void main() {
    ivec2 at = ivec2(gl_GlobalInvocationID.xy);
    if (at.x >= result_shape.x || at.y >= result_shape.y) return;
    vec2 pixel = vec2(at) + 0.5;
    vec2 place = pixel * cells_a_pixel - 0.5;
    float left = 1.0;                    // of the light from behind
    vec3 seen = vec3(0.0);
    for (int z = 0; z < smoke_shape.z; ++z) {
        float thick = between(place, z);
        float shade = 0.5 * density * (between(place - vec2(1.5), z - 1) + between(place - vec2(3.5), z - 2));
        float taken = left * thick * density / (1.0 + thick * density);
        seen += taken * mix(vec3(1.0, 0.93, 0.82), vec3(0.22, 0.24, 0.42), shade / (1.0 + shade));
        left -= taken;
    }
    float height = pixel.y * cells_a_pixel.y / float(smoke_shape.y);
    vec3 sky = mix(vec3(0.05, 0.09, 0.22), vec3(0.85, 0.42, 0.30), height * height);
    result[at.y * result_shape.x + at.x] = vec4(seen + left * sky, 1.0);
}
