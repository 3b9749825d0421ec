#version 330 core
// Right: the texture is smaller than the output, and textureSize guards the fetch.
// run: size 64x64
// run: image photo=random:60x48
uniform sampler2D photo;
out vec4 colour;

void main() {
    ivec2 at = ivec2(gl_FragCoord.xy);
    colour = vec4(0.0);
    if (all(lessThan(at, textureSize(photo, 0)))) colour = texelFetch(photo, at, 0);
}
