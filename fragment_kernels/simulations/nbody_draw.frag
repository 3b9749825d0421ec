#version 330 core
// nbody_draw: the light of one body, which blending adds to its pixel.
flat in vec4 colour;

layout(location = 0) out vec4 light;

void main() {
    light = colour;
}
