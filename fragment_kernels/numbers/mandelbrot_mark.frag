#version 330 core
// mandelbrot_mark: one texel of the mask: ended fragments mark their place, the others are discarded.
#include "stream.glsl"

uniform uint most;           // rounds of all passes so far: a fragment that has made them all goes on
uniform usampler2D rounds;

layout(location = 0) out uint ended;

void main() {
    if (here(rounds).r == most) discard;
    ended = 1u;
}
