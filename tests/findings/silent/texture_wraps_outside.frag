#version 330 core
// Right: texture() may be asked outside of 0 to 1, where the wrap mode answers.
// run: size 32x32
// run: image photo=random:16x16
uniform sampler2D photo;
out vec4 colour;

void main() {
    colour = textureLod(photo, gl_FragCoord.xy / 16.0 - 0.7, 0.0);
}
