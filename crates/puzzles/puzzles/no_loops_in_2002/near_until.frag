#version 110
// no_loops_in_2002: three neighbours of a row added.
// refused: card
uniform sampler2D source;
uniform float texel;
uniform float reach;

void main() {
    vec2 here = gl_TexCoord[0].xy;
    vec4 sum = vec4(0.0);
    float i = -1.0;
    while (i <= reach) {
        sum += texture2D(source, here + vec2(i * texel, 0.0));
        i += 1.0;
    }
    gl_FragColor = sum;
}
