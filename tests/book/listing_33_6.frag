#version 110
// listing_33_6: both members of one Foo, a step on. A stream for each member, as listing 33-6 has them.
//
// A fragment writes its own place in up to four targets: the members of one struct, and no more of them.
uniform sampler2D foo_a;
uniform sampler2D foo_b;
uniform float step_size;

void main() {
    vec4 a = texture2D(foo_a, gl_TexCoord[0].xy);
    vec4 b = texture2D(foo_b, gl_TexCoord[0].xy);
    gl_FragData[0] = a + (step_size * b);
    gl_FragData[1] = b;
}
