#version 110
// boids_move_2005: one bird a tick later, after what it has seen: first it turns, then it moves.
#include "rectangles_2005.glsl"

uniform float separation;      // its weight, 1/s²
uniform vec4 goal;             // where the flock wants to be; the most acceleration towards it, m/s²
uniform vec4 pace;             // how soon a bird is at its own speed, 1/s; one over that speed's square;
                               // the most speed; seconds of a tick
uniform sampler2D position;    // and in the fourth channel the bird's number
uniform sampler2D velocity;
uniform sampler2D apart;       // away from birds that are too close; and the sum of the weights, 1 at least
uniform sampler2D along;       // along with the birds around, and to their centre

void main() {
    vec2 here = gl_TexCoord[0].xy;
    vec4 place = texture2D(position, here), away = texture2D(apart, here);
    vec3 speed = texture2D(velocity, here).xyz;
    vec3 turn = (separation * away.xyz) + (texture2D(along, here).xyz / away.w);
    vec3 way = goal.xyz - place.xyz;
    turn += way * (goal.w / (length(way) + 1.0));
    turn += speed * (pace.x * (1.0 - (dot(speed, speed) * pace.y)));
    speed += turn * pace.w;
    speed *= pace.z / max(length(speed), pace.z);
    gl_FragData[0] = vec4(place.xyz + (speed * pace.w), place.w);
    gl_FragData[1] = vec4(speed, 0.0);
}
