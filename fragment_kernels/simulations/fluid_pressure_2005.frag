#version 110
// fluid_pressure_2005: one sweep of Jacobi's iteration for the pressure of one cell.
//
// As it was written for a Radeon 9700: the four pressures around are weighed by how far their faces are open,
// in one dot product. A cell without an open face has no divergence, and its pressure stays 0.
#include "rectangles_2005.glsl"

uniform float weight;        // how far a cell goes towards what its neighbours ask of it
uniform vec2 pressure_texel; // a texel in texture coordinates; the library sets it
uniform sampler2D pressure;
uniform sampler2D divergence;
uniform sampler2D faces;     // 1 where open, 0 where not: left, right, above, below

void main() {
    vec2 here = gl_TexCoord[0].xy;
    vec2 before = here - pressure_texel, behind = here + pressure_texel;
    vec4 around = vec4(texture2D(pressure, vec2(before.x, here.y)).r, texture2D(pressure, vec2(behind.x, here.y)).r,
                       texture2D(pressure, vec2(here.x, before.y)).r, texture2D(pressure, vec2(here.x, behind.y)).r);
    vec4 open = texture2D(faces, here);
    float count = dot(open, vec4(1.0));
    float asked = (dot(around, open) - texture2D(divergence, here).r) / max(count, 1.0);
    gl_FragColor = vec4(mix(texture2D(pressure, here).r, asked, weight));
}
