#version 330 core
// floyd_warshall_start: a distance before the first step: the weight of the edge, 0 from a node to itself.
#include "stream.glsl"

uniform uint most;           // stands for no path; no weight is more
uniform usampler2D weights;

layout(location = 0) out uint result;

void main() {
    result = here().x == here().y ? 0u : min(here(weights).r, most);
}
