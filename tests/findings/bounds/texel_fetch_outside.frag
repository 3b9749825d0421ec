#version 330 core
// The output has 64 by 64 pixels and the texture 60 by 48: texelFetch does not wrap.
// run: size 64x64
// run: image photo=random:60x48
uniform sampler2D photo;
out vec4 colour;

void main() {
    colour = texelFetch(photo, ivec2(gl_FragCoord.xy), 0);
}
