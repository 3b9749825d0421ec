#version 110
// frequencies_2005: five texels weighed and added; each fragment computes the places of its neighbours itself.
//
// The host may give SIZE, CENTRE and BESIDE as constants. Then the compiler computes what follows from them.
// run: image source=random:64x64
// run: uniform size=64,64
// run: uniform centre=0.5
// run: uniform beside=0.125
#ifndef SIZE
uniform vec2 size;               // texels of the texture across and up
#define SIZE size
#endif
#ifndef CENTRE
uniform float centre;            // the weight of the fragment's own texel
uniform float beside;            // and of its four neighbours
#define CENTRE centre
#define BESIDE beside
#endif

uniform sampler2D source;

void main() {
    vec2 here = gl_TexCoord[0].xy;
    vec2 texel = 1.0 / SIZE;
    vec2 across = vec2(texel.x, 0.0), up = vec2(0.0, texel.y);
    float neighbours = texture2D(source, here - across).r + texture2D(source, here + across).r;
    neighbours += texture2D(source, here - up).r + texture2D(source, here + up).r;
    gl_FragColor = vec4((CENTRE * texture2D(source, here).r) + (BESIDE * neighbours));
}
