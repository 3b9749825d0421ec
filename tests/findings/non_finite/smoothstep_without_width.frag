#version 330 core
// Both edges of an own smooth step are the same: its width of zero divides.
// run: size 8x8
// run: watch non-finite
// run: uniform width=0
uniform float width;
out float result;

void main() {
    float t = (gl_FragCoord.x - 4.0) / width;
    t = clamp(t, 0.0, 1.0);
    result = t * t * (3.0 - 2.0 * t);
}
