#version 330 core
// particles_draw: the light of one particle, which blending adds to its pixel.
flat in vec3 glow;

layout(location = 0) out vec4 light;

void main() {
    light = vec4(glow, 0.0);
}
