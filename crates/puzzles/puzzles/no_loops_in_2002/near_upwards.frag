#version 110
// no_loops_in_2002: three neighbours of a row added.
// refused: wrong
uniform sampler2D source;
uniform float texel;
uniform float reach;

void main() {
    vec2 here = gl_TexCoord[0].xy;
    vec2 right = vec2(0.0, texel);
    gl_FragColor = texture2D(source, here - right) + texture2D(source, here) + texture2D(source, here + right);
}
