#version 330 core
// probe_writes: one number to each of OUTPUTS render targets.

#ifndef OUTPUTS
#define OUTPUTS 4
#endif
#ifndef TYPE
#define TYPE vec4
#endif

uniform float value;
layout(location = 0) out TYPE first;
#if OUTPUTS == 4
layout(location = 1) out vec4 second;
layout(location = 2) out vec4 third;
layout(location = 3) out vec4 fourth;
#endif

void main() {
    first = TYPE(value);
#if OUTPUTS == 4
    second = vec4(value + 1.0);
    third = vec4(value + 2.0);
    fourth = vec4(value + 3.0);
#endif
}
