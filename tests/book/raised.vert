#version 110
// raised: a point at the height that a texture has for it.
uniform sampler2D heights;
attribute vec2 place;

void main() {
    float height = texture2DLod(heights, place, 0.0).x;
    gl_Position = vec4((2.0 * place) - 1.0, height, 1.0);
}
