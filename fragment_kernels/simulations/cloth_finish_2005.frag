#version 110
// cloth_finish_2005: a particle stops at the ball and at the ground that it met.
//
// As it was written for a Radeon 9700, which has no branches: the places on the ball and on the ground are
// computed in any case, and chosen if the particle is inside.
#include "rectangles_2005.glsl"

uniform vec4 ball;             // its centre, and its radius
uniform float ground;          // its height
uniform float friction;
uniform sampler2D position;    // where the particle was
uniform sampler2D predicted;

/// The part of a slip along a surface that friction takes back, by the depth of the particle in it.
vec3 rub(vec3 slip, vec3 normal, float reach) {
    vec3 along = slip - (dot(slip, normal) * normal);
    return along * min(reach / max(length(along), 1e-9), 1.0);
}

void main() {
    vec3 from = texture2D(position, gl_TexCoord[0].xy).xyz;
    vec4 to = texture2D(predicted, gl_TexCoord[0].xy);
    vec3 way = to.xyz - ball.xyz;
    float far = length(way), depth = ball.w - far;
    vec3 normal = way / max(far, 1e-9);
    vec3 surface = ball.xyz + (ball.w * normal);
    surface -= rub(surface - from, normal, friction * depth);
    vec3 place = depth > 0.0 && far > 0.0 ? surface : to.xyz;
    depth = ground - place.y;
    vec3 level = vec3(place.x, ground, place.z);
    level -= rub(level - from, vec3(0.0, 1.0, 0.0), friction * depth);
    place = depth > 0.0 ? level : place;
    gl_FragColor = to.w == 0.0 ? to : vec4(place, to.w);
}
