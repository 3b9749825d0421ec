#version 330 core
// gather_packed: the elements of a table that four pointers name, four elements of the result.
//
// A fetch whose address is late waits for memory. Four that do not depend on one another wait together.
#include "stream.glsl"

uniform usampler2D pointers;         // four in the channels of a texel
uniform sampler2D table;
uniform int table_count;             // elements of the table; the library sets it

layout(location = 0) out vec4 result;

float follow(uint pointer) {
    return pointer < uint(table_count) ? fetch(table, int(pointer)).r : 0.0;
}

void main() {
    uvec4 four = here(pointers);
    result = vec4(follow(four.x), follow(four.y), follow(four.z), follow(four.w));
}
