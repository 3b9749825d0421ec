// level_set_cross_2005.glsl: a cell of a page in use, and its six neighbours, by coordinates that the card has
// interpolated: no address is calculated, and no read waits for another.
#include "rectangles_2005.glsl"

uniform sampler2D memory;            // all pages

varying vec2 own;
varying vec2 left;
varying vec2 right;
varying vec2 down;
varying vec2 up;
varying vec2 back;
varying vec2 front;

float value(vec2 place) { return texture2D(memory, place).r; }

/// The neighbours before the cell along x, y and z, and those after it.
vec3 before() { return vec3(value(left), value(down), value(back)); }
vec3 after() { return vec3(value(right), value(up), value(front)); }
