#version 110
// conjugate_gradient_times_2005: one product of a dot product: the elements of two vectors at one texel,
// multiplied.
//
// The texels behind the last element are zeros here, so that the sums may be of whole textures. Which these
// are is said in rows and columns: a Radeon 9700 counts exactly to 131,072, and its textures have four
// million texels.
#include "rectangles_2005.glsl"

uniform sampler2D a;
uniform sampler2D b;
uniform float full_rows;             // rows of the texture that are full
uniform float rest;                  // elements in the row behind them

void main() {
    float product = texture2D(a, gl_TexCoord[0].xy).r * texture2D(b, gl_TexCoord[0].xy).r;
    bool among = gl_FragCoord.y < full_rows || (gl_FragCoord.y < full_rows + 1.0 && gl_FragCoord.x < rest);
    gl_FragColor = vec4(among ? product : 0.0);
}
