#version 110
// frequencies_uniform_2005: five texels weighed and added; the host says how far away a neighbour is.
uniform vec2 across;             // to the next texel of a row, in texture coordinates
uniform vec2 up;                 // and to the next row
uniform float centre;            // the weight of the fragment's own texel
uniform float beside;            // and of its four neighbours
uniform sampler2D source;

void main() {
    vec2 here = gl_TexCoord[0].xy;
    float neighbours = texture2D(source, here - across).r + texture2D(source, here + across).r;
    neighbours += texture2D(source, here - up).r + texture2D(source, here + up).r;
    gl_FragColor = vec4((centre * texture2D(source, here).r) + (beside * neighbours));
}
