#version 430 core
// probe_reads: the sum of many reads per invocation, all of one kind.
//
// KIND says of which. Neighbours read beside each other, and all that is read fits a cache: what is left is what the
// read itself costs.
// run: groups 4
// run: buffer Source=random:4096
// run: buffer Result=zero:256
// run: uniform element_count=256
// run: uniform turns=4
#include "stream.glsl"

#ifndef KIND
#define KIND 1
#endif

layout(local_size_x = 64) in;

uniform int turns;
const int PLACES = 4096;         // in a texture 64 columns and 64 rows

#if KIND == 0                    // nothing: the loop alone
#define READ(at) vec4(float((at) >> 20) + 1.0)
#elif KIND == 1                  // floats of a buffer
layout(std430, binding = 0) readonly buffer Source { float source[]; };
#define READ(at) vec4(source[at], 0.0, 0.0, 0.0)
#elif KIND == 2                  // fours of a buffer
layout(std430, binding = 0) readonly buffer Source { vec4 source[]; };
#define READ(at) source[at]
#elif KIND == 3                  // texels by their places
uniform sampler2D source;
#define READ(at) texelFetch(source, ivec2((at) & 63, (at) >> 6), 0)
#elif KIND == 4                  // texels by a sampler
uniform sampler2D source;
#define READ(at) textureLod(source, (vec2((at) & 63, (at) >> 6) + 0.5) / 64.0, 0.0)
#elif KIND == 5                  // an image of floats
layout(r32f) uniform readonly image2D source;
#define READ(at) imageLoad(source, ivec2((at) & 63, (at) >> 6))
#elif KIND == 6                  // an image of fours
layout(rgba32f) uniform readonly image2D source;
#define READ(at) imageLoad(source, ivec2((at) & 63, (at) >> 6))
#else                            // shared memory
shared float block[PLACES];
#define READ(at) vec4(block[at], 0.0, 0.0, 0.0)
#endif

layout(std430, binding = 1) writeonly buffer Result { float result[]; };

void main() {
    int i = element();
#if KIND == 7
    for (int at = int(gl_LocalInvocationID.x); at < PLACES; at += 64) block[at] = 1.0;
    barrier();                   // all of the block is written before any of it is read
#endif
    if (i >= element_count) return;
    vec4 sum = vec4(0.0);
    for (int turn = 0; turn < turns; turn++) {
        int at = (i + (turn * 64)) & (PLACES - 1);
        vec4 first = (READ(at) + READ(at ^ 512)) + (READ(at ^ 1024) + READ(at ^ 1536));
        vec4 second = (READ(at ^ 2048) + READ(at ^ 2560)) + (READ(at ^ 3072) + READ(at ^ 3584));
        sum += first + second;
    }
    result[i] = sum.x;
}
