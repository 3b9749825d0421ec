#version 330 core
// Right: with an odd size the last quads have helper lanes beyond the texture; what those fetch is nobody's fault.
// run: size 33x17
// run: image photo=random:33x17
uniform sampler2D photo;
out vec4 colour;

void main() {
    vec4 texel = texelFetch(photo, ivec2(gl_FragCoord.xy), 0);
    colour = texel + vec4(dFdx(gl_FragCoord.x), dFdy(gl_FragCoord.y), 0.0, 0.0);
}
