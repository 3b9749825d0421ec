#version 430 core
// fluid_volume_divergence: what flows out of one cell of a volume, less what flows in.
//
// The same lines as fluid_volume_divergence.frag. In a buffer the slices follow each other.
#include "stream.glsl"
#include "addressing.glsl"

layout(local_size_x = 8, local_size_y = 8, local_size_z = 2) in;

uniform ivec4 output_shape;                           // columns, rows and slices; the library sets it
layout(std430, binding = 0) readonly  buffer Now        { vec4 now[]; };
layout(std430, binding = 1) writeonly buffer Result     { float result[]; };

vec4 now_at(ivec3 cell) { return now[index_3d(cell, output_shape.xyz)]; }

vec4 at(ivec3 cell) {                // behind the last cells' faces nothing flows
    ivec3 last = output_shape.xyz - 1;
    vec4 inside = now_at(clamp(cell, ivec3(0), last));
    return mix(inside, vec4(0.0), bvec4(greaterThan(cell, last), false));
}

void main() {
    ivec3 cell = ivec3(gl_GlobalInvocationID);
    if (any(greaterThanEqual(cell, output_shape.xyz))) return;
    vec4 here_now = at(cell);
    vec3 next = vec3(at(cell + ivec3(1, 0, 0)).x, at(cell + ivec3(0, 1, 0)).y, at(cell + ivec3(0, 0, 1)).z);
    result[index_3d(cell, output_shape.xyz)] = dot(next - here_now.xyz, vec3(1.0));
}
