#version 330 core
// volume: one step of diffusion, one cell of a volume from its six neighbours of the step before, in any
// layout.
//
// Nothing leaves through the walls: outside them is what is inside.
#include "volume.glsl"

uniform float rate;

layout(location = 0) out float result;

void main() {
    ivec3 at = position();
    float now = cell(at);
    float sum = cell(at - ivec3(1, 0, 0)) + cell(at + ivec3(1, 0, 0));
    sum += cell(at - ivec3(0, 1, 0)) + cell(at + ivec3(0, 1, 0));
    sum += cell(at - ivec3(0, 0, 1)) + cell(at + ivec3(0, 0, 1));
    result = now + rate * (sum - 6.0 * now);
}
