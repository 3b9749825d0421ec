#version 330 core
// Wrong: a sampler without a run line.
uniform sampler2D photo;
out vec4 colour;

void main() {
    colour = texelFetch(photo, ivec2(gl_FragCoord.xy), 0);
}
