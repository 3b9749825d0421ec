#version 110
// lattice_boltzmann_pull_2005: what one cell gets from its neighbours: eight distributions, of nine the ones
// that fly.
//
// A step does not fit a Radeon 9700: it flies in this pass and collides in the next. Nine distributions fill
// three texels: along the axes (east, north, west, south), along the diagonals (north-east, north-west,
// south-west, south-east), and the one that rests. Without bits, walls are numbers for each direction.
#include "rectangles_2005.glsl"

uniform vec2 velocity;               // of walls that slide
uniform sampler2D axes;
uniform sampler2D diagonals;
uniform sampler2D axis_walls;        // what comes that way: 0 flows, 1 comes from a wall, 2 from one that slides
uniform sampler2D diagonal_walls;
uniform vec2 axes_size;              // its texels across and up
uniform vec2 axes_texel;             // a texel in texture coordinates

/// What comes along four directions: what flowed here, or what the wall sends back, with its push.
vec4 arriving(vec4 flowed, vec4 own, vec4 walls, vec4 push) {
    vec4 back = own.zwxy + (push * step(1.5, walls)), hit = step(0.5, walls);
    return (flowed * (1.0 - hit)) + (back * hit);
}

void main() {
    vec2 here = gl_TexCoord[0].xy;
    vec2 before = WRAPPED(here - axes_texel, axes_size), after = WRAPPED(here + axes_texel, axes_size);
    vec4 a, d;                       // what goes east comes from the west
    a.x = texture2D(axes, vec2(before.x, here.y)).x;
    a.y = texture2D(axes, vec2(here.x, before.y)).y;
    a.z = texture2D(axes, vec2(after.x, here.y)).z;
    a.w = texture2D(axes, vec2(here.x, after.y)).w;
    d.x = texture2D(diagonals, before).x;
    d.y = texture2D(diagonals, vec2(after.x, before.y)).y;
    d.z = texture2D(diagonals, after).z;
    d.w = texture2D(diagonals, vec2(before.x, after.y)).w;
    vec4 push = vec4(velocity, -velocity), across = push + push.yzwx;
    vec4 axis_wall = texture2D(axis_walls, here), diagonal_wall = texture2D(diagonal_walls, here);
    gl_FragData[0] = arriving(a, texture2D(axes, here), axis_wall, (2.0 / 3.0) * push);
    gl_FragData[1] = arriving(d, texture2D(diagonals, here), diagonal_wall, across / 6.0);
}
