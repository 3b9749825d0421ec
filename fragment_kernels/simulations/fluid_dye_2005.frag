#version 110
// fluid_dye_2005: the dye in one cell a step later: carried along, faded a little, and renewed by the jets.
//
// As it was written for a Radeon 9700: four reads, and their weights by hand; the four jets in a loop that is
// unrolled. What would come from outside comes from the cell at the edge, which the sampler gives there.
#include "rectangles_2005.glsl"
#include "between_2005.glsl"
#include "jets_2005.glsl"

uniform float interval;      // of a step
uniform float fade;          // what is left of dye after a step
uniform mat4 places;         // of four jets, a column each: left, top, one over the squared radius
uniform mat4 colours;
uniform vec2 dye_size;       // cells across and down; the library sets it
uniform vec2 dye_texel;      // a texel in texture coordinates; the library sets it
uniform sampler2D dye;
uniform sampler2D velocity;  // across the left face, across the upper face

void main() {
    vec2 here = gl_TexCoord[0].xy;
    vec2 behind = here + dye_texel;
    vec2 more = vec2(lessThan(behind, CORNER(dye_size)));
    vec2 next = vec2(texture2D(velocity, vec2(behind.x, here.y)).x, texture2D(velocity, vec2(here.x, behind.y)).y);
    vec2 flow = 0.5 * (texture2D(velocity, here).xy + (more * next));

    vec2 middle = floor(TEXELS(here, dye_size)) + 0.5;
    vec4 carried = fade * between(dye, dye_texel, middle, -interval * flow);
    for (int jet = 0; jet < 4; jet++) {
        carried = mix(carried, colours[jet], jet_share(places[jet], middle));
    }
    gl_FragColor = carried;
}
