#version 330 core
// probe_reads: the sum of many reads per fragment, all of one kind.
//
// KIND says of which. Neighbours read beside each other, and all that is read fits a cache.
#include "stream.glsl"

#ifndef KIND
#define KIND 3
#endif

uniform int turns;
uniform sampler2D source;        // 64 columns and 64 rows
layout(location = 0) out float result;

#if KIND == 0                    // nothing: the loop alone
#define READ(at) vec4(float((at) >> 20) + 1.0)
#elif KIND == 3                  // texels by their places
#define READ(at) texelFetch(source, ivec2((at) & 63, (at) >> 6), 0)
#else                            // texels by a sampler
#define READ(at) textureLod(source, (vec2((at) & 63, (at) >> 6) + 0.5) / 64.0, 0.0)
#endif

void main() {
    vec4 sum = texelFetch(source, ivec2(0), 0) * 0.0;
    int i = element();
    for (int turn = 0; turn < turns; turn++) {
        int at = (i + (turn * 64)) & 4095;
        vec4 first = (READ(at) + READ(at ^ 512)) + (READ(at ^ 1024) + READ(at ^ 1536));
        vec4 second = (READ(at ^ 2048) + READ(at ^ 2560)) + (READ(at ^ 3072) + READ(at ^ 3584));
        sum += first + second;
    }
    result = sum.x;
}
