#version 330 core
// Two textures are added; the second is also the target, the first is not.
// run: size 16x16
// run: image base=random:16x16
// run: image layer=random:16x16
// run: output colour=layer
uniform sampler2D base;
uniform sampler2D layer;
out vec4 colour;

void main() {
    vec2 place = gl_FragCoord.xy / 16.0;
    colour = textureLod(base, place, 0.0);
    colour += textureLod(layer, place, 0.0);
}
