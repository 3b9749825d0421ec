#version 330 core
// vectors: the parts of a vector turned round, and their sum.
#include "stream.glsl"

uniform sampler2D source;
layout(location = 0) out vec4 result;

void main() {
    vec4 v = here(source);           // four floats
    vec3 turned = v.zyx;             // three of them, in another order
    float sum = 0.0;
    for (int part = 0; part < 4; part++) {
        sum += v[part];              // v[0] is v.x
    }
    result = vec4(turned, sum);      // put together: three floats and one
}
