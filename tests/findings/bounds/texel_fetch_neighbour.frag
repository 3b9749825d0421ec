#version 330 core
// A horizontal gradient fetches the texel to the right, also at the right edge.
// run: size 33x17
// run: image photo=random:33x17
uniform sampler2D photo;
out float result;

void main() {
    ivec2 at = ivec2(gl_FragCoord.xy);
    float here = texelFetch(photo, at, 0).r;
    float right = texelFetch(photo, at + ivec2(1, 0), 0).r;
    result = right - here;
}
