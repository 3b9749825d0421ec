#version 330 core
// Right: one output is set piece by piece, partly in a function; the other before an early return.
// run: size 16x16
layout(location = 0) out vec4 colour;
layout(location = 1) out float weight;

void paint(float light) { colour.xy = vec2(light, 1.0 - light); }

void main() {
    weight = 0.5;
    colour.a = 1.0;
    colour.b = gl_FragCoord.y;
    paint(gl_FragCoord.x / 16.0);
    if (gl_FragCoord.x < 8.0) return;
    weight = 1.0;
}
