#version 110
// fluid_volume_push_2005: one cell of a volume of smoke, put together of the four numbers that were carried along:
// risen, and renewed by the source.
//
// As it was written for a Radeon 9700: across the first walls of the volume nothing flows.
#include "rectangles_2005.glsl"
#include "fluid_volume_2005.glsl"

uniform float lift;          // what a cell full of smoke on either side of a face gives to its velocity, halved
uniform float fade;          // what is left of smoke after a step
uniform vec4 place;          // of the smoke's source, and one over its squared radius
uniform vec4 given;          // what flows there, and how thick the smoke is
uniform sampler2D source;    // before the step
uniform sampler2D right;     // carried velocities,
uniform sampler2D down;
uniform sampler2D inwards;
uniform sampler2D smoke;     // and smoke

void main() {
    vec2 at = gl_FragCoord.xy, tile = tile_of(at), first = first_of(tile), here = gl_TexCoord[0].xy;
    vec2 above = vec2(at.x, max(at.y - 1.0, first.y)) * source_texel;
    float warm = texture2D(source, here).w + texture2D(source, above).w;
    vec4 later = vec4(texture2D(right, here).r, texture2D(down, here).r - (lift * warm),
                      texture2D(inwards, here).r, fade * texture2D(smoke, here).r);
    vec3 cell = vec3(at - first, tile.x + (tile.y * source_columns));
    vec3 away = cell + 0.5 - place.xyz;
    float near = max(1.0 - (dot(away, away) * place.w), 0.0);
    later = mix(later, given, near * near);
    gl_FragColor = vec4(later.xyz * vec3(greaterThan(cell, vec3(0.5))), later.w);
}
