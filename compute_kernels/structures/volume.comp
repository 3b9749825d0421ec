#version 430 core
// volume: one step of diffusion, one cell of a volume from its six neighbours of the step before.
//
// The same lines as volume.frag: the include file knows the fifth layout, a buffer, too.
#define LAYOUT LINEAR
#include "volume.glsl"

layout(local_size_x = 32, local_size_y = 4) in;

uniform float rate;

layout(std430, binding = 1) writeonly buffer Result { float result[]; };

void main() {
    ivec3 at = position();
    if (at.x >= source_shape.x || at.y >= source_shape.y) return;
    float now = cell(at);
    float sum = cell(at - ivec3(1, 0, 0)) + cell(at + ivec3(1, 0, 0));
    sum += cell(at - ivec3(0, 1, 0)) + cell(at + ivec3(0, 1, 0));
    sum += cell(at - ivec3(0, 0, 1)) + cell(at + ivec3(0, 0, 1));
    result[index_3d(at, source_shape.xyz)] = now + rate * (sum - 6.0 * now);
}
