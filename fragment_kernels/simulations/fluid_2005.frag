#version 110
// fluid_2005: the velocities on one cell's left and upper face a step later: carried along.
//
// As it was written for a Radeon 9700 (Harris, GPU Gems, chapter 38, whose velocities lie in the cells'
// middles): each face looks back along the flow to where its fluid comes from, and takes the velocity there,
// between four faces. Two faces take 16 reads of 32, and nearly all of the 64 slots; what pushes the fluid is
// added in a pass of its own.
#include "rectangles_2005.glsl"
#include "between_2005.glsl"

uniform vec2 back;           // minus a step's interval, and a quarter of that for the sum of four velocities
uniform vec2 velocity_size;  // cells across and down; the library sets it
uniform vec2 velocity_texel; // a texel in texture coordinates; the library sets it
uniform vec2 spread_texel;   // a texel in texture coordinates; the library sets it
uniform sampler2D velocity;  // across the left face, across the upper face
uniform sampler2D spread;    // the same after viscosity, one column and one row more

void main() {
    vec2 here = gl_TexCoord[0].xy;
    vec2 across = vec2(velocity_texel.x, 0.0), downwards = vec2(0.0, velocity_texel.y);
    vec2 left = here - across, right = here + across, above = here - downwards, below = here + downwards;
    vec2 more = vec2(lessThan(vec2(right.x, below.y), CORNER(velocity_size)));
    vec2 now = texture2D(velocity, here).xy;
    float under = texture2D(velocity, below).y + texture2D(velocity, left + downwards).y;
    float beside = texture2D(velocity, right).x + texture2D(velocity, right - downwards).x;
    float down = now.y + texture2D(velocity, left).y + (more.y * under);      // four times that at the left face
    float along = now.x + texture2D(velocity, above).x + (more.x * beside);    // and at the upper face

    vec2 cell = floor(TEXELS(here, velocity_size)), middle = cell + 0.5, room = velocity_size - cell;
    vec2 from_left = clamp(back * vec2(now.x, down), -cell, room - vec2(0.0, 1.0));
    vec2 from_above = clamp(back.yx * vec2(along, now.y), -cell, room - vec2(1.0, 0.0));
    float carried = between(spread, spread_texel, middle, from_left).x;
    gl_FragColor = vec4(carried, between(spread, spread_texel, middle, from_above).y, 0.0, 0.0);
}
