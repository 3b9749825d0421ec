#version 330 core
// Right: a texture without levels that is read by the nearest texel needs no derivative.
// run: size 8x8
// run: image photo=random:8x8
uniform sampler2D photo;
out float result;

void main() {
    result = 0.0;
    if (int(gl_FragCoord.x) % 2 == 0) result = texture(photo, gl_FragCoord.xy / 8.0).r;
}
