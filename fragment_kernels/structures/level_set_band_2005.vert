#version 110
// level_set_band_2005: one corner of a rectangle of cells, with its place in the volume's speeds.
#include "level_set_quads_2005.glsl"

uniform vec2 speeds_texel;

varying vec2 at_speed;

void main() {
    at_speed = place.zw * speeds_texel;
    draw_corner();
}
