#version 330 core
// particles_draw: the light of one particle, which blending adds to its pixel.
layout(location = 0) out float light;

void main() {
    light = 1.0;
}
