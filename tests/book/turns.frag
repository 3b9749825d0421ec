#version 330 core
// turns: as many turns of a loop as the element says, one fragment each.
#include "stream.glsl"

uniform isampler2D source;
layout(location = 0) out int result;

void main() {
    int last = here(source).r;
    int turns = 0;
    for (int i = 0; i < last; i++) turns += i;
    result = turns;
}
