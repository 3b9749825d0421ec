#version 110
// select_2005: whether one key reaches the guess; a fragment is kept only if it does, and the
// occlusion query counts those (Govindaraju et al., 2004).
//
// The paper compares by the depth test, whose numbers are whole. In the kernel keys are floats, as
// the card has them. A NaN compares with nothing, and is not counted.
#include "rectangles_2005.glsl"

uniform float guess;
uniform sampler2D keys;

void main() {
    float key = texture2D(keys, gl_TexCoord[0].xy).r;
    if (!(key >= guess)) discard;
    gl_FragColor = vec4(key);
}
