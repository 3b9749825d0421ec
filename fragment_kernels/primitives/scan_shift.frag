#version 330 core
// scan_shift: every element one place to the right, and a zero in front: an inclusive scan becomes an
// exclusive one.
//
// A fragment cannot say "write me one place to the right", so it reads one place to the left.
#include "stream.glsl"

#ifndef TYPE
#define TYPE float
#define SAMPLER sampler2D
#endif

uniform SAMPLER source;

layout(location = 0) out TYPE result;

void main() {
    int i = min(element(), element_count - 1);        // the padding repeats the last element
    result = TYPE(0);
    if (i > 0) result = fetch(source, i - 1).r;
}
