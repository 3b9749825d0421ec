#version 330 core
// dispatch_indirect: one path some steps further, or as it is where it has ended.
//
// Every round draws all of them: a fragment cannot be left out because of what its element holds. It can only
// end early.
#include "stream.glsl"
#include "collatz.glsl"

uniform usampler2D paths;

layout(location = 0) out uvec2 new_paths;

void main() {
    new_paths = walk(here(paths).rg);
}
