// level_set_quads_2005.glsl: a corner of a rectangle of cells, all of whose neighbours lie as far off.
//
// The cells inside of a page find their neighbours a texel away, those at its edges in other pages: a page in use
// is up to nine rectangles. The vertex units of a Radeon 9700 calculate every address there is, and between the
// corners the card interpolates: eight coordinates, as many as it has.
uniform vec2 output_texel;           // a texel in texture coordinates; the library sets it
uniform vec2 memory_texel;

attribute vec4 place;                // the corner in the memory of pages, and in the volume's speeds
attribute vec4 beside;               // texels to the cells before and after along x
attribute vec4 above;                // along y
attribute vec4 beyond;               // along z

varying vec2 own;
varying vec2 left;
varying vec2 right;
varying vec2 down;
varying vec2 up;
varying vec2 back;
varying vec2 front;

void draw_corner() {
    own = place.xy * memory_texel;
    left = (place.xy + beside.xy) * memory_texel;
    right = (place.xy + beside.zw) * memory_texel;
    down = (place.xy + above.xy) * memory_texel;
    up = (place.xy + above.zw) * memory_texel;
    back = (place.xy + beyond.xy) * memory_texel;
    front = (place.xy + beyond.zw) * memory_texel;
    gl_Position = vec4(((place.xy * output_texel) * 2.0) - 1.0, 0.0, 1.0);
}
