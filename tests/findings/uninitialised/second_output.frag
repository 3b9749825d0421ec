#version 330 core
// Of two outputs one is never written.
// run: size 16x16
layout(location = 0) out vec4 colour;
layout(location = 1) out float weight;

void main() {
    float light = gl_FragCoord.x / 16.0;
    colour = vec4(light, light, light, 1.0);
}
