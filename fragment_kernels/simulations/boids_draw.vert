#version 330 core
// boids_draw: where one corner of a bird falls in the picture.
//
// It fetches the bird that a fragment kernel wrote; or, with CORNERS_IN_STREAM, has the corner from a compute
// kernel's buffer.
#include "gather.glsl"

uniform vec4 lens;                   // what makes coordinates of metres, right and down;
                                     // the distance of the origin, and how far birds are seen

#ifdef CORNERS_IN_STREAM
in vec4 corners;
#else
#include "boids_wings.glsl"
uniform sampler2D position;
uniform sampler2D velocity;
#endif

out float light;
out float haze;

void main() {
#ifdef CORNERS_IN_STREAM
    vec4 corner = corners;
#else
    int bird = gl_VertexID / CORNERS;
    vec4 corner = corner_of(fetch(position, bird), fetch(velocity, bird).xyz, gl_VertexID % CORNERS);
#endif
    float distance = corner.z + lens.z;
    light = corner.w;
    haze = clamp(distance / lens.w, 0.0, 0.9);
    gl_Position = vec4(corner.xy * lens.xy, distance * (2.0 * distance / lens.w - 1.0), distance);
}
